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
	char *name, *address; /* the address is what mynd_connect.host may be */
	char *zone;           /* NULL: none */
	unsigned weight;
	bool never_primary; /* not tried where a primary is wanted */
} mynd_cluster_node;

typedef struct mynd_cluster {
	struct mynd_cluster *next;
	char *name;
	mynd_cluster_kind kind;
	mynd_target target;
	mynd_balance balance;
	zend_long connect_timeout; /* seconds; 0: that of the program alone */
	char *zone;                /* where this machine is; NULL: not known */
	unsigned count;
	mynd_cluster_node nodes[MYND_HOSTS_MOST];
} mynd_cluster;

typedef struct mynd_clusters {
	mynd_cluster *first, **end;
} mynd_clusters;

/* Reads a file of clusters. Returns NULL, with a text that says why, if it has any fault. */
mynd_clusters *mynd_clusters_read(const char *file, char *fault, size_t fault_size);
void mynd_clusters_free(mynd_clusters *clusters);
/* Returns the cluster of this name, in whatever case, or NULL. */
const mynd_cluster *mynd_clusters_find(const mynd_clusters *clusters, mynd_slice name);
/* Reads the clusters that a program may connect to by name, before a fork and before other threads begin. */
bool mynd_clusters_startup(const char *file, char *fault, size_t fault_size);
void mynd_clusters_shutdown(void);
const mynd_clusters *mynd_clusters_of_process(void); /* NULL: there are none */

/*
 * As mynd_pool_open, where the host may be a list, as "db1,db2:3307,[::1]:3308", or the name of a cluster.
 * The hosts are tried one after the other until one lets the program in, all within the link's
 * connect_timeout. A host that cannot be reached, or that has no room for a connection, or another role than
 * the program wants, is followed by the next one; every other failure, such as a wrong password, is the
 * outcome. If no host is left, the link's error names all of them and why.
 */
mynd_opened mynd_cluster_open(mynd_link **link, const mynd_connect *with);

#endif
