/* Implements lexer.h. */
#include "lexer.h"

/* clang-format off */
#define B MYND_LEX_BLANK
#define C MYND_LEX_CONTROL
#define D MYND_LEX_DIGIT
#define H MYND_LEX_HIGH
#define L MYND_LEX_LETTER
#define Q MYND_LEX_QUOTE
#define S MYND_LEX_DOLLAR
#define U MYND_LEX_UNDERSCORE
#define HIGH H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H

const uint8_t mynd_lexer_classes[256] = {
	C, C, C, C, C, C, C, C, C, B | C, B | C, B | C, B | C, B | C, C, C,
	C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
	B, 0, Q, 0, S, 0, 0, Q, 0, 0, 0, 0, 0, 0, 0, 0,
	D, D, D, D, D, D, D, D, D, D, 0, 0, 0, 0, 0, 0,
	0, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
	L, L, L, L, L, L, L, L, L, L, L, 0, 0, 0, 0, U,
	Q, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
	L, L, L, L, L, L, L, L, L, L, L, 0, 0, 0, 0, C,
	HIGH, HIGH, HIGH, HIGH, HIGH, HIGH, HIGH, HIGH
};
/* clang-format on */

/* --- words --- */

bool mynd_lexer_equals(mynd_slice word, const char *name)
{
	for (size_t i = 0; i < word.len; i++) {
		uint8_t differs = word.ptr[i] ^ (uint8_t) name[i];
		if (name[i] == '\0' ||
		    (differs != 0 && (differs != 0x20 || !mynd_lexer_is(word.ptr[i], MYND_LEX_LETTER)))) {
			return false;
		}
	}
	return name[word.len] == '\0';
}

bool mynd_lexer_is_listed(mynd_slice word, const char *const *names)
{
	uint8_t first = word.len == 0 ? 0 : word.ptr[0] & ~0x20; /* most names differ in the first letter */
	while (*names != NULL && ((**names & ~0x20) != first || !mynd_lexer_is_word(word, *names))) {
		names++;
	}
	return *names != NULL;
}

bool mynd_lexer_may_have(mynd_slice text, const char *three)
{
	size_t most = MYND_LEX_BLOCK_PLACES + 2;
	for (size_t at = 0; at + most <= text.len; at += MYND_LEX_BLOCK_PLACES) {
		if (mynd_lexer_block_has(text.ptr + at, three)) {
			return true;
		}
	}
	return text.len < most || mynd_lexer_block_has(text.ptr + text.len - most, three);
}

/* --- comments --- */

/* Two hyphens begin a comment if a blank, a control character or the end of the query follows. */
static mynd_lexer_comment hyphens_at(const mynd_cursor *c)
{
	uint8_t third = mynd_lexer_at(c, 2);
	if (mynd_lexer_at(c, 1) != '-') {
		return MYND_LEX_NO_COMMENT;
	}
	return mynd_lexer_is(third, MYND_LEX_BLANK | MYND_LEX_CONTROL) ? MYND_LEX_LINE
	       : third >= 0x80                                         ? MYND_LEX_MAYBE
	                                                               : MYND_LEX_NO_COMMENT;
}

mynd_lexer_comment mynd_lexer_comment_at(const mynd_cursor *c)
{
	switch (mynd_lexer_at(c, 0)) {
	case '#':
		return MYND_LEX_LINE;
	case '-':
		return hyphens_at(c);
	case '/':
		if (mynd_lexer_at(c, 1) != '*') {
			return MYND_LEX_NO_COMMENT;
		}
		return mynd_lexer_at(c, 2) == '!' || (mynd_lexer_at(c, 2) == 'M' && mynd_lexer_at(c, 3) == '!')
		           ? MYND_LEX_EXECUTABLE
		           : MYND_LEX_BLOCK;
	default:
		return MYND_LEX_NO_COMMENT;
	}
}

void mynd_lexer_skip_line(mynd_cursor *c)
{
	const uint8_t *end = memchr(c->pos, '\n', mynd_cursor_left(c));
	c->pos = end == NULL ? c->end : end + 1;
}

bool mynd_lexer_skip_block(mynd_cursor *c)
{
	for (c->pos += 2; mynd_cursor_left(c) >= 2; c->pos++) {
		if (c->pos[0] == '*' && c->pos[1] == '/') {
			c->pos += 2;
			return true;
		}
	}
	c->pos = c->end;
	return false;
}

void mynd_lexer_skip_comments(mynd_cursor *c)
{
	for (;;) {
		mynd_lexer_skip(c, MYND_LEX_BLANK);
		switch (mynd_lexer_comment_at(c)) {
		case MYND_LEX_LINE:
			mynd_lexer_skip_line(c);
			break;
		case MYND_LEX_BLOCK:
			mynd_lexer_skip_block(c);
			break;
		default:
			return;
		}
	}
}

