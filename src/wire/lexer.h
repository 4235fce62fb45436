/*
 * The lexer of queries: blanks, comments, quoted parts and words, for all code that reads a query.
 *
 * A query is read through a cursor. Bytes over 0x7F are never taken for blanks, nor for parts of keywords:
 * their meaning depends on the character set. Where servers may read a part in two ways, functions with a
 * mynd_lexer set its `unsure`; the caller then decides what is safe.
 *
 * Sources: "Comment Syntax", "String Literals" and "Schema Object Names" in the manuals of both servers, and
 * the observed behaviour of both servers (tests/scanner compares).
 * Not here: PDO's placeholders, for which the session's dialect must be known (placeholders.h).
 */
#ifndef MYND_WIRE_LEXER_H
#define MYND_WIRE_LEXER_H

#include "cursor.h"

/* The classes of a byte, as a bit set. */
enum {
	MYND_LEX_BLANK = 1, /* space, and tab to carriage return */
	MYND_LEX_LETTER = 2,
	MYND_LEX_UNDERSCORE = 4,
	MYND_LEX_DIGIT = 8,
	MYND_LEX_DOLLAR = 16,
	MYND_LEX_HIGH = 32,     /* over 0x7F */
	MYND_LEX_QUOTE = 64,    /* ' " ` */
	MYND_LEX_CONTROL = 128, /* below space, and 0x7F */

	MYND_LEX_KEYWORD = MYND_LEX_LETTER | MYND_LEX_UNDERSCORE,
	MYND_LEX_NAME = MYND_LEX_KEYWORD | MYND_LEX_DIGIT,
	MYND_LEX_IDENTIFIER = MYND_LEX_NAME | MYND_LEX_DOLLAR | MYND_LEX_HIGH
};
extern const uint8_t mynd_lexer_classes[256];

static inline bool mynd_lexer_is(uint8_t byte, unsigned classes)
{
	return (mynd_lexer_classes[byte] & classes) != 0;
}

/* Returns the byte `i` bytes after the cursor, 0 after the end. */
static inline uint8_t mynd_lexer_at(const mynd_cursor *c, size_t i)
{
	return i < mynd_cursor_left(c) ? c->pos[i] : 0;
}

/* Moves past bytes of these classes. */
static inline void mynd_lexer_skip(mynd_cursor *c, unsigned classes)
{
	while (c->pos < c->end && mynd_lexer_is(*c->pos, classes)) {
		c->pos++;
	}
}

/* Takes the following bytes of these classes. Returns an empty slice if there are none. */
static inline mynd_slice mynd_lexer_take(mynd_cursor *c, unsigned classes)
{
	const uint8_t *from = c->pos;
	mynd_lexer_skip(c, classes);
	return (mynd_slice){from, (size_t) (c->pos - from)};
}

/* Returns true, and moves past the next byte, if that is `byte`. */
static inline bool mynd_lexer_take_byte(mynd_cursor *c, uint8_t byte)
{
	bool found = c->pos < c->end && *c->pos == byte;
	c->pos += found;
	return found;
}

/*
 * Returns true if the word equals `name`, which is not empty. The case of ASCII letters is ignored, whatever
 * the locale is.
 */
bool mynd_lexer_equals(mynd_slice word, const char *name);
static inline bool mynd_lexer_is_word(mynd_slice word, const char *name)
{
	return word.len > 0 && ((*word.ptr ^ (uint8_t) *name) & ~0x20) == 0 && mynd_lexer_equals(word, name);
}
/* Returns true if the word is in a list that ends with NULL. */
bool mynd_lexer_is_listed(mynd_slice word, const char *const *names);

/*
 * Returns true if these three letters (lower-case in `three`, in any case in the query) begin at one of the
 * sixteen positions from `at` on; reads eighteen bytes. With three letters of a rare word, queries of
 * megabytes are searched at memory's speed.
 */
