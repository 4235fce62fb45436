/*
 * Handover of a session to another process: the sender writes the session's state as bytes, the receiver
 * reads them.
 *
 * Always true: a session is handed over only if it has sent all its commands, and has no byte unread and no
 * reply begun. The bytes contain no password and nothing computed from one: the receiving process knows user
 * and password, and computes the answers of a change of user from them. It also negotiates the capabilities
 * again, and refuses the session if the result differs from the one sent. Numbers are little-endian; the
 * length of a text comes before the text. Not here: the socket, and who owns the connection
 * (src/pool/handover.c).
 */
#include "handover.h"
#include "internal.h"

#include <stdlib.h>

#define MOST_PENDING 64

/* Returns true if a session may be handed over while the reply to this command is due. */
static bool may_be_due(mynd_com com)
{
	return com == MYND_COM_RESET_CONNECTION || com == MYND_COM_CHANGE_USER || com == MYND_COM_QUERY ||
	       com == MYND_COM_INIT_DB || com == MYND_COM_SET_OPTION || com == MYND_COM_PING;
}

static bool is_quiet(const mynd_session *s)
{
	bool at_rest = s->head == NULL ? s->state == STATE_IDLE : !s->begun;
	return at_rest && s->logged_in && !s->quitting && !s->gathering && mynd_session_unread(s) == 0 &&
	       s->state != STATE_UNSOLICITED && s->state != STATE_DEAD && s->out.sent == s->out.queued &&
	       s->out.dialogue.len == 0;
}

bool mynd_session_may_be_handed_over(const mynd_session *s)
{
	if (!is_quiet(s) || s->tls || s->compression != MYND_COMPRESSION_NONE || s->pending > MOST_PENDING) {
		return false;
	}
	for (const mynd_entry *entry = s->head; entry != NULL; entry = entry->next) {
		if (!may_be_due(entry->com) || entry->reply_sequence != 1) {
			return false;
		}
	}
	return true;
}

/* --- writing --- */

static int write_text(mynd_writer *to, const char *text)
{
	return mynd_writer_lenenc_bytes(to, text, text == NULL ? 0 : strlen(text));
}

/* Writes the data of the greeting. */
static int write_greeting(const mynd_session *s, mynd_writer *to)
{
	const mynd_server *server = &s->server;
	return mynd_writer_int(to, 1, server->protocol) | mynd_writer_int(to, 4, server->thread_id) |
	       mynd_writer_int(to, 8, server->capabilities) | mynd_writer_int(to, 1, server->greeting_collation) |
	       write_text(to, s->version) | write_text(to, s->greeting_method) |
	       mynd_writer_lenenc_bytes(to, s->scramble, s->scramble_len);
}

static int write_present(const mynd_session *s, mynd_writer *to)
{
	const mynd_server *server = &s->server;
	return mynd_writer_int(to, 8, server->negotiated) | mynd_writer_int(to, 1, server->collation) |
	       mynd_writer_int(to, 2, server->status) | mynd_writer_int(to, 2, server->warnings) |
	       mynd_writer_int(to, 1, server->schema != NULL) | write_text(to, server->schema) |
	       mynd_writer_int(to, 8, s->received);
}

static int write_due(const mynd_session *s, mynd_writer *to)
{
	int rc = mynd_writer_int(to, 1, s->pending);
	for (const mynd_entry *entry = s->head; entry != NULL; entry = entry->next) {
		rc |= mynd_writer_int(to, 1, (uint64_t) entry->com) | mynd_writer_int(to, 4, entry->owner) |
		      mynd_writer_int(to, 1, entry->barrier) |
		      mynd_writer_int(to, 1, entry->identity == NULL ? 0 : entry->identity->collation);
	}
	return rc;
}

int mynd_session_hand_over(const mynd_session *s, mynd_writer *to)
{
	if (!mynd_session_may_be_handed_over(s)) {
		return MYND_BAD;
	}
	int rc = write_greeting(s, to) | write_present(s, to) | write_due(s, to);
	return rc == 0 ? MYND_OK : MYND_BAD;
}

/* --- reading --- */

static bool has_nul(mynd_slice text)
{
	return text.len > 0 && memchr(text.ptr, 0, text.len) != NULL;
}

static int read_text(mynd_cursor *from, mynd_slice *text)
{
	return mynd_cursor_lenenc_bytes(from, text) == MYND_OK && !has_nul(*text) ? MYND_OK : MYND_BAD;
}

