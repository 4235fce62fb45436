/*
 * The settings of a connection. A program may set them before it connects; those marked "at any time" also
 * later.
 *
 * Strings and init commands are malloc'ed copies that belong to the settings.
 */
#ifndef MYND_CHANNEL_SETTINGS_H
#define MYND_CHANNEL_SETTINGS_H

#include "php.h"

typedef enum mynd_string_setting {
	MYND_SET_CHARSET_NAME, /* character set, validated by the caller; NULL: the server's */
	MYND_SET_TLS_KEY,
	MYND_SET_TLS_CERT,
	MYND_SET_TLS_CA,
	MYND_SET_TLS_CAPATH,
	MYND_SET_TLS_CIPHER,
	MYND_SET_PUBLIC_KEY, /* path of a PEM file, for sha256_password and caching_sha2_password */
	/* files in this folder may be sent even without MYND_SET_LOCAL_INFILE (at any time) */
	MYND_SET_LOCAL_INFILE_DIRECTORY,
	MYND_SET_EXTENSION, /* "mysqli", "pdo_mysql": sent in the connection attributes */
	MYND_SET_STRING_COUNT
} mynd_string_setting;

#define MYND_PREFETCH_MOST 10000000 /* microseconds */

typedef enum mynd_int_setting {
	MYND_SET_CONNECT_TIMEOUT, /* seconds, 0: none. Covers name resolution, TCP, TLS and login */
	MYND_SET_READ_TIMEOUT,    /* seconds, 0: none (at any time) */
	MYND_SET_WRITE_TIMEOUT,
	MYND_SET_COMMAND_BUFFER, /* bytes, 4096 or more */
	MYND_SET_READ_BUFFER,    /* bytes */
	MYND_SET_NATIVE_NUMBERS, /* 0 or 1; also for open results (at any time) */
	/* 0 or 1: any file may be sent for a query that asks for it (at any time) */
	MYND_SET_LOCAL_INFILE,
	MYND_SET_REFUSE_INFILE,     /* 0 or 1: the program forbids LOCAL INFILE, whatever php.ini allows */
	MYND_SET_ALLOW_CLEARTEXT,   /* 0 or 1: mysql_clear_password without TLS */
	MYND_SET_REFUSE_SERVER_KEY, /* 0 or 1 */
	MYND_SET_TLS_VERIFY_CHAIN,
	MYND_SET_TLS_VERIFY_HOST,   /* 0 or 1 */
	MYND_SET_TLS_BY_PASSWORD,   /* 0 or 1 */
	MYND_SET_KEEPALIVE,         /* 0 or 1, default 1 */
	MYND_SET_EXPIRED_PASSWORDS, /* 0 or 1: log in with an expired password, in order to set a new one */
	MYND_SET_PIPELINING,        /* mynd_pipelining, default MYND_PIPELINING_OFF (at any time) */
	MYND_SET_COMPRESS,          /* 0 or 1: compresses, as the client flag COMPRESS does */
	MYND_SET_ROUND_TRIPS,       /* mynd_round_trips, default MYND_ROUND_TRIPS_STOCK */
	MYND_SET_RECONNECT,         /* 0 or 1: sessions without state survive the loss of their connection */
	/* bytes of commands that may wait in memory until the socket takes them; 0: none (at any time) */
	MYND_SET_SEND_QUEUE,
	/*
	 * microseconds: maximum age of replies to reads that were sent before they were asked for; 0: none are
	 * sent
	 */
	MYND_SET_PREFETCH,
	MYND_SET_DEAD_AFTER, /* seconds for which a server may be silent and not be found alive; 0: no limit */
	MYND_SET_CONNECT_PATIENCE, /* seconds for which a connect that finds no server is tried again; 0: not */
	MYND_SET_BALANCE,          /* mynd_balance */
	MYND_SET_TARGET,           /* mynd_target */
	MYND_SET_KILL_ABANDONED,   /* 0 or 1: abandoned commands are killed on the server */
	MYND_SET_INT_COUNT
} mynd_int_setting;

/* Whether the driver may write commands together that the program did not ask to be sent together. */
typedef enum mynd_pipelining {
	MYND_PIPELINING_OFF,
	MYND_PIPELINING_ON,
	MYND_PIPELINING_AUTO /* allowed for servers that have been seen to accept several commands in one write */
} mynd_pipelining;

/* How many round trips a program's calls take. */
typedef enum mynd_round_trips {
	MYND_ROUND_TRIPS_STOCK,
	/*
	 * Fewer round trips, where the server was seen to accept several commands in one write
	 * (MYND_SET_PIPELINING).
	 */
	MYND_ROUND_TRIPS_FEWER
} mynd_round_trips;

/* The order in which the hosts of a list are tried. */
typedef enum mynd_balance {
	MYND_BALANCE_UNSET,
	MYND_BALANCE_ORDER, /* that of the list: if it is not set */
	MYND_BALANCE_RANDOM,
	MYND_BALANCE_LEAST, /* the fewest connections of this process first, at random among equals */
	MYND_BALANCE_COUNT
} mynd_balance;

/* What server a connect wants. */
typedef enum mynd_target {
	MYND_TARGET_UNSET,
	MYND_TARGET_ANY, /* none is asked about its role: if it is not set */
	MYND_TARGET_PRIMARY,
	MYND_TARGET_REPLICA,
	MYND_TARGET_PREFER_REPLICA, /* a replica, or if there is none any server */
	MYND_TARGET_COUNT
} mynd_target;

/* Their words, as data sources and the file of clusters have them; NULL for what is not set. */
extern const char *const mynd_balance_words[MYND_BALANCE_COUNT], *const mynd_target_words[MYND_TARGET_COUNT];

/* An init command: a statement that runs first in each session. */
typedef struct mynd_init_command {
	struct mynd_init_command *next;
	size_t len;
	char sql[];
} mynd_init_command;

typedef struct mynd_link_settings {
	char *strings[MYND_SET_STRING_COUNT];
	zend_long ints[MYND_SET_INT_COUNT];
	mynd_init_command *init_commands;
} mynd_link_settings;

void mynd_link_settings_init(mynd_link_settings *settings); /* sets the defaults */
void mynd_link_settings_free(mynd_link_settings *settings);
void mynd_link_settings_copy(
    mynd_link_settings *to, const mynd_link_settings *from); /* `to` has the defaults before the call */
/* Exchanges the strings and numbers, but not the init commands. */
void mynd_link_settings_swap(mynd_link_settings *a, mynd_link_settings *b);

/*
 * Return true if a setting is part of the session: it is used when the session begins or is reset, and
 * sessions that differ in it are not interchangeable. Init commands are part of the session, too.
 */
bool mynd_string_is_of_session(mynd_string_setting which);
bool mynd_int_is_of_session(mynd_int_setting which);

void mynd_link_settings_set_string(
    mynd_link_settings *settings, mynd_string_setting which, const char *value);
void mynd_link_settings_add_init_command(mynd_link_settings *settings, const char *sql, size_t len);

#endif
