/* Builds lines, and names the protocol's numbers. */
#include <stdio.h>

#include "internal.h"

void mynd_say(line *to, const char *format, ...)
{
	va_list arguments;
	size_t room = sizeof to->bytes - to->len;
	va_start(arguments, format);
	int len = vsnprintf(to->bytes + to->len, room, format, arguments);
	va_end(arguments);
	if (len > 0) {
		to->len += (size_t) len < room ? (size_t) len : room - 1;
	}
}

/* Returns the length of the UTF-8 character at `at`, 0 if there is none. */
static size_t character(mynd_slice text, size_t at)
{
	uint8_t first = text.ptr[at];
	size_t len = first < 0x80                    ? 1
	             : first >= 0xC2 && first < 0xE0 ? 2
	             : first < 0xF0                  ? 3
	             : first < 0xF5                  ? 4
	                                             : 0;
	if (len == 0 || (first >= 0x80 && first < 0xC2) || len > text.len - at) {
		return 0;
	}
	for (size_t i = 1; i < len; i++) {
		if ((text.ptr[at + i] & 0xC0) != 0x80) {
			return 0;
		}
	}
	return len;
}

static void say_character(line *to, mynd_slice text, size_t at, size_t len)
{
	uint8_t c = text.ptr[at];
	if (c == '\n' || c == '\r' || c == '\t') {
		mynd_say(to, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
	} else if (len == 0 || c < ' ' || c == 0x7F) {
		mynd_say(to, "\\x%02x", c);
	} else {
		mynd_say(to, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", (int) len, (const char *) text.ptr + at);
	}
}

/* Appends characters of the text and returns how many of its bytes were written. */
static size_t say_characters(line *to, mynd_slice text, size_t most)
{
	size_t at = 0;
	while (at < text.len && at < most) {
		size_t len = character(text, at);
		say_character(to, text, at, len);
		at += len > 0 ? len : 1;
	}
	return at;
}

void mynd_say_name(line *to, mynd_slice name)
{
	(void) say_characters(to, name, NAME_BYTES);
}

void mynd_say_quoted(line *to, mynd_slice text, size_t most, bool cut)
{
	mynd_say(to, "\"");
	size_t len = say_characters(to, text, most);
	mynd_say(to, cut || len < text.len ? "\"..." : "\"");
}

void mynd_say_hex(line *to, mynd_slice bytes)
{
	for (size_t i = 0; i < bytes.len && i < HEX_BYTES; i++) {
		mynd_say(to, " %02x", bytes.ptr[i]);
	}
	mynd_say(to, "%s", bytes.len > HEX_BYTES ? " ..." : "");
}

static const struct {
	uint16_t flag;
	const char *name;
} flags[] = {
    {MYND_STATUS_IN_TRANS, "in a transaction"},
    {MYND_STATUS_AUTOCOMMIT, "autocommit"},
    {MYND_STATUS_MORE_RESULTS, "more results"},
    {MYND_STATUS_NO_GOOD_INDEX, "no good index"},
    {MYND_STATUS_NO_INDEX, "no index"},
    {MYND_STATUS_CURSOR_EXISTS, "cursor"},
    {MYND_STATUS_LAST_ROW_SENT, "last row sent"},
    {MYND_STATUS_DB_DROPPED, "database dropped"},
    {MYND_STATUS_NO_BACKSLASH_ESCAPES, "no backslash escapes"},
    {MYND_STATUS_METADATA_CHANGED, "metadata changed"},
    {MYND_STATUS_QUERY_WAS_SLOW, "was slow"},
    {MYND_STATUS_PS_OUT_PARAMS, "out parameters"},
    {MYND_STATUS_IN_TRANS_READONLY, "read only transaction"},
    {MYND_STATUS_SESSION_CHANGED, "session changed"},
    {MYND_STATUS_ANSI_QUOTES, "ANSI quotes"},
};

void mynd_say_status(line *to, uint16_t status, uint16_t warnings)
{
	if (warnings > 0) {
		mynd_say(to, ", %u warning%s", warnings, warnings == 1 ? "" : "s");
	}
	const char *between = "; ";
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		if (status & flags[i].flag) {
			mynd_say(to, "%s%s", between, flags[i].name);
			between = ", ";
		}
	}
}

static bool contains(mynd_slice text, const char *word)
{
	size_t len = strlen(word);
	for (size_t at = 0; at + len <= text.len; at++) {
		size_t i = 0;
		while (i < len && (text.ptr[at + i] | 0x20) == (uint8_t) (word[i] | 0x20)) {
			i++;
		}
		if (i == len) {
			return true;
		}
	}
	return false;
}

bool mynd_speaks_of_secrets(mynd_slice text)
{
	static const char *const words[] = {"pass", "pwd", "identified", "authentication", "secret", "token",
	    "credential", "crypt", "api_key", "apikey", "private_key", "private key", "md5", "sha1", "sha2",
	    "sha(", "hmac", "salt", "encode(", "decode("};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (contains(text, words[i])) {
			return true;
		}
	}
	return false;
}