static int read_greeting(mynd_cursor *from, mynd_greeting *greeting)
{
	mynd_slice scramble;
	*greeting = (mynd_greeting){0};
	if (mynd_cursor_u8(from, &greeting->protocol) != MYND_OK ||
	    mynd_cursor_u32(from, &greeting->thread_id) != MYND_OK ||
	    mynd_cursor_int(from, 8, &greeting->capabilities) != MYND_OK ||
	    mynd_cursor_u8(from, &greeting->collation) != MYND_OK ||
	    read_text(from, &greeting->server_version) != MYND_OK ||
	    read_text(from, &greeting->auth_method) != MYND_OK ||
	    mynd_cursor_lenenc_bytes(from, &scramble) != MYND_OK || scramble.len > sizeof greeting->scramble) {
		return MYND_BAD;
	}
	if (scramble.len > 0) {
		memcpy(greeting->scramble, scramble.ptr, scramble.len);
	}
	greeting->scramble_len = scramble.len;
	return MYND_OK;
}

static int read_schema(mynd_session *s, mynd_cursor *from)
{
	uint8_t known;
	mynd_slice schema;
	if (mynd_cursor_u8(from, &known) != MYND_OK || known > 1 || read_text(from, &schema) != MYND_OK ||
	    (!known && schema.len > 0)) {
		return MYND_BAD;
	}
	if (known) {
		s->schema = strndup((const char *) schema.ptr, schema.len);
		s->server.schema = s->schema;
	}
	return known && s->schema == NULL ? MYND_BAD : MYND_OK;
}

static int read_present(mynd_session *s, mynd_cursor *from)
{
	uint64_t negotiated;
	mynd_server *server = &s->server;
	if (mynd_cursor_int(from, 8, &negotiated) != MYND_OK || negotiated != server->negotiated ||
	    mynd_cursor_u8(from, &server->collation) != MYND_OK ||
	    mynd_cursor_u16(from, &server->status) != MYND_OK ||
	    mynd_cursor_u16(from, &server->warnings) != MYND_OK) {
		return MYND_BAD;
	}
	return read_schema(s, from) == MYND_OK ? mynd_cursor_int(from, 8, &s->received) : MYND_BAD;
}

/*
 * Returns the identity of a change-user in the state that it had when the command was sent: after the
 * authentication method's first answer.
 */
static mynd_identity *identity_sent(mynd_session *s, uint8_t collation)
{
	mynd_error ignored;
	mynd_buffer answer;
	const mynd_identity *login = s->identity;
	mynd_identity *identity = mynd_identity_new(login->user, login->password, login->database);
	if (identity == NULL) {
		return NULL;
	}
	identity->collation = collation;
	mynd_buffer_init(&answer, MYND_AUTH_ANSWER_MAX);
	int rc = mynd_session_first_answer(s, identity, &answer, &ignored);
	mynd_session_wipe_buffer(&answer);
	if (rc != MYND_OK) {
		mynd_identity_free(identity);
		return NULL;
	}
	return identity;
}

static int read_due(mynd_session *s, mynd_cursor *from)
{
	uint8_t count, com, barrier, collation;
	uint32_t owner;
	if (mynd_cursor_u8(from, &count) != MYND_OK || count > MOST_PENDING) {
		return MYND_BAD;
	}
	for (unsigned i = 0; i < count; i++) {
		if (mynd_cursor_u8(from, &com) != MYND_OK || mynd_cursor_u32(from, &owner) != MYND_OK ||
		    mynd_cursor_u8(from, &barrier) != MYND_OK || mynd_cursor_u8(from, &collation) != MYND_OK ||
		    !may_be_due((mynd_com) com) || owner == 0 || barrier > 1) {
			return MYND_BAD;
		}
		mynd_identity *identity = NULL;
		if (com == MYND_COM_CHANGE_USER && (identity = identity_sent(s, collation)) == NULL) {
			return MYND_BAD;
		}
		if (mynd_session_expect_reply(s, (mynd_com) com, owner, barrier, identity) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

int mynd_session_take_over(mynd_session *s, mynd_cursor *from)
{
	mynd_greeting greeting;
	s->taken_over = true;
	const uint64_t packed = MYND_CAP_SSL | MYND_CAP_COMPRESS | MYND_CAP_ZSTD;
	if (s->state != STATE_GREETING || read_greeting(from, &greeting) != MYND_OK ||
	    mynd_session_take_greeting(s, &greeting) != MYND_OK || (s->server.negotiated & packed) != 0 ||
	    read_present(s, from) != MYND_OK) {
		return MYND_BAD;
	}
	s->logged_in = true;
	s->state = STATE_IDLE;
	if (read_due(s, from) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_identity_free(s->identity);
	s->identity = NULL;
	return MYND_OK;
}
