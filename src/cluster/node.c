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

/* What could not be written into the table is known to this thread alone. */
mynd_node_facts mynd_node_facts_of(const mynd_cluster_node *node)
{
	mynd_node_record record;
	mynd_node_facts own = facts_of_thread(node->key);
	mynd_table_read(node->cluster->clusters, node->key, &record);
	return UNEXPECTED(own.changed_at > record.facts.changed_at) ? own : record.facts;
}

void mynd_node_read(mynd_host *h)
{
	h->facts = h->node != NULL ? mynd_node_facts_of(h->node) : facts_of_thread(h->key);
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

bool mynd_node_has_other_role(const mynd_node_facts *facts, mynd_role wanted)
{
	mynd_role role = role_within(facts, GUESSED);
	bool counts = wanted != MYND_ROLE_ANY && role != MYND_ROLE_ANY;
	bool is_refused = wanted == MYND_ROLE_PRIMARY && (facts->flags & MYND_NODE_REFUSED) != 0;
	return role == MYND_ROLE_NONE || (counts && (role != wanted || is_refused));
}

int64_t mynd_node_known_at(const mynd_node_facts *facts, mynd_role role)
{
	bool is_known = role != MYND_ROLE_ANY && role_within(facts, BELIEVED) == role &&
	                facts->asked_at > facts->doubted_at && facts->flags == 0;
	return is_known ? facts->asked_at : 0;
}

/* --- changes --- */

typedef void (*change)(mynd_node_facts *facts, void *argument);

static void change_place(uint64_t key, mynd_node_facts facts, change make, void *argument)
{
	make(&facts, argument);
	facts.changed_at = mynd_now();
	places[index_of(key)] = facts;
}

static void change_node(const mynd_cluster_node *node, change make, void *argument)
{
	mynd_clusters *clusters = node->cluster->clusters;
	mynd_node_record record;
	if (mynd_table_begin(clusters)) {
		mynd_table_read(clusters, node->key, &record);
		make(&record.facts, argument);
		mynd_table_write(clusters, &record);
		mynd_table_end(clusters);
	} else {
		change_place(node->key, mynd_node_facts_of(node), make, argument);
	}
}

static void change_host(mynd_host *h, change make, void *argument)
{
	if (h->node != NULL) {
		change_node(h->node, make, argument);
	} else {
		change_place(h->key, facts_of_thread(h->key), make, argument);
	}
	mynd_node_read(h);
}

typedef struct failure {
	bool is_full; /* the server is there, and has no room */
	bool timed_out;
	int64_t began; /* the attempt */
} failure;

/*
 * Failures of attempts that went on at the same time count once. A server that is full is still what it was,
 * and so is one that was too slow once: another node takes its place if it is too slow twice in a row.
 */
static void die(mynd_node_facts *facts, void *argument)
{
	const failure *f = argument;
	bool is_again = facts->dead_seconds > 0 && f->began >= facts->failed_at;
	int64_t now = mynd_now();
	if (!f->is_full && (!f->timed_out || is_again) && facts->role != MYND_ROLE_ANY) {
		facts->role = MYND_ROLE_ANY;
		facts->changes++;
	}
	facts->failed_at = now;
	if (facts->dead_seconds == 0 || now >= facts->dead_until) {
		facts->dead_seconds = facts->dead_seconds == 0 ? 1 : MIN(facts->dead_seconds * 2, LONGEST);
		facts->dead_until = now + facts->dead_seconds * MYND_SECOND;
		facts->probed_until = 0;
	}
}

void mynd_node_note_dead(mynd_host *h, const mynd_error *error, int64_t began)
{
	failure f = {error->cause == MYND_CAUSE_SERVER, error->cause == MYND_CAUSE_TIMED_OUT, began};
	change_host(h, die, &f);
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
	if (mynd_node_is_dead(facts)) {
		*(bool *) may_be_tried = false;
		return;
	}
	facts->probed_until = facts->dead_seconds > 0 ? mynd_now() + PROBE : 0;
}

bool mynd_node_begin_try(mynd_host *h)
{
	if (EXPECTED(h->facts.dead_seconds == 0) || mynd_node_is_dead(&h->facts)) {
		return true;
	}
	bool may_be_tried = true;
	change_host(h, probe, &may_be_tried);
	return may_be_tried;
}

void mynd_facts_set_role(mynd_node_facts *facts, mynd_role role, int64_t asked_at)
{
	if (asked_at < facts->asked_at) {
		return; /* another answer is younger */
	}
	if (facts->role != (uint32_t) role) {
		facts->changes += facts->role == MYND_ROLE_PRIMARY;
		facts->role_since = (int64_t) time(NULL);
		facts->role = (uint32_t) role;
	}
	facts->asked_at = asked_at;
	facts->dead_seconds = 0;
	if (role != MYND_ROLE_PRIMARY) {
		facts->flags = 0;
	}
}

typedef struct answer {
	mynd_role role;
	int64_t asked_at;
} answer;

static void take_role(mynd_node_facts *facts, void *is)
{
	const answer *a = is;
	mynd_facts_set_role(facts, a->role, a->asked_at);
}

void mynd_node_set_role(const mynd_cluster_node *node, mynd_role role, int64_t asked_at)
{
	change_node(node, take_role, &(answer){role, asked_at});
}

void mynd_node_note_role(mynd_host *h, mynd_role role)
{
	change_host(h, take_role, &(answer){role, mynd_now()});
}

static void doubt(mynd_node_facts *facts, void *none)
{
	facts->doubted_at = mynd_now();
}

/* --- for people --- */

mynd_node_knowledge mynd_node_look(const mynd_cluster_node *node)
{
	static const char *const words[] = {NULL, "primary", "replica", "not ready"};
	mynd_node_facts facts = mynd_node_facts_of(node);
	int64_t now = mynd_now();
	bool is_asked = facts.asked_at != 0 && facts.role != MYND_ROLE_ANY && facts.role <= MYND_ROLE_NONE;
	return (mynd_node_knowledge){
	    .role = is_asked ? words[facts.role] : NULL,
	    .since = is_asked ? (zend_long) facts.role_since : -1,
	    .asked = is_asked ? (double) (now - facts.asked_at) / MYND_SECOND : -1,
	    .dead = facts.dead_seconds > 0 ? MAX((double) (facts.dead_until - now) / MYND_SECOND, 0) : -1,
	    .is_fenced = (facts.flags & MYND_NODE_FENCED) != 0,
	    .is_second = (facts.flags & MYND_NODE_IS_SECOND) != 0,
	};
}

/* --- failures of commands --- */

enum {
	READ_ONLY_TRANSACTION = 1792, /* ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION */
	ERROR_DURING_COMMIT = 1180    /* of a node of Galera that loses its quorum in the middle of a write */
};

/* Returns true if the server may have another role now, or may be down. */
static bool makes_doubtful(const mynd_error *error)
{
	switch (error->code) {
	case READ_ONLY_TRANSACTION:
	case ERROR_DURING_COMMIT:
	case MYND_SERVER_SHUTS_DOWN:
		return error->cause == MYND_CAUSE_SERVER;
	default:
		return error->cause == MYND_CAUSE_LOST || mynd_error_refuses_writes(error);
	}
}

void mynd_cluster_on_failure(mynd_link *link, const mynd_error *error)
{
	const mynd_cluster_node *node = (const mynd_cluster_node *) link->role.node;
	if (link->role.is != MYND_ROLE_REPLICA && makes_doubtful(error)) {
		change_node(node, doubt, NULL);
	}
}
