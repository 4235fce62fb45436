/*
 * Sends the prologue of a pool after a reset, before the next program asks for it, and answers the program
 * from it (mynd.round_trips = fewer).
 *
 * The replies wait unread: in the socket, or in the session's buffer. When the program sends the very command
 * that is the next of them, its reply is read, and only then. So all that the program sees of its session
 * (status, character set, default database, counts, warnings) is that of the replies that it has asked for.
 * If it sends another command, what it did not ask for is read and dropped, the session is reset again, the
 * commands that it did ask for are run again, and when all these replies are here and as they were, the
 * session is what it would have been without all this. Only then the program's own command is sent.
 *
 * A reset keeps the default database. A session whose login had none keeps the one that its prologue selects.
 * Nothing in a prologue depends on it, and a program that does not select it gets a session without one: by a
 * change of user.
 *
 * Always true: nothing is sent ahead but to a server that was seen to accept several commands in one write,
 * and by a link that is not filtered. No command of a program is written while a reply to what was sent ahead
 * is unread.
 * Not here: what a prologue is (learned.c, ../wire/prologue.c); the reset itself (reset.c).
 */
#include "internal.h"

#include "../wire/sql.h"

#define MOST_WRONG 3 /* sessions that went on in another way end the learning */

/* --- sending --- */

bool mynd_prologue_selects_schema(const mynd_link *link)
{
	const mynd_prologue_use *use = link->pooled->prologue;
	for (unsigned i = 0; use != NULL && i < use->sending; i++) {
		if (use->sent->commands[i].selects_schema) {
			return true;
		}
	}
	return false;
}

bool mynd_prologue_is_sent(const mynd_link *link)
{
	return link->pooled->prologue != NULL && link->pooled->prologue->sending > 0;
}

/* No reply is in its middle, and the next one is theirs. */
static bool waits_for_presend(const mynd_link *link)
{
	return mynd_session_phase(link->channel.session) == MYND_PHASE_WAITING &&
	       mynd_session_pending(link->channel.session) == link->pooled->prologue->unread;
}

/* They were run, whether the server reports what has changed or not. */
static void note_schema(mynd_link *link)
{
	if (mynd_prologue_selects_schema(link)) {
		mynd_state_add_survives_reset(link, MYND_SQL_SCHEMA);
	}
}

void mynd_prologue_drop(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	note_schema(link);
	mynd_link_set_presend_unread(link, false);
	if (use != NULL) {
		mynd_prologue_release(use->sent);
		use->sent = NULL;
		use->sending = use->unread = use->taken = 0;
		use->failed = 0;
	}
}

bool mynd_prologue_leave_unread(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (!link->presend_unread || !waits_for_presend(link)) {
		return false;
	}
	use->stale = use->unread;
	use->unread = 0;
	return true;
}

bool mynd_prologue_skip_stale(mynd_link *link, const mynd_event *event)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (EXPECTED(use == NULL || use->stale == 0)) {
		return false;
	}
	use->stale -= event->last;
	return true;
}

void mynd_prologue_forget(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (use != NULL) {
		mynd_prologue_drop(link);
		mynd_prologue_release(use->seen);
		free(use);
		link->pooled->prologue = NULL;
		mynd_link_set_learning(link, false);
		link->presend = NULL;
	}
}

void mynd_prologue_prepare(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	const mynd_learned *learned = &link->pooled->pool->learned;
	mynd_prologue_drop(link);
	if (use != NULL && learned->state == MYND_LEARNED && mynd_pipelining_saves_trips(link) &&
	    !mynd_channel_is_filtered(&link->channel)) {
		use->sent = learned->prologue;
		use->sent->references++;
		use->sending = use->sent->count;
	}
}

int mynd_prologue_queue(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	for (unsigned i = 0; use != NULL && i < use->sending; i++) {
		const struct mynd_prologue_command *c = &use->sent->commands[i];
		mynd_command command = mynd_command_text(c->com, (mynd_slice){(const uint8_t *) c->text, c->len});
		if (mynd_link_put(link, &command, NULL) != MYND_OK) {
			return MYND_BAD;
		}
		use->unread++;
	}
	return MYND_OK;
}

unsigned mynd_prologue_due(const mynd_link *link)
{
	return link->pooled->prologue == NULL ? 0 : link->pooled->prologue->unread;
}

unsigned mynd_prologue_stale(const mynd_link *link)
{
	return link->pooled->prologue == NULL ? 0 : link->pooled->prologue->stale;
}

void mynd_prologue_drained(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	mynd_link_set_presend_unread(link, use != NULL && !use->again && use->unread > 0);
}

/* --- a session that goes on in another way --- */

