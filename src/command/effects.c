/*
 * Queries that certainly write nothing: those that only read (mynd_sql_only_reads), and in which no name is
 * that of a view, because a view may call a function that writes.
 *
 * The server is asked which of the names are views (../link/finish.c), once for each account, and the thread
 * caches the answers for a while. The same cache has the kinds of tables, for which the pools ask the server
 * (../pool/traces.c).
 * Always true: the cache is cleared when this thread sends a query that may create, change or drop a table,
 * view, trigger or routine.
 */
#include "effects.h"
#include "internal.h"
#include "prepared_before.h"

#include "../wire/sql.h"

#define KEPT_FOR  (60 * MYND_SECOND)
#define KEPT_MOST 4096
#define NAME_MOST 64

enum { IS_NO_VIEW = 1, IS_VIEW };

#define KIND_BITS 3 /* low bits of a cached table: its kind; the other bits are the time of the answer */

ZEND_TLS HashTable *known; /* cached answers, by account and name */
ZEND_TLS int64_t known_since;
ZEND_TLS bool watches, always_watches;
ZEND_TLS uint64_t changes; /* number of changes of the cache of tables */
ZEND_TLS uint64_t clears;  /* number of times it was cleared */

void mynd_effects_forget(void)
{
	changes++;
	clears++;
	if (known != NULL) {
		zend_hash_destroy(known);
		pefree(known, 1);
		known = NULL;
		watches = always_watches;
	}
}

bool mynd_effects_are_watched(void)
{
	return watches;
}

void mynd_effects_watch(void)
{
	always_watches = watches = true;
}

bool mynd_effects_note_text(mynd_text_facts *text, bool several)
{
	if (!mynd_text_defines(text, several)) {
		return false;
	}
	mynd_effects_forget();
	return mynd_prepared_before_defines(text, several);
}

/* --- names --- */

typedef struct key {
	uint64_t account;
	char name[2 * NAME_MOST + 1]; /* for a table: schema, NUL, name */
} key;

static size_t make_key(key *k, const mynd_link *link, mynd_slice name)
{
	k->account = link->account;
	memcpy(k->name, name.ptr, name.len);
	return sizeof k->account + name.len;
}

static zend_long find(const key *k, size_t len)
{
	if (known == NULL || mynd_coarse_now() - known_since > KEPT_FOR) {
		return 0;
	}
	const zval *found = zend_hash_str_find(known, (const char *) k, len);
	return found == NULL ? 0 : Z_LVAL_P(found);
}

static int look_up(const mynd_link *link, mynd_slice name)
{
	key k;
	return (int) find(&k, make_key(&k, link, name));
}

static void keep(const key *k, size_t len, zend_long what)
{
	zval value;
	if (known != NULL &&
	    (zend_hash_num_elements(known) >= KEPT_MOST || mynd_coarse_now() - known_since > KEPT_FOR)) {
		mynd_effects_forget();
	}
	if (known == NULL) {
		known = pemalloc(sizeof *known, 1);
		zend_hash_init(known, 64, NULL, NULL, 1);
		known_since = mynd_coarse_now();
		watches = true;
	}
	ZVAL_LONG(&value, what);
	zend_hash_str_update(known, (const char *) k, len, &value);
}

static size_t make_table_key(key *k, const mynd_link *link, const mynd_table_name *table)
{
	k->account = link->account;
	memcpy(k->name, table->name, table->len);
	return sizeof k->account + table->len;
}

uint64_t mynd_effects_version(void)
{
	return changes;
}

uint64_t mynd_effects_clears(void)
{
	return clears;
}

mynd_table_kind mynd_effects_table(
    const mynd_link *link, const mynd_table_name *table, double most_seconds, int64_t *known_at)
{
	key k;
	zend_long found = find(&k, make_table_key(&k, link, table));
	*known_at = (int64_t) (found >> KIND_BITS);
	double age = (double) (mynd_coarse_now() - *known_at) / MYND_SECOND;
	return found == 0 || age >= most_seconds ? MYND_TABLE_UNKNOWN
	                                         : (mynd_table_kind) (found & ((1 << KIND_BITS) - 1));
}

