/*
 * What reads SQL texts: the scanner of placeholders, the reader of words, the search for LOCAL, escaping.
 *
 *   1 byte character set, 1 byte dialect, 4 bytes version, the text
 *
 * For memory, and for what holds of any text. Whether servers read a text in the same way is what
 * tests/scanner is for.
 */
#include "fuzz.h"

#include "../tests/unit/wire_lexer.h"
#include "wire/command.h"
#include "wire/digest.h"
#include "wire/placeholders.h"
#include "wire/sql.h"
#include "wire/text_facts.h"

/* --- placeholders --- */

static void check_placeholder(mynd_slice sql, const mynd_placeholder *p, const uint8_t *behind)
{
	const uint8_t *end = sql.ptr + sql.len;
	if (p->text.ptr < behind || p->text.len == 0 || p->text.len > (size_t) (end - p->text.ptr)) {
		fuzz_fail("a placeholder that is not in the text");
	}
	bool marks = memcmp(p->text.ptr, "??", p->text.len < 2 ? p->text.len : 2) == 0;
	if (p->kind == MYND_PLACEHOLDER_NAME
	        ? p->text.ptr[0] != ':' || p->text.len < 2
	        : !marks || p->text.len != 1u + (p->kind == MYND_PLACEHOLDER_ESCAPED)) {
		fuzz_fail("a placeholder of kind %d that is none", (int) p->kind);
	}
}

/* Question marks that the server sees; false: that is not known. */
static bool count_marks(mynd_slice sql, const mynd_sql_dialect *dialect, uint32_t *count)
{
	mynd_placeholder_scan scan = mynd_placeholders_of(sql, dialect);
	mynd_placeholder found;
	const uint8_t *behind = sql.ptr;
	*count = 0;
	while (mynd_placeholder_next(&scan, &found)) {
		check_placeholder(sql, &found, behind);
		behind = found.text.ptr + found.text.len;
		*count += found.kind == MYND_PLACEHOLDER_POSITION  ? 1
		          : found.kind == MYND_PLACEHOLDER_ESCAPED ? 2
		                                                   : 0;
	}
	if (mynd_placeholder_next(&scan, &found)) {
		fuzz_fail("a placeholder behind the last one");
	}
	return !scan.ended_early;
}

static void placeholders(mynd_slice sql, const mynd_sql_dialect *dialect)
{
	uint32_t counted, certain;
	bool known = count_marks(sql, dialect, &counted);
	if (mynd_sql_count_placeholders(sql, &certain) && known && counted != certain) {
		fuzz_fail("%u placeholders for certain, and %u of them", certain, counted);
	}
}

/* --- digests --- */

static void digest(mynd_slice sql)
{
	char to[64];
	size_t whole = mynd_sql_digest(sql, to, sizeof to), less = whole / 2;
	char cut[64];
	if (whole > sizeof to || mynd_sql_digest(sql, cut, less) > less) {
		fuzz_fail("a digest of %zu bytes in %zu", whole, sizeof to);
	}
}

/* --- words --- */

static void words(mynd_slice sql)
{
	mynd_text_facts facts = mynd_text_facts_of(sql);
	bool alters = mynd_text_asks(&facts, MYND_TEXT_ALTERS, false),
	     several = mynd_text_asks(&facts, MYND_TEXT_ALTERS, true);
	if (alters && !several) {
		fuzz_fail("one statement alters the session, several do not");
	}
	if ((!alters && mynd_text_survives_reset(&facts, false) != 0) ||
	    (!several && mynd_text_survives_reset(&facts, true) != 0)) {
		fuzz_fail("what does not alter the session outlives a reset");
	}
	mynd_sql_change change = mynd_sql_changes(sql);
	if (change > MYND_SQL_INSERTS_ONE || mynd_sql_value_shape(sql) == 0) {
		fuzz_fail("an answer that is none");
	}
}

static bool is_inside(mynd_slice sql, mynd_slice part)
{
	return part.ptr >= sql.ptr && part.ptr + part.len <= sql.ptr + sql.len;
}

#define ALL_FACTS (2 * MYND_TEXT_ONLY_SETS - 1)

