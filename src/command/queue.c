/*
 * The queue of a link: commands under way, and their replies until they are taken.
 *
 * Always true: the list holds the commands whose reply was not taken yet, in the order in which they were
 * sent. The server's replies arrive in that order: of the entries that await a reply only the first may be
 * BEGUN, and the entries before it are answered (or LOST, once the link is lost). Answers of interceptors may
 * also come after it. If the link's current reply is not over, the rest of it arrives before the replies of
 * the list.
 * Not here: how a reply is stored (outcome.c), waiting for several links (poll.c).
 */
#include "internal.h"
#include "../wire/checked.h"

/* --- the list --- */

/*
 * Keeps one entry for reuse, so that a queued command costs no more than a synchronous one. Builds for tests
 * reuse none, because that would hide the use of a freed entry.
 */
static void recycle(mynd_link *link, mynd_pending *p)
{
	if (MYND_IS_CHECKED || link->queue.cached != NULL) {
		free(p);
	} else {
		link->queue.cached = p;
	}
}

static mynd_pending *take_cached(mynd_link *link)
{
	mynd_pending *p = link->queue.cached;
	link->queue.cached = NULL;
	if (p == NULL) {
		return calloc(1, sizeof *p);
	}
	memset(p, 0, sizeof *p);
	return p;
}

void mynd_pending_free(mynd_link *link, mynd_pending *p)
{
	void *held = p->held;
	void (*let_go)(void *) = p->let_go;
	if (UNEXPECTED(p->waiting != NULL)) {
		p->drop(p->waiting);
	}
	mynd_outcomes_free(p->first);
	free(p->select);
	free(p->file_text);
	mynd_report_sample_forget(&p->sample);
	recycle(link, p);
	if (held != NULL) {
		let_go(held);
	}
}

static bool is_unanswered(const mynd_pending *p)
{
	return p->state == MYND_PENDING_AWAITED || p->state == MYND_PENDING_BEGUN;
}

/* Returns the first entry from `p` on that awaits a reply. Answers of interceptors may come before it. */
static mynd_pending *first_unanswered(mynd_pending *p)
{
	while (p != NULL && !is_unanswered(p)) {
		p = p->next;
	}
	return p;
}

void mynd_pending_complete(mynd_link *link, mynd_pending *p)
{
	p->state = MYND_PENDING_ANSWERED;
	link->queue.unanswered = first_unanswered(p->next);
}

static void append(mynd_link *link, mynd_pending *p)
{
	mynd_channel_changed(&link->channel);
	if (link->queue.last == NULL) {
		link->queue.first = p;
	} else {
		link->queue.last->next = p;
	}
	link->queue.last = p;
	if (link->queue.unanswered == NULL) {
		link->queue.unanswered = first_unanswered(p);
	}
}

static void take_out(mynd_link *link, mynd_pending *p)
{
	mynd_pending *before = NULL;
	mynd_channel_changed(&link->channel);
	for (mynd_pending *q = link->queue.first; q != p; q = q->next) {
		before = q;
	}
	if (before == NULL) {
		link->queue.first = p->next;
	} else {
		before->next = p->next;
	}
	if (link->queue.last == p) {
		link->queue.last = before;
	}
	if (link->queue.unanswered == p) {
		link->queue.unanswered = first_unanswered(p->next);
	}
	p->next = NULL;
}

mynd_pending *mynd_pending_unanswered(const mynd_link *link)
{
	return link->queue.unanswered;
}

mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner)
{
	mynd_pending *p = link->queue.first;
	while (p != NULL && (p->discarded || (owner != MYND_OWNER_ANY && p->owner != owner))) {
		p = p->next;
	}
	return p;
}

uint64_t mynd_link_next_outstanding(const mynd_link *link, const void *owner)
{
	const mynd_pending *p = mynd_pending_of(link, owner);
	return p == NULL ? 0 : p->number;
}

bool mynd_link_has_outstanding(const mynd_link *link, const void *owner)
{
	return mynd_pending_of(link, owner) != NULL;
}

