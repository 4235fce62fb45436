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

static void add_nodes(zval *to, const mynd_cluster *cluster)
{
	zval nodes, node;
	array_init_size(&nodes, cluster->count);
	for (unsigned i = 0; i < cluster->count; i++) {
		const mynd_cluster_node *n = &cluster->nodes[i];
		array_init_size(&node, 4);
		add_text(&node, "address", n->address);
		add_assoc_long(&node, "weight", n->weight);
		add_text(&node, "zone", n->zone);
		add_assoc_bool(&node, "primary", !n->never_primary);
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
	for (const mynd_cluster *c = clusters == NULL ? NULL : clusters->first; c != NULL; c = c->next) {
		add_cluster(to, c);
	}
}

ZEND_FUNCTION(Mynd_clusters)
{
	zend_string *file = NULL;
	char fault[FAULT_SIZE];
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_PATH_STR_OR_NULL(file)
	ZEND_PARSE_PARAMETERS_END();

	if (file == NULL) {
		add_all(return_value, mynd_clusters_of_process());
		return;
	}
	if (php_check_open_basedir(ZSTR_VAL(file))) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "%s: open_basedir forbids it", ZSTR_VAL(file));
		RETURN_THROWS();
	}
	mynd_clusters *clusters = mynd_clusters_read(ZSTR_VAL(file), fault, sizeof fault);
	if (clusters == NULL) {
		if (!EG(exception)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, 0, "%s: %s", ZSTR_VAL(file), fault);
		}
		RETURN_THROWS();
	}
	zend_try
	{
		add_all(return_value, clusters);
	}
	zend_catch
	{
		mynd_clusters_free(clusters);
		zend_bailout();
	}
	zend_end_try();
	mynd_clusters_free(clusters);
}