static void note_wrong(mynd_pool *pool)
{
	pool->info.wrong_predictions++;
	if (pool->learned.state == MYND_LEARNED && ++pool->learned.wrong == MOST_WRONG) {
		mynd_prologue_end_learning(pool);
	}
}

/* Reads a reply to its end and drops it. *failed: it was an error. */
static int read_reply(mynd_link *link, bool *failed)
{
	mynd_event event;
	*failed = false;
	do {
		if (mynd_channel_pump(&link->channel, &event) != MYND_OK || event.kind == MYND_EVENT_INFILE) {
			return MYND_BAD;
		}
		*failed |= event.kind == MYND_EVENT_ERROR;
		if (mynd_drop_event(link, &event) != MYND_OK) {
			return MYND_BAD;
		}
	} while (!event.last);
	return MYND_OK;
}

static int drop_unread(mynd_link *link, mynd_prologue_use *use)
{
	bool failed;
	for (; use->unread > 0; use->unread--) {
		if (read_reply(link, &failed) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/* What the program has asked for was sent again: its replies must be what they were. */
static int read_again(mynd_link *link, mynd_prologue_use *use)
{
	for (unsigned i = 0; i < use->taken; i++) {
		bool failed, had_failed = (use->failed >> i) & 1;
		if (read_reply(link, &failed) != MYND_OK || failed != had_failed) {
			return MYND_BAD;
		}
		use->unread--;
	}
	return MYND_OK;
}

/*
 * As it would have been without what was sent ahead, with what the program has asked for of it. During a wait
 * the program may close the link, and it leaves its pool: after MYND_BAD nothing of the pool may be touched.
 */
static int make_good(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (drop_unread(link, use) != MYND_OK) {
		return MYND_BAD;
	}
	note_schema(link);
	use->sending = use->taken;
	use->again = true;
	link->pooled->pool->info.reset++;
	if (mynd_reset_again(link) != MYND_OK) {
		return MYND_BAD;
	}
	/* after a change of user, or a reset whose steps go one by one */
	bool not_sent = use->unread < use->taken;
	if ((not_sent && mynd_prologue_queue(link) != MYND_OK) || read_again(link, use) != MYND_OK) {
		return MYND_BAD;
	}
	use->again = false;
	return MYND_OK;
}

/* The server, or what came back, is not as it was: nothing can be said of the session. */
static int lose(mynd_link *link)
{
	mynd_error gone;
	if (mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD) {
		mynd_error_client(&gone, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		mynd_channel_lose(&link->channel, &gone);
	}
	return MYND_BAD;
}

static int go_back(mynd_link *link)
{
	const mynd_charset *charset = link->charset;
	mynd_session_state state = link->state;
	mynd_pool *pool = link->pooled->pool;
	uint64_t changes = pool->info.changes_of_user;
	bool has_state = link->replayable != NULL && link->replayable->has_state;
	mynd_link_set_presend_unread(link, false);
	note_wrong(pool);
	mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	if (make_good(link) != MYND_OK) {
		return lose(link);
	}
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	mynd_link_note_charset(link, charset);
	link->state = state;
	if (has_state) { /* of what was asked for, and run again */
		mynd_replayable_end(link->replayable);
	}
	if (pool->info.changes_of_user != changes) { /* ids of statements may begin anew */
		mynd_state_new_statement_version(link);
	}
	mynd_prologue_drop(link);
	mynd_channel_rest(&link->channel);
	return MYND_MORE;
}

/* --- the program's commands --- */

static bool is_next(const mynd_prologue_use *use, const mynd_command *command)
{
	const struct mynd_prologue_command *next = &use->sent->commands[use->taken];
	return command->com == next->com && command->attribute_count == 0 && command->body.len == next->len &&
	       memcmp(command->body.ptr, next->text, next->len) == 0;
}

/* In the middle of a reply, which a longjmp has left, nothing can be said. */
static int next(mynd_link *link, const mynd_command *command)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (!waits_for_presend(link)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (command == NULL || !is_next(use, command)) {
		return go_back(link);
	}
	use->taken++;
	use->unread--;
	mynd_link_set_presend_unread(link, use->unread > 0);
	link->pooled->pool->info.answered_ahead++;
	return MYND_OK;
}

static void failed(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (use == NULL) { /* it was closed meanwhile */
		return;
	}
	use->failed |= UINT32_C(1) << (use->taken - 1);
	if (link->pooled->pool->learned.state == MYND_LEARNED) {
		mynd_prologue_end_learning(link->pooled->pool);
	}
}

const mynd_presend mynd_prologue_presend = {next, failed, mynd_prologue_learn};
