/*
 * The life of the spare connections (spare.h): finding them, opening them ahead and again, closing them;
 * those for one KILL alone.
 *
 * Always true: spare connections are on their thread's list, and their links on the list of links, where the
 * sweep does not close them; only the end of the thread frees one that is not for a single cancel. A forked
 * child closes its copies, and sends nothing on them.
 */
#include "spare.h"

/* seconds: longest wait for opening a connection ahead, when there is nothing to kill yet */
#define OPEN_SECONDS 2.0
#define END_SECONDS  0.5 /* seconds: longest wait at the end of a request */
#define PAUSE_MOST   64

ZEND_TLS mynd_spare *first_spare;
ZEND_TLS unsigned generation;
static bool (*make_room)(void);

void mynd_spares_startup(bool (*room)(void))
{
	make_room = room;
}

static int64_t seconds_now(void)
{
	return mynd_coarse_now() / MYND_SECOND;
}

/* --- its own process --- */

static void forget_parents(void)
{
	if (EXPECTED(generation == mynd_process_generation())) {
		return;
	}
	generation = mynd_process_generation();
	for (mynd_spare *s = first_spare; s != NULL; s = s->next) {
		s->due_count = 0;
		mynd_spare_close(s);
	}
}

/* --- finding --- */

static bool is_same_text(const char *a, size_t a_len, const char *b, size_t b_len)
{
	return a_len == b_len && (a == NULL) == (b == NULL) && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

static bool is_same_string(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Compares the settings that decide about a login. */
static bool has_same_settings(const mynd_link_settings *a, const mynd_link_settings *b)
{
	static const mynd_string_setting strings[] = {MYND_SET_TLS_KEY, MYND_SET_TLS_CERT, MYND_SET_TLS_CA,
	    MYND_SET_TLS_CAPATH, MYND_SET_TLS_CIPHER, MYND_SET_PUBLIC_KEY};
	static const mynd_int_setting ints[] = {MYND_SET_ALLOW_CLEARTEXT, MYND_SET_REFUSE_SERVER_KEY,
	    MYND_SET_TLS_VERIFY_CHAIN, MYND_SET_TLS_VERIFY_HOST, MYND_SET_TLS_BY_PASSWORD,
	    MYND_SET_EXPIRED_PASSWORDS};
	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
		if (!is_same_string(a->strings[strings[i]], b->strings[strings[i]])) {
			return false;
		}
	}
	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
		if (a->ints[ints[i]] != b->ints[ints[i]]) {
			return false;
		}
	}
	return true;
}

/* Compares servers. A unix socket has several names for its host, and no port. */
static bool is_same_server(const mynd_connect *a, const mynd_connect *b)
{
	if (mynd_connect_is_local(a) || mynd_connect_is_local(b)) {
		return mynd_connect_is_local(a) && mynd_connect_is_local(b) && is_same_string(a->socket, b->socket);
	}
	return is_same_string(a->address, b->address) &&
	       is_same_text(a->host, a->host_len, b->host, b->host_len) && a->port == b->port;
}

static bool fits(const mynd_spare *s, const mynd_link *link, const mynd_connect *to)
{
	const mynd_connect *with = &s->login->with;
	return is_same_server(with, to) && with->tls == to->tls && with->client_flags == to->client_flags &&
	       is_same_text(with->user, with->user_len, to->user, to->user_len) &&
	       is_same_text(with->password, with->password_len, to->password, to->password_len) &&
	       has_same_settings(&s->settings, &link->channel.settings);
}

static mynd_spare *make(const mynd_link *link, const mynd_connect *to)
{
	mynd_spare *s = pecalloc(1, sizeof *s, 1);
	const mynd_link_settings *settings = &link->channel.settings;
	s->login = mynd_login_copy(to);
	mynd_link_settings_init(&s->settings);
	memcpy(s->settings.ints, settings->ints, sizeof s->settings.ints);
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		mynd_link_settings_set_string(&s->settings, i, settings->strings[i]);
	}
	s->settings.ints[MYND_SET_COMPRESS] = s->settings.ints[MYND_SET_RECONNECT] =
	    s->settings.ints[MYND_SET_KILL_ABANDONED] = s->settings.ints[MYND_SET_DEAD_AFTER] = 0;
	s->next = first_spare;
	first_spare = s;
	return s;
}

