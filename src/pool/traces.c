/*
 * Decides which queries of a session may have left a trace: an effect that a reset does not undo
 * (reset_check.c). If no query may have left one, reset_check.c need not ask the server.
 *
 * Each query is examined when it is queued, in whatever way it is sent. A query leaves no trace if its words
 * show that it leaves none (mynd_text_keeps_nothing), and if its tables are known to be base tables, without
 * triggers where it changes rows: views and triggers may call functions. After a reset the server is asked
 * once for the kind of each table that is not known. The thread remembers the answer as long as a login may
 * last (mynd.login_lifetime), at most for a minute (../command/effects.c); a view or trigger that another
 * process defines is not noticed within that time. A query of this process that may define something makes
 * the thread forget all kinds. A name that does not exist, or that the account cannot see, does not count as
 * a base table: it may be a view by the time that the account gets a privilege for it.
 *
 * A trigger is visible only with the privilege TRIGGER. If the account does not have this privilege by a
 * grant of its own, on the whole server or on one pattern of databases, each change of rows causes a check.
 *
 * Always true: a query that was not examined counts as one that left a trace; it is noticed because the
 * session counts all queries, and this file those that it has examined.
 */
#include "internal.h"

#include "../wire/lexer.h"

#define TABLES_MOST 24 /* tables in one query */

struct mynd_traces_tables {
	unsigned count;
	mynd_table_name names[TABLES_MOST];
	bool is_known[TABLES_MOST];
};

typedef struct judge {
	mynd_link *link;
	bool unknown;
	int64_t known_since; /* time of the oldest answer about the kinds of the tables */
} judge;

#define TEXTS        64 /* slots; each query has two slots in which it can be */
#define TEXT_LONGEST 512

/* Queries that were found to leave no trace, so that they are not examined again when they are sent again. */
struct mynd_traces_texts {
	struct known_text {
		uint32_t len; /* 0: the slot is empty */
		bool no_backslash, selects;
		char schema[65];
		uint64_t version; /* mynd_effects_version() when the tables' kinds were looked up */
		int64_t expires;  /* time when the kinds of the tables expire */
		uint8_t text[TEXT_LONGEST];
	} slots[TEXTS];
};

static uint64_t count_texts(const mynd_link *link)
{
	const uint64_t *com = link->channel.counts.session.com;
	return com[MYND_COM_QUERY] + com[MYND_COM_STMT_PREPARE];
}

/* Returns the seconds for which an answer of the server is used. */
static zend_long lifetime(const mynd_link *link)
{
	return MIN(mynd_pool_login_lifetime(link), 60);
}

/* Returns when the kinds of the query's tables are no longer known, by mynd_coarse_now(). */
static int64_t expiry(const judge *j)
{
	return j->known_since == INT64_MAX ? INT64_MAX : j->known_since + lifetime(j->link) * MYND_SECOND;
}

/* --- queries --- */

static bool is_metadata(mynd_slice schema)
{
	static const char name[] = "information_schema";
	return schema.len == sizeof name - 1 && strncasecmp((const char *) schema.ptr, name, schema.len) == 0;
}

/* Returns the default database, or "" if there is none, or it is not certain. */
static mynd_slice default_schema(const mynd_link *link)
{
	mynd_slice schema;
	mynd_state_default_schema(link, &schema);
	return schema;
}

/* Adds a table to ask about. Returns false if the list is full. */
static bool add_unknown(mynd_pooled *pooled, const mynd_table_name *table)
{
	mynd_traces_tables *tables = pooled->traces.tables;
	if (tables == NULL) {
		tables = pooled->traces.tables = calloc(1, sizeof *tables);
	}
	if (tables == NULL) {
		return false;
	}
	for (unsigned i = 0; i < tables->count; i++) {
		if (tables->names[i].len == table->len &&
		    memcmp(tables->names[i].name, table->name, table->len) == 0) {
			return true;
		}
	}
	if (tables->count == TABLES_MOST) {
		return false;
	}
	tables->names[tables->count++] = *table;
	return true;
}

/*
 * Returns the kind of the table. If it is UNKNOWN, adds the table to those to ask about and sets `unknown`;
 * if there is no room for it, the table counts as OTHER.
 */
static mynd_table_kind kind_of(judge *j, const mynd_text_table *t)
{
	mynd_table_name table;
	if (t->schema.len > 0 && is_metadata(t->schema)) {
		return MYND_TABLE_READ_ONLY;
	}
	if (!mynd_table_name_make(&table, t->schema.len > 0 ? t->schema : default_schema(j->link), t->name)) {
		return MYND_TABLE_OTHER;
	}
	int64_t known_at;
	mynd_table_kind kind = mynd_effects_table(j->link, &table, (double) lifetime(j->link), &known_at);
	j->known_since = MIN(j->known_since, known_at);
	if (kind != MYND_TABLE_UNKNOWN) {
		return kind;
	}
	j->unknown = true;
	return add_unknown(j->link->pooled, &table) ? MYND_TABLE_UNKNOWN : MYND_TABLE_OTHER;
}

