/*
 * Several servers where a program names one: lists of hosts, which host a connect goes to, and which hosts
 * have not answered lately.
 */
#ifndef MYND_CLUSTER_CLUSTER_H
#define MYND_CLUSTER_CLUSTER_H

#include "../pool/pool.h"

#define MYND_HOSTS_MOST 32 /* of a list, and of a cluster */

/* What the nodes of a cluster are to each other. */
typedef enum mynd_cluster_kind {
	MYND_CLUSTER_REPLICATION,
	MYND_CLUSTER_GALERA,
	MYND_CLUSTER_GROUP,
	MYND_CLUSTER_SPIDER, /* servers in front of the same shards */
	MYND_CLUSTER_PROXY,
	MYND_CLUSTER_KINDS
} mynd_cluster_kind;

extern const char *const mynd_cluster_kinds[MYND_CLUSTER_KINDS];

typedef struct mynd_cluster_node {
	mynd_node node; /* comes first: links know the node by it */
	struct mynd_cluster *cluster;
	uint64_t key;         /* by which it is known in the table of nodes */
	char *name, *address; /* the address is what mynd_connect.host may be */
	char *zone;           /* NULL: none */
	unsigned weight;
	bool never_primary; /* not tried where a primary is wanted */
} mynd_cluster_node;

typedef struct mynd_cluster {
	struct mynd_cluster *next;
	struct mynd_clusters *clusters;
	uint64_t key; /* as that of a node */
	char *name;
	mynd_cluster_kind kind;
	mynd_target target;
	mynd_balance balance;
	zend_long connect_timeout; /* seconds; 0: that of the program alone */
	char *zone;                /* where this machine is; NULL: not known */
	unsigned count;
	mynd_cluster_node nodes[MYND_HOSTS_MOST];
} mynd_cluster;

/* The table of nodes (table.c), as this process has opened it. */
typedef struct mynd_table {
	int fd; /* -1: none */
	_Atomic bool was_opened;
	bool is_private; /* no other process has it */
	uid_t user;      /* whose file it is */
} mynd_table;

typedef struct mynd_clusters {
	mynd_cluster *first, **end;
	char *state;        /* folder of the table of nodes */
	uint64_t key;       /* by which one file of clusters is told from another */
	bool is_of_process; /* its table is made if there is none */
	mynd_table table;
} mynd_clusters;

/* Reads a file of clusters. Returns NULL, with a text that says why, if it has any fault. */
mynd_clusters *mynd_clusters_read(const char *file, char *fault, size_t fault_size);
void mynd_clusters_free(mynd_clusters *clusters);
/* Returns the cluster of this name, in whatever case, or NULL. */
const mynd_cluster *mynd_clusters_find(const mynd_clusters *clusters, mynd_slice name);
/* Reads the clusters that a program may connect to by name, before a fork and before other threads begin. */
bool mynd_clusters_startup(const char *file, char *fault, size_t fault_size);
void mynd_clusters_shutdown(void);
mynd_clusters *mynd_clusters_of_process(void); /* NULL: there are none */
/* Leaves the table of nodes of a former user; called when a request or a connect begins. */
void mynd_clusters_look_at_user(void);

/* What the processes of this user know of a node (docs/cluster-nodes.md); numbers < 0: nothing. */
typedef struct mynd_node_knowledge {
	const char *role;          /* NULL: not known */
	zend_long since;           /* seconds since 1970 */
	double asked, dead;        /* seconds since its server was asked, and for which the node is tried last */
	bool is_fenced, is_second; /* it says that it is a primary, but see primary.c */
} mynd_node_knowledge;

mynd_node_knowledge mynd_node_look(const mynd_cluster_node *node);
/* Forgets the node, so that it is no longer fenced. Returns false if the table cannot be changed now. */
bool mynd_node_forget(const mynd_cluster_node *node);

/*
 * As mynd_pool_open, where the host may be a list, as "db1,db2:3307,[::1]:3308", or the name of a cluster.
 * The hosts are tried one after the other until one lets the program in, all within the link's
 * connect_timeout. A host that cannot be reached, or that has no room for a connection, or another role than
 * the program wants, is followed by the next one; every other failure, such as a wrong password, is the
 * outcome. If no host is left, the link's error names all of them and why.
 */
mynd_opened mynd_cluster_open(mynd_link **link, const mynd_connect *with);

#endif