mynd_spare *mynd_spare_of(mynd_link *link)
{
	char address[64];
	forget_parents();
	if (link->spare != NULL || link->login == NULL || link->channel.net == NULL ||
	    mynd_channel_is_foreign(&link->channel) || mynd_channel_is_filtered(&link->channel) ||
	    mynd_channel_is_without_server(&link->channel)) {
		return link->spare;
	}
	mynd_connect to = link->login->with;
	to.address = mynd_net_peer(link->channel.net, address, sizeof address) ? address : NULL;
	mynd_spare *s = first_spare;
	while (s != NULL && (s->once || !fits(s, link, &to))) {
		s = s->next;
	}
	link->spare = s != NULL ? s : make(link, &to);
	return link->spare;
}

mynd_spare *mynd_spare_once(mynd_link *link)
{
	char address[64];
	mynd_connect to = link->login->with;
	forget_parents();
	to.address = mynd_net_peer(link->channel.net, address, sizeof address) ? address : NULL;
	mynd_spare *s = make(link, &to);
	s->once = true;
	return s;
}

/* --- open --- */

bool mynd_spare_is_open(const mynd_spare *s)
{
	return s->link != NULL && !s->opening && !s->closes && mynd_link_is_open(s->link);
}

bool mynd_spare_look_for_life(mynd_spare *s)
{
	if (!mynd_spare_is_open(s)) {
		return false;
	}
	mynd_kills_collect(s);
	if (mynd_spare_is_open(s) && s->first == NULL && mynd_channel_look_for_loss(&s->link->channel)) {
		mynd_spare_close(s);
	}
	return mynd_spare_is_open(s);
}

void mynd_spare_close(mynd_spare *s)
{
	s->leaves = false;
	mynd_kills_lost(s);
	s->closes = s->link != NULL && s->waiters > 0 && !mynd_channel_is_foreign(&s->link->channel);
	if (s->closes) {
		mynd_channel_break(&s->link->channel);
	} else if (s->link != NULL) {
		mynd_link_close(s->link, MYND_CLOSE_IMPLICIT);
	}
}

static mynd_link *link_of(mynd_spare *s)
{
	if (s->link == NULL) {
		s->link = mynd_link_new();
		s->link->is_spare = true;
		mynd_link_settings_copy(&s->link->channel.settings, &s->settings);
	}
	return s->link;
}

/*
 * Sets the pause before the next try; at once the longest if the login has hung, because each such try costs
 * the program time.
 */
static void note_failure(mynd_spare *s)
{
	bool hangs = s->link->channel.error.cause == MYND_CAUSE_TIMED_OUT;
	s->pause = hangs ? PAUSE_MOST : s->pause == 0 ? 1 : MIN(2 * s->pause, PAUSE_MOST);
	s->retry_at = seconds_now() + s->pause;
}

void mynd_spare_give_up_for(mynd_spare *s, int fd, int events)
{
	mynd_channel_give_up_for(&link_of(s)->channel, fd, events);
}

/* The wait may suspend the fiber: another fiber then finds `opening` set. */
int mynd_spare_connect(mynd_spare *s, mynd_deadline deadline)
{
	mynd_link *link = link_of(s);
	s->opening = true;
	mynd_channel_end_by(&link->channel, deadline);
	int rc = mynd_link_connect(link, &s->login->with);
	mynd_channel_end_by(&link->channel, MYND_NO_DEADLINE);
	s->opening = false;
	return rc;
}

int mynd_spare_open(mynd_spare *s, mynd_deadline deadline)
{
	if (mynd_spare_look_for_life(s)) {
		return MYND_OK;
	}
	if (s->opening || s->closes || seconds_now() < s->retry_at || mynd_channels_are_filtered() ||
	    !make_room()) {
		return MYND_BAD;
	}
	if (mynd_spare_connect(s, deadline) != MYND_OK) {
		if (EG(exception) == NULL) {
			note_failure(s);
		}
		return MYND_BAD;
	}
	s->pause = 0;
	s->looked_at = seconds_now();
	mynd_kills_send_due(s);
	return mynd_spare_is_open(s) ? MYND_OK : MYND_BAD;
}

/*
 * Opens the spare connection ahead. The caller has a reference to the link, which no other call may use
 * meanwhile.
 */
static int open_ahead(mynd_spare *s, mynd_link *link)
{
	mynd_channel_enter(&link->channel);
	mynd_spare_open(s, mynd_deadline_in(OPEN_SECONDS));
	mynd_channel_leave(&link->channel);
	if (mynd_channel_check_closed(&link->channel) != MYND_OK) {
		return MYND_BAD;
	}
	return EG(exception) ? mynd_error_client(&link->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY)
	                     : MYND_OK;
}

