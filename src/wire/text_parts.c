/*
 * Reads the parts of a query: words, quoted parts, signs. One pass answers two questions.
 *
 * The question of the session (mynd.reconnect): does the query change state of its session ("leaves"), or
 * depend on state that only this session has ("asks")? The answer is no only if the first word is one of a
 * list and words.c has no other word of the query as one that leaves or asks. That table has all these words,
 * even those whose effects servers report, because servers do not report all state of a session (a variable
 * set by `:=` or INTO, a lock of GET_LOCK, a temporary table that is made from a SELECT, HANDLER; tried).
 *
 * The question of traces (pools): may the query set a role, or record a profile, whatever its tables are?
 * Tables stand after FROM, JOIN, INTO, TABLE, after a comma in a list of tables, and at the beginning of a
 * statement that changes rows. A list of tables begins with FROM and ends with a reserved word. If words.c
 * lacks that word, names that are no tables are taken for tables, which is safe.
 *
 * Sources: "SQL Statements", "Comment Syntax", "String Literals", "Information Functions", "Locking
 * Functions" in the manuals of both servers, "SEQUENCE Functions" in MariaDB's.
 * Always true: where servers may read a query in more than one way (a backslash between double quotes, an
 * executable comment, a comment in a comment, a second statement), both answers are yes. Words are runs of
 * letters and underscores anywhere outside quotes and comments, even if they are only parts of names, which
 * can only make an answer yes. The reading never looks ahead: whether a name is a table or a function is
 * decided when the part after it is read.
 */
#include "builtin.h"
#include "lexer.h"
#include "text_parts.h"
#include "words.h"

#define UNKNOWN (MYND_PARTS_LEAVE | MYND_PARTS_ASK)

/* The parts that are expected next, for the question of the session, as a bit set. */
enum {
	/* after NEXT or PREVIOUS, which together with VALUE are an expression about a sequence */
	AFTER_SEQUENCE = 1,
	AFTER_INSERT_ID = 2,  /* after LAST_INSERT_ID: () must follow, because with an argument it sets the id */
	IN_INSERT_ID = 4,     /* inside the parentheses of LAST_INSERT_ID() */
	BEFORE_ROW_TABLE = 8, /* before the table that rows are put into: keywords may come first */
	AFTER_ROW_TABLE = 16, /* after a name, or a part of a name, of the table that rows are put into */
	IN_ROW_TABLE = 32     /* after a point in the name of the table that rows are put into */
};

/* The part that was read last, for the question of traces; blanks and comments do not count. */
typedef enum last {
	NOTHING,
	A_WORD,   /* a word; a keyword if neither a point nor a parenthesis follows */
	A_NUMBER, /* no parenthesis may follow */
	A_NAME,   /* a quoted name, or one with a point; no parenthesis may follow either */
	A_TABLE,  /* a table: `name` */
	A_TABLE_OF_SCHEMA /* a table: `name` in the database `schema` */,
	A_VARIABLE, /* a variable of the server */
	A_VARIABLE_BEGINS /* the at signs of a variable of the server, whose name has not been read */,
	A_POINT,            /* a point in a name */
	A_POINT_OF_TABLE,   /* a point between a database and its table */
	A_POINT_OF_VARIABLE /* a point in the name of a variable */
} last;

typedef struct reading {
	mynd_lexer r;
	bool adjacent;  /* no blank or comment is between the last part and the next one */
	bool is_quoted; /* the last part is a name between quotes */
	bool is_name;   /* the last part is a name without quotes, `word` */
	bool point, qualified;
	mynd_slice word;
	unsigned says; /* meanings of `word` */
	/* for the question of the session */
	bool asks_use;
	unsigned use, waits;
	bool defines; /* in the definition of a table or index: a word before a parenthesis is a name or type */
	/* for the question of traces */
	bool asks_traces;
	bool changes, deletes;
	bool expects; /* a table comes next */
	last last;
	unsigned depth;
	uint64_t lists; /* bit n: a list of tables is open at depth n of parentheses */
	mynd_slice schema, name;
	mynd_text_tables *tables;
} reading;

#define DEEPEST 63

