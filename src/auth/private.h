/* Functions shared by the methods: digests, encryption of the password under an RSA key, errors. */
#ifndef MYND_AUTH_PRIVATE_H
#define MYND_AUTH_PRIVATE_H

#include "auth.h"

#define MYND_SCRAMBLE_LEN 20 /* of every method except MariaDB's two with Ed25519 (32 bytes) */

/* Computes the digest of the concatenated slices. */
void mynd_auth_sha1(mynd_slice first, mynd_slice second, uint8_t digest[20]);
void mynd_auth_sha256_of(mynd_slice first, mynd_slice second, mynd_slice third, uint8_t digest[32]);

typedef enum mynd_auth_algorithm { MYND_AUTH_SHA1, MYND_AUTH_SHA256 } mynd_auth_algorithm;

/*
 * Computes D(password) XOR D(the scramble and D(D(password)), in either order), for a digest D: this proves
 * that the client knows the password without revealing it.
 */
void mynd_auth_prove(
    mynd_auth_algorithm which, mynd_slice password, mynd_slice scramble, bool scramble_first, uint8_t *proof);

/* Appends the password and a NUL, which always ends a password that is sent itself. */
void mynd_auth_put_password(const mynd_auth_run *run, mynd_buffer *answer);

/*
 * Appends the password and its NUL, XORed with the scramble and encrypted by the public key in `pem`
 * (RSA-OAEP with SHA-1, as the protocol demands). `pem` need not be a valid key. Returns MYND_BAD and fills
 * *error if it is not.
 */
int mynd_auth_put_encrypted(const mynd_auth_run *run, mynd_slice pem, mynd_buffer *answer, mynd_error *error);

/* Sets the error of a login that needs the server's RSA key, which may not be requested. Returns MYND_BAD. */
int mynd_auth_no_key(const mynd_auth_run *run, mynd_error *error);

/* Sets 2061, "Authentication plugin '...' reported error: `why`". Returns MYND_BAD. */
int mynd_auth_fail(const mynd_auth_run *run, mynd_cause cause, const char *why, mynd_error *error);

/* Sets 2027: the challenge does not have the length that the method needs. Returns MYND_BAD. */
int mynd_auth_bad_scramble(mynd_error *error);

#endif
