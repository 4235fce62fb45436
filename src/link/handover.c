/*
 * Handing a connection over to another process: the bytes that a link writes beside those of its session, and
 * how a link takes the connection over instead of connecting.
 *
 * Always true: nothing is asked of the server, and nothing waits. The link that takes over has the settings
 * and the login parameters of the program that connects, which are equal to those of the other link as far as
 * the session depends on them (the pools' key ensures that).
 * Not here: the session's own bytes (src/session/handover.c); which connections are handed to whom
 * (src/pool/).
 */
#include "internal.h"

#include "../channel/wire_log.h"
#include "../command/effects.h"
#include "../net/peer.h"
#include "../statement/predicted_ids.h"

int mynd_link_hand_over(const mynd_link *link, mynd_writer *to)
{
	const mynd_session_state *state = &link->state;
	double seconds = MIN(MAX(link->channel.login_seconds, 0), 3600);
	int rc = mynd_writer_int(to, 4, (uint64_t) (seconds * 1e6)) | mynd_writer_int(to, 2, link->charset->id) |
	         mynd_writer_int(to, 1, state->multi_statements) | mynd_writer_int(to, 4, state->survives_reset) |
	         mynd_writer_int(to, 1, state->schema_unknown) | mynd_writer_int(to, 1, state->used) |
	         mynd_session_hand_over(link->channel.session, to) | mynd_predicted_ids_hand_over(link, to) |
	         mynd_reconnect_hand_over(link, to);
	return rc == 0 ? MYND_OK : MYND_BAD;
}

static int read_state(mynd_link *link, mynd_cursor *from)
{
	uint32_t microseconds, survives_reset;
	uint16_t charset;
	uint8_t multi, unsure, used;
	if (mynd_cursor_u32(from, &microseconds) != MYND_OK || mynd_cursor_u16(from, &charset) != MYND_OK ||
	    mynd_cursor_u8(from, &multi) != MYND_OK || mynd_cursor_u32(from, &survives_reset) != MYND_OK ||
	    mynd_cursor_u8(from, &unsure) != MYND_OK || mynd_cursor_u8(from, &used) != MYND_OK ||
	    mynd_charset_by_id(charset) == NULL) {
		return MYND_BAD;
	}
	mynd_channel_note_login(&link->channel, microseconds / 1e6);
	mynd_link_note_charset(link, mynd_charset_by_id(charset));
	mynd_state_set_multi_statements(link, multi != 0);
	mynd_state_begin(link, used != 0);
	mynd_state_add_survives_reset(link, survives_reset);
	mynd_state_set_schema_unknown(link, unsure != 0);
	if (mynd_wants_fewer_trips(link)) {
		mynd_effects_watch();
	}
	return MYND_OK;
}

/* Takes the connection over. Afterwards the channel owns the descriptor, or the descriptor is closed. */
static int take_over(mynd_link *link, const mynd_connect *with, int fd, mynd_cursor *from)
{
	if (read_state(link, from) != MYND_OK) {
		mynd_descriptor_close_foreign(fd);
		return MYND_BAD;
	}
	if (mynd_link_open_over(link, with, fd) != MYND_OK) {
		return MYND_BAD;
	}
	return mynd_session_take_over(link->channel.session, from) == MYND_OK &&
	               mynd_predicted_ids_take_over(link, from) == MYND_OK
	           ? mynd_reconnect_take_over(link, with, from)
	           : MYND_BAD;
}

int mynd_link_take_over(mynd_link *link, const mynd_connect *with, int fd, mynd_cursor *from)
{
	if (take_over(link, with, fd, from) != MYND_OK) {
		mynd_link_take_down(link);
		return MYND_BAD;
	}
	mynd_link_describe(link, with);
	mynd_login_note(link, with);
	mynd_channel_join_log(&link->channel);
	mynd_metrics_begin(link);
	return MYND_OK;
}