/* --- words --- */

static mynd_slice next_word(mynd_lexer *r)
{
	mynd_lexer_skip_all_blanks(r);
	return mynd_lexer_take(&r->c, MYND_LEX_KEYWORD);
}

static bool is_digit(uint8_t byte)
{
	return mynd_lexer_is(byte, MYND_LEX_DIGIT);
}

static size_t skip_digits(mynd_slice word, size_t i)
{
	while (i < word.len && is_digit(word.ptr[i])) {
		i++;
	}
	return i;
}

static bool is_number(mynd_slice word)
{
	return skip_digits(word, 0) == word.len;
}

/*
 * Returns true for 12, 1e5, the beginning of 1e-5, 0xFF. A keyword may directly follow other numbers
 * (1.5FROM).
 */
static bool is_whole_number(mynd_slice word)
{
	size_t i = skip_digits(word, 0);
	if (i == 1 && word.len > 2 && word.ptr[0] == '0' && word.ptr[1] == 'x') {
		for (i = 2; i < word.len &&
		            (is_digit(word.ptr[i]) || ((word.ptr[i] | 0x20) >= 'a' && (word.ptr[i] | 0x20) <= 'f'));
		     i++) {
		}
		return i == word.len;
	}
	return i == word.len || ((word.ptr[i] | 0x20) == 'e' && skip_digits(word, i + 1) == word.len);
}

/* --- the question of the session: does the query leave something, or ask --- */

static void doubt_use(reading *p)
{
	p->use = UNKNOWN;
	p->asks_use = false;
}

/*
 * Notes what a word with the meanings `says` (words.h) contributes to the answer. Not called for statements
 * whose first word already changes the session's state (SET, CALL, HANDLER ...).
 */
static void use_of_word(reading *p, unsigned says, bool ends_name)
{
	if (says & MYND_WORD_LEAVES) {
		doubt_use(p);
	}
	if (says & (MYND_WORD_ASKS | MYND_WORD_INSERT_ID | MYND_WORD_SEQUENCE)) {
		p->use |= says & MYND_WORD_ASKS ? MYND_PARTS_ASK : 0;
		if (says & MYND_WORD_INSERT_ID) {
			p->waits |= AFTER_INSERT_ID;
		}
		if (says & MYND_WORD_SEQUENCE) {
			p->waits |= AFTER_SEQUENCE;
		}
		if (!ends_name && (says & MYND_WORD_INSERT_ID)) {
			doubt_use(p);
		}
	}
	p->defines &= (says & (MYND_WORD_SINGLE | MYND_WORD_HARMLESS)) != (MYND_WORD_SINGLE | MYND_WORD_HARMLESS);
}

/* Calls use_of_word() for each run of letters in a word that has other bytes, too. */
static void use_of_runs(reading *p, mynd_slice word)
{
	mynd_cursor c = mynd_cursor_over(word.ptr, word.len);
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice run = mynd_lexer_take(&c, MYND_LEX_KEYWORD);
		if (run.len > 0) {
			/* a byte over 0x7F may be a blank */
			if ((p->waits & AFTER_SEQUENCE) && mynd_lexer_is_word(run, "VALUE")) {
				doubt_use(p);
			}
			use_of_word(p, mynd_words_of(run), mynd_cursor_left(&c) == 0);
		} else {
			p->waits &= mynd_lexer_is(*c.pos, MYND_LEX_HIGH) ? ~0u : ~(unsigned) AFTER_SEQUENCE;
			c.pos++;
		}
	}
}

/*
 * Returns true if the word is part of the name of the table that rows are put into, or a keyword before that
 * name.
 */
static bool takes_row_table(reading *p)
{
	static const char delayed[] = "DELAYED";
	if (p->waits & AFTER_ROW_TABLE) {
		p->waits &= ~(unsigned) AFTER_ROW_TABLE;
		return false;
	}
	if ((p->waits & IN_ROW_TABLE) ||
	    !((p->says & MYND_WORD_BEFORE_TABLE) || mynd_lexer_is_word(p->word, delayed))) {
		p->waits = AFTER_ROW_TABLE;
	}
	return true;
}

