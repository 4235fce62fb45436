/*
 * Prefetching (mynd.prefetch): sends the reads that will probably follow (predict.c) after a read of the
 * program's, in the same write, and answers the program from their replies if it asks for the same.
 *
 * The replies stay unread, in the socket or in the session's buffer, until the program sends its next
 * command. If that is word for word one of the reads, in the order in which they were sent, and the reads are
 * not older than the setting, its reply becomes the program's; replies before it are dropped. In every other
 * case all are dropped, and the command is sent. So nothing is used across a command of the program that is
 * no plain read, on this connection; a count of commands (stamp_of_others) does the same for the other
 * connections of the thread.
 *
 * A read is sent ahead only if nothing can tell: its tables are base tables, no transaction is open and no
 * lock is held on any connection of the thread, the session has no state but variables set to constants, and
 * its earlier replies were short, quick, and without error and warning. The server gives it up after
 * MYND_READ_AHEAD_LONGEST_MS, and, on MariaDB, where it would wait for a lock.
 *
 * The read that was sent last is then the server's "last command", about which FOUND_ROWS() or SHOW WARNINGS
 * ask. Before a command that may ask, the program's last read is sent once more (repeat).
 *
 * Always true: the replies of reads ahead are the last in the session, and no command of the program is
 * written while one of them is unread. A reply with an error or a warning is never given to the program.
 * Not here: how a read is sent, and its reply read (read_ahead.c).
 */
#include "internal.h"

#include "../statement/predicted_ids.h"
#include "../wire/lexer.h"
#include "../wire/text_parts.h"

#define MOST       16           /* reads in one write */
#define MOST_BYTES (256 * 1024) /* of their replies together */
#define MOST_TEXT  (32 * 1024)  /* of the queries together: the socket takes them without a wait */
#define MOST_REPLY (64 * 1024)  /* of one reply */
#define SLOW       2            /* replies that took too long, one after the other */

struct mynd_prefetch {
	uint64_t before, last;       /* numbers of the program's last two queries */
	mynd_known_query *last_read; /* a reference; the program's last command, if it is a plain read; or NULL */
	mynd_known_query *measured;  /* a reference; the query whose reply is measured; NULL: none */
	uint64_t measured_at;        /* mynd_session_count_asked() behind its command */
	uint64_t prepared_at;        /* ... behind the program's last prepare */
	uint64_t bytes, waited;      /* the link's counts before that reply */
	bool has_state;              /* the session may have state other than variables set to constants */
	bool behind;                 /* the server's last command is not the program's */
	bool repeats;                /* `last_read` is to be sent once more before the next command ... */
	uint64_t repeats_at;         /* ... if mynd_session_count_asked() is still this number ... */
	uint32_t repeats_as;         /* ... as a statement with this id; 0: as a query ... */
	uint32_t repeats_in;         /* ... of this version of the session's statements */
	uint64_t plain;              /* number of the link's commands that were plain reads, or prepares */
	uint64_t others;             /* stamp_of_others() when the reads were sent */
	int64_t sent_at;             /* mynd_now() */
	int64_t quickest;            /* nanoseconds: the shortest wait for a reply so far */
	unsigned count, taken;       /* reads that were sent, and those of them whose replies were read */
	mynd_read_ahead reads[MOST];
};

/* --- a use of the link --- */

/* Counts the replies from the next one up to this number as wasted, and moves past them. */
static void waste(mynd_link *link, unsigned number)
{
	mynd_prefetch *p = link->pooled->prefetch;
	for (; p->taken < number; p->taken++) {
		mynd_predict_count(p->reads[p->taken].context, true);
		link->pooled->pool->info.reads_wasted++;
		mynd_board_count(MYND_BOARD_reads_wasted);
	}
}

