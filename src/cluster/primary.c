/*
 * The primary of a cluster of the kind `replication`: of its nodes one takes writes at a time, whatever
 * others say of themselves.
 *
 * A server that comes back after another one was promoted may still take writes: it does not know of the
 * promotion. What is written there is lost for everybody else. So a second node that says that it takes
 * writes is not connected to as a primary, unless the former one cannot be reached or has become read-only.
 * And a node is fenced, until it has caught up or an operator has said otherwise (mynd_node_forget), if it
 * was the primary before and lacks transactions that its successor has written, or if it lacks some that it
 * had itself, which a restored backup does. The transactions are known by their GTIDs, which a server tells
 * with its role.
 *
 * Always true: a server without GTIDs, or with texts that are not understood, is never fenced.
 */
#include "internal.h"

#include "../wire/gtid.h"

#include <syslog.h>

typedef enum verdict {
	IS_PRIMARY, /* it is the primary that is known, or the first one that is */
	IS_NEW,     /* it is the primary now */
	IS_BEHIND,  /* it is the primary now, although it lacks transactions of the former one */
	IS_ANOTHER, /* another node is the primary */
	IS_FENCED
} verdict;

/* What a decision is about. */
typedef struct matter {
	const mynd_cluster_node *node;
	mynd_node_record of_cluster, of_node;
	mynd_node_facts of_former;
	const mynd_cluster_node *former; /* the primary that is known; NULL: none, or it is no node any more */
	bool has_gtids;                  /* the server */
	mynd_gtids server;
	mynd_slice position; /* the last transactions of the server */
	int64_t asked_at;
} matter;

/* --- the server's GTIDs --- */

static mynd_slice take_part(mynd_slice *text)
{
	const uint8_t *end = memchr(text->ptr, MYND_GTIDS_SEPARATOR, text->len);
	mynd_slice part = {text->ptr, end == NULL ? text->len : (size_t) (end - text->ptr)};
	size_t taken = part.len + (end != NULL);
	*text = (mynd_slice){text->ptr + taken, text->len - taken};
	return part;
}

static void read_gtids(matter *m, const char *text)
{
	mynd_slice rest = mynd_slice_of(text == NULL ? "" : text);
	m->has_gtids = text != NULL;
	m->position = take_part(&rest);
	m->server.binlog = take_part(&rest);
	m->server.replicated = take_part(&rest);
}

/* Returns true if the server certainly lacks transactions that the cluster's primary had. */
static bool is_behind(const matter *m)
{
	mynd_slice position = {(const uint8_t *) m->of_cluster.position, m->of_cluster.position_len};
	return position.len > 0 && m->has_gtids && mynd_gtids_have(&m->server, position) == MYND_MORE;
}

/* --- the decision --- */

/* Returns false once the node could not be reached, or was seen to be something else. */
static bool is_still_primary(const mynd_cluster_node *node, const mynd_node_facts *facts)
{
	return facts->role == MYND_ROLE_PRIMARY && !(facts->flags & MYND_NODE_FENCED) && !node->never_primary;
}

/*
 * Reads what is known of the cluster's primary. Returns NULL if there is none, or it is the node itself. If
 * only the cluster's own record is lost, a node that is known to be one counts.
 */
static const mynd_cluster_node *find_former(matter *m, const mynd_cluster *c)
{
	uint64_t primary = m->of_cluster.facts.primary;
	for (unsigned i = 0; i < c->count; i++) {
		const mynd_cluster_node *node = &c->nodes[i];
		if (node == m->node || (primary != 0 && primary != node->key)) {
			continue;
		}
		m->of_former = mynd_node_facts_of(node);
		if (primary != 0 || (is_still_primary(node, &m->of_former) && m->of_former.flags == 0)) {
			return node;
		}
	}
	return NULL;
}

static verdict decide(const matter *m)
{
	uint64_t primary = m->of_cluster.facts.primary;
	if (primary == m->node->key) {
		return is_behind(m) && m->asked_at > m->of_cluster.facts.asked_at ? IS_FENCED : IS_PRIMARY;
	}
	if (m->former != NULL && is_still_primary(m->former, &m->of_former)) {
		return IS_ANOTHER;
	}
	if (!is_behind(m)) {
		return primary == 0 ? IS_PRIMARY : IS_NEW;
	}
	return m->of_node.facts.flags & MYND_NODE_WAS_PRIMARY ? IS_FENCED : IS_BEHIND;
}

static void note_primary(matter *m)
{
	mynd_node_record *cluster = &m->of_cluster;
	m->of_node.facts.flags = 0;
	if (cluster->facts.primary == m->node->key && m->asked_at <= cluster->facts.asked_at) {
		return; /* a younger answer has told more */
	}
	cluster->facts.primary = m->node->key;
	cluster->facts.asked_at = mynd_now();
	cluster->position_len = (uint16_t) (m->position.len <= sizeof cluster->position ? m->position.len : 0);
	memcpy(cluster->position, m->position.ptr, cluster->position_len);
}

/* Notes that the primary is another node now: if the former one takes writes again, it has missed that. */
static void mark_former(const matter *m)
{
	if (m->former != NULL) {
		mynd_node_record former = {.facts = m->of_former};
		former.facts.flags |= MYND_NODE_WAS_PRIMARY;
		mynd_table_write(m->former->cluster->clusters, &former);
	}
}

