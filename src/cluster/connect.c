/*
 * Connects to one of several hosts.
 *
 * While there are others, a host gets a quarter of a second for its answer to the connect, and two for the
 * login, but never more than its share of the time that the connect has. Those that took longer are tried
 * once more when all had their turn, each with four times as long, and so on; the last one that is left gets
 * all the time that is left. So a host that is switched off costs a quarter of a second, and one that is far
 * away is reached all the same.
 *
 * Always true: the link's error is that of the last host, until it names all of them.
 */
#include "internal.h"

#define FIRST_SECONDS 0.25
#define LONGER        4
#define LOGIN_LONGER  8 /* than the answer to the connect */
#define REASON_MOST   120

enum { TOO_MANY_CONNECTIONS = 1040, SHUTTING_DOWN = 1053, HOST_BLOCKED = 1129 };

typedef struct host {
	mynd_slice name;
	uint64_t key;
	unsigned code; /* of its failure */
	char sqlstate[6];
	char reason[REASON_MOST];
} host;

typedef struct attempts {
	int64_t ends_at;      /* mynd_now(); 0: no limit */
	unsigned count, left; /* hosts; those that may still answer, which come first in `order` */
	host hosts[MYND_HOSTS_MOST];
	host *order[MYND_HOSTS_MOST];
} attempts;

/* --- the order --- */

/* Returns a number below `most`. The program's generators of random numbers are not touched. */
static unsigned draw(unsigned most)
{
	static __thread uint64_t state;
	if (state == 0) {
		state = (uint64_t) mynd_now() ^ (uint64_t) mynd_process_id() << 32;
		state += state == 0;
	}
	state ^= state << 13; /* Marsaglia, "Xorshift RNGs", 2003 */
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned) ((state >> 32) % most);
}

static void shuffle(attempts *a)
{
	for (unsigned i = a->count; i > 1; i--) {
		unsigned other = draw(i);
		host *one = a->order[i - 1];
		a->order[i - 1] = a->order[other];
		a->order[other] = one;
	}
}

/* Moves the hosts that have not answered lately behind the others. */
static void put_dead_last(attempts *a)
{
	host *dead[MYND_HOSTS_MOST];
	unsigned alive = 0, count = 0;
	for (unsigned i = 0; i < a->count; i++) {
		if (mynd_dead_is(a->order[i]->key)) {
			dead[count++] = a->order[i];
		} else {
			a->order[alive++] = a->order[i];
		}
	}
	memcpy(a->order + alive, dead, count * sizeof *dead);
}

static void list_hosts(attempts *a, const mynd_hosts *hosts, const mynd_connect *with, mynd_balance balance)
{
	a->count = a->left = hosts->count;
	for (unsigned i = 0; i < a->count; i++) {
		a->hosts[i] = (host){.name = hosts->at[i], .key = mynd_dead_key(hosts->at[i], with)};
		a->order[i] = &a->hosts[i];
	}
	if (balance == MYND_BALANCE_RANDOM) {
		shuffle(a);
	}
	put_dead_last(a);
}

/* --- attempts --- */

/* Returns true if the failure says that the host cannot be used now, and nothing of the program's request. */
static bool is_of_host(const mynd_error *error)
{
	switch (error->cause) {
	case MYND_CAUSE_SERVER:
		return error->code == TOO_MANY_CONNECTIONS || error->code == SHUTTING_DOWN ||
		       error->code == HOST_BLOCKED;
	case MYND_CAUSE_LOST:
	case MYND_CAUSE_TIMED_OUT:
	case MYND_CAUSE_MALFORMED:
	case MYND_CAUSE_SHORT_OK:
	case MYND_CAUSE_UNKNOWN_HOST:
		return true;
	default:
		return false;
	}
}

static void note_failure(host *h, const mynd_error *error)
{
	h->code = error->code;
	memcpy(h->sqlstate, error->sqlstate, sizeof h->sqlstate);
	snprintf(h->reason, sizeof h->reason, "%s", error->message);
	mynd_dead_note(h->key);
}

/* Returns true if the program's own limits leave no time for another host. */
static bool is_over(const attempts *a, mynd_link *link)
{
	return EG(exception) || (a->ends_at != 0 && mynd_now() >= a->ends_at) ||
	       mynd_deadline_has_passed(mynd_channel_limits(&link->channel).end);
}

