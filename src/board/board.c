/*
 * The scoreboard (board.h): its file, a worker's record, and reading it.
 *
 * Not here: the removal of the file. The administrator of PHP puts the file into a folder that the system
 * empties at a restart.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* gettid's number, O_CLOEXEC */
#endif
#include "board.h"
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define START_BITS MYND_BOARD_PID_SHIFT
#define START_MASK ((UINT64_C(1) << START_BITS) - 1)
#define FILE_MODE  0640
#define MAGIC      "myndbrd"

typedef struct head {
	char magic[8];
	uint32_t version, head_size, record_size, slots;
	uint64_t made;
	_Atomic uint64_t without_slot;
	char rest[4096 - 40]; /* fills a page, so that no record is in the same page */
} head;

_Static_assert(sizeof(head) == 4096, "a page");
_Static_assert(sizeof(mynd_board_record) % 8 == 0, "records are aligned");

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
const uint64_t mynd_board_bounds[MYND_BOARD_BUCKETS] = {100 * US, 250 * US, 500 * US, 1 * MS, 2500 * US,
    5 * MS, 10 * MS, 25 * MS, 50 * MS, 100 * MS, 250 * MS, 500 * MS, 1000 * MS, 2500 * MS, 5000 * MS,
    10000 * MS, UINT64_MAX};

/* The process' mapping of the file; changed only when the process starts. */
static struct {
	head *head; /* NULL: none */
	mynd_board_record *records;
	unsigned slots;
	size_t size;
} board;

static __thread mynd_board_worker mine;

/* --- the file --- */

static bool refuse(char *why, size_t size, const char *reason)
{
	snprintf(why, size, "%s", reason);
	return false;
}

static size_t size_for(unsigned slots)
{
	return sizeof(head) + slots * sizeof(mynd_board_record);
}

static bool check_head(const head *h, size_t size, char *why, size_t why_size)
{
	if (memcmp(h->magic, MAGIC, sizeof h->magic) != 0) {
		return refuse(why, why_size, "it is no scoreboard");
	}
	if (h->version != MYND_BOARD_LAYOUT || h->head_size != sizeof *h ||
	    h->record_size != sizeof(mynd_board_record)) {
		return refuse(why, why_size, "another version of mynd has made it");
	}
	if (h->slots == 0 || h->slots > MYND_BOARD_MOST_SLOTS || size != size_for(h->slots)) {
		return refuse(why, why_size, "it is not whole");
	}
	return true;
}

/* Returns -1, with the reason in `why`, if the file cannot be opened. */
static int open_file(const char *path, int flags, struct stat *is, char *why, size_t why_size)
{
	int fd = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) {
		refuse(why, why_size, errno == ELOOP ? "it is a symbolic link" : strerror(errno));
		return -1;
	}
	if (fstat(fd, is) != 0 || !S_ISREG(is->st_mode)) {
		refuse(why, why_size, "it is no file");
		close(fd);
		return -1;
	}
	return fd;
}

static bool read_head(int fd, const struct stat *is, head *h, char *why, size_t why_size)
{
	if (pread(fd, h, sizeof *h, 0) != (ssize_t) sizeof *h) {
		return refuse(why, why_size, "it is not whole");
	}
	return check_head(h, (size_t) is->st_size, why, why_size);
}

/* Refuses a file that other users could change, or that another user may have put there. */
static bool check_owner(const struct stat *is, char *why, size_t why_size)
{
	if (is->st_uid != geteuid()) {
		return refuse(why, why_size, "it belongs to another user");
	}
	if ((is->st_mode & (S_IWGRP | S_IWOTH)) != 0) {
		return refuse(why, why_size, "others than its owner may write to it");
	}
	return true;
}

static bool map_file(int fd, unsigned slots, char *why, size_t why_size)
{
	size_t size = size_for(slots);
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED) {
		return refuse(why, why_size, strerror(errno));
	}
	board.head = at;
	board.records = (mynd_board_record *) ((char *) at + sizeof(head));
	board.slots = slots;
	board.size = size;
	mynd_board_guard(at, size);
	return true;
}

