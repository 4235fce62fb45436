/*
 * What the files of Mynd\pipeline() share.
 *
 * Always true: `ring` holds, in order, the commands whose outcome was not yielded. Those without an error of
 * their own are outstanding on the link, and the pipeline owns their replies.
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
	zend_string *sql;           /* what a PDOStatement shows as its text; NULL: mysqli */
	mynd_statement *statement;  /* the statement of an execute; NULL: the command is a text */
	mynd_error *error;          /* why it could not be sent; NULL: it was sent */
	uint32_t connection_number; /* the link's when it was sent */
	size_t bytes;
} pipeline_sent;

/* A statement that is prepared. */
typedef struct pipeline_prepared {
	zend_string *sql;          /* the program's text */
	mynd_pdo_named named;      /* PDO: the text as it was prepared, and the names of its values */
	mynd_statement *statement; /* NULL: the place is free */
} pipeline_prepared;

/* With stop_on_error: what may be under way at once, see pipeline_order.c. */
typedef struct pipeline_order {
	bool stop;       /* it was asked for */
	bool stopped;    /* a command has failed */
	bool begun;      /* a command was sent, on a connection with this number */
	bool autocommit; /* as the last reply has told: no transaction is open, and none begins by itself */
	bool alone;      /* what is under way may change that */
	uint32_t connection_number;
	/* of the link's last reply, and of its newest queued command, when the pipeline used it last */
	uint64_t serial, number;
} pipeline_order;

typedef struct pipeline {
	zval object; /* the program's connection, which this reference keeps alive */
	bool is_pdo;
	mynd_link *link;
	mynd_source source;
	mynd_source_fiber *source_fiber; /* has the source; NULL: it is asked directly */
	mynd_set *set;                   /* for the waits while that is suspended; NULL: not made yet */
	bool over;                       /* the source has ended */
	zend_object *failure; /* what the source has thrown; it is thrown when all outcomes were yielded */
	pipeline_sent ring[PIPELINE_WINDOW];
	unsigned first, count;
	size_t bytes;                                      /* of the commands in the ring */
	pipeline_prepared statements[PIPELINE_STATEMENTS]; /* the statement used last comes first */
	uint32_t session_version;                          /* of the session, when they were prepared */
	struct {
		zval key;
		zend_string *sql; /* NULL: there is none */
		zval values;      /* UNDEF: the command is a text */
	} held;               /* a command that is sent when nothing is under way */
	bool no_command;      /* the source has yielded null: it waits for an outcome */
	size_t unwritten;
	int64_t written, looked; /* by mynd_now(): the last write, and the last look for replies */
	pipeline_order order;
	pipeline_sent last; /* the last outcome's command, if it has further replies; its key and text are held */
	bool more;
} pipeline;

/* If the object is a pipeline on `from`, it goes on as one whose connection was closed. */
void mynd_pipeline_change_link(const zend_object *object, mynd_link *from, mynd_link *to);

/* --- pipeline_order.c: with stop_on_error --- */

/* The command may be sent behind those under way. */
bool pipeline_may_send(const pipeline *p, zend_string *sql, bool is_text);
/* Called before a command is sent. MYND_BAD: it cannot be, which is the link's error. */
int pipeline_note_sent(pipeline *p, zend_string *sql, bool is_text);
/* Called after it, sent or not. */
void pipeline_note_queued(pipeline *p);
/* The reply to a command was taken, and is over. */
void pipeline_note_reply(pipeline *p);
/* A command has failed: nothing more is taken from the source. */
void pipeline_stop(pipeline *p);
/* After the stop: the command whose outcome the link has was lost, and has certainly not run. */
bool pipeline_has_not_run(const pipeline *p, int rc);
void pipeline_make_not_run(bool sent, zval *out);

/* --- pipeline_send.c --- */

/* Takes over `key`. Runs code of the program. False: thrown. */
bool pipeline_send(pipeline *p, zval *key, zval *command);
/* Sends the command that was held back; nothing is under way. Runs code of the program. False: thrown. */
bool pipeline_send_held(pipeline *p);
void pipeline_release(pipeline_sent *sent);
void pipeline_forget_statements(pipeline *p);
void pipeline_forget_held(pipeline *p);

#endif