int mynd_spares_look(mynd_link *link)
{
	int64_t now = seconds_now();
	mynd_spare *s = link->channel.in_call || EG(exception) ? NULL : mynd_spare_of(link);
	if (s == NULL ||
	    (s->looked_at == now && s->due_count == 0 && s->first == NULL && mynd_spare_is_open(s))) {
		return MYND_OK;
	}
	s->looked_at = now;
	return s->opening || mynd_spare_look_for_life(s) || now < s->retry_at ? MYND_OK : open_ahead(s, link);
}

/* --- numbers --- */

zend_long mynd_spares_count(void)
{
	zend_long count = 0;
	forget_parents();
	for (const mynd_spare *s = first_spare; s != NULL; s = s->next) {
		count += !s->once && !s->leaves && (s->opening || mynd_spare_is_open(s));
	}
	return count;
}

bool mynd_spares_are_due(void)
{
	const mynd_spare *s = first_spare;
	while (s != NULL && s->due_count == 0) {
		s = s->next;
	}
	return s != NULL;
}

void mynd_spares_collect(void)
{
	forget_parents();
	for (mynd_spare *s = first_spare; s != NULL; s = s->next) {
		if (!s->once) {
			mynd_kills_collect(s);
		}
	}
}

bool mynd_spares_give_way(void)
{
	mynd_spare *busy = NULL;
	for (mynd_spare *s = first_spare; s != NULL; s = s->next) {
		if (s->once || s->leaves) {
			continue;
		}
		if (mynd_spare_look_for_life(s) && s->first == NULL) {
			mynd_spare_close(s);
			return true;
		}
		busy = s->opening || mynd_spare_is_open(s) ? s : busy;
	}
	if (busy != NULL) {
		busy->leaves = true;
	}
	return busy != NULL;
}

/* --- ends --- */

/* Called when no wait for the connection's socket is left, or when a fatal error has ended those waits. */
static void forget_waiters(mynd_spare *s)
{
	s->waiters = 0;
	if (s->link != NULL) {
		s->link->channel.awaited = false;
	}
}

static void free_spare(mynd_spare *s)
{
	mynd_spare **at = &first_spare;
	while (*at != s) {
		at = &(*at)->next;
	}
	*at = s->next;
	forget_waiters(s);
	mynd_spare_close(s);
	if (s->link != NULL) {
		mynd_link_release(s->link);
	}
	mynd_login_free(s->login);
	mynd_link_settings_free(&s->settings);
	free(s->due);
	free(s);
}

void mynd_spare_end(mynd_spare *s)
{
	s->ended = s->waiters > 0;
	if (s->ended) {
		mynd_spare_close(s);
	} else {
		free_spare(s);
	}
}

void mynd_spare_leave(mynd_spare *s)
{
	if (--s->waiters > 0) {
		return;
	}
	forget_waiters(s);
	if (s->ended) {
		free_spare(s);
	} else if (s->closes) {
		mynd_spare_close(s);
	}
}

/*
 * Closes a connection that is half-made because a fatal error has ended the call that was opening it; sends
 * due KILLs and reads acknowledgements.
 */
static void end_request(mynd_spare *s, mynd_deadline end)
{
	forget_waiters(s);
	if (s->opening || s->closes) {
		s->opening = false;
		mynd_spare_close(s);
	}
	if (s->due_count > 0 && mynd_spare_open(s, end) != MYND_OK) {
		link_of(s)->channel.counts.kills_failed += s->due_count;
		s->due_count = 0;
	}
	while (s->last != NULL && mynd_kill_await(s->last, end) == MYND_OK) {
	}
	if (s->link != NULL) {
		mynd_link_forget_request(s->link);
	}
}

void mynd_spares_end_request(zend_long idle_timeout)
{
	if (EXPECTED(first_spare == NULL)) {
		return;
	}
	forget_parents();
	mynd_deadline end = mynd_deadline_in(END_SECONDS);
	mynd_spare *next;
	for (mynd_spare *s = first_spare; s != NULL; s = next) {
		next = s->next;
		if (s->once) { /* a fatal error has ended the call that made the connection */
			free_spare(s);
			continue;
		}
		end_request(s, end);
		if (idle_timeout > 0 && seconds_now() - s->looked_at > idle_timeout && s->first == NULL) {
			mynd_spare_close(s);
		}
	}
}

void mynd_spares_end_thread(void)
{
	forget_parents();
	for (mynd_link *link = mynd_links_first(); link != NULL; link = link->next) {
		link->spare = NULL;
	}
	while (first_spare != NULL) {
		free_spare(first_spare);
	}
}
