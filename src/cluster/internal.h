/* Inside this room only. */
#ifndef MYND_CLUSTER_INTERNAL_H
#define MYND_CLUSTER_INTERNAL_H

#include "../pool/internal.h"
#include "cluster.h"

#define MYND_REASON_MOST 120

/* One of the hosts that a connect may go to. */
typedef struct mynd_host {
	mynd_slice name; /* what mynd_connect.host may be; a view of the list or of the cluster */
	uint64_t key;
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

/* --- order.c --- */

/* Puts all hosts in the order in which they are tried. */
void mynd_attempts_begin(mynd_attempts *attempts, const mynd_connect *with);
/* Returns true if the host's server was lately seen to have another role than the one that is wanted. */
bool mynd_host_has_other_role(const mynd_attempts *attempts, const mynd_host *host);

/* --- node.c: what is known of hosts --- */

/* Returns the number by which a host is known, never 0. */
uint64_t mynd_node_key(mynd_slice host, const mynd_connect *with);
bool mynd_node_is_dead(uint64_t key); /* returns true if the host is to be tried after the others for now */
void mynd_node_note_dead(uint64_t key);
void mynd_node_note_alive(uint64_t key);
/* Returns the role that the host's server had within the last minute; ANY: not known. */
mynd_role mynd_node_role(uint64_t key);
void mynd_node_note_role(uint64_t key, mynd_role role);

#endif
