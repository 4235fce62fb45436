/*
 * The connection phase up to our answer: greeting, negotiation, TLS.
 *
 * Always true: after TLS was requested, the login never continues in clear text, and bytes that came in clear
 * text after the greeting are refused when TLS is to begin. The data of the greeting is copied. Not here: the
 * dialogue of authentication (auth.c).
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The capabilities that this state machine implements; see mynd_session_new. */
#define SPOKEN                                                                                               \
	(MYND_CAP_LONG_PASSWORD | MYND_CAP_FOUND_ROWS | MYND_CAP_LONG_FLAG | MYND_CAP_CONNECT_WITH_DB |          \
	    MYND_CAP_NO_SCHEMA | MYND_CAP_COMPRESS | MYND_CAP_ZSTD | MYND_CAP_ODBC | MYND_CAP_LOCAL_FILES |      \
	    MYND_CAP_IGNORE_SPACE | MYND_CAP_PROTOCOL_41 | MYND_CAP_INTERACTIVE | MYND_CAP_SSL |                 \
	    MYND_CAP_IGNORE_SIGPIPE | MYND_CAP_TRANSACTIONS | MYND_CAP_SECURE_CONNECTION |                       \
	    MYND_CAP_MULTI_STATEMENTS | MYND_CAP_MULTI_RESULTS | MYND_CAP_PS_MULTI_RESULTS |                     \
	    MYND_CAP_PLUGIN_AUTH | MYND_CAP_CONNECT_ATTRS | MYND_CAP_AUTH_LENENC | MYND_CAP_EXPIRED_PASSWORDS |  \
	    MYND_CAP_SESSION_TRACK | MYND_CAP_DEPRECATE_EOF | MYND_CAP_QUERY_ATTRIBUTES |                        \
	    MYND_CAP_MARIADB_BULK | MYND_CAP_MARIADB_METADATA | MYND_CAP_MARIADB_BULK_UNIT)

/* Capabilities without which the login packet cannot be written. */
#define NEEDED (MYND_CAP_PROTOCOL_41 | MYND_CAP_SECURE_CONNECTION)

/*
 * MySQL 8.0.26. Versions from 8.0.23 on also announce query attributes, but accept them only with COM_QUERY
 * ("Query Attributes" in MySQL's manual).
 */
#define ATTRIBUTES_SINCE 80026

/* --- the greeting --- */

static char *copy_string(mynd_slice from)
{
	char *copy = malloc(from.len + 1);
	if (copy != NULL) {
		if (from.len > 0) {
			memcpy(copy, from.ptr, from.len);
		}
		copy[from.len] = '\0';
	}
	return copy;
}

/* Returns 101106 for "10.11.6-MariaDB", 80036 for "8.0.36". */
unsigned long mynd_session_version_number(const char *version)
{
	unsigned long number = 0;
	for (int part = 0; part < 3; part++) {
		unsigned long value = 0;
		for (; *version >= '0' && *version <= '9'; version++) {
			value = value < 10000 ? value * 10 + (unsigned long) (*version - '0') : value;
		}
		number = number * 100 + (value < 10000 ? value : 0);
		version += *version == '.' ? 1 : strlen(version);
	}
	return number;
}

static int take_greeting(mynd_session *s, const mynd_greeting *greeting)
{
	static const char prefix[] = "5.5.5-"; /* MariaDB 10 sends it for the sake of old replicas */
	s->version = copy_string(greeting->server_version);
	s->greeting_method = copy_string(greeting->auth_method);
	if (s->version == NULL || s->greeting_method == NULL) {
		return mynd_session_die_memory(s);
	}
	mynd_server *server = &s->server;
	bool prefixed = strncmp(s->version, prefix, strlen(prefix)) == 0;
	server->version = s->version + (prefixed ? strlen(prefix) : 0);
	server->version_number = mynd_session_version_number(server->version);
	server->mariadb = prefixed || strstr(s->version, "MariaDB") != NULL;
	server->protocol = greeting->protocol;
	server->thread_id = greeting->thread_id;
	server->capabilities = greeting->capabilities;
	server->greeting_collation = greeting->collation;
	server->status = greeting->status;
	memcpy(s->scramble, greeting->scramble, sizeof s->scramble);
	s->scramble_len = greeting->scramble_len;
	return MYND_OK;
}

/* --- negotiation --- */

static int refuse_capabilities(mynd_session *s, uint64_t missing)
{
	mynd_error error;
	if (missing & MYND_CAP_SSL) {
		mynd_session_set_detail(s, "TLS was asked for, and the server does not offer it");
		mynd_error_client(&error, MYND_CAUSE_REFUSED, MYND_ERR_GONE_AWAY);
	} else {
		mynd_error_set(&error, MYND_CAUSE_REFUSED, MYND_ERR_UNKNOWN, NULL,
		    "The server lacks what is required of it (capabilities 0x%llx)", (unsigned long long) missing);
	}
	return mynd_session_die(s, &error);
}

