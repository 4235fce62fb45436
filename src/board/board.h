/*
 * The scoreboard: numbers of all workers in one file that they map shared, a record for each of them.
 *
 * A worker is a process, or a thread of one with threads. It takes a record by writing its owner word into it
 * (compare and swap). From then on only it writes there, without a lock, and whoever reads copies. A record
 * whose owner has died is taken over and counted on: its totals stay. What it says of the moment (gauges,
 * what runs) belongs to `present`, and means nothing if that is not the owner, or if the owner is dead.
 *
 * Always true: a file is complete when it gets its name, and its size never changes. What is read from a file
 * is checked before it is used, and never leads to an access outside of it.
 * Not here: who counts what (src/command/metrics.c, src/pool/), and what it is called outside
 * (src/php/mynd/).
 */
#ifndef MYND_BOARD_BOARD_H
#define MYND_BOARD_BOARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MYND_BOARD_LAYOUT     2
#define MYND_BOARD_MOST_SLOTS 1024
#define MYND_BOARD_PID_SHIFT  40  /* in an owner word */
#define MYND_BOARD_DIGEST     200 /* bytes */
#define MYND_BOARD_SCRIPT     152

/* Counters that a connection has, too: X(name). They are told by src/command/metrics.c. */
#define MYND_BOARD_TOLD(X)                                                                                   \
	X(commands)                                                                                              \
	X(rows)                                                                                                  \
	X(bytes_received)                                                                                        \
	X(bytes_sent)                                                                                            \
	X(waits)                                                                                                 \
	X(wait_nanoseconds)

/* The same of what no reply's end tells, but the connection when it is put away: X(name). */
#define MYND_BOARD_TOLD_LATE(X)                                                                              \
	X(rows_dropped)             /* received, and not given to the program */                                 \
	X(command_buffer_too_small) /* commands that did not fit into it */                                      \
	X(prepares)                                                                                              \
	X(prepared_for_once) /* statements that were closed, and had run once or never */

/* Counters of single events. */
#define MYND_BOARD_COUNTED(X)                                                                                \
	X(round_trips)                                                                                           \
	X(reply_nanoseconds)                                                                                     \
	X(connects)                                                                                              \
	X(connects_failed)                                                                                       \
	X(connects_in_clear)   /* to another machine, without TLS */                                             \
	X(connects_unverified) /* to another machine, with TLS, but nobody looked at the certificate */          \
	X(repeated)            /* commands of a kind that one request gave too often */

/* Errors: X(name). */
#define MYND_BOARD_ERRORS(X)                                                                                 \
	X(lost)        /* connections in use */                                                                  \
	X(unreachable) /* no connection to the server */                                                         \
	X(refused)     /* the server refused a login */                                                          \
	X(timed_out)   /* a time limit of the driver's or the server's, or the command was killed */             \
	X(lock)        /* a deadlock, or a lock that was not had in time */                                      \
	X(syntax)                                                                                                \
	X(constraint) /* a duplicate key, a foreign key, a check, a NULL */                                      \
	X(other)

/* What happens to connections of pools: X(name). */
#define MYND_BOARD_POOL(X)                                                                                   \
	X(made)        /* a new one joined a pool */                                                             \
	X(taken)       /* an idle one was given out */                                                           \
	X(handed_back) /* into the pool of the process, or into the shared one */                                \
	X(handed_over) /* of those: into the shared one */                                                       \
	X(taken_over)  /* out of the shared one */                                                               \
	X(found_dead)                                                                                            \
	X(closed)

enum {
#define MYND_X(name) MYND_BOARD_##name,
	MYND_BOARD_TOLD(MYND_X) MYND_BOARD_TELLS,
	MYND_BOARD_BEFORE_LATE = MYND_BOARD_TELLS - 1,
	MYND_BOARD_TOLD_LATE(MYND_X) MYND_BOARD_TELLS_OF_LINK,
	MYND_BOARD_BEFORE_COUNTED = MYND_BOARD_TELLS_OF_LINK - 1,
	MYND_BOARD_COUNTED(MYND_X) MYND_BOARD_COUNTERS
#undef MYND_X
};

typedef enum mynd_board_error {
#define MYND_X(name) MYND_BOARD_ERROR_##name,
	MYND_BOARD_ERRORS(MYND_X) MYND_BOARD_ERROR_COUNT
#undef MYND_X
} mynd_board_error;

typedef enum mynd_board_pool {
#define MYND_X(name) MYND_BOARD_POOL_##name,
	MYND_BOARD_POOL(MYND_X) MYND_BOARD_POOL_COUNT
#undef MYND_X
} mynd_board_pool;

