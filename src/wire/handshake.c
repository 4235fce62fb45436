/*
 * The connection phase: greeting, TLS request, login, change-user, switch of method.
 *
 * Always true: bits 32 and up of a greeting's capabilities are set only if the server's bit 0 is off, and a
 * login with such bits has bit 0 off as well (MariaDB reads them only then).
 * Not here: the negotiation of capabilities (session), the answer to the challenge (auth).
 */
#include "handshake.h"

#define PROTOCOL_VERSION  10
#define SCRAMBLE_HEAD     8
#define SCRAMBLE_TAIL_MIN 13 /* "Protocol::HandshakeV10": $length = max(13, announced - 8) */
#define SCRAMBLE_LENGTH   20

static const char too_old[] = "Connecting to 3.22, 3.23 & 4.0 is not supported. Server is %-.32s";

/*
 * Returns the length of a challenge without its closing NUL. Challenges have 20 bytes or 32 (ed25519,
 * parsec), and their own last byte may be 0. So if `len` is 20 or 32, a NUL at the end is no terminator.
 */
static size_t challenge_length(const uint8_t *bytes, size_t len)
{
	if (len > 0 && len != SCRAMBLE_LENGTH && len != MYND_SCRAMBLE_MAX && bytes[len - 1] == 0) {
		return len - 1;
	}
	return len;
}

static int refuse_old_server(const mynd_greeting *greeting, mynd_error *error)
{
	char version[33] = "";
	size_t len = greeting->server_version.len < 32 ? greeting->server_version.len : 32;
	if (len > 0) {
		memcpy(version, greeting->server_version.ptr, len);
	}
	return mynd_error_set(error, MYND_CAUSE_REFUSED, MYND_ERR_NOT_IMPLEMENTED, NULL, too_old, version);
}

static int read_scramble_head(mynd_cursor *c, mynd_greeting *greeting)
{
	mynd_slice head;
	if (mynd_cursor_bytes(c, SCRAMBLE_HEAD, &head) != MYND_OK || mynd_cursor_skip(c, 1) != MYND_OK) {
		return MYND_BAD;
	}
	memcpy(greeting->scramble, head.ptr, SCRAMBLE_HEAD);
	greeting->scramble_len = SCRAMBLE_HEAD;
	return MYND_OK;
}

/* Reads the rest of the scramble; `announced` is the length of both parts, closing NUL included. */
static int read_scramble_tail(mynd_cursor *c, mynd_greeting *greeting, uint8_t announced, mynd_error *error)
{
	size_t len = announced > SCRAMBLE_HEAD + SCRAMBLE_TAIL_MIN ? (size_t) announced - SCRAMBLE_HEAD
	                                                           : SCRAMBLE_TAIL_MIN;
	mynd_slice tail;
	if (mynd_cursor_bytes(c, len, &tail) != MYND_OK) {
		return mynd_error_malformed(error, "the greeting's scramble is too short");
	}
	uint8_t whole[SCRAMBLE_HEAD + UINT8_MAX];
	memcpy(whole, greeting->scramble, SCRAMBLE_HEAD);
	memcpy(whole + SCRAMBLE_HEAD, tail.ptr, tail.len);
	size_t total = challenge_length(whole, SCRAMBLE_HEAD + tail.len);
	if (total > MYND_SCRAMBLE_MAX) {
		return mynd_error_malformed(error, "the greeting's scramble is too long");
	}
	memcpy(greeting->scramble, whole, total);
	greeting->scramble_len = total;
	return MYND_OK;
}

/*
 * Reads the capabilities' low half, collation, status, the capabilities' high half, the scramble's length,
 * filler.
 */
static int read_server_properties(mynd_cursor *c, mynd_greeting *greeting, uint8_t *announced)
{
	uint64_t low, high, extended;
	if (mynd_cursor_int(c, 2, &low) != MYND_OK || mynd_cursor_u8(c, &greeting->collation) != MYND_OK ||
	    mynd_cursor_u16(c, &greeting->status) != MYND_OK || mynd_cursor_int(c, 2, &high) != MYND_OK ||
	    mynd_cursor_u8(c, announced) != MYND_OK || mynd_cursor_skip(c, 6) != MYND_OK ||
	    mynd_cursor_int(c, 4, &extended) != MYND_OK) {
		return MYND_BAD;
	}
	greeting->capabilities = low | high << 16;
	/* MariaDB: "Initial Handshake Packet", server capabilities 3rd part */
	if (!(greeting->capabilities & MYND_CAP_LONG_PASSWORD)) {
		greeting->capabilities |= extended << 32;
	}
	return MYND_OK;
}

