/*
 * What the files of Mynd\pipeline() share.
 *
 * Always true: `ring` holds, in order, the commands whose outcome was not yielded. Those without an error of
 * their own are outstanding on the link, and the pipeline owns their replies.
 */
#ifndef MYND_PHP_MYND_PIPELINE_H
#define MYND_PHP_MYND_PIPELINE_H

#include "steps.h"

#include "../pdo/startup.h"

#define PIPELINE_WINDOW     1024
#define PIPELINE_STATEMENTS 16

/* A command whose outcome was not yielded. */
typedef struct pipeline_sent {
	zval key;
	zend_string *sql;          /* what a PDOStatement shows as its text; NULL: mysqli */
	mynd_statement *statement; /* the statement of an execute; NULL: the command is a text */
	mynd_error *error;         /* why it could not be sent; NULL: it was sent */
	uint32_t epoch;            /* the link's when it was sent */
	size_t bytes;
} pipeline_sent;

/* A statement that is prepared. */
typedef struct pipeline_prepared {
	zend_string *sql;          /* the program's text */
	mynd_pdo_named named;      /* PDO: the text as it was prepared, and the names of its values */
	mynd_statement *statement; /* NULL: the place is free */
} pipeline_prepared;

typedef struct pipeline {
	zval object; /* the program's connection, which this reference keeps alive */
	bool is_pdo;
	mynd_link *link;
	mynd_source source;
	bool over;            /* the source has ended */
	zend_object *failure; /* what the source has thrown; it is thrown when all outcomes were yielded */
	pipeline_sent ring[PIPELINE_WINDOW];
	unsigned first, count;
	size_t bytes;                                      /* of the commands in the ring */
	pipeline_prepared statements[PIPELINE_STATEMENTS]; /* the statement used last comes first */
	uint32_t round;                                    /* of the session, when they were prepared */
	struct {
		zval key;
		zend_string *sql; /* NULL: there is none */
		zval values;
	} held; /* a command that is prepared when nothing is under way */
	size_t unwritten;
	double written;     /* time of the last write, in seconds */
	pipeline_sent last; /* the last outcome's command, if it has further replies; its key and text are held */
	bool more;
} pipeline;

/* --- pipeline_send.c --- */

/* Takes over `key`. Runs code of the program. False: thrown. */
bool pipeline_send(pipeline *p, zval *key, zval *command);
/* Sends the command that was held back; nothing is under way. Runs code of the program. False: thrown. */
bool pipeline_send_held(pipeline *p);
void pipeline_release(pipeline_sent *sent);
void pipeline_forget_statements(pipeline *p);
void pipeline_forget_held(pipeline *p);

#endif
