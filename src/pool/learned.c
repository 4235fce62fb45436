/*
 * Learns the commands with which the sessions of a pool begin (mynd.round_trips = fewer).
 *
 * Applications set up each of their sessions in the same way. The first commands of a session are stored, up
 * to the first one that may not run before the program asks for it (../wire/prologue.c). The first commands
 * that AGREE consecutive sessions have in common become the prologue of their pool.
 *
 * Always true: a pool gives up its prologue, and learns no other, after MOST_WRONG (prologue.c) sessions that
 * did not begin with the prologue, or when the reply to one of its commands is an error. A session that ends
 * early, without another command, does not count against the prologue.
 * Not here: sending a prologue (prologue.c).
 */
#include "internal.h"

#include "../wire/sql.h"

#define AGREE       3 /* sessions */
#define LONGEST     512
#define LONGEST_ALL 4096

/* --- lists of commands --- */

static mynd_prologue *prologue_new(void)
{
	mynd_prologue *new = pecalloc(1, sizeof *new, 1);
	new->references = 1;
	return new;
}

static void shorten(mynd_prologue *p, unsigned count)
{
	while (p->count > count) {
		free(p->commands[--p->count].text);
	}
}

void mynd_prologue_release(mynd_prologue *p)
{
	if (p != NULL && --p->references == 0) {
		shorten(p, 0);
		free(p);
	}
}

static mynd_sql_prologue kind_of(const mynd_command *command)
{
	if (command->attribute_count > 0 || mynd_command_is_barrier(command)) {
		return MYND_SQL_PROLOGUE_NOT;
	}
	return command->com == MYND_COM_INIT_DB ? MYND_SQL_PROLOGUE_SCHEMA : mynd_sql_in_prologue(command->body);
}

/* Returns false if the command cannot be in a prologue, or the prologue is full. */
static bool add(mynd_prologue *p, const mynd_command *command)
{
	mynd_slice text = command->body;
	if (p->count == MYND_PROLOGUE_MOST || text.len > LONGEST || p->bytes + text.len > LONGEST_ALL) {
		return false;
	}
	mynd_sql_prologue kind = kind_of(command);
	char *copy = kind == MYND_SQL_PROLOGUE_NOT ? NULL : malloc(text.len + 1);
	if (copy == NULL) {
		return false;
	}
	memcpy(copy, text.ptr, text.len);
	p->commands[p->count++] = (struct mynd_prologue_command){
	    .com = command->com,
	    .selects_schema = kind == MYND_SQL_PROLOGUE_SCHEMA,
	    .text = copy,
	    .len = text.len,
	};
	p->bytes += text.len;
	return true;
}

/* Returns how many of the first commands of both prologues are equal. */
static unsigned common(const mynd_prologue *a, const mynd_prologue *b)
{
	unsigned i = 0;
	while (i < a->count && i < b->count && a->commands[i].com == b->commands[i].com &&
	       a->commands[i].len == b->commands[i].len &&
	       memcmp(a->commands[i].text, b->commands[i].text, a->commands[i].len) == 0) {
		i++;
	}
	return i;
}

/* --- a session --- */

/*
 * Returns true if the session's first commands may be learned. The server must report changes of the default
 * database.
 */
static bool may_learn(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_ROUND_TRIPS] == MYND_ROUND_TRIPS_FEWER &&
	       (mynd_session_server(link->channel.session)->negotiated & MYND_CAP_SESSION_TRACK) &&
	       !mynd_channel_is_filtered(&link->channel);
}

static void make_use(mynd_link *link)
{
	if (link->pooled->prologue == NULL) {
		link->pooled->prologue = pecalloc(1, sizeof *link->pooled->prologue, 1);
		link->presend = &mynd_prologue_presend;
	}
}

void mynd_prologue_begin_use(mynd_link *link, mynd_pool *pool)
{
	if (EXPECTED(!may_learn(link))) {
		return;
	}
	make_use(link);
	if (pool->learned.state == MYND_LEARNING) {
		mynd_prologue_use *use = link->pooled->prologue;
		use->seen = prologue_new();
		use->seen_command = mynd_link_command(link);
		use->seen_all = false;
		mynd_link_set_learning(link, true);
	}
}

/*
 * If the command's number does not follow that of the last stored command, commands ran without a call of
 * this function: the learning ends then, too.
 */