static void note(matter *m, verdict is)
{
	mynd_clusters *clusters = m->node->cluster->clusters;
	mynd_facts_set_role(&m->of_node.facts, MYND_ROLE_PRIMARY, m->asked_at);
	if (is == IS_ANOTHER || is == IS_FENCED) {
		m->of_node.facts.flags &= MYND_NODE_WAS_PRIMARY;
		m->of_node.facts.flags |= is == IS_FENCED ? MYND_NODE_FENCED : MYND_NODE_IS_SECOND;
	} else {
		note_primary(m);
		mynd_table_write(clusters, &m->of_cluster);
	}
	mynd_table_write(clusters, &m->of_node);
	if (is == IS_NEW || is == IS_BEHIND) {
		mark_former(m);
	}
}

/* --- what is said of it --- */

static const char *name_of(const mynd_cluster_node *node)
{
	return node == NULL ? "a node that the file names no more" : node->name;
}

static void log_verdict(const matter *m, verdict is)
{
	char *text = NULL;
	const char *cluster = m->node->cluster->name, *name = m->node->name;
	if (is == IS_FENCED && !(m->of_node.facts.flags & MYND_NODE_FENCED)) {
		spprintf(&text, 0,
		    "mynd: cluster %s: %s takes writes, but lacks transactions that the primary had (%.*s). "
		    "It is not connected to as a primary until it has them, or until mynd cluster forget %s",
		    cluster, name, (int) m->of_cluster.position_len, m->of_cluster.position, name);
	} else if (is == IS_ANOTHER && !(m->of_node.facts.flags & MYND_NODE_IS_SECOND)) {
		spprintf(&text, 0, "mynd: cluster %s: %s takes writes, and %s is the primary", cluster, name,
		    name_of(m->former));
	} else if (is == IS_NEW || is == IS_BEHIND) {
		spprintf(&text, 0, "mynd: cluster %s: %s is the primary, in the place of %s%s", cluster, name,
		    name_of(m->former),
		    is == IS_BEHIND ? ", although it lacks transactions that were seen there" : "");
	}
	if (text != NULL) {
		php_log_err_with_severity(text, LOG_WARNING);
		efree(text);
	}
}

static int refuse(mynd_link *link, const matter *m, verdict is)
{
	if (is == IS_ANOTHER) {
		return mynd_error_set(&link->channel.error, MYND_CAUSE_OTHER_ROLE, MYND_ERR_CONNECTION, NULL,
		    "The server takes writes, but %s is the primary of %s", name_of(m->former),
		    m->node->cluster->name);
	}
	return mynd_error_set(&link->channel.error, MYND_CAUSE_OTHER_ROLE, MYND_ERR_CONNECTION, NULL,
	    "The server takes writes, but lacks transactions that the primary of %s had", m->node->cluster->name);
}

static int judge_primary(mynd_link *link, const mynd_cluster_node *node)
{
	const mynd_cluster *cluster = node->cluster;
	matter m = {.node = node, .asked_at = link->role.asked_at};
	read_gtids(&m, mynd_role_gtids(link));
	bool may_write = mynd_table_begin(cluster->clusters);
	mynd_table_read(cluster->clusters, cluster->key, &m.of_cluster);
	mynd_table_read(cluster->clusters, node->key, &m.of_node);
	m.former = find_former(&m, cluster);
	uint32_t flags = m.of_node.facts.flags;
	verdict is = decide(&m);
	if (may_write) {
		note(&m, is);
		mynd_table_end(cluster->clusters);
		m.of_node.facts.flags = flags;
		log_verdict(&m, is);
	} else if (is != IS_ANOTHER && is != IS_FENCED) {
		mynd_node_set_role(node, MYND_ROLE_PRIMARY, m.asked_at); /* for this thread alone */
	}
	return is == IS_ANOTHER || is == IS_FENCED ? refuse(link, &m, is) : MYND_OK;
}

int mynd_cluster_on_role(mynd_link *link)
{
	const mynd_cluster_node *node = (const mynd_cluster_node *) link->role.node;
	if (link->role.is == MYND_ROLE_PRIMARY && node->node.tells_gtids && !node->never_primary) {
		return judge_primary(link, node);
	}
	if (link->role.is != MYND_ROLE_ANY) {
		mynd_node_set_role(node, link->role.is, link->role.asked_at);
	}
	return MYND_OK;
}

/* --- an operator's word --- */

bool mynd_node_forget(const mynd_cluster_node *node)
{
	mynd_clusters *clusters = node->cluster->clusters;
	mynd_node_record of_cluster, of_node;
	if (!mynd_table_begin(clusters)) {
		return false;
	}
	mynd_table_read(clusters, node->cluster->key, &of_cluster);
	mynd_table_read(clusters, node->key, &of_node);
	of_node.facts = (mynd_node_facts){.key = node->key, .changes = of_node.facts.changes + 1};
	mynd_table_write(clusters, &of_node);
	if (of_cluster.facts.primary == node->key) {
		of_cluster.facts.primary = 0;
		of_cluster.position_len = 0;
		mynd_table_write(clusters, &of_cluster);
	}
	mynd_table_end(clusters);
	return true;
}