const char *mynd_type_name(uint8_t type)
{
	static const char *const names[256] = {
	    [MYND_TYPE_DECIMAL] = "DECIMAL",
	    [MYND_TYPE_TINY] = "TINY",
	    [MYND_TYPE_SHORT] = "SHORT",
	    [MYND_TYPE_LONG] = "LONG",
	    [MYND_TYPE_FLOAT] = "FLOAT",
	    [MYND_TYPE_DOUBLE] = "DOUBLE",
	    [MYND_TYPE_NULL] = "NULL",
	    [MYND_TYPE_TIMESTAMP] = "TIMESTAMP",
	    [MYND_TYPE_LONGLONG] = "LONGLONG",
	    [MYND_TYPE_INT24] = "INT24",
	    [MYND_TYPE_DATE] = "DATE",
	    [MYND_TYPE_TIME] = "TIME",
	    [MYND_TYPE_DATETIME] = "DATETIME",
	    [MYND_TYPE_YEAR] = "YEAR",
	    [MYND_TYPE_NEWDATE] = "NEWDATE",
	    [MYND_TYPE_VARCHAR] = "VARCHAR",
	    [MYND_TYPE_BIT] = "BIT",
	    [MYND_TYPE_VECTOR] = "VECTOR",
	    [MYND_TYPE_JSON] = "JSON",
	    [MYND_TYPE_NEWDECIMAL] = "NEWDECIMAL",
	    [MYND_TYPE_ENUM] = "ENUM",
	    [MYND_TYPE_SET] = "SET",
	    [MYND_TYPE_TINY_BLOB] = "TINY_BLOB",
	    [MYND_TYPE_MEDIUM_BLOB] = "MEDIUM_BLOB",
	    [MYND_TYPE_LONG_BLOB] = "LONG_BLOB",
	    [MYND_TYPE_BLOB] = "BLOB",
	    [MYND_TYPE_VAR_STRING] = "VAR_STRING",
	    [MYND_TYPE_STRING] = "STRING",
	    [MYND_TYPE_GEOMETRY] = "GEOMETRY",
	};
	return names[type] != NULL ? names[type] : "a type of no name";
}

const char *mynd_command_name(uint8_t com)
{
	static const char *const names[] = {
	    [MYND_COM_QUIT] = "quit",
	    [MYND_COM_INIT_DB] = "init db",
	    [MYND_COM_QUERY] = "query",
	    [MYND_COM_FIELD_LIST] = "field list",
	    [MYND_COM_REFRESH] = "refresh",
	    [MYND_COM_SHUTDOWN] = "shutdown",
	    [MYND_COM_STATISTICS] = "statistics",
	    [MYND_COM_PROCESS_KILL] = "kill",
	    [MYND_COM_DEBUG] = "debug",
	    [MYND_COM_PING] = "ping",
	    [MYND_COM_CHANGE_USER] = "change user",
	    [MYND_COM_STMT_PREPARE] = "prepare",
	    [MYND_COM_STMT_EXECUTE] = "execute",
	    [MYND_COM_STMT_SEND_LONG_DATA] = "long data",
	    [MYND_COM_STMT_CLOSE] = "close statement",
	    [MYND_COM_STMT_RESET] = "reset statement",
	    [MYND_COM_SET_OPTION] = "set option",
	    [MYND_COM_STMT_FETCH] = "fetch",
	    [MYND_COM_RESET_CONNECTION] = "reset connection",
	};
	if (com == MYND_COM_STMT_BULK_EXECUTE) {
		return "bulk execute";
	}
	return com < sizeof names / sizeof *names ? names[com] : NULL;
}