/* Reads the method's name. Servers before 5.5.10 and 5.6.2 leave off its closing NUL (their bug 59453). */
static mynd_slice read_auth_method(mynd_cursor *c)
{
	mynd_slice name;
	return mynd_cursor_cstring(c, &name) == MYND_OK ? name : mynd_cursor_rest(c);
}

int mynd_greeting_decode(mynd_slice packet, mynd_greeting *greeting, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t announced;
	*greeting = (mynd_greeting){0};
	if (mynd_cursor_u8(&c, &greeting->protocol) != MYND_OK ||
	    mynd_cursor_cstring(&c, &greeting->server_version) != MYND_OK) {
		return mynd_error_malformed(error, "the greeting's version has no end");
	}
	if (greeting->protocol < PROTOCOL_VERSION) {
		return refuse_old_server(greeting, error);
	}
	if (greeting->protocol > PROTOCOL_VERSION) {
		return mynd_error_malformed(error, "not a greeting of protocol version 10");
	}
	if (mynd_cursor_u32(&c, &greeting->thread_id) != MYND_OK || read_scramble_head(&c, greeting) != MYND_OK ||
	    read_server_properties(&c, greeting, &announced) != MYND_OK) {
		return mynd_error_malformed(error, "the greeting is too short");
	}
	uint64_t needed = MYND_CAP_PROTOCOL_41 | MYND_CAP_SECURE_CONNECTION;
	if ((greeting->capabilities & needed) != needed) {
		return refuse_old_server(greeting, error);
	}
	if (read_scramble_tail(&c, greeting, announced, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (greeting->capabilities & MYND_CAP_PLUGIN_AUTH) {
		greeting->auth_method = read_auth_method(&c);
	}
	return MYND_OK;
}

/*
 * Returns the capabilities to send: CONNECT_WITH_DB only with a database, bit 0 only without MariaDB's bits.
 */
static uint64_t capabilities_sent(const mynd_login *login)
{
	uint64_t capabilities = login->capabilities;
	if (login->database.len == 0) {
		capabilities &= ~MYND_CAP_CONNECT_WITH_DB;
	}
	if (capabilities >> 32 != 0) {
		capabilities &= ~MYND_CAP_LONG_PASSWORD;
	}
	return capabilities;
}

/* Appends the 32 bytes with which "Protocol::SSLRequest" and "Protocol::HandshakeResponse41" begin. */
static void put_login_head(const mynd_login *login, uint64_t capabilities, mynd_buffer *b)
{
	mynd_buffer_put_int(b, 4, capabilities & UINT32_MAX);
	mynd_buffer_put_int(b, 4, login->max_packet);
	mynd_buffer_put_int(b, 1, login->collation);
	mynd_buffer_put_zeros(b, 19);
	mynd_buffer_put_int(b, 4, capabilities >> 32);
}

static size_t lenenc_size(uint64_t value)
{
	return value < 0xFB ? 1 : value <= 0xFFFF ? 3 : value <= 0xFFFFFF ? 4 : 9;
}

size_t mynd_login_attributes_size(const mynd_attribute *list, size_t count)
{
	size_t total = 0;
	for (size_t i = 0; i < count; i++) {
		total += lenenc_size(list[i].name.len) + list[i].name.len;
		total += lenenc_size(list[i].value.len) + list[i].value.len;
	}
	return total;
}

void mynd_login_attributes_write(const mynd_attribute *list, size_t count, uint8_t *to)
{
	mynd_buffer b = mynd_buffer_over((mynd_span){to, mynd_login_attributes_size(list, count)});
	for (size_t i = 0; i < count; i++) {
		mynd_buffer_put_lenenc_bytes(&b, list[i].name);
		mynd_buffer_put_lenenc_bytes(&b, list[i].value);
	}
}

static bool has_nul(mynd_slice s)
{
	return s.len > 0 && memchr(s.ptr, 0, s.len) != NULL;
}

/*
 * Refuses names with a NUL, at which the server would cut them, and, with `length_byte`, an answer of the
 * authentication that is longer than 255 bytes.
 */
static int check_login(const mynd_login *login, bool length_byte, mynd_error *error)
{
	const char *what = NULL;
	if (has_nul(login->user)) {
		what = "The user name contains a NUL byte";
	} else if (has_nul(login->database)) {
		what = "The database name contains a NUL byte";
	} else if (has_nul(login->auth_method)) {
		what = "The authentication method's name contains a NUL byte";
	} else if (length_byte && login->auth_response.len > UINT8_MAX) {
		what = "The authentication data is longer than 255 bytes";
	}
	return what == NULL ? MYND_OK
	                    : mynd_error_set(error, MYND_CAUSE_MISUSE, MYND_ERR_UNKNOWN, NULL, "%s", what);
}

static void put_short_bytes(mynd_buffer *b, mynd_slice s)
{
	mynd_buffer_put_int(b, 1, s.len);
	mynd_buffer_put_bytes(b, s.ptr, s.len);
}

static int finish(const mynd_buffer *b, mynd_error *error)
{
	return b->failed ? mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY) : MYND_OK;
}

void mynd_tls_request_encode(const mynd_login *login, mynd_buffer *b)
{
	put_login_head(login, capabilities_sent(login) | MYND_CAP_SSL, b);
}

int mynd_login_encode(const mynd_login *login, mynd_buffer *b, mynd_error *error)
{
	uint64_t capabilities = capabilities_sent(login);
	bool lenenc = (capabilities & MYND_CAP_AUTH_LENENC) != 0;
	if (check_login(login, !lenenc, error) != MYND_OK) {
		return MYND_BAD;
	}
	put_login_head(login, capabilities, b);
	mynd_buffer_put_cstring(b, login->user);
	if (lenenc) {
		mynd_buffer_put_lenenc_bytes(b, login->auth_response);
	} else {
		put_short_bytes(b, login->auth_response);
	}
	if (capabilities & MYND_CAP_CONNECT_WITH_DB) {
		mynd_buffer_put_cstring(b, login->database);
	}
	if (capabilities & MYND_CAP_PLUGIN_AUTH) {
		mynd_buffer_put_cstring(b, login->auth_method);
	}
	if (capabilities & MYND_CAP_CONNECT_ATTRS) {
		mynd_buffer_put_lenenc_bytes(b, login->attributes);
	}
	if (capabilities & MYND_CAP_ZSTD) {
		mynd_buffer_put_int(b, 1, login->zstd_level);
	}
	return finish(b, error);
}

int mynd_change_user_encode(const mynd_login *login, mynd_buffer *b, mynd_error *error)
{
	if (check_login(login, true, error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_buffer_put_int(b, 1, MYND_COM_CHANGE_USER);
	mynd_buffer_put_cstring(b, login->user);
	put_short_bytes(b, login->auth_response);
	mynd_buffer_put_cstring(b, login->database);
	mynd_buffer_put_int(b, 2, login->collation);
	if (login->capabilities & MYND_CAP_PLUGIN_AUTH) {
		mynd_buffer_put_cstring(b, login->auth_method);
	}
	if (login->capabilities & MYND_CAP_CONNECT_ATTRS) {
		mynd_buffer_put_lenenc_bytes(b, login->attributes);
	}
	return finish(b, error);
}

int mynd_auth_switch_decode(mynd_slice packet, mynd_auth_switch *change, mynd_error *error)
{
	mynd_cursor c = mynd_cursor_over(packet.ptr, packet.len);
	uint8_t first;
	*change = (mynd_auth_switch){0};
	if (mynd_cursor_u8(&c, &first) != MYND_OK || first != 0xFE) {
		return mynd_error_malformed(error, "not a switch of authentication method");
	}
	if (mynd_cursor_left(&c) == 0) {
		return mynd_error_set(error, MYND_CAUSE_REFUSED, MYND_ERR_NOT_IMPLEMENTED, NULL,
		    "The server requested the authentication method of servers before 4.1, which is not secure "
		    "and not supported");
	}
	if (mynd_cursor_cstring(&c, &change->method) != MYND_OK) {
		return mynd_error_malformed(error, "the authentication method's name has no end");
	}
	change->challenge = mynd_cursor_rest(&c);
	change->challenge.len = challenge_length(change->challenge.ptr, change->challenge.len);
	return MYND_OK;
}
