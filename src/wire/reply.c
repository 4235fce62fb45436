/*
 * The replies to a command: OK, ERR, EOF, the header of a result set.
 *
 * Always true: decoded slices lie inside the packet. Unknown bytes at the end of an OK packet are ignored
 * (servers may add to it); after a column count they are malformed.
 * Not here: session tracking (track.c); the distinction between a row and an EOF (session).
 */
#include "reply.h"

#define HEADER_OK     0x00
#define HEADER_INFILE 0xFB
#define HEADER_EOF    0xFE
#define HEADER_ERR    0xFF

#define COLUMNS_MAX      65535
#define EOF_LENGTH       5
#define SQLSTATE_LENGTH  5
#define PROGRESS_PACKET  0xFFFF /* MariaDB: "Progress reporting" */
#define TOO_MANY_CLIENTS 1040

/*
 * Returns true if a text may begin with this byte: it is no control character, and no first byte of a
 * length-encoded integer of several bytes.
 */
static bool may_begin_text(uint8_t byte)
{
	return byte >= ' ' && byte < 0xFB;
}

/*
 * Reads `info`. MySQL and MariaDB write its length before it, whether or not session tracking is negotiated.
 * Other servers write the length only if tracking is negotiated, as the documents say; otherwise `info` is
 * the rest of the packet.
 */
static int read_info(mynd_cursor *c, uint64_t capabilities, mynd_ok *ok)
{
	mynd_cursor after = *c;
	int rc = mynd_cursor_lenenc_bytes(&after, &ok->info);
	bool is_whole = rc == MYND_OK && mynd_cursor_left(&after) == 0;
	if (!is_whole && !(capabilities & MYND_CAP_SESSION_TRACK) && may_begin_text(*c->pos)) {
		ok->info = mynd_cursor_rest(c);
		return MYND_OK;
	}
	*c = after;
	return rc;
}

/* Source: "OK_Packet". */
static int read_ok_strings(mynd_cursor *c, uint64_t capabilities, mynd_ok *ok)
{
	if (mynd_cursor_left(c) > 0 && read_info(c, capabilities, ok) != MYND_OK) {
		return MYND_BAD;
	}
	bool tracked = (capabilities & MYND_CAP_SESSION_TRACK) && (ok->status & MYND_STATUS_SESSION_CHANGED);
	if (tracked && mynd_cursor_left(c) > 0) {
		return mynd_cursor_lenenc_bytes(c, &ok->session_state);
	}
	return MYND_OK;
}

int mynd_ok_decode(mynd_slice packet, uint64_t capabilities, mynd_ok *ok, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t first;
	*ok = (mynd_ok){0};
	if (mynd_cursor_u8(&c, &first) != MYND_OK || (first != HEADER_OK && first != HEADER_EOF)) {
		return mynd_error_malformed(error, "not an OK packet");
	}
	if (mynd_cursor_lenenc(&c, &ok->affected_rows) != MYND_OK ||
	    mynd_cursor_lenenc(&c, &ok->insert_id) != MYND_OK || mynd_cursor_u16(&c, &ok->status) != MYND_OK ||
	    mynd_cursor_u16(&c, &ok->warnings) != MYND_OK || read_ok_strings(&c, capabilities, ok) != MYND_OK) {
		mynd_error_malformed(error, "the OK packet is too short");
		error->cause = MYND_CAUSE_SHORT_OK;
		return MYND_BAD;
	}
	return MYND_OK;
}

int mynd_eof_decode(mynd_slice packet, mynd_ok *ok, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t first;
	*ok = (mynd_ok){0};
	if (packet.len != EOF_LENGTH || mynd_cursor_u8(&c, &first) != MYND_OK || first != HEADER_EOF ||
	    mynd_cursor_u16(&c, &ok->warnings) != MYND_OK || mynd_cursor_u16(&c, &ok->status) != MYND_OK) {
		*ok = (mynd_ok){0};
		return mynd_error_malformed(error, "not an EOF packet");
	}
	return MYND_OK;
}

