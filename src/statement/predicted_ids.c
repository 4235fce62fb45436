/*
 * Predicts the statement id for an execute that is written right after its prepare, before the reply to the
 * prepare has reported the id.
 *
 * If the prepare fails, the execute must not run another statement: so the id has to be one that only the new
 * statement can have on this connection.
 *
 * MariaDB has a special id for "the statement that was prepared last". If the prepare fails because the
 * server has too many statements (1461; tried), the special id still means the statement prepared before. So
 * it can be used only if the statement prepared before was closed, or if there was none.
 *
 * Otherwise mynd counts as servers do: the next id is the last one plus one, also after a reset. It must not
 * be the id of a known statement. Statements that are prepared in SQL are numbered in the same sequence; if
 * the prepare fails, the execute may run such a statement (tried). So an id is predicted only if no query
 * since the last prepare may have prepared one. A wrong id is answered with error 1243, and costs another
 * round trip; after MOST_MISSES wrong ids in a row the link predicts no more.
 *
 * MySQL from 8.0.22 on also uses up an id when it prepares a statement again, by itself, because the values
 * of an execute have other types than it expected. Whether an execute uses up an id depends on the query and
 * the types of its values. This is stored for the whole process in a small table, which is read and written
 * without a lock.
 */
#include "predicted_ids.h"

#include "../wire/sql.h"

#include <stdatomic.h>

#define MOST_MISSES 3
#define REMEMBERED  256 /* a power of two */

void mynd_predicted_ids_forget(mynd_link *link)
{
	if (link->prepared != NULL) {
		link->prepared->next_id = 0;
		link->prepared->may_have_taken = link->prepared->have_taken = 0;
		link->prepared->misses = 0;
	}
}

/* --- ids that MySQL takes by itself --- */

/* Each entry is a hash of query and types; its last bit is set if such an execute uses up an id. */
static _Atomic uint64_t takers[REMEMBERED];

static bool is_known_to_take(uint64_t key)
{
	uint64_t entry = atomic_load_explicit(&takers[(key >> 8) % REMEMBERED], memory_order_relaxed);
	return entry == (key | 1);
}

static void remember(uint64_t key, bool takes)
{
	atomic_store_explicit(
	    &takers[(key >> 8) % REMEMBERED], (key & ~UINT64_C(1)) | takes, memory_order_relaxed);
}

void mynd_predicted_ids_note_types(mynd_statement *s, const mynd_parameter *parameters)
{
	mynd_prepared_state *state = s->link->prepared;
	if (!mynd_wants_fewer_trips(s->link) || !mynd_cache_remembers_values(s->link)) {
		return;
	}
	uint64_t shape = mynd_cache_shape(s->link, parameters, s->parameters);
	state->last_taker = (zend_inline_hash_func(s->text, s->len) ^ shape) & ~UINT64_C(1);
	state->may_have_taken++;
	state->have_taken += is_known_to_take(state->last_taker);
}

/* --- counting --- */

/* Stores whether the last execute has used up an id, if it was the only one between two prepares. */
static void learn(const mynd_prepared_state *state, uint32_t id)
{
	if (state->next_id != 0 && state->may_have_taken == 1 && id - state->next_id <= 1) {
		remember(state->last_taker, id != state->next_id);
	}
}

void mynd_predicted_ids_prepared(mynd_link *link, const uint32_t *id)
{
	mynd_prepared_state *state = link->prepared;
	if (id != NULL) {
		learn(state, *id);
		state->last_id = *id;
		state->last_open = true;
		state->next_id = *id + 1;
		state->may_have_taken = state->have_taken = 0;
	} else if (state->next_id != 0) {
		state->next_id++; /* a failed prepare uses up an id, too */
	}
}

void mynd_predicted_ids_closed(mynd_link *link, uint32_t id)
{
	if (id == link->prepared->last_id) {
		link->prepared->last_open = false;
	}
}

static bool is_taken(const mynd_link *link, uint32_t id)
{
	for (const mynd_statement *s = link->prepared->first; s != NULL; s = s->next) {
		if (s->prepared && s->id == id) {
			return true;
		}
	}
	return false;
}

void mynd_predicted_ids_guessed(mynd_link *link, bool right)
{
	mynd_prepared_state *state = link->prepared;
	state->misses = right ? 0 : (uint8_t) MIN(state->misses + 1, MOST_MISSES);
	if (!right) { /* the execute that was counted has not run */
		state->may_have_taken = state->have_taken = 0;
	}
}

uint32_t mynd_predicted_ids_after(const mynd_link *link, unsigned prepares)
{
	const mynd_prepared_state *state = link->prepared;
	bool is_counted = state != NULL && state->next_id != 0 && state->misses < MOST_MISSES &&
	                  state->sql_prepares == link->state.sql_prepares &&
	                  mynd_session_server(link->channel.session)->mariadb;
	uint32_t id = is_counted ? state->next_id + prepares : 0;
	return id != 0 && id < MYND_STATEMENT_LAST && !is_taken(link, id) ? id : 0;
}

uint32_t mynd_predicted_ids_next(mynd_link *link)
{
	mynd_prepared_state *state = link->prepared;
	mynd_cache_refresh(link);
	if (!mynd_pipelining_is_allowed(link)) {
		return 0;
	}
	if (!state->last_open && mynd_session_server(link->channel.session)->mariadb) {
		return MYND_STATEMENT_LAST;
	}
	uint32_t id = state->next_id + state->have_taken;
	bool is_known = state->next_id != 0 && id < MYND_STATEMENT_LAST && state->misses < MOST_MISSES;
	return is_known && !is_taken(link, id) ? id : 0;
}

/* --- in another process --- */

static bool is_known(const mynd_link *link)
{
	const mynd_prepared_state *state = link->prepared;
	return state != NULL && state->next_id != 0 && state->sql_prepares == link->state.sql_prepares;
}

/*
 * Writes next_id with `have_taken` added, because `last_taker`, to which that number belongs, is not written.
 */
int mynd_predicted_ids_hand_over(const mynd_link *link, mynd_writer *to)
{
	const mynd_prepared_state *state = link->prepared;
	if (!is_known(link)) {
		return mynd_writer_int(to, 4, 0) | mynd_writer_int(to, 1, 0) | mynd_writer_int(to, 1, 0);
	}
	return mynd_writer_int(to, 4, state->next_id + state->have_taken) |
	       mynd_writer_int(to, 1, state->may_have_taken > 0) | mynd_writer_int(to, 1, state->misses);
}

int mynd_predicted_ids_take_over(mynd_link *link, mynd_cursor *from)
{
	uint32_t next;
	uint8_t unsure, misses;
	if (mynd_cursor_u32(from, &next) != MYND_OK || mynd_cursor_u8(from, &unsure) != MYND_OK || unsure > 1 ||
	    mynd_cursor_u8(from, &misses) != MYND_OK || misses > MOST_MISSES) {
		return MYND_BAD;
	}
	mynd_predicted_ids_forget(link);
	if (next != 0 && mynd_prepared_of(link) == NULL) {
		return MYND_BAD;
	}
	if (next != 0) {
		link->prepared->sql_prepares = link->state.sql_prepares;
		link->prepared->next_id = next;
		link->prepared->may_have_taken = unsure;
		link->prepared->misses = misses;
	}
	return MYND_OK;
}
