/*
 * Statements that were prepared without an error before (prepared_before.h).
 *
 * A table of hashes. A hash has its place in one group of entries. Each entry is one word, which is read and
 * written without a lock.
 * Always true: a definition empties the table, because `generation` is part of each hash: once when it is
 * sent, and once more when it has ended, because until then other sessions prepare with the old tables.
 * Sessions in which other queries have altered the session (SET, temporary tables, roles, locks) share
 * nothing, because those queries are part of the hash. What stored functions and triggers do to a session is
 * not seen.
 */
#include "prepared_before.h"
#include "internal.h"

#include <stdatomic.h>
#include <sys/mman.h>

#define GROUPS_LOG2 11
#define GROUP_SIZE  8

typedef struct table {
	/* number of definitions that were sent, plus the number of those that have ended */
	_Atomic uint64_t generation;
	_Atomic uint64_t entries[1 << GROUPS_LOG2][GROUP_SIZE];
} table;

static table of_process, *known = &of_process;

void mynd_prepared_before_share(void)
{
	void *shared = mmap(NULL, sizeof *known, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	known = shared != MAP_FAILED ? shared : &of_process;
}

void mynd_prepared_before_shutdown(void)
{
	if (known != &of_process) {
		munmap(known, sizeof *known);
		known = &of_process;
	}
}

/* --- hashes --- */

static uint64_t add(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 32);
}

static uint64_t add_text(uint64_t hash, mynd_slice text)
{
	size_t left = text.len;
	for (const uint8_t *p = text.ptr; left > 0;) {
		uint64_t word = 0;
		size_t n = MIN(left, sizeof word);
		memcpy(&word, p, n);
		hash = add(hash, word);
		p += n;
		left -= n;
	}
	return add(hash, text.len);
}

uint64_t mynd_prepared_before_hash(const mynd_link *link, mynd_slice sql)
{
	mynd_slice schema;
	if (!mynd_state_default_schema(link, &schema) || link->state.user_changed) {
		return 0;
	}
	uint64_t hash = add_text(add(link->account, link->state.history), schema);
	const mynd_init_command *init = link->channel.settings.init_commands;
	for (; init != NULL; init = init->next) {
		hash = add_text(hash, (mynd_slice){(const uint8_t *) init->sql, init->len});
	}
	hash = add(hash, atomic_load_explicit(&known->generation, memory_order_relaxed));
	return add_text(hash, sql) | 1;
}

/* --- the table --- */

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

bool mynd_prepared_before(uint64_t hash)
{
	return hash != 0 && find(hash) != NULL;
}

void mynd_prepared_before_note(uint64_t hash, bool prepared)
{
	_Atomic uint64_t *entry = hash == 0 ? NULL : find(hash);
	if (prepared && hash != 0 && entry == NULL) {
		atomic_store_explicit(place_for(hash), hash, memory_order_relaxed);
	} else if (!prepared && entry != NULL) {
		atomic_store_explicit(entry, 0, memory_order_relaxed);
	}
}

/* --- queries that change what prepares depend on --- */

void mynd_prepared_before_alters(mynd_link *link, mynd_text_facts *text, bool several)
{
	if (mynd_text_asks(text, MYND_TEXT_ALTERS, several) &&
	    !(mynd_text_holds_one(text, several) && mynd_text_leaves_prepares_alone(text->sql))) {
		mynd_state_set_history(link, add_text(link->state.history, text->sql) | 1);
	}
}

bool mynd_prepared_before_defines(mynd_text_facts *text, bool several)
{
	if (mynd_text_holds_one(text, several) && mynd_text_only_creates(text->sql)) {
		return false;
	}
	atomic_fetch_add(&known->generation, 1);
	return true;
}

void mynd_prepared_before_defined(mynd_link *link)
{
	atomic_fetch_add(&known->generation, 1);
	link->state.defines = false;
}
