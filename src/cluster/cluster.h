/*
 * Several servers where a program names one: lists of hosts, which host a connect goes to, and which hosts
 * have not answered lately.
 */
#ifndef MYND_CLUSTER_CLUSTER_H
#define MYND_CLUSTER_CLUSTER_H

#include "../pool/pool.h"

/*
 * As mynd_pool_open, where the host may be a list, as "db1,db2:3307,[::1]:3308". The hosts are tried one
 * after the other until one lets the program in, all within the link's connect_timeout. A host that cannot
 * be reached, or that has no room for a connection, is followed by the next one; every other failure, such
 * as a wrong password, is the outcome. If no host is left, the link's error names all of them and why.
 */
mynd_opened mynd_cluster_open(mynd_link **link, const mynd_connect *with);

#endif
