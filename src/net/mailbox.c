/*
 * Mailboxes (mailbox.h).
 *
 * Always true: claims are made in the order of the table and never withdrawn, so that all processes of a user
 * find the same mailbox. The count of a mailbox is an estimate, which is good enough for limits; a process
 * that finds the mailbox empty sets it to 0. No wait for a turn is endless, whatever another process has
 * written into the shared memory.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* POLLRDHUP, dup3 */
#endif
#include "mailbox.h"
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define QUEUE_BYTES (4 << 20)
#define NOBODY      (-1)

#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

/* Shared memory with the user of each mailbox, which a process unmaps after its claim. */
typedef struct claims {
	_Atomic int64_t users[MYND_MAILBOXES];
} claims;

/* Shared memory of one mailbox, a page of its own. */
typedef struct board {
	_Atomic int32_t count;
	_Atomic int32_t turn; /* process whose turn it is; 0: none */
	_Atomic uint64_t serial;
} board;

static struct {
	bool made;
	pid_t maker;
	uint64_t build;
	int ends[MYND_MAILBOXES][2]; /* descriptors for sending and for receiving; -1: closed */
	claims *claims;
	board *boards[MYND_MAILBOXES];
} table;

/* The mailbox that this process has claimed. */
static struct {
	_Atomic bool open;
	int put, take;
	uid_t user;
	board *board;
} mine;

static pthread_mutex_t claim_lock = PTHREAD_MUTEX_INITIALIZER;

/* --- making --- */

static void *map_shared(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return at == MAP_FAILED ? NULL : at;
}

static void unmap(void *at, size_t size)
{
	if (at != NULL) {
		munmap(at, size);
	}
}

static void close_one(unsigned i)
{
	for (unsigned end = 0; end < 2; end++) {
		if (table.ends[i][end] >= 0) {
			close(table.ends[i][end]);
			table.ends[i][end] = -1;
		}
	}
	unmap(table.boards[i], sizeof(board));
	table.boards[i] = NULL;
}

/*
 * Enlarges the socket's buffer, because the kernel's default holds only some 300 parcels. Only root may
 * exceed the kernel's maximum.
 */
static void widen(int fd)
{
	int bytes = QUEUE_BYTES;
#ifdef SO_SNDBUFFORCE
	if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes) == 0) {
		return;
	}
#endif
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static bool make_one(unsigned i)
{
	table.boards[i] = map_shared(sizeof(board));
	if (table.boards[i] == NULL ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, table.ends[i]) != 0) {
		return false;
	}
	widen(table.ends[i][0]);
	return true;
}

int mynd_mailboxes_make(void)
{
	mynd_mailboxes_end();
	for (unsigned i = 0; i < MYND_MAILBOXES; i++) {
		table.ends[i][0] = table.ends[i][1] = -1;
		table.boards[i] = NULL;
	}
	table.made = true;
	table.maker = getpid();
	randombytes_buf(&table.build, sizeof table.build);
	table.claims = map_shared(sizeof(claims));
	bool made = table.claims != NULL;
	for (unsigned i = 0; made && i < MYND_MAILBOXES; i++) {
		atomic_init(&table.claims->users[i], NOBODY);
		made = make_one(i);
	}
	if (!made) {
		int saved = errno;
		mynd_mailboxes_end();
		errno = saved;
	}
	return made ? MYND_OK : MYND_BAD;
}

static void close_all_but(unsigned kept)
{
	for (unsigned i = 0; i < MYND_MAILBOXES; i++) {
		if (i != kept) {
			close_one(i);
		}
	}
	unmap(table.claims, sizeof(claims));
	table.claims = NULL;
}

void mynd_mailboxes_end(void)
{
	if (table.made) {
		atomic_store(&mine.open, false);
		close_all_but(MYND_MAILBOXES);
		table.made = false;
	}
}

bool mynd_mailboxes_are_own(void)
{
	return table.made && table.maker == getpid();
}

/* --- claiming --- */

/* Returns the user's mailbox, or MYND_MAILBOXES if all belong to other users. */
static unsigned find(int64_t user)
{
	unsigned i = 0;
	for (; i < MYND_MAILBOXES; i++) {
		int64_t owner = NOBODY;
		if (atomic_compare_exchange_strong(&table.claims->users[i], &owner, user) || owner == user) {
			break;
		}
	}
	return i;
}