/*
 * Returns true if the query's use of the table leaves no trace. A table of an unknown kind counts as
 * harmless, but the query as one that may leave a trace (`unknown`).
 */
static bool judge_table(judge *j, const mynd_text_table *t)
{
	mynd_table_kind kind = kind_of(j, t);
	return kind == MYND_TABLE_READ_ONLY ? !t->changes : kind != MYND_TABLE_OTHER;
}

static bool are_harmless(judge *j, const mynd_text_tables *tables)
{
	for (unsigned i = 0; i < tables->count; i++) {
		if (!judge_table(j, &tables->each[i])) {
			return false;
		}
	}
	return true;
}

/* Returns true if the tables of the database tell about the server and its sessions. */
static bool is_of_server(mynd_slice schema)
{
	static const char *const names[] = {"information_schema", "performance_schema", "sys", NULL};
	return mynd_lexer_is_listed(schema, names);
}

mynd_table_kind mynd_traces_kind_of(mynd_link *link, const mynd_text_tables *tables, int64_t *until)
{
	judge j = {link, false, INT64_MAX};
	bool read_only = false;
	for (unsigned i = 0; i < tables->count; i++) {
		const mynd_text_table *t = &tables->each[i];
		mynd_table_kind kind = kind_of(&j, t);
		if (kind == MYND_TABLE_OTHER || is_of_server(t->schema.len > 0 ? t->schema : default_schema(link))) {
			return MYND_TABLE_OTHER;
		}
		read_only |= kind == MYND_TABLE_READ_ONLY;
	}
	*until = expiry(&j);
	return j.unknown ? MYND_TABLE_UNKNOWN : read_only ? MYND_TABLE_READ_ONLY : MYND_TABLE_PLAIN;
}

/* Returns the first (place 0) or second (1) of the two neighbouring slots in which the query can be. */
static struct known_text *slot_of(mynd_traces_texts *texts, mynd_slice sql, unsigned place)
{
	uint64_t hash = sql.len, part;
	for (size_t i = 0; i + sizeof part <= sql.len; i += sizeof part) {
		memcpy(&part, sql.ptr + i, sizeof part);
		hash = (hash ^ part) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 32;
	}
	return &texts->slots[(hash ^ (hash >> 16) ^ sql.ptr[sql.len - 1]) % TEXTS ^ place];
}

static bool holds(const struct known_text *known)
{
	return known->len > 0 && known->version == mynd_effects_version() &&
	       (known->expires == INT64_MAX || mynd_coarse_now() < known->expires);
}

static bool is_same(const mynd_link *link, const struct known_text *known, mynd_slice sql, mynd_slice schema)
{
	return known->len == sql.len && memcmp(known->text, sql.ptr, sql.len) == 0 &&
	       known->no_backslash == mynd_link_has_no_backslash(link) && strlen(known->schema) == schema.len &&
	       memcmp(known->schema, schema.ptr, schema.len) == 0;
}

static void keep_text(mynd_link *link, const judge *j, mynd_slice sql, bool selects)
{
	mynd_pool *pool = link->pooled->pool;
	mynd_slice schema = default_schema(link);
	if (pool->texts == NULL) {
		pool->texts = calloc(1, sizeof *pool->texts);
	}
	if (pool->texts == NULL || schema.len >= sizeof pool->texts->slots->schema || sql.len == 0 ||
	    sql.len > TEXT_LONGEST) {
		return;
	}
	struct known_text *known = slot_of(pool->texts, sql, 0);
	if (holds(known) && !is_same(link, known, sql, schema)) {
		known = slot_of(pool->texts, sql, 1);
	}
	known->len = (uint32_t) sql.len;
	known->no_backslash = mynd_link_has_no_backslash(link);
	known->selects = selects;
	memcpy(known->text, sql.ptr, sql.len);
	memcpy(known->schema, schema.ptr, schema.len);
	known->schema[schema.len] = '\0';
	known->version = mynd_effects_version();
	known->expires = expiry(j);
}

