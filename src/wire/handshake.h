/*
 * The connection phase: the server's greeting (handshake v10), our answer to it, the switch of method,
 * change-user. Sources: "Protocol::HandshakeV10", "Protocol::HandshakeResponse41", "Protocol::SSLRequest",
 * "Protocol::AuthSwitchRequest", "COM_CHANGE_USER"; MariaDB: "Connecting", extended capabilities.
 */
#ifndef MYND_WIRE_HANDSHAKE_H
#define MYND_WIRE_HANDSHAKE_H

#include "buffer.h"
#include "protocol.h"

#define MYND_SCRAMBLE_MAX 32 /* servers send 20 bytes and a NUL; parsec 32 */

typedef struct mynd_greeting { /* slices live as long as the packet */
	uint8_t protocol;
	mynd_slice server_version; /* version as sent; MariaDB may prefix "5.5.5-" */
	uint32_t thread_id;
	uint8_t scramble[MYND_SCRAMBLE_MAX];
	size_t scramble_len; /* length of the scramble without its closing NUL */
	/* capabilities of the server; bits 32 to 63 are MariaDB's, and set only if bit 0 is off */
	uint64_t capabilities;
	uint8_t collation;
	uint16_t status;
	mynd_slice auth_method; /* method's name; empty if the server names none */
} mynd_greeting;

/*
 * Decodes a greeting; the caller checks first for an ERR packet in its place (first byte 0xFF, see reply.h).
 */
int mynd_greeting_decode(mynd_slice packet, mynd_greeting *greeting, mynd_error *error);

typedef struct mynd_attribute {
	mynd_slice name, value;
} mynd_attribute;

/*
 * Connection attributes are sent as names and values, each after its length. `to` has space for the whole
 * size.
 */
size_t mynd_login_attributes_size(const mynd_attribute *list, size_t count);
void mynd_login_attributes_write(const mynd_attribute *list, size_t count, uint8_t *to);

typedef struct mynd_login { /* the values that the client sends; the caller owns all slices */
	uint64_t capabilities;  /* capabilities as negotiated */
	uint32_t max_packet;
	uint8_t collation;
	mynd_slice user, database; /* an empty database is not sent */
	mynd_slice auth_method, auth_response;
	mynd_slice
	    attributes; /* written by mynd_login_attributes_write; sent if CONNECT_ATTRS is in `capabilities` */
	uint8_t zstd_level; /* sent if ZSTD is in `capabilities` */
} mynd_login;

/* Encoders of payloads, which do not include frame headers. */
void mynd_tls_request_encode(const mynd_login *login, mynd_buffer *b);
int mynd_login_encode(const mynd_login *login, mynd_buffer *b, mynd_error *error);
int mynd_change_user_encode(
    /* the payload begins with the command byte */
    const mynd_login *login, mynd_buffer *b, mynd_error *error);

typedef struct mynd_auth_switch {
	mynd_slice method;
	mynd_slice challenge; /* challenge without its closing NUL */
} mynd_auth_switch;

/* Decodes a packet that begins with 0xFE. Returns MYND_BAD for a bare 0xFE (the pre-4.1 method). */
int mynd_auth_switch_decode(mynd_slice packet, mynd_auth_switch *change, mynd_error *error);

#endif
