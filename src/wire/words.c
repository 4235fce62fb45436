/*
 * The table of words (words.h), by first letter, then by length.
 *
 * Sources: "SQL Statements", "Information Functions", "Locking Functions" in the manuals of both servers,
 * "SEQUENCE Functions" in MariaDB's. Always true: each list ends with END, and no word has only one letter.
 */
#include "lexer.h"
#include "words.h"

#include <limits.h>

typedef struct entry {
	unsigned char len; /* UCHAR_MAX: end of the list */
	unsigned says;
	const char *word;
} entry;

#define WORD(word, says)                                                                                     \
	{                                                                                                        \
		sizeof(word) - 1, says, word                                                                         \
	}
#define END                                                                                                  \
	{                                                                                                        \
		UCHAR_MAX, 0, NULL                                                                                   \
	}
#define HARMLESS         MYND_WORD_HARMLESS
#define PREPARES_NOTHING MYND_WORD_PREPARES_NOTHING
#define HAS_ROWS         MYND_WORD_HAS_ROWS
#define DEFINES          MYND_WORD_DEFINES
#define CHANGES_ROWS     MYND_WORD_CHANGES_ROWS
#define MODE             MYND_WORD_MODE
#define DIAGNOSTICS      MYND_WORD_DIAGNOSTICS
#define TABLES           MYND_WORD_TABLES
#define ROUTINE          MYND_WORD_ROUTINE
#define OF_SCHEMA        MYND_WORD_OF_SCHEMA
#define ROLE             MYND_WORD_ROLE
#define SCHEMA           MYND_WORD_SCHEMA
#define TRACKING         MYND_WORD_TRACKING
#define THREAD           MYND_WORD_THREAD
#define LEAVES           MYND_WORD_LEAVES
#define ASKS             MYND_WORD_ASKS
#define OF_SESSION       MYND_WORD_OF_SESSION
#define SINGLE           MYND_WORD_SINGLE
#define WRITES           MYND_WORD_WRITES
#define SEQUENCE         MYND_WORD_SEQUENCE
#define INSERT_ID        MYND_WORD_INSERT_ID
#define RESERVED         MYND_WORD_RESERVED
#define TABLE_BEHIND     MYND_WORD_TABLE_BEHIND
#define TABLES_BEHIND    MYND_WORD_TABLES_BEHIND
#define ENDS_TABLES      MYND_WORD_ENDS_TABLES
#define DELETED_BEHIND   MYND_WORD_DELETED_BEHIND
#define BEFORE_TABLE     MYND_WORD_BEFORE_TABLE

static const entry words_of_a[] = {WORD("AS", RESERVED), WORD("ALL", RESERVED), WORD("AND", RESERVED),
    WORD("ASC", RESERVED), WORD("ALTER", PREPARES_NOTHING | DEFINES), WORD("AUTHORIZATION", ROLE), END};
static const entry words_of_b[] = {
    WORD("BY", RESERVED), WORD("BINARY", RESERVED), WORD("BETWEEN", RESERVED), END};
static const entry words_of_c[] = {WORD("CASE", RESERVED), WORD("COUNT", OF_SESSION), WORD("CROSS", RESERVED),
    WORD("COMMIT", HARMLESS), WORD("CREATE", PREPARES_NOTHING | DEFINES), WORD("CURRVAL", LEAVES | WRITES),
    WORD("CONSISTENT", MODE), WORD("CONNECTION_ID", LEAVES), WORD("COLLATION_DATABASE", OF_SCHEMA),
    WORD("CHARACTER_SET_DATABASE", OF_SCHEMA), END};
static const entry words_of_d[] = {WORD("DO", PREPARES_NOTHING | HAS_ROWS), WORD("DIV", RESERVED),
    WORD("DESC", HARMLESS | HAS_ROWS | RESERVED), WORD("DROP", PREPARES_NOTHING | DEFINES),
    WORD("DUAL", RESERVED), WORD("DELETE", HARMLESS | HAS_ROWS | WRITES | CHANGES_ROWS),
    WORD("DECIMAL", RESERVED), WORD("DELAYED", SINGLE), WORD("DATABASE", SCHEMA),
    WORD("DESCRIBE", HARMLESS | HAS_ROWS), WORD("DISTINCT", RESERVED),
    WORD("DIAGNOSTICS", DIAGNOSTICS | ASKS), END};
static const entry words_of_e[] = {WORD("ELSE", RESERVED), WORD("EVENT", ROUTINE),
    WORD("ERRORS", DIAGNOSTICS | OF_SESSION), WORD("EXISTS", RESERVED),
    WORD("EXECUTE", ROLE | SCHEMA | TRACKING), WORD("EXPLAIN", HARMLESS | HAS_ROWS),
    WORD("ERROR_COUNT", DIAGNOSTICS | ASKS), END};
