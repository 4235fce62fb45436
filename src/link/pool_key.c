/*
 * The key of a pool: a keyed hash over everything that makes a session. No password can be read out of it, and none guessed at without the
 * process' own secret.
 *
 * Always true: each part goes in with its length, and a part that is missing differs from an empty one. Settings that can change
 * while a session lives (time limits, the shape of numbers, files, which face it is) are no parts.
 */
#include "internal.h"

#include <pthread.h>
#include <sodium.h>

_Static_assert(MYND_POOL_KEY == crypto_generichash_BYTES, "a hash fills the key");

static uint8_t secret[crypto_generichash_KEYBYTES];
static pthread_once_t secret_once = PTHREAD_ONCE_INIT;

static void make_secret(void)
{
	randombytes_buf(secret, sizeof secret);
}

static void begin(crypto_generichash_state *hash)
{
	pthread_once(&secret_once, make_secret);
	crypto_generichash_init(hash, secret, sizeof secret, MYND_POOL_KEY);
}

static void add_number(crypto_generichash_state *hash, uint64_t number)
{
	crypto_generichash_update(hash, (const uint8_t *) &number, sizeof number);
}

static void add_bytes(crypto_generichash_state *hash, const void *bytes, size_t len)
{
	add_number(hash, bytes == NULL ? UINT64_MAX : len);
	if (bytes != NULL && len > 0) {
		crypto_generichash_update(hash, bytes, len);
	}
}

static void add_string(crypto_generichash_state *hash, const char *string)
{
	add_bytes(hash, string, string == NULL ? 0 : strlen(string));
}

static void add_address(crypto_generichash_state *hash, const mynd_connect *with)
{
	bool local = mynd_connect_is_local(with);
	add_number(hash, local);
	if (local) {
		add_string(hash, with->socket);
	} else {
		add_bytes(hash, with->host, with->host_len);
		add_number(hash, (uint64_t) with->port);
	}
}

static bool is_part(mynd_int_setting which)
{
	switch (which) {
	case MYND_SET_CONNECT_TIMEOUT:
	case MYND_SET_READ_TIMEOUT:
	case MYND_SET_WRITE_TIMEOUT:
	case MYND_SET_READ_BUFFER:
	case MYND_SET_NATIVE_NUMBERS:
	case MYND_SET_LOCAL_INFILE:
	case MYND_SET_PIPELINING:
		return false;
	default:
		return true;
	}
}

static void add_settings(crypto_generichash_state *hash, const mynd_link *link)
{
	for (unsigned i = 0; i < MYND_SET_INT_COUNT; i++) {
		add_number(hash, is_part(i) ? (uint64_t) link->ints[i] : 0);
	}
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		if (i != MYND_SET_FACE && i != MYND_SET_LOCAL_INFILE_DIRECTORY) {
			add_string(hash, link->strings[i]);
		}
	}
	for (const mynd_init_command *c = link->init_commands; c != NULL; c = c->next) {
		add_bytes(hash, c->sql, c->len);
	}
}

void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY])
{
	crypto_generichash_state hash;
	begin(&hash);
	add_address(&hash, with);
	add_bytes(&hash, with->user, with->user_len);
	add_bytes(&hash, with->password, with->password_len);
	add_bytes(&hash, with->database, with->database_len);
	add_number(&hash, with->client_flags);
	add_number(&hash, with->tls);
	add_settings(&hash, link);
	crypto_generichash_final(&hash, key, MYND_POOL_KEY);
	explicit_bzero(&hash, sizeof hash);
}

void mynd_pool_hash_who(mynd_slice user, mynd_slice password, uint8_t who[MYND_POOL_KEY])
{
	crypto_generichash_state hash;
	begin(&hash);
	add_bytes(&hash, user.ptr == NULL ? "" : (const char *) user.ptr, user.len);
	add_bytes(&hash, password.ptr == NULL ? "" : (const char *) password.ptr, password.len);
	crypto_generichash_final(&hash, who, MYND_POOL_KEY);
	explicit_bzero(&hash, sizeof hash);
}
