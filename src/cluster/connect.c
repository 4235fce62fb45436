/*
 * Connects to one of several hosts.
 *
 * While there are others, a host gets half a second for its answer to the connect (a name with two addresses
 * needs more than a quarter if the first one is dead), and two for the login, but never more than its share
 * of the time that the connect has. Those that took longer are tried once more when all had their turn, each
 * with four times as long, and so on; the last one that is left gets all the time that is left. So a host
 * that is switched off costs half a second, and one that is far away is reached all the same.
 *
 * Always true: the link's error is that of the last host that was tried, until it names all of them.
 */
#include "internal.h"

/* errors of a server that has no room, or does not want this client's machine */
enum { NO_ROOM = 1040, NO_ROOM_FOR_USER = 1203, HOST_BLOCKED = 1129 };

/* --- attempts --- */

bool mynd_host_has_failed(const mynd_error *error)
{
	switch (error->cause) {
	case MYND_CAUSE_SERVER:
		return error->code == NO_ROOM || error->code == NO_ROOM_FOR_USER ||
		       error->code == MYND_SERVER_SHUTS_DOWN || error->code == HOST_BLOCKED;
	case MYND_CAUSE_LOST:
		return !mynd_is_own_shortage(error);
	case MYND_CAUSE_TIMED_OUT:
	case MYND_CAUSE_MALFORMED:
	case MYND_CAUSE_SHORT_OK:
	case MYND_CAUSE_UNKNOWN_HOST:
	case MYND_CAUSE_OTHER_ROLE:
		return true;
	default:
		return false;
	}
}

static void note_failure(mynd_host *h, const mynd_error *error)
{
	h->code = error->code;
	memcpy(h->sqlstate, error->sqlstate, sizeof h->sqlstate);
	snprintf(h->reason, sizeof h->reason, "%s", error->message);
}

static bool is_ended_by_program(const mynd_attempts *a)
{
	return mynd_connect_is_ended(a->fresh, a->breaks);
}

static bool is_over(const mynd_attempts *a)
{
	return is_ended_by_program(a) || (a->ends_at != 0 && mynd_now() >= a->ends_at);
}

/* Limits an attempt, so that time is left for the `further` hosts that have their turn after it. */
static void limit(mynd_attempts *a, double seconds, unsigned further, mynd_connect *to)
{
	to->ends_at = &a->ends_at;
	to->attempt_ends_at = &a->attempt_ends_at;
	a->attempt_ends_at = 0;
	if (a->left == 1 && !a->is_preference) {
		return;
	}
	further += a->is_preference ? a->count : 0;
	to->answer_seconds = seconds;
	to->attempt_seconds = seconds * MYND_LONGER;
	if (a->most > 0) {
		double left = (double) a->most;
		if (a->ends_at != 0) {
			left = (double) MAX(a->ends_at - mynd_now(), 1) / MYND_SECOND;
		}
		to->answer_seconds = MIN(to->answer_seconds, left / (further + 1));
		to->attempt_seconds = MIN(to->attempt_seconds, left / (further + 1));
	}
}