static bool map_existing(const char *path, bool *missing, char *why, size_t why_size)
{
	struct stat is;
	head h;
	errno = 0;
	int fd = open_file(path, O_RDWR, &is, why, why_size);
	*missing = fd < 0 && errno == ENOENT;
	if (fd < 0) {
		return false;
	}
	bool done = check_owner(&is, why, why_size) && read_head(fd, &is, &h, why, why_size) &&
	            map_file(fd, h.slots, why, why_size);
	close(fd);
	return done;
}

/*
 * Allocates the file's space now: otherwise a worker that writes when the tmpfs is full would end by SIGBUS.
 */
static bool fill_file(int fd, unsigned slots)
{
	head h;
	memset(&h, 0, sizeof h);
	memcpy(h.magic, MAGIC, sizeof h.magic);
	h.version = MYND_BOARD_LAYOUT;
	h.head_size = sizeof h;
	h.record_size = sizeof(mynd_board_record);
	h.slots = slots;
	h.made = (uint64_t) time(NULL);
	int failed = posix_fallocate(fd, 0, (off_t) size_for(slots));
	if (failed != 0) {
		errno = failed;
		return false;
	}
	return fchmod(fd, FILE_MODE) == 0 && pwrite(fd, &h, sizeof h, 0) == (ssize_t) sizeof h;
}

/*
 * Creates the file under another name, so that it is complete when it gets its own. Fails with EEXIST if
 * another process was faster.
 */
static bool make_file(const char *path, unsigned slots)
{
	char name[4096];
	int len = snprintf(name, sizeof name, "%s.%ld", path, (long) getpid());
	if (len < 0 || (size_t) len >= sizeof name) {
		errno = ENAMETOOLONG;
		return false;
	}
	int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
	if (fd < 0) {
		return false;
	}
	bool made = fill_file(fd, slots) && link(name, path) == 0;
	int saved = errno;
	unlink(name);
	close(fd);
	errno = saved;
	return made;
}

bool mynd_board_open(const char *path, unsigned slots, char *why, size_t why_size)
{
	bool missing;
	mynd_board_close();
	if (path[0] != '/') {
		return refuse(why, why_size, "it is no absolute path");
	}
	if (map_existing(path, &missing, why, why_size)) {
		return true;
	}
	if (!missing) {
		return false;
	}
	if (!make_file(path, slots) && errno != EEXIST) {
		return refuse(why, why_size, strerror(errno));
	}
	return map_existing(path, &missing, why, why_size);
}

void mynd_board_close(void)
{
	if (board.head != NULL) {
		mynd_board_unguard();
		munmap(board.head, board.size);
		memset(&board, 0, sizeof board);
	}
}

bool mynd_board_is_open(void)
{
	return board.head != NULL;
}

/* --- owners --- */

int64_t mynd_board_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Reads the state and the start time from /proc. Returns false if they cannot be read. */
static bool read_process(const char *path, char *state, uint64_t *start)
{
	char text[1024];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0) {
		close(fd);
	}
	if (n <= 0) {
		return false;
	}
	text[n] = '\0';
	char *at = strrchr(text, ')'); /* end of the process name, which may contain any bytes */
	if (at == NULL || at[1] != ' ') {
		return false;
	}
	*state = at[2];
	for (unsigned field = 2; field < 22 && at != NULL; field++) {
		at = strchr(at + 1, ' ');
	}
	*start = at == NULL ? 0 : strtoull(at, NULL, 10) & START_MASK;
	return at != NULL;
}

static uint64_t own_word(void)
{
	char state;
	uint64_t start = 0;
	if (!read_process("/proc/thread-self/stat", &state, &start)) {
		start = 0;
	}
	return (uint64_t) syscall(SYS_gettid) << START_BITS | start;
}