/* --- the link ends --- */

void mynd_pending_end(mynd_link *link)
{
	/* a longjmp has interrupted the storing of an event */
	if (link->queue.absorbing != NULL && link->queue.absorbing->last != NULL) {
		mynd_outcomes_forget(link->queue.absorbing->last);
	}
	link->queue.absorbing = link->queue.taking = NULL;
	while (link->queue.first != NULL) {
		mynd_pending *p = link->queue.first;
		take_out(link, p);
		mynd_pending_free(link, p);
	}
	free(link->queue.cached);
	link->queue.cached = NULL;
}

void mynd_queue_drop_waiting(mynd_link *link)
{
	for (mynd_pending *p = link->queue.first; p != NULL; p = p->next) {
		void *waiting = p->waiting;
		p->waiting = NULL;
		if (waiting != NULL) {
			p->drop(waiting);
		}
	}
	mynd_reply_end_watch(link, NULL);
	link->reply.watch_ended = false;
}

/*
 * Marks the commands under way as lost, and those whose last byte was passed to the kernel as ones that may
 * have run.
 */
static void lose_pending(mynd_link *link)
{
	unsigned sent = mynd_session_pending_sent(link->channel.session);
	unsigned total = mynd_session_pending(link->channel.session), unanswered = 0;
	mynd_pending *first = mynd_pending_unanswered(link);
	for (const mynd_pending *p = first; p != NULL; p = first_unanswered(p->next)) {
		unanswered++;
	}
	unsigned before = total > unanswered ? total - unanswered : 0; /* the current reply's command */
	if (mynd_session_was_idle_too_long(link->channel.session)) {
		sent = 0;
	}
	link->reply.may_have_run = before > 0 && sent > 0;
	for (mynd_pending *p = first; p != NULL; p = first_unanswered(p->next)) {
		before++;
		if (p == first && p->state == MYND_PENDING_BEGUN) {
			mynd_outcome_fail(p, &link->channel.error);
		}
		p->state = MYND_PENDING_LOST;
		p->may_have_run = sent >= before;
	}
	link->queue.unanswered = NULL;
}

void mynd_queue_lost(mynd_channel *channel)
{
	mynd_link *link = mynd_link_of_channel(channel);
	link->reply.unread = MYND_UNREAD_NONE;
	link->reply.more_results = false;
	mynd_channel_changed(channel);
	mynd_metrics_loss(link);
	mynd_reply_end_watch(link, &channel->error);
	lose_pending(link);
	mynd_link_look_for_turn(link);
}

/* --- sending --- */

static bool is_busy(const mynd_link *link)
{
	return link->queue.absorbing != NULL || link->reply.columns != NULL || link->reply.active != NULL ||
	       (link->reply.more_results && !link->reply.discard_further);
}

static bool has_owner(const mynd_link *link)
{
	return mynd_pending_of(link, MYND_OWNER_ANY) != NULL;
}

/* Begins a command while replies are outstanding, which stay outstanding. */
static zend_never_inline int begin_behind(mynd_link *link)
{
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_GONE_AWAY);
	}
	if (link->channel.write_broken) { /* replies that arrived before can still be taken */
		mynd_error_client(&link->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		mynd_channel_note_failure(&link->channel, &link->channel.error);
		return MYND_BAD;
	}
	if (is_busy(link)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_channel_check_deadline(&link->channel) != MYND_OK || mynd_link_drop_leftovers(link) != MYND_OK) {
		return MYND_BAD;
	}
	return link->finish_cancel == NULL ? MYND_OK : link->finish_cancel(link);
}

/*
 * Reads and drops the replies of abandoned commands. Fails with error 2014 if other replies are outstanding.
 */
static int drop_outstanding(mynd_link *link);

static zend_never_inline void forget_texts(mynd_link *link)
{
	if (link->metrics.reports) {
		mynd_report_sample_forget(&link->metrics.sample);
		link->metrics.error = 0;
	}
	link->metrics.wait_nanoseconds = link->channel.counts.net.wait_nanoseconds;
	mynd_metrics_forget_text(link); /* after a bailout the query's memory may have been freed */
	mynd_link_keep_file_text(link, NULL, 0);
}

