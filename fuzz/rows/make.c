/*
 * Columns and rows out of the input. Few bytes of it make many columns and cells: what is said once repeats.
 *
 * Always true: what a cell holds follows from the input alone.
 */
#include "rows.h"

#include "wire/binary.h"

enum { RECIPES = 8, COLUMNS_MOST = 4096, NAME_MOST = 40 };

static uint8_t byte(scene *s)
{
	return (uint8_t) fuzz_int(&s->input, 1);
}

/* --- columns --- */

typedef struct column_recipe {
	uint8_t type, flags, decimals, length, names;
	mynd_slice name;
} column_recipe;

static const uint16_t flags_of[] = {0, MYND_FLAG_UNSIGNED, MYND_FLAG_ZEROFILL | MYND_FLAG_UNSIGNED,
    MYND_FLAG_ZEROFILL, 0x0100 /* ENUM */, 0x0800 /* SET */, MYND_FLAG_UNSIGNED | 0x0020, 0xFFFF};

/* Most types by number, so that few bits choose one. */
static const uint8_t types[] = {253, 254, 252, 15, 0, 246, 1, 2, 3, 9, 8, 4, 5, 13, 10, 11, 12, 7, 14, 16, 6,
    17, 18, 19, 242, 245, 247, 248, 249, 250, 251, 255};

static column_recipe column_recipe_of(scene *s)
{
	uint8_t type = byte(s), more = byte(s);
	column_recipe r = {
	    .type = type < 0xC0 ? types[type % sizeof types] : type,
	    .flags = more & 7,
	    .names = more >> 3 & 7,
	    .decimals = more & 0x40 ? byte(s) : 31,
	    .length = more & 0x80 ? byte(s) : 11,
	};
	if (r.names == 7) {
		r.name = fuzz_bytes(&s->input, byte(s) % NAME_MOST);
	}
	return r;
}

static mynd_slice name_of(const column_recipe *r, uint32_t i, char text[NAME_MOST])
{
	static const char *const styles[] = {"c%u", "same", "%u", "", "%c", "-%u", "a long name of a column %u"};
	if (r->names == 7) {
		return r->name;
	}
	int len = r->names == 4 ? snprintf(text, NAME_MOST, "%c", (int) ('a' + i % 26))
	                        : snprintf(text, NAME_MOST, styles[r->names], i);
	return (mynd_slice){(uint8_t *) text, (size_t) len};
}

static void add_column(scene *s, uint32_t i, const column_recipe *r)
{
	char text[NAME_MOST], table[NAME_MOST];
	mynd_slice name = name_of(r, i, text);
	mynd_slice of = {(uint8_t *) table, (size_t) snprintf(table, sizeof table, "t%u", i % 3)};
	mynd_column definition = {
	    .catalog = {(const uint8_t *) "def", 3},
	    .schema = of,
	    .table = of,
	    .org_table = of,
	    .name = name,
	    .org_name = i % 2 ? name : of,
	    .charset = 45,
	    .length = r->length,
	    .type = r->type,
	    .flags = flags_of[r->flags],
	    .decimals = r->decimals,
	};
	mynd_columns_add(s->columns, &definition);
	mynd_columns_add(s->judge, &definition);
	s->types[i] = r->type;
}

void make_columns(scene *s)
{
	column_recipe recipes[RECIPES];
	unsigned kinds = byte(s);
	uint32_t many = byte(s);
	s->count = 1 + (kinds & 0x80 ? (many | (uint32_t) byte(s) << 8) % COLUMNS_MOST : many % 24);
	kinds = 1 + kinds % RECIPES;
	for (unsigned i = 0; i < kinds; i++) {
		recipes[i] = column_recipe_of(s);
	}
	s->types = malloc(s->count);
	s->columns = mynd_columns_new(s->count, &s->counts);
	s->judge = mynd_columns_new(s->count, &s->judge_counts);
	if (s->binary) {
		mynd_columns_binary(s->columns);
		mynd_columns_binary(s->judge);
	}
	for (uint32_t i = 0; i < s->count; i++) {
		add_column(s, i, &recipes[i % kinds]);
	}
	mynd_columns_native(s->columns, s->native);
	mynd_columns_native(s->judge, s->native);
}

/* --- rows --- */

typedef struct cell_recipe {
	bool null;
	uint8_t prefix, fill; /* bytes of the length, if that many will do */
	size_t len;
	mynd_slice bytes; /* ptr NULL: made by `fill` */
} cell_recipe;

static const char *const numbers[] = {"0", "-1", "12", "1.5", "-0", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551615", "1e400", "1e-5", "0001",
    "2024-02-29", "12:34:56.5", "+1", " 1"};

