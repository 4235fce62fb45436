/*
 * Hosts that have not answered lately. A host that was not reached is tried after the other hosts of its list
 * for a second, then for two, four, up to a minute, so that few connects wait for it. Once that time is over,
 * the next connect tries it in its place again; if it answers, it is as good as the others at once.
 *
 * Always true: each thread knows of its own attempts only, and forgets a host whose place another one needs.
 */
#include "internal.h"

#include "../net/deadline.h"

#define PLACES  64
#define LONGEST 60 /* seconds */

typedef struct dead_host {
	uint64_t key; /* 0: none */
	int64_t until;
	int64_t seconds; /* that it is tried last for */
} dead_host;

static __thread dead_host places[PLACES];

uint64_t mynd_dead_key(mynd_slice host, const mynd_connect *with)
{
	uint64_t hash = mynd_hash_text(1, (const char *) host.ptr, host.len);
	hash = mynd_hash_text(hash, (const char *) &with->port, sizeof with->port);
	hash = mynd_hash_text(hash, with->socket, with->socket == NULL ? 0 : strlen(with->socket));
	return hash == 0 ? 1 : hash;
}

static dead_host *place_of(uint64_t key)
{
	return &places[(key ^ key >> 32) % PLACES];
}

bool mynd_dead_is(uint64_t key)
{
	const dead_host *d = place_of(key);
	return d->key == key && mynd_now() < d->until;
}

/* Failures of attempts that went on at the same time count once. */
void mynd_dead_note(uint64_t key)
{
	dead_host *d = place_of(key);
	if (mynd_dead_is(key)) {
		return;
	}
	d->seconds = d->key == key ? MIN(d->seconds * 2, LONGEST) : 1;
	d->key = key;
	d->until = mynd_now() + d->seconds * MYND_SECOND;
}

void mynd_dead_note_alive(uint64_t key)
{
	dead_host *d = place_of(key);
	if (d->key == key) {
		*d = (dead_host){0};
	}
}