static const struct known_text *find_text(const mynd_link *link, mynd_slice sql)
{
	mynd_traces_texts *texts = link->pooled->pool->texts;
	if (texts == NULL || sql.len == 0 || sql.len > TEXT_LONGEST) {
		return NULL;
	}
	for (unsigned place = 0; place < 2; place++) {
		const struct known_text *known = slot_of(texts, sql, place);
		if (holds(known) && is_same(link, known, sql, default_schema(link))) {
			return known;
		}
	}
	return NULL;
}

void mynd_traces_forget_texts(mynd_pool *pool)
{
	free(pool->texts);
	pool->texts = NULL;
}

/*
 * Returns true if the query leaves no trace. If a reply is outstanding (`due`), the command before may change
 * what a backslash means, and the default database: the stored results are then neither used nor extended.
 */
static bool keeps_nothing(mynd_link *link, mynd_text_facts *text, bool *selects)
{
	judge j = {link, false, INT64_MAX};
	mynd_traces *traces = &link->pooled->traces;
	mynd_slice sql = text->sql;
	bool due = mynd_session_pending(link->channel.session) > 1;
	const struct known_text *known = due ? NULL : find_text(link, sql);
	if (known != NULL) {
		*selects = known->selects;
		traces->known_until = MIN(traces->known_until, known->expires);
		return true;
	}
	*selects = mynd_text_ask(text, MYND_TEXT_SELECTS) != 0;
	if ((due && memchr(sql.ptr, '\\', sql.len) != NULL) ||
	    !mynd_text_keeps_nothing(text, mynd_link_has_no_backslash(link)) || !are_harmless(&j, text->tables) ||
	    j.unknown) {
		return false;
	}
	traces->known_until = MIN(traces->known_until, expiry(&j));
	if (!due) {
		keep_text(link, &j, sql, *selects);
	}
	return true;
}

static void look_at(mynd_link *link, const mynd_command *command)
{
	mynd_traces *traces = &link->pooled->traces;
	mynd_text_tables tables;
	mynd_text_facts own = {.sql = command->body, .tables = &tables};
	bool executes = command->com == MYND_COM_STMT_EXECUTE; /* it was examined when it was prepared */
	bool has_tables = command->facts != NULL && command->facts->tables != NULL, selects;
	mynd_text_facts *text = has_tables || executes ? command->facts : &own;
	if (!executes) {
		traces->seen++;
		traces->left |= !keeps_nothing(link, text, &selects);
		traces->selected |= selects;
	}
	if (UNEXPECTED(link->pooled->prefetch != NULL)) {
		mynd_prefetch_look_at(link, command, text);
	}
}

/* --- a session --- */

void mynd_traces_begin(mynd_link *link)
{
	mynd_traces *traces = &link->pooled->traces;
	mynd_traces_end(link);
	traces->seen = count_texts(link);
	traces->left = true;
	link->on_text = look_at;
}

void mynd_traces_take_over(mynd_link *link, bool left, int64_t asked)
{
	mynd_traces_begin(link);
	link->pooled->traces.left = left;
	link->pooled->traces.asked = asked;
}

void mynd_traces_end(mynd_link *link)
{
	free(link->pooled->traces.tables);
	memset(&link->pooled->traces, 0, sizeof link->pooled->traces);
	link->on_text = NULL;
}

bool mynd_traces_may_be_left(const mynd_link *link)
{
	const mynd_traces *traces = &link->pooled->traces;
	return traces->left || traces->seen != count_texts(link) ||
	       mynd_thread_pools.now - traces->asked >= lifetime(link);
}

bool mynd_traces_are_none(const mynd_link *link)
{
	const mynd_traces *traces = &link->pooled->traces;
	return !mynd_traces_may_be_left(link) && traces->clears == mynd_effects_clears() &&
	       (traces->known_until == INT64_MAX || mynd_coarse_now() < traces->known_until);
}

bool mynd_traces_ask_for_tables(const mynd_link *link)
{
	return link->pooled->traces.tables != NULL;
}

/* After a reset no query has left a trace yet. */
void mynd_traces_reset(mynd_link *link, bool asks)
{
	mynd_traces *traces = &link->pooled->traces;
	if (asks) {
		traces->asked = mynd_thread_pools.now;
	}
	traces->left = traces->selected = false;
	traces->seen = count_texts(link);
	traces->known_until = INT64_MAX;
	traces->clears = mynd_effects_clears();
}

void mynd_traces_drained(mynd_link *link)
{
	link->pooled->traces.results = link->channel.counts.session.result_sets;
}

void mynd_traces_hand_on(mynd_link *link)
{
	link->pooled->traces.selected = false;
	mynd_traces_drained(link);
}

void mynd_traces_note_selects(mynd_link *link, bool selects)
{
	link->pooled->traces.selected |= selects;
}

