/*
 * Checks a server's proof that it knows the user's password, by which a client can trust a self-signed
 * certificate (MariaDB 11.4 and later; its manual, "Zero-Configuration SSL"). The proof is the info of the OK
 * packet that ends the login:
 *     0x01, and in hexadecimal SHA256(hash . scramble . fingerprint)
 * hash: the form in which the server stores the password, by the method of the login; scramble: the 20 bytes
 * of the greeting; fingerprint: SHA-256 of the certificate that the server has shown.
 *
 * An attacker between client and server has another certificate. The real server's proof is not valid for
 * that certificate, and without the hash the attacker cannot compute a valid proof.
 */
#include <openssl/crypto.h>
#include "private.h"

#define DIGEST_LEN 32
#define MARK       1

static int digit(uint8_t c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	                              : -1;
}

/* Reads the digest that the server has sent. Returns false if it sent none. */
static bool sent_digest(mynd_slice info, uint8_t digest[DIGEST_LEN])
{
	if (info.len != 1 + 2 * DIGEST_LEN || info.ptr[0] != MARK) {
		return false;
	}
	for (size_t i = 0; i < DIGEST_LEN; i++) {
		int high = digit(info.ptr[1 + 2 * i]), low = digit(info.ptr[2 + 2 * i]);
		if (high < 0 || low < 0) {
			return false;
		}
		digest[i] = (uint8_t) (high << 4 | low);
	}
	return true;
}

bool mynd_auth_server_proves(const mynd_auth_run *run, mynd_slice scramble,
    const uint8_t fingerprint[MYND_AUTH_FINGERPRINT_LEN], mynd_slice info)
{
	uint8_t sent[DIGEST_LEN], due[DIGEST_LEN], hash[MYND_AUTH_HASH_MAX];
	if (run->password.len == 0 || run->method->hash == NULL || scramble.len != MYND_SCRAMBLE_LEN ||
	    !sent_digest(info, sent)) {
		return false; /* an empty password, which everybody knows, proves nothing */
	}
	size_t len = run->method->hash(run, hash);
	mynd_auth_sha256_of(
	    (mynd_slice){hash, len}, scramble, (mynd_slice){fingerprint, MYND_AUTH_FINGERPRINT_LEN}, due);
	OPENSSL_cleanse(hash, sizeof hash);
	return len > 0 && CRYPTO_memcmp(sent, due, DIGEST_LEN) == 0;
}
