/*
 * Finds the placeholders of a query, with a lexer that knows just enough of SQL for that. Each kind of token
 * of a server's lexer has a function: words, numbers, variables, strings, quoted names, comments.
 *
 * Always true: up to the place where the server's lexer fails, each token begins and ends where it does for
 * the server. The result after that place does not matter, because the server refuses the query. A value that
 * replaces a placeholder changes no other token, even if no blank separates them; the scan ends where it
 * could.
 *
 * Sources: "Comments", "String Literals" and "Schema Object Names" in MySQL's manual, "Comment Syntax" in
 * MariaDB's, and the observed behaviour of both servers (tests/scanner compares).
 */
#include "lexer.h"
#include "placeholders.h"

/* The kind of token that the previous byte belongs to. */
enum {
	OTHER,
	NAME,   /* a word that is certainly no number */
	NUMBER, /* digits and nothing else */
	POINT,  /* the point of a name or of a number */
	/*
	 * a word or a number; or a byte over 0x7F, which is a letter in some character sets and a blank in others
	 */
	UNSURE,
	PLACEHOLDER /* replaced by a value, which may be a word, a number or a string */
};

static bool is_placeholder_byte(uint8_t byte)
{
	return byte == '?' || byte == ':';
}

static void skip(mynd_cursor *c, size_t len)
{
	c->pos += len < mynd_cursor_left(c) ? len : mynd_cursor_left(c);
}

static void end_early(mynd_placeholder_scan *scan)
{
	scan->c.pos = scan->c.end;
	scan->ended_early = true;
}

/* Returns the number of bytes of the character at the cursor; an invalid one counts as one byte. */
static size_t character_len(const mynd_placeholder_scan *scan)
{
	const mynd_cursor *c = &scan->c;
	unsigned len = scan->wide && *c->pos >= 0x80
	                   ? mynd_charset_rules(scan->dialect->charset)->multibyte(c->pos, c->end)
	                   : 0;
	return len > 0 ? len : 1;
}

/*
 * Skips a string. The byte after a backslash is skipped with it, and a doubled quote does not end the string.
 */
static void skip_string(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	uint8_t quote = *c->pos++;
	while (mynd_cursor_left(c) > 0) {
		if (*c->pos == quote) {
			c->pos++;
			if (mynd_lexer_at(c, 0) != quote) {
				return;
			}
			c->pos++;
		} else if (*c->pos == '\\' && !scan->dialect->no_backslash) {
			skip(c, 2);
		} else {
			c->pos += character_len(scan);
		}
	}
	scan->unclosed = true;
}

/* Skips a quoted name, in which a backslash is an ordinary byte. */
static void skip_quoted_name(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	uint8_t quote = *c->pos++;
	while (mynd_cursor_left(c) > 0) {
		if (*c->pos != quote) {
			c->pos += character_len(scan);
			continue;
		}
		c->pos++;
		if (mynd_lexer_at(c, 0) != quote) {
			return;
		}
		c->pos++;
	}
	scan->unclosed = true;
}

/* Skips a line comment, which also ends at a NUL, after which servers refuse the query. */
static void skip_line(mynd_cursor *c)
{
	while (mynd_cursor_left(c) > 0 && *c->pos != '\n' && *c->pos != '\0') {
		c->pos++;
	}
}

/* Skips a comment including its end. Up to `levels` levels of comments may be nested in it. */
static void skip_comment(mynd_placeholder_scan *scan, unsigned levels)
{
	mynd_cursor *c = &scan->c;
	skip(c, 2);
	while (mynd_cursor_left(c) > 0) {
		if (levels > 0 && mynd_lexer_at(c, 0) == '/' && mynd_lexer_at(c, 1) == '*') {
			skip_comment(scan, levels - 1);
		} else if (mynd_lexer_at(c, 0) == '*' && mynd_lexer_at(c, 1) == '/') {
			c->pos += 2;
			return;
		} else {
			c->pos++;
		}
	}
	scan->unclosed = true;
}

/*
 * Takes a hyphen or a line comment. After two hyphens, ends the scan at a byte over 0x7F that may be a blank.
 */
static void take_hyphen(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	mynd_lexer_comment what = mynd_lexer_comment_at(c);
	scan->before = OTHER;
	if (what == MYND_LEX_LINE) {
		skip_line(c);
	} else if (what == MYND_LEX_MAYBE && (scan->wide || scan->single_byte)) {
		end_early(scan);
	} else {
		c->pos++;
	}
}

static uint32_t digits_value(const mynd_cursor *c, unsigned digits)
{
	uint32_t value = 0;
	for (unsigned i = 0; i < digits; i++) {
		value = value * 10 + (uint32_t) (c->pos[i] - '0');
	}
	return value;
}

