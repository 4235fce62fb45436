/*
 * Decides whether several commands may be written before the first reply is read (pipelining). One verdict
 * for each server address decides for all code that writes several commands.
 *
 * Servers take commands one after another from the socket. Some proxies disconnect a client that sends a
 * command before it has read the last reply; others mix up the replies to the commands of one write (MySQL
 * Router without TLS, tried). So with mynd.pipelining = auto several commands are written only to an address
 * that has answered several different ones correctly in a trial (../link/pipelining_probe.c), and never more
 * at once than it has answered in the trial. Until the trial, and if the verdict is no, a session writes one
 * command at a time: the session's window is one command from the connect on, and only this file makes it
 * larger. If several commands in one write ever lead to the loss of a link, the verdict for its address is no
 * from then on.
 *
 * The process stores the verdicts in a small table. An entry is a hash of the address with the verdict in its
 * last bits; entries are read and written without a lock. An address with TLS and the same one without TLS
 * have different entries, because a proxy may be unable to see encrypted commands. If the table is full, a
 * new entry replaces an old one, whose address then needs another trial. Not here: the trial
 * (../link/pipelining_probe.c), which id an execute names (predicted_ids.c).
 */
#include "internal.h"

#include <limits.h>
#include <stdatomic.h>
#include <strings.h>

#define ADDRESSES 64

/*
 * MariaDB 10.2: an execute may name "the statement that was prepared last" (COM_STMT_EXECUTE in its knowledge
 * base).
 */
#define FIRST_VERSION 100200

/* The verdict, in the last two bits of an entry (mask ANSWER). */
enum { UNKNOWN = 0, WORKS = 1, FAILED_ONCE = 2, FAILS = 3, ANSWER = 3 };

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

/* Stores a verdict, unless the verdict is FAILS already. */
static void set_answer(uint64_t address, unsigned answer)
{
	for (unsigned i = 0; i < ADDRESSES; i++) {
		uint64_t entry = atomic_load_explicit(&table[i], memory_order_relaxed);
		while (entry == 0 || (entry & ~(uint64_t) ANSWER) == address) {
			if ((entry & ANSWER) == FAILS ||
			    atomic_compare_exchange_weak(&table[i], &entry, address | answer)) {
				return;
			}
		}
	}
	atomic_store(&table[(address >> 8) % ADDRESSES], address | answer);
}

bool mynd_wants_fewer_trips(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_ROUND_TRIPS] == MYND_ROUND_TRIPS_FEWER;
}

/*
 * Returns true if an execute can name a statement whose prepare was not answered yet: by MariaDB's special
 * id, or, with mynd.round_trips = fewer only, by predicting MySQL's id (predicted_ids.c).
 */
static bool is_known_to_serve(const mynd_link *link)
{
	const mynd_server *server = mynd_session_server(link->channel.session);
	return server->mariadb ? server->version_number >= FIRST_VERSION : mynd_wants_fewer_trips(link);
}

/* --- the verdict --- */

static zend_long setting_of(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_PIPELINING];
}

void mynd_pipelining_open(const mynd_link *link)
{
	mynd_session_set_window(link->channel.session, MYND_PIPELINING_COMMANDS, MYND_PIPELINING_BYTES);
}

bool mynd_pipelining_is_borne(const mynd_link *link)
{
	zend_long setting = setting_of(link);
	if (setting == MYND_PIPELINING_ON) {
		mynd_session_set_window(link->channel.session, UINT_MAX, UINT64_MAX);
		return true;
	}
	if (setting == MYND_PIPELINING_AUTO && answer_for(link->address) == WORKS) {
		mynd_pipelining_open(link);
		return true;
	}
	mynd_session_set_window(link->channel.session, 1, MYND_PIPELINING_BYTES);
	return false;
}

bool mynd_pipelining_is_allowed(const mynd_link *link)
{
	return is_known_to_serve(link) && mynd_pipelining_is_borne(link);
}

bool mynd_pipelining_saves_trips(const mynd_link *link)
{
	return mynd_wants_fewer_trips(link) && mynd_pipelining_is_borne(link);
}

bool mynd_pipelining_may_be_useful(const mynd_link *link)
{
	return link->persistent ||
	       (link->prepared != NULL && link->prepared->has_use_for_pipelines && is_known_to_serve(link));
}

bool mynd_pipelining_is_unknown(const mynd_link *link)
{
	unsigned answer = answer_for(link->address);
	return setting_of(link) == MYND_PIPELINING_AUTO && link->address != 0 && answer != WORKS &&
	       answer != FAILS;
}

/* --- a trial in the middle of the program --- */

#define USES_BEFORE_A_TRIAL 16

/* statements since the last trial that took two round trips because there was no verdict */
ZEND_TLS unsigned uses;

void mynd_pipelining_note_use(mynd_link *link)
{
	link->prepared->has_use_for_pipelines = true;
	uses += mynd_wants_fewer_trips(link) && mynd_pipelining_is_unknown(link);
}

/*
 * A trial is due when mynd.round_trips = fewer, the address has no verdict, and this thread has run many
 * queries that could have taken one round trip.
 */
bool mynd_pipelining_begins_trial(const mynd_link *link)
{
	if (EXPECTED(uses < USES_BEFORE_A_TRIAL) || !mynd_wants_fewer_trips(link) ||
	    link->channel.session == NULL || !is_known_to_serve(link) || !mynd_pipelining_is_unknown(link)) {
		return false;
	}
	uses = 0;
	return true;
}

/* --- changes of the verdict --- */

/* A timeout is no sign that the address cannot answer several commands in one write. */
void mynd_pipelining_lost(const mynd_link *link)
{
	if (link->channel.error.cause != MYND_CAUSE_TIMED_OUT) {
		mynd_pipelining_failed(link);
	}
}

void mynd_pipelining_failed(const mynd_link *link)
{
	if (link->address != 0) {
		set_answer(link->address, FAILS);
	}
}

/*
 * Returns true if the text begins with a word that proxies add to the version in the greeting. Each connect
 * asks this of each letter of the version: four searches of the whole would take 2,000 instructions.
 */
static bool begins_with_proxy(const char *text)
{
	switch (*text | 0x20) {
	case 'r':
		return strncasecmp(text, "router", 6) == 0;
	case 'm':
		return strncasecmp(text, "maxscale", 8) == 0;
	case 'p':
		return strncasecmp(text, "proxy", 5) == 0; /* also the beginning of ProxySQL */
	default:
		return false;
	}
}

/* Searches the version in the greeting for words that proxies add to it. */
void mynd_pipelining_note_greeting(const mynd_link *link, bool tls)
{
	const char *version = mynd_session_server(link->channel.session)->version;
	for (; !tls && version != NULL && *version != '\0'; version++) {
		if (begins_with_proxy(version)) {
			mynd_pipelining_failed(link);
			return;
		}
	}
}

/* A trial may lose the link for other reasons, too: so only the second loss leads to the verdict no. */
void mynd_pipelining_tried(const mynd_link *link, mynd_trial outcome)
{
	unsigned before = answer_for(link->address);
	if (link->address == 0 || outcome == MYND_TRIAL_NONE || before == WORKS || before == FAILS) {
		return;
	}
	unsigned failed = outcome == MYND_TRIAL_WRONG || before == FAILED_ONCE ? FAILS : FAILED_ONCE;
	set_answer(link->address, outcome == MYND_TRIAL_RIGHT ? WORKS : failed);
}
