/* GTIDs: whether a server has the transactions of a position; by hand, and compared with sets of bits. */
#include "wire/gtid.h"
#include "wire_packet.h"

#include <stdio.h>

static int have_bytes(mynd_slice position, mynd_slice binlog, mynd_slice replicated)
{
	mynd_slice exact = packet_copy(position.ptr, position.len);
	mynd_gtids server = {packet_copy(binlog.ptr, binlog.len), packet_copy(replicated.ptr, replicated.len)};
	int answer = mynd_gtids_have(&server, exact);
	packet_free(exact);
	packet_free(server.binlog);
	packet_free(server.replicated);
	return answer;
}

static mynd_slice slice(const char *text)
{
	return (mynd_slice){(const uint8_t *) text, strlen(text)};
}

static int have(const char *position, const char *binlog, const char *replicated)
{
	return have_bytes(slice(position), slice(binlog), slice(replicated));
}

#define OK        MYND_OK
#define LACKS     MYND_MORE
#define BAD       MYND_BAD
#define A         "3e11fa47-71ca-11e1-9e33-c80aa9429562"
#define B         "00000001-0002-0003-0004-000000000005" /* begins as a GTID of MariaDB does */
#define LONG      "a23456789_123456789_123456789_12"     /* the longest tag */
#define LAST      "9223372036854775806"
#define MAX_32    "4294967295"
#define BEYOND_32 "4294967296"
#define MAX_64    "18446744073709551615"
#define BEYOND_64 "18446744073709551616"

typedef struct example {
	const char *position, *binlog, *replicated;
	int answer;
} example;

static void check(const example *examples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const example *e = &examples[i];
		int answer = have(e->position, e->binlog, e->replicated);
		if (answer != e->answer) {
			fail_msg("'%s' of '%s', '%s': %d", e->position, e->binlog, e->replicated, answer);
		}
	}
}

static void test_mariadb(void **state)
{
	(void) state;
	static const example examples[] = {
	    {"", "", "", OK},
	    {" \r\n\t", "0-1-5", "", OK},
	    {"0-1-5", "", "", LACKS},
	    {"0-1-5", "0-1-5", "", OK},
	    {"0-1-5", "0-1-6", "", OK},
	    {"0-1-5", "0-1-4", "", LACKS},
	    {"0-1-10", "0-1-9", "", LACKS},
	    {"0-1-9", "0-1-10", "", OK},
	    /* another server's number in the binary log proves nothing, in the replicated ones it does */
	    {"0-1-5", "0-2-9", "", LACKS},
	    {"0-1-5", "0-2-9,0-1-5", "", OK},
	    {"0-1-5", "", "0-2-9", OK},
	    {"0-1-5", "0-1-4,0-2-9", "0-2-5", OK},
	    {"0-1-5", "0-1-4", "0-1-4", LACKS},
	    /* domains */
	    {"0-1-5", "1-1-5", "1-1-5", LACKS},
	    {"0-1-5,1-1-7", "0-1-5", "", LACKS},
	    {"0-1-5,1-1-7", "0-1-5", "1-2-7", OK},
	    {"0-1-5,1-1-7", "1-1-7", "0-1-5,2-1-1", OK},
	    {"0-1-5,0-2-6", "0-1-5,0-2-5", "", LACKS},
	    {"0-1-5,0-2-6", "0-1-5,0-2-5,0-2-6", "", OK},
	    /* blanks, and zeros in front */
	    {" 0-1-5 ,\n1-1-7\n", "\t0-1-5\r\n,\n\n1-1-7", "", OK},
	    {"00-01-005", "0-1-5", "", OK},
	    /* the largest numbers */
	    {MAX_32 "-" MAX_32 "-" MAX_64, MAX_32 "-" MAX_32 "-" MAX_64, "", OK},
	    {MAX_32 "-" MAX_32 "-" MAX_64, MAX_32 "-" MAX_32 "-18446744073709551614", "", LACKS},
	    {BEYOND_32 "-1-5", "0-1-5", "", BAD},
	    {"0-" BEYOND_32 "-5", "0-1-5", "", BAD},
	    {"0-1-" BEYOND_64, "0-1-5", "", BAD},
	    {"0-1-99999999999999999999999", "0-1-5", "", BAD},
	    {"0-1-5", "0-1-" BEYOND_64, "", BAD},
	};
	check(examples, sizeof examples / sizeof *examples);
}