/* Ends the reads. Their statements are closed only now, since a close that waits would be written alone. */
static void forget_reads(mynd_link *link)
{
	mynd_prefetch *p = link->pooled->prefetch;
	waste(link, p->count);
	for (unsigned i = 0; i < p->count; i++) {
		mynd_read_ahead_end(link, &p->reads[i]);
	}
	p->count = p->taken = 0;
}

static void set_query(mynd_known_query **at, mynd_known_query *query)
{
	if (query != NULL) {
		mynd_known_query_addref(query);
	}
	mynd_known_query_release(*at);
	*at = query;
}

/* Frees the link's data about prefetching. */
static void forget(mynd_link *link)
{
	mynd_prefetch *p = link->pooled->prefetch;
	if (p != NULL) {
		forget_reads(link);
		set_query(&p->last_read, NULL);
		set_query(&p->measured, NULL);
		free(p);
		link->pooled->prefetch = NULL;
	}
}

/* Returns true if the setting and the connection allow prefetching. */
static bool is_wanted(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_PREFETCH] > 0 && !link->pooled->pool->no_prefetch &&
	       (mynd_session_server(link->channel.session)->negotiated & MYND_CAP_SESSION_TRACK) &&
	       !mynd_channel_is_filtered(&link->channel);
}

static bool leaves_state(mynd_link *link, mynd_text_facts *text);

/* Returns true if init commands, or a prologue that was sent ahead, may have left state in the session. */
static bool begins_with_state(mynd_link *link)
{
	const mynd_prologue_use *use = link->pooled->prologue;
	bool some = false;
	for (const mynd_init_command *c = link->channel.settings.init_commands; c != NULL; c = c->next) {
		mynd_text_facts text = {.sql = {(const uint8_t *) c->sql, c->len}};
		some |= leaves_state(link, &text);
	}
	for (unsigned i = 0; use != NULL && i < use->sending; i++) {
		const struct mynd_prologue_command *c = &use->sent->commands[i];
		mynd_text_facts text = {.sql = {(const uint8_t *) c->text, c->len}};
		some |= c->com == MYND_COM_QUERY && leaves_state(link, &text);
	}
	return some;
}

void mynd_prefetch_begin_use(mynd_link *link)
{
	forget(link);
	if (UNEXPECTED(is_wanted(link))) {
		link->pooled->prefetch = calloc(1, sizeof *link->pooled->prefetch);
	}
	if (link->pooled->prefetch != NULL) {
		link->pooled->prefetch->has_state = begins_with_state(link);
	}
}

static const mynd_presend reads_presend;

/* Has the link's hooks be those of its prologue again. */
static void put_back_hooks(mynd_link *link)
{
	if (link->presend == &reads_presend) {
		link->presend = link->pooled->prologue != NULL ? &mynd_prologue_presend : NULL;
	}
}

void mynd_prefetch_end_use(mynd_link *link)
{
	if (link->pooled->prefetch != NULL) {
		put_back_hooks(link);
		forget(link);
	}
}

static uint64_t count_asked(const mynd_link *link)
{
	return mynd_session_count_asked(&link->channel.counts.session);
}

/* --- the other connections of the thread --- */

/*
 * Returns a number that changes when another link of the thread sends a command that is no plain read, when
 * the thread makes a link, and when an interceptor answers a command.
 */
static uint64_t stamp_of_others(const mynd_link *link)
{
	uint64_t sum = mynd_links_changes() + mynd_answers_made();
	for (const mynd_link *other = mynd_links_first(); other != NULL; other = other->next) {
		if (other != link) {
			bool counts = other->pooled != NULL && other->pooled->prefetch != NULL;
			sum += count_asked(other) - (counts ? other->pooled->prefetch->plain : 0);
		}
	}
	return sum;
}