#define OF_ROW_TABLE (BEFORE_ROW_TABLE | AFTER_ROW_TABLE | IN_ROW_TABLE)

/*
 * Reads a word for the question of the session. `mixed`: the word has other bytes than letters and
 * underscores.
 */
static void use_of_next_word(reading *p, bool mixed)
{
	p->qualified = p->point;
	p->is_name = true;
	if (p->waits != 0) {
		if ((p->waits & OF_ROW_TABLE) && takes_row_table(p)) {
			p->is_name = false;
			return;
		}
		if (p->waits & (AFTER_INSERT_ID | IN_INSERT_ID)) {
			doubt_use(p);
		}
		if ((p->waits & AFTER_SEQUENCE) && p->word.len >= 5 &&
		    mynd_lexer_is_word((mynd_slice){p->word.ptr, 5}, "VALUE") &&
		    (p->word.len == 5 || !mynd_lexer_is(p->word.ptr[5], MYND_LEX_KEYWORD))) {
			doubt_use(p);
		}
		p->waits = 0;
	}
	if (mixed) {
		use_of_runs(p, p->word);
	} else if (p->says != 0) {
		use_of_word(p, p->says, true);
	}
}

/*
 * Returns true if the name before a parenthesis is known. A function that is not built into servers may
 * change or read state that no server reports: variables of a package, the last value of a sequence, a lock.
 */
static bool is_known_call(const reading *p)
{
	if (p->says & (MYND_WORD_LEAVES | MYND_WORD_ASKS | MYND_WORD_INSERT_ID)) {
		return true;
	}
	return !p->qualified && ((p->says & MYND_WORD_RESERVED) ||
	                            (p->adjacent && mynd_sql_is_builtin(p->word)) || is_number(p->word));
}

/* Reads a sign for the question of the session; `byte` 0: a quoted part. */
static void use_of_sign(reading *p, uint8_t byte)
{
	if (byte == '(' && !p->defines && (p->is_quoted || (p->is_name && !is_known_call(p)))) {
		doubt_use(p);
	}
	if (p->waits == 0) {
		return;
	}
	if (p->waits & OF_ROW_TABLE) {
		p->waits = byte == '.' ? IN_ROW_TABLE : 0;
		return;
	}
	if ((p->waits & AFTER_INSERT_ID && byte != '(') || (p->waits & IN_INSERT_ID && byte != ')')) {
		doubt_use(p);
	}
	p->waits = p->waits & AFTER_INSERT_ID ? IN_INSERT_ID : 0;
}

/* Returns true if the quoted name is that of the table that rows are put into. */
static bool quotes_row_table(reading *p)
{
	if (!(p->waits & (BEFORE_ROW_TABLE | IN_ROW_TABLE))) {
		return false;
	}
	p->waits = AFTER_ROW_TABLE;
	return true;
}

/* --- the question of traces: may the query set a role or record a profile --- */

/* A byte over 0x7F may be white space (0xA0 in latin1). */
#define PLAIN (MYND_LEX_NAME | MYND_LEX_DOLLAR)

static void doubt_traces(reading *p)
{
	p->asks_traces = false;
}

static bool begins_with(mynd_slice word, const char *upper, size_t len)
{
	return word.len >= len && mynd_lexer_is_word((mynd_slice){word.ptr, len}, upper);
}

bool mynd_text_is_of_role(mynd_slice word)
{
	uint8_t first = word.len < 4 ? 0 : word.ptr[0] & ~0x20;
	if (first != 'R' && first != 'P' && first != 'O') {
		return false;
	}
	return mynd_lexer_is_word(word, "ROLE") || begins_with(word, "PROFIL", 6) ||
	       begins_with(word, "OPTIMIZER_TRACE", 15);
}

static void note_table(reading *p)
{
	if (p->name.len == 0 || mynd_text_is_of_role(p->name) || p->tables->count == MYND_TEXT_TABLES) {
		doubt_traces(p);
		return;
	}
	p->tables->each[p->tables->count++] = (mynd_text_table){p->schema, p->name, p->changes};
}

