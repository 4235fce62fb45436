/*
 * The predictor of a thread: learns which query follows which last two queries, for all logins together; the
 * pool's key is part of each query's number.
 *
 * A prediction is made if the same query has followed in nine of ten cases, and in three at least. Counts are
 * halved when a context has been seen OFTEN times, so that a program that changes is followed. A context of
 * which more than one in ten predictions was wasted makes none for a while: each second one that would have
 * been right counts as if it had been made, so about twenty make up for one that was wasted.
 *
 * Always true: the memory is bounded. Contexts have fixed places; one that is needed for other queries is
 * given up after as many attempts as its count has binary digits. Queries are freed, those unused for longest
 * first, when they exceed QUERIES_MOST bytes.
 * Not here: what is sent, and when (prefetch.c).
 */
#include "internal.h"

#include "predict.h"

#define SLOTS        1024
#define CONTEXTS     2048 /* 192 KiB */
#define QUERIES_MOST (768 * 1024)
#define FOLLOWERS    4
#define OFTEN        64 /* times */
#define LEAST        3  /* times */

struct mynd_context {
	uint64_t key;
	uint32_t seen; /* how often a query has followed */
	struct {
		uint64_t query;
		uint32_t count;
	} followers[FOLLOWERS];
	uint16_t predicted, wasted;
};

/* Where a table's name stands in the query. */
typedef struct table_place {
	uint16_t schema, schema_len, name, name_len;
} table_place;

typedef struct predictor {
	mynd_known_query *slots[SLOTS];
	size_t bytes;
	uint32_t ticks, swept; /* ticks: queries looked for; swept: ticks at the last sweep */
	mynd_context contexts[CONTEXTS];
} predictor;

ZEND_TLS predictor *thread_predictor;

static predictor *get(void)
{
	if (thread_predictor == NULL) {
		thread_predictor = calloc(1, sizeof *thread_predictor);
	}
	return thread_predictor;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	a = (a ^ (a >> 32) ^ b) * UINT64_C(0x9E3779B97F4A7C15);
	return a ^ (a >> 29);
}

/* --- values --- */

/* Returns the bytes of the value: its text, or its number. */
static mynd_slice bytes_of(const mynd_parameter *v)
{
	switch (v->kind) {
	case MYND_PARAMETER_BYTES:
		return v->bytes;
	case MYND_PARAMETER_INTEGER:
	case MYND_PARAMETER_TINY:
		return (mynd_slice){(const uint8_t *) &v->integer, sizeof v->integer};
	case MYND_PARAMETER_REAL:
		return (mynd_slice){(const uint8_t *) &v->real, sizeof v->real};
	default:
		return (mynd_slice){(const uint8_t *) "", 0};
	}
}

static bool is_same(const mynd_parameter *a, const mynd_parameter *b)
{
	mynd_slice one = bytes_of(a), other = bytes_of(b);
	return a->kind == b->kind && a->type == b->type && one.len == other.len &&
	       memcmp(one.ptr, other.ptr, one.len) == 0;
}

/* Sets *bytes to the memory that copies of the values need. Returns false for values sent as long data. */
static bool measure_values(const mynd_command *command, size_t *bytes)
{
	*bytes = command->parameter_count * sizeof(mynd_parameter);
	for (unsigned i = 0; i < command->parameter_count; i++) {
		const mynd_parameter *v = &command->parameters[i];
		if (v->kind == MYND_PARAMETER_LONG) {
			return false;
		}
		*bytes += v->kind == MYND_PARAMETER_BYTES ? v->bytes.len : 0;
	}
	return true;
}

/* Copies the values to `to`, which has the size that measure_values has returned. */
static void copy_values(mynd_known_query *q, const mynd_command *command, void *to)
{
	mynd_parameter *values = to;
	uint8_t *bytes = (uint8_t *) (values + command->parameter_count);
	for (unsigned i = 0; i < command->parameter_count; i++) {
		values[i] = command->parameters[i];
		if (values[i].kind == MYND_PARAMETER_BYTES && values[i].bytes.len > 0) {
			memcpy(bytes, values[i].bytes.ptr, values[i].bytes.len);
			values[i].bytes.ptr = bytes;
			bytes += values[i].bytes.len;
		}
	}
	q->parameters = values;
	q->parameter_count = command->parameter_count;
}

static uint64_t hash_values(uint64_t key, const mynd_command *command)
{
	for (unsigned i = 0; i < command->parameter_count; i++) {
		const mynd_parameter *v = &command->parameters[i];
		mynd_slice bytes = bytes_of(v);
		key = mix(key, ((uint64_t) v->kind << 8) | v->type);
		key = mix(key, zend_inline_hash_func((const char *) bytes.ptr, bytes.len));
	}
	return mix(key, command->parameter_count);
}

