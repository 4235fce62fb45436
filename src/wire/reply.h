/*
 * How the server answers a command: OK, ERR, EOF, the header of a result set, session tracking. Sources:
 * "OK_Packet", "ERR_Packet", "EOF_Packet", "COM_QUERY Response", "Session State Information".
 */
#ifndef MYND_WIRE_REPLY_H
#define MYND_WIRE_REPLY_H

#include "cursor.h"
#include "protocol.h"

typedef struct mynd_ok { /* an OK or an EOF packet; slices live as long as the packet */
	uint64_t affected_rows, insert_id;
	uint16_t status, warnings;
	mynd_slice info;          /* "Rows matched: ..." or empty */
	mynd_slice session_state; /* undecoded; see mynd_track_next */
} mynd_ok;

int mynd_ok_decode(mynd_slice packet, uint64_t capabilities, mynd_ok *ok, mynd_error *error);
int mynd_eof_decode(mynd_slice packet, mynd_ok *ok, mynd_error *error); /* only status and warnings are set */

/*
 * The server's error, into *server_error (cause MYND_CAUSE_SERVER). Its number may be one of the client's
 * own: SQL raises any number (SIGNAL), and proxies pass on what their own client library had. So nothing is
 * decided by a number alone, but by the cause. Number 0 is no error, and malformed. An error before the
 * greeting has no SQLSTATE; then "HY000" is set (`capabilities` 0). MariaDB's progress packets (number
 * 0xFFFF) are never negotiated: malformed.
 */
int mynd_err_decode(mynd_slice packet, uint64_t capabilities, mynd_error *server_error, mynd_error *error);

/* Session tracking: takes one change at a time from mynd_ok.session_state. MYND_MORE: there are no more. */
typedef enum mynd_track_kind {
	MYND_TRACK_VARIABLE = 0,
	MYND_TRACK_SCHEMA = 1,
	MYND_TRACK_STATE_CHANGE = 2,
	MYND_TRACK_GTIDS = 3,
	MYND_TRACK_TRANSACTION = 4,
	MYND_TRACK_TRANSACTION_STATE = 5
} mynd_track_kind;

typedef struct mynd_track {
	unsigned kind;
	/* name only for variables (MariaDB may send several together: each call returns one) */
	mynd_slice name, value;
} mynd_track;

typedef struct mynd_track_reader {
	mynd_cursor all, variables;
} mynd_track_reader;

void mynd_track_start(mynd_track_reader *reader, mynd_slice session_state);
int mynd_track_next(mynd_track_reader *reader, mynd_track *track, mynd_error *error);

/* The first byte(s) of a command's reply. */
typedef enum mynd_reply_kind {
	MYND_REPLY_OK,
	MYND_REPLY_ERR,
	MYND_REPLY_INFILE, /* 0xFB: the rest is the file's name */
	MYND_REPLY_COLUMNS /* a result set of `column_count` columns follows */
} mynd_reply_kind;

/* More than 65,535 columns, 0 columns, or bytes after the count: MYND_BAD. */
int mynd_reply_kind_decode(
    mynd_slice packet, mynd_reply_kind *kind, uint32_t *column_count, mynd_error *error);

#endif