static void test_mysql(void **state)
{
	(void) state;
	static const example examples[] = {
	    {A ":5", "", "", LACKS},
	    {A ":5", A ":5", "", OK},
	    {A ":5", A ":1-4", "", LACKS},
	    {A ":5", A ":6-9", "", LACKS},
	    {A ":5", A ":1-4:6-9", "", LACKS},
	    {A ":2-5", A ":1-3:4-6", "", OK},
	    {A ":2-5", A ":4-6:1-3", "", OK},
	    {A ":2-5", A ":4-6," B ":1-9," A ":1-3", "", OK},
	    {A ":2-5", A ":5:4:3:2", "", OK},
	    {A ":2-5", A ":5:4:2", "", LACKS},
	    {A ":2-5", A ":1-4:3-4", "", LACKS},
	    {A ":2-5", A ":3-9", "", LACKS},
	    {A ":1-5:8", A ":1-7", "", LACKS},
	    {A ":1-5:8", A ":1-8", "", OK},
	    {A ":5", B ":5", "", LACKS},
	    {B ":5", B ":5", "", OK},
	    {A ":5," B ":5", B ":5," A ":5", "", OK},
	    {A ":5," B ":5", A ":5", "", LACKS},
	    {A ":5", "3E11FA47-71CA-11E1-9E33-C80AA9429562:5", "", OK},
	    {"\n" A ":5 ,\n" B ":5\t", A ":1-5,\n" B ":1-5", "", OK},
	    /* tags */
	    {A ":t:5", A ":5", "", LACKS},
	    {A ":5", A ":t:5", "", LACKS},
	    {A ":t:5", A ":t:5", "", OK},
	    {A ":Tag_1:5", A ":tAG_1:5", "", OK},
	    {A ":t:5", A ":tt:5", "", LACKS},
	    {A ":t:5", A ":u:5", "", LACKS},
	    {A ":_:5", A ":_:5", "", OK},
	    {A ":" LONG ":5", A ":" LONG ":5", "", OK},
	    {A ":" LONG "3:5", "", "", BAD},
	    {A ":1-3:t:5-7:u:1", A ":u:1:t:5-7," A ":1-3", "", OK},
	    {A ":1-3:t:5-7:u:1", A ":u:1:t:5-6," A ":1-3", "", LACKS},
	    {A ":1-3:t:5-7:u:1", A ":u:2:t:5-7," A ":1-3", "", LACKS},
	    {A ":1-3:t:5-7," A ":4", A ":1-4:t:5-7", "", OK},
	    {A ":t:1," A ":4", A ":t:1-4", "", LACKS},
	    /* the largest numbers */
	    {A ":" LAST, A ":1-" LAST, "", OK},
	    {A ":1-" LAST, A ":2-" LAST ":1", "", OK},
	    {A ":1-" LAST, A ":1-9223372036854775805", "", LACKS},
	    {A ":9223372036854775807", "", "", BAD},
	    {A ":1-" MAX_64, "", "", BAD},
	    {A ":1-" BEYOND_64, "", "", BAD},
	};
	check(examples, sizeof examples / sizeof *examples);
}

static void test_malformed(void **state)
{
	(void) state;
	static const char *const texts[] = {",", "0", "0-1", "0-1-", "0--5", "-1-5", "0-1-5,", ",0-1-5",
	    "0-1-5,,1-1-5", "0-1-5 1-1-5", "0-1-5-6", "0 -1-5", "0-1-+5", "0-1-0x5", "0-1-5;", "none", A, A ":",
	    A ":0", A ":0-5", A ":5-4", A ":5-", A ":-5", A ":1-2-3", A "::5", A ":5:", A ":5,", "," A ":5",
	    A ":5 :6", A " :5", A ":5,," B ":5", A ":5 " B ":5", A ":t", A ":t:", A ":5:t", A ":t:u:5", A ":1t:5",
	    A ":t-:5", A ":t 5", A "0:5", "3e11fa4771ca11e19e33c80aa9429562:5", "{" A "}:5", ":5", "a:5",
	    "3e11fa47-71ca-11e1-9e33-c80aa942956g:5", "3e11fa47-71ca-11e1-9e33_c80aa9429562:5",
	    "3e11fa4-771ca-11e1-9e33-c80aa9429562:5", A ":5," B, A ":5,0-1-5", "0-1-5," A ":5", "0-1-5," B ":5"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (have(texts[i], "", "") != BAD || have("0-1-5", texts[i], "") != BAD ||
		    have("0-1-5", "0-1-5", texts[i]) != BAD || have(A ":5", texts[i], "") != BAD ||
		    have(A ":5", "", texts[i]) != BAD || have("0-1-5", "", texts[i]) != BAD) {
			fail_msg("'%s'", texts[i]);
		}
		assert_int_equal(OK, have("", texts[i], texts[i]));
	}
}

