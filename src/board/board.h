/*
 * The scoreboard: a file that all workers map as shared memory, with a record of numbers for each worker.
 *
 * A worker is a process or, in a process with threads, a thread. It takes a record by writing its owner word
 * into it (compare and swap). From then on only this worker writes into the record, without a lock, and
 * readers copy it. Another worker may take over the record of a dead owner; it continues counting from the
 * totals there. The momentary values of a record (gauges, the running operation) are those of the worker
 * `present`. They are invalid if `present` is not the owner, or if the owner is dead.
 *
 * Always true: a file is complete when it gets its name, and its size never changes. Values read from a file
 * are checked before they are used, and never lead to an access outside of it.
 * Not here: the code that counts (src/command/metrics.c, src/pool/), and the public names (src/php/mynd/).
 */
#ifndef MYND_BOARD_BOARD_H
#define MYND_BOARD_BOARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MYND_BOARD_LAYOUT     3
#define MYND_BOARD_MOST_SLOTS 1024
#define MYND_BOARD_PID_SHIFT  40  /* position of the id in an owner word */
#define MYND_BOARD_DIGEST     200 /* bytes */
#define MYND_BOARD_SCRIPT     152

/* Counters that src/command/metrics.c copies from those of a connection at the end of each reply: X(name). */
#define MYND_BOARD_REPORTED(X)                                                                               \
	X(commands)                                                                                              \
	X(rows)                                                                                                  \
	X(bytes_received)                                                                                        \
	X(bytes_sent)                                                                                            \
	X(waits)                                                                                                 \
	X(wait_nanoseconds)

/* Counters that src/command/metrics.c copies from those of a connection when it is released: X(name). */
#define MYND_BOARD_REPORTED_LATE(X)                                                                          \
	X(rows_dropped)             /* received, but not returned to the program */                              \
	X(command_buffer_too_small) /* commands longer than the command buffer */                                \
	X(prepares)                                                                                              \
	X(prepared_for_once) /* statements that had run once or never when they were closed */

/* Counters of single events. */
#define MYND_BOARD_COUNTED(X)                                                                                \
	X(round_trips)                                                                                           \
	X(reply_nanoseconds)                                                                                     \
	X(connects)                                                                                              \
	X(connects_failed)                                                                                       \
	X(connects_in_clear)   /* to another machine, without TLS */                                             \
	X(connects_unverified) /* to another machine, with TLS, but without a check of the certificate */        \
	X(repeated)            /* commands of a kind that one request has sent too often */                      \
	X(reads_ahead)         /* reads answered from replies to commands that were sent ahead */                \
	X(reads_wasted)        /* reads that were sent ahead, and not asked for */

/* Errors: X(name). */
#define MYND_BOARD_ERRORS(X)                                                                                 \
	X(lost)        /* connections lost while in use */                                                       \
	X(unreachable) /* the server could not be connected to */                                                \
	X(refused)     /* the server refused a login */                                                          \
	X(timed_out)   /* a time limit of the driver's or the server's, or the command was killed */             \
	X(lock)        /* a deadlock, or a lock that was not acquired in time */                                 \
	X(syntax)                                                                                                \
	X(constraint) /* a duplicate key, a foreign key, a check, a NULL */                                      \
	X(other)

/* Events of connections in pools: X(name). */
#define MYND_BOARD_POOL(X)                                                                                   \
	X(made)        /* new connections that joined a pool */                                                  \
	X(taken)       /* idle connections that were acquired */                                                 \
	X(handed_back) /* connections released into the pool of the process or the shared pool */                \
	X(handed_over) /* part of handed_back: connections released into the shared pool */                      \
	X(taken_over)  /* connections acquired from the shared pool */                                           \
	X(found_dead)                                                                                            \
	X(closed)

