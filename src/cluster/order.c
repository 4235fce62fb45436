/* The order in which hosts are tried. */
#include "internal.h"

#include <math.h>
#include <sodium.h>

/*
 * Returns the host's place among equals: its place in the list, or one that is drawn, so that each is the
 * first as often as its weight says (the smallest of exponentially distributed numbers). The program's
 * generators of random numbers are not touched.
 */
static double draw(const mynd_attempts *a, const mynd_host *h)
{
	if (a->balance <= MYND_BALANCE_ORDER) {
		return (double) (h - a->hosts);
	}
	return -log((randombytes_random() + 1.0) / 4294967296.0) / MAX(h->weight, 1);
}

/* The share of its weight that the host's connections are, in 1/1024. */
static uint64_t load_of(const mynd_attempts *a, const mynd_host *h, const mynd_connect *with)
{
	mynd_connect to = *with;
	to.host = (const char *) h->name.ptr;
	to.host_len = h->name.len;
	return (uint64_t) mynd_pools_places(a->fresh, &to) * 1024 / MAX(h->weight, 1);
}

/*
 * Returns how late the host is tried: last if it has not answered lately, before that if its server had
 * another role, before that if it is in another zone, before that if it has no weight. Among equals, where
 * the balance wants that, those with the fewest connections are first.
 */
static uint64_t rank_of(const mynd_attempts *a, const mynd_host *h, const mynd_connect *with)
{
	unsigned late = (unsigned) mynd_node_is_dead(&h->facts) << 3 |
	                (unsigned) mynd_node_has_other_role(&h->facts, a->role) << 2 |
	                (unsigned) h->is_elsewhere << 1 | (h->weight == 0);
	return (uint64_t) late << 56 | (a->balance == MYND_BALANCE_LEAST ? load_of(a, h, with) : 0);
}

static bool is_before(const mynd_host *one, const mynd_host *other)
{
	return one->rank < other->rank || (one->rank == other->rank && one->draw < other->draw);
}

void mynd_attempts_begin(mynd_attempts *a, const mynd_connect *with)
{
	a->left = a->count;
	for (unsigned i = 0; i < a->count; i++) {
		mynd_host *h = &a->hosts[i];
		unsigned at = i;
		mynd_node_read(h);
		if (h->node != NULL) {
			mynd_pools_close_node(&h->node->node, h->facts.changes);
		}
		h->rank = rank_of(a, h, with);
		h->draw = draw(a, h);
		for (; at > 0 && is_before(h, a->order[at - 1]); at--) {
			a->order[at] = a->order[at - 1];
		}
		a->order[at] = h;
	}
}
