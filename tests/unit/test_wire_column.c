/*
 * Column definitions: MariaDB's with and without extended type information, MySQL's, cut and corrupted.
 */
#include "wire_packet.h"
#include "wire/column.h"

#include <stdio.h>

static uint64_t used_capabilities;

static int decode(mynd_slice packet, mynd_error *error)
{
	mynd_column c;
	int rc = mynd_column_decode(packet, used_capabilities, &c, error);
	if (rc == MYND_OK) {
		const mynd_slice parts[] = {
		    c.catalog, c.schema, c.table, c.org_table, c.name, c.org_name, c.type_name, c.format_name};
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
			assert_inside(packet, parts[i]);
		}
	}
	return rc;
}

static mynd_slice check(const char *hex, uint64_t capabilities, mynd_column *column)
{
	mynd_slice p = packet_from_hex(hex);
	mynd_error error;
	used_capabilities = capabilities;
	packet_cut_everywhere(p, decode, NULL, SIZE_MAX);
	packet_lengthen(p, decode, MYND_OK);
	packet_corrupt(p, decode);
	assert_int_equal(mynd_column_decode(p, capabilities, column, &error), MYND_OK);
	return p;
}

static void test_plain(void **state)
{
	(void) state;
	mynd_column c;
	/* `id` INT AUTO_INCREMENT PRIMARY KEY of table `t`, captured from MariaDB 10.11 */
	mynd_slice p =
	    check("03646566 0477697265 0174 0174 026964 026964 0c 3f00 0b000000 03 0342 00 0000", 0, &c);
	assert_slice(c.catalog, "def");
	assert_slice(c.schema, "wire");
	assert_slice(c.table, "t");
	assert_slice(c.org_table, "t");
	assert_slice(c.name, "id");
	assert_slice(c.org_name, "id");
	assert_int_equal(c.charset, 63);
	assert_int_equal(c.length, 11);
	assert_int_equal(c.type, MYND_TYPE_LONG);
	assert_int_equal(c.flags, 0x4203);
	assert_int_equal(c.decimals, 0);
	assert_int_equal(c.type_name.len, 0);
	packet_free(p);
	/* an expression: names are empty; 'x' AS s */
	p = check("03646566 00 00 00 0173 00 0c 2d00 04000000 fd 0100 27 0000", 0, &c);
	assert_slice(c.name, "s");
	assert_int_equal(c.schema.len + c.table.len + c.org_table.len + c.org_name.len, 0);
	assert_int_equal(c.type, MYND_TYPE_VAR_STRING);
	assert_int_equal(c.decimals, 39);
	packet_free(p);
	/* MySQL 9's VECTOR, and a type that nobody knows yet */
	p = check("03646566 00 00 00 0176 00 0c 3f00 00200000 f2 8000 1f 0000", 0, &c);
	assert_int_equal(c.type, MYND_TYPE_VECTOR);
	packet_free(p);
	p = check("03646566 00 00 00 0176 00 0c ff01 ffffffff 99 ffff ff 0000", 0, &c);
	assert_int_equal(c.type, 0x99);
	assert_int_equal(c.charset, 511);
	assert_true(c.length == UINT32_MAX);
	assert_int_equal(c.flags, 65535);
	assert_int_equal(c.decimals, 255);
	packet_free(p);
}

static void test_extended(void **state)
{
	(void) state;
	mynd_column c;
	/* captured from MariaDB 10.11: JSON, UUID, and a plain column */
	mynd_slice p =
	    check("03646566 0477697265 0174 0174 016a 016a 06 01046a736f6e 0c 2d00 ffffffff fc 9000 00 0000",
	        MYND_CAP_MARIADB_METADATA, &c);
	assert_slice(c.format_name, "json");
	assert_int_equal(c.type_name.len, 0);
	assert_int_equal(c.type, MYND_TYPE_BLOB);
	packet_free(p);
	p = check("03646566 0477697265 0174 0174 0175 0175 06 000475756964 0c 2d00 90000000 fe a000 00 0000",
	    MYND_CAP_MARIADB_METADATA, &c);
	assert_slice(c.type_name, "uuid");
	assert_int_equal(c.format_name.len, 0);
	packet_free(p);
	p = check("03646566 0477697265 0174 0174 026964 026964 00 0c 3f00 0b000000 03 0342 00 0000",
	    MYND_CAP_MARIADB_METADATA, &c);
	assert_int_equal(c.type_name.len + c.format_name.len, 0);
	assert_int_equal(c.type, MYND_TYPE_LONG);
	packet_free(p);
	/* both kinds, and one that we do not know */
	p = check("03646566 00 00 00 0161 00 0a 07 0141 00 0142 01 02 4344 0c 2d00 01000000 fe 0000 00 0000",
	    MYND_CAP_MARIADB_METADATA, &c);
	assert_slice(c.type_name, "B");
	assert_slice(c.format_name, "CD");
	packet_free(p);
}

/* A length that is not that of the fixed fields (ProxySQL): they are read, and nothing beyond them. */
static void test_odd_length(void **state)
{
	(void) state;
	static const char *const lengths[] = {"00", "0a", "0b", "0d", "fb", "fc", "fd", "fe", "ff"};
	mynd_column c;
	mynd_slice p = check("03646566 00 00 00 0161 00 0c 2d00 01000000 fe 0000 27 0000", 0, &c);
	assert_false(c.odd_length);
	packet_free(p);
	/* 12, in three bytes; cut by two it could be an odd length */
	mynd_error error;
	p = packet_from_hex("03646566 00 00 00 0161 00 fc0c00 2d00 01000000 fe 0000 27 0000");
	assert_int_equal(mynd_column_decode(p, 0, &c, &error), MYND_OK);
	assert_false(c.odd_length);
	assert_int_equal(c.decimals, 39);
	packet_free(p);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		char hex[80];
		mynd_cursor all;
		snprintf(hex, sizeof hex, "03646566 00 00 00 0161 00 %s 2d00 01000000 fe 0000 27 0000", lengths[i]);
		p = check(hex, 0, &c);
		assert_true(c.odd_length);
		assert_slice(c.name, "a");
		assert_int_equal(c.charset, 45);
		assert_int_equal(c.length, 1);
		assert_int_equal(c.type, MYND_TYPE_STRING);
		assert_int_equal(c.decimals, 39);
		all = mynd_cursor_over(p.ptr, p.len);
		assert_int_equal(mynd_column_take(&all, &c), MYND_BAD); /* not among what the driver wrote itself */
		packet_free(p);
	}
}

