/*
 * GTIDs of both kinds of server (gtid.h): one reader for each form, and what follows from what was read.
 *
 * A text of MariaDB is a list of DOMAIN-SERVER-NUMBER, one of MySQL a list of UUID:INTERVAL, in which a tag
 * may stand before an interval: UUID:1-3:5:tag:1-9. That tag holds for the rest of the entry, up to the next
 * tag.
 *
 * Sources: "GTID Format and Storage" in MySQL's manual, "Global Transaction ID" in MariaDB's, and what the
 * parsers of both servers accept. Not accepted, though servers do: blanks within an entry, empty entries,
 * MySQL's intervals that end before they begin; no server writes them.
 * Always true: texts are compared only after all of them were read to their ends.
 */
#include "gtid.h"
#include "lexer.h"

#define TAG_MAX    32
#define NUMBER_MAX ((uint64_t) INT64_MAX - 1) /* MySQL's */

/* The reader of a text, and what it has read last. */
typedef struct reader {
	mynd_cursor c;
	bool of_mysql; /* the form that the first entry has */
	bool begun;    /* an entry has begun before the cursor */
	bool bad;      /* the text has not the form of GTIDs */
	/* MariaDB's: */
	uint64_t domain, server, number;
	/* MySQL's: an interval with both its ends; no tag: an empty slice */
	mynd_slice uuid, tag;
	uint64_t first, last;
} reader;

/* Returns a reader at the beginning of the text. Only MySQL's entries have colons. */
static reader over(mynd_slice text)
{
	reader r = {.c = mynd_cursor_over(text.ptr, text.len)};
	const uint8_t *p = r.c.pos;
	while (p < r.c.end && *p != ':' && *p != ',') {
		p++;
	}
	r.of_mysql = p < r.c.end && *p == ':';
	return r;
}

/* Moves to the next entry. Returns false at the end of the text; a comma without an entry is no end. */
static bool begin_entry(reader *r)
{
	mynd_lexer_skip(&r->c, MYND_LEX_BLANK);
	if (mynd_cursor_left(&r->c) == 0) {
		return false;
	}
	if (r->begun) {
		r->bad = !mynd_lexer_take_byte(&r->c, ',');
		mynd_lexer_skip(&r->c, MYND_LEX_BLANK);
	}
	r->begun = true;
	return !r->bad;
}

/* Reads a decimal number up to `max`. */
static bool take_number(mynd_cursor *c, uint64_t max, uint64_t *value)
{
	mynd_slice digits = mynd_lexer_take(c, MYND_LEX_DIGIT);
	*value = 0;
	for (size_t i = 0; i < digits.len; i++) {
		unsigned digit = digits.ptr[i] - '0';
		if (*value > (max - digit) / 10) {
			return false;
		}
		*value = *value * 10 + digit;
	}
	return digits.len > 0;
}

static bool take_uuid(mynd_cursor *c, mynd_slice *uuid)
{
	static const char form[] = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
	if (mynd_cursor_bytes(c, sizeof form - 1, uuid) != MYND_OK) {
		return false;
	}
	for (size_t i = 0; i < uuid->len; i++) {
		uint8_t byte = uuid->ptr[i];
		bool is_hex = mynd_lexer_is(byte, MYND_LEX_DIGIT) ||
		              (mynd_lexer_is(byte, MYND_LEX_LETTER) && (byte | 0x20) <= 'f');
		if (form[i] == '-' ? byte != '-' : !is_hex) {
			return false;
		}
	}
	return true;
}

/* Reads the tag that may stand before an interval, and the colon after it. */
static bool take_tag(mynd_cursor *c, mynd_slice *tag)
{
	if (!mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_KEYWORD)) {
		return true;
	}
	*tag = mynd_lexer_take(c, MYND_LEX_NAME);
	return tag->len <= TAG_MAX && mynd_lexer_take_byte(c, ':');
}

static bool take_interval(mynd_cursor *c, uint64_t *first, uint64_t *last)
{
	if (!take_number(c, NUMBER_MAX, first) || *first == 0) {
		return false;
	}
	*last = *first;
	return !mynd_lexer_take_byte(c, '-') || (take_number(c, NUMBER_MAX, last) && *last >= *first);
}

