/* The setting mynd.clusters. */
#ifndef MYND_PHP_MYND_CLUSTERS_H
#define MYND_PHP_MYND_CLUSTERS_H

#include "../../cluster/cluster.h"

/* Reads the file that the setting names, when PHP starts. A file with a fault is a warning. */
void mynd_clusters_read_setting(void);

#endif
