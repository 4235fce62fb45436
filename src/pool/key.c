/*
 * The key of a pool: a keyed hash of everything that makes a session. The key does not reveal the password,
 * and does not allow guesses of it to be tested without the process's secret, which is random (forked
 * processes may share it).
 *
 * Always true: each part is hashed with its length, and a missing part differs from an empty one. Settings
 * that can change during a session (time limits, the form of numbers, files, the name sent to the server) are
 * not part of it.
 */
#include "internal.h"

#include <pthread.h>
#include <sodium.h>
#include <unistd.h>

_Static_assert(MYND_POOL_KEY == crypto_shorthash_siphashx24_BYTES, "a hash fills the key");

static uint8_t secret[crypto_shorthash_siphashx24_KEYBYTES];
static pthread_once_t secret_once = PTHREAD_ONCE_INIT;

static void make_secret(void)
{
	randombytes_buf(secret, sizeof secret);
}

void mynd_pool_key_startup(void)
{
	pthread_once(&secret_once, make_secret);
}

/*
 * The parts are collected in `room`, which begins with the hash of the parts that filled it before. SipHash
 * is used because it is fast for short texts: a connect that reuses a link costs little more than this hash.
 */
typedef struct parts {
	size_t len;
	uint8_t room[512];
} parts;

static void begin(parts *p)
{
	pthread_once(&secret_once, make_secret);
	memset(p->room, 0, MYND_POOL_KEY);
	p->len = MYND_POOL_KEY;
}

static void flush(parts *p)
{
	uint8_t hash[MYND_POOL_KEY];
	crypto_shorthash_siphashx24(hash, p->room, p->len, secret);
	memcpy(p->room, hash, sizeof hash);
	p->len = sizeof hash;
}

static void end(parts *p, uint8_t key[MYND_POOL_KEY])
{
	crypto_shorthash_siphashx24(key, p->room, p->len, secret);
	explicit_bzero(p, sizeof *p);
}

/* Adds seven bits per byte; the last byte is below 128. */
static void add_number(parts *p, uint64_t number)
{
	if (sizeof p->room - p->len < 10) {
		flush(p);
	}
	while (number >= 0x80) {
		p->room[p->len++] = (uint8_t) (number | 0x80);
		number >>= 7;
	}
	p->room[p->len++] = (uint8_t) number;
}

static void add_bytes(parts *p, const void *bytes, size_t len)
{
	const uint8_t *from = bytes;
	add_number(p, bytes == NULL ? 0 : (uint64_t) len + 1);
	while (from != NULL && len > 0) {
		size_t n = MIN(len, sizeof p->room - p->len);
		memcpy(p->room + p->len, from, n);
		p->len += n;
		from += n;
		len -= n;
		if (p->len == sizeof p->room) {
			flush(p);
		}
	}
}

static void add_string(parts *p, const char *string)
{
	add_bytes(p, string, string == NULL ? 0 : strlen(string));
}

static void add_address(parts *p, const mynd_connect *with)
{
	bool local = mynd_connect_is_local(with);
	add_number(p, local);
	if (local) {
		add_string(p, with->socket);
	} else {
		add_bytes(p, with->host, with->host_len);
		add_number(p, (uint64_t) with->port);
	}
}

static void add_settings(parts *p, const mynd_link *link)
{
	for (unsigned i = 0; i < MYND_SET_INT_COUNT; i++) {
		add_number(p, mynd_int_is_of_session(i) ? (uint64_t) link->channel.settings.ints[i] : 0);
	}
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		if (mynd_string_is_of_session(i)) {
			add_string(p, link->channel.settings.strings[i]);
		}
	}
	for (const mynd_init_command *c = link->channel.settings.init_commands; c != NULL; c = c->next) {
		add_bytes(p, c->sql, c->len);
	}
}

void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY])
{
	parts p;
	begin(&p);
	add_address(&p, with);
	add_bytes(&p, with->user, with->user_len);
	add_bytes(&p, with->password, with->password_len);
	add_bytes(&p, with->database, with->database_len);
	/* some servers identify the user by the socket alone; a Mynd\Pool's connections are those it has made */
	add_number(&p, with->group == NULL ? geteuid() : 0);
	add_number(&p, with->client_flags);
	add_number(&p, with->tls);
	add_number(&p, with->watched);
	add_number(&p, with->group == NULL ? 0 : with->group->number);
	add_settings(&p, link);
	end(&p, key);
}
