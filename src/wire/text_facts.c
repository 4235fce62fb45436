/*
 * Facts about a query (text_facts.h): which reading finds which fact; the reading of the first words, and
 * that of all words.
 *
 * Always true: bytes over 0x7F are never interpreted. The second byte of an SJIS, Big5 or GBK character may
 * be a letter or a backslash, but never white space, a quote, a question mark or a digit. In some character
 * sets a byte over 0x7F is white space (0xA0 in latin1) and ends a word, so a word that touches such a byte
 * must be found, too.
 */
#include "text_parts.h"

#include "lexer.h"
#include "sql.h"
#include "words.h"

/* Facts that only this file uses. */
enum {
	/* the query has a word with which a definition begins, or with which one may be run */
	NAMES_DEFINITION = 1 << 15,
	DEFINES = 1 << 16,    /* mynd_text_defines() is true of the query, provided that it is one statement */
	IS_SET = 1 << 17,     /* SET, USE */
	MAY_UPDATE = 1 << 18, /* UPDATE, WITH */
	IS_CALL = 1 << 19,
	LOADS = 1 << 20, /* LOAD */
	MAKES = 1 << 21, /* CREATE, ALTER */
	SHOWS = 1 << 22,
	/*
	 * the query has the words of an UPDATE of performance_schema.threads, with or without the database's name
	 */
	HAS_THREADS = 1 << 23,

	BY_FIRST_WORDS = MYND_TEXT_ALTERS | MYND_TEXT_PREPARES | MYND_TEXT_BEGINS | MYND_TEXT_SELECTS | DEFINES |
	                 IS_SET | MAY_UPDATE | IS_CALL | LOADS | MAKES | SHOWS,
	BY_WORDS = MYND_TEXT_ASKS_LAST | MYND_TEXT_ASKS_FOUND_ROWS | MYND_TEXT_USES_TABLES | MYND_TEXT_OF_SCHEMA |
	           MYND_TEXT_ROLE | MYND_TEXT_SCHEMA | MYND_TEXT_TRACKING | MYND_TEXT_THREAD | HAS_THREADS |
	           NAMES_DEFINITION,
	BY_PROLOGUE = MYND_TEXT_PROLOGUE | MYND_TEXT_ONLY_SETS,
};

/* Flags in mynd_text_facts.parts, beside the result of mynd_text_read_parts(). */
enum { PARTS_READ = 16, PARTS_READ_WITHOUT_BACKSLASH = 32 };

/* --- first words --- */

/* Takes a word with the bytes over 0x7F that touch it: they make it another word. */
static mynd_slice take_word(mynd_cursor *c)
{
	return mynd_lexer_take(c, MYND_LEX_KEYWORD | MYND_LEX_HIGH);
}

static mynd_slice next_word(mynd_cursor *c)
{
	mynd_lexer_skip_blanks(c);
	return take_word(c);
}

/* Returns true for BEGIN [WORK]; any other query that begins with BEGIN is a block of statements. */
static bool is_plain_begin(mynd_cursor c)
{
	mynd_slice word = next_word(&c);
	return (word.len == 0 || mynd_lexer_is_word(word, "WORK")) && mynd_lexer_skip_to_end(&c);
}

/* Returns true for SET AUTOCOMMIT = 0 or 1. */
static bool is_set_autocommit(mynd_cursor c)
{
	if (!mynd_lexer_is_word(next_word(&c), "AUTOCOMMIT")) {
		return false;
	}
	mynd_lexer_skip_blanks(&c);
	if (!mynd_lexer_take_byte(&c, '=')) {
		return false;
	}
	mynd_lexer_skip_blanks(&c);
	return (mynd_lexer_take_byte(&c, '0') || mynd_lexer_take_byte(&c, '1')) && mynd_lexer_skip_to_end(&c);
}

/* Returns true for MariaDB's SET STATEMENT ... FOR, which runs any statement. */
static bool runs_another(mynd_cursor c)
{
	return mynd_lexer_is_word(next_word(&c), "STATEMENT");
}