/* Notes a keyword: a word that no point or parenthesis follows, and no point precedes. */
static void note_keyword(reading *p)
{
	static const unsigned any =
	    MYND_WORD_ENDS_TABLES | MYND_WORD_TABLE_BEHIND | MYND_WORD_TABLES_BEHIND | MYND_WORD_DELETED_BEHIND;
	unsigned says = p->says & any;
	uint64_t bit = UINT64_C(1) << p->depth;
	if (says == 0 || (says == MYND_WORD_DELETED_BEHIND && !p->deletes)) {
		return;
	}
	p->expects = says != MYND_WORD_ENDS_TABLES;
	p->lists = says == MYND_WORD_ENDS_TABLES    ? p->lists & ~bit
	           : says == MYND_WORD_TABLE_BEHIND ? p->lists
	                                            : p->lists | bit;
}

/*
 * Decides the meaning of the part that was read last, if any. Called when it is certain that no point follows
 * that part.
 */
static inline void resolve(reading *p)
{
	last before = p->last;
	p->last = NOTHING;
	if (before == NOTHING) {
		return;
	}
	if (before == A_WORD) {
		note_keyword(p);
	} else if (before == A_TABLE || before == A_TABLE_OF_SCHEMA) {
		note_table(p);
	} else if (before >= A_POINT) {
		doubt_traces(p);
	}
}

/* Notes a part after a point. */
static void note_part(reading *p, mynd_slice part)
{
	switch (p->last) {
	case A_POINT_OF_TABLE:
		p->schema = p->name;
		p->name = part;
		p->last = A_TABLE_OF_SCHEMA;
		return;
	case A_POINT_OF_VARIABLE:
		p->last = A_VARIABLE;
		return;
	default:
		p->last = A_NAME;
		if (mynd_text_is_of_role(part)) {
			doubt_traces(p);
		}
	}
}

/* Returns true if the word is a keyword between the beginning of a statement and its table. */
static bool may_precede_table(const reading *p)
{
	return p->changes && p->depth == 0 && (p->says & MYND_WORD_BEFORE_TABLE);
}

static bool is_select(const reading *p)
{
	return mynd_lexer_is_word(p->word, "SELECT");
}

static void trace_expected(reading *p)
{
	bool precedes = may_precede_table(p), selects = is_select(p);
	if (precedes || selects || mynd_lexer_is_word(p->word, "DUAL")) {
		p->expects = precedes;
		p->lists &= selects ? ~(UINT64_C(1) << p->depth) : UINT64_MAX;
		return;
	}
	p->expects = false;
	p->schema = (mynd_slice){p->word.ptr, 0};
	p->name = p->word;
	p->last = A_TABLE;
}

/* Reads a word for the question of traces. `seen`: the classes of the word's bytes. */
static void trace_word(reading *p, unsigned seen)
{
	bool is_numeric = is_digit(*p->word.ptr);
	if (p->last == A_VARIABLE_BEGINS && p->adjacent) {
		p->last = A_VARIABLE;
		return;
	}
	if (seen & MYND_LEX_HIGH) {
		doubt_traces(p);
		return;
	}
	if (p->last >= A_POINT) {
		if (is_numeric) {
			doubt_traces(p);
		}
		note_part(p, p->word);
		return;
	}
	resolve(p);
	if (mynd_text_is_of_role(p->word)) {
		doubt_traces(p);
	} else if (p->expects) {
		trace_expected(p);
	} else if (is_numeric) {
		p->last = A_NUMBER;
		if (!is_whole_number(p->word)) {
			doubt_traces(p);
		}
	} else {
		p->last = A_WORD;
	}
}

/* Reads a quoted part for the question of traces. `doubled`: another quote follows. */
static void trace_quoted(reading *p, mynd_slice name, uint8_t quote, bool doubled)
{
	if (p->last == A_VARIABLE_BEGINS && p->adjacent) {
		p->last = A_VARIABLE;
		return;
	}
	if (p->last >= A_POINT) {
		if (quote == '\'' || doubled) {
			doubt_traces(p);
		}
		note_part(p, name);
		return;
	}
	resolve(p);
	if (quote == '\'' || doubled) { /* a literal, or a name that cannot be a table's */
		if (p->expects || quote == '`') {
			doubt_traces(p);
		}
	} else if (p->expects) {
		p->expects = false;
		p->schema = (mynd_slice){name.ptr, 0};
		p->name = name;
		p->last = A_TABLE;
	} else {
		p->last = A_NAME;
		if (mynd_text_is_of_role(name)) {
			doubt_traces(p);
		}
	}
}