static zend_always_inline void begin_reply(mynd_link *link)
{
	mynd_link_clear_reply(link);
	link->reply.serial++;
	link->reply.owner = NULL;
	link->reply.binary = link->reply.cursor_asked = link->reply.cursor_open = false;
	link->reply.discard_further = MYND_DISCARD_NONE;
	link->reply.of_connection = link->reply.keeps_id = false;
	link->reply.at = MYND_AT_REPLY;
	link->state.used = true;
	/* both are tested by one comparison, because every command comes here */
	if (UNEXPECTED((link->metrics.on | (uintptr_t) link->reply.file_text) != 0)) {
		forget_texts(link);
	}
}

/* Finishes a cancel, unless the command will be refused. */
static zend_never_inline int finish_cancel_first(mynd_link *link)
{
	return has_owner(link) || link->reply.more_results ? MYND_OK : link->finish_cancel(link);
}

/* Returns false if mynd_link_drop_leftovers has nothing to do. */
static zend_always_inline bool has_leftovers(const mynd_link *link)
{
	return link->reply.unread != MYND_UNREAD_NONE || link->reply.broken || link->reply.more_results ||
	       mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD;
}

/*
 * Begins a command that allows no outstanding replies: afterwards the session is idle, and the current reply
 * is reset. Returns MYND_MORE if the only outstanding replies are those of commands that were sent ahead.
 */
static zend_always_inline int begin_alone(mynd_link *link)
{
	if (link->queue.absorbing != NULL || link->reply.columns != NULL || link->reply.active != NULL) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_channel_check_deadline(&link->channel) != MYND_OK ||
	    (UNEXPECTED(has_leftovers(link)) && mynd_link_drop_leftovers(link) != MYND_OK)) {
		return MYND_BAD;
	}
	if (UNEXPECTED(link->finish_cancel != NULL) && finish_cancel_first(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->queue.first != NULL && drop_outstanding(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->reply.more_results || mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE) {
		return mynd_link_has_presends(link) && !link->reply.more_results
		           ? MYND_MORE
		           : mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_session_check_silence(link->channel.session) != MYND_OK) {
		return mynd_channel_lose(&link->channel, mynd_session_error(link->channel.session));
	}
	begin_reply(link);
	return MYND_OK;
}

static zend_always_inline int begin(mynd_link *link, bool async)
{
	if (mynd_link_refuse_in_call(link)) {
		return MYND_BAD;
	}
	mynd_link_free_discarded(link);
	link->connect_warning[0] = '\0';
	link->reply.may_have_run = false;
	mynd_error_clear(&link->channel.error);
	if (link->channel.session == NULL || mynd_channel_is_foreign(&link->channel)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_GONE_AWAY);
	}
	return async && has_owner(link) ? begin_behind(link) : begin_alone(link);
}

void mynd_link_begin_reply(mynd_link *link)
{
	begin_reply(link);
}

int mynd_link_begin_or_presend(mynd_link *link)
{
	return begin(link, false);
}

int mynd_link_begin(mynd_link *link, bool async)
{
	int rc = begin(link, async);
	return EXPECTED(rc != MYND_MORE) ? rc : mynd_presend_drop(link);
}

/* Writes output that had to wait for the end of a reply. */
static void write_held(mynd_link *link)
{
	if (UNEXPECTED(mynd_channel_look_for_output(&link->channel))) {
		mynd_channel_push(&link->channel);
	}
}

int mynd_pending_absorb(mynd_link *link, const mynd_pending *until)
{
	mynd_event event;
	mynd_pending *p;
	while ((p = mynd_pending_unanswered(link)) != NULL && p != until && !p->barrier) {
		int rc = mynd_session_next(link->channel.session, &event);
		if (rc == MYND_MORE) {
			break;
		}
		if (rc == MYND_BAD) {
			return mynd_channel_lose(&link->channel, mynd_session_error(link->channel.session));
		}
		if (mynd_outcome_take(link, p, &event) != MYND_OK) {
			return MYND_BAD;
		}
	}
	write_held(link);
	return MYND_OK;
}