#define MYND_LEX_BLOCK_PLACES 16
static inline bool mynd_lexer_block_has(const uint8_t *at, const char *three)
{
	typedef uint8_t block __attribute__((vector_size(MYND_LEX_BLOCK_PLACES)));
	typedef uint64_t halves __attribute__((vector_size(MYND_LEX_BLOCK_PLACES)));
	block a, b, c;
	memcpy(&a, at, sizeof a);
	memcpy(&b, at + 1, sizeof b);
	memcpy(&c, at + 2, sizeof c);
	halves found = (halves) (((a | 0x20) == (uint8_t) three[0]) & ((b | 0x20) == (uint8_t) three[1]) &
	                         ((c | 0x20) == (uint8_t) three[2]));
	return (found[0] | found[1]) != 0;
}
/* Returns false if these three letters are certainly nowhere in the query. */
bool mynd_lexer_may_have(mynd_slice text, const char *three);

/* The kind of comment that begins at the cursor. */
typedef enum mynd_lexer_comment {
	MYND_LEX_NO_COMMENT,
	MYND_LEX_LINE,       /* up to the end of the line */
	MYND_LEX_BLOCK,      /* up to the next asterisk and slash */
	MYND_LEX_EXECUTABLE, /* a block comment whose content some servers run */
	/* two hyphens before a byte over 0x7F: a comment if that byte is a blank in the character set */
	MYND_LEX_MAYBE
} mynd_lexer_comment;
mynd_lexer_comment mynd_lexer_comment_at(const mynd_cursor *c);

void mynd_lexer_skip_line(mynd_cursor *c);  /* skips up to and including the next line feed */
bool mynd_lexer_skip_block(mynd_cursor *c); /* returns false, at the query's end, if the comment has no end */

/* Returns true if a comment may begin with this byte. */
static inline bool mynd_lexer_may_be_comment(uint8_t byte)
{
	return byte == '/' || byte == '-' || byte == '#';
}

/* Moves past blanks and comments, up to an executable comment or a MYND_LEX_MAYBE. */
void mynd_lexer_skip_comments(mynd_cursor *c);
static inline void mynd_lexer_skip_blanks(mynd_cursor *c)
{
	mynd_lexer_skip(c, MYND_LEX_BLANK);
	if (mynd_lexer_may_be_comment(mynd_lexer_at(c, 0))) {
		mynd_lexer_skip_comments(c);
	}
}

/* Moves past blanks, comments and semicolons. Returns true if the query ends there. */
bool mynd_lexer_skip_to_end(mynd_cursor *c);

/* A cursor with the modes of a session. */
typedef struct mynd_lexer {
	mynd_cursor c;
	const uint8_t *start;
	bool no_backslash; /* the server's status NO_BACKSLASH_ESCAPES */
	bool wide;         /* characters of several bytes may contain ASCII bytes */
	bool unsure;       /* servers may read a skipped part in another way */
	bool ambiguous;    /* if `wide` were set, `unsure` would be set */
} mynd_lexer;

/*
 * Moves past a quoted part, up to the next quote of its kind: a doubled quote closes the part and opens
 * another. Sets `unsure` for a backslash between double quotes, which are those of a name in sql_mode
 * ANSI_QUOTES; for a backslash or a back-tick that may be the second byte of a character; for a part without
 * an end.
 */
void mynd_lexer_skip_quoted(mynd_lexer *lexer);

/*
 * Moves past a comment. Returns false if none begins here. Sets `unsure` for executable comments, a comment
 * in a comment, quotes in a hint, a comment without an end, two hyphens before a control character.
 */
bool mynd_lexer_skip_comment(mynd_lexer *lexer);

/* Moves past blanks and comments of all kinds. */
static inline void mynd_lexer_skip_all_blanks(mynd_lexer *lexer)
{
	do {
		mynd_lexer_skip(&lexer->c, MYND_LEX_BLANK);
	} while (mynd_lexer_may_be_comment(mynd_lexer_at(&lexer->c, 0)) && mynd_lexer_skip_comment(lexer));
}

/* Moves past blanks, all comments and semicolons. Returns true if the query ends there. */
bool mynd_lexer_ends(mynd_lexer *lexer);
/*
 * Moves past blanks, all comments and the opening parentheses before a first word. Returns the number of
 * parentheses.
 */
size_t mynd_lexer_skip_opening(mynd_lexer *lexer);

#endif