static void trace_opening(reading *p)
{
	last before = p->last;
	resolve(p);
	if (before == A_NUMBER || before == A_NAME || p->depth == DEEPEST) {
		doubt_traces(p);
		return;
	}
	if (before == A_WORD && !(p->says & MYND_WORD_RESERVED) && !p->expects &&
	    !(p->adjacent && (mynd_sql_is_builtin(p->word) || mynd_sql_is_builtin_of_session(p->word)))) {
		doubt_traces(p);
		return;
	}
	p->depth++; /* tables may stand in their own parentheses */
	uint64_t bit = UINT64_C(1) << p->depth;
	p->lists = p->expects ? p->lists | bit : p->lists & ~bit;
}

static void trace_point(reading *p)
{
	switch (p->last) {
	case A_WORD:
	case A_NAME:
		p->last = A_POINT;
		return;
	case A_TABLE:
		p->last = A_POINT_OF_TABLE;
		return;
	case A_VARIABLE:
	case A_VARIABLE_BEGINS:
		p->last = A_POINT_OF_VARIABLE;
		return;
	case NOTHING:
	case A_NUMBER:
		p->last = NOTHING;
		if (!p->expects && is_digit(mynd_lexer_at(&p->r.c, 1))) {
			return;
		}
		/* fallthrough */
	default:
		doubt_traces(p);
	}
}

static void trace_sign(reading *p, uint8_t byte)
{
	switch (byte) {
	case '(':
		trace_opening(p);
		return;
	case '.':
		trace_point(p);
		return;
	case '*':
		if (p->last >= A_POINT) {
			note_part(p, (mynd_slice){p->r.c.pos, 0});
			return;
		}
		break;
	case ':':
	case '{':
		doubt_traces(p);
		return;
	default:
		break;
	}
	resolve(p);
	if (byte == ',') {
		p->expects |= (p->lists >> p->depth) & 1;
	} else if (byte == ')') {
		if (p->depth == 0 || p->expects) {
			doubt_traces(p);
			return;
		}
		p->depth--;
	}
}

/* --- parts --- */

static void read_word(reading *p)
{
	const uint8_t *pos = p->r.c.pos, *end = p->r.c.end;
	unsigned seen = 0, class;
	while (pos < end && ((class = mynd_lexer_classes[*pos]) & MYND_LEX_IDENTIFIER)) {
		seen |= class;
		pos++;
	}
	bool mixed = (seen & ~(unsigned) MYND_LEX_KEYWORD) != 0;
	mynd_slice word = {p->r.c.pos, (size_t) (pos - p->r.c.pos)};
	if (p->asks_traces && p->last == A_WORD) { /* `says` still has the word's meanings */
		note_keyword(p);
		p->last = NOTHING;
	}
	p->word = word;
	p->says = mixed ? 0 : mynd_words_of(word);
	if (p->asks_use) {
		use_of_next_word(p, mixed);
	}
	if (p->asks_traces) {
		trace_word(p, seen);
	}
	p->r.c.pos = pos;
	p->is_quoted = p->point = false;
	p->adjacent = true;
}

static void read_quoted(reading *p)
{
	uint8_t quote = *p->r.c.pos;
	mynd_slice name = {p->r.c.pos + 1, 0};
	mynd_lexer_skip_quoted(&p->r);
	if (p->r.unsure) {
		return;
	}
	name.len = (size_t) (p->r.c.pos - name.ptr) - 1;
	bool is_row_table = quote != '\'' && quotes_row_table(p);
	if (p->asks_use && !is_row_table) {
		use_of_sign(p, 0);
	}
	if (p->asks_traces) {
		trace_quoted(p, name, quote, mynd_lexer_at(&p->r.c, 0) == quote);
	}
	p->is_quoted = quote != '\'' && !is_row_table;
	p->is_name = p->point = false;
	p->adjacent = true;
}