bool mynd_link_is_full(const mynd_link *link)
{
	mynd_session *session = link->channel.session;
	return session != NULL && mynd_session_unsent(session) + mynd_session_held(session) >
	                              (uint64_t) link->channel.settings.ints[MYND_SET_SEND_QUEUE];
}

/*
 * Returns true if the last command need not be written at once, because the server is busy with the commands
 * before it. The first command is written, however long it is, because the server waits for it. Bytes that
 * pass through a filter cannot stay queued.
 */
static bool may_stay_queued(const mynd_link *link)
{
	return link->queue.unanswered != link->queue.last &&
	       link->channel.settings.ints[MYND_SET_SEND_QUEUE] > 0 && !mynd_channel_is_filtered(&link->channel);
}

static void resolve(mynd_link *link, const mynd_pending *p);

/*
 * Called when all output that may be written now was written. If too much output must wait until the first
 * reply was read, waits for that reply. Returns true if more output may be written then.
 */
static bool wait_for_reply(mynd_link *link)
{
	const mynd_pending *first = mynd_pending_unanswered(link);
	if (!mynd_link_is_full(link) || first == NULL || first->barrier || mynd_reply_is_unread(link) ||
	    mynd_session_held(link->channel.session) == 0) {
		return false;
	}
	resolve(link, first);
	return mynd_channel_look_for_output(&link->channel);
}

/*
 * Writes the output that may be written now: all of it, or with `keep` until the rest is short enough to stay
 * in memory. Stores replies that arrive meanwhile, so that the server is not blocked.
 */
