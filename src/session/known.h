/* Known facts of a session: its phase, and what its server has reported. */
#ifndef MYND_SESSION_KNOWN_H
#define MYND_SESSION_KNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "../wire/protocol.h"

typedef enum mynd_phase {
	MYND_PHASE_LOGIN,
	MYND_PHASE_IDLE,    /* no command is pending */
	MYND_PHASE_WAITING, /* the head command's reply has not begun */
	MYND_PHASE_READING, /* in the middle of the head command's reply (rows, further results) */
	MYND_PHASE_DEAD
} mynd_phase;

typedef struct mynd_server {      /* strings are owned by the session */
	const char *version;          /* without MariaDB's "5.5.5-" prefix */
	unsigned long version_number; /* 101105, 80036 */
	bool mariadb;
	uint8_t protocol;
	uint32_t thread_id;
	uint64_t capabilities; /* capabilities of the server */
	uint64_t negotiated;   /* capabilities that the connection uses */
	uint8_t greeting_collation;
	uint8_t collation; /* collation of our login or of the last change of user */
	uint16_t status;   /* flags of the last OK or EOF */
	uint16_t warnings;
	bool may_have_warnings; /* SHOW WARNINGS may return some, of earlier commands, too; not set by errors */
	const char *schema;     /* as reported by the server; NULL: unknown */
	/*
	 * Number of reports that the session has changed (a variable, the default database, its state); only
	 * grows.
	 */
	uint32_t changes;
	/*
	 * A command has failed: changes that it made before the error are reported later (MySQL), or never
	 * (MariaDB).
	 */
	bool may_hide_changes;
	uint32_t errors;    /* number of errors that the server has reported; only grows */
	uint32_t deadlocks; /* those of them that were deadlocks, which end the whole transaction */
} mynd_server;

/*
 * Returns true if a transaction is open, or if the next command may open one because autocommit is off, as
 * far as the last OK or EOF says.
 */
static inline bool mynd_server_has_transaction(const mynd_server *server)
{
	return (server->status & (MYND_STATUS_AUTOCOMMIT | MYND_STATUS_IN_TRANS)) != MYND_STATUS_AUTOCOMMIT;
}

#endif
