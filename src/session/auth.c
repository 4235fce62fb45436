/*
 * Authentication in a login and in a change of user: challenges and answers until OK or an error.
 *
 * Always true: a password is sent in clear text only if the transport is safe or the program has allowed it,
 * and never over a connection that another process has handed over: this process did not connect to that peer
 * itself. An RSA key from such a peer is not used either. A server may switch the method at most twice.
 * Memory that held a password or an answer is wiped before it is freed. Not here: the methods themselves
 * (src/auth/).
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- identities --- */

static mynd_slice keep(mynd_identity *identity, mynd_slice from)
{
	uint8_t *to = identity->memory + identity->memory_len;
	if (from.len > 0) {
		memcpy(to, from.ptr, from.len);
	}
	identity->memory_len += from.len;
	return (mynd_slice){to, from.len};
}

mynd_identity *mynd_identity_new(mynd_slice user, mynd_slice password, mynd_slice database)
{
	size_t total = user.len + password.len + database.len;
	mynd_identity *identity = malloc(sizeof *identity + total);
	if (identity != NULL) {
		*identity = (mynd_identity){0};
		identity->user = keep(identity, user);
		identity->password = keep(identity, password);
		identity->database = keep(identity, database);
	}
	return identity;
}

void mynd_identity_free(mynd_identity *identity)
{
	if (identity != NULL) {
		mynd_auth_end(&identity->run);
		explicit_bzero(identity->memory, identity->memory_len);
		free(identity);
	}
}

void mynd_session_wipe_buffer(mynd_buffer *buffer)
{
	if (buffer->ptr != NULL) {
		explicit_bzero(buffer->ptr, buffer->cap);
	}
	mynd_buffer_free(buffer);
}

/* --- choice of the method --- */

/* A session from another process may have another peer than its settings say. */
static bool is_secure(const mynd_session *s)
{
	if (s->taken_over) {
		return false;
	}
	return (s->tls && !s->in_doubt) || s->options.unix_socket;
}

static bool is_allowed(const mynd_session *s, const mynd_auth_method *method)
{
	if (s->in_doubt) {
		return method->hash != NULL;
	}
	return !(method->flags & MYND_AUTH_SENDS_CLEARTEXT) || is_secure(s) ||
	       (s->options.allow_cleartext && !s->taken_over);
}

/*
 * Returns the greeting's method. Returns another one if that is unknown or not allowed: the server will then
 * switch to the method of the user's account.
 */
static const mynd_auth_method *first_method(const mynd_session *s)
{
	const mynd_auth_method *method = mynd_auth_find(mynd_slice_of(s->greeting_method));
	return method != NULL && is_allowed(s, method) ? method : &mynd_auth_native;
}

static int refuse_method(mynd_session *s, mynd_slice name)
{
	mynd_error error;
	mynd_error_set(&error, MYND_CAUSE_REFUSED, MYND_ERR_NOT_IMPLEMENTED, NULL,
	    "The server requested authentication method unknown to the client [%.*s]",
	    (int) (name.len < 64 ? name.len : 64), (const char *) name.ptr);
	return mynd_session_die(s, &error);
}

static int refuse_cleartext(mynd_session *s, const mynd_auth_method *method)
{
	mynd_error error;
	mynd_error_set(&error, MYND_CAUSE_REFUSED, MYND_ERR_AUTH_PLUGIN_ERROR, NULL,
	    "Authentication plugin '%s' reported error: the server wants the password in clear text over a "
	    "connection that is not secure",
	    method->name);
	return mynd_session_die(s, &error);
}

static int refuse_certificate(mynd_session *s, const char *why)
{
	mynd_error error;
	mynd_error_set(&error, MYND_CAUSE_REFUSED, MYND_ERR_TLS, NULL,
	    "SSL connection error: the server's certificate is self-signed, and %s", why);
	return mynd_session_die(s, &error);
}

static int refuse_doubted(mynd_session *s, const mynd_auth_method *method)
{
	char why[160];
	snprintf(why, sizeof why, "the method %s proves nothing about the server", method->name);
	return refuse_certificate(s, why);
}

static int refuse_switch(mynd_session *s)
{
	mynd_error error;
	mynd_error_set(&error, MYND_CAUSE_REFUSED, MYND_ERR_AUTH_PLUGIN_ERROR, NULL,
	    "The server switched the authentication method more than %d times", MYND_AUTH_SWITCHES);
	return mynd_session_die(s, &error);
}

/* --- challenge and answer --- */

static void start_run(
    const mynd_session *s, mynd_identity *identity, const mynd_auth_method *method, mynd_slice challenge)
{
	mynd_auth_run *run = &identity->run;
	mynd_auth_start(run, method, challenge);
	run->password = identity->password;
	run->secure = is_secure(s);
	run->unix_socket = !s->tls;
	run->key_allowed = !s->options.refuse_server_key && !s->taken_over;
	run->public_key = s->options.public_key;
}

int mynd_session_first_answer(
    mynd_session *s, mynd_identity *identity, mynd_buffer *answer, mynd_error *error)
{
	mynd_slice challenge = {s->scramble, s->scramble_len};
	bool send;
	start_run(s, identity, first_method(s), challenge);
	mynd_buffer_reserve(answer, 512);
	if (identity->run.method->next(&identity->run, challenge, answer, &send, error) != MYND_OK) {
		return MYND_BAD;
	}
	return answer->failed ? mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY) : MYND_OK;
}

