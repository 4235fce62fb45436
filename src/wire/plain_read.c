/*
 * Decides which queries are plain reads, and which of these may be sent before the program asks for them
 * (mynd_sql_read_of).
 *
 * Always true: a query of which any word outside of quotes and comments is not understood as harmless is
 * MYND_SQL_READ_OTHER. Words count even if they are only names of columns, which can only make fewer queries
 * plain.
 * Sources: "SELECT Statement", "Locking Reads", "Information Functions", "Date and Time Functions",
 * "Optimizer Hints" in the manuals of both servers.
 */
#include "lexer.h"
#include "sql.h"
#include "words.h"

static bool accept_name(void *context, mynd_slice name)
{
	(void) context;
	(void) name;
	return true;
}

/*
 * Words that make a query no plain read: it locks, waits, leaves something that a later query may ask about,
 * or returns other rows each time.
 */
static const char *const not_plain[] = {"FOR", "LOCK", "SQL_CALC_FOUND_ROWS", "EXAMINED", "SQL_BUFFER_RESULT",
    "HANDLER", "RAND", "UUID", "SLEEP", "BENCHMARK", NULL};

/* Functions whose value depends on the time or on the session. */
static const char *const not_ahead[] = {"NOW", "SYSDATE", "CURDATE", "CURTIME", "CURRENT_DATE",
    "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "UTC_DATE", "UTC_TIME",
    "UTC_TIMESTAMP", "UNIX_TIMESTAMP", "CONNECTION_ID", NULL};

static mynd_sql_read kind_of_word(mynd_slice word)
{
	static const unsigned no =
	    MYND_WORD_DIAGNOSTICS | MYND_WORD_ASKS | MYND_WORD_LEAVES | MYND_WORD_INSERT_ID | MYND_WORD_SEQUENCE;
	if ((mynd_words_of(word) & no) || mynd_lexer_is_listed(word, not_plain)) {
		return MYND_SQL_READ_OTHER;
	}
	return mynd_lexer_is_listed(word, not_ahead) ? MYND_SQL_READ_PLAIN : MYND_SQL_READ_AHEAD;
}

/* Reads the next part after blanks and comments. */
static mynd_sql_read kind_of_part(mynd_lexer *r)
{
	uint8_t byte = *r->c.pos;
	if (mynd_lexer_is(byte, MYND_LEX_QUOTE)) {
		mynd_lexer_skip_quoted(r);
		return MYND_SQL_READ_AHEAD;
	}
	if (mynd_lexer_is(byte, MYND_LEX_IDENTIFIER)) {
		return kind_of_word(mynd_lexer_take(&r->c, MYND_LEX_IDENTIFIER));
	}
	r->c.pos++;
	return byte == '@' ? MYND_SQL_READ_OTHER : MYND_SQL_READ_AHEAD;
}

mynd_sql_read mynd_sql_read_of(mynd_slice sql, bool no_backslash, bool wide, size_t *hint_at)
{
	mynd_sql_names names = {accept_name, NULL};
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false, false};
	mynd_sql_read least = MYND_SQL_READ_AHEAD;
	mynd_lexer_skip(&r.c, MYND_LEX_BLANK);
	if (!mynd_lexer_is_word(mynd_lexer_take(&r.c, MYND_LEX_IDENTIFIER), "SELECT") ||
	    !mynd_sql_only_reads(sql, no_backslash, wide, &names)) {
		return MYND_SQL_READ_OTHER;
	}
	*hint_at = (size_t) (r.c.pos - sql.ptr);
	mynd_lexer_skip(&r.c, MYND_LEX_BLANK);
	*hint_at = mynd_lexer_at(&r.c, 0) == '/' ? 0 : *hint_at;
	mynd_lexer_skip_all_blanks(&r);
	while (mynd_cursor_left(&r.c) > 0 && least != MYND_SQL_READ_OTHER) {
		mynd_sql_read kind = kind_of_part(&r);
		least = kind < least ? kind : least;
		mynd_lexer_skip_all_blanks(&r);
	}
	return r.unsure ? MYND_SQL_READ_OTHER : least;
}
