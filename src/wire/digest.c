/*
 * Digests of queries (digest.h).
 *
 * Sources: "Literal Values", "Schema Object Names" and "Comments" in the manuals of both servers.
 * Always true: the digest ends where a server might read the query in another way than this file. The second
 * byte of an SJIS, Big5 or GBK character may be a letter, a backslash or a back-tick, but never a quote, nor
 * a digit with which a number begins.
 */
#include "digest.h"
#include "lexer.h"

typedef struct writing {
	mynd_cursor from;
	char *to;
	size_t len, size;
	bool blank; /* a space is due before the next byte */
} writing;

static uint8_t at(const writing *w, size_t i)
{
	return mynd_lexer_at(&w->from, i);
}

static bool is_digit(uint8_t byte)
{
	return mynd_lexer_is(byte, MYND_LEX_DIGIT);
}

static bool is_in_word(uint8_t byte)
{
	return mynd_lexer_is(byte, MYND_LEX_IDENTIFIER) || byte == '@';
}

static void put(writing *w, char byte)
{
	if (w->blank && w->len > 0 && w->len < w->size) {
		w->to[w->len++] = ' ';
	}
	w->blank = false;
	if (w->len < w->size) {
		w->to[w->len++] = byte;
	}
}

/* Copies these bytes to the digest. */
static void put_run(writing *w, const uint8_t *from, size_t len)
{
	if (len > 0) {
		put(w, (char) *from);
		size_t more = len - 1 < w->size - w->len ? len - 1 : w->size - w->len;
		memcpy(w->to + w->len, from + 1, more);
		w->len += more;
	}
}

static bool ends_with(const writing *w, size_t len, const char *end)
{
	size_t n = strlen(end);
	return len >= n && memcmp(w->to + len - n, end, n) == 0;
}

/* Writes a literal as `?`. If it continues a list of literals, the list becomes `?+`. */
static void put_literal(writing *w)
{
	size_t len = w->len;
	if (ends_with(w, len, ",")) {
		len--;
		if (ends_with(w, len, "?+")) {
			w->len = len;
			w->blank = false;
			return;
		}
		if (ends_with(w, len, "?")) {
			w->len = len;
			w->blank = false;
			put(w, '+');
			return;
		}
	}
	put(w, '?');
}

/* Ends the digest with "...", without reading the rest of the query. */
static void end_here(writing *w)
{
	static const char dots[] = "...";
	w->from.pos = w->from.end;
	w->blank = true;
	for (const char *dot = dots; *dot != '\0'; dot++) {
		put(w, *dot);
	}
}

static void take_string(writing *w)
{
	uint8_t quote = at(w, 0);
	const uint8_t *start = w->from.pos;
	mynd_lexer lexer = {.c = w->from, .start = start, .no_backslash = true};
	put_literal(w);
	do {
		mynd_lexer_skip_quoted(&lexer);
	} while (mynd_lexer_at(&lexer.c, 0) == quote);
	w->from = lexer.c;
	if (lexer.unsure || memchr(start, '\\', (size_t) (lexer.c.pos - start)) != NULL) {
		end_here(w);
	}
}

static void take_number(writing *w)
{
	put_literal(w);
	for (;;) {
		uint8_t byte = at(w, 0);
		bool has_sign = (byte | 0x20) == 'e' && (at(w, 1) == '+' || at(w, 1) == '-') && is_digit(at(w, 2));
		if (!is_in_word(byte) && byte != '.') {
			return;
		}
		w->from.pos += has_sign ? 2 : 1;
	}
}

/*
 * Copies a word. A byte over 0x7F is white space in some character sets, so that a digit after it may begin a
 * number: the digest then ends.
 */
static void take_word(writing *w)
{
	bool sure = true;
	mynd_slice certain = mynd_lexer_take(&w->from, MYND_LEX_NAME | MYND_LEX_DOLLAR);
	put_run(w, certain.ptr, certain.len);
	while (is_in_word(at(w, 0))) {
		uint8_t byte = at(w, 0);
		sure = sure && byte < 0x80;
		if (!sure && (is_digit(byte) || byte == '$')) {
			end_here(w);
			return;
		}
		put(w, (char) byte);
		w->from.pos++;
	}
	if (!sure && at(w, 0) == '`') {
		end_here(w);
	}
}

static void take_name(writing *w)
{
	const uint8_t *end = memchr(w->from.pos + 1, '`', mynd_cursor_left(&w->from) - 1);
	for (const uint8_t *p = w->from.pos; end != NULL && p < end; p++) {
		end = *p < 0x80 && *p != 0 ? end : NULL;
	}
	if (end == NULL) {
		end_here(w);
		return;
	}
	while (w->from.pos <= end) {
		put(w, (char) *w->from.pos++);
	}
}

/* Writes a comment as a space. Returns false if no comment begins here. */
static bool take_comment(writing *w)
{
	switch (mynd_lexer_comment_at(&w->from)) {
	case MYND_LEX_NO_COMMENT:
		return false;
	case MYND_LEX_LINE:
		mynd_lexer_skip_line(&w->from);
		break;
	case MYND_LEX_BLOCK:
		mynd_lexer_skip_block(&w->from);
		break;
	default:
		end_here(w);
		return true;
	}
	w->blank = true;
	return true;
}

static void take_sign(writing *w, uint8_t byte)
{
	if (mynd_lexer_may_be_comment(byte) && take_comment(w)) {
		return;
	}
	if (byte == '\'' || byte == '"') {
		take_string(w);
	} else if (byte == '`') {
		take_name(w);
	} else if (byte == '$' || byte == '\\' || byte < ' ') {
		end_here(w);
	} else {
		if (byte == '?') {
			put_literal(w);
		} else {
			put(w, (char) byte);
		}
		w->from.pos++;
	}
}

static void take_one(writing *w)
{
	uint8_t byte = *w->from.pos;
	if (mynd_lexer_is(byte, MYND_LEX_BLANK)) {
		mynd_lexer_skip(&w->from, MYND_LEX_BLANK);
		w->blank = true;
	} else if (mynd_lexer_is(byte, MYND_LEX_DIGIT)) {
		take_number(w);
	} else if (byte != '$' && is_in_word(byte)) {
		take_word(w);
	} else {
		take_sign(w, byte);
	}
}

size_t mynd_sql_digest(mynd_slice sql, char *to, size_t size)
{
	writing w = {mynd_cursor_over(sql.ptr, sql.len), to, 0, size, false};
	while (mynd_cursor_left(&w.from) > 0 && w.len < size) {
		take_one(&w);
	}
	return w.len;
}