/* First words: of USE, and of statements that define nothing and change nothing that a prepare depends on. */
static const char *const leave_prepares_alone[] = {"USE", "DO", "KILL", "FLUSH", "TRUNCATE", "ANALYZE",
    "OPTIMIZE", "CHECK", "CHECKSUM", "REPAIR", "HANDLER", "VALUES", "TABLE", "LOAD", NULL};
/* First words of the other statements that define nothing. */
static const char *const change_the_session[] = {
    "SET", "XA", "PREPARE", "DEALLOCATE", "LOCK", "UNLOCK", NULL};

/*
 * Returns the facts about a query that may alter the session. `bare`: no parenthesis stands before the first
 * word.
 */
static unsigned facts_of_altering(mynd_slice word, unsigned says, mynd_cursor behind, bool bare)
{
	bool another = mynd_lexer_is_word(word, "SET") && runs_another(behind);
	bool prepares = !bare || !(says & MYND_WORD_PREPARES_NOTHING) || another;
	bool is_listed =
	    mynd_lexer_is_listed(word, leave_prepares_alone) || mynd_lexer_is_listed(word, change_the_session);
	bool defines = !bare || !is_listed || another;
	return MYND_TEXT_ALTERS | (prepares ? MYND_TEXT_PREPARES : 0) | (defines ? DEFINES : 0);
}

static bool is_transaction(mynd_slice word, mynd_lexer behind)
{
	if (!mynd_lexer_is_word(word, "START")) {
		return mynd_lexer_is_word(word, "BEGIN");
	}
	mynd_lexer_skip_all_blanks(&behind);
	return mynd_lexer_is_word(mynd_lexer_take(&behind.c, MYND_LEX_KEYWORD), "TRANSACTION");
}

/*
 * Returns the facts that the first word alone decides, whether or not an executable comment stands before it.
 */
static unsigned kind_of(mynd_slice word, const mynd_lexer *behind, bool bare)
{
	static const struct {
		char word[7];
		unsigned kind;
	} kinds[] = {{"SHOW", SHOWS}, {"UPDATE", MAY_UPDATE}, {"WITH", MAY_UPDATE}, {"SET", IS_SET},
	    {"USE", IS_SET}, {"CALL", IS_CALL}, {"LOAD", LOADS}, {"CREATE", MAKES}, {"ALTER", MAKES}};
	if (mynd_lexer_is_word(word, "SELECT")) {
		return mynd_lexer_is(mynd_lexer_at(&behind->c, 0), MYND_LEX_IDENTIFIER) ? 0 : MYND_TEXT_SELECTS;
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (mynd_lexer_is_word(word, kinds[i].word)) {
			return kinds[i].kind;
		}
	}
	return bare && is_transaction(word, *behind) ? MYND_TEXT_BEGINS : 0;
}

/*
 * Returns the facts that the query's first words decide. If the query begins with an executable comment, the
 * query may alter anything, and the word after the comment's opening adds only the facts of kind_of().
 */
static unsigned read_first_words(mynd_slice sql)
{
	mynd_lexer r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, .wide = true};
	mynd_cursor *c = &r.c;
	bool bare = true;
	for (mynd_lexer_skip_blanks(c); mynd_lexer_take_byte(c, '('); bare = false) {
		mynd_lexer_skip_blanks(c);
	}
	mynd_slice word = mynd_lexer_take(c, MYND_LEX_KEYWORD);
	if (word.len == 0) {
		bare &= mynd_lexer_skip_opening(&r) == 0;
		word = mynd_lexer_take(c, MYND_LEX_KEYWORD);
		return MYND_TEXT_ALTERS | MYND_TEXT_PREPARES | DEFINES | kind_of(word, &r, bare);
	}
	unsigned kind = kind_of(word, &r, bare), says = mynd_words_of(word);
	/* the byte makes the word another one, or is a blank */
	if (mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_HIGH)) {
		return MYND_TEXT_ALTERS | MYND_TEXT_PREPARES | DEFINES | kind;
	}
	bool harmless = (says & MYND_WORD_HARMLESS) ||
	                (mynd_lexer_is_word(word, "BEGIN") && is_plain_begin(*c)) ||
	                (mynd_lexer_is_word(word, "SET") && is_set_autocommit(*c));
	return harmless ? kind : kind | facts_of_altering(word, says, *c, bare);
}