static int flush(mynd_link *link, bool keep)
{
	while (!keep || mynd_link_is_full(link)) {
		uint64_t before = link->channel.counts.session.bytes_received;
		int rc = mynd_channel_write_some(&link->channel);
		if (rc == MYND_OK && wait_for_reply(link)) {
			continue;
		}
		if (rc != MYND_MORE) {
			return rc;
		}
		if (link->channel.counts.session.bytes_received != before &&
		    mynd_pending_absorb(link, NULL) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

int mynd_pending_no_memory(mynd_link *link)
{
	link->diagnostics.affected_rows = (uint64_t) -1;
	return mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

mynd_pending *mynd_pending_new(mynd_link *link, const void *owner, mynd_slice text)
{
	mynd_pending *p = take_cached(link);
	if (p == NULL) {
		mynd_pending_no_memory(link);
		return NULL;
	}
	p->owner = owner;
	p->select = mynd_select_copy(text);
	p->number = ++link->queue.last_number;
	if (UNEXPECTED(link->metrics.on)) {
		p->sent_at = mynd_board_now();
		mynd_report_ask(&p->sample, text, true);
	}
	return p;
}

int mynd_pending_send_last(mynd_link *link)
{
	bool keep = may_stay_queued(link);
	if (keep) {
		mynd_channel_push(&link->channel);
	}
	int rc = flush(link, keep);
	mynd_pending *p = link->queue.last;
	if (rc != MYND_OK && p != NULL && p->state == MYND_PENDING_LOST) {
		link->reply.may_have_run = p->may_have_run;
		take_out(link, p);
		mynd_pending_free(link, p);
	}
	return rc;
}

void mynd_pending_queued(mynd_link *link, mynd_pending *p)
{
	if (p->barrier) {
		p->file_text = link->reply.file_text;
		p->file_text_len = link->reply.file_text_len;
		link->reply.file_text = NULL;
	}
	if (UNEXPECTED(link->reply.at == MYND_AT_DROPPED)) { /* the dropped replies come before the entry's */
		p->at = MYND_AT_DROPPED;
		p->to_drop = link->reply.to_drop;
		link->reply.at = MYND_AT_REPLY;
	}
	link->diagnostics.affected_rows = (uint64_t) -1;
	append(link, p);
}

void mynd_pending_answered(mynd_link *link, mynd_pending *p)
{
	p->state = MYND_PENDING_ANSWERED;
	link->diagnostics.affected_rows = (uint64_t) -1;
	append(link, p);
}

int mynd_link_queue_sql(mynd_link *link, mynd_slice sql, const void *owner, bool use)
{
	mynd_command command = mynd_command_text(MYND_COM_QUERY, sql);
	mynd_link_attach_attributes(link, &command);
	mynd_pending *p = mynd_pending_new(link, owner, sql);
	if (p == NULL) {
		return MYND_BAD;
	}
	p->use = use;
	p->barrier = mynd_command_is_barrier(&command);
	if (mynd_link_put(link, &command) != MYND_OK) {
		link->diagnostics.affected_rows = (uint64_t) -1;
		mynd_pending_free(link, p);
		return MYND_BAD;
	}
	mynd_link_keep_file_text(link, (const char *) sql.ptr, sql.len);
	mynd_pending_queued(link, p);
	return MYND_OK;
}

void mynd_link_write(mynd_link *link)
{
	if (link->channel.session != NULL && !link->channel.in_call && !mynd_channel_is_foreign(&link->channel)) {
		mynd_channel_push(&link->channel);
	}
}

bool mynd_link_look_for_output(mynd_link *link)
{
	return link->channel.session != NULL && mynd_channel_look_for_output(&link->channel);
}

/* --- taking --- */

/*
 * Waits until the reply, and those before it, have arrived completely. If the link is lost, each of them
 * reports the loss when it is taken.
 */
static void resolve(mynd_link *link, const mynd_pending *p)
{
	mynd_event event;
	while (is_unanswered(p)) {
		mynd_pending *next = mynd_pending_unanswered(link);
		if (mynd_channel_pump(&link->channel, &event) != MYND_OK) {
			return;
		}
		mynd_outcome_take(link, next, &event);
	}
}

/* Waits for all replies before this one. */
static void resolve_before(mynd_link *link, const mynd_pending *p)
{
	mynd_pending *next = mynd_pending_unanswered(link);
	while (next != NULL && next != p && is_unanswered(p)) {
		resolve(link, next);
		next = mynd_pending_unanswered(link);
	}
}

/*
 * Returns true if the entry may be freed. An entry whose reply is being stored or taken may not be freed:
 * code of the program may run meanwhile and discard the entry.
 */
static bool may_go(const mynd_link *link, const mynd_pending *p)
{
	return p->discarded && !is_unanswered(p) && p != link->queue.taking && p != link->queue.absorbing;
}

static void drop_abandoned(mynd_link *link)
{
	mynd_pending *p;
	while ((p = link->queue.first) != NULL && may_go(link, p)) {
		take_out(link, p);
		mynd_pending_free(link, p);
	}
}

/*
 * Makes the entry's stored reply the current one, or reports its loss. Frees the entry, which is no longer on
 * the list.
 */
static int take_stored(mynd_link *link, mynd_pending *p)
{
	mynd_outcome *first = p->first;
	int rc;
	if (p->state == MYND_PENDING_LOST) {
		link->reply.may_have_run = p->may_have_run;
	}
	if (first != NULL) {
		p->first = p->last = NULL;
		rc = mynd_outcome_load(link, first);
	} else {
		rc = mynd_link_lose_reply(link);
	}
	mynd_pending_free(link, p);
	return rc;
}

/* Reads the entry's reply, the next to arrive, as for a synchronous command. Frees the entry. */
static int take_from_wire(mynd_link *link, mynd_pending *p)
{
	link->reply.file_text = p->file_text;
	link->reply.file_text_len = p->file_text_len;
	p->file_text = NULL;
	if (UNEXPECTED(link->metrics.on)) {
		mynd_metrics_sent_at(link, p->sent_at, &p->sample);
	}
	mynd_pending_free(link, p);
	return mynd_link_read_reply(link);
}

/* Frees an entry without a reply: the interceptor's call that waits for it makes the answer. */
static int take_unmade(mynd_link *link, mynd_pending *p)
{
	mynd_pending_free(link, p);
	return MYND_OK;
}

static int take(mynd_link *link, mynd_pending *p, void **waiting, bool *late)
{
	bool from_wire = p->state == MYND_PENDING_AWAITED;
	if (!from_wire) {
		resolve(link, p);
	}
	link->queue.taking = NULL;
	*waiting = p->waiting;
	*late = p->waiting != NULL && p->state == MYND_PENDING_ANSWERED && p->first == NULL;
	p->waiting = NULL;
	take_out(link, p);
	mynd_link_clear_reply(link);
	mynd_link_keep_file_text(link, NULL, 0);
	link->reply.serial++;
	link->reply.owner = p->owner;
	link->reply.cursor_asked = link->reply.cursor_open = false;
	link->reply.discard_further = MYND_DISCARD_NONE;
	link->reply.binary = link->reply.keeps_id = p->binary;
	link->reply.of_connection = false;
	link->reply.at = from_wire ? p->at : MYND_AT_REPLY;
	link->reply.to_drop = p->to_drop;
	int rc = *late ? take_unmade(link, p) : from_wire ? take_from_wire(link, p) : take_stored(link, p);
	drop_abandoned(link);
	if (link->queue.unanswered != NULL &&
	    mynd_channel_look_for_output(&link->channel)) { /* the command was a barrier */
		mynd_channel_push(&link->channel);
	}
	return rc;
}

int mynd_queue_reap(mynd_link *link, const void *owner, bool *use, void **waiting, bool *late)
{
	*waiting = NULL;
	*late = false;
	if (mynd_link_refuse_in_call(link)) {
		return MYND_BAD;
	}
	mynd_pending *p = mynd_pending_of(link, owner);
	link->connect_warning[0] = '\0';
	if (p == NULL && (link->channel.session == NULL || !is_busy(link))) {
		return MYND_MORE;
	}
	if (p == NULL || is_busy(link)) {
		return mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (UNEXPECTED(link->turns != NULL)) { /* the reply changes the running owner's diagnostics area */
		mynd_turns_load_view(link);
	}
	mynd_error_clear(&link->channel.error);
	if (mynd_channel_is_foreign(&link->channel)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_GONE_AWAY);
	}
	*use = p->use;
	link->queue.taking = p;
	mynd_link_drop_leftovers(link); /* a failure loses all replies, which is reported below */
	resolve_before(link, p);
	return take(link, p, waiting, late);
}

/* --- results after the current one --- */

static const char rest; /* the owner of the entry is this variable's address */

/* Puts the entry before all others: its reply arrives next, although others may be outstanding. */
static void put_first(mynd_link *link, mynd_pending *p)
{
	mynd_channel_changed(&link->channel);
	p->next = link->queue.first;
	link->queue.first = link->queue.unanswered = p;
	if (link->queue.last == NULL) {
		link->queue.last = p;
	}
}

int mynd_queue_read_further(mynd_link *link)
{
	mynd_reply *reply = &link->reply;
	if (!reply->more_results || reply->further != NULL) {
		return MYND_OK;
	}
	mynd_pending *p = mynd_pending_new(link, &rest, (mynd_slice){NULL, 0});
	if (p == NULL) {
		return MYND_BAD;
	}
	p->is_rest = true;
	p->binary = reply->binary;
	p->state = MYND_PENDING_BEGUN; /* a loss is the error of the next result */
	p->file_text = reply->file_text;
	p->file_text_len = reply->file_text_len;
	reply->file_text = NULL;
	put_first(link, p);
	resolve(link, p);
	p = mynd_pending_of(link, &rest);
	if (p == NULL) { /* the program has closed the link */
		reply->more_results = false;
		return MYND_BAD;
	}
	if (p->state == MYND_PENDING_LOST) {
		reply->may_have_run = p->may_have_run;
	}
	reply->further = p->first;
	reply->more_results = p->first != NULL;
	p->first = p->last = NULL;
	take_out(link, p);
	mynd_pending_free(link, p);
	return MYND_OK;
}

/* --- replies to queries that were sent ahead --- */

static const char ahead; /* the owner of the entry is this variable's address */

/* Returns true for one result set without error and warning. */
static bool is_clean(const mynd_outcome *o)
{
	return o != NULL && o->columns != NULL && !o->failed && o->next == NULL && o->diagnostics.warnings == 0;
}

int mynd_queue_read_ahead(mynd_link *link, mynd_slice sql, bool binary)
{
	mynd_pending *p = mynd_pending_new(link, &ahead, sql);
	if (p == NULL) {
		return mynd_channel_lose(&link->channel, &link->channel.error);
	}
	p->binary = binary;
	append(link, p);
	link->metrics.ahead = true;
	resolve(link, p);
	link->metrics.ahead = false;
	p = mynd_pending_of(link, &ahead); /* NULL: the program has closed the link */
	bool is_answered = p != NULL && p->state == MYND_PENDING_ANSWERED;
	if (is_answered && is_clean(p->first)) {
		return MYND_OK;
	}
	if (p != NULL) {
		take_out(link, p);
		mynd_pending_free(link, p);
	}
	return is_answered ? MYND_MORE : MYND_BAD;
}

bool mynd_queue_has_ahead(const mynd_link *link)
{
	return mynd_pending_of(link, &ahead) != NULL;
}

int mynd_queue_take_ahead(mynd_link *link)
{
	mynd_pending *p = mynd_pending_of(link, &ahead);
	if (p == NULL) {
		return MYND_MORE;
	}
	take_out(link, p);
	return take_stored(link, p);
}

/* --- giving up --- */

void mynd_pending_abandon(mynd_link *link, mynd_pending *p)
{
	p->discarded = p->discard_rest = true;
	mynd_channel_changed(&link->channel);
	drop_abandoned(link);
	mynd_link_look_for_turn(link);
}

void mynd_link_abandon(mynd_link *link, const void *owner)
{
	for (mynd_pending *p = link->queue.first; p != NULL; p = p->next) {
		if (p->owner == owner) {
			p->discarded = p->discard_rest = true;
			mynd_channel_changed(&link->channel);
		}
	}
	if (link->reply.owner == owner && link->reply.more_results) {
		link->reply.discard_further = MYND_DISCARD_ALL;
	}
	drop_abandoned(link);
	mynd_link_look_for_turn(link);
}

void mynd_queue_abandon_all(mynd_link *link)
{
	for (mynd_pending *p = link->queue.first; p != NULL; p = p->next) {
		p->discarded = p->discard_rest = true;
	}
	mynd_channel_changed(&link->channel);
	drop_abandoned(link);
}

static int drop_outstanding(mynd_link *link)
{
	mynd_pending *p;
	if (has_owner(link)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	while ((p = link->queue.first) != NULL) {
		/* if the query may write, its reply is read in full */
		if (mynd_query_writes_nothing(link, p->select)) {
			mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
		}
		resolve(link, p);
		mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
		drop_abandoned(link);
	}
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD) {
		return MYND_BAD;
	}
	mynd_error_clear(&link->channel.error);
	return MYND_OK;
}

bool mynd_link_may_have_run(const mynd_link *link)
{
	return link->reply.may_have_run;
}

uint64_t mynd_link_stored(const mynd_link *link)
{
	return link->queue.stored;
}

uint64_t mynd_queue_last_number(const mynd_link *link)
{
	return link->queue.last_number;
}

mynd_pending *mynd_pending_numbered(const mynd_link *link, uint64_t number)
{
	mynd_pending *p = link->queue.first;
	while (p != NULL && (p->number != number || p->discarded)) {
		p = p->next;
	}
	return p;
}

bool mynd_queue_is_storing(const mynd_link *link)
{
	return link->queue.absorbing != NULL;
}
