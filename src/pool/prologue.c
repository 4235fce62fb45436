/*
 * Sends the prologue of a pool (the commands with which its sessions begin, learned.c) after a reset, before
 * the next program asks for them, and answers the program from the replies (mynd.round_trips = fewer).
 *
 * The replies stay unread, in the socket or in the session's buffer. A reply is read only when the program
 * sends exactly the prologue's next command. So what the program sees of its session (status, character set,
 * default database, counts, warnings) comes only from replies that it has asked for. If it sends another
 * command, the unread replies are read and discarded, the session is reset again, and the commands that the
 * program did ask for are sent again. When their replies have arrived, and each is a success or an error as
 * before, the session is as if no command had been sent early. Only then is the program's new command sent.
 *
 * A reset does not change the default database. If the login had no default database and the prologue selects
 * one, the session has this database from the beginning after its resets. No command of the prologue depends
 * on it, and if a program does not send the command that selects it, a change of user gives the program a
 * session without a database.
 *
 * Always true: a prologue is sent only to a server that was seen to accept several commands in one write, and
 * only on a link without filters. No command of a program is written while a reply to a prologue is unread.
 * Not here: learning a prologue (learned.c, ../wire/prologue.c); the reset itself (reset.c).
 */
#include "internal.h"

#include "../wire/sql.h"

#define MOST_WRONG 3 /* after so many sessions that sent another command the pool stops learning */

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

/*
 * Marks the default database as perhaps changed if the prologue, which has run, selects one: the server may
 * not have reported that.
 */
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
	if (use != NULL) {
		mynd_prologue_release(use->sent);
		use->sent = NULL;
		use->sending = 0;
		use->failed = 0;
	}
}

bool mynd_prologue_leave_unread(mynd_link *link)
{
	if (!mynd_link_waits_for_presends(link)) {
		return false;
	}
	mynd_session_pass_on(link->channel.session, UINT_MAX, MYND_FOR_NOBODY);
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

int mynd_prologue_queue(mynd_link *link, mynd_owner owner)
{
	mynd_prologue_use *use = link->pooled->prologue;
	for (unsigned i = 0; use != NULL && i < use->sending; i++) {
		const struct mynd_prologue_command *c = &use->sent->commands[i];
		mynd_command command = mynd_command_text(c->com, (mynd_slice){(const uint8_t *) c->text, c->len});
		command.owner = owner;
		if (mynd_link_put(link, &command) != MYND_OK) {
			use->sending = i;
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

bool mynd_prologue_has_commands(const mynd_link *link, unsigned count)
{
	return link->pooled->prologue != NULL && link->pooled->prologue->sending == count;
}

/* --- a program that sends another command --- */

static void note_wrong(mynd_pool *pool)
{
	pool->info.wrong_predictions++;
	if (pool->learned.state == MYND_LEARNED && ++pool->learned.wrong == MOST_WRONG) {
		mynd_prologue_end_learning(pool);
	}
}

/* Returns how many commands of the prologue the program has asked for. Called after it was sent. */
static unsigned count_taken(const mynd_link *link)
{
	return link->pooled->prologue->sending - mynd_session_pending_of(link->channel.session, MYND_FOR_PRESEND);
}

static int drop_unread(mynd_link *link)
{
	unsigned error;
	while (mynd_session_pending(link->channel.session) > 0) {
		if (mynd_presend_drop_reply(link, &error) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/*
 * Reads the replies to the commands that were sent again. Returns MYND_BAD if one succeeded or failed unlike
 * the first time.
 */
static int read_again(mynd_link *link, mynd_prologue_use *use)
{
	for (unsigned i = 0; i < use->sending; i++) {
		unsigned error;
		bool had_failed = (use->failed >> i) & 1;
		if (mynd_presend_drop_reply(link, &error) != MYND_OK || (error != 0) != had_failed) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/*
 * Brings the session into the state that it would have if only the commands that the program has asked for
 * had been sent. During a wait the program may close the link, which then leaves its pool: after MYND_BAD the
 * caller must not use the pool any more.
 */
static int make_good(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	unsigned taken = count_taken(link);
	mynd_session_pass_on(link->channel.session, UINT_MAX, MYND_FOR_PROGRAM);
	if (drop_unread(link) != MYND_OK) {
		return MYND_BAD;
	}
	note_schema(link);
	use->sending = taken;
	link->pooled->pool->info.reset++;
	if (mynd_reset_again(link) != MYND_OK) {
		return MYND_BAD;
	}
	/* the prologue was not queued after a change of user, or if the steps of the reset are sent one by one */
	bool not_sent = mynd_session_pending(link->channel.session) == 0;
	if (not_sent && mynd_prologue_queue(link, MYND_FOR_PROGRAM) != MYND_OK) {
		return MYND_BAD;
	}
	return read_again(link, use);
}

/* Marks the link as lost, because the state of its session is unknown. */
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
	note_wrong(pool);
	mynd_channel_bound_reads(&link->channel, MYND_DRAIN_BOUND);
	if (make_good(link) != MYND_OK) {
		return lose(link);
	}
	mynd_channel_bound_reads(&link->channel, MYND_READS_UNBOUND);
	mynd_link_note_charset(link, charset);
	link->state = state;
	if (has_state) { /* state that the commands sent again have left */
		mynd_replayable_end(link->replayable);
	}
	if (pool->info.changes_of_user != changes) { /* the server's statement ids may start again */
		mynd_state_new_statement_version(link);
	}
	mynd_prologue_drop(link);
	mynd_channel_rest(&link->channel);
	return MYND_MORE;
}

/* --- the program's commands --- */

static bool is_next(const mynd_link *link, const mynd_command *command)
{
	const struct mynd_prologue_command *next = &link->pooled->prologue->sent->commands[count_taken(link)];
	return command->com == next->com && command->attribute_count == 0 && command->body.len == next->len &&
	       memcmp(command->body.ptr, next->text, next->len) == 0;
}

/* mynd_presend.next (../command/internal.h). Refuses the command if a longjmp has left a reply half read. */
static int next(mynd_link *link, const mynd_command *command)
{
	if (!mynd_link_waits_for_presends(link)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (command == NULL || !is_next(link, command)) {
		return go_back(link);
	}
	mynd_session_pass_on(link->channel.session, 1, MYND_FOR_PROGRAM);
	link->pooled->pool->info.answered_ahead++;
	return MYND_OK;
}

static void failed(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (use == NULL) { /* the program has closed the link */
		return;
	}
	use->failed |= UINT32_C(1) << (count_taken(link) - 1);
	if (link->pooled->pool->learned.state == MYND_LEARNED) {
		mynd_prologue_end_learning(link->pooled->pool);
	}
}

const mynd_presend mynd_prologue_presend = {next, failed, mynd_prologue_learn, NULL, false};