/* Returns true if the session may hold locks or an open transaction. */
static bool is_unsettled(const mynd_link *link)
{
	if (link->channel.session == NULL || mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD ||
	    (link->pooled != NULL && link->pooled->idle)) {
		return false;
	}
	return link->pooled == NULL || link->pooled->prefetch == NULL || link->pooled->prefetch->has_state ||
	       (mynd_session_pending(link->channel.session) > 0 && !mynd_link_waits_for_presends(link)) ||
	       mynd_server_has_transaction(mynd_session_server(link->channel.session));
}

static bool are_others_unsettled(const mynd_link *link)
{
	for (const mynd_link *other = mynd_links_first(); other != NULL; other = other->next) {
		if (other != link && !other->is_spare && is_unsettled(other)) {
			return true;
		}
	}
	return false;
}

/* --- what the program's commands are --- */

/* Returns true if the command is one that can be a read: a query, or an execute without a cursor. */
static bool runs_query(const mynd_command *command)
{
	return command->com == MYND_COM_QUERY ||
	       (command->com == MYND_COM_STMT_EXECUTE && command->facts != NULL &&
	           !mynd_execute_wants_cursor(command));
}

/* Returns the query that such a command runs. */
static mynd_slice query_of(const mynd_command *command)
{
	return command->com == MYND_COM_QUERY ? command->body : command->facts->sql;
}

/* Returns true if all tables of the query are known to be base tables. */
static bool are_base(mynd_link *link, mynd_known_query *q)
{
	if (q->are_base && q->version == mynd_effects_version() && mynd_coarse_now() < q->expires) {
		return true;
	}
	mynd_text_tables tables = mynd_known_query_tables(q);
	mynd_table_kind kind = mynd_traces_kind_of(link, &tables, &q->expires);
	q->version = mynd_effects_version();
	q->are_base = kind == MYND_TABLE_PLAIN || kind == MYND_TABLE_READ_ONLY;
	return q->are_base;
}

static bool reads_plainly(mynd_link *link, mynd_known_query *q)
{
	return q != NULL && q->kind != MYND_SQL_READ_OTHER && are_base(link, q);
}

/*
 * Returns true if a query that only sets names a variable that makes reads more than reads: sql_auto_is_null,
 * profiling, optimizer_trace.
 */
static bool sets_more(mynd_slice sql)
{
	mynd_cursor c = mynd_cursor_over(sql.ptr, sql.len);
	while (mynd_cursor_left(&c) > 0) {
		mynd_slice word = mynd_lexer_take(&c, MYND_LEX_KEYWORD);
		if (mynd_lexer_is_word(word, "SQL_AUTO_IS_NULL") || mynd_text_is_of_role(word)) {
			return true;
		}
		c.pos += word.len == 0;
	}
	return false;
}

/*
 * Returns true if the query may leave state in the session, other than variables set to constants, and the
 * default database, which the server reports and which is a part of each query's number.
 */
static bool leaves_state(mynd_link *link, mynd_text_facts *text)
{
	if (mynd_sql_in_prologue(text->sql) == MYND_SQL_PROLOGUE_SCHEMA) {
		return false;
	}
	bool wide = mynd_charset_rules(link->charset)->lead != NULL;
	if (mynd_text_ask(text, MYND_TEXT_ONLY_SETS) || mynd_sql_sets_constants(text->sql)) {
		return sets_more(text->sql) || mynd_text_ask(text, MYND_TEXT_TRACKING);
	}
	return (mynd_text_session_use(text, mynd_link_has_no_backslash(link), wide) & MYND_SQL_LEAVES) != 0;
}

/*
 * Returns true if the command, or one after it, may see what the server's last command was: SET, BEGIN, USE
 * and writes do not change what FOUND_ROWS() and SHOW WARNINGS tell, so only a plain read needs nothing.
 */
static bool needs_repeat(mynd_link *link, const mynd_command *command)
{
	if (command == NULL || !runs_query(command)) {
		return true;
	}
	mynd_text_facts text = {.sql = query_of(command)};
	uint64_t hash = mynd_predict_hash(link, command, text.sql);
	return !reads_plainly(link, mynd_predict_query(link, hash, command, &text));
}

