/* The file of clusters (src/cluster/file.c) as PHP sees it: its setting, and Mynd\clusters(). */
#include "../mynd.h"

#include "zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

#include "clusters.h"

#define FAULT_SIZE 256

void mynd_clusters_read_setting(void)
{
	char fault[FAULT_SIZE];
	const char *file = MYND_G(clusters);
	if (file != NULL && file[0] != '\0' && !mynd_clusters_startup(file, fault, sizeof fault)) {
		php_error_docref(NULL, E_WARNING, "mynd.clusters = \"%s\": %s. There are no clusters", file, fault);
	}
}

static void add_text(zval *to, const char *name, const char *text)
{
	if (text == NULL) {
		add_assoc_null(to, name);
	} else {
		add_assoc_string(to, name, text);
	}
}

static void add_seconds(zval *to, const char *name, double seconds)
{
	if (seconds < 0) {
		add_assoc_null(to, name);
	} else {
		add_assoc_double(to, name, seconds);
	}
}

/* Adds what the processes of this user know of the node. */
static void add_knowledge(zval *to, const mynd_cluster_node *node)
{
	mynd_node_knowledge known = mynd_node_look(node);
	add_text(to, "role", known.role);
	if (known.since < 0) {
		add_assoc_null(to, "since");
	} else {
		add_assoc_long(to, "since", known.since);
	}
	add_seconds(to, "asked", known.asked);
	add_seconds(to, "dead", known.dead);
	add_assoc_bool(to, "second", known.is_second);
	add_assoc_bool(to, "fenced", known.is_fenced);
}

static void add_nodes(zval *to, const mynd_cluster *cluster)
{
	zval nodes, node;
	array_init_size(&nodes, cluster->count);
	for (unsigned i = 0; i < cluster->count; i++) {
		const mynd_cluster_node *n = &cluster->nodes[i];
		array_init_size(&node, 10);
		add_text(&node, "address", n->address);
		add_assoc_long(&node, "weight", n->weight);
		add_text(&node, "zone", n->zone);
		add_assoc_bool(&node, "primary", !n->never_primary);
		add_knowledge(&node, n);
		zend_symtable_str_update(Z_ARRVAL(nodes), n->name, strlen(n->name), &node);
	}
	add_assoc_zval(to, "nodes", &nodes);
}

static void add_cluster(zval *to, const mynd_cluster *c)
{
	zval cluster;
	array_init_size(&cluster, 6);
	add_text(&cluster, "kind", mynd_cluster_kinds[c->kind]);
	add_text(&cluster, "target", mynd_target_words[c->target]);
	add_text(&cluster, "balance", mynd_balance_words[c->balance]);
	add_text(&cluster, "zone", c->zone);
	add_assoc_long(&cluster, "connect_timeout", c->connect_timeout);
	add_nodes(&cluster, c);
	zend_symtable_str_update(Z_ARRVAL_P(to), c->name, strlen(c->name), &cluster);
}

static void add_all(zval *to, const mynd_clusters *clusters)
{
	array_init(to);
	for (const mynd_cluster *c = clusters->first; c != NULL; c = c->next) {
		add_cluster(to, c);
	}
}

/*
 * Returns the clusters of the file, or of the process if there is none. Returns NULL with an exception if
 * that fails; clusters of a file are the caller's.
 */
static mynd_clusters *open_clusters(zend_string *file)
{
	static mynd_clusters none = {.table = {.fd = -1}};
	char fault[FAULT_SIZE];
	if (file == NULL) {
		mynd_clusters *clusters = mynd_clusters_of_process();
		return clusters == NULL ? &none : clusters;
	}
	if (php_check_open_basedir(ZSTR_VAL(file))) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "%s: open_basedir forbids it", ZSTR_VAL(file));
		return NULL;
	}
	mynd_clusters *clusters = mynd_clusters_read(ZSTR_VAL(file), fault, sizeof fault);
	if (clusters == NULL && !EG(exception)) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "%s: %s", ZSTR_VAL(file), fault);
	}
	return clusters;
}

static void close_clusters(mynd_clusters *clusters, zend_string *file)
{
	if (file != NULL) {
		mynd_clusters_free(clusters);
	}
}

ZEND_FUNCTION(Mynd_clusters)
{
	zend_string *file = NULL;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_PATH_STR_OR_NULL(file)
	ZEND_PARSE_PARAMETERS_END();

	mynd_clusters *clusters = open_clusters(file);
	if (clusters == NULL) {
		RETURN_THROWS();
	}
	zend_try
	{
		add_all(return_value, clusters);
	}
	zend_catch
	{
		close_clusters(clusters, file);
		zend_bailout();
	}
	zend_end_try();
	close_clusters(clusters, file);
}

static const mynd_cluster_node *find_node(const mynd_cluster *cluster, zend_string *name)
{
	for (unsigned i = 0; cluster != NULL && i < cluster->count; i++) {
		if (strcasecmp(ZSTR_VAL(name), cluster->nodes[i].name) == 0) {
			return &cluster->nodes[i];
		}
	}
	return NULL;
}

ZEND_FUNCTION(Mynd_forget_node)
{
	zend_string *cluster, *node, *file = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 3)
	Z_PARAM_STR(cluster)
	Z_PARAM_STR(node)
	Z_PARAM_OPTIONAL
	Z_PARAM_PATH_STR_OR_NULL(file)
	ZEND_PARSE_PARAMETERS_END();

	mynd_clusters *clusters = open_clusters(file);
	if (clusters == NULL) {
		RETURN_THROWS();
	}
	mynd_slice name = {(const uint8_t *) ZSTR_VAL(cluster), ZSTR_LEN(cluster)};
	const mynd_cluster_node *found = find_node(mynd_clusters_find(clusters, name), node);
	bool is_forgotten = found != NULL && mynd_node_forget(found);
	close_clusters(clusters, file);
	if (found == NULL) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "There is no node %s of a cluster %s",
		    ZSTR_VAL(node), ZSTR_VAL(cluster));
	} else if (!is_forgotten) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0,
		    "There is no table of nodes of this user, or it cannot be written now");
	}
}