static void test_malformed(void **state)
{
	(void) state;
	static const struct {
		const char *hex;
		uint64_t capabilities;
	} cases[] = {
	    {"", 0},
	    /* NULL for a name, a length of 2^64-1 */
	    {"fb 00 00 00 0161 00 0c 2d00 01000000 fe 0000 00 0000", 0},
	    {"feffffffffffffffff 00 00 00 0161 00 0c 2d00 01000000 fe 0000 00 0000", 0},
	    /* fixed fields of another length, and cut off */
	    {"00 00 00 00 0161 00 0b 2d00 01000000 fe 0000 00 00", 0},
	    /* extended information that is absent, or does not add up */
	    {"00 00 00 00 0161 00 0c 2d00 01000000 fe 0000 00 0000", MYND_CAP_MARIADB_METADATA},
	    {"00 00 00 00 0161 00 01 00 0c 2d00 01000000 fe 0000 00 0000", MYND_CAP_MARIADB_METADATA},
	    {"00 00 00 00 0161 00 03 00 04 41 0c 2d00 01000000 fe 0000 00 0000", MYND_CAP_MARIADB_METADATA},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mynd_slice p = packet_from_hex(cases[i].hex);
		mynd_error error;
		used_capabilities = cases[i].capabilities;
		assert_int_equal(decode(p, &error), MYND_BAD);
		assert_malformed(&error);
		packet_free(p);
	}
}

/* Definitions one after the other: written, read again, cut and corrupted. */
static int take_all(mynd_slice bytes, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(bytes.ptr, bytes.len);
	for (int i = 0; i < 3; i++) {
		mynd_column column;
		if (mynd_column_take(&c, &column) != MYND_OK) {
			return mynd_error_malformed(error, "a definition");
		}
		assert_inside(bytes, column.name);
		assert_inside(bytes, column.catalog);
	}
	return MYND_OK;
}

static void test_several(void **state)
{
	(void) state;
	static uint8_t room[70000], long_name[66000];
	memset(long_name, 'n', sizeof long_name);
	const mynd_column columns[] = {
	    {.name = mynd_slice_of("a"),
	        .type = 253,
	        .length = 7,
	        .charset = 45,
	        .flags = 0x8001,
	        .decimals = 39},
	    {.catalog = mynd_slice_of("def"),
	        .schema = mynd_slice_of("s"),
	        .table = mynd_slice_of("t"),
	        .org_table = mynd_slice_of("o"),
	        .org_name = {long_name, 300},
	        .name = {long_name, sizeof long_name},
	        .type = 246,
	        .length = UINT32_MAX},
	    {.type = 3},
	};
	mynd_buffer to = mynd_buffer_over((mynd_span){room, sizeof room});
	size_t size = 0;
	for (size_t i = 0; i < 3; i++) {
		mynd_column_encode(&to, &columns[i]);
		size += mynd_column_size(&columns[i]);
		assert_int_equal(to.len, size);
	}
	assert_false(to.failed);
	assert_int_equal(mynd_column_size(&columns[2]), MYND_COLUMN_LEAST);
	mynd_cursor c = mynd_cursor_over(room, to.len);
	for (size_t i = 0; i < 3; i++) {
		mynd_column column;
		const mynd_column *was = &columns[i];
		assert_int_equal(mynd_column_take(&c, &column), MYND_OK);
		assert_int_equal(column.name.len, was->name.len);
		assert_true(was->name.len == 0 || memcmp(column.name.ptr, was->name.ptr, was->name.len) == 0);
		assert_int_equal(column.org_name.len, was->org_name.len);
		assert_int_equal(column.catalog.len + column.schema.len + column.table.len + column.org_table.len,
		    was->catalog.len + was->schema.len + was->table.len + was->org_table.len);
		assert_int_equal(column.type, was->type);
		assert_int_equal(column.length, was->length);
		assert_int_equal(column.charset, was->charset);
		assert_int_equal(column.flags, was->flags);
		assert_int_equal(column.decimals, was->decimals);
	}
	assert_int_equal(mynd_cursor_left(&c), 0);

	to = mynd_buffer_over((mynd_span){room, sizeof room});
	for (size_t i = 0; i < 3; i++) {
		mynd_column_encode(&to, &columns[2 * (i % 2)]);
	}
	mynd_slice all = {room, to.len};
	packet_cut_everywhere(all, take_all, NULL, SIZE_MAX);
	packet_corrupt(all, take_all);
	to = mynd_buffer_over((mynd_span){room, 10}); /* room that is too small is not written beyond */
	mynd_column_encode(&to, &columns[0]);
	assert_true(to.failed && to.len <= 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_plain),
	    cmocka_unit_test(test_several),
	    cmocka_unit_test(test_extended),
	    cmocka_unit_test(test_odd_length),
	    cmocka_unit_test(test_malformed),
	};
	return cmocka_run_group_tests_name("wire/column", tests, NULL, NULL);
}
