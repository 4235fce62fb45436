/*
 * Authentication methods: each turns the server's challenge into an answer. Each method is one file that
 * defines one const mynd_auth_method.
 *
 * A run is the use of one method in a login or change-user: the session starts it with the server's
 * challenge, and passes every "more data" packet to it until the method is switched. The secrets that a
 * method computes are wiped when its run ends. Not here: whether a method is allowed on this connection (the
 * session decides by `flags` and `secure`).
 */
#ifndef MYND_AUTH_AUTH_H
#define MYND_AUTH_AUTH_H

#include "../wire/buffer.h"
#include "../wire/handshake.h"

#define MYND_AUTH_SENDS_CLEARTEXT 1 /* the first answer is the password in clear text */

#define MYND_AUTH_HASH_MAX        64
#define MYND_AUTH_FINGERPRINT_LEN 32 /* SHA-256 of a certificate */

typedef struct mynd_auth_run {
	const struct mynd_auth_method *method;
	mynd_slice password; /* owned by the session; valid during the run */
	bool secure;         /* TLS or a unix socket: the full password may be sent */
	bool unix_socket;    /* no TLS; with `secure`: a unix socket, not safe for sha256_password */
	/* An RSA key that the server sends may be used (default); false: only the pinned one. */
	bool key_allowed;
	mynd_slice public_key; /* PEM pinned by the program, or empty */
	uint8_t scramble[MYND_SCRAMBLE_MAX];
	size_t scramble_len;
	unsigned step;      /* used by the method; 0 at the start */
	uint8_t state[128]; /* used by the method; wiped at the end */
} mynd_auth_run;

typedef struct mynd_auth_method {
	const char *name;
	unsigned flags;
	/*
	 * Handles one packet of the server. `data`: at step 0 the challenge (may be empty), later the payload of
	 * a "more data" packet without its 0x01. Appends the answer's payload to `answer` and sets *send to true,
	 * or sets *send to false if nothing is to be sent. Returns MYND_BAD and fills *error if the login fails.
	 */
	int (*next)(mynd_auth_run *run, mynd_slice data, mynd_buffer *answer, bool *send, mynd_error *error);
	/*
	 * Computes the hash of the password that the server stores; the packets of the login do not reveal it.
	 * Returns its length, 0 if the login ended before the hash could be computed. NULL: the method has no
	 * such hash.
	 */
	size_t (*hash)(const mynd_auth_run *run, uint8_t hash[MYND_AUTH_HASH_MAX]);
} mynd_auth_method;

extern const mynd_auth_method mynd_auth_native;       /* mysql_native_password */
extern const mynd_auth_method mynd_auth_caching_sha2; /* caching_sha2_password */
extern const mynd_auth_method mynd_auth_sha256;       /* sha256_password */
extern const mynd_auth_method mynd_auth_clear;        /* mysql_clear_password */
extern const mynd_auth_method mynd_auth_ed25519;      /* client_ed25519 */
extern const mynd_auth_method mynd_auth_parsec;       /* parsec */

/* Returns NULL if the method is unknown. */
const mynd_auth_method *mynd_auth_find(mynd_slice name);

/*
 * Starts a run: sets method, challenge and step; the caller sets the other fields. An ended or unfinished run
 * may be started again.
 */
void mynd_auth_start(mynd_auth_run *run, const mynd_auth_method *method, mynd_slice challenge);
void mynd_auth_end(mynd_auth_run *run); /* wipes the run's scramble and state; the run may be started again */

/*
 * Returns true if the OK packet that ended a login over TLS proves that the server has this certificate and
 * knows the password. `scramble` is from the greeting, `info` from that OK packet (server_proof.c).
 */
bool mynd_auth_server_proves(const mynd_auth_run *run, mynd_slice scramble,
    const uint8_t fingerprint[MYND_AUTH_FINGERPRINT_LEN], mynd_slice info);

#endif