enum {
#define MYND_X(name) MYND_BOARD_##name,
	MYND_BOARD_REPORTED(MYND_X) MYND_BOARD_COUNTERS_OF_REPLY,
	MYND_BOARD_BEFORE_LATE = MYND_BOARD_COUNTERS_OF_REPLY - 1,
	MYND_BOARD_REPORTED_LATE(MYND_X) MYND_BOARD_COUNTERS_OF_LINK,
	MYND_BOARD_BEFORE_COUNTED = MYND_BOARD_COUNTERS_OF_LINK - 1,
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

#define MYND_BOARD_BUCKETS 17 /* of reply times; the last one has no bound */
/* Upper bounds of the buckets in nanoseconds; the last is UINT64_MAX. */
extern const uint64_t mynd_board_bounds[MYND_BOARD_BUCKETS];

typedef struct mynd_board_totals {
	uint64_t counters[MYND_BOARD_COUNTERS];
	uint64_t errors[MYND_BOARD_ERROR_COUNT];
	uint64_t pool[MYND_BOARD_POOL_COUNT];
	uint64_t times[MYND_BOARD_BUCKETS]; /* replies per bucket; not cumulative */
} mynd_board_totals;

/* Operation that a worker waits for, if the wait is long enough to be recorded. */
typedef enum mynd_board_doing {
	MYND_BOARD_NOTHING,
	MYND_BOARD_REPLY,
	MYND_BOARD_ROWS,
	MYND_BOARD_CONNECT
} mynd_board_doing;

/*
 * The operation that runs. The writer raises `begun` before it writes and `done` afterwards; a reader copies
 * `done` first and `begun` last. A copy in which `begun` and `done` differ is torn.
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
	_Atomic uint64_t owner;   /* id of the process or thread << 40 | when it started; 0: nobody */
	_Atomic uint64_t present; /* worker to which the gauges and `running` belong */
	uint64_t since;           /* time when the owner took the record: seconds since 1970 */
	uint64_t in_use, idle;    /* connections, now */
	mynd_board_totals totals;
	mynd_board_running running;
} mynd_board_record;

/* --- the file --- */

/*
 * Maps the file for this process and those that are forked from it. A missing file is created, for `slots`
 * workers. Returns false, with the reason in `why` and nothing mapped, if that fails.
 */
bool mynd_board_open(const char *path, unsigned slots, char *why, size_t why_size);
void mynd_board_close(void);
bool mynd_board_is_open(void);

/* --- a worker --- */

int64_t mynd_board_now(void); /* nanoseconds of the monotonic clock */

/* A worker's own data. A connection points to the mynd_board_worker of its thread while it is connected. */
typedef struct mynd_board_worker {
	mynd_board_record *record;
	/*
	 * The first MYND_BOARD_COUNTERS_OF_REPLY totals are the counters of the connection `of` plus `base`, see
	 * src/command/metrics.c.
	 */
	struct mynd_link *of; /* NULL: no connection */
	uint64_t base[MYND_BOARD_COUNTERS_OF_REPLY];
	bool asked; /* the worker has tried to take a record */
} mynd_board_worker;

/*
 * Returns this thread's worker, which takes a record at the first call in its process. NULL: it has no
 * record.
 */
mynd_board_worker *mynd_board_join(void);
/* As mynd_board_join, but takes no record. */
mynd_board_worker *mynd_board_joined(void);
/* Ends the worker: frees its record, which keeps its totals. */
void mynd_board_leave(void);
/* Called in a forked child: forgets the parent's record. */
void mynd_board_forget(void);

/* The following functions do nothing if the worker has no record. */
void mynd_board_count(unsigned counter);
void mynd_board_add(unsigned counter, uint64_t more);
void mynd_board_count_error(mynd_board_error which);
void mynd_board_count_pool(mynd_board_pool which);
void mynd_board_add_in_use(int more);
void mynd_board_add_idle(int more);

/* Counts a reply that came after `nanoseconds`. */
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
 * Sets what the worker waits for now. Texts that are too long are cut: the digest loses its end, the script
 * its beginning.
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
	/* malloc'ed; element i: the owner of record i lives, so the record's momentary values are valid */
	bool *living;
	mynd_board_totals sums;
} mynd_board_copy;

/*
 * Copies a file (`path` NULL: the mapped one). Returns false, with the reason in `why` and nothing to be
 * freed, if that fails.
 */
bool mynd_board_read(const char *path, mynd_board_copy *copy, char *why, size_t why_size);
void mynd_board_copy_free(mynd_board_copy *copy);

#endif
