/*
 * What is known of hosts: which were not reached lately, and what role their servers had. Of the nodes of a
 * cluster all processes of the user know it (table.c), of the hosts of a list each thread for itself, which
 * forgets a host whose place another one needs.
 *
 * A host that was not reached is tried after the other hosts for a second, then for two, four, up to a
 * minute, so that few connects wait for it. Once that time is over, one connect tries it in its place again,
 * which is a probe; if it answers, it is as good as the others at once. The role that a server had is
 * believed for a second, unless a command has failed since as it does on a server of another role, and for a
 * minute it decides which host is tried first.
 */
#include "internal.h"

#include <time.h>

#define PLACES   64
#define LONGEST  60 /* seconds that a host is tried last for */
#define PROBE    (1 * MYND_SECOND)
#define BELIEVED (1 * MYND_SECOND)
#define GUESSED  (60 * MYND_SECOND)

static __thread mynd_node_facts places[PLACES];

/* How often this thread has seen a node change. */
static __thread struct {
	uint64_t key;
	uint32_t changes;
} seen[PLACES];

/* --- reading --- */

uint64_t mynd_node_key(mynd_slice host, const mynd_connect *with)
{
	uint64_t hash = mynd_hash_text(1, (const char *) host.ptr, host.len);
	hash = mynd_hash_text(hash, (const char *) &with->port, sizeof with->port);
	hash = mynd_hash_text(hash, with->socket, with->socket == NULL ? 0 : strlen(with->socket));
	return hash == 0 ? 1 : hash;
}

static unsigned index_of(uint64_t key)
{
	return (key ^ key >> 32) % PLACES;
}

static mynd_node_facts facts_of_thread(uint64_t key)
{
	const mynd_node_facts *place = &places[index_of(key)];
	return place->key == key ? *place : (mynd_node_facts){.key = key};
}

void mynd_node_read(mynd_host *h)
{
	if (h->node == NULL) {
		h->facts = facts_of_thread(h->key);
		return;
	}
	mynd_node_record record;
	mynd_table_read(h->node->cluster->clusters, h->key, &record);
	h->facts = record.facts;
}

bool mynd_node_is_dead(const mynd_node_facts *facts)
{
	int64_t now = facts->dead_seconds > 0 ? mynd_now() : 0;
	return now != 0 && (now < facts->dead_until || now < facts->probed_until);
}

static mynd_role role_within(const mynd_node_facts *facts, int64_t age)
{
	return facts->asked_at != 0 && mynd_now() - facts->asked_at < age ? (mynd_role) facts->role
	                                                                  : MYND_ROLE_ANY;
}

mynd_role mynd_node_role(const mynd_node_facts *facts)
{
	return role_within(facts, GUESSED);
}

int64_t mynd_node_known_at(const mynd_node_facts *facts, mynd_role role)
{
	bool is_known = role != MYND_ROLE_ANY && role_within(facts, BELIEVED) == role &&
	                facts->asked_at > facts->doubted_at && facts->flags == 0;
	return is_known ? facts->asked_at : 0;
}

bool mynd_node_has_changed(const mynd_node_facts *facts)
{
	unsigned at = index_of(facts->key);
	bool has_changed = seen[at].key == facts->key && seen[at].changes != facts->changes;
	seen[at].key = facts->key;
	seen[at].changes = facts->changes;
	return has_changed;
}

/* --- changes --- */

typedef void (*change)(mynd_node_facts *facts, void *argument);

static void change_node(const mynd_cluster_node *node, change make, void *argument)
{
	mynd_clusters *clusters = node->cluster->clusters;
	mynd_node_record record;
	if (mynd_table_begin(clusters)) {
		mynd_table_read(clusters, node->key, &record);
		make(&record.facts, argument);
		mynd_table_write(clusters, &record);
		mynd_table_end(clusters);
	}
}

static void change_host(mynd_host *h, change make, void *argument)
{
	if (h->node != NULL) {
		change_node(h->node, make, argument);
	} else {
		mynd_node_facts facts = facts_of_thread(h->key);
		make(&facts, argument);
		places[index_of(h->key)] = facts;
	}
	mynd_node_read(h);
}

/* Failures of attempts that went on at the same time count once. */
static void die(mynd_node_facts *facts, void *none)
{
	int64_t now = mynd_now();
	if (facts->dead_seconds > 0 && now < facts->dead_until) {
		return;
	}
	facts->changes += facts->dead_seconds == 0;
	facts->dead_seconds = facts->dead_seconds == 0 ? 1 : MIN(facts->dead_seconds * 2, LONGEST);
	facts->dead_until = now + facts->dead_seconds * MYND_SECOND;
	facts->probed_until = 0;
	facts->role = MYND_ROLE_ANY;
}

