/*
 * Reads the changes of the session that an OK packet reports ("Session State Information").
 *
 * Always true: mynd_track_next returns the changes in the server's order, each once. Of an unknown kind of
 * change it returns the undecoded bytes, so that newer servers cause no error.
 */
#include "reply.h"

void mynd_track_start(mynd_track_reader *reader, mynd_slice session_state)
{
	reader->all = mynd_cursor_over(session_state.ptr, session_state.len);
	reader->variables = (mynd_cursor){reader->all.end, reader->all.end};
}

/* Reads one pair of name and value. MySQL sends one pair per change; MariaDB may send several in one. */
static int next_variable(mynd_track_reader *reader, mynd_track *track)
{
	track->kind = MYND_TRACK_VARIABLE;
	if (mynd_cursor_lenenc_bytes(&reader->variables, &track->name) != MYND_OK) {
		return MYND_BAD;
	}
	return mynd_cursor_lenenc_bytes(&reader->variables, &track->value);
}

/* Reads the one string that makes up a change; of GTIDs, a byte that names their encoding comes first. */
static int read_value(mynd_cursor *data, mynd_track *track)
{
	if (track->kind == MYND_TRACK_GTIDS && mynd_cursor_skip(data, 1) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_cursor_lenenc_bytes(data, &track->value) != MYND_OK) {
		return MYND_BAD;
	}
	return mynd_cursor_left(data) == 0 ? MYND_OK : MYND_BAD;
}

static int next_change(mynd_track_reader *reader, mynd_track *track)
{
	uint8_t kind;
	mynd_slice bytes;
	if (mynd_cursor_u8(&reader->all, &kind) != MYND_OK ||
	    mynd_cursor_lenenc_bytes(&reader->all, &bytes) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_cursor data = mynd_cursor_over(bytes.ptr, bytes.len);
	track->kind = kind;
	if (kind == MYND_TRACK_VARIABLE) {
		reader->variables = data;
		return next_variable(reader, track);
	}
	/* on both servers the "1" for a changed state has no length of its own */
	if (kind == MYND_TRACK_STATE_CHANGE || kind > MYND_TRACK_TRANSACTION_STATE) {
		track->value = bytes;
		return MYND_OK;
	}
	return read_value(&data, track);
}

int mynd_track_next(mynd_track_reader *reader, mynd_track *track, mynd_error *error)
{
	*track = (mynd_track){0};
	int rc;
	if (mynd_cursor_left(&reader->variables) > 0) {
		rc = next_variable(reader, track);
	} else if (mynd_cursor_left(&reader->all) > 0) {
		rc = next_change(reader, track);
	} else {
		return MYND_MORE;
	}
	return rc == MYND_OK ? MYND_OK : mynd_error_malformed(error, "session tracking that does not add up");
}