typedef enum verdict { RUN, IGNORED, NOT_KNOWN } verdict;

/*
 * Decides whether the server runs an executable comment with a version. MariaDB reads up to six digits of the
 * version; later MySQL versions read six if a blank follows. MariaDB does not run comments with the version
 * of a MySQL from 5.7 on. Some nodes of a MariaDB cluster run comments with version 99997, others do not.
 */
static verdict run_from(
    const mynd_sql_dialect *dialect, const mynd_cursor *c, bool for_mariadb, unsigned *digits)
{
	uint32_t five = digits_value(c, 5);
	uint32_t version = five;
	*digits = 5;
	if (dialect->version == 0) {
		return NOT_KNOWN;
	}
	if (mynd_lexer_is(mynd_lexer_at(c, 5), MYND_LEX_DIGIT)) {
		bool blank = mynd_lexer_is(mynd_lexer_at(c, 6), MYND_LEX_BLANK);
		bool six = dialect->mariadb || (blank && dialect->version >= 80040);
		if (blank && !six && dialect->version > 80030) {
			return NOT_KNOWN;
		}
		if (six) {
			*digits = 6;
			version = digits_value(c, 6);
		}
	}
	if (dialect->mariadb && version == 99997) {
		return NOT_KNOWN;
	}
	bool others = dialect->mariadb && !for_mariadb && version >= 50700 && version <= 99999;
	return version <= dialect->version && !others ? RUN : IGNORED;
}

static unsigned count_digits(const mynd_cursor *c)
{
	unsigned digits = 0;
	while (digits < 6 && mynd_lexer_is(mynd_lexer_at(c, digits), MYND_LEX_DIGIT)) {
		digits++;
	}
	return digits;
}

/* Enters or skips an executable comment; the cursor is after its exclamation mark. */
static void take_executable(mynd_placeholder_scan *scan, mynd_cursor whole, bool for_mariadb)
{
	mynd_cursor *c = &scan->c;
	unsigned digits = count_digits(c);
	verdict what = RUN;
	if (digits >= 5) {
		what = run_from(scan->dialect, c, for_mariadb, &digits);
	} else if (is_placeholder_byte(mynd_lexer_at(c, digits))) {
		what = NOT_KNOWN; /* the value would become a part of the version */
	} else {
		digits = 0;
	}
	if (what == RUN) {
		c->pos += digits;
		scan->in_executable = true;
	} else if (what == IGNORED) {
		*c = whole;
		skip_comment(scan, 1);
	} else {
		end_early(scan);
	}
}

static void take_slash(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	mynd_cursor whole = *c;
	scan->before = OTHER;
	if (mynd_lexer_at(c, 1) != '*') {
		c->pos++;
	} else if (mynd_lexer_at(c, 2) == '!') {
		c->pos += 3;
		take_executable(scan, whole, false);
	} else if (scan->dialect->mariadb && mynd_lexer_at(c, 2) == 'M' && mynd_lexer_at(c, 3) == '!') {
		c->pos += 4;
		take_executable(scan, whole, true);
	} else {
		skip_comment(scan, 0);
	}
}

static void take_asterisk(mynd_placeholder_scan *scan)
{
	bool closes = scan->in_executable && mynd_lexer_at(&scan->c, 1) == '/';
	skip(&scan->c, closes ? 2 : 1);
	scan->in_executable = scan->in_executable && !closes;
	scan->before = OTHER;
}

/*
 * Returns true if the dollar may begin `$$` or `$tag$`, which later MySQL versions read as the quotes of a
 * string, but only for the bodies of routines. True in doubt: it cannot always be known which version is the
 * first, and whether the dollar begins a token; and a value could become a part of the tag.
 */
static bool may_be_dollar_quote(const mynd_placeholder_scan *scan)
{
	const mynd_sql_dialect *dialect = scan->dialect;
	size_t i = 1;
	if (dialect->mariadb || (dialect->version > 0 && dialect->version < 80000)) {
		return false;
	}
	while (
	    mynd_lexer_is(mynd_lexer_at(&scan->c, i), MYND_LEX_IDENTIFIER) && mynd_lexer_at(&scan->c, i) != '$') {
		i++;
	}
	return mynd_lexer_at(&scan->c, i) == '$' || is_placeholder_byte(mynd_lexer_at(&scan->c, i));
}

/*
 * Returns true if the character's last byte could be a token of its own: after digits, and in the name of a
 * variable, some servers read a character byte by byte.
 */
static bool is_odd(const mynd_cursor *c, size_t len)
{
	uint8_t last = c->pos[len - 1];
	return len > 1 && last < 0x80 && !mynd_lexer_is(last, MYND_LEX_NAME);
}