/* --- measuring replies --- */

static bool has_failed(const mynd_link *link)
{
	return mynd_link_field_count(link) == 0 || mynd_link_warning_count(link) > 0;
}

void mynd_prefetch_measure(mynd_link *link, bool begun)
{
	mynd_prefetch *p = link->pooled->prefetch;
	mynd_known_query *q = p == NULL ? NULL : p->measured;
	if (q == NULL || count_asked(link) - begun != p->measured_at) {
		return;
	}
	uint64_t bytes = link->channel.counts.session.bytes_received - p->bytes;
	int64_t waited = (int64_t) (link->channel.counts.net.wait_nanoseconds - p->waited);
	p->quickest = p->quickest == 0 ? waited : MIN(p->quickest, waited);
	q->replied = true;
	q->bytes = MAX(q->bytes - q->bytes / 8, (uint32_t) MIN(bytes, UINT32_MAX));
	bool slow = waited - p->quickest > MYND_READ_AHEAD_LONGEST_MS * (MYND_SECOND / 1000);
	q->slow = slow ? MIN(q->slow + 1, SLOW) : 0;
	bool bad = has_failed(link) || bytes > MOST_REPLY || q->slow == SLOW;
	q->unwanted = bad ? MYND_UNWANTED : q->unwanted > 0 ? q->unwanted - 1 : 0;
	set_query(&p->measured, NULL);
}

static void begin_measuring(mynd_link *link, mynd_known_query *q)
{
	mynd_prefetch *p = link->pooled->prefetch;
	set_query(&p->measured, q);
	p->measured_at = count_asked(link);
	p->bytes = link->channel.counts.session.bytes_received;
	p->waited = link->channel.counts.net.wait_nanoseconds;
}

/* --- sending --- */

/* Returns the number of the program's prepares that were queued just now, before the last command. */
static unsigned count_prepares(const mynd_link *link)
{
	bool is_behind = count_asked(link) == link->pooled->prefetch->prepared_at + 1;
	return is_behind && mynd_session_pending(link->channel.session) == 2;
}

/* Returns true if the program's command, which was queued just now, is one after which reads may be sent. */
static bool goes_before_reads(mynd_link *link, const mynd_command *command, const mynd_known_query *q)
{
	const mynd_prefetch *p = link->pooled->prefetch;
	unsigned prepares = count_prepares(link);
	bool may_be_repeated = !q->is_prepared || mynd_predicted_ids_after(link, prepares) != 0;
	return may_be_repeated && q->replied && q->unwanted == 0 && !q->is_asked &&
	       !link->pooled->pool->no_prefetch && !p->has_state && command->facts != NULL &&
	       command->attribute_count == 0 && mynd_session_pending(link->channel.session) == 1 + prepares &&
	       !mynd_link_has_outstanding(link, MYND_OWNER_ANY) && link->turns == NULL &&
	       !link->state.user_changed && !link->learning &&
	       !mynd_server_has_transaction(mynd_session_server(link->channel.session)) &&
	       mynd_pipelining_is_borne(link) && !are_others_unsettled(link);
}

static bool goes_ahead(mynd_link *link, mynd_known_query *q, size_t bytes)
{
	return q != NULL && q->kind == MYND_SQL_READ_AHEAD && q->replied && q->unwanted == 0 &&
	       bytes + q->bytes <= MOST_BYTES && are_base(link, q);
}

