/*
 * Words that may stand before a parenthesis in a text that writes nothing: functions that servers have built
 * in, which read and compute only, and keywords.
 *
 * Always true: no function that takes a lock, sets something, or advances a sequence is here. A routine of
 * the program's cannot have the name of one of these unless it is called by its schema's name too, or with a
 * space before the parenthesis ("Function Name Parsing and Resolution").
 */
#include "builtin.h"
#include "lexer.h"

bool mynd_sql_is_builtin(mynd_slice word)
{
	static const char *const names[] = {"ABS", "ACOS", "ADDDATE", "ADDTIME", "ASCII", "ASIN", "ATAN", "ATAN2",
	    "AVG", "BENCHMARK", "BIN", "BIT_AND", "BIT_COUNT", "BIT_LENGTH", "BIT_OR", "BIT_XOR", "CAST", "CEIL",
	    "CEILING", "CHAR", "CHAR_LENGTH", "CHARACTER_LENGTH", "CHARSET", "COALESCE", "COERCIBILITY",
	    "COLLATION", "COMPRESS", "CONCAT", "CONCAT_WS", "CONNECTION_ID", "CONV", "CONVERT", "COS", "COT",
	    "COUNT", "CRC32", "CUME_DIST", "CURDATE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
	    "CURRENT_USER", "CURTIME", "DATABASE", "DATE", "DATE_ADD", "DATE_FORMAT", "DATE_SUB", "DATEDIFF",
	    "DAY", "DAYNAME", "DAYOFMONTH", "DAYOFWEEK", "DAYOFYEAR", "DEGREES", "DENSE_RANK", "ELT", "EXP",
	    "EXPORT_SET", "EXTRACT", "FIELD", "FIND_IN_SET", "FIRST_VALUE", "FLOOR", "FORMAT", "FROM_BASE64",
	    "FROM_DAYS", "FROM_UNIXTIME", "GREATEST", "GROUP_CONCAT", "GROUPING", "HEX", "HOUR", "IF", "IFNULL",
	    "INET6_ATON", "INET6_NTOA", "INET_ATON", "INET_NTOA", "INSERT", "INSTR", "ISNULL", "JSON_ARRAY",
	    "JSON_ARRAYAGG", "JSON_CONTAINS", "JSON_EXTRACT", "JSON_KEYS", "JSON_LENGTH", "JSON_OBJECT",
	    "JSON_OBJECTAGG", "JSON_QUOTE", "JSON_SEARCH", "JSON_TYPE", "JSON_UNQUOTE", "JSON_VALID",
	    "JSON_VALUE", "LAG", "LAST_DAY", "LAST_VALUE", "LCASE", "LEAD", "LEAST", "LEFT", "LENGTH", "LN",
	    "LOCATE", "LOG", "LOG10", "LOG2", "LOWER", "LPAD", "LTRIM", "MAKE_SET", "MAKEDATE", "MAKETIME",
	    "MATCH", "MAX", "MD5", "MICROSECOND", "MID", "MIN", "MINUTE", "MOD", "MONTH", "MONTHNAME", "NOW",
	    "NTH_VALUE", "NTILE", "NULLIF", "OCT", "OCTET_LENGTH", "ORD", "PERCENT_RANK", "PERIOD_ADD",
	    "PERIOD_DIFF", "PI", "POSITION", "POW", "POWER", "QUARTER", "QUOTE", "RADIANS", "RAND", "RANK",
	    "REGEXP_INSTR", "REGEXP_REPLACE", "REGEXP_SUBSTR", "REPEAT", "REPLACE", "REVERSE", "RIGHT", "ROUND",
	    "ROW", "ROW_NUMBER", "RPAD", "RTRIM", "SCHEMA", "SEC_TO_TIME", "SECOND", "SHA", "SHA1", "SHA2",
	    "SIGN", "SIN", "SLEEP", "SOUNDEX", "SPACE", "SQRT", "STD", "STDDEV", "STDDEV_POP", "STDDEV_SAMP",
	    "STR_TO_DATE", "STRCMP", "SUBDATE", "SUBSTR", "SUBSTRING", "SUBSTRING_INDEX", "SUBTIME", "SUM",
	    "SYSDATE", "TAN", "TIME", "TIME_FORMAT", "TIME_TO_SEC", "TIMEDIFF", "TIMESTAMP", "TIMESTAMPADD",
	    "TIMESTAMPDIFF", "TO_BASE64", "TO_DAYS", "TO_SECONDS", "TRIM", "TRUNCATE", "UCASE", "UNCOMPRESS",
	    "UNHEX", "UNIX_TIMESTAMP", "UPPER", "USER", "UTC_DATE", "UTC_TIME", "UTC_TIMESTAMP", "UUID",
	    "VAR_POP", "VAR_SAMP", "VARIANCE", "VERSION", "WEEK", "WEEKDAY", "WEEKOFYEAR", "WEIGHT_STRING",
	    "YEAR", "YEARWEEK", NULL};
	return mynd_lexer_is_listed(word, names);
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

bool mynd_sql_is_keyword(mynd_slice word)
{
	static const char *const words[] = {"ALL", "AND", "AS", "ASC", "BETWEEN", "BINARY", "BY", "CASE", "CROSS",
	    "DECIMAL", "DESC", "DISTINCT", "DIV", "DUAL", "ELSE", "EXISTS", "FALSE", "FOR", "FORCE", "FROM",
	    "GROUP", "HAVING", "IGNORE", "IN", "INDEX", "INNER", "INTERVAL", "IS", "JOIN", "KEY", "LEFT", "LIKE",
	    "LIMIT", "MOD", "NATURAL", "NOT", "NULL", "ON", "OR", "ORDER", "OUTER", "OVER", "PARTITION", "REGEXP",
	    "RIGHT", "RLIKE", "SELECT", "STRAIGHT_JOIN", "THEN", "TRUE", "UNION", "UNSIGNED", "USE", "USING",
	    "VALUES", "WHEN", "WHERE", "WITH", "XOR", NULL};
	return mynd_lexer_is_listed(word, words);
}