static void claim(bool wanted)
{
	mine.user = geteuid();
	unsigned i = wanted ? find((int64_t) mine.user) : MYND_MAILBOXES;
	if (i < MYND_MAILBOXES) {
		mine.put = table.ends[i][0];
		mine.take = table.ends[i][1];
		mine.board = table.boards[i];
	}
	close_all_but(i);
	atomic_store(&mine.open, i < MYND_MAILBOXES);
}

/*
 * Leaves the mailbox while another thread may be about to use it: replaces its descriptors and memory by
 * others without effect, under the same numbers and addresses.
 */
static void leave(void)
{
	atomic_store(&mine.open, false);
	int nowhere = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (nowhere < 0 || dup3(nowhere, mine.put, O_CLOEXEC) < 0 || dup3(nowhere, mine.take, O_CLOEXEC) < 0) {
		close_all_but(MYND_MAILBOXES);
	} else {
		mmap(mine.board, sizeof(board), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		    0);
	}
	if (nowhere >= 0) {
		close(nowhere);
	}
}

void mynd_mailbox_look_at_user(void)
{
	if (mynd_mailbox_is_open() && geteuid() != mine.user) {
		pthread_mutex_lock(&claim_lock);
		if (mynd_mailbox_is_open()) {
			leave();
		}
		pthread_mutex_unlock(&claim_lock);
	}
}

void mynd_mailbox_claim(bool wanted)
{
	if (!table.made) {
		return;
	}
	pthread_mutex_lock(&claim_lock);
	if (table.claims != NULL) {
		claim(wanted);
	}
	pthread_mutex_unlock(&claim_lock);
	mynd_mailbox_look_at_user();
}

bool mynd_mailbox_is_open(void)
{
	return atomic_load_explicit(&mine.open, memory_order_acquire);
}

bool mynd_mailbox_is_ours(void)
{
	return mynd_mailbox_is_open() && geteuid() == mine.user;
}

uint64_t mynd_mailbox_build(void)
{
	return table.build;
}

uint64_t mynd_mailbox_next_serial(void)
{
	return atomic_fetch_add_explicit(&mine.board->serial, 1, memory_order_relaxed) + 1;
}

static int32_t counted(void)
{
	return atomic_load_explicit(&mine.board->count, memory_order_relaxed);
}

unsigned mynd_mailbox_count(void)
{
	int32_t count = mynd_mailbox_is_open() ? counted() : 0;
	return count > 0 ? (unsigned) count : 0;
}

static void count(int32_t by)
{
	atomic_fetch_add_explicit(&mine.board->count, by, memory_order_relaxed);
}

/*
 * Sets the count to 0 after the mailbox was found empty, unless it has changed from `before`: then a parcel
 * was put in.
 */
static void count_none(int32_t before)
{
	if (before != 0) {
		atomic_compare_exchange_strong(&mine.board->count, &before, 0);
	}
}

/* --- turns --- */

#define TURN_YIELDS 16   /* yields before sleeping: a turn takes some microseconds */
#define TURN_SLEEPS 2000 /* sleeps of 0.1 ms before another's turn is taken over */

static bool has_ended(int32_t process)
{
	return kill(process, 0) != 0 && errno == ESRCH;
}

static void rest(unsigned times)
{
	if (times < TURN_YIELDS) {
		sched_yield();
	} else {
		nanosleep(&(struct timespec){0, 100000}, NULL);
	}
}

void mynd_mailbox_begin_turn(void)
{
	int32_t self = (int32_t) getpid();
	for (unsigned times = 0;; times++) {
		int32_t whose = 0;
		if (atomic_compare_exchange_strong(&mine.board->turn, &whose, self)) {
			return;
		}
		bool is_over = times >= TURN_YIELDS && (times >= TURN_SLEEPS || has_ended(whose));
		if (is_over && atomic_compare_exchange_strong(&mine.board->turn, &whose, self)) {
			return;
		}
		rest(times);
	}
}

void mynd_mailbox_end_turn(void)
{
	int32_t self = (int32_t) getpid();
	atomic_compare_exchange_strong(&mine.board->turn, &self, 0);
}

/* --- putting in and taking out --- */