/* Reads `@name`, a variable of the program, or `@@name`, which asks for a value of the session. */
static void read_variable(reading *p)
{
	bool of_server = mynd_lexer_at(&p->r.c, 1) == '@';
	if (p->asks_use) {
		use_of_sign(p, '@');
		p->use |= of_server ? MYND_PARTS_ASK : UNKNOWN;
		p->asks_use = p->use != UNKNOWN;
	}
	if (p->asks_traces) {
		resolve(p);
	}
	p->expects = false;
	p->r.c.pos += of_server ? 2 : 1;
	p->last = A_VARIABLE_BEGINS;
	if (!of_server) {
		if (mynd_lexer_is(mynd_lexer_at(&p->r.c, 0), MYND_LEX_QUOTE)) {
			mynd_lexer_skip_quoted(&p->r);
		} else {
			mynd_lexer_skip(&p->r.c, MYND_LEX_IDENTIFIER);
		}
		p->last = NOTHING;
	}
	p->is_quoted = p->is_name = p->point = false;
	p->adjacent = true;
}

static void read_sign(reading *p, uint8_t byte)
{
	if (p->asks_use) {
		use_of_sign(p, byte);
	}
	if (p->asks_traces) {
		trace_sign(p, byte);
	}
	p->is_quoted = p->is_name = false;
	p->point = byte == '.';
	p->adjacent = true;
	p->r.c.pos++;
}

static void read_other(reading *p, uint8_t byte)
{
	switch (byte) {
	case '\'':
	case '"':
	case '`':
		read_quoted(p);
		return;
	case '@':
		read_variable(p);
		return;
	case '#':
	case '-':
	case '/':
		if (mynd_lexer_skip_comment(&p->r)) {
			p->adjacent = false;
			return;
		}
		break;
	case ';':
		p->r.unsure |= !mynd_lexer_ends(&p->r);
		return;
	case ':':
		p->r.unsure |= mynd_lexer_at(&p->r.c, 1) == '=';
		break;
	case '\0':
	case '\\':
		p->r.unsure = true;
		return;
	default:
		break;
	}
	read_sign(p, byte);
}

/* Reads all parts from the cursor to the end. */
static unsigned read_parts(reading *p)
{
	while (mynd_cursor_left(&p->r.c) > 0 && !p->r.unsure && (p->asks_use | p->asks_traces)) {
		uint8_t byte = *p->r.c.pos;
		unsigned class = mynd_lexer_classes[byte];
		if (class & MYND_LEX_IDENTIFIER) {
			read_word(p);
		} else if (class & MYND_LEX_BLANK) {
			mynd_lexer_skip(&p->r.c, MYND_LEX_BLANK);
			p->adjacent = false;
		} else {
			read_other(p, byte);
		}
	}
	if (p->asks_use && (p->waits & (AFTER_INSERT_ID | IN_INSERT_ID))) {
		doubt_use(p);
	}
	if (p->asks_traces) {
		resolve(p);
	}
	bool keeps = !p->asks_traces || p->expects || p->depth != 0;
	return p->r.unsure ? UNKNOWN | MYND_PARTS_KEEP : p->use | (keeps ? MYND_PARTS_KEEP : 0);
}

/* --- statements --- */

/* Returns true if only options of START TRANSACTION, or the word WORK, and blanks follow. */
static bool are_plain_words(mynd_lexer *r, bool starts)
{
	for (;;) {
		mynd_slice word = next_word(r);
		if (word.len == 0) {
			if (!mynd_lexer_take_byte(&r->c, ',')) {
				break;
			}
		} else if (!(starts ? mynd_words_of(word) & MYND_WORD_MODE : mynd_lexer_is_word(word, "WORK"))) {
			return false;
		}
	}
	return mynd_lexer_ends(r) && !r->unsure;
}

