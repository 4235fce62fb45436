/*
 * Statements that were prepared without an error before (prepared_before.h).
 *
 * A table of hashes, of account, default database and text. A hash has its place in one group of entries.
 * Each entry is one word, which is read and written without a lock.
 * Always true: a definition empties the table, because `generation` is part of each hash. A session that has
 * sent a definition since it began or was reset may have temporary tables: statements that it prepares count
 * for itself alone, because the number of its last definition is part of their hashes.
 * A server with session_track_schema = OFF does not report the default database: there a statement that was
 * prepared in the database of one login counts as prepared in that of another.
 */
#include "prepared_before.h"
#include "internal.h"

#include <stdatomic.h>
#include <sys/mman.h>

#define GROUPS_LOG2 9
#define GROUP_SIZE  8

typedef struct table {
	_Atomic uint64_t generation; /* number of definitions */
	_Atomic uint64_t entries[1 << GROUPS_LOG2][GROUP_SIZE];
} table;

static table of_process, *known = &of_process;

void mynd_prepared_before_share(void)
{
	void *shared = mmap(NULL, sizeof *known, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	known = shared != MAP_FAILED ? shared : &of_process;
}

/* Returns the default database; "" if there is none. Returns a slice without memory if it is not known. */
static mynd_slice default_schema(const mynd_link *link)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	bool may_be_changed = (link->state.survives_reset & MYND_SQL_SCHEMA) != 0 &&
	                      (server->schema == NULL || mynd_session_pending(link->channel.session) > 1);
	if (!(server->negotiated & MYND_CAP_SESSION_TRACK) || link->state.schema_unknown || may_be_changed) {
		return (mynd_slice){NULL, 0};
	}
	return mynd_slice_of(server->schema == NULL ? "" : server->schema);
}

static uint64_t add(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 32);
}

/*
 * Returns a hash of the query, and of what its prepare depends on; 0: the default database or the user is not
 * known.
 */
static uint64_t hash_of(const mynd_link *link, mynd_slice sql)
{
	mynd_slice schema = default_schema(link);
	if (schema.ptr == NULL || link->state.user_changed) {
		return 0;
	}
	uint64_t hash = add(link->account, zend_inline_hash_func((const char *) schema.ptr, schema.len));
	hash = add(hash, atomic_load_explicit(&known->generation, memory_order_relaxed));
	hash = add(hash, link->state.last_definition);
	return add(hash, zend_inline_hash_func((const char *) sql.ptr, sql.len)) | 1;
}

/* Returns the entry with the hash; NULL if there is none. */
static _Atomic uint64_t *find(uint64_t hash)
{
	_Atomic uint64_t *group = known->entries[hash >> (64 - GROUPS_LOG2)];
	for (unsigned i = 0; i < GROUP_SIZE; i++) {
		if (atomic_load_explicit(&group[i], memory_order_relaxed) == hash) {
			return &group[i];
		}
	}
	return NULL;
}

/* Returns an empty entry of the hash's group, or one to replace. */
static _Atomic uint64_t *place_for(uint64_t hash)
{
	_Atomic uint64_t *group = known->entries[hash >> (64 - GROUPS_LOG2)];
	unsigned i = 0;
	while (i < GROUP_SIZE && atomic_load_explicit(&group[i], memory_order_relaxed) != 0) {
		i++;
	}
	return &group[i < GROUP_SIZE ? i : (hash >> 8) % GROUP_SIZE];
}

bool mynd_prepared_before(const mynd_link *link, mynd_slice sql)
{
	uint64_t hash = hash_of(link, sql);
	return hash != 0 && find(hash) != NULL;
}

void mynd_prepared_before_note(const mynd_link *link, mynd_slice sql, bool prepared)
{
	uint64_t hash = hash_of(link, sql);
	_Atomic uint64_t *entry = hash == 0 ? NULL : find(hash);
	if (prepared && hash != 0 && entry == NULL) {
		atomic_store_explicit(place_for(hash), hash, memory_order_relaxed);
	} else if (!prepared && entry != NULL) {
		atomic_store_explicit(entry, 0, memory_order_relaxed);
	}
}

void mynd_prepared_before_defines(mynd_link *link)
{
	mynd_state_set_last_definition(link, atomic_fetch_add(&known->generation, 1) + 1);
}