/* Tries one host. Returns true if that is the outcome, *opened. */
static bool try_host(mynd_attempts *a, mynd_host *h, mynd_link **link, mynd_connect *to, mynd_opened *opened)
{
	to->host = (const char *) h->name.ptr;
	to->host_len = h->name.len;
	to->role = a->role;
	to->keeps_role = !a->is_preference;
	if (h->node != NULL) {
		to->node = &h->node->node;
		to->role_known_at = a->believes ? mynd_node_known_at(&h->facts, a->role) : 0;
		to->role_doubted_at = h->facts.doubted_at;
		to->node_changes = h->facts.changes;
	}
	to->is_counted = a->balance == MYND_BALANCE_LEAST;
	a->has_tried = true;
	int64_t began = mynd_now();
	*opened = mynd_pool_open(link, to);
	const mynd_error *error = mynd_link_error(*link);
	bool is_other = *opened == MYND_OPEN_FAILED && error->cause == MYND_CAUSE_OTHER_ROLE;
	if (h->node == NULL && to->role != MYND_ROLE_ANY && (*opened == MYND_OPENED || is_other)) {
		mynd_node_note_role(h, (*link)->role.is);
	}
	if (*opened == MYND_OPENED || (*opened == MYND_OPEN_FAILED && !mynd_host_has_failed(error))) {
		if (*opened == MYND_OPENED || error->cause == MYND_CAUSE_SERVER) {
			mynd_node_note_alive(h);
		}
		return true;
	}
	if (*opened != MYND_OPEN_FAILED || is_ended_by_program(a)) {
		return true;
	}
	if (h->node != NULL) {
		mynd_node_read(h); /* its role, if it has said one, is noted (primary.c) */
	}
	note_failure(h, error);
	a->may_help |= mynd_patience_may_help(error);
	if (is_other) {
		mynd_node_note_alive(h);
	} else {
		mynd_node_note_dead(h, error, began);
	}
	return is_over(a);
}

/*
 * Returns true if the host takes writes, and was refused because another one is the primary, which may turn
 * out not to be: it was not tried yet, or was too slow.
 */
static bool may_become_primary(const mynd_attempts *a, const mynd_host *h, bool is_first)
{
	return a->role == MYND_ROLE_PRIMARY && (is_first || a->has_timed_out) &&
	       (h->facts.flags & MYND_NODE_IS_SECOND) != 0;
}

/*
 * Tries each host that may still answer, but once only if other roles are tried afterwards. Returns true if
 * that has an outcome, *opened.
 */
static bool try_all(
    mynd_attempts *a, mynd_link **link, const mynd_connect *with, double seconds, mynd_opened *opened)
{
	unsigned slow = 0, count = a->left;
	bool is_first = seconds <= MYND_FIRST_SECONDS, times_out = false;
	for (unsigned i = 0; i < count; i++) {
		mynd_host *h = a->order[i];
		mynd_connect to = *with;
		if (a->is_preference &&
		    (mynd_node_has_other_role(&h->facts, a->role) || mynd_node_is_dead(&h->facts))) {
			continue;
		}
		if (is_first && count > 1 && !mynd_node_begin_try(h)) {
			a->order[slow++] = h;
			continue;
		}
		limit(a, seconds, count - 1 - i, &to);
		if (try_host(a, h, link, &to, opened)) {
			return true;
		}
		bool is_slow = mynd_link_error(*link)->cause == MYND_CAUSE_TIMED_OUT;
		times_out |= is_slow;
		if (is_slow || may_become_primary(a, h, is_first)) {
			a->order[slow++] = h;
		}
	}
	a->left = slow;
	a->has_timed_out = times_out;
	return slow == 0 || count == 1 || a->is_preference;
}

/* Tries all hosts for a server of the wanted role, those that were too slow with more and more time. */
static mynd_opened try_role(mynd_attempts *a, mynd_link **link, const mynd_connect *with)
{
	mynd_opened opened = MYND_OPEN_FAILED;
	mynd_attempts_begin(a, with);
	for (double seconds = MYND_FIRST_SECONDS; !try_all(a, link, with, seconds, &opened);
	     seconds *= MYND_LONGER) {
	}
	return opened;
}

static mynd_role role_of(mynd_target target)
{
	return target <= MYND_TARGET_ANY       ? MYND_ROLE_ANY
	       : target == MYND_TARGET_PRIMARY ? MYND_ROLE_PRIMARY
	                                       : MYND_ROLE_REPLICA;
}

/* Returns true if no host was left, and there is time for another try. */
static bool may_go_on(const mynd_attempts *a, mynd_opened opened)
{
	return opened == MYND_OPEN_FAILED && (!a->has_tried || mynd_host_has_failed(mynd_link_error(a->fresh))) &&
	       !is_over(a);
}