void mynd_traces_note_own(mynd_link *link)
{
	link->pooled->traces.seen++;
}

/* --- kinds of tables --- */

#define GRANTEE "GRANTEE=CONCAT('''',REPLACE(CURRENT_USER(),'@','''@'''),'''')"

/*
 * Writes a query that returns a row if the table exists: a string of its number and its kind
 * (mynd_table_kind). `sees`: an SQL condition, false with MySQL's partial_revokes, where an account with a
 * privilege on the whole server may lack it in one database.
 */
static char *put_table(char *at, unsigned number, const mynd_table_name *table, const char *sees)
{
	const char *schema = table->name, *name = table->name + table->schema_len + 1;
	int len = table->len - table->schema_len - 1;
	at += sprintf(at,
	    "%sSELECT CONCAT(%u,IF(TABLE_TYPE NOT IN('BASE TABLE','SYSTEM VERSIONED'),3,IF(%s AND NOT EXISTS("
	    "SELECT 1 FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA='%s' AND "
	    "EVENT_OBJECT_TABLE='%.*s') AND (EXISTS(SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE "
	    "PRIVILEGE_TYPE='TRIGGER' AND " GRANTEE ") OR (SELECT COUNT(DISTINCT TABLE_SCHEMA)=1 AND "
	    "SUM(PRIVILEGE_TYPE='TRIGGER')=1 FROM information_schema.SCHEMA_PRIVILEGES WHERE '%s' LIKE "
	    "TABLE_SCHEMA AND " GRANTEE ")),1,2))) FROM information_schema.TABLES WHERE TABLE_SCHEMA='%s' AND "
	    "TABLE_NAME='%.*s'",
	    number == 0 ? "" : " UNION ALL ", number, sees, schema, len, name, schema, schema, len, name);
	return at;
}

#define LONGEST_ENTRY 1400

#define FIRST_WITH_REVOKES 80016 /* MySQL's partial_revokes */

int mynd_traces_queue(mynd_link *link)
{
	mynd_traces *traces = &link->pooled->traces;
	const mynd_server *server = mynd_session_server(link->channel.session);
	bool revokes = !server->mariadb && server->version_number >= FIRST_WITH_REVOKES;
	char *text = malloc((size_t) traces->tables->count * LONGEST_ENTRY + 1), *at = text;
	if (text == NULL) {
		return MYND_BAD;
	}
	for (unsigned i = 0; i < traces->tables->count; i++) {
		at = put_table(at, i, &traces->tables->names[i], revokes ? "NOT @@partial_revokes" : "1");
	}
	mynd_command command =
	    mynd_command_text(MYND_COM_QUERY, (mynd_slice){(const uint8_t *) text, (size_t) (at - text)});
	command.owner = MYND_FOR_TABLES;
	int rc = mynd_session_send(link->channel.session, &command, &link->channel.error);
	mynd_traces_note_own(link);
	free(text);
	return rc;
}

static void take_row(mynd_link *link, const mynd_row *row)
{
	mynd_traces_tables *tables = link->pooled->traces.tables;
	mynd_cell cell;
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	unsigned number = 0;
	if (mynd_cell_next(&c, row->has_large, &cell) != MYND_OK || cell.ptr == NULL || cell.len < 2 ||
	    cell.len > 3) {
		return;
	}
	for (size_t i = 0; i + 1 < cell.len; i++) {
		number = number * 10 + (unsigned) (cell.ptr[i] - '0');
	}
	unsigned kind = (unsigned) (cell.ptr[cell.len - 1] - '0');
	if (number < tables->count && kind >= MYND_TABLE_PLAIN && kind <= MYND_TABLE_OTHER) {
		bool again = tables->is_known[number]; /* a second row for this name: its kind is uncertain */
		mynd_effects_keep_table(
		    link, &tables->names[number], again ? MYND_TABLE_OTHER : (mynd_table_kind) kind);
		tables->is_known[number] = true;
	}
}

static void finish(mynd_link *link)
{
	mynd_traces *traces = &link->pooled->traces;
	for (unsigned i = 0; i < traces->tables->count; i++) {
		if (!traces->tables->is_known[i]) {
			mynd_effects_keep_table(link, &traces->tables->names[i], MYND_TABLE_OTHER);
		}
	}
	free(traces->tables);
	traces->tables = NULL;
}

bool mynd_traces_take(mynd_link *link, const mynd_event *event)
{
	if (event->owner != MYND_FOR_TABLES || link->pooled->traces.tables == NULL) {
		return false;
	}
	if (event->kind == MYND_EVENT_ROW) {
		take_row(link, &event->row);
	}
	if (event->last) {
		finish(link);
	}
	return true;
}