static cell_recipe cell_recipe_of(scene *s)
{
	uint8_t how = byte(s), fill = byte(s);
	cell_recipe r = {.prefix = fill & 3, .fill = fill};
	switch (how & 15) {
	case 0:
		r.null = true;
		break;
	case 1:
	case 2:
		r.len = how >> 4;
		break;
	case 3:
		r.len = 248 + (how >> 4);
		break;
	case 4:
		r.len = 506 + (how >> 4);
		break;
	case 5:
		r.len = 65530 + (how >> 4);
		break;
	case 6:
		r.len = fuzz_int(&s->input, 2);
		break;
	case 7:
		r.len = byte(s);
		break;
	case 8:
		r.bytes = (mynd_slice){(const uint8_t *) numbers[how >> 4], strlen(numbers[how >> 4])};
		break;
	case 9:
		r.bytes = fuzz_bytes(&s->input, how >> 4);
		break;
	case 10:
		r.bytes = fuzz_bytes(&s->input, byte(s));
		break;
	case 11:
		r.len = 256u << (how >> 4 & 7);
		break;
	case 12:
		r.len = (1000u << (how >> 4 & 3)) + byte(s);
		break;
	default: /* lengths of dates and times, and others about them */
		r.len = how >> 4 & 15;
		r.bytes = fuzz_bytes(&s->input, r.len);
	}
	if (r.bytes.ptr != NULL) {
		r.len = r.bytes.len;
	}
	return r;
}

typedef struct making {
	uint8_t *data;
	size_t len, cap;
} making;

static uint8_t *grow(making *m, size_t len)
{
	if (m->len + len > m->cap) {
		m->cap = (m->len + len) * 2;
		m->data = realloc(m->data, m->cap);
	}
	m->len += len;
	return m->data + m->len - len;
}

static void put_length(making *m, size_t len, unsigned prefix)
{
	static const unsigned widths[] = {0, 2, 3, 8};
	unsigned least = len < 0xFB ? 0 : len <= 0xFFFF ? 1 : 2;
	unsigned which = prefix < least ? least : prefix;
	if (which == 0) {
		*grow(m, 1) = (uint8_t) len;
		return;
	}
	*grow(m, 1) = (uint8_t) (0xFB + which);
	uint8_t *to = grow(m, widths[which]);
	for (unsigned i = 0; i < widths[which]; i++) {
		to[i] = (uint8_t) ((uint64_t) len >> (8 * i));
	}
}

static void put_body(making *m, const cell_recipe *r, size_t len, uint32_t place)
{
	uint8_t *to = grow(m, len);
	for (size_t i = 0; i < len; i++) {
		to[i] =
		    i < r->bytes.len ? r->bytes.ptr[i] : (uint8_t) (r->fill & 4 ? 'a' + (i + place) % 23 : r->fill);
	}
}

static void put_cell(scene *s, making *m, const cell_recipe *r, uint32_t i)
{
	unsigned width = s->binary ? mynd_binary_width(s->types[i]) : 0;
	if (r->null && s->binary) {
		m->data[1 + (i + 2) / 8] |= (uint8_t) (1u << ((i + 2) % 8));
	} else if (r->null) {
		*grow(m, 1) = 0xFB;
	} else if (width > 0) {
		put_body(m, r, width, i);
	} else {
		put_length(m, r->len, r->prefix);
		put_body(m, r, r->len, i);
	}
}

static size_t most_of(const cell_recipe *r)
{
	return r->len + 9;
}

/* Any bytes at all. */
static void put_raw(scene *s, making *m)
{
	mynd_slice bytes = fuzz_bytes(&s->input, fuzz_int(&s->input, 1));
	memcpy(grow(m, bytes.len), bytes.ptr, bytes.len);
}

bool make_row(scene *s, flat_row *row)
{
	cell_recipe recipes[RECIPES];
	making m = {malloc(64), 0, 64};
	uint8_t how = byte(s);
	unsigned kinds = how % 8 + 1;
	size_t most = 0;
	if (how >= 0xF0) {
		put_raw(s, &m);
		kinds = 0;
	} else if (s->binary) {
		size_t head = 1 + ((size_t) s->count + 9) / 8;
		memset(grow(&m, head), 0, head);
	}
	for (unsigned i = 0; i < kinds; i++) {
		recipes[i] = cell_recipe_of(s);
		most += most_of(&recipes[i]) * (s->count / kinds + 1);
	}
	if (most > s->budget) {
		free(m.data);
		return false;
	}
	for (uint32_t i = 0; kinds > 0 && i < s->count; i++) {
		put_cell(s, &m, &recipes[i % kinds], i);
	}
	if (how >= 0xE8 && how < 0xF0) { /* something is wrong with its end */
		m.len -= how & 1 && m.len > 0 ? 1 : 0;
		*grow(&m, 1) = how;
	}
	*row = (flat_row){realloc(m.data, m.len == 0 ? 1 : m.len), m.len};
	return true;
}