#define MYND_BOARD_BUCKETS 17 /* of times; the last one has no bound */
/* In nanoseconds; the last is the largest number. */
extern const uint64_t mynd_board_bounds[MYND_BOARD_BUCKETS];

typedef struct mynd_board_totals {
	uint64_t counters[MYND_BOARD_COUNTERS];
	uint64_t errors[MYND_BOARD_ERROR_COUNT];
	uint64_t pool[MYND_BOARD_POOL_COUNT];
	uint64_t times[MYND_BOARD_BUCKETS]; /* replies that took so long; not cumulated */
} mynd_board_totals;

/* What a worker waits for: for so long that it was worth writing down. */
typedef enum mynd_board_doing {
	MYND_BOARD_NOTHING,
	MYND_BOARD_REPLY,
	MYND_BOARD_ROWS,
	MYND_BOARD_CONNECT
} mynd_board_doing;

/*
 * Whoever writes it raises `begun` before and `done` after; whoever copies it takes `done` first and `begun`
 * last. A copy in which they differ is torn.
 */
typedef struct mynd_board_running {
	_Atomic uint64_t done;
	uint64_t doing;
	int64_t since; /* nanoseconds of the monotonic clock */
	uint32_t digest_len, script_len;
	char digest[MYND_BOARD_DIGEST], script[MYND_BOARD_SCRIPT];
	_Atomic uint64_t begun;
} mynd_board_running;

typedef struct mynd_board_record {
	_Atomic uint64_t owner;   /* process or thread << 40 | when it started; 0: nobody */
	_Atomic uint64_t present; /* whose the gauges are, and what runs */
	uint64_t since;           /* when the owner has taken it: seconds since 1970 */
	uint64_t in_use, idle;    /* connections, now */
	mynd_board_totals totals;
	mynd_board_running running;
} mynd_board_record;

/* --- the file --- */

/*
 * Maps the file for this process and those that are forked from it. One that is missing is made, for so many
 * workers. False: `why` says why not, and nothing is mapped.
 */
bool mynd_board_open(const char *path, unsigned slots, char *why, size_t why_size);
void mynd_board_close(void);
bool mynd_board_is_open(void);

/* --- a worker --- */

int64_t mynd_board_now(void); /* nanoseconds of the monotonic clock */

/* What a worker has of the scoreboard. A connection points to that of its thread while it is connected. */
typedef struct mynd_board_worker {
	mynd_board_record *record;
	/* The totals of told counters are those of one connection, with this added; see src/command/metrics.c. */
	struct mynd_link *of; /* that connection; NULL: none */
	uint64_t base[MYND_BOARD_TELLS];
	bool asked; /* there was an attempt at a record */
} mynd_board_worker;

/* Of this thread, with a record, which it takes at the first call in its process. NULL: it has none. */
mynd_board_worker *mynd_board_join(void);
/* The same, but takes none. */
mynd_board_worker *mynd_board_joined(void);
/* The worker ends: its record is free, and its totals stay. */
void mynd_board_leave(void);
/* In a forked child: the parent's record is not its own. */
void mynd_board_forget(void);

/* Each does nothing where the worker has no record. */
void mynd_board_count(unsigned counter);
void mynd_board_add(unsigned counter, uint64_t more);
void mynd_board_count_error(mynd_board_error which);
void mynd_board_count_pool(mynd_board_pool which);
void mynd_board_add_in_use(int more);
void mynd_board_add_idle(int more);

/* A reply came after so many nanoseconds. */
static inline void mynd_board_time(mynd_board_totals *totals, uint64_t nanoseconds)
{
	const uint64_t *bound = mynd_board_bounds;
	uint64_t *bucket = totals->times;
	while (nanoseconds > *bound++) {
		bucket++;
	}
	++*bucket;
	totals->counters[MYND_BOARD_reply_nanoseconds] += nanoseconds;
}

/*
 * What the worker waits for now. The texts are cut to their space: a digest at its end, a script at its
 * start.
 */
void mynd_board_run(
    mynd_board_doing doing, int64_t since, const char *digest, size_t digest_len, const char *script);
void mynd_board_run_nothing(void);

/* --- reading --- */

typedef struct mynd_board_copy {
	uint64_t made; /* seconds since 1970 */
	uint64_t without_slot;
	unsigned slots;
	mynd_board_record *records; /* malloc'ed */
	bool *living; /* malloc'ed, for each record: it has a worker, and what it says of now is true */
	mynd_board_totals sums;
} mynd_board_copy;

/* NULL: what is mapped. False: `why` says why not, and there is nothing to be freed. */
bool mynd_board_read(const char *path, mynd_board_copy *copy, char *why, size_t why_size);
void mynd_board_copy_free(mynd_board_copy *copy);

#endif