/* --- words anywhere --- */

static bool has_byte(mynd_slice sql, uint8_t byte)
{
	return sql.len > 0 && memchr(sql.ptr, byte, sql.len) != NULL;
}

/*
 * Returns true if more than blanks, comments and semicolons follows a semicolon. A semicolon in a literal
 * counts; one in the comments before the first word does not.
 */
static bool may_hold_several(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	const uint8_t *semicolon;
	mynd_lexer_skip_blanks(&c);
	while ((semicolon = memchr(c.pos, ';', mynd_cursor_left(&c))) != NULL) {
		mynd_cursor rest = {semicolon, c.end};
		if (!mynd_lexer_skip_to_end(&rest)) {
			return true;
		}
		c.pos = semicolon + 1;
	}
	return false;
}

/* The meanings of all words of a query, and the words that mean something only in pairs. */
typedef struct sum {
	unsigned says, kept; /* `kept`: meanings about state that a reset does not undo */
	bool resource, group, defines;
	bool threads, column;
} sum;

/*
 * Returns true if the word is part of another name: of a user variable `@name` (but `@@name` is a variable of
 * the server), or of a name with digits after the word. Digits before the word do not count: they may be the
 * version of an executable comment.
 */
static bool is_other_name(mynd_slice sql, mynd_slice word, uint8_t behind)
{
	size_t before = (size_t) (word.ptr - sql.ptr);
	return mynd_lexer_is(behind, MYND_LEX_DIGIT) ||
	       (before > 0 && word.ptr[-1] == '@' && (before == 1 || word.ptr[-2] != '@'));
}

#define KEPT (MYND_WORD_ROLE | MYND_WORD_SCHEMA | MYND_WORD_TRACKING | MYND_WORD_THREAD)

static void add_word(sum *s, mynd_slice sql, mynd_slice word, uint8_t behind)
{
	unsigned says = mynd_words_of(word);
	bool high = behind >= 0x80 || (word.ptr > sql.ptr && word.ptr[-1] >= 0x80);
	s->says |= high ? says & ~(unsigned) MYND_WORD_TABLES : says;
	s->defines |= (says & MYND_WORD_DEFINES) != 0;
	switch (*word.ptr | 0x20) {
	case 'c':
		s->defines |= mynd_lexer_is_word(word, "CALL");
		break;
	case 'e':
		s->defines |= mynd_lexer_is_word(word, "EXECUTE");
		break;
	case 'r':
		s->defines |= mynd_lexer_is_word(word, "RENAME");
		s->resource |= mynd_lexer_is_word(word, "RESOURCE") && !is_other_name(sql, word, behind);
		break;
	case 'g':
		s->group |= mynd_lexer_is_word(word, "GROUP") && !is_other_name(sql, word, behind);
		break;
	case 't':
		s->threads |= mynd_lexer_is_word(word, "THREADS");
		break;
	case 'i':
	case 'h':
		s->column |= mynd_lexer_is_word(word, "INSTRUMENTED") || mynd_lexer_is_word(word, "HISTORY");
		break;
	default:
		break;
	}
	if ((says & KEPT) && !is_other_name(sql, word, behind)) {
		s->kept |= says & KEPT;
	}
}