void mynd_effects_keep_table(const mynd_link *link, const mynd_table_name *table, mynd_table_kind kind)
{
	key k;
	size_t len = make_table_key(&k, link, table);
	changes++;
	keep(&k, len, (zend_long) ((mynd_coarse_now() << KIND_BITS) | kind));
}

/* Returns true if the name needs no escaping in any character set. */
static bool is_plain(mynd_slice name)
{
	for (size_t i = 0; i < name.len; i++) {
		if (name.ptr[i] < ' ' || name.ptr[i] >= 0x7F || name.ptr[i] == '\'' || name.ptr[i] == '\\') {
			return false;
		}
	}
	return name.len <= NAME_MOST;
}

/*
 * Returns false if the name is known to be a view's, or if the server cannot be asked about it. Adds the name
 * to the question if the cache does not have it.
 */
static bool consider_name(void *context, mynd_slice name)
{
	mynd_effects_question *q = context;
	int what = is_plain(name) ? look_up(q->link, name) : IS_VIEW;
	if (what != 0) {
		return what == IS_NO_VIEW;
	}
	for (unsigned i = 0; i < q->count; i++) {
		if (q->names[i].len == name.len && memcmp(q->names[i].ptr, name.ptr, name.len) == 0) {
			return true;
		}
	}
	if (q->count == MYND_EFFECTS_NAMES) {
		return false;
	}
	q->names[q->count++] = name;
	return true;
}

bool mynd_table_name_make(mynd_table_name *table, mynd_slice schema, mynd_slice name)
{
	if (!is_plain(schema) || !is_plain(name) || schema.len == 0 || name.len == 0) {
		return false;
	}
	memcpy(table->name, schema.ptr, schema.len);
	table->name[schema.len] = '\0';
	memcpy(table->name + schema.len + 1, name.ptr, name.len);
	table->len = (uint8_t) (schema.len + 1 + name.len);
	table->schema_len = (uint8_t) schema.len;
	return true;
}

bool mynd_effects_consider(mynd_effects_question *q, mynd_slice sql)
{
	mynd_sql_names names = {consider_name, q};
	return !q->link->state.user_changed && !q->link->state.multi_statements &&
	       mynd_sql_only_reads(sql, mynd_link_has_no_backslash(q->link), true, &names);
}

bool mynd_effects_are_none(mynd_link *link, mynd_slice sql)
{
	mynd_effects_question q = {.link = link};
	return mynd_effects_consider(&q, sql) && q.count == 0;
}

/* --- the question --- */

char *mynd_effects_ask(const mynd_effects_question *q)
{
	static const char select[] =
	    "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_TYPE='VIEW' AND "
	    "TABLE_NAME='%.*s'";
	char *text = malloc(q->count * (sizeof select + NAME_MOST + 16) + 1), *end = text;
	for (unsigned i = 0; text != NULL && i < q->count; i++) {
		end += i == 0 ? 0 : sprintf(end, " UNION ALL ");
		end += sprintf(end, select, (int) q->names[i].len, (const char *) q->names[i].ptr);
	}
	return text;
}

void mynd_effects_answered(const mynd_effects_question *q)
{
	for (unsigned i = 0; i < q->count; i++) {
		key k;
		size_t len = make_key(&k, q->link, q->names[i]);
		keep(&k, len, q->is_view & (UINT64_C(1) << i) ? IS_VIEW : IS_NO_VIEW);
	}
}

void mynd_effects_found(mynd_effects_question *q, const mynd_row *row)
{
	mynd_cell cell;
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	if (mynd_cell_next(&c, row->has_large, &cell) != MYND_OK || cell.ptr == NULL) {
		q->is_view = UINT64_MAX;
		return;
	}
	for (unsigned i = 0; i < q->count; i++) {
		if (q->names[i].len == cell.len &&
		    strncasecmp((const char *) q->names[i].ptr, (const char *) cell.ptr, cell.len) == 0) {
			q->is_view |= UINT64_C(1) << i;
		}
	}
}
