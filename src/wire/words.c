/*
 * The table of words (words.h), by their first letters.
 *
 * Sources: "SQL Statements", "Information Functions", "Locking Functions" in the manuals of both servers,
 * "SEQUENCE Functions" in MariaDB's. Always true: each list ends with END, and no word has one
 * letter only.
 */
#include "lexer.h"
#include "words.h"

typedef struct entry {
	unsigned char len; /* 0: the end */
	unsigned says;
	const char *word;
} entry;

#define WORD(word, says)                                                                                     \
	{                                                                                                        \
		sizeof(word) - 1, says, word                                                                         \
	}
#define END                                                                                                  \
	{                                                                                                        \
		0, 0, NULL                                                                                           \
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

static const entry words_of_a[] = {
    WORD("ALTER", PREPARES_NOTHING | DEFINES), WORD("AUTHORIZATION", ROLE), END};
static const entry words_of_c[] = {WORD("CHARACTER_SET_DATABASE", OF_SCHEMA),
    WORD("COLLATION_DATABASE", OF_SCHEMA), WORD("COMMIT", HARMLESS), WORD("CONNECTION_ID", LEAVES),
    WORD("CONSISTENT", MODE), WORD("COUNT", OF_SESSION), WORD("CREATE", PREPARES_NOTHING | DEFINES),
    WORD("CURRVAL", LEAVES | WRITES), END};
static const entry words_of_d[] = {WORD("DATABASE", SCHEMA), WORD("DELAYED", SINGLE),
    WORD("DELETE", HARMLESS | HAS_ROWS | WRITES | CHANGES_ROWS), WORD("DESC", HARMLESS | HAS_ROWS),
    WORD("DESCRIBE", HARMLESS | HAS_ROWS), WORD("DIAGNOSTICS", DIAGNOSTICS | ASKS),
    WORD("DO", PREPARES_NOTHING | HAS_ROWS), WORD("DROP", PREPARES_NOTHING | DEFINES), END};
static const entry words_of_e[] = {WORD("ERRORS", DIAGNOSTICS | OF_SESSION),
    WORD("ERROR_COUNT", DIAGNOSTICS | ASKS), WORD("EVENT", ROUTINE),
    WORD("EXECUTE", ROLE | SCHEMA | TRACKING), WORD("EXPLAIN", HARMLESS | HAS_ROWS), END};
static const entry words_of_f[] = {
    WORD("FOUND_ROWS", DIAGNOSTICS | ASKS), WORD("FROM", TABLES), WORD("FUNCTION", ROUTINE), END};
static const entry words_of_g[] = {WORD("GET", HARMLESS), WORD("GET_LOCK", LEAVES), END};
static const entry words_of_i[] = {WORD("INSERT", HARMLESS | HAS_ROWS | CHANGES_ROWS),
    WORD("INTO", TABLES | WRITES), WORD("IS_FREE_LOCK", ASKS), WORD("IS_USED_LOCK", ASKS), END};
static const entry words_of_l[] = {WORD("LASTVAL", LEAVES | WRITES), WORD("LAST_INSERT_ID", ASKS | INSERT_ID),
    WORD("LOCK", PREPARES_NOTHING), END};
static const entry words_of_n[] = {WORD("NEXT", SEQUENCE), WORD("NEXTVAL", LEAVES | WRITES), END};
static const entry words_of_o[] = {WORD("ONLY", MODE), END};
static const entry words_of_p[] = {WORD("PERFORMANCE_SCHEMA", ASKS),
    WORD("PREPARE", ROLE | SCHEMA | TRACKING), WORD("PREVIOUS", SEQUENCE),
    WORD("PROCEDURE", ROUTINE | WRITES), WORD("PROCESSLIST", ASKS), WORD("PROFILE", OF_SESSION),
    WORD("PROFILES", OF_SESSION), WORD("PROFILING", ASKS), WORD("PS_CURRENT_THREAD_ID", LEAVES),
    WORD("PS_SETUP_DISABLE_THREAD", THREAD), WORD("PS_SETUP_ENABLE_THREAD", THREAD),
    WORD("PS_SETUP_RELOAD_SAVED", THREAD), WORD("PS_THREAD_ID", LEAVES), WORD("PS_TRACE_THREAD", THREAD),
    END};
static const entry words_of_r[] = {WORD("READ", MODE), WORD("RELEASE", HARMLESS),
    WORD("RELEASE_ALL_LOCKS", LEAVES), WORD("RELEASE_LOCK", LEAVES), WORD("RENAME", PREPARES_NOTHING),
    WORD("REPLACE", HARMLESS | HAS_ROWS | CHANGES_ROWS), WORD("RETURNING", WRITES), WORD("ROLE", ROLE),
    WORD("ROLLBACK", HARMLESS), WORD("ROW_COUNT", DIAGNOSTICS | ASKS), END};
static const entry words_of_s[] = {WORD("SAVEPOINT", HARMLESS), WORD("SCHEMA", SCHEMA),
    WORD("SELECT", HARMLESS | HAS_ROWS | SINGLE), WORD("SERVICE_GET_READ_LOCKS", LEAVES),
    WORD("SERVICE_GET_WRITE_LOCKS", LEAVES), WORD("SERVICE_RELEASE_LOCKS", LEAVES),
    WORD("SESSION_STATUS", ASKS), WORD("SESSION_TRACK_SCHEMA", SCHEMA | TRACKING),
    WORD("SET", PREPARES_NOTHING), WORD("SETVAL", LEAVES), WORD("SHOW", HARMLESS), WORD("SNAPSHOT", MODE),
    WORD("START", HARMLESS), WORD("STATUS", OF_SESSION), END};
static const entry words_of_t[] = {WORD("TABLE", TABLES), WORD("TEMPORARY", LEAVES), WORD("TRIGGER", ROUTINE),
    WORD("TRUNCATE", PREPARES_NOTHING | DEFINES), END};
static const entry words_of_u[] = {WORD("UNLOCK", PREPARES_NOTHING),
    WORD("UPDATE", HARMLESS | TABLES | HAS_ROWS | WRITES | CHANGES_ROWS),
    WORD("USE", PREPARES_NOTHING | SCHEMA), END};
static const entry words_of_v[] = {WORD("VARIABLES", OF_SCHEMA),
    WORD("VERSION_TOKENS_LOCK_EXCLUSIVE", LEAVES), WORD("VERSION_TOKENS_LOCK_SHARED", LEAVES),
    WORD("VERSION_TOKENS_UNLOCK", LEAVES), END};
static const entry words_of_w[] = {WORD("WARNINGS", DIAGNOSTICS | ASKS),
    WORD("WARNING_COUNT", DIAGNOSTICS | ASKS), WORD("WITH", HARMLESS | HAS_ROWS | MODE), WORD("WRITE", MODE),
    END};

static const entry none[] = {END};
static const entry *const words[] = {words_of_a, none, words_of_c, words_of_d, words_of_e, words_of_f,
    words_of_g, none, words_of_i, none, none, words_of_l, none, words_of_n, words_of_o, words_of_p, none,
    words_of_r, words_of_s, words_of_t, words_of_u, words_of_v, words_of_w, none, none, none};

unsigned mynd_words_of(mynd_slice word)
{
	if (word.len == 0 || !mynd_lexer_is(*word.ptr, MYND_LEX_LETTER)) {
		return 0;
	}
	for (const entry *e = words[(*word.ptr | 0x20) - 'a']; e->len != 0; e++) {
		if (e->len == word.len && ((word.ptr[1] ^ (uint8_t) e->word[1]) & ~0x20) == 0 &&
		    mynd_lexer_equals(word, e->word)) {
			return e->says;
		}
	}
	return 0;
}