/* Returns true if SHOW reads state that only this session has. */
static bool shows_session(mynd_lexer words)
{
	while (mynd_cursor_left(&words.c) > 0) {
		mynd_slice word = next_word(&words);
		if (mynd_words_of(word) & MYND_WORD_OF_SESSION) {
			return true;
		}
		words.c.pos += word.len == 0 && mynd_cursor_left(&words.c) > 0;
	}
	return false;
}

/*
 * Returns true if TABLE or INDEX follows. The definition of a table or index calls no function before its
 * SELECT.
 */
static bool takes_definition(mynd_lexer *r)
{
	mynd_slice word = next_word(r);
	if (mynd_lexer_is_word(word, "UNIQUE")) {
		word = next_word(r);
	}
	return mynd_lexer_is_word(word, "TABLE") || mynd_lexer_is_word(word, "INDEX");
}

/*
 * Begins the question of the session. COMMIT and ROLLBACK depend on state that only this session has: its
 * transaction.
 */
static void begin_use(reading *p, mynd_slice word, unsigned says)
{
	bool ends = mynd_lexer_is_word(word, "COMMIT") || mynd_lexer_is_word(word, "ROLLBACK");
	p->use = UNKNOWN;
	if (says & MYND_WORD_HAS_ROWS) {
		p->use = 0;
		p->waits = (says & MYND_WORD_CHANGES_ROWS) && !(says & (MYND_WORD_WRITES)) ? BEFORE_ROW_TABLE : 0;
	} else if (says & MYND_WORD_DEFINES) {
		p->defines = takes_definition(&p->r);
		p->use = p->defines ? 0 : UNKNOWN;
	} else if (mynd_lexer_is_word(word, "SHOW")) {
		p->use = shows_session(p->r) ? MYND_PARTS_ASK : 0;
	} else if (ends) {
		mynd_lexer r = p->r;
		p->use = are_plain_words(&r, false) ? MYND_PARTS_ASK : UNKNOWN;
	}
	p->asks_use = p->use != UNKNOWN && !ends;
}

/* Begins the question of traces. Unless the first word is one of a list, the answer is yes at once. */
static void begin_traces(reading *p, mynd_slice word, size_t opened)
{
	static const char *const plain[] = {"SELECT", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SHOW", NULL};
	bool ends_here = !mynd_lexer_is(mynd_lexer_at(&p->r.c, 0), MYND_LEX_IDENTIFIER);
	p->changes = (p->says & MYND_WORD_CHANGES_ROWS) != 0;
	p->asks_traces = ends_here && opened <= DEEPEST && (p->changes || mynd_lexer_is_listed(word, plain));
	if (p->changes) {
		p->deletes = mynd_lexer_is_word(word, "DELETE");
		p->expects = !p->deletes;
		p->lists = mynd_lexer_is_word(word, "UPDATE");
	} else {
		p->depth = p->asks_traces ? (unsigned) opened : 0;
		p->last = A_WORD;
	}
}

unsigned mynd_text_read_parts(mynd_slice sql, bool no_backslash, mynd_text_tables *tables)
{
	reading p = {.r = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, false, false, false},
	    .tables = tables};
	if (tables != NULL) {
		tables->count = 0;
	}
	size_t opened = mynd_lexer_skip_opening(&p.r);
	mynd_slice word = mynd_lexer_take(&p.r.c, MYND_LEX_KEYWORD);
	unsigned says = mynd_words_of(word), found;
	if (mynd_lexer_is_word(word, "BEGIN") || mynd_lexer_is_word(word, "START")) {
		bool starts = mynd_lexer_is_word(word, "START");
		bool plain =
		    (!starts || mynd_lexer_is_word(next_word(&p.r), "TRANSACTION")) && are_plain_words(&p.r, starts);
		return plain ? 0 : UNKNOWN | MYND_PARTS_KEEP;
	}
	p.word = word;
	p.says = says;
	begin_use(&p, word, says);
	if (tables != NULL && sql.len <= MYND_TEXT_LONGEST) {
		begin_traces(&p, word, opened);
	}
	found = read_parts(&p);
	return found | (p.r.ambiguous ? MYND_PARTS_AMBIGUOUS : 0);
}