/* Queues the reads that will probably follow. */
static void queue_reads(mynd_link *link)
{
	mynd_prefetch *p = link->pooled->prefetch;
	uint64_t before = p->before, last = p->last;
	size_t bytes = 0, text = 0;
	unsigned prepares = count_prepares(link);
	uint64_t asked = count_asked(link);
	while (p->count < MOST && text < MOST_TEXT) {
		mynd_read_ahead *one = &p->reads[p->count];
		one->query = mynd_predict_next(before, last, &one->context);
		if (!goes_ahead(link, one->query, bytes) || mynd_read_ahead_queue(link, one, prepares) != MYND_OK) {
			break;
		}
		prepares += one->query->is_prepared;
		bytes += one->query->bytes;
		text += one->query->len;
		before = last;
		last = one->query->hash;
		p->count++;
	}
	p->plain += count_asked(link) - asked;
	if (p->count > 0) {
		p->sent_at = mynd_now();
		p->others = stamp_of_others(link);
		link->presend = &reads_presend;
		link->pooled->pool->info.reads_sent += p->count;
	}
}

/* Notes the program's query as the last one. */
static void learn(mynd_prefetch *p, uint64_t hash)
{
	mynd_predict_learn(p->before, p->last, hash);
	p->before = p->last;
	p->last = hash;
}

/* Finds the program's query and notes it as the last one. Returns NULL if it is no plain read. */
static mynd_known_query *note(mynd_link *link, const mynd_command *command, mynd_text_facts *text)
{
	mynd_prefetch *p = link->pooled->prefetch;
	uint64_t hash = mynd_predict_hash(link, command, text->sql);
	mynd_known_query *q = mynd_predict_query(link, hash, command, text);
	learn(p, hash);
	return reads_plainly(link, q) && runs_query(command) ? q : NULL;
}

void mynd_prefetch_look_at(mynd_link *link, const mynd_command *command, mynd_text_facts *text)
{
	mynd_prefetch *p = link->pooled->prefetch;
	bool is_prepare = command->com == MYND_COM_STMT_PREPARE;
	forget_reads(link);
	mynd_prefetch_measure(link, true);
	mynd_known_query *q = is_prepare ? NULL : note(link, command, text);
	bool plain = q != NULL;
	if (!plain && p->last_read != NULL && mynd_text_ask(text, MYND_TEXT_ASKS_LAST)) {
		p->last_read->is_asked = true;
	}
	p->plain += plain || is_prepare;
	p->prepared_at = is_prepare ? count_asked(link) : p->prepared_at;
	p->has_state |= !plain && leaves_state(link, text);
	p->behind = p->repeats = false;
	set_query(&p->last_read, plain ? q : NULL);
	if (plain && goes_before_reads(link, command, q)) {
		queue_reads(link);
	}
	p->behind = p->count > 0;
	if (plain && p->count == 0) {
		begin_measuring(link, q);
	}
}

/* --- the program's next command --- */

static void make_old(mynd_link *link)
{
	if (link->pooled != NULL && link->pooled->prefetch != NULL) {
		link->pooled->prefetch->sent_at = INT64_MIN / 2;
	}
}

void mynd_pool_drop_prefetched(mynd_link *link)
{
	for (mynd_link *each = mynd_links_first(); each != NULL; each = each->next) {
		if (link == NULL || each == link) {
			make_old(each);
		}
	}
}

/* Returns the place of the command among the reads whose replies are unread, or their number. */
static unsigned find(const mynd_prefetch *p, const mynd_command *command)
{
	if (command == NULL || !runs_query(command) || command->attribute_count > 0) {
		return p->count;
	}
	mynd_slice sql = query_of(command);
	unsigned i = p->taken;
	while (i < p->count && !mynd_known_query_is(p->reads[i].query, command, sql)) {
		i++;
	}
	return i;
}

/* Returns true if replies to the reads may be given to the program now. */
static bool are_fresh(const mynd_link *link)
{
	const mynd_prefetch *p = link->pooled->prefetch;
	int64_t age = link->channel.settings.ints[MYND_SET_PREFETCH] * (MYND_SECOND / 1000000);
	return mynd_now() - p->sent_at <= age && p->others == stamp_of_others(link) &&
	       !mynd_server_has_transaction(mynd_session_server(link->channel.session));
}

