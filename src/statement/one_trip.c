/*
 * Decides whether two commands may be written before the first reply is read, where the program did not ask
 * for that.
 *
 * Servers take commands one after another from the socket, but some proxies drop a client that sends early.
 * With mynd.pipelining = auto two commands are written at once only to an address that has answered two pings
 * sent in one write. This is tried on a link that could have used it and is about to be closed, by the
 * program or at the end of the request, where a loss does no harm. It is tried once in a process, and twice
 * if the first try fails; with persistent links the commands of their reset serve as the trial. An address at
 * which such a batch ever lost the link gets none from then on.
 *
 * What is known belongs to the process: a small table of addresses. An entry is a hash with the answer in its
 * last bits; it is read and written without a lock.
 */
#include "internal.h"

#include <stdatomic.h>

#define ADDRESSES 64

/*
 * MariaDB 10.2: an execute may name "the statement that was prepared last" (COM_STMT_EXECUTE in its knowledge
 * base).
 */
#define FIRST_VERSION 100200

/* Two bits of an entry. */
enum { UNKNOWN = 0, BEARS = 1, FAILED_ONCE = 2, BEARS_NOT = 3, ANSWER = 3 };

static _Atomic uint64_t table[ADDRESSES];

uint64_t mynd_pipelining_address(const char *unix_path, const char *host, int port)
{
	const char *name = unix_path != NULL ? unix_path : host;
	uint64_t hash = zend_inline_hash_func(name, strlen(name));
	hash = (hash ^ (unix_path != NULL ? UINT64_C(1) << 40 : (uint64_t) port)) * UINT64_C(0x9E3779B97F4A7C15);
	return (hash | 4) & ~(uint64_t) ANSWER;
}

static unsigned answer_for(uint64_t address)
{
	for (unsigned i = 0; i < ADDRESSES; i++) {
		uint64_t entry = atomic_load_explicit(&table[i], memory_order_relaxed);
		if (entry == 0) {
			break;
		}
		if ((entry & ~(uint64_t) ANSWER) == address) {
			return entry & ANSWER;
		}
	}
	return UNKNOWN;
}

/* A full table learns nothing new. BEARS_NOT is never changed. */
static void set_answer(uint64_t address, unsigned answer)
{
	for (unsigned i = 0; i < ADDRESSES; i++) {
		uint64_t entry = atomic_load_explicit(&table[i], memory_order_relaxed);
		while (entry == 0 || (entry & ~(uint64_t) ANSWER) == address) {
			if ((entry & ANSWER) == BEARS_NOT ||
			    atomic_compare_exchange_weak(&table[i], &entry, address | answer)) {
				return;
			}
		}
	}
}

static bool is_known_to_serve(const mynd_link *link)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	return server->mariadb && server->version_number >= FIRST_VERSION;
}

static bool is_allowed(const mynd_link *link)
{
	zend_long setting = link->channel.settings.ints[MYND_SET_PIPELINING];
	if (setting == MYND_PIPELINING_OFF || !is_known_to_serve(link)) {
		return false;
	}
	return setting == MYND_PIPELINING_ON || answer_for(link->address) == BEARS;
}

void mynd_pipelining_failed(const mynd_link *link)
{
	if (link->address != 0) {
		set_answer(link->address, BEARS_NOT);
	}
}

static bool is_settled(uint64_t address)
{
	unsigned answer = answer_for(address);
	return answer == BEARS || answer == BEARS_NOT;
}

bool mynd_pipelining_may_be_tried(const mynd_link *link)
{
	zend_long setting = link->channel.settings.ints[MYND_SET_PIPELINING];
	return setting == MYND_PIPELINING_ON ||
	       (setting == MYND_PIPELINING_AUTO && link->address != 0 && answer_for(link->address) != BEARS_NOT);
}

bool mynd_pipelining_is_unknown(const mynd_link *link)
{
	return link->prepared != NULL && link->prepared->has_use_for_pipelines &&
	       link->channel.settings.ints[MYND_SET_PIPELINING] == MYND_PIPELINING_AUTO && link->address != 0 &&
	       !is_settled(link->address) && is_known_to_serve(link);
}

/* A link may be lost for other reasons, too: the answer takes two losses. */
void mynd_pipelining_tried(const mynd_link *link, bool worked)
{
	if (link->address != 0 && !is_settled(link->address)) {
		unsigned failed = answer_for(link->address) == UNKNOWN ? FAILED_ONCE : BEARS_NOT;
		set_answer(link->address, worked ? BEARS : failed);
	}
}

/* --- which id the next statement will have --- */

/*
 * An execute that is written right after its prepare has to name a statement that does not exist yet. If the
 * prepare fails, the execute must not run another statement: the id has to be one that only the new statement
 * can have on this connection.
 *
 * MariaDB has an id for "the statement that was prepared last". If the prepare fails for want of space (1461;
 * tried), that id still means the statement before, so it can be used only if that one was closed, or there
 * was none.
 *
 * Otherwise the driver counts as servers do: the next id is the last one plus one. It must not be that of a
 * known statement. Statements that are prepared in SQL are numbered in the same sequence, and if the prepare
 * has failed, the execute runs the last of them (tried): so only texts that make none may have been run
 * since. A wrong guess is answered with 1243, and costs another round trip.
 */

void mynd_pipelining_prepared(mynd_link *link, const uint32_t *id)
{
	if (id != NULL) {
		link->prepared->last_id = *id;
		link->prepared->last_open = true;
		link->prepared->next_id = *id + 1;
	} else if (link->prepared->next_id != 0) {
		link->prepared->next_id++; /* a failed prepare uses up a number, too */
	}
}

void mynd_pipelining_closed(mynd_link *link, uint32_t id)
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

uint32_t mynd_pipelining_id(mynd_link *link)
{
	mynd_cache_refresh(link);
	if (!is_allowed(link)) {
		return 0;
	}
	if (!link->prepared->last_open) {
		return MYND_STATEMENT_LAST;
	}
	return link->prepared->next_id == MYND_STATEMENT_LAST || is_taken(link, link->prepared->next_id)
	           ? 0
	           : link->prepared->next_id;
}