/* Reads the next GTID of a text of MariaDB. Returns false at its end, and sets `bad` if it is malformed. */
static bool next_of_mariadb(reader *r)
{
	if (!begin_entry(r)) {
		return false;
	}
	r->bad = !take_number(&r->c, UINT32_MAX, &r->domain) || !mynd_lexer_take_byte(&r->c, '-') ||
	         !take_number(&r->c, UINT32_MAX, &r->server) || !mynd_lexer_take_byte(&r->c, '-') ||
	         !take_number(&r->c, UINT64_MAX, &r->number);
	return !r->bad;
}

/* Reads the next interval of a text of MySQL. Returns false at its end, and sets `bad` if it is malformed. */
static bool next_of_mysql(reader *r)
{
	if (!r->begun || !mynd_lexer_take_byte(&r->c, ':')) {
		if (!begin_entry(r)) {
			return false;
		}
		r->tag = (mynd_slice){0};
		r->bad = !take_uuid(&r->c, &r->uuid) || !mynd_lexer_take_byte(&r->c, ':');
	}
	r->bad = r->bad || !take_tag(&r->c, &r->tag) || !take_interval(&r->c, &r->first, &r->last);
	return !r->bad;
}

static bool next(reader *r)
{
	return r->of_mysql ? next_of_mysql(r) : next_of_mariadb(r);
}

static bool is_empty(mynd_slice text)
{
	reader r = over(text);
	return !next(&r) && !r.bad;
}

/* Returns true if the whole text has the form of this kind of server, or is empty. */
static bool has_form(mynd_slice text, bool of_mysql)
{
	reader r = over(text);
	while (next(&r)) {
	}
	return !r.bad && (!r.begun || r.of_mysql == of_mysql);
}

/*
 * Returns true if a server of MariaDB has the GTID that `wanted` has read. The state of a binary log has the
 * last number of each server in each domain. A replica applies the transactions of a domain in order, so what
 * it has replicated last counts for the whole domain. A number of another server in the binary log proves
 * nothing: a former primary may have written numbers that nobody else has.
 */
static bool has_number(const mynd_gtids *server, const reader *wanted)
{
	for (reader r = over(server->binlog); next(&r);) {
		if (r.domain == wanted->domain && r.server == wanted->server && r.number >= wanted->number) {
			return true;
		}
	}
	for (reader r = over(server->replicated); next(&r);) {
		if (r.domain == wanted->domain && r.number >= wanted->number) {
			return true;
		}
	}
	return false;
}

/* Returns true if two UUIDs, or two tags, are the same. The case of letters is ignored. */
static bool is_same(mynd_slice a, mynd_slice b)
{
	bool same = a.len == b.len;
	for (size_t i = 0; same && i < a.len; i++) {
		same = (a.ptr[i] | 0x20) == (b.ptr[i] | 0x20);
	}
	return same;
}

/*
 * Returns true if the intervals of a text cover the interval that `wanted` has read. Servers write them in
 * ascending order, so that they are read once; in another order they are read again for as long as that
 * covers more.
 */
static bool has_interval(mynd_slice executed, const reader *wanted)
{
	uint64_t covered = wanted->first - 1, before; /* up to which number */
	do {
		before = covered;
		for (reader r = over(executed); covered < wanted->last && next(&r);) {
			if (r.first - 1 <= covered && covered < r.last && is_same(r.uuid, wanted->uuid) &&
			    is_same(r.tag, wanted->tag)) {
				covered = r.last;
			}
		}
	} while (before < covered && covered < wanted->last);
	return covered >= wanted->last;
}

int mynd_gtids_have(const mynd_gtids *server, mynd_slice position)
{
	if (is_empty(position)) {
		return MYND_OK;
	}
	reader wanted = over(position);
	bool of_mysql = wanted.of_mysql;
	if (!has_form(position, of_mysql) || !has_form(server->binlog, of_mysql) ||
	    !has_form(server->replicated, of_mysql) || (of_mysql && !is_empty(server->replicated))) {
		return MYND_BAD;
	}
	bool has = true;
	while (has && next(&wanted)) {
		has = of_mysql ? has_interval(server->binlog, &wanted) : has_number(server, &wanted);
	}
	return has ? MYND_OK : MYND_MORE;
}