/* --- the outcome --- */

/* Sets the error that names all hosts that were tried. Its number is theirs, if they agree. */
static void tell_all(const mynd_attempts *a, mynd_error *error)
{
	char text[MYND_MESSAGE_SIZE];
	const mynd_host *first = NULL;
	size_t len = 0;
	bool agree = true;
	for (unsigned i = 0; i < a->count; i++) {
		const mynd_host *h = &a->hosts[i];
		if (h->code == 0) {
			continue;
		}
		first = first == NULL ? h : first;
		agree &= h->code == first->code;
		len += (size_t) snprintf(text + len, sizeof text - len, "%s%.*s: %s", h == first ? "" : "; ",
		    (int) MIN(h->name.len, 255), (const char *) h->name.ptr, h->reason);
		len = MIN(len, sizeof text - 1);
	}
	if (first != NULL && a->names_hosts) {
		char sqlstate[6];
		memcpy(sqlstate, first->sqlstate, sizeof sqlstate);
		mynd_error_set(error, error->cause, agree ? first->code : MYND_ERR_CONNECTION,
		    agree ? sqlstate : NULL, "%s", text);
	}
}

/* Connects to one of the hosts. */
static mynd_opened open_one(mynd_link **link, const mynd_connect *with, mynd_attempts *a)
{
	mynd_opened opened = try_role(a, link, with);
	if (a->is_preference && may_go_on(a, opened)) {
		a->role = MYND_ROLE_ANY;
		a->is_preference = false;
		opened = try_role(a, link, with);
	}
	if (opened == MYND_OPENED) {
		mynd_channel_forget_failure(&(*link)->channel); /* of hosts before this one */
	} else if (opened == MYND_OPEN_FAILED && !is_ended_by_program(a) &&
	           mynd_host_has_failed(mynd_link_error(a->fresh))) {
		tell_all(a, &a->fresh->channel.error);
	}
	return opened;
}

/* A connection without a server is the same for all hosts. */
static mynd_opened open_without_server(mynd_link **link, const mynd_connect *with, const mynd_attempts *a)
{
	mynd_connect to = *with;
	to.host = (const char *) a->hosts[0].name.ptr;
	to.host_len = a->hosts[0].name.len;
	return mynd_pool_open(link, &to);
}

/* --- which hosts --- */

/* Takes the cluster's nodes as hosts. Those that are never a primary are left out if one is wanted. */
static void take_nodes(mynd_attempts *a, const mynd_cluster *c)
{
	for (unsigned i = 0; i < c->count; i++) {
		const mynd_cluster_node *node = &c->nodes[i];
		if (node->never_primary && a->role == MYND_ROLE_PRIMARY) {
			continue;
		}
		a->hosts[a->count++] = (mynd_host){
		    .name = mynd_slice_of(node->address),
		    .node = node,
		    .key = node->key,
		    .weight = node->weight,
		    .is_elsewhere = c->zone != NULL && (node->zone == NULL || strcmp(c->zone, node->zone) != 0),
		};
	}
}

/* Returns what is wrong with the text, or NULL. */
static const char *list_hosts(mynd_attempts *a, mynd_slice text, bool is_list, const mynd_cluster *c)
{
	if (c != NULL) {
		take_nodes(a, c);
		return a->count == 0 ? "has no node that may be a primary" : NULL;
	} else if (is_list) {
		return mynd_hosts_split(text, a->hosts, &a->count);
	} else {
		a->count = 1;
		a->hosts[0] = (mynd_host){.name = text, .weight = 1};
	}
	return NULL;
}

/* Returns true if the role of one connection to a node is that of another: nothing stands between. */
static bool has_roles(const mynd_cluster *c)
{
	return c->kind == MYND_CLUSTER_REPLICATION || c->kind == MYND_CLUSTER_GALERA ||
	       c->kind == MYND_CLUSTER_GROUP;
}

