/* Inside this room only. */
#ifndef MYND_CLUSTER_INTERNAL_H
#define MYND_CLUSTER_INTERNAL_H

#include "../pool/internal.h"
#include "cluster.h"

#define MYND_REASON_MOST 120

/* Flags of a node that says that it takes writes (primary.c). */
enum {
	MYND_NODE_WAS_PRIMARY = 1, /* until another one took its place */
	MYND_NODE_IS_SECOND = 2,   /* and another node is the primary */
	MYND_NODE_FENCED = 4,      /* and it lacks transactions */
	MYND_NODE_REFUSED = MYND_NODE_IS_SECOND | MYND_NODE_FENCED
};

/* What is known of a node. Times are mynd_now()'s, 0 is never. */
typedef struct mynd_node_facts {
	uint64_t key;         /* 0: nothing is known */
	int64_t dead_seconds; /* how long the node is tried after others; 0: it was reached when last tried */
	int64_t dead_until;
	int64_t failed_at;    /* when it was last found not to be reached */
	int64_t probed_until; /* until then one process alone tries whether it can be reached again */
	int64_t asked_at;     /* when its server has said its role */
	int64_t doubted_at;   /* when a command failed as it does on a server of another role */
	int64_t changed_at;   /* when one of these facts was last changed */
	int64_t role_since;   /* seconds since 1970 */
	uint64_t primary;     /* of a cluster, in the place of a node: the key of its primary; 0: not known */
	uint32_t role;
	uint32_t flags;
	uint32_t changes; /* how often it has died, or has ceased to be a primary */
	uint32_t unused;
} mynd_node_facts;

/* A place of the table. */
typedef struct mynd_node_record {
	uint64_t checksum; /* of what follows, but for the unused end of `position` */
	mynd_node_facts facts;
	uint16_t position_len;
	char position[2048 - 8 - sizeof(mynd_node_facts) - 2]; /* of a cluster: the last GTIDs of its primary */
} mynd_node_record;

/* One of the hosts that a connect may go to. */
typedef struct mynd_host {
	mynd_slice name;               /* what mynd_connect.host may be; a view of the list or of the cluster */
	const mynd_cluster_node *node; /* NULL: the host is of a list */
	uint64_t key;
	mynd_node_facts facts; /* as they were when the hosts were put in order, or since */
	unsigned weight;
	bool is_elsewhere; /* in another zone */
	double draw;       /* the place among equals */
	uint64_t rank;
	unsigned code; /* of its failure */
	char sqlstate[6];
	char reason[MYND_REASON_MOST];
} mynd_host;

/* A connect to one of several hosts. */
typedef struct mynd_attempts {
	mynd_link *fresh;                 /* the program's own */
	unsigned breaks;                  /* of it, when the connect began */
	zend_long most;                   /* seconds for all hosts; 0: no limit */
	int64_t ends_at, attempt_ends_at; /* mynd_connect.* */
	mynd_balance balance;
	mynd_role role;       /* that the server must have */
	bool is_preference;   /* servers of other roles are tried afterwards */
	bool has_timed_out;   /* a host has, in the last round */
	bool believes;        /* what another connect has found out of a role need not be asked again */
	bool has_tried;       /* false: no host was worth an attempt yet */
	bool may_help;        /* a later connect to one of them may be successful (mynd_patience_may_help) */
	bool names_hosts;     /* the error names them: the program has named several, or a cluster */
	unsigned count, left; /* hosts; those that may still answer, which come first in `order` */
	mynd_host hosts[MYND_HOSTS_MOST];
	mynd_host *order[MYND_HOSTS_MOST];
} mynd_attempts;

/* --- hosts.c --- */

/* Splits a list at its commas; blanks around an entry do not count. Returns why it cannot, or NULL. */
const char *mynd_hosts_split(mynd_slice list, mynd_host *hosts, unsigned *count);

/* --- connect.c --- */

/* Seconds that a host has for its answer to the connect, and how many times as long for the login. */
#define MYND_FIRST_SECONDS 0.5
#define MYND_LONGER        4

/* Returns true if the failure says that the host cannot be used now, and nothing of the program's request. */
bool mynd_host_has_failed(const mynd_error *error);

/* --- order.c --- */

/* Puts all hosts in the order in which they are tried. */
void mynd_attempts_begin(mynd_attempts *attempts, const mynd_connect *with);

/* --- node.c: what is known of hosts --- */

/* Returns the number by which a host of a list is known, never 0. */
uint64_t mynd_node_key(mynd_slice host, const mynd_connect *with);
mynd_node_facts mynd_node_facts_of(const mynd_cluster_node *node);
void mynd_node_read(mynd_host *h); /* reads the host's facts */
/* Returns true if the host is to be tried after the others for now. */
bool mynd_node_is_dead(const mynd_node_facts *facts);
/*
 * Returns false if the host was not reached lately, and another connect tries at this moment whether it can
 * be reached again. If nobody does, this connect does it.
 */
bool mynd_node_begin_try(mynd_host *h);
/*
 * Returns true if the server had another role than the one that is wanted within the last minute, or none, or
 * was not believed to be the primary.
 */
bool mynd_node_has_other_role(const mynd_node_facts *facts, mynd_role wanted);
/* Returns when the server was found to have this role, if that need not be asked again; 0: it must be. */
int64_t mynd_node_known_at(const mynd_node_facts *facts, mynd_role role);
/* Notes that an attempt, which began then, has failed with this error, so that the host is tried last. */
void mynd_node_note_dead(mynd_host *h, const mynd_error *error, int64_t began);
void mynd_node_note_alive(mynd_host *h);
void mynd_node_note_role(mynd_host *h, mynd_role role);
void mynd_node_set_role(const mynd_cluster_node *node, mynd_role role, int64_t asked_at);
void mynd_facts_set_role(mynd_node_facts *facts, mynd_role role, int64_t asked_at);
void mynd_cluster_on_failure(mynd_link *link, const mynd_error *error); /* mynd_node.on_failure */

/* --- next.c --- */

/* mynd_node.choose_next */
bool mynd_cluster_next_node(const mynd_node *from, mynd_link *link, mynd_node_round *round, mynd_connect *to);

/* --- primary.c --- */

int mynd_cluster_on_role(mynd_link *link); /* mynd_node.on_role */

/* --- table.c --- */

/* Reads what is known of a node, or of a cluster. */
void mynd_table_read(mynd_clusters *clusters, uint64_t key, mynd_node_record *record);
/* Begins a change: until mynd_table_end nobody else makes one. Returns false if it cannot be made now. */
bool mynd_table_begin(mynd_clusters *clusters);
void mynd_table_write(mynd_clusters *clusters, mynd_node_record *record);
void mynd_table_end(mynd_clusters *clusters);
void mynd_table_close(mynd_clusters *clusters);

#endif