/* Passes the server's challenge to the authentication method, and sends the answer. */
static int answer_challenge(mynd_session *s, mynd_identity *identity, mynd_slice data)
{
	mynd_buffer answer;
	mynd_error error;
	bool send = false;
	mynd_buffer_init(&answer, MYND_AUTH_ANSWER_MAX);
	mynd_buffer_reserve(&answer, 512);
	int rc = identity->run.method->next(&identity->run, data, &answer, &send, &error);
	bool short_of_memory =
	    rc == MYND_OK && send &&
	    (answer.failed || mynd_session_say(s, (mynd_slice){answer.ptr, answer.len}) != MYND_OK);
	mynd_session_wipe_buffer(&answer);
	if (short_of_memory) {
		return mynd_session_die_memory(s);
	}
	return rc == MYND_OK ? MYND_STEP_AGAIN : mynd_session_die(s, &error);
}

static int switch_method(mynd_session *s, mynd_identity *identity, mynd_slice packet)
{
	mynd_auth_switch change;
	mynd_error error;
	if (mynd_auth_switch_decode(packet, &change, &error) != MYND_OK) {
		return mynd_session_die(s, &error);
	}
	if (++identity->switches > MYND_AUTH_SWITCHES) {
		return refuse_switch(s);
	}
	const mynd_auth_method *method = mynd_auth_find(change.method);
	if (method == NULL) {
		return refuse_method(s, change.method);
	}
	if (!is_allowed(s, method)) {
		return s->in_doubt ? refuse_doubted(s, method) : refuse_cleartext(s, method);
	}
	start_run(s, identity, method, change.challenge);
	return answer_challenge(s, identity, change.challenge);
}

/* --- the end of the dialogue --- */

static void count_success(mynd_session *s)
{
	if (s->head != NULL) {
		s->counts->change_user_packets++;
		s->counts->change_user_bytes += s->packet_bytes;
	} else {
		s->counts->ok_packets++;
		s->counts->ok_bytes += s->packet_bytes;
	}
}

/* Called at the end of a login. Returns false if the server had to prove its certificate, and did not. */
static bool is_proved(const mynd_session *s, mynd_slice info)
{
	const mynd_slice scramble = {s->scramble, s->scramble_len};
	return !s->in_doubt || mynd_auth_server_proves(&s->identity->run, scramble, s->fingerprint, info);
}

static void log_in(mynd_session *s)
{
	mynd_identity_free(s->identity);
	s->identity = NULL;
	s->logged_in = true;
	s->in_doubt = false;
	s->state = STATE_IDLE;
	if (s->server.negotiated & MYND_CAP_ZSTD) {
		s->compression = MYND_COMPRESSION_ZSTD;
	} else if (s->server.negotiated & MYND_CAP_COMPRESS) {
		s->compression = MYND_COMPRESSION_ZLIB;
	}
}

static int succeed(mynd_session *s, mynd_event *event, mynd_slice packet)
{
	if (s->head != NULL) { /* after a change-user the default database may be another one */
		mynd_session_forget_schema(s);
	}
	if (mynd_session_take_ok(s, packet, &event->ok) != MYND_OK) {
		return MYND_BAD;
	}
	count_success(s);
	if (s->head != NULL) {
		s->server.collation = s->head->identity->collation;
		return mynd_session_event_ok(s, event, MYND_EVENT_READY);
	}
	if (!is_proved(s, event->ok.info)) {
		return refuse_certificate(s, "the server has not proved that it knows the password");
	}
	log_in(s);
	event->kind = MYND_EVENT_READY;
	event->owner = 0;
	event->last = true;
	return MYND_OK;
}

static int fail(mynd_session *s, mynd_event *event, mynd_slice packet)
{
	if (s->head != NULL) {
		s->counts->change_user_packets++;
		s->counts->change_user_bytes += s->packet_bytes;
		return mynd_session_event_error(s, event, packet);
	}
	if (mynd_session_take_err(s, packet) != MYND_OK) {
		return MYND_BAD;
	}
	*event = (mynd_event){.kind = MYND_EVENT_ERROR, .last = true, .server_error = &s->server_error};
	mynd_session_die(s, &s->server_error);
	return MYND_OK;
}

/*
 * Returns true if a packet with this first byte may come now: before a change-user is sent completely, only
 * an error.
 */
static bool may_answer(const mynd_session *s, uint8_t first)
{
	return s->head == NULL || first == MYND_FIRST_ERR || mynd_session_head_is_sent(s);
}

int mynd_session_step_auth(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	int rc = mynd_session_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.len == 0 || !may_answer(s, packet.ptr[0])) {
		return mynd_session_die_malformed(s, "a packet in the authentication");
	}
	mynd_identity *identity = s->head != NULL ? s->head->identity : s->identity;
	s->begun = true;
	switch (packet.ptr[0]) {
	case MYND_FIRST_OK:
		return succeed(s, event, packet);
	case MYND_FIRST_ERR:
		return fail(s, event, packet);
	case MYND_FIRST_EOF:
		return switch_method(s, identity, packet);
	case MYND_FIRST_MORE_DATA:
		return answer_challenge(s, identity, (mynd_slice){packet.ptr + 1, packet.len - 1});
	default:
		return mynd_session_die_malformed(s, "a packet in the authentication");
	}
}
