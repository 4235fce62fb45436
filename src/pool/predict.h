/*
 * The predictor: which query followed which last two queries of a login's sessions (mynd.prefetch). Included
 * by internal.h alone.
 */
#ifndef MYND_POOL_PREDICT_H
#define MYND_POOL_PREDICT_H

#include "../link/internal.h"
#include "../wire/sql.h"

/*
 * A query that begins with SELECT, of one login and default database, as a text or as a prepared statement
 * with its values, and the facts known about it.
 */
typedef struct mynd_known_query {
	struct mynd_known_query *next; /* in its slot */
	uint64_t hash;
	unsigned references;
	uint32_t used; /* when it was last looked for, in ticks of the predictor */
	mynd_sql_read kind;
	uint32_t hint_at; /* as mynd_sql_read_of has found */
	bool replied;     /* its reply was seen, and `bytes` is known */
	/*
	 * A reply was an error, had a warning, or was large or slow: it is not sent ahead until so many replies
	 * were none of these.
	 */
	uint8_t unwanted;
	uint8_t slow;     /* how many of the last replies took too long, one after the other */
	bool is_asked;    /* a query about the last command has followed it: nothing is sent ahead after it */
	bool are_base;    /* its tables are base tables, until `expires`, in this version of their cache */
	uint64_t version; /* mynd_effects_version() */
	int64_t expires;  /* mynd_coarse_now() */
	uint32_t bytes;   /* of the largest of the last replies */
	uint8_t tables;   /* number of tables; their places follow the query */
	bool is_prepared; /* it is run as a prepared statement ... */
	uint16_t parameter_count;         /* ... with these values ... */
	const mynd_parameter *parameters; /* ... which follow the places of tables */
	size_t size;                      /* bytes of memory */
	uint32_t len;
	char text[];
} mynd_known_query;

/* The last two queries of a session, and what followed them. */
typedef struct mynd_context mynd_context;

#define MYND_KNOWN_LONGEST 8192 /* bytes of a query that is stored, and of its values */
#define MYND_UNWANTED      8    /* replies */

/*
 * Returns a number for the command, which runs the query, in sessions of this login (pool key) and default
 * database. `command`: a query, or an execute with its values.
 */
uint64_t mynd_predict_hash(const mynd_link *link, const mynd_command *command, mynd_slice sql);
/*
 * Finds the query of the command, or stores it with what its words say. Returns NULL if it does not begin
 * with SELECT, is too long, or there is no memory. The caller takes a reference if it keeps the pointer.
 */
mynd_known_query *mynd_predict_query(
    mynd_link *link, uint64_t hash, const mynd_command *command, mynd_text_facts *text);
/* Returns true if the command runs this query, in the same way and with the same values. */
bool mynd_known_query_is(const mynd_known_query *query, const mynd_command *command, mynd_slice sql);
void mynd_known_query_addref(mynd_known_query *query);
void mynd_known_query_release(mynd_known_query *query); /* NULL is allowed */
/* Returns the tables of the query; valid as long as it. */
mynd_text_tables mynd_known_query_tables(const mynd_known_query *query);

/* Notes that a query with this number has followed the two others. */
void mynd_predict_learn(uint64_t before, uint64_t last, uint64_t now);
/*
 * Returns the query that will follow these two, or NULL if that is not certain enough. *context counts what
 * becomes of the prediction; it is valid until the thread's predictor ends.
 */
mynd_known_query *mynd_predict_next(uint64_t before, uint64_t last, mynd_context **context);
void mynd_predict_count(mynd_context *context, bool wasted);

void mynd_predict_end_thread(void); /* frees the thread's predictor */

#endif