/*
 * Takes a character of a word. `certain`: every server reads the character as a whole. Returns false if the
 * word ends here.
 */
static bool take_letter(mynd_placeholder_scan *scan, bool certain)
{
	mynd_cursor *c = &scan->c;
	size_t len = character_len(scan);
	if (!certain && is_odd(c, len)) {
		end_early(scan);
		return false;
	}
	if (*c->pos >= 0x80 && scan->single_byte) {
		scan->before = UNSURE;
		c->pos++;
		return false;
	}
	c->pos += len;
	return true;
}

/*
 * Takes letters, digits, dollars and characters over 0x7F. After a number or a placeholder the word may be a
 * part of the same token.
 */
static void take_word(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	uint8_t before = scan->before;
	bool certain = before != NUMBER && before != PLACEHOLDER;
	scan->before = certain ? NAME : UNSURE;
	while (mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_IDENTIFIER) &&
	       (*c->pos != '$' || before != PLACEHOLDER) && take_letter(scan, certain)) {
	}
}

static void take_dollar(mynd_placeholder_scan *scan)
{
	if (may_be_dollar_quote(scan)) {
		end_early(scan);
	} else {
		scan->before = OTHER;
		take_word(scan);
	}
}

/* Returns the length of an exponent, or 0 if there is none. */
static size_t exponent_len(const mynd_cursor *c)
{
	bool sign = mynd_lexer_at(c, 1) == '+' || mynd_lexer_at(c, 1) == '-';
	size_t len = sign ? 2 : 1;
	if ((mynd_lexer_at(c, 0) | 0x20) != 'e' || !mynd_lexer_is(mynd_lexer_at(c, len), MYND_LEX_DIGIT)) {
		return 0;
	}
	while (mynd_lexer_is(mynd_lexer_at(c, len), MYND_LEX_DIGIT)) {
		len++;
	}
	return len;
}

/*
 * Takes a number from its point on. If its exponent has no digits, the scan ends: servers then take the next
 * byte for a token, whatever the byte is.
 */
static void take_fraction(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	bool digits = mynd_lexer_is(mynd_lexer_at(c, 1), MYND_LEX_DIGIT);
	c->pos++;
	mynd_lexer_skip(c, MYND_LEX_DIGIT);
	size_t exponent = exponent_len(c);
	if ((mynd_lexer_at(c, 0) | 0x20) == 'e' && exponent == 0) {
		end_early(scan);
		return;
	}
	skip(c, exponent);
	scan->before = exponent > 0 ? OTHER : digits ? NUMBER : POINT;
}

/* Takes a token that begins with a digit: a number, or a name such as 1x. */
static void take_number(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	mynd_lexer_skip(c, MYND_LEX_DIGIT);
	size_t exponent = exponent_len(c);
	scan->before = NUMBER;
	if (exponent > 0) {
		skip(c, exponent);
		scan->before = OTHER;
	} else if (mynd_lexer_at(c, 0) == '.') {
		take_fraction(scan);
	} else if (mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_IDENTIFIER)) {
		take_word(scan);
	}
}

/*
 * Takes a point. The point belongs to a name if it follows a name, or if no digit follows it: then the next
 * word is a name, even if it begins with a digit. Any other point begins a fraction.
 */
static void take_point(mynd_placeholder_scan *scan)
{
	uint8_t next = mynd_lexer_at(&scan->c, 1);
	if (scan->before == PLACEHOLDER || (mynd_lexer_is(next, MYND_LEX_DIGIT) && scan->before != NAME)) {
		take_fraction(scan);
		return;
	}
	scan->c.pos++;
	scan->before = POINT;
	if (mynd_lexer_is(next, MYND_LEX_IDENTIFIER)) {
		take_word(scan);
	}
}

/* Takes @name or @@name; of a variable with a quoted name, only the at signs. */
static void take_variable(mynd_placeholder_scan *scan)
{
	mynd_cursor *c = &scan->c;
	bool system = mynd_lexer_at(c, 1) == '@';
	skip(c, system ? 2 : 1);
	scan->before = system ? NAME : OTHER;
	while ((mynd_lexer_is(mynd_lexer_at(c, 0), MYND_LEX_IDENTIFIER) ||
	           (mynd_lexer_at(c, 0) == '.' && !system)) &&
	       take_letter(scan, false)) {
	}
}

static mynd_placeholder found_here(mynd_placeholder_scan *scan, mynd_placeholder_kind kind, size_t len)
{
	mynd_placeholder found = {kind, {scan->c.pos, len}};
	scan->c.pos += len;
	scan->before = kind == MYND_PLACEHOLDER_ESCAPED ? OTHER : PLACEHOLDER;
	return found;
}

