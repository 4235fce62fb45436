/*
 * Which node of its cluster a link is connected to when mynd.reconnect connects it again: one that may be the
 * primary, those first that are not known to be down, or to have another role.
 *
 * A node that is not the last one gets half a second for its answer and two for the login, as in a connect of
 * the program (connect.c).
 */
#include "internal.h"

/* Notes what came of the attempt before: its error is the link's. What a server has said is noted already. */
static void note_outcome(mynd_link *link, const mynd_cluster_node *node, int64_t began)
{
	const mynd_error *error = mynd_link_error(link);
	mynd_host h = {.node = node, .key = node->key};
	if (mynd_host_has_failed(error) && error->cause != MYND_CAUSE_OTHER_ROLE) {
		mynd_node_note_dead(&h, error, began);
	}
}

/* Returns how late the node is tried; nodes of the same rank are tried in the order of the file. */
static unsigned rank_of(const mynd_cluster_node *node)
{
	mynd_node_facts facts = mynd_node_facts_of(node);
	return (unsigned) mynd_node_is_dead(&facts) << 1 | mynd_node_has_other_role(&facts, MYND_ROLE_PRIMARY);
}

/* Returns the node that is tried next, or NULL. *left is the number of those that are not tried. */
static const mynd_cluster_node *choose(const mynd_cluster *c, uint32_t tried, unsigned *left)
{
	const mynd_cluster_node *best = NULL;
	unsigned best_rank = 0;
	*left = 0;
	for (unsigned i = 0; i < c->count; i++) {
		const mynd_cluster_node *node = &c->nodes[i];
		if ((tried & UINT32_C(1) << i) != 0 || node->never_primary) {
			continue;
		}
		++*left;
		unsigned rank = rank_of(node);
		if (best == NULL || rank < best_rank) {
			best = node;
			best_rank = rank;
		}
	}
	return best;
}

bool mynd_cluster_next_node(const mynd_node *from, mynd_link *link, mynd_node_round *round, mynd_connect *to)
{
	const mynd_cluster *cluster = ((const mynd_cluster_node *) from)->cluster;
	unsigned left;
	if (round->last != NULL) {
		note_outcome(link, (const mynd_cluster_node *) round->last, round->began);
	}
	const mynd_cluster_node *node = choose(cluster, round->tried, &left);
	if (node == NULL) {
		return false;
	}
	round->tried |= UINT32_C(1) << (node - cluster->nodes);
	round->last = &node->node;
	round->attempt_ends_at = 0;
	round->began = mynd_now();
	to->host = node->address;
	to->host_len = strlen(node->address);
	to->port = MYND_DEFAULT_PORT;
	to->address = NULL;
	to->node = &node->node;
	to->attempt_ends_at = &round->attempt_ends_at;
	to->answer_seconds = left > 1 ? MYND_FIRST_SECONDS : 0;
	to->attempt_seconds = to->answer_seconds * MYND_LONGER;
	return true;
}