/*
 * SCM_MAX_FD of Linux, so that all descriptors of a message fit. The kernel would close those that do not
 * fit, and would wait in that close if the sender has set SO_LINGER for them.
 */
#define MOST_DESCRIPTORS 253

typedef union control {
	struct cmsghdr header;
	char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
} control;

int mynd_mailbox_put(const mynd_parcel *parcel)
{
	control c = {0};
	struct iovec bytes = {(void *) parcel->bytes, parcel->len};
	struct msghdr message = {
	    .msg_iov = &bytes,
	    .msg_iovlen = 1,
	    .msg_control = c.room,
	    .msg_controllen = CMSG_LEN(sizeof(int)),
	};
	if (!mynd_mailbox_is_open()) {
		return MYND_BAD;
	}
	c.header.cmsg_len = CMSG_LEN(sizeof(int));
	c.header.cmsg_level = SOL_SOCKET;
	c.header.cmsg_type = SCM_RIGHTS;
	memcpy(CMSG_DATA(&c.header), &parcel->fd, sizeof(int));
	ssize_t sent;
	do {
		sent = sendmsg(mine.put, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
	} while (sent < 0 && errno == EINTR);
	if (sent < 0 || (size_t) sent != parcel->len) {
		return MYND_BAD;
	}
	count(+1);
	return MYND_OK;
}

/* Returns the message's descriptor. If it carried none or several, closes them all and returns -1. */
static int take_descriptor(struct msghdr *message)
{
	int fd = -1;
	size_t found = 0;
	for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS || c->cmsg_len < CMSG_LEN(0)) {
			continue;
		}
		size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		for (size_t i = 0; i < count; i++) {
			int came;
			memcpy(&came, CMSG_DATA(c) + i * sizeof(int), sizeof came);
			if (found++ > 0) {
				mynd_descriptor_close_foreign(came);
			} else {
				fd = came;
			}
		}
	}
	if (found > 1) {
		mynd_descriptor_close_foreign(fd);
	}
	return found == 1 ? fd : -1;
}

int mynd_mailbox_take(mynd_parcel *parcel)
{
	control c = {0};
	struct iovec bytes = {parcel->bytes, sizeof parcel->bytes};
	struct msghdr message = {
	    .msg_iov = &bytes,
	    .msg_iovlen = 1,
	    .msg_control = c.room,
	    .msg_controllen = sizeof c.room,
	};
	parcel->fd = -1;
	parcel->len = 0;
	if (!mynd_mailbox_is_open()) {
		return MYND_BAD;
	}
	int32_t before = counted();
	ssize_t got;
	do {
		got = recvmsg(mine.take, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	} while (got < 0 && errno == EINTR);
	if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
		count_none(before);
		return MYND_MORE;
	}
	if (got <= 0 && message.msg_controllen == 0) { /* another process has shut the mailbox down */
		return MYND_BAD;
	}
	count(-1);
	parcel->fd = take_descriptor(&message);
	if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
		mynd_parcel_close(parcel);
	}
	parcel->len = parcel->fd >= 0 && got > 0 ? (size_t) got : 0;
	return MYND_OK;
}

/* --- a parcel --- */

void mynd_parcel_close(mynd_parcel *parcel)
{
	if (parcel->fd >= 0) {
		mynd_descriptor_close_foreign(parcel->fd);
		parcel->fd = -1;
	}
}

int mynd_parcel_look(const mynd_parcel *parcel)
{
#ifdef POLLRDHUP
	struct pollfd fd = {parcel->fd, POLLIN | POLLRDHUP, 0};
	short ends = POLLRDHUP | POLLHUP | POLLERR | POLLNVAL;
#else
	struct pollfd fd = {parcel->fd, POLLIN, 0};
	short ends = POLLHUP | POLLERR | POLLNVAL;
#endif
	int n = poll(&fd, 1, 0);
	if (n < 0 || (n > 0 && (fd.revents & ends))) {
		return MYND_PARCEL_DEAD;
	}
	return n > 0 ? MYND_PARCEL_SPEAKS : MYND_PARCEL_QUIET;
}

void mynd_parcel_say(const mynd_parcel *parcel, mynd_slice bytes)
{
	ssize_t ignored = send(parcel->fd, bytes.ptr, bytes.len, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void) ignored;
}