/* Returns true if the owner lives, or its state is unknown: no record of a living owner may be taken over. */
static bool is_living(uint64_t owner)
{
	char path[64], state;
	uint64_t start, pid = owner >> START_BITS;
	if (owner == 0 || (kill((pid_t) pid, 0) != 0 && errno == ESRCH)) {
		return false;
	}
	snprintf(path, sizeof path, "/proc/%lu/stat", (unsigned long) pid);
	if (!read_process(path, &state, &start)) {
		return true;
	}
	return state != 'Z' && state != 'X' && ((owner & START_MASK) == 0 || (owner & START_MASK) == start);
}

/* --- a worker --- */

/*
 * Begins a write of the running operation: until end_running readers see that `begun` and `done` differ
 * (board.h).
 */
static uint64_t begin_running(mynd_board_running *r)
{
	uint64_t next = atomic_load_explicit(&r->done, memory_order_relaxed) + 1;
	atomic_store_explicit(&r->begun, next, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	return next;
}

static void end_running(mynd_board_running *r, uint64_t number)
{
	atomic_store_explicit(&r->done, number, memory_order_release);
}

static void run_nothing(mynd_board_running *r)
{
	uint64_t number = begin_running(r);
	r->doing = MYND_BOARD_NOTHING;
	end_running(r, number);
}

/* Clears the gauges of the previous owner, then declares them the new owner's by setting `present`. */
static void begin_record(mynd_board_record *r, uint64_t owner)
{
	r->since = (uint64_t) time(NULL);
	r->in_use = r->idle = 0;
	run_nothing(&r->running);
	atomic_store_explicit(&r->present, owner, memory_order_release);
}

static mynd_board_record *take_record(uint64_t owner, bool of_dead)
{
	for (unsigned i = 0; i < board.slots; i++) {
		mynd_board_record *r = &board.records[i];
		uint64_t before = atomic_load(&r->owner);
		if ((before == 0 || (of_dead && !is_living(before))) &&
		    atomic_compare_exchange_strong(&r->owner, &before, owner)) {
			begin_record(r, owner);
			return r;
		}
	}
	return NULL;
}

static void join(void)
{
	uint64_t owner = own_word();
	mine.asked = true;
	mine.record = take_record(owner, false);
	if (mine.record == NULL) {
		mine.record = take_record(owner, true);
	}
	if (mine.record == NULL) {
		atomic_fetch_add(&board.head->without_slot, 1);
	}
}

mynd_board_worker *mynd_board_join(void)
{
	if (board.head != NULL && !mine.asked) {
		join();
	}
	return mynd_board_joined();
}

mynd_board_worker *mynd_board_joined(void)
{
	return mine.record == NULL ? NULL : &mine;
}

void mynd_board_leave(void)
{
	mynd_board_record *r = mine.record;
	if (r != NULL) {
		atomic_store_explicit(&r->present, 0, memory_order_release);
		atomic_store_explicit(&r->owner, 0, memory_order_release);
	}
	mynd_board_forget();
}

void mynd_board_forget(void)
{
	memset(&mine, 0, sizeof mine);
}

void mynd_board_count(unsigned counter)
{
	if (mine.record != NULL) {
		mine.record->totals.counters[counter]++;
	}
}

void mynd_board_add(unsigned counter, uint64_t more)
{
	if (mine.record != NULL) {
		mine.record->totals.counters[counter] += more;
	}
}

void mynd_board_count_error(mynd_board_error which)
{
	if (mine.record != NULL) {
		mine.record->totals.errors[which]++;
	}
}

void mynd_board_count_pool(mynd_board_pool which)
{
	if (mine.record != NULL) {
		mine.record->totals.pool[which]++;
	}
}

void mynd_board_add_in_use(int more)
{
	if (mine.record != NULL) {
		mine.record->in_use += (uint64_t) (int64_t) more;
	}
}

void mynd_board_add_idle(int more)
{
	if (mine.record != NULL) {
		mine.record->idle += (uint64_t) (int64_t) more;
	}
}

/* --- what runs --- */

void mynd_board_run(
    mynd_board_doing doing, int64_t since, const char *digest, size_t digest_len, const char *script)
{
	if (mine.record == NULL) {
		return;
	}
	mynd_board_running *r = &mine.record->running;
	size_t script_len = script == NULL ? 0 : strlen(script);
	if (script_len > sizeof r->script) {
		script += script_len - sizeof r->script;
		script_len = sizeof r->script;
	}
	digest_len = digest_len < sizeof r->digest ? digest_len : sizeof r->digest;
	uint64_t number = begin_running(r);
	r->doing = doing;
	r->since = since;
	r->digest_len = (uint32_t) digest_len;
	r->script_len = (uint32_t) script_len;
	if (digest_len > 0) {
		memcpy(r->digest, digest, digest_len);
	}
	if (script_len > 0) {
		memcpy(r->script, script, script_len);
	}
	end_running(r, number);
}

void mynd_board_run_nothing(void)
{
	if (mine.record != NULL) {
		run_nothing(&mine.record->running);
	}
}

/* --- reading --- */

static void add(mynd_board_totals *sums, const mynd_board_totals *more)
{
	uint64_t *to = (uint64_t *) sums;
	const uint64_t *from = (const uint64_t *) more;
	for (size_t i = 0; i < sizeof *sums / sizeof *to; i++) {
		to[i] += from[i];
	}
}

/*
 * Clears `doing` if the copied `running` is torn, out of bounds or of a dead owner. Returns true if the owner
 * lives and the momentary values are its own.
 */
static bool settle(mynd_board_record *r)
{
	mynd_board_running *now = &r->running;
	bool living = r->present == r->owner && is_living(r->owner);
	if (now->begun != now->done || now->digest_len > sizeof now->digest ||
	    now->script_len > sizeof now->script || !living) {
		now->doing = MYND_BOARD_NOTHING;
	}
	return living;
}

static bool make_room(mynd_board_copy *copy, const head *h, unsigned slots, char *why, size_t why_size)
{
	memset(copy, 0, sizeof *copy);
	copy->made = h->made;
	copy->without_slot = h->without_slot;
	copy->slots = slots;
	copy->records = calloc(slots, sizeof *copy->records);
	copy->living = calloc(slots, sizeof *copy->living);
	if (copy->records == NULL || copy->living == NULL) {
		mynd_board_copy_free(copy);
		return refuse(why, why_size, strerror(ENOMEM));
	}
	return true;
}

static void look_at(mynd_board_copy *copy)
{
	for (unsigned i = 0; i < copy->slots; i++) {
		copy->living[i] = settle(&copy->records[i]);
		add(&copy->sums, &copy->records[i].totals);
	}
}

/* Reads the file without mapping it: a process that may write to it could truncate it under the reader. */
static bool read_file(const char *path, mynd_board_copy *copy, char *why, size_t why_size)
{
	struct stat is;
	head h;
	int fd = open_file(path, O_RDONLY, &is, why, why_size);
	if (fd < 0) {
		return false;
	}
	bool done = read_head(fd, &is, &h, why, why_size) && make_room(copy, &h, h.slots, why, why_size);
	size_t size = done ? h.slots * sizeof *copy->records : 0;
	if (done && pread(fd, copy->records, size, sizeof h) != (ssize_t) size) {
		mynd_board_copy_free(copy);
		done = refuse(why, why_size, "it is not whole");
	}
	close(fd);
	return done;
}

static bool read_mapped(mynd_board_copy *copy, char *why, size_t why_size)
{
	if (board.head == NULL) {
		return refuse(why, why_size, "there is none");
	}
	if (!make_room(copy, board.head, board.slots, why, why_size)) {
		return false;
	}
	memcpy(copy->records, board.records, board.slots * sizeof *copy->records);
	if (mynd_board_was_cut()) {
		mynd_board_copy_free(copy);
		return refuse(why, why_size, "it was cut off while it was in use");
	}
	return true;
}

bool mynd_board_read(const char *path, mynd_board_copy *copy, char *why, size_t why_size)
{
	bool done = path == NULL ? read_mapped(copy, why, why_size) : read_file(path, copy, why, why_size);
	if (done) {
		look_at(copy);
	}
	return done;
}

void mynd_board_copy_free(mynd_board_copy *copy)
{
	free(copy->records);
	free(copy->living);
	copy->records = NULL;
	copy->living = NULL;
}
