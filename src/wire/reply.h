/*
 * The server's replies to a command: OK, ERR, EOF, the header of a result set, session tracking. Sources:
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
int mynd_eof_decode(mynd_slice packet, mynd_ok *ok, mynd_error *error); /* sets only status and warnings */

/*
 * Decodes the server's error into *server_error (cause MYND_CAUSE_SERVER). Its number may be a client error
 * number: SQL can raise any number (SIGNAL), and proxies forward errors of their own client library. So
 * callers must compare the cause, too, not the number alone. Number 0 would mean "no error", and is
 * malformed. An error before the greeting (`capabilities` 0) has no SQLSTATE; then "HY000" is set ("08004"
 * for 1040). MariaDB's progress packets (number 0xFFFF) are never negotiated, so they are malformed.
 */
int mynd_err_decode(mynd_slice packet, uint64_t capabilities, mynd_error *server_error, mynd_error *error);

/*
 * Session tracking: mynd_track_next takes one change at a time from mynd_ok.session_state, and returns
 * MYND_MORE if there are no more.
 */
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
	/* `name` is set for variables only (MariaDB may send several in one change: each call returns one) */
	mynd_slice name, value;
} mynd_track;

typedef struct mynd_track_reader {
	mynd_cursor all, variables;
} mynd_track_reader;

void mynd_track_start(mynd_track_reader *reader, mynd_slice session_state);
int mynd_track_next(mynd_track_reader *reader, mynd_track *track, mynd_error *error);

/* The kinds of a command's reply, by its first byte. */
typedef enum mynd_reply_kind {
	MYND_REPLY_OK,
	MYND_REPLY_ERR,
	MYND_REPLY_INFILE, /* 0xFB: the rest is the file's name */
	MYND_REPLY_COLUMNS /* a result set of `column_count` columns follows */
} mynd_reply_kind;

/* Returns MYND_BAD for more than 65,535 columns, 0 columns, or bytes after the count. */
int mynd_reply_kind_decode(
    mynd_slice packet, mynd_reply_kind *kind, uint32_t *column_count, mynd_error *error);

#endif