/*
 * Takes a question mark. After a number or a point, ends the scan: a value would become a part of the number
 * or name, and no server accepts a question mark there.
 */
static bool take_question(mynd_placeholder_scan *scan, mynd_placeholder *found)
{
	if (scan->before == NUMBER || scan->before == POINT) {
		end_early(scan);
		return false;
	}
	bool twice = mynd_lexer_at(&scan->c, 1) == '?';
	*found = found_here(scan, twice ? MYND_PLACEHOLDER_ESCAPED : MYND_PLACEHOLDER_POSITION, twice ? 2 : 1);
	return true;
}

/* Takes a colon, or a placeholder that begins with it. `a:b`, `::b` and `:=` have no placeholder. */
static bool take_colon(mynd_placeholder_scan *scan, mynd_placeholder *found)
{
	mynd_cursor *c = &scan->c;
	bool behind_word = c->pos > scan->start && (mynd_lexer_is(c->pos[-1], MYND_LEX_LETTER | MYND_LEX_DIGIT));
	size_t len = 1;
	if (mynd_lexer_at(c, 1) == ':') {
		while (mynd_lexer_at(c, 0) == ':') {
			c->pos++;
		}
		scan->before = OTHER;
		return false;
	}
	while (mynd_lexer_is(mynd_lexer_at(c, len), MYND_LEX_NAME)) {
		len++;
	}
	if (len == 1 || behind_word) {
		c->pos++;
		scan->before = OTHER;
		return false;
	}
	if (scan->before == POINT) {
		end_early(scan);
		return false;
	}
	*found = found_here(scan, MYND_PLACEHOLDER_NAME, len);
	return true;
}

static void take_quoted(mynd_placeholder_scan *scan)
{
	uint8_t quote = *scan->c.pos;
	scan->before = OTHER;
	if (quote == '`' || (quote == '"' && scan->dialect->ansi_quotes)) {
		skip_quoted_name(scan);
	} else {
		skip_string(scan);
	}
}

/*
 * Takes a NUL that is in no string and no comment. After a semicolon the server reads it as the query's end,
 * and ignores the rest of a query that it prepares; elsewhere it refuses the query.
 */
static void take_nul(mynd_placeholder_scan *scan)
{
	if (scan->semicolon) {
		end_early(scan);
	} else {
		scan->c.pos++;
		scan->before = OTHER;
	}
}

/* Takes one token, or a byte of one. Returns true if it is a placeholder. */
static bool take(mynd_placeholder_scan *scan, mynd_placeholder *found)
{
	uint8_t byte = *scan->c.pos;
	switch (byte) {
	case '?':
		return take_question(scan, found);
	case ':':
		return take_colon(scan, found);
	case '\'':
	case '"':
	case '`':
		take_quoted(scan);
		break;
	case '-':
		take_hyphen(scan);
		break;
	case '#':
		skip_line(&scan->c);
		scan->before = OTHER;
		break;
	case '/':
		take_slash(scan);
		break;
	case '*':
		take_asterisk(scan);
		break;
	case '.':
		take_point(scan);
		break;
	case '@':
		take_variable(scan);
		break;
	case '$':
		take_dollar(scan);
		break;
	case '\0':
		take_nul(scan);
		break;
	case ';':
		scan->c.pos++;
		scan->before = OTHER;
		scan->semicolon = true;
		break;
	default:
		if (mynd_lexer_is(byte, MYND_LEX_DIGIT)) {
			take_number(scan);
		} else if (mynd_lexer_is(byte, MYND_LEX_IDENTIFIER)) {
			take_word(scan);
		} else {
			scan->c.pos++;
			scan->before = OTHER;
		}
		break;
	}
	return false;
}

bool mynd_placeholder_next(mynd_placeholder_scan *scan, mynd_placeholder *found)
{
	while (mynd_cursor_left(&scan->c) > 0) {
		if (take(scan, found)) {
			return true;
		}
	}
	scan->unclosed = scan->unclosed || scan->in_executable;
	return false;
}

mynd_placeholder_scan mynd_placeholders_of(mynd_slice sql, const mynd_sql_dialect *dialect)
{
	const mynd_charset *charset = dialect->charset;
	mynd_placeholder_scan scan = {
	    .c = mynd_cursor_over(sql.ptr, sql.len), .start = sql.ptr, .dialect = dialect};
	scan.single_byte = charset == NULL || mynd_charset_rules(charset)->multibyte == NULL;
	scan.wide = !scan.single_byte && mynd_charset_rules(charset)->lead != NULL;
	return scan;
}
