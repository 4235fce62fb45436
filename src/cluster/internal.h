/* Inside this room only. */
#ifndef MYND_CLUSTER_INTERNAL_H
#define MYND_CLUSTER_INTERNAL_H

#include "../pool/internal.h"
#include "cluster.h"

#define MYND_HOSTS_MOST 32

/* A list of hosts; each entry is what mynd_connect.host may be. */
typedef struct mynd_hosts {
	unsigned count;
	mynd_slice at[MYND_HOSTS_MOST]; /* views of the list's text */
} mynd_hosts;

/* --- hosts.c --- */

/* Splits a list at its commas; blanks around an entry do not count. Returns why it cannot, or NULL. */
const char *mynd_hosts_split(mynd_slice list, mynd_hosts *hosts);

/* --- node.c: what is known of hosts --- */

/* Returns the number by which a host is known, never 0. */
uint64_t mynd_node_key(mynd_slice host, const mynd_connect *with);
bool mynd_node_is_dead(uint64_t key); /* returns true if the host is to be tried after the others for now */
void mynd_node_note_dead(uint64_t key);
void mynd_node_note_alive(uint64_t key);
/* Returns the role that the host's server had within the last minute; ANY: not known. */
mynd_role mynd_node_role(uint64_t key);
/* Returns true if the server had this role a moment ago. */
bool mynd_node_has_role(uint64_t key, mynd_role role);
void mynd_node_note_role(uint64_t key, mynd_role role);

#endif