bool mynd_lexer_skip_to_end(mynd_cursor *c)
{
	do {
		mynd_lexer_skip_blanks(c);
	} while (mynd_lexer_take_byte(c, ';'));
	return c->pos == c->end;
}

/* --- lexers with the modes of a session --- */

/*
 * Called at a backslash or back-tick. Notes whether the byte may be the second one of a character in some
 * character set: it may if it follows a byte over 0x7F.
 */
static void doubt_byte(mynd_lexer *lexer)
{
	bool ambiguous = lexer->c.pos > lexer->start && lexer->c.pos[-1] >= 0x80;
	lexer->ambiguous |= ambiguous;
	lexer->unsure |= ambiguous && lexer->wide;
}

/*
 * Moves past backslashes, each with the byte that it escapes, up to `end`, where the next quote is; moves
 * past `end` if that quote is escaped.
 */
static void skip_backslashes(mynd_lexer *lexer, uint8_t quote, const uint8_t *end)
{
	mynd_cursor *c = &lexer->c;
	const uint8_t *backslash;
	while (c->pos < end && (backslash = memchr(c->pos, '\\', (size_t) (end - c->pos))) != NULL) {
		c->pos = backslash;
		lexer->unsure |= quote == '"';
		doubt_byte(lexer);
		c->pos += lexer->no_backslash || mynd_cursor_left(c) == 1 ? 1 : 2;
	}
	if (c->pos < end) {
		c->pos = end;
	}
}

void mynd_lexer_skip_quoted(mynd_lexer *lexer)
{
	mynd_cursor *c = &lexer->c;
	uint8_t quote = *c->pos;
	if (quote == '`') {
		doubt_byte(lexer);
	}
	c->pos++;
	for (;;) {
		const uint8_t *end = memchr(c->pos, quote, mynd_cursor_left(c));
		const uint8_t *until = end == NULL ? c->end : end;
		if (quote == '`') {
			c->pos = until;
		} else {
			skip_backslashes(lexer, quote, until);
		}
		if (end == NULL || c->pos == end) {
			break;
		}
	}
	if (c->pos == c->end) {
		lexer->unsure = true;
		return;
	}
	if (quote == '`') {
		doubt_byte(lexer);
	}
	c->pos++;
}

/*
 * Sets `unsure` for a comment in a comment, and for quotes in a hint: servers read hints with another lexer,
 * which recognizes quotes.
 */
static void doubt_block(mynd_lexer *lexer, mynd_cursor block)
{
	bool hint = mynd_lexer_at(&block, 2) == '+';
	for (block.pos += 2; mynd_cursor_left(&block) > 2; block.pos++) {
		lexer->unsure |= block.pos[0] == '/' && block.pos[1] == '*';
		lexer->unsure |= hint && mynd_lexer_is(block.pos[0], MYND_LEX_QUOTE);
	}
}

static void skip_block(mynd_lexer *lexer)
{
	mynd_cursor block = lexer->c;
	lexer->unsure |= !mynd_lexer_skip_block(&lexer->c);
	block.end = lexer->c.pos;
	doubt_block(lexer, block);
}

bool mynd_lexer_skip_comment(mynd_lexer *lexer)
{
	mynd_cursor *c = &lexer->c;
	switch (mynd_lexer_comment_at(c)) {
	case MYND_LEX_LINE:
		lexer->unsure |=
		    *c->pos == '-' && mynd_cursor_left(c) > 2 && !mynd_lexer_is(c->pos[2], MYND_LEX_BLANK);
		mynd_lexer_skip_line(c);
		return true;
	case MYND_LEX_EXECUTABLE:
		lexer->unsure = true;
		skip_block(lexer);
		return true;
	case MYND_LEX_BLOCK:
		skip_block(lexer);
		return true;
	case MYND_LEX_MAYBE:
		lexer->unsure = true;
		return false;
	default:
		return false;
	}
}

bool mynd_lexer_ends(mynd_lexer *lexer)
{
	do {
		mynd_lexer_skip_all_blanks(lexer);
	} while (mynd_lexer_take_byte(&lexer->c, ';'));
	return mynd_cursor_left(&lexer->c) == 0;
}

size_t mynd_lexer_skip_opening(mynd_lexer *lexer)
{
	size_t count = 0;
	for (mynd_lexer_skip_all_blanks(lexer); mynd_lexer_take_byte(&lexer->c, '('); count++) {
		mynd_lexer_skip_all_blanks(lexer);
	}
	return count;
}