static const entry words_of_f[] = {WORD("FOR", RESERVED), WORD("FROM", TABLES | RESERVED | TABLES_BEHIND),
    WORD("FALSE", RESERVED), WORD("FORCE", RESERVED), WORD("FUNCTION", ROUTINE),
    WORD("FOUND_ROWS", DIAGNOSTICS | ASKS | MYND_WORD_FOUND_ROWS), END};
static const entry words_of_g[] = {
    WORD("GET", HARMLESS), WORD("GROUP", RESERVED | ENDS_TABLES), WORD("GET_LOCK", LEAVES), END};
static const entry words_of_h[] = {
    WORD("HAVING", RESERVED | ENDS_TABLES), WORD("HIGH_PRIORITY", BEFORE_TABLE), END};
static const entry words_of_i[] = {WORD("IN", RESERVED), WORD("IS", RESERVED),
    WORD("INTO", TABLES | WRITES | TABLE_BEHIND | BEFORE_TABLE), WORD("INDEX", RESERVED),
    WORD("INNER", RESERVED), WORD("IGNORE", RESERVED | BEFORE_TABLE),
    WORD("INSERT", HARMLESS | HAS_ROWS | CHANGES_ROWS), WORD("INTERVAL", RESERVED),
    WORD("IS_FREE_LOCK", ASKS), WORD("IS_USED_LOCK", ASKS), END};
static const entry words_of_j[] = {WORD("JOIN", RESERVED | TABLE_BEHIND), END};
static const entry words_of_k[] = {WORD("KEY", RESERVED), END};
static const entry words_of_l[] = {WORD("LEFT", RESERVED), WORD("LIKE", RESERVED),
    WORD("LOCK", PREPARES_NOTHING), WORD("LIMIT", RESERVED | ENDS_TABLES), WORD("LASTVAL", LEAVES | WRITES),
    WORD("LOW_PRIORITY", BEFORE_TABLE), WORD("LAST_INSERT_ID", ASKS | INSERT_ID), END};
static const entry words_of_m[] = {WORD("MOD", RESERVED), END};
static const entry words_of_n[] = {WORD("NOT", RESERVED), WORD("NEXT", SEQUENCE), WORD("NULL", RESERVED),
    WORD("NATURAL", RESERVED), WORD("NEXTVAL", LEAVES | WRITES), END};
static const entry words_of_o[] = {WORD("ON", RESERVED), WORD("OR", RESERVED), WORD("ONLY", MODE),
    WORD("OVER", RESERVED), WORD("ORDER", RESERVED | ENDS_TABLES), WORD("OUTER", RESERVED), END};
static const entry words_of_p[] = {WORD("PREPARE", ROLE | SCHEMA | TRACKING), WORD("PROFILE", OF_SESSION),
    WORD("PREVIOUS", SEQUENCE), WORD("PROFILES", OF_SESSION), WORD("PARTITION", RESERVED),
    WORD("PROCEDURE", ROUTINE | WRITES), WORD("PROFILING", ASKS), WORD("PROCESSLIST", ASKS),
    WORD("PS_THREAD_ID", LEAVES), WORD("PS_TRACE_THREAD", THREAD), WORD("PERFORMANCE_SCHEMA", ASKS),
    WORD("PS_CURRENT_THREAD_ID", LEAVES), WORD("PS_SETUP_RELOAD_SAVED", THREAD),
    WORD("PS_SETUP_ENABLE_THREAD", THREAD), WORD("PS_SETUP_DISABLE_THREAD", THREAD), END};
static const entry words_of_r[] = {WORD("READ", MODE), WORD("ROLE", ROLE), WORD("RIGHT", RESERVED),
    WORD("RLIKE", RESERVED), WORD("REGEXP", RESERVED), WORD("RENAME", PREPARES_NOTHING),
    WORD("RELEASE", HARMLESS), WORD("REPLACE", HARMLESS | HAS_ROWS | CHANGES_ROWS),
    WORD("ROLLBACK", HARMLESS), WORD("RETURNING", WRITES), WORD("ROW_COUNT", DIAGNOSTICS | ASKS),
    WORD("RELEASE_LOCK", LEAVES), WORD("RELEASE_ALL_LOCKS", LEAVES), END};