static unsigned read_words(mynd_slice sql, unsigned first)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	sum s = {0};
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = mynd_lexer_take(&c, MYND_LEX_KEYWORD);
		if (word.len > 0) {
			add_word(&s, sql, word, mynd_lexer_at(&c, 0));
		} else {
			c.pos++;
		}
	}
	bool asks = (s.says & MYND_WORD_OF_SCHEMA) && ((first & SHOWS) || has_byte(sql, '@'));
	bool of_schema = (first & LOADS) || ((first & MAKES) && (s.says & MYND_WORD_ROUTINE)) || asks;
	bool found_rows = (first & IS_CALL) || (s.says & MYND_WORD_FOUND_ROWS);
	bool thread = (s.kept & MYND_WORD_THREAD) || (s.resource && s.group);
	return (s.says & MYND_WORD_DIAGNOSTICS ? MYND_TEXT_ASKS_LAST : 0) |
	       (found_rows ? MYND_TEXT_ASKS_FOUND_ROWS : 0) |
	       (s.says & MYND_WORD_TABLES ? MYND_TEXT_USES_TABLES : 0) | (of_schema ? MYND_TEXT_OF_SCHEMA : 0) |
	       (s.kept & MYND_WORD_ROLE ? MYND_TEXT_ROLE : 0) |
	       (s.kept & MYND_WORD_SCHEMA ? MYND_TEXT_SCHEMA : 0) |
	       (s.kept & MYND_WORD_TRACKING ? MYND_TEXT_TRACKING : 0) | (thread ? MYND_TEXT_THREAD : 0) |
	       (s.threads && s.column ? HAS_THREADS : 0) | (s.defines ? NAMES_DEFINITION : 0);
}

/* --- asking for facts --- */

static void learn(mynd_text_facts *text, unsigned which, unsigned says)
{
	text->known |= which;
	text->says |= says & which;
}

static unsigned read_prologue(mynd_slice sql)
{
	bool is_one = mynd_sql_in_prologue(sql) != MYND_SQL_PROLOGUE_NOT;
	return (is_one ? MYND_TEXT_PROLOGUE : 0) | (is_one && mynd_sql_only_sets(sql) ? MYND_TEXT_ONLY_SETS : 0);
}

static bool may_name_definition(mynd_slice sql)
{
	static const char *const begins[] = {"cre", "alt", "dro", "ren", "tru", "cal", "exe"};
	size_t i = 0;
	while (i < sizeof begins / sizeof *begins && !mynd_lexer_may_have(sql, begins[i])) {
		i++;
	}
	return i < sizeof begins / sizeof *begins;
}

/* Notes rare facts as false if a quick search shows that, so that the words of most queries are not read. */
static void rule_out(mynd_text_facts *text, unsigned facts)
{
	if ((facts & MYND_TEXT_OF_SCHEMA) && !(text->says & (LOADS | MAKES | SHOWS)) &&
	    !has_byte(text->sql, '@')) {
		learn(text, MYND_TEXT_OF_SCHEMA, 0);
	}
	if ((facts & MYND_TEXT_ASKS_FOUND_ROWS) && !(text->says & IS_CALL) &&
	    !mynd_lexer_may_have(text->sql, "fou")) {
		learn(text, MYND_TEXT_ASKS_FOUND_ROWS, 0);
	}
	if ((facts & NAMES_DEFINITION) && !may_name_definition(text->sql)) {
		learn(text, NAMES_DEFINITION, 0);
	}
	if ((facts & HAS_THREADS) && !mynd_lexer_may_have(text->sql, "thr")) {
		learn(text, HAS_THREADS, 0);
	}
}

unsigned mynd_text_ask(mynd_text_facts *text, unsigned facts)
{
	unsigned missing = facts & ~text->known;
	if (missing == 0) {
		return text->says & facts;
	}
	if ((missing & (BY_FIRST_WORDS | BY_WORDS)) && !(text->known & BY_FIRST_WORDS)) {
		learn(text, BY_FIRST_WORDS, read_first_words(text->sql));
	}
	if (missing & BY_WORDS) {
		rule_out(text, missing);
	}
	if (missing & BY_WORDS & ~text->known) {
		learn(text, BY_WORDS, read_words(text->sql, text->says));
	}
	if (missing & MYND_TEXT_SEVERAL) {
		learn(text, MYND_TEXT_SEVERAL, may_hold_several(text->sql) ? MYND_TEXT_SEVERAL : 0);
	}
	if (missing & BY_PROLOGUE) {
		learn(text, BY_PROLOGUE, read_prologue(text->sql));
	}
	return text->says & facts;
}