void mynd_node_note_dead(mynd_host *h)
{
	change_host(h, die, NULL);
}

static void live(mynd_node_facts *facts, void *none)
{
	facts->dead_seconds = 0;
}

void mynd_node_note_alive(mynd_host *h)
{
	if (h->facts.dead_seconds > 0) {
		change_host(h, live, NULL);
	}
}

static void probe(mynd_node_facts *facts, void *may_be_tried)
{
	if (facts->dead_seconds > 0 && mynd_node_is_dead(facts)) {
		return;
	}
	facts->probed_until = facts->dead_seconds > 0 ? mynd_now() + PROBE : 0;
	*(bool *) may_be_tried = true;
}

bool mynd_node_begin_try(mynd_host *h)
{
	if (EXPECTED(h->facts.dead_seconds == 0) || mynd_node_is_dead(&h->facts)) {
		return true;
	}
	bool may_be_tried = false;
	change_host(h, probe, &may_be_tried);
	return may_be_tried;
}

void mynd_facts_set_role(mynd_node_facts *facts, mynd_role role)
{
	if (facts->role != (uint32_t) role) {
		facts->changes += facts->role == MYND_ROLE_PRIMARY;
		facts->role_since = (int64_t) time(NULL);
		facts->role = (uint32_t) role;
	}
	facts->asked_at = mynd_now();
	facts->dead_seconds = 0;
	if (role != MYND_ROLE_PRIMARY) {
		facts->flags = 0;
	}
}

static void take_role(mynd_node_facts *facts, void *role)
{
	mynd_facts_set_role(facts, *(mynd_role *) role);
}

void mynd_node_set_role(const mynd_cluster_node *node, mynd_role role)
{
	change_node(node, take_role, &role);
}

void mynd_node_note_role(mynd_host *h, mynd_role role)
{
	change_host(h, take_role, &role);
}

static void doubt(mynd_node_facts *facts, void *none)
{
	facts->doubted_at = mynd_now();
}

/* --- for people --- */

mynd_node_knowledge mynd_node_look(const mynd_cluster_node *node)
{
	static const char *const words[] = {NULL, "primary", "replica", "not ready"};
	mynd_node_record record;
	mynd_table_read(node->cluster->clusters, node->key, &record);
	const mynd_node_facts *facts = &record.facts;
	int64_t now = mynd_now();
	bool is_asked = facts->asked_at != 0 && facts->role != MYND_ROLE_ANY && facts->role <= MYND_ROLE_NONE;
	return (mynd_node_knowledge){
	    .role = is_asked ? words[facts->role] : NULL,
	    .since = is_asked ? (zend_long) facts->role_since : -1,
	    .asked = is_asked ? (double) (now - facts->asked_at) / MYND_SECOND : -1,
	    .dead = facts->dead_seconds > 0 ? MAX((double) (facts->dead_until - now) / MYND_SECOND, 0) : -1,
	    .is_fenced = (facts->flags & MYND_NODE_FENCED) != 0,
	    .is_second = (facts->flags & MYND_NODE_IS_SECOND) != 0,
	};
}

/* --- failures of commands --- */

enum {
	OPTION_PREVENTS = 1290,       /* the server is read-only (ER_OPTION_PREVENTS_STATEMENT) */
	READ_ONLY_TRANSACTION = 1792, /* ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION */
	READ_ONLY_MODE = 1836,        /* ER_READ_ONLY_MODE */
	UNKNOWN_COMMAND = 1047,       /* a node of Galera without a quorum (ER_UNKNOWN_COM_ERROR) */
	ERROR_DURING_COMMIT = 1180,   /* the same, in the middle of a write */
	PRIMARY_CHANGES = 4094        /* a group changes its primary (tried on MySQL 9.7) */
};

static bool says_other_role(const mynd_error *error)
{
	switch (error->code) {
	case OPTION_PREVENTS:
	case READ_ONLY_TRANSACTION:
	case READ_ONLY_MODE:
	case UNKNOWN_COMMAND:
	case ERROR_DURING_COMMIT:
	case PRIMARY_CHANGES:
	case MYND_SERVER_SHUTS_DOWN:
		return error->cause == MYND_CAUSE_SERVER;
	default:
		return error->cause == MYND_CAUSE_LOST;
	}
}

void mynd_cluster_on_failure(const mynd_node *node, const mynd_error *error)
{
	const mynd_cluster_node *of = (const mynd_cluster_node *) node;
	if (says_other_role(error)) {
		change_node(of, doubt, NULL);
	}
}