uint64_t mynd_predict_hash(const mynd_link *link, const mynd_command *command, mynd_slice sql)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	uint64_t key;
	memcpy(&key, link->pooled->pool->key, sizeof key);
	if (server->schema != NULL) {
		key = mix(key, zend_inline_hash_func(server->schema, strlen(server->schema)));
	}
	key = mix(
	    key, mynd_link_has_no_backslash(link) + (mynd_charset_rules(link->charset)->lead != NULL ? 2 : 0));
	key = mix(key, zend_inline_hash_func((const char *) sql.ptr, sql.len));
	return command->com == MYND_COM_STMT_EXECUTE ? hash_values(mix(key, 1), command) : key;
}

/* --- queries --- */

static table_place *places_of(const mynd_known_query *q)
{
	return (table_place *) ((char *) q + ZEND_MM_ALIGNED_SIZE(sizeof *q + q->len));
}

/* Returns the bytes of the query's memory before its values. */
static size_t size_of(size_t len, unsigned tables)
{
	return ZEND_MM_ALIGNED_SIZE(sizeof(mynd_known_query) + len) +
	       ZEND_MM_ALIGNED_SIZE(tables * sizeof(table_place));
}

void mynd_known_query_addref(mynd_known_query *q)
{
	q->references++;
}

void mynd_known_query_release(mynd_known_query *q)
{
	if (q != NULL && --q->references == 0) {
		free(q);
	}
}

mynd_text_tables mynd_known_query_tables(const mynd_known_query *q)
{
	const table_place *places = places_of(q);
	mynd_text_tables tables = {.count = q->tables};
	for (unsigned i = 0; i < q->tables; i++) {
		const uint8_t *text = (const uint8_t *) q->text;
		tables.each[i].schema = (mynd_slice){text + places[i].schema, places[i].schema_len};
		tables.each[i].name = (mynd_slice){text + places[i].name, places[i].name_len};
		tables.each[i].changes = false;
	}
	return tables;
}

static void take_out(predictor *p, mynd_known_query **at)
{
	mynd_known_query *q = *at;
	*at = q->next;
	p->bytes -= q->size;
	mynd_known_query_release(q);
}

/* Frees the queries that were not looked for since `since`. */
static void sweep(predictor *p, uint32_t since)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		for (mynd_known_query **at = &p->slots[i]; *at != NULL;) {
			if ((int32_t) ((*at)->used - since) < 0) {
				take_out(p, at);
			} else {
				at = &(*at)->next;
			}
		}
	}
}

/* Frees queries until half of the memory is free; the more often it is called, the more are old. */
static void make_room(predictor *p)
{
	uint32_t since = p->swept;
	while (p->bytes > QUERIES_MOST / 2 && since != p->ticks) {
		sweep(p, since);
		since += (p->ticks - since + 1) / 2;
	}
	if (p->bytes > QUERIES_MOST / 2) {
		sweep(p, p->ticks + 1);
	}
	p->swept = p->ticks;
}

static void note_tables(mynd_known_query *q, mynd_slice sql, const mynd_text_tables *tables)
{
	table_place *places = places_of(q);
	for (unsigned i = 0; i < q->tables; i++) {
		const mynd_text_table *t = &tables->each[i];
		places[i].schema = (uint16_t) (t->schema.len == 0 ? 0 : t->schema.ptr - sql.ptr);
		places[i].schema_len = (uint16_t) t->schema.len;
		places[i].name = (uint16_t) (t->name.ptr - sql.ptr);
		places[i].name_len = (uint16_t) t->name.len;
	}
}

/* Reads the query's words. A query that may use other things than its tables is of no kind. */
static mynd_sql_read read_query(mynd_link *link, mynd_slice sql, mynd_text_tables *tables, size_t *hint_at)
{
	bool no_backslash = mynd_link_has_no_backslash(link);
	bool wide = mynd_charset_rules(link->charset)->lead != NULL;
	mynd_text_facts own = {.sql = sql, .tables = tables};
	mynd_sql_read kind = mynd_sql_read_of(sql, no_backslash, wide, hint_at);
	bool is_plain = kind != MYND_SQL_READ_OTHER && mynd_text_session_use(&own, no_backslash, wide) == 0 &&
	                mynd_text_keeps_nothing(&own, no_backslash);
	return is_plain ? kind : MYND_SQL_READ_OTHER;
}

static mynd_known_query *store(
    predictor *p, mynd_link *link, uint64_t hash, const mynd_command *command, mynd_slice sql)
{
	size_t values;
	if (!measure_values(command, &values) || sql.len + values > MYND_KNOWN_LONGEST) {
		return NULL;
	}
	mynd_text_tables tables = {0};
	size_t hint_at = 0;
	mynd_sql_read kind = read_query(link, sql, &tables, &hint_at);
	unsigned count = kind == MYND_SQL_READ_OTHER ? 0 : tables.count;
	size_t size = size_of(sql.len, count) + values;
	if (p->bytes + size > QUERIES_MOST) {
		make_room(p);
	}
	mynd_known_query *q = calloc(1, size);
	if (q == NULL) {
		return NULL;
	}
	q->hash = hash;
	q->references = 1;
	q->kind = kind;
	q->hint_at = (uint32_t) hint_at;
	q->tables = (uint8_t) count;
	q->len = (uint32_t) sql.len;
	q->size = size;
	q->is_prepared = command->com == MYND_COM_STMT_EXECUTE;
	memcpy(q->text, sql.ptr, sql.len);
	note_tables(q, sql, &tables);
	copy_values(q, command, (char *) q + size - values);
	q->next = p->slots[hash % SLOTS];
	p->slots[hash % SLOTS] = q;
	p->bytes += size;
	return q;
}