static const entry words_of_s[] = {WORD("SET", PREPARES_NOTHING | ENDS_TABLES), WORD("SHOW", HARMLESS),
    WORD("START", HARMLESS), WORD("SCHEMA", SCHEMA),
    WORD("SELECT", HARMLESS | HAS_ROWS | SINGLE | RESERVED | ENDS_TABLES), WORD("SETVAL", LEAVES),
    WORD("STATUS", OF_SESSION), WORD("SNAPSHOT", MODE), WORD("SAVEPOINT", HARMLESS),
    WORD("STRAIGHT_JOIN", RESERVED | TABLE_BEHIND), WORD("SESSION_STATUS", ASKS),
    WORD("SESSION_TRACK_SCHEMA", SCHEMA | TRACKING), WORD("SERVICE_RELEASE_LOCKS", LEAVES),
    WORD("SERVICE_GET_READ_LOCKS", LEAVES), WORD("SERVICE_GET_WRITE_LOCKS", LEAVES), END};
static const entry words_of_t[] = {WORD("THEN", RESERVED), WORD("TRUE", RESERVED),
    WORD("TABLE", TABLES | TABLE_BEHIND), WORD("TRIGGER", ROUTINE),
    WORD("TRUNCATE", PREPARES_NOTHING | DEFINES), WORD("TEMPORARY", LEAVES), END};
static const entry words_of_u[] = {WORD("USE", PREPARES_NOTHING | SCHEMA | RESERVED),
    WORD("UNION", RESERVED | ENDS_TABLES), WORD("USING", RESERVED | DELETED_BEHIND),
    WORD("UNLOCK", PREPARES_NOTHING),
    WORD("UPDATE", HARMLESS | TABLES | HAS_ROWS | WRITES | CHANGES_ROWS | ENDS_TABLES),
    WORD("UNSIGNED", RESERVED), END};
static const entry words_of_v[] = {WORD("VALUES", RESERVED), WORD("VARIABLES", OF_SCHEMA),
    WORD("VERSION_TOKENS_UNLOCK", LEAVES), WORD("VERSION_TOKENS_LOCK_SHARED", LEAVES),
    WORD("VERSION_TOKENS_LOCK_EXCLUSIVE", LEAVES), END};
static const entry words_of_w[] = {WORD("WHEN", RESERVED),
    WORD("WITH", HARMLESS | HAS_ROWS | MODE | RESERVED), WORD("WHERE", RESERVED | ENDS_TABLES),
    WORD("WRITE", MODE), WORD("WARNINGS", DIAGNOSTICS | ASKS), WORD("WARNING_COUNT", DIAGNOSTICS | ASKS),
    END};
static const entry words_of_x[] = {WORD("XOR", RESERVED), END};

static const entry none[] = {END};
static const entry *const words[] = {words_of_a, words_of_b, words_of_c, words_of_d, words_of_e, words_of_f,
    words_of_g, words_of_h, words_of_i, words_of_j, words_of_k, words_of_l, words_of_m, words_of_n,
    words_of_o, words_of_p, none, words_of_r, words_of_s, words_of_t, words_of_u, words_of_v, words_of_w,
    words_of_x, none, none};

/*
 * Returns true if the word is `name` in any case. Without bit 0x20, which is ignored for that, 0x7F would
 * equal an underscore; so a word with 0x7F never matches.
 */
static bool is_same(const uint8_t *word, const char *name, size_t len)
{
	uint64_t a, b, differs = 0;
	for (size_t i = 0; i + sizeof a <= len; i += sizeof a) {
		memcpy(&a, word + i, sizeof a);
		memcpy(&b, name + i, sizeof b);
		differs |= a ^ b;
	}
	if (len >= sizeof a) {
		memcpy(&a, word + len - sizeof a, sizeof a);
		memcpy(&b, name + len - sizeof b, sizeof b);
		differs |= a ^ b;
	}
	for (size_t i = 0; len < sizeof a && i < len; i++) {
		differs |= word[i] ^ (uint8_t) name[i];
	}
	return (differs & ~UINT64_C(0x2020202020202020)) == 0 && memchr(word, 0x7F, len) == NULL;
}

unsigned mynd_words_of(mynd_slice word)
{
	if (word.len < 2 || word.len >= UCHAR_MAX || !mynd_lexer_is(*word.ptr, MYND_LEX_LETTER)) {
		return 0;
	}
	const entry *e = words[(*word.ptr | 0x20) - 'a'];
	while (e->len < word.len) {
		e++;
	}
	for (; e->len == word.len; e++) {
		if (((word.ptr[1] ^ (uint8_t) e->word[1]) & ~0x20) == 0 && is_same(word.ptr, e->word, word.len)) {
			return e->says;
		}
	}
	return 0;
}
