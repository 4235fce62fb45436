/*
 * Decides whether two commands may be written before the first reply is read, where the program did not ask
 * for that.
 *
 * Servers take commands one after another from the socket, but some proxies drop a client that sends early.
 * With mynd.pipelining = auto two commands are written at once only to an address that has answered two pings
 * sent in one write. This is tried on a link that could have used it and is about to be closed, by the
 * program or at the end of the request, where a loss does no harm. It is tried once in a process, and twice
 * if the first try fails; with persistent links the commands of their reset serve as the trial. An address at
 * which such a batch ever lost the link gets none from then on. With mynd.round_trips = fewer the trial is
 * two texts instead of pings: some proxies answer a ping by themselves.
 *
 * What is known belongs to the process: a small table of addresses. An entry is a hash with the answer in its
 * last bits; it is read and written without a lock. Not here: which id the execute names (ids.c).
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

bool mynd_wants_fewer_trips(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_ROUND_TRIPS] == MYND_ROUND_TRIPS_FEWER;
}

mynd_command mynd_pipelining_trial(const mynd_link *link)
{
	static const char sql[] = "DO 0";
	return mynd_wants_fewer_trips(link)
	           ? mynd_command_text(MYND_COM_QUERY, (mynd_slice){(const uint8_t *) sql, sizeof sql - 1})
	           : mynd_command_simple(MYND_COM_PING);
}

/* MySQL's ids are guessed, which is done for mynd.round_trips = fewer alone (ids.c). */
static bool is_known_to_serve(const mynd_link *link)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	return server->mariadb ? server->version_number >= FIRST_VERSION : mynd_wants_fewer_trips(link);
}

static bool is_borne(const mynd_link *link)
{
	zend_long setting = link->channel.settings.ints[MYND_SET_PIPELINING];
	return setting == MYND_PIPELINING_ON ||
	       (setting == MYND_PIPELINING_AUTO && answer_for(link->address) == BEARS);
}

bool mynd_pipelining_is_allowed(const mynd_link *link)
{
	return is_known_to_serve(link) && is_borne(link);
}

bool mynd_pipelining_saves_trips(const mynd_link *link)
{
	return mynd_wants_fewer_trips(link) && is_borne(link);
}

/* A command that took too long says nothing about commands that go together. */
void mynd_pipelining_lost(const mynd_link *link)
{
	if (link->channel.error.cause != MYND_CAUSE_TIMED_OUT) {
		mynd_pipelining_failed(link);
	}
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

static bool has_use(const mynd_link *link)
{
	if (mynd_wants_fewer_trips(link) && link->persistent) {
		return true;
	}
	return link->prepared != NULL && link->prepared->has_use_for_pipelines && is_known_to_serve(link);
}

bool mynd_pipelining_is_unknown(const mynd_link *link)
{
	return has_use(link) && link->channel.settings.ints[MYND_SET_PIPELINING] == MYND_PIPELINING_AUTO &&
	       link->address != 0 && !is_settled(link->address);
}

/* A link may be lost for other reasons, too: the answer takes two losses. */
void mynd_pipelining_tried(const mynd_link *link, bool worked)
{
	if (link->address != 0 && !is_settled(link->address)) {
		unsigned failed = answer_for(link->address) == UNKNOWN ? FAILED_ONCE : BEARS_NOT;
		set_answer(link->address, worked ? BEARS : failed);
	}
}