static void test_kinds(void **state)
{
	(void) state;
	static const example examples[] = {
	    {"0-1-5", A ":5", "", BAD},
	    {"0-1-5", "0-1-5", A ":5", BAD},
	    {"0-1-5", B ":1-9", "", BAD},
	    {A ":5", "0-1-5", "", BAD},
	    {A ":5", "", "0-1-5", BAD},
	    {B ":5", "1-2-3", "", BAD},
	    {A ":5", A ":5", "0-1-5", BAD},
	    {A ":5", A ":5", A ":5", BAD},
	    {A ":5", A ":5", " ", OK},
	    {A ":5", " ", " ", LACKS},
	    {"0-1-5", "\n", "\n", LACKS},
	    {"", "0-1-5", A ":5", OK},
	};
	check(examples, sizeof examples / sizeof *examples);
	mynd_gtids none = {0};
	assert_int_equal(OK, mynd_gtids_have(&none, (mynd_slice){0}));
	assert_int_equal(LACKS, mynd_gtids_have(&none, slice("0-1-5")));
}

/* A text in the making, and what it says. */
enum { SOURCES = 3, TAGS = 4, HIGHEST = 12 };

typedef struct draft {
	uint32_t *seed;
	char text[4096];
	size_t len;
	uint32_t bits[SOURCES][TAGS]; /* MySQL: the numbers of each UUID and tag */
	int last[SOURCES][SOURCES];   /* MariaDB: the last number of each domain and server; -1: none */
} draft;

static unsigned below(draft *d, unsigned limit)
{
	return test_random(d->seed) % limit;
}

static void put(draft *d, const char *text)
{
	for (; *text != '\0'; text++) {
		bool other_case = ((*text | 0x20) >= 'a' && (*text | 0x20) <= 'z') && below(d, 2) == 0;
		d->text[d->len++] = (char) (other_case ? *text ^ 0x20 : *text);
	}
	d->text[d->len] = '\0';
}

static void put_blanks(draft *d)
{
	static const char *const blanks[] = {"", "", "", " ", "\n", "\t \r\n"};
	put(d, blanks[below(d, 6)]);
}

static void put_number(draft *d, unsigned number)
{
	char text[16];
	snprintf(text, sizeof text, "%s%u", below(d, 8) == 0 ? "00" : "", number);
	put(d, text);
}

static void put_gtid(draft *d)
{
	static const unsigned names[SOURCES] = {0, 1, UINT32_MAX};
	unsigned domain = below(d, SOURCES), server = below(d, SOURCES), number = below(d, HIGHEST);
	int *last = &d->last[domain][server];
	put_number(d, names[domain]);
	put(d, "-");
	put_number(d, names[server]);
	put(d, "-");
	put_number(d, number);
	*last = *last > (int) number ? *last : (int) number;
}

static void put_interval(draft *d, unsigned source, unsigned tag)
{
	unsigned first = 1 + below(d, HIGHEST), last = first + below(d, 1 + HIGHEST - first);
	put_number(d, first);
	if (last > first || below(d, 4) == 0) {
		put(d, "-");
		put_number(d, last);
	}
	for (unsigned i = first; i <= last; i++) {
		d->bits[source][tag] |= UINT32_C(1) << i;
	}
}

static void put_entry(draft *d)
{
	static const char *const uuids[SOURCES] = {A, B, "3e11fa47-71ca-11e1-9e33-c80aa9429563"};
	static const char *const tags[TAGS] = {"", "t", "_t1", LONG};
	unsigned source = below(d, SOURCES), tag = 0;
	put(d, uuids[source]);
	do {
		put(d, ":");
		if (below(d, 3) == 0) {
			tag = 1 + below(d, TAGS - 1);
			put(d, tags[tag]);
			put(d, ":");
		}
		put_interval(d, source, tag);
	} while (below(d, 3) != 0 && d->len < sizeof d->text / 2);
}

static void write_text(draft *d, bool of_mysql, unsigned entries)
{
	d->len = 0;
	memset(d->bits, 0, sizeof d->bits);
	memset(d->last, 0xFF, sizeof d->last);
	put_blanks(d);
	for (unsigned i = 0; i < entries && d->len < sizeof d->text / 2; i++) {
		put(d, i > 0 ? "," : "");
		put_blanks(d);
		if (of_mysql) {
			put_entry(d);
		} else {
			put_gtid(d);
		}
		put_blanks(d);
	}
}

static int expected_of_mysql(const draft *position, const draft *binlog)
{
	uint32_t lacking = 0;
	for (unsigned source = 0; source < SOURCES; source++) {
		for (unsigned tag = 0; tag < TAGS; tag++) {
			lacking |= position->bits[source][tag] & ~binlog->bits[source][tag];
		}
	}
	return lacking == 0 ? OK : LACKS;
}