unsigned mynd_text_survives_reset(mynd_text_facts *text, bool several)
{
	static const unsigned kept =
	    MYND_TEXT_ROLE | MYND_TEXT_SCHEMA | MYND_TEXT_TRACKING | MYND_TEXT_THREAD | HAS_THREADS;
	if (!mynd_text_asks(text, MYND_TEXT_ALTERS, several)) {
		bool threads = mynd_text_ask(text, MAY_UPDATE) && mynd_text_ask(text, HAS_THREADS);
		return threads ? MYND_SQL_THREAD : 0;
	}
	unsigned found = mynd_text_ask(text, kept);
	return (found & MYND_TEXT_ROLE ? MYND_SQL_ROLE : 0) | (found & MYND_TEXT_SCHEMA ? MYND_SQL_SCHEMA : 0) |
	       (found & MYND_TEXT_TRACKING ? MYND_SQL_TRACKING : 0) |
	       (found & (MYND_TEXT_THREAD | HAS_THREADS) ? MYND_SQL_THREAD : 0);
}

bool mynd_text_defines(mynd_text_facts *text, bool several)
{
	bool is_one = mynd_text_holds_one(text, several);
	return mynd_text_ask(text, is_one ? DEFINES : DEFINES | NAMES_DEFINITION) != 0;
}

bool mynd_text_only_creates(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	mynd_slice first = next_word(&c), second = next_word(&c);
	bool temporary = mynd_lexer_is_word(second, "TEMPORARY");
	return mynd_lexer_is_word(first, "CREATE") ? temporary || mynd_lexer_is_word(second, "TABLE")
	                                           : mynd_lexer_is_word(first, "DROP") && temporary;
}

bool mynd_text_leaves_prepares_alone(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	return mynd_lexer_is_listed(next_word(&c), leave_prepares_alone);
}

/* --- parts --- */

static unsigned read_parts(mynd_text_facts *text, bool no_backslash)
{
	unsigned how = PARTS_READ | (no_backslash ? PARTS_READ_WITHOUT_BACKSLASH : 0);
	if ((text->parts & (PARTS_READ | PARTS_READ_WITHOUT_BACKSLASH)) != how) {
		text->parts = how | mynd_text_read_parts(text->sql, no_backslash, text->tables);
	}
	return text->parts;
}

unsigned mynd_text_session_use(mynd_text_facts *text, bool no_backslash, bool wide)
{
	static const unsigned unknown = MYND_SQL_LEAVES | MYND_SQL_ASKS;
	unsigned parts = read_parts(text, no_backslash);
	return wide && (parts & MYND_PARTS_AMBIGUOUS) ? unknown : parts & unknown;
}

/* Returns true if a word of mynd_text_is_of_role() is anywhere in the query, even in a literal or comment. */
static bool has_word_of_role(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = mynd_lexer_take(&c, MYND_LEX_KEYWORD);
		if (mynd_text_is_of_role(word)) {
			return true;
		}
		c.pos += word.len == 0;
	}
	return false;
}

bool mynd_text_keeps_nothing(mynd_text_facts *text, bool no_backslash)
{
	if (mynd_text_ask(text, IS_SET)) {
		text->tables->count = 0;
		return !has_word_of_role(text->sql) &&
		       (mynd_text_ask(text, MYND_TEXT_PROLOGUE) || mynd_sql_sets_constants(text->sql) ||
		           !mynd_text_asks(text, MYND_TEXT_ALTERS, true));
	}
	return !(read_parts(text, no_backslash) & (MYND_PARTS_KEEP | MYND_PARTS_AMBIGUOUS));
}