static void session_use(mynd_slice sql, const mynd_sql_dialect *dialect)
{
	mynd_text_tables tables;
	mynd_text_facts facts = mynd_text_facts_of(sql), with_tables = {.sql = sql, .tables = &tables};
	unsigned narrow = mynd_text_session_use(&facts, dialect->no_backslash, false),
	         wide = mynd_text_session_use(&facts, dialect->no_backslash, true);
	if (((narrow | wide) & ~(unsigned) (MYND_SQL_LEAVES | MYND_SQL_ASKS)) != 0 || (narrow & ~wide) != 0) {
		fuzz_fail("a text that leaves %u, and %u where characters are wide", narrow, wide);
	}
	if (mynd_text_session_use(&with_tables, dialect->no_backslash, true) != wide) {
		fuzz_fail("a text that leaves %u is read in another way with its tables", wide);
	}
	bool keeps_nothing = mynd_text_keeps_nothing(&with_tables, dialect->no_backslash);
	for (unsigned i = 0; keeps_nothing && i < tables.count; i++) {
		const mynd_text_table *table = &tables.each[i];
		if (!is_inside(sql, table->name) || table->name.len == 0 ||
		    (table->schema.len > 0 && !is_inside(sql, table->schema))) {
			fuzz_fail("a table that is not in the text");
		}
	}
}

/* A fact is the same whether it is asked for alone or behind others. */
static void facts(mynd_slice sql)
{
	mynd_text_facts all = mynd_text_facts_of(sql);
	unsigned says = mynd_text_ask(&all, ALL_FACTS);
	for (unsigned fact = 1; fact & ALL_FACTS; fact <<= 1) {
		mynd_text_facts one = mynd_text_facts_of(sql);
		if (mynd_text_ask(&one, fact) != (says & fact)) {
			fuzz_fail("fact %#x alone is another one", fact);
		}
	}
}

static bool is_letter(uint8_t byte)
{
	return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
}

/* As command.c has it, byte by byte. */
static bool has_local(mynd_slice sql)
{
	for (size_t i = 0; i + 5 <= sql.len; i++) {
		uint8_t word[5];
		for (size_t k = 0; k < 5; k++) {
			word[k] = sql.ptr[i + k] | 0x20;
		}
		bool before = i > 0 && (is_letter(sql.ptr[i - 1]) || sql.ptr[i - 1] == '_');
		uint8_t next = i + 5 < sql.len ? sql.ptr[i + 5] : ' ';
		bool after = is_letter(next) || next == '_' || (next >= '0' && next <= '9');
		if (memcmp(word, "local", 5) == 0 && !before && !after) {
			return true;
		}
	}
	return false;
}

static void barrier(mynd_slice sql)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	if (mynd_command_is_barrier(&command) != has_local(sql)) {
		fuzz_fail("a text is %sa barrier", has_local(sql) ? "not " : "");
	}
}

/* --- literals --- */

/* What was escaped reads as it was, by the model of the unit tests. */
static void literal(mynd_slice text, const lexer_charset *model, bool no_backslash)
{
	const mynd_charset *charset = mynd_charset_by_name(mynd_slice_of(model->name));
	uint8_t *escaped = malloc(2 * text.len + 1), *value = malloc(2 * text.len + 2);
	size_t value_len, len = mynd_escape(charset, no_backslash, text, escaped);
	if (len > 2 * text.len || escaped[len] != '\0') {
		fuzz_fail("%zu bytes are escaped in %zu", text.len, len);
	}
	escaped = realloc(escaped, 2 * text.len + 2);
	escaped[len] = '\'';
	const uint8_t *end = lexer_literal(model, no_backslash, escaped, escaped + len + 1, value, &value_len);
	if (end != escaped + len) {
		fuzz_fail("a literal in %s ends elsewhere", model->name);
	}
	if (value_len != text.len || (value_len > 0 && memcmp(value, text.ptr, value_len) != 0)) {
		fuzz_fail("a literal in %s reads as another", model->name);
	}
	free(escaped);
	free(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	mynd_cursor c = mynd_cursor_over(data, size);
	const lexer_charset *model = &lexer_charsets[fuzz_int(&c, 1) % lexer_charset_count];
	uint8_t flags = (uint8_t) fuzz_int(&c, 1);
	uint32_t version = (uint32_t) fuzz_int(&c, 4) % 200000;
	mynd_sql_dialect dialect = {flags & 8 ? NULL : mynd_charset_by_name(mynd_slice_of(model->name)),
	    (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, flags & 16 ? 0 : version};
	mynd_slice sql = fuzz_copy(mynd_cursor_rest(&c));
	fuzz_memory_start(0);
	placeholders(sql, &dialect);
	words(sql);
	digest(sql);
	session_use(sql, &dialect);
	facts(sql);
	barrier(sql);
	literal(sql, model, (flags & 1) != 0);
	mynd_charset_by_name(sql);
	mynd_charset_by_id(version);
	fuzz_memory_end();
	free((void *) sql.ptr);
	return 0;
}