static int expected_of_mariadb(const draft *position, const draft *binlog, const draft *replicated)
{
	bool lacks = false;
	for (unsigned domain = 0; domain < SOURCES; domain++) {
		int whole = -1;
		for (unsigned server = 0; server < SOURCES; server++) {
			whole = replicated->last[domain][server] > whole ? replicated->last[domain][server] : whole;
		}
		for (unsigned server = 0; server < SOURCES; server++) {
			int last = position->last[domain][server];
			lacks = lacks || (last > binlog->last[domain][server] && last > whole);
		}
	}
	return lacks ? LACKS : OK;
}

static mynd_slice text_of(const draft *d)
{
	return (mynd_slice){(const uint8_t *) d->text, d->len};
}

/* Puts into the text, somewhere, a byte that no text has. */
static void spoil(draft *d)
{
	size_t at = below(d, (unsigned) d->len + 1);
	memmove(d->text + at + 1, d->text + at, d->len - at);
	d->text[at] = ";.+$\0/\xFF\x7F"[below(d, 8)];
	d->len++;
}

static void test_random_sets(void **state)
{
	(void) state;
	uint32_t seed = 20240229;
	static draft texts[3]; /* position, binlog, replicated */
	unsigned counts[2][2] = {{0}};
	for (unsigned i = 0; i < 60000; i++) {
		bool of_mysql = i % 2 != 0;
		for (unsigned j = 0; j < 3; j++) {
			texts[j].seed = &seed;
			unsigned most = j == 0 ? 3 : of_mysql ? 30 : 12;
			write_text(&texts[j], of_mysql, of_mysql && j == 2 ? 0 : below(&texts[j], most));
		}
		int expected = of_mysql ? expected_of_mysql(&texts[0], &texts[1])
		                        : expected_of_mariadb(&texts[0], &texts[1], &texts[2]);
		int answer = have_bytes(text_of(&texts[0]), text_of(&texts[1]), text_of(&texts[2]));
		if (answer != expected) {
			fail_msg("%u: '%s' of '%s', '%s': %d", i, texts[0].text, texts[1].text, texts[2].text, answer);
		}
		counts[of_mysql][answer == OK] += text_of(&texts[0]).len > 8;
		if (have_bytes(text_of(&texts[0]), slice(";"), slice("")) == BAD) { /* the position is not empty */
			spoil(&texts[below(&texts[0], 3)]);
			assert_int_equal(BAD, have_bytes(text_of(&texts[0]), text_of(&texts[1]), text_of(&texts[2])));
		}
	}
	for (unsigned i = 0; i < 4; i++) {
		assert_true(counts[i / 2][i % 2] > 4000);
	}
}

/* Whatever the bytes are, nothing is read beyond the end; and each text has what it says. */
static void test_any_bytes(void **state)
{
	(void) state;
	static const char *const pieces[] = {"0", "1", "9", "-", "-", ":", ":", ",", " ", "\n", "t", "_", "\xFF",
	    "\x7F", "0-1-", "0-1-5", A, B, A ":1-3", ":t:", MAX_32, LAST, MAX_64};
	uint32_t seed = 7;
	unsigned counts[3] = {0};
	for (unsigned i = 0; i < 200000; i++) {
		char texts[3][512];
		mynd_slice slices[3];
		for (unsigned j = 0; j < 3; j++) {
			size_t len = 0;
			for (unsigned n = test_random(&seed) % 7; n > 0; n--) {
				const char *piece = pieces[test_random(&seed) % (sizeof pieces / sizeof *pieces)];
				memcpy(texts[j] + len, piece, strlen(piece));
				len += strlen(piece);
			}
			len -= len > 0 && test_random(&seed) % 4 == 0;
			slices[j] = (mynd_slice){(uint8_t *) texts[j], len};
		}
		int answer = have_bytes(slices[0], slices[1], slices[2]);
		assert_true(answer == OK || answer == LACKS || answer == BAD);
		counts[answer + 1]++;
		answer = have_bytes(slices[0], slices[0], slice(""));
		assert_true(answer == OK || answer == BAD);
	}
	assert_true(counts[0] > 0 && counts[1] > 0 && counts[2] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_mariadb),
	    cmocka_unit_test(test_mysql),
	    cmocka_unit_test(test_malformed),
	    cmocka_unit_test(test_kinds),
	    cmocka_unit_test(test_random_sets),
	    cmocka_unit_test(test_any_bytes),
	};
	return cmocka_run_group_tests_name("wire/gtid", tests, NULL, NULL);
}