static bool is_sqlstate(mynd_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		uint8_t byte = s.ptr[i];
		bool digit = byte >= '0' && byte <= '9', upper = byte >= 'A' && byte <= 'Z';
		if (!digit && !upper) {
			return false;
		}
	}
	return true;
}

/*
 * Reads the marker '#' and the SQLSTATE, if there are any. Without protocol 4.1 the message itself may begin
 * with '#'.
 */
static int read_sqlstate(mynd_cursor *c, uint64_t capabilities, char *sqlstate)
{
	mynd_cursor after = *c;
	uint8_t marker;
	mynd_slice state;
	if (mynd_cursor_u8(&after, &marker) != MYND_OK || marker != '#') {
		return MYND_OK;
	}
	if (mynd_cursor_bytes(&after, SQLSTATE_LENGTH, &state) != MYND_OK || !is_sqlstate(state)) {
		return capabilities & MYND_CAP_PROTOCOL_41 ? MYND_BAD : MYND_OK;
	}
	memcpy(sqlstate, state.ptr, SQLSTATE_LENGTH);
	*c = after;
	return MYND_OK;
}

int mynd_err_decode(mynd_slice packet, uint64_t capabilities, mynd_error *server_error, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t first;
	uint16_t code;
	if (mynd_cursor_u8(&c, &first) != MYND_OK || first != HEADER_ERR ||
	    mynd_cursor_u16(&c, &code) != MYND_OK) {
		return mynd_error_malformed(error, "the error packet is too short");
	}
	if (code == 0 || code == PROGRESS_PACKET) {
		return mynd_error_malformed(error, "an error number that is not the server's to send");
	}
	/* "Too many connections" comes before the greeting, without its SQLSTATE; stock adds it. */
	char sqlstate[SQLSTATE_LENGTH + 1] = "HY000";
	if (code == TOO_MANY_CLIENTS) {
		memcpy(sqlstate, "08004", sizeof sqlstate);
	}
	if (read_sqlstate(&c, capabilities, sqlstate) != MYND_OK) {
		return mynd_error_malformed(error, "the error packet's SQLSTATE is no SQLSTATE");
	}
	mynd_slice message = mynd_cursor_rest(&c);
	int len = message.len < MYND_MESSAGE_SIZE ? (int) message.len : MYND_MESSAGE_SIZE;
	mynd_error_set(server_error, MYND_CAUSE_SERVER, code, sqlstate, "%.*s", len,
	    len > 0 ? (const char *) message.ptr : "");
	return MYND_OK;
}

static int read_column_count(mynd_slice packet, uint32_t *column_count, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint64_t count;
	if (mynd_cursor_lenenc(&c, &count) != MYND_OK) {
		return mynd_error_malformed(error, "the column count is cut off");
	}
	if (mynd_cursor_left(&c) > 0) {
		return mynd_error_malformed(error, "bytes after the column count");
	}
	if (count == 0 || count > COLUMNS_MAX) {
		return mynd_error_malformed(error, "an impossible column count");
	}
	*column_count = (uint32_t) count;
	return MYND_OK;
}

int mynd_reply_kind_decode(
    mynd_slice packet, mynd_reply_kind *kind, uint32_t *column_count, mynd_error *error)
{
	*column_count = 0;
	if (packet.len == 0) {
		return mynd_error_malformed(error, "an empty reply");
	}
	switch (packet.ptr[0]) {
	case HEADER_OK:
		*kind = MYND_REPLY_OK;
		return MYND_OK;
	case HEADER_ERR:
		*kind = MYND_REPLY_ERR;
		return MYND_OK;
	case HEADER_INFILE:
		*kind = MYND_REPLY_INFILE;
		return MYND_OK;
	default:
		*kind = MYND_REPLY_COLUMNS;
		return read_column_count(packet, column_count, error);
	}
}
