/*
 * Names of functions that are built into servers, and that only read and compute. A SELECT with no
 * other names before its parentheses calls no function that writes. There is a list for each first letter.
 *
 * Always true: no function that takes a lock, sets something, or advances a sequence is here. A routine of
 * the program's cannot have the name of one of these unless it is called by its schema's name too, or with a
 * space before the parenthesis ("Function Name Parsing and Resolution").
 */
#include "builtin.h"
#include "lexer.h"

static const char *const of_a[] = {
    "ABS", "ACOS", "ADDDATE", "ADDTIME", "ASCII", "ASIN", "ATAN", "ATAN2", "AVG", NULL};
static const char *const of_b[] = {
    "BENCHMARK", "BIN", "BIT_AND", "BIT_COUNT", "BIT_LENGTH", "BIT_OR", "BIT_XOR", NULL};
static const char *const of_c[] = {"CAST", "CEIL", "CEILING", "CHAR", "CHAR_LENGTH", "CHARACTER_LENGTH",
    "CHARSET", "COALESCE", "COERCIBILITY", "COLLATION", "COMPRESS", "CONCAT", "CONCAT_WS", "CONNECTION_ID",
    "CONV", "CONVERT", "COS", "COT", "COUNT", "CRC32", "CUME_DIST", "CURDATE", "CURRENT_DATE", "CURRENT_TIME",
    "CURRENT_TIMESTAMP", "CURRENT_USER", "CURTIME", NULL};
static const char *const of_d[] = {"DATABASE", "DATE", "DATE_ADD", "DATE_FORMAT", "DATE_SUB", "DATEDIFF",
    "DAY", "DAYNAME", "DAYOFMONTH", "DAYOFWEEK", "DAYOFYEAR", "DEGREES", "DENSE_RANK", NULL};
static const char *const of_e[] = {"ELT", "EXP", "EXPORT_SET", "EXTRACT", NULL};
static const char *const of_f[] = {"FIELD", "FIND_IN_SET", "FIRST_VALUE", "FLOOR", "FORMAT", "FROM_BASE64",
    "FROM_DAYS", "FROM_UNIXTIME", NULL};
static const char *const of_g[] = {"GREATEST", "GROUP_CONCAT", "GROUPING", NULL};
static const char *const of_h[] = {"HEX", "HOUR", NULL};
static const char *const of_i[] = {
    "IF", "IFNULL", "INET6_ATON", "INET6_NTOA", "INET_ATON", "INET_NTOA", "INSERT", "INSTR", "ISNULL", NULL};
static const char *const of_j[] = {"JSON_ARRAY", "JSON_ARRAYAGG", "JSON_CONTAINS", "JSON_EXTRACT",
    "JSON_KEYS", "JSON_LENGTH", "JSON_OBJECT", "JSON_OBJECTAGG", "JSON_QUOTE", "JSON_SEARCH", "JSON_TYPE",
    "JSON_UNQUOTE", "JSON_VALID", "JSON_VALUE", NULL};
static const char *const of_l[] = {"LAG", "LAST_DAY", "LAST_VALUE", "LCASE", "LEAD", "LEAST", "LEFT",
    "LENGTH", "LN", "LOCATE", "LOG", "LOG10", "LOG2", "LOWER", "LPAD", "LTRIM", NULL};
static const char *const of_m[] = {"MAKE_SET", "MAKEDATE", "MAKETIME", "MATCH", "MAX", "MD5", "MICROSECOND",
    "MID", "MIN", "MINUTE", "MOD", "MONTH", "MONTHNAME", NULL};
static const char *const of_n[] = {"NOW", "NTH_VALUE", "NTILE", "NULLIF", NULL};
static const char *const of_o[] = {"OCT", "OCTET_LENGTH", "ORD", NULL};
static const char *const of_p[] = {
    "PERCENT_RANK", "PERIOD_ADD", "PERIOD_DIFF", "PI", "POSITION", "POW", "POWER", NULL};
static const char *const of_q[] = {"QUARTER", "QUOTE", NULL};
static const char *const of_r[] = {"RADIANS", "RAND", "RANK", "REGEXP_INSTR", "REGEXP_REPLACE",
    "REGEXP_SUBSTR", "REPEAT", "REPLACE", "REVERSE", "RIGHT", "ROUND", "ROW", "ROW_NUMBER", "RPAD", "RTRIM",
    NULL};
static const char *const of_s[] = {"SCHEMA", "SEC_TO_TIME", "SECOND", "SHA", "SHA1", "SHA2", "SIGN", "SIN",
    "SLEEP", "SOUNDEX", "SPACE", "SQRT", "STD", "STDDEV", "STDDEV_POP", "STDDEV_SAMP", "STR_TO_DATE",
    "STRCMP", "SUBDATE", "SUBSTR", "SUBSTRING", "SUBSTRING_INDEX", "SUBTIME", "SUM", "SYSDATE", NULL};
static const char *const of_t[] = {"TAN", "TIME", "TIME_FORMAT", "TIME_TO_SEC", "TIMEDIFF", "TIMESTAMP",
    "TIMESTAMPADD", "TIMESTAMPDIFF", "TO_BASE64", "TO_DAYS", "TO_SECONDS", "TRIM", "TRUNCATE", NULL};
static const char *const of_u[] = {"UCASE", "UNCOMPRESS", "UNHEX", "UNIX_TIMESTAMP", "UPPER", "USER",
    "UTC_DATE", "UTC_TIME", "UTC_TIMESTAMP", "UUID", NULL};
static const char *const of_v[] = {"VAR_POP", "VAR_SAMP", "VARIANCE", "VERSION", NULL};
static const char *const of_w[] = {"WEEK", "WEEKDAY", "WEEKOFYEAR", "WEIGHT_STRING", NULL};
static const char *const of_y[] = {"YEAR", "YEARWEEK", NULL};

static const char *const none[] = {NULL};
static const char *const *const builtin[] = {of_a, of_b, of_c, of_d, of_e, of_f, of_g, of_h, of_i, of_j, none,
    of_l, of_m, of_n, of_o, of_p, of_q, of_r, of_s, of_t, of_u, of_v, of_w, none, of_y, none};

bool mynd_sql_is_builtin(mynd_slice word)
{
	return word.len > 0 && mynd_lexer_is(*word.ptr, MYND_LEX_LETTER) &&
	       mynd_lexer_is_listed(word, builtin[(*word.ptr | 0x20) - 'a']);
}

bool mynd_sql_is_builtin_of_session(mynd_slice word)
{
	static const char *const names[] = {"AES_DECRYPT", "AES_ENCRYPT", "ANY_VALUE", "BIN_TO_UUID",
	    "CURRENT_ROLE", "DEFAULT", "FOUND_ROWS", "GET_LOCK", "IS_FREE_LOCK", "IS_USED_LOCK",
	    "JSON_ARRAY_APPEND", "JSON_ARRAY_INSERT", "JSON_CONTAINS_PATH", "JSON_DEPTH", "JSON_INSERT",
	    "JSON_MERGE", "JSON_MERGE_PATCH", "JSON_MERGE_PRESERVE", "JSON_REMOVE", "JSON_REPLACE", "JSON_SET",
	    "LASTVAL", "LAST_INSERT_ID", "NEXTVAL", "RELEASE_ALL_LOCKS", "RELEASE_LOCK", "ROW_COUNT", "SETVAL",
	    "UUID_SHORT", "UUID_TO_BIN", "VALUE", "VALUES", NULL};
	return mynd_lexer_is_listed(word, names);
}
