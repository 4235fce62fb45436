/*
 * Declarations shared by the files of Mynd\pipeline().
 *
 * Always true: `ring` holds, in order, the commands whose outcome was not yielded. The commands in `ring`
 * without an `error` are outstanding on the link, and the pipeline owns their replies.
 */
#ifndef MYND_PHP_MYND_PIPELINE_H
#define MYND_PHP_MYND_PIPELINE_H

#include "source_fiber.h"

#include "../pdo/startup.h"

#define PIPELINE_WINDOW     1024
#define PIPELINE_STATEMENTS 16

/* A command whose outcome was not yielded. */
typedef struct pipeline_sent {
	zval key;
	zend_string *sql;          /* the query that a PDOStatement shows; NULL: mysqli */
	mynd_statement *statement; /* the statement of an execute; NULL: a query */
	mynd_error *error; /* error because of which the command could not be sent; NULL: the command was sent */
	uint32_t connection_number; /* number of the link's connection when the command was sent */
	size_t bytes;
} pipeline_sent;

/* A prepared statement. */
typedef struct pipeline_prepared {
	zend_string *sql;          /* the program's query */
	mynd_pdo_named named;      /* PDO: the query as it was prepared, and the names of its values */
	mynd_statement *statement; /* NULL: the element is free */
} pipeline_prepared;

/* State that decides which commands may be under way at once, with stop_on_error (pipeline_order.c). */
typedef struct pipeline_order {
	bool stop;       /* stop_on_error is set */
	bool stopped;    /* a command has failed */
	bool begun;      /* a command was sent, on connection `connection_number` */
	bool autocommit; /* the last reply says: autocommit is on, and no transaction is open */
	bool alone;      /* the command under way may change `autocommit`, so no other is sent */
	uint32_t connection_number;
	/*
	 * Numbers of the link's last reply and of its newest queued command, when the pipeline last used the
	 * link. If they differ now, the program has used the link itself.
	 */
	uint64_t serial, number;
} pipeline_order;

typedef struct pipeline {
	zval object; /* the program's connection, which this reference keeps alive */
	bool is_pdo;
	mynd_link *link;
	mynd_source source;
	mynd_source_fiber *source_fiber; /* runs the source; NULL: the source is asked directly */
	mynd_set *set;                   /* set for waits while source_fiber is suspended; NULL: not made yet */
	bool over;                       /* the source has ended */
	zend_object *failure;            /* the source's exception, thrown when all outcomes were yielded */
	pipeline_sent ring[PIPELINE_WINDOW];
	unsigned first, count;
	size_t bytes;                                      /* sum over the commands in the ring */
	pipeline_prepared statements[PIPELINE_STATEMENTS]; /* the statement used last comes first */
	uint32_t session_version; /* session version of the link when `statements` were prepared */
	struct {
		zval key;
		zend_string *sql; /* NULL: none */
		zval values;      /* UNDEF: the command is a query */
	} held;               /* a command that must wait until no command is under way */
	bool no_command;      /* the source has yielded null: it is asked again after the next outcome */
	size_t unwritten;
	int64_t written, looked; /* times (mynd_now()) of the last write, and of the last look for replies */
	pipeline_order order;
	pipeline_sent last; /* the last outcome's command, if it has further replies; owns key and query */
	bool more;
} pipeline;

/*
 * If the object is a pipeline on the link `from`, moves the pipeline to the link `to`, as after a reconnect:
 * the outcomes of the commands under way are 2006.
 */
void mynd_pipeline_change_link(const zend_object *object, mynd_link *from, mynd_link *to);

/* --- pipeline_order.c: with stop_on_error --- */

/* Returns true if the command may be sent before the replies to the commands under way. */
bool pipeline_may_send(const pipeline *p, zend_string *sql, bool is_text);
/* Called before a command is sent. Returns MYND_BAD, with the link's error, if it cannot be sent. */
int pipeline_note_sent(pipeline *p, zend_string *sql, bool is_text);
/* Called after each attempt to send a command, successful or not. */
void pipeline_note_queued(pipeline *p);
/* Called when the whole reply to a command was taken. */
void pipeline_note_reply(pipeline *p);
/* Called when a command has failed: no more commands are taken from the source. */
void pipeline_stop(pipeline *p);
/*
 * Returns true if the pipeline has stopped, and the command that rc is about was lost and certainly has not
 * run.
 */
bool pipeline_has_not_run(const pipeline *p, int rc);
void pipeline_make_not_run(bool sent, zval *out);

/* --- pipeline_send.c --- */

/* Takes over `key`. Runs code of the program. Returns false if it threw. */
bool pipeline_send(pipeline *p, zval *key, zval *command);
/* Sends the held command; no command is under way. Runs code of the program. Returns false if it threw. */
bool pipeline_send_held(pipeline *p);
void pipeline_release(pipeline_sent *sent);
void pipeline_forget_statements(pipeline *p);
void pipeline_forget_held(pipeline *p);

#endif