static int negotiate(mynd_session *s)
{
	uint64_t required = s->options.required | NEEDED;
	uint64_t wanted = (s->options.capabilities | required) & SPOKEN & ~MYND_CAP_CONNECT_WITH_DB;
	if (s->identity->database.len > 0) {
		wanted |= MYND_CAP_CONNECT_WITH_DB;
		required |= MYND_CAP_CONNECT_WITH_DB;
	}
	if (!(s->server.capabilities & MYND_CAP_MARIADB_CACHED)) { /* see session.h */
		wanted &= ~MYND_CAP_MARIADB_BULK;
	}
	if (s->server.mariadb || s->server.version_number < ATTRIBUTES_SINCE) {
		wanted &= ~MYND_CAP_QUERY_ATTRIBUTES;
	}
	s->server.negotiated = wanted & s->server.capabilities;
	/*
	 * To MariaDB bit 0 means "a client that does not know MariaDB's own bits", and MariaDB does not set it
	 * itself. Clients that want none of those bits have always set it.
	 */
	if (!(s->server.negotiated & MYND_CAP_OF_MARIADB)) {
		s->server.negotiated |= wanted & MYND_CAP_LONG_PASSWORD;
	}
	uint64_t missing = required & ~s->server.negotiated;
	/* ZSTD compresses better in less time; only one of the two can be used */
	if (s->server.negotiated & MYND_CAP_ZSTD) {
		s->server.negotiated &= ~MYND_CAP_COMPRESS;
	}
	return missing == 0 ? MYND_OK : refuse_capabilities(s, missing);
}

/* --- our answer --- */

mynd_login mynd_session_describe(const mynd_session *s, const mynd_identity *identity)
{
	return (mynd_login){
	    .capabilities = s->server.negotiated,
	    .max_packet = s->options.max_packet,
	    .collation = identity->collation,
	    .user = identity->user,
	    .database = identity->database,
	    .attributes = s->attributes,
	    .zstd_level = MYND_ZSTD_LEVEL,
	};
}

static int encode_login(mynd_session *s, mynd_buffer *payload, mynd_error *error)
{
	mynd_buffer answer;
	mynd_buffer_init(&answer, MYND_AUTH_ANSWER_MAX);
	int rc = mynd_session_first_answer(s, s->identity, &answer, error);
	if (rc == MYND_OK) {
		mynd_login login = mynd_session_describe(s, s->identity);
		login.auth_method = mynd_slice_of(s->identity->run.method->name);
		login.auth_response = (mynd_slice){answer.ptr, answer.len};
		rc = mynd_login_encode(&login, payload, error);
	}
	mynd_session_wipe_buffer(&answer);
	return rc;
}

static int answer_greeting(mynd_session *s)
{
	mynd_buffer payload;
	mynd_error error;
	mynd_buffer_init(&payload, MYND_FRAME_MAX - 1);
	/* a buffer that grows would leave a part of the answer in freed memory */
	mynd_buffer_reserve(&payload, 1024);
	int rc = encode_login(s, &payload, &error);
	if (rc == MYND_OK && mynd_session_say(s, (mynd_slice){payload.ptr, payload.len}) != MYND_OK) {
		rc = mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	mynd_session_wipe_buffer(&payload);
	if (rc != MYND_OK) {
		return mynd_session_die(s, &error);
	}
	s->server.collation = s->identity->collation;
	s->state = STATE_AUTH;
	return MYND_STEP_AGAIN;
}

static int ask_for_tls(mynd_session *s, mynd_event *event)
{
	mynd_buffer payload;
	/* bytes read before TLS would be taken for bytes that came through TLS */
	if (mynd_session_unread(s) > 0) {
		return mynd_session_die_malformed(s, "bytes in clear before TLS");
	}
	mynd_login login = mynd_session_describe(s, s->identity);
	mynd_buffer_init(&payload, 64);
	mynd_tls_request_encode(&login, &payload);
	int rc = payload.failed ? MYND_BAD : mynd_session_say(s, (mynd_slice){payload.ptr, payload.len});
	mynd_buffer_free(&payload);
	if (rc != MYND_OK) {
		return mynd_session_die_memory(s);
	}
	s->state = STATE_TLS_DUE;
	*event = (mynd_event){.kind = MYND_EVENT_TLS};
	return MYND_OK;
}

void mynd_session_tls_started(mynd_session *s, const uint8_t *doubted)
{
	if (s->state == STATE_TLS_DUE) {
		s->tls = true;
		s->in_doubt = doubted != NULL;
		if (doubted != NULL) {
			memcpy(s->fingerprint, doubted, sizeof s->fingerprint);
		}
		answer_greeting(s);
	}
}

/* Reports an error that comes instead of a greeting: "too many connections", for example. */
static int greeted_with_error(mynd_session *s, mynd_event *event, mynd_slice packet)
{
	if (mynd_session_take_err(s, packet) != MYND_OK) {
		return MYND_BAD;
	}
	*event = (mynd_event){.kind = MYND_EVENT_ERROR, .last = true, .server_error = &s->server_error};
	mynd_session_die(s, &s->server_error);
	return MYND_OK;
}

int mynd_session_take_greeting(mynd_session *s, const mynd_greeting *greeting)
{
	if (take_greeting(s, greeting) != MYND_OK || negotiate(s) != MYND_OK) {
		return MYND_BAD;
	}
	if (s->identity->collation == 0) {
		s->identity->collation = greeting->collation;
	}
	return MYND_OK;
}

int mynd_session_step_greeting(mynd_session *s, mynd_event *event)
{
	mynd_slice packet;
	mynd_greeting greeting;
	mynd_error error;
	int rc = mynd_session_packet(s, &packet);
	if (rc != MYND_OK) {
		return rc;
	}
	if (packet.len > 0 && packet.ptr[0] == MYND_FIRST_ERR) {
		return greeted_with_error(s, event, packet);
	}
	if (mynd_greeting_decode(packet, &greeting, &error) != MYND_OK) {
		return mynd_session_die(s, &error);
	}
	if (mynd_session_take_greeting(s, &greeting) != MYND_OK) {
		return MYND_BAD;
	}
	return s->server.negotiated & MYND_CAP_SSL ? ask_for_tls(s, event) : answer_greeting(s);
}