/* Drops the replies that are left, so that the command can be sent. */
static int drop_all(mynd_link *link, const mynd_command *command)
{
	mynd_prefetch *p = link->pooled->prefetch;
	unsigned left = p->count - p->taken;
	if (mynd_read_ahead_drop(link, &p->reads[p->taken], left) != MYND_OK) {
		return MYND_BAD;
	}
	forget_reads(link);
	p->repeats = p->behind && p->last_read != NULL && needs_repeat(link, command);
	p->repeats_at = count_asked(link);
	p->repeats_as = p->repeats && p->last_read->is_prepared ? mynd_predicted_ids_after(link, 0) : 0;
	p->repeats_in = link->state.statement_version;
	if (!p->repeats) {
		put_back_hooks(link);
	}
	mynd_channel_rest(&link->channel);
	/* mynd.reconnect has not looked for it, because replies were outstanding */
	bool lost = mynd_link_reconnects(link) && mynd_channel_look_for_loss(&link->channel);
	return lost ? MYND_BAD : MYND_MORE;
}

/* Notes that the program has asked for a read whose reply is here. */
static void take(mynd_link *link, mynd_read_ahead *one)
{
	mynd_prefetch *p = link->pooled->prefetch;
	learn(p, one->query->hash);
	mynd_predict_count(one->context, false);
	set_query(&p->last_read, one->query);
	link->pooled->pool->info.reads_taken++;
	mynd_board_count(MYND_BOARD_reads_ahead);
	if (p->taken == p->count) {
		p->behind = false;
		forget_reads(link);
		put_back_hooks(link);
	}
}

/* Drops the replies before the read with this number, and stores the reply to it. */
static int store_reply(mynd_link *link, unsigned number)
{
	mynd_prefetch *p = link->pooled->prefetch;
	if (mynd_read_ahead_drop(link, &p->reads[p->taken], number - p->taken) != MYND_OK) {
		return MYND_BAD;
	}
	waste(link, number);
	return mynd_read_ahead_store(link, &p->reads[number]);
}

/* mynd_presend.next (../command/internal.h). Refuses the command if a longjmp has left a reply half read. */
static int next(mynd_link *link, const mynd_command *command)
{
	mynd_prefetch *p = link->pooled->prefetch;
	if (!mynd_link_waits_for_presends(link)) {
		return mynd_channel_refuse(&link->channel, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	unsigned number = find(p, command);
	if (number == p->count || !are_fresh(link)) {
		return drop_all(link, command);
	}
	int rc = store_reply(link, number);
	if (rc == MYND_BAD) {
		return MYND_BAD;
	}
	mynd_read_ahead *one = &p->reads[p->taken++];
	if (rc == MYND_OK) {
		take(link, one);
		return MYND_OK;
	}
	one->query->unwanted = MYND_UNWANTED;
	return drop_all(link, command);
}

static void failed(mynd_link *link)
{
}

/*
 * mynd_presend.before: queues the program's last read once more, so that the server's last command is the
 * program's again.
 */
static int repeat(mynd_link *link, unsigned *count)
{
	mynd_prefetch *p = link->pooled->prefetch;
	const mynd_known_query *q = p->last_read;
	bool is_now = p->repeats && p->repeats_at == count_asked(link) &&
	              mynd_session_pending(link->channel.session) == 0 &&
	              (!q->is_prepared || (p->repeats_as != 0 && p->repeats_in == link->state.statement_version));
	p->repeats = false;
	put_back_hooks(link);
	if (!is_now) {
		return MYND_OK;
	}
	p->behind = false;
	uint64_t asked = count_asked(link);
	int rc = mynd_read_ahead_repeat(link, q, p->repeats_as, count);
	p->plain += count_asked(link) - asked;
	link->pooled->pool->info.reads_repeated += rc == MYND_OK;
	return rc;
}

static const mynd_presend reads_presend = {
    next, failed, mynd_prologue_learn, repeat, .waits_for_execute = true};