/* Limits an attempt, so that time is left for the `further` hosts that have their turn after it. */
static void limit(const attempts *a, double seconds, unsigned further, mynd_connect *to)
{
	to->ends_at = a->ends_at;
	if (a->left == 1) {
		return;
	}
	to->answer_seconds = seconds;
	to->login_seconds = seconds * LOGIN_LONGER;
	if (a->ends_at != 0) {
		int64_t left = a->ends_at - mynd_now();
		double share = (double) MAX(left, 1) / MYND_SECOND / (further + 1);
		to->answer_seconds = MIN(to->answer_seconds, share);
		to->login_seconds = MIN(to->login_seconds, share);
	}
}

/* Tries one host. Returns true if that is the outcome, *opened. */
static bool try_host(host *h, mynd_link **link, const mynd_connect *with, mynd_opened *opened)
{
	mynd_connect to = *with;
	to.host = (const char *) h->name.ptr;
	to.host_len = h->name.len;
	*opened = mynd_pool_open(link, &to);
	const mynd_error *error = mynd_link_error(*link);
	if (*opened == MYND_OPEN_FAILED && is_of_host(error)) {
		note_failure(h, error);
		return false;
	}
	mynd_dead_note_alive(h->key);
	return true;
}

/* Tries each host that may still answer. Returns true if that has an outcome, *opened. */
static bool try_all(
    attempts *a, mynd_link **link, const mynd_connect *with, double seconds, mynd_opened *opened)
{
	unsigned slow = 0, count = a->left;
	for (unsigned i = 0; i < count; i++) {
		host *h = a->order[i];
		mynd_connect limited = *with;
		limit(a, seconds, count - 1 - i, &limited);
		if (try_host(h, link, &limited, opened) || is_over(a, *link)) {
			return true;
		}
		if (mynd_link_error(*link)->cause == MYND_CAUSE_TIMED_OUT) {
			a->order[slow++] = h;
		}
	}
	a->left = slow;
	return slow == 0;
}

/* --- the outcome --- */

/* Sets the error that names all hosts that were tried. Its number is theirs, if they agree. */
static void tell_all(const attempts *a, mynd_error *error)
{
	char text[MYND_MESSAGE_SIZE];
	const host *first = NULL;
	size_t len = 0;
	bool agree = true;
	for (unsigned i = 0; i < a->count; i++) {
		const host *h = &a->hosts[i];
		if (h->code == 0) {
			continue;
		}
		first = first == NULL ? h : first;
		agree &= h->code == first->code;
		len += (size_t) snprintf(text + len, sizeof text - len, "%s%.*s: %s", h == first ? "" : "; ",
		    (int) MIN(h->name.len, 255), (const char *) h->name.ptr, h->reason);
		len = MIN(len, sizeof text - 1);
	}
	if (first != NULL) {
		char sqlstate[6];
		memcpy(sqlstate, first->sqlstate, sizeof sqlstate);
		mynd_error_set(error, error->cause, agree ? first->code : MYND_ERR_CONNECTION,
		    agree ? sqlstate : NULL, "%s", text);
	}
}

/* Connects to one of the hosts. */
static mynd_opened open_one(mynd_link **link, const mynd_connect *with, const mynd_hosts *hosts)
{
	attempts a;
	mynd_link *fresh = *link;
	zend_long limit = fresh->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
	mynd_opened opened = MYND_OPEN_FAILED;
	list_hosts(&a, hosts, with, (mynd_balance) fresh->channel.settings.ints[MYND_SET_BALANCE]);
	a.ends_at = limit <= 0 ? 0 : mynd_now() + limit * MYND_SECOND;
	for (double seconds = FIRST_SECONDS; !try_all(&a, link, with, seconds, &opened); seconds *= LONGER) {
	}
	if (opened == MYND_OPEN_FAILED && is_of_host(mynd_link_error(fresh))) {
		tell_all(&a, &fresh->channel.error);
	}
	return opened;
}

mynd_opened mynd_cluster_open(mynd_link **link, const mynd_connect *with)
{
	bool is_one = with->host == NULL || memchr(with->host, ',', with->host_len) == NULL;
	if (EXPECTED(is_one) || with->without_server != NULL) {
		return mynd_pool_open(link, with);
	}
	mynd_hosts hosts;
	const char *fault = mynd_hosts_split((mynd_slice){(const uint8_t *) with->host, with->host_len}, &hosts);
	if (fault != NULL) {
		mynd_error_set(&(*link)->channel.error, MYND_CAUSE_REFUSED, MYND_ERR_CONNECTION, NULL,
		    "The list of hosts \"%.*s\" %s", (int) MIN(with->host_len, 255), with->host, fault);
		return MYND_OPEN_FAILED;
	}
	return open_one(link, with, &hosts);
}
