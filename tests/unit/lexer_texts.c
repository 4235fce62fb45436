/* See the header. */
#include "lexer_texts.h"

const lexer_text lexer_texts[] = {
    /* what begins a comment, and what ends it */
    {"SELECT 1 -- 2\n, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 --\t2\n, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 --\n, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 --\r, 3", "SELECT 1 /**/", false},
    {"SELECT 1 --\f2\n, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 --", "SELECT 1 /**/", false},
    {"SELECT 1 -- ", "SELECT 1 /**/", false},
    {"SELECT 1--2", "SELECT 1--2", false},
    {"SELECT 1 --2\n, 3", "SELECT 1 --2\n, 3", false},
    {"SELECT 1 --'2'\n, 3", "SELECT 1 --'x'\n, 3", false},
    {"SELECT 1 - -2, 3", "SELECT 1 - -2, 3", false},
    {"SELECT 1 # '2\n, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 #", "SELECT 1 /**/", false},
    {"SELECT 1 /* 2 */ , 3", "SELECT 1 /**/ , 3", false},
    {"SELECT 1 /**/, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 /***/, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 /*/, 2 */, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 /* ' */, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 /* -- */, 3", "SELECT 1 /**/, 3", false},
    {"SELECT 1 -- /*\n, 3 -- */", "SELECT 1 /**/, 3 /**/", false},
    {"SELECT 1 # /*\n, 3 # */", "SELECT 1 /**/, 3 /**/", false},
    {"SELECT 6 / 2 * 3, 3", "SELECT 6 / 2 * 3, 3", false},
    {"SELECT/* */1", "SELECT/**/1", false},
    {"SELECT--\n1", "SELECT/**/1", false},
    /* quotes */
    {"SELECT '', \"\", 1 AS `a`", "SELECT '', \"\", 1 AS `x`", false},
    {"SELECT '-- ', '#', '/*', 3", "SELECT 'xxx', 'x', 'xx', 3", false},
    {"SELECT 1 AS `-- `, 2 AS `/*`, 3 AS `'`", "SELECT 1 AS `xxx`, 2 AS `xx`, 3 AS `x`", false},
    {"SELECT '\"', \"'\", '`', 3", "SELECT 'x', \"x\", 'x', 3", false},
    {"SELECT 'it''s', 3", "SELECT 'xx''x', 3", false},
    {"SELECT 1 AS `a``b`, 3", "SELECT 1 AS `x``x`, 3", false},
    {"SELECT 'it\\'s', 3", "SELECT 'xxxxx', 3", false},
    {"SELECT '\\\\', 3", "SELECT 'xx', 3", false},
    {"SELECT '\\', 3 -- '\n", "SELECT 'x', 3 /**/", true},
    {"SELECT 'it\\', 3, 's'", "SELECT 'xxx', 3, 'x'", true},
    {"SELECT 1 AS `\\`, 3", "SELECT 1 AS `x`, 3", false},
    {"SELECT 1 AS `\\`, 3", "SELECT 1 AS `x`, 3", true},
    {"SELECT ';', 3", "SELECT 'x', 3", false},
    {"SELECT 'a\nb', 3", "SELECT 'xxx', 3", false},
    /* the end of a statement */
    {"SELECT 1; SELECT 2, 3", "SELECT 1; SELECT 2, 3", false},
    {"SELECT 1 -- ;\n; SELECT 2, 3", "SELECT 1 /**/; SELECT 2, 3", false},
    {"SELECT 1 /* ; */; SELECT 2, 3", "SELECT 1 /**/; SELECT 2, 3", false},
    {"SELECT 1;", "SELECT 1;", false},
    {"SELECT 1; -- a", "SELECT 1; /**/", false},
    /* what servers may read in two ways */
    {"SELECT \"\\\", 3 -- \"\n", NULL, false},
    {"SELECT 1 /*! , 2 */", NULL, false},
    {"SELECT 1 /*M! , 2 */", NULL, false},
    {"SELECT 1 /* /* */, 2 */", NULL, false},
    {"SELECT /*+ 'a' */ 1", NULL, false},
    {"SELECT 1 /* a", NULL, false},
    {"SELECT 'a", NULL, false},
    {"SELECT `a", NULL, false},
    {"SELECT 'a\\'", NULL, false},
    {"SELECT 1 --\x01 2\n, 3", NULL, false},
    {"SELECT 1 --\x7F 2\n, 3", NULL, false},
    {"SELECT 1 --\xA0 2\n, 3", NULL, false},
    {"SELECT '\x81\\', 3", NULL, false},
    {"SELECT 1 AS `\x81`, 3", NULL, false},
    {"SELECT \x81`a`, 3", NULL, false},
};
const size_t lexer_text_count = sizeof lexer_texts / sizeof *lexer_texts;

static char *put_quoted(mynd_lexer *lexer, char *to)
{
	char quote = (char) *lexer->c.pos;
	const uint8_t *from = lexer->c.pos;
	mynd_lexer_skip_quoted(lexer);
	size_t len = (size_t) (lexer->c.pos - from);
	*to++ = quote;
	for (size_t i = 2; i < len; i++) {
		*to++ = 'x';
	}
	*to++ = quote;
	return to;
}

long lexer_parts(mynd_slice sql, bool no_backslash, bool wide, char *to)
{
	mynd_lexer lexer = {mynd_cursor_over(sql.ptr, sql.len), sql.ptr, no_backslash, wide, false, false};
	char *start = to;
	while (mynd_cursor_left(&lexer.c) > 0) {
		uint8_t byte = *lexer.c.pos;
		if (mynd_lexer_is(byte, MYND_LEX_QUOTE)) {
			to = put_quoted(&lexer, to);
		} else if (mynd_lexer_skip_comment(&lexer)) {
			memcpy(to, "/**/", 4);
			to += 4;
		} else {
			*to++ = (char) *lexer.c.pos++;
		}
		if (lexer.unsure) {
			return -1;
		}
	}
	return to - start;
}
