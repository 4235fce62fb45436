/*
 * Errors, as every room reports them: a negative return code and one filled mynd_error.
 *
 * Always true: `message` is NUL-terminated; `sqlstate` is five characters and a NUL; code 0 means "no error".
 * Not here: warnings and exceptions, which only src/php/ raises.
 */
#ifndef MYND_WIRE_ERROR_H
#define MYND_WIRE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* The three results of a decoder, and of every function that pulls events. */
enum {
	MYND_OK = 0,   /* done; the result is set */
	MYND_MORE = 1, /* not yet: call again after more bytes have arrived */
	MYND_BAD = -1  /* failed for good; the mynd_error has the reason */
};

/* The cause of a failure. mysqli and PDO report only the error number, as stock does. */
typedef enum mynd_cause {
	MYND_CAUSE_NONE = 0,
	/* the server has reported an error in an ERR packet; the connection can still be used */
	MYND_CAUSE_SERVER,
	MYND_CAUSE_LOST,         /* end of file, reset, or any other failed read or write */
	MYND_CAUSE_TIMED_OUT,    /* a deadline passed */
	MYND_CAUSE_MALFORMED,    /* the server's bytes violate the protocol */
	MYND_CAUSE_SHORT_OK,     /* malformed: an incomplete OK packet, for which stock has its own message */
	MYND_CAUSE_ODD_PREPARED, /* a prepare's reply has a wrong size: stock warns, and sets no error */
	MYND_CAUSE_REFUSED,      /* the driver refuses (clear text password, LOCAL INFILE, TLS stripped ...) */
	MYND_CAUSE_UNKNOWN_HOST, /* no address was found for the name */
	MYND_CAUSE_OTHER_ROLE,   /* the server is a replica, and a primary is asked for, or the other way round */
	MYND_CAUSE_BAD_CA,       /* the file of certificate authorities cannot be read, or contains none */
	MYND_CAUSE_MEMORY,       /* there is no memory for a buffer or a result, or its limit is exceeded */
	MYND_CAUSE_WRONG_COUNT,  /* the number of values is not the number of parameters */
	MYND_CAUSE_MISUSE,       /* a call at the wrong time (commands out of sync ...) */
	MYND_CAUSE_IN_USE        /* another call, or another fiber, is using the connection */
} mynd_cause;

/* Client error numbers: MySQL manual, "Client Error Message Reference". X(name, number, stock's text). */
#define MYND_CLIENT_ERRORS(X)                                                                                \
	X(UNKNOWN, 2000, "Unknown MySQL error")                                                                  \
	X(CONNECTION, 2002, "Can't connect to local MySQL server through socket")                                \
	X(UNKNOWN_HOST, 2005, "Unknown MySQL server host")                                                       \
	X(GONE_AWAY, 2006, "MySQL server has gone away")                                                         \
	X(OUT_OF_MEMORY, 2008, "Out of memory")                                                                  \
	X(SERVER_LOST, 2013, "Lost connection to MySQL server during query")                                     \
	X(COMMANDS_OUT_OF_SYNC, 2014, "Commands out of sync; you can't run this command now")                    \
	X(UNKNOWN_CHARSET, 2019, "Unknown character set")                                                        \
	X(TLS, 2026, "SSL connection error")                                                                     \
	X(MALFORMED_PACKET, 2027, "Malformed packet")                                                            \
	X(NOT_PREPARED, 2030, "Statement not prepared")                                                          \
	X(NO_DATA, 2031, "No data supplied for parameters in prepared statement")                                \
	X(PARAMETER_NUMBER, 2034, "Invalid parameter number")                                                    \
	X(BUFFER_USE, 2035, "Can't send long data for non-string/non-binary data types")                         \
	X(NOT_IMPLEMENTED, 2054, "The server requested authentication method unknown to the client")             \
	X(AUTH_PLUGIN, 2059, "Authentication plugin could not be loaded")                                        \
	X(AUTH_PLUGIN_ERROR, 2061, "Authentication plugin reported an error")                                    \
	X(INFILE_REJECTED, 2068,                                                                                 \
	    "LOAD DATA LOCAL INFILE is forbidden, check related settings like "                                  \
	    "mysqli.allow_local_infile|mysqli.local_infile_directory or "                                        \
	    "PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY")

enum {
#define MYND_X(name, number, text) MYND_ERR_##name = number,
	MYND_CLIENT_ERRORS(MYND_X)
#undef MYND_X
};

#define MYND_MESSAGE_SIZE 1024

typedef struct mynd_error {
	unsigned code; /* MySQL's number, 0: none */
	mynd_cause cause;
	char sqlstate[6];
	int sys_errno;   /* errno of a lost connection, 0: none */
	uint64_t offset; /* bytes received on the connection before the error (malformed, lost) */
	char message[MYND_MESSAGE_SIZE];
} mynd_error;

/* Clears the error: code 0, sqlstate "00000", empty message. */
void mynd_error_clear(mynd_error *error);
/* Copies an error; bytes after the end of its message are neither read nor written. */
void mynd_error_copy(mynd_error *to, const mynd_error *from);

/*
 * Fills the error; `sqlstate` NULL means "HY000". A message that is too long is cut after a whole UTF-8
 * character. The arguments may point into *error. Returns MYND_BAD, so that a caller can return the call's
 * result.
 */
int mynd_error_set(mynd_error *error, mynd_cause cause, unsigned code, const char *sqlstate,
    const char *format, ...) __attribute__((cold, format(printf, 5, 6)));

/* Fills the error with stock's message for a client error number of the list above. Returns MYND_BAD. */
int mynd_error_client(mynd_error *error, mynd_cause cause, unsigned code) __attribute__((cold));

/*
 * Returns true if the driver refused a call with 2014. A server can send 2014 too (SIGNAL), for another
 * reason.
 */
static inline bool mynd_error_is_out_of_sync(const mynd_error *error)
{
	return error->code == MYND_ERR_COMMANDS_OUT_OF_SYNC && error->cause != MYND_CAUSE_SERVER;
}

/* Fills the error with 2027 "Malformed packet: what was wrong" (`what` NULL: no detail). Returns MYND_BAD. */
int mynd_error_malformed(mynd_error *error, const char *what) __attribute__((cold));

#endif
