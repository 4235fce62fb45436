/*
 * What this process knows of hosts: which have not answered lately, and what role their servers had.
 *
 * A host that was not reached is tried after the other hosts of its list for a second, then for two, four, up
 * to a minute, so that few connects wait for it. Once that time is over, the next connect tries it in its
 * place again; if it answers, it is as good as the others at once. The role that a server had is believed
 * for a second, and for a minute it decides which host is tried first.
 *
 * Always true: each thread knows of its own attempts only, and forgets a host whose place another one needs.
 */
#include "internal.h"

#include "../net/deadline.h"

#define PLACES   64
#define LONGEST  60 /* seconds that a host is tried last for */
#define BELIEVED (1 * MYND_SECOND)
#define GUESSED  (60 * MYND_SECOND)

typedef struct node {
	uint64_t key; /* 0: none */
	int64_t until;
	int64_t seconds; /* that the host is tried last for; 0: it has answered */
	mynd_role role;  /* ANY: not asked about */
	int64_t asked_at;
} node;

static __thread node places[PLACES];

uint64_t mynd_node_key(mynd_slice host, const mynd_connect *with)
{
	uint64_t hash = mynd_hash_text(1, (const char *) host.ptr, host.len);
	hash = mynd_hash_text(hash, (const char *) &with->port, sizeof with->port);
	hash = mynd_hash_text(hash, with->socket, with->socket == NULL ? 0 : strlen(with->socket));
	return hash == 0 ? 1 : hash;
}

static node *place_of(uint64_t key)
{
	return &places[(key ^ key >> 32) % PLACES];
}

/* Returns the host's place, which becomes its own. */
static node *take_place(uint64_t key)
{
	node *n = place_of(key);
	if (n->key != key) {
		*n = (node){.key = key};
	}
	return n;
}

bool mynd_node_is_dead(uint64_t key)
{
	const node *n = place_of(key);
	return n->key == key && n->seconds > 0 && mynd_now() < n->until;
}

/* Failures of attempts that went on at the same time count once. */
void mynd_node_note_dead(uint64_t key)
{
	node *n = take_place(key);
	if (mynd_node_is_dead(key)) {
		return;
	}
	n->seconds = n->seconds == 0 ? 1 : MIN(n->seconds * 2, LONGEST);
	n->until = mynd_now() + n->seconds * MYND_SECOND;
	n->role = MYND_ROLE_ANY;
}

void mynd_node_note_alive(uint64_t key)
{
	node *n = place_of(key);
	if (n->key == key) {
		n->seconds = 0;
	}
}

void mynd_node_note_role(uint64_t key, mynd_role role)
{
	node *n = take_place(key);
	n->role = role;
	n->asked_at = mynd_now();
}

static mynd_role role_within(uint64_t key, int64_t age)
{
	const node *n = place_of(key);
	return n->key == key && mynd_now() - n->asked_at < age ? n->role : MYND_ROLE_ANY;
}

mynd_role mynd_node_role(uint64_t key)
{
	return role_within(key, GUESSED);
}

bool mynd_node_has_role(uint64_t key, mynd_role role)
{
	return role_within(key, BELIEVED) == role;
}