void mynd_prologue_learn(mynd_link *link, const mynd_command *command)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (command == NULL || mynd_link_command(link) != use->seen_command + 1 || !add(use->seen, command)) {
		mynd_link_set_learning(link, false);
		use->seen_all = true;
		return;
	}
	use->seen_command++;
}

/* --- handing over a prologue that was sent --- */

int mynd_prologue_hand_over(const mynd_link *link, mynd_writer *to)
{
	const mynd_prologue_use *use = link->pooled->prologue;
	if (use == NULL || use->sent == NULL) {
		return mynd_writer_int(to, 1, 0);
	}
	unsigned count = use->sent->count;
	int rc = mynd_writer_int(to, 1, 1) | mynd_writer_int(to, 1, use->sending) | mynd_writer_int(to, 1, count);
	for (unsigned i = 0; i < count; i++) {
		const struct mynd_prologue_command *c = &use->sent->commands[i];
		rc |= mynd_writer_int(to, 1, (uint64_t) c->com) | mynd_writer_lenenc_bytes(to, c->text, c->len);
	}
	return rc;
}

/* Reads commands. Returns MYND_BAD for one that may not be in a prologue. */
static int read_commands(mynd_prologue *p, unsigned count, mynd_cursor *from)
{
	uint8_t com;
	mynd_slice text;
	for (unsigned i = 0; i < count; i++) {
		if (mynd_cursor_u8(from, &com) != MYND_OK || mynd_cursor_lenenc_bytes(from, &text) != MYND_OK ||
		    (com != MYND_COM_QUERY && com != MYND_COM_INIT_DB)) {
			return MYND_BAD;
		}
		mynd_command command = mynd_command_text((mynd_com) com, text);
		if (!add(p, &command)) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

int mynd_prologue_take_over(mynd_link *link, mynd_cursor *from)
{
	uint8_t has, sending, count;
	mynd_prologue_forget(link); /* the link's data from an earlier connection */
	if (mynd_cursor_u8(from, &has) != MYND_OK || has > 1) {
		return MYND_BAD;
	}
	if (!has) {
		return MYND_OK;
	}
	if (mynd_cursor_u8(from, &sending) != MYND_OK || mynd_cursor_u8(from, &count) != MYND_OK ||
	    count > MYND_PROLOGUE_MOST || sending > count || !may_learn(link)) {
		return MYND_BAD;
	}
	make_use(link);
	mynd_prologue_use *use = link->pooled->prologue;
	use->sent = prologue_new();
	use->sending = sending;
	return read_commands(use->sent, count, from);
}

/* --- a pool --- */

void mynd_prologue_end_learning(mynd_pool *pool)
{
	pool->learned.state = MYND_LEARNS_NO_MORE;
	mynd_prologue_release(pool->learned.prologue);
	pool->learned.prologue = NULL;
}

/*
 * Compares `seen`, which it takes from the caller, with the pool's prologue. `all`: the session continued
 * with a command that is not in `seen`.
 */
static void compare(mynd_pool *pool, mynd_prologue *seen, bool all)
{
	mynd_learned *learned = &pool->learned;
	unsigned same = learned->prologue == NULL ? 0 : common(learned->prologue, seen);
	if (same == 0) {
		mynd_prologue_release(learned->prologue);
		learned->prologue = seen->count > 0 ? seen : NULL;
		learned->agreed = seen->count > 0;
		if (seen->count == 0) {
			mynd_prologue_release(seen);
		}
		return;
	}
	if (all || same < seen->count) {
		shorten(learned->prologue, same);
	}
	mynd_prologue_release(seen);
	if (++learned->agreed == AGREE) {
		learned->state = MYND_LEARNED;
		pool->info.prologues_learned++;
	}
}

void mynd_prologue_end_use(mynd_link *link)
{
	mynd_prologue_use *use = link->pooled->prologue;
	if (use == NULL || use->seen == NULL) {
		return;
	}
	mynd_pool *pool = link->pooled->pool;
	mynd_prologue *seen = use->seen;
	bool all = use->seen_all || mynd_link_command(link) != use->seen_command;
	use->seen = NULL;
	mynd_link_set_learning(link, false);
	if (pool->learned.state == MYND_LEARNING && (seen->count > 0 || all)) {
		compare(pool, seen, all);
	} else {
		mynd_prologue_release(seen);
	}
}