static mynd_known_query *find(predictor *p, uint64_t hash)
{
	mynd_known_query *q = p->slots[hash % SLOTS];
	while (q != NULL && q->hash != hash) {
		q = q->next;
	}
	return q;
}

bool mynd_known_query_is(const mynd_known_query *q, const mynd_command *command, mynd_slice sql)
{
	if (q->is_prepared != (command->com == MYND_COM_STMT_EXECUTE) || q->len != sql.len ||
	    q->parameter_count != command->parameter_count || memcmp(q->text, sql.ptr, sql.len) != 0) {
		return false;
	}
	for (unsigned i = 0; i < q->parameter_count; i++) {
		if (!is_same(&q->parameters[i], &command->parameters[i])) {
			return false;
		}
	}
	return true;
}

mynd_known_query *mynd_predict_query(
    mynd_link *link, uint64_t hash, const mynd_command *command, mynd_text_facts *text)
{
	predictor *p = get();
	mynd_slice sql = text->sql;
	if (p == NULL || sql.len > MYND_KNOWN_LONGEST || !mynd_text_ask(text, MYND_TEXT_SELECTS)) {
		return NULL;
	}
	mynd_known_query *q = find(p, hash);
	if (q != NULL && !mynd_known_query_is(q, command, sql)) {
		return NULL; /* two queries of one number: only one of them is stored */
	}
	q = q != NULL ? q : store(p, link, hash, command, sql);
	if (q != NULL) {
		q->used = ++p->ticks;
	}
	return q;
}

/* --- contexts --- */

static mynd_context *place_of(predictor *p, uint64_t key)
{
	return &p->contexts[key % CONTEXTS];
}

static void halve(mynd_context *c)
{
	c->seen = 0;
	for (unsigned i = 0; i < FOLLOWERS; i++) {
		c->followers[i].count /= 2;
		c->seen += c->followers[i].count;
	}
	c->predicted /= 2;
	c->wasted /= 2;
}

static void count_follower(mynd_context *c, uint64_t query)
{
	unsigned least = 0;
	for (unsigned i = 0; i < FOLLOWERS; i++) {
		if (c->followers[i].query == query && c->followers[i].count > 0) {
			c->followers[i].count++;
			return;
		}
		least = c->followers[i].count < c->followers[least].count ? i : least;
	}
	if (c->followers[least].count > 1) { /* it stays counted in `seen` alone */
		c->followers[least].count--;
		return;
	}
	c->followers[least].query = query;
	c->followers[least].count = 1;
}

static bool follows_often(const mynd_context *c, uint32_t count)
{
	return count >= LEAST && count * 10 >= c->seen * 9;
}

static bool has_wasted(const mynd_context *c)
{
	return c->wasted * 10 > c->predicted + 9;
}

/* Counts a prediction that the context would have made, if nothing had been wasted, and that is right. */
static void make_up(mynd_context *c, uint64_t query)
{
	for (unsigned i = 0; i < FOLLOWERS; i++) {
		bool is_right = c->followers[i].query == query && follows_often(c, c->followers[i].count);
		c->predicted += is_right && c->seen % 2 == 0 && c->predicted < UINT16_MAX;
	}
}

void mynd_predict_learn(uint64_t before, uint64_t last, uint64_t now)
{
	predictor *p = get();
	uint64_t key = mix(before, last);
	if (p == NULL) {
		return;
	}
	mynd_context *c = place_of(p, key);
	if (c->key != key) {
		if (c->seen > 0) {
			halve(c);
		}
		if (c->seen > 0) {
			return;
		}
		memset(c, 0, sizeof *c);
		c->key = key;
	}
	if (UNEXPECTED(has_wasted(c))) {
		make_up(c, now);
	}
	count_follower(c, now);
	if (++c->seen >= OFTEN) {
		halve(c);
	}
}

mynd_known_query *mynd_predict_next(uint64_t before, uint64_t last, mynd_context **context)
{
	predictor *p = get();
	uint64_t key = mix(before, last);
	mynd_context *c = p == NULL ? NULL : place_of(p, key);
	if (c == NULL || c->key != key) {
		return NULL;
	}
	for (unsigned i = 0; i < FOLLOWERS && !has_wasted(c); i++) {
		if (follows_often(c, c->followers[i].count)) {
			*context = c;
			return find(p, c->followers[i].query);
		}
	}
	return NULL;
}

void mynd_predict_count(mynd_context *c, bool wasted)
{
	if (c->predicted < UINT16_MAX) {
		c->predicted++;
		c->wasted += wasted;
	}
}

/* --- the end --- */

void mynd_predict_end_thread(void)
{
	if (thread_predictor != NULL) {
		sweep(thread_predictor, thread_predictor->ticks + 1);
		free(thread_predictor);
		thread_predictor = NULL;
	}
}