/* Begins attempts with what the program wants, or else the cluster. */
static mynd_attempts attempts_of(mynd_link *link, bool is_list, const mynd_cluster *c)
{
	const mynd_link_settings *settings = &link->channel.settings;
	mynd_target target = (mynd_target) settings->ints[MYND_SET_TARGET];
	mynd_attempts a = {
	    .fresh = link,
	    .breaks = link->channel.breaks,
	    .most = MAX(settings->ints[MYND_SET_CONNECT_TIMEOUT], 0),
	    .balance = (mynd_balance) settings->ints[MYND_SET_BALANCE],
	};
	if (c != NULL) {
		target = target == MYND_TARGET_UNSET ? c->target : target;
		a.balance = a.balance == MYND_BALANCE_UNSET ? c->balance : a.balance;
	}
	if (c != NULL && c->connect_timeout > 0 && (a.most == 0 || c->connect_timeout < a.most)) {
		a.most = c->connect_timeout;
		a.ends_at = mynd_now() + a.most * MYND_SECOND;
	}
	a.names_hosts = is_list || c != NULL;
	a.believes = c != NULL && has_roles(c);
	a.role = role_of(target);
	a.is_preference = target == MYND_TARGET_PREFER_REPLICA;
	return a;
}

/*
 * Returns the cluster of this name, or NULL. All its nodes have ports of their own, or the usual one: a
 * program that nobody touched may name the port of one server.
 */
static const mynd_cluster *find_cluster(const mynd_connect *with, mynd_slice text)
{
	const mynd_clusters *clusters = mynd_clusters_of_process();
	return EXPECTED(clusters == NULL) || with->host == NULL ? NULL : mynd_clusters_find(clusters, text);
}

static mynd_opened open_once(mynd_link **link, const mynd_connect *with, bool *may_help)
{
	mynd_slice text = {(const uint8_t *) with->host, with->host_len};
	bool is_list = with->host != NULL && memchr(with->host, ',', with->host_len) != NULL;
	const mynd_cluster *cluster = find_cluster(with, text);
	bool wants_role = (*link)->channel.settings.ints[MYND_SET_TARGET] > MYND_TARGET_ANY;
	if (EXPECTED(!is_list && cluster == NULL && (!wants_role || with->without_server != NULL))) {
		mynd_opened opened = mynd_pool_open(link, with);
		*may_help = opened == MYND_OPEN_FAILED && mynd_patience_may_help(mynd_link_error(*link));
		return opened;
	}
	mynd_attempts a = attempts_of(*link, is_list, cluster);
	mynd_connect to = *with;
	to.port = cluster != NULL ? MYND_DEFAULT_PORT : with->port;
	const char *fault = list_hosts(&a, text, is_list, cluster);
	if (fault != NULL) {
		mynd_error_set(&(*link)->channel.error, MYND_CAUSE_REFUSED, MYND_ERR_CONNECTION, NULL,
		    "The %s \"%.*s\" %s", is_list ? "list of hosts" : "cluster", (int) MIN(with->host_len, 255),
		    with->host, fault);
		return MYND_OPEN_FAILED;
	}
	for (unsigned i = 0; i < a.count && cluster == NULL; i++) {
		a.hosts[i].key = mynd_node_key(a.hosts[i].name, &to);
	}
	mynd_opened opened =
	    with->without_server != NULL ? open_without_server(link, &to, &a) : open_one(link, &to, &a);
	*may_help = opened == MYND_OPEN_FAILED && a.may_help && mynd_host_has_failed(mynd_link_error(*link));
	return opened;
}

mynd_opened mynd_cluster_open(mynd_link **link, const mynd_connect *with)
{
	mynd_patience patience = mynd_patience_begin(*link);
	mynd_opened opened;
	mynd_clusters_look_at_user();
	bool may_help;
	do {
		may_help = false;
		opened = open_once(link, with, &may_help);
	} while (UNEXPECTED(may_help) && mynd_patience_pause(*link, &patience));
	return opened;
}
