/*
 * What fails in the kernel: loaded before libc (LD_PRELOAD), it lets the n-th system call of mynd.so fail, or
 * of the library that TORN_KERNEL_OF names. Calls of others pass. Which call, and how, stands in the file
 * that TORN_KERNEL names; see `order`.
 *
 * Always true: a call fails only in a way in which Linux lets it fail. A connect that is interrupted goes on,
 * as in the kernel. What is short moves one byte.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { NOTHING, INTERRUPTED, AGAIN, SHORT, MEMORY, DESCRIPTORS, RESET, CLOCK };

typedef struct order {
	int16_t kind;
	int16_t lasts;   /* not 0: what comes after it fails as well */
	int32_t n;       /* the n-th call that can fail so, from 1 */
	int32_t count;   /* ours: how many there were */
	char failed[20]; /* ours: the first call that has failed */
} order;

static order *orders;
static const char *library = "mynd.so"; /* the beginning of its name */
static uintptr_t from, to;              /* where its code is */

static int find_module(struct dl_phdr_info *info, size_t size, void *none)
{
	(void) size, (void) none;
	const char *name = strrchr(info->dlpi_name, '/');
	if (name == NULL || strncmp(name + 1, library, strlen(library)) != 0) {
		return 0;
	}
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
			from = info->dlpi_addr + p->p_vaddr;
			to = from + p->p_memsz;
		}
	}
	return 1;
}

__attribute__((constructor)) static void begin(void)
{
	const char *file = getenv("TORN_KERNEL"), *of = getenv("TORN_KERNEL_OF");
	library = of == NULL ? library : of;
	int fd = file == NULL ? -1 : open(file, O_RDWR | O_CLOEXEC);
	if (fd >= 0) {
		void *at = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		orders = at == MAP_FAILED ? NULL : at;
		close(fd);
	}
}

static const int numbers[] = {0, EINTR, EAGAIN, 0, ENOMEM, EMFILE, ECONNRESET};

/* Is this the call that fails? `kinds`: how it can. Sets errno. */
static bool fails(const char *call, unsigned kinds, const void *caller)
{
	if (orders == NULL || orders->kind == NOTHING || orders->kind == CLOCK || !(kinds & 1u << orders->kind)) {
		return false;
	}
	if (to == 0) {
		dl_iterate_phdr(find_module, NULL);
	}
	if ((uintptr_t) caller < from || (uintptr_t) caller >= to) {
		return false;
	}
	orders->count++;
	if (orders->count != orders->n && !(orders->lasts && orders->n > 0 && orders->count > orders->n)) {
		return false;
	}
	if (orders->failed[0] == '\0') {
		strncpy(orders->failed, call, sizeof orders->failed - 1);
	}
	errno = numbers[orders->kind];
	return true;
}

#define AS(...)    (__VA_ARGS__ 0u)
#define KIND(k)    1u << (k) |
#define WAITS      KIND(INTERRUPTED) KIND(MEMORY)
#define MOVES      WAITS KIND(AGAIN) KIND(RESET)
#define MAKES      KIND(MEMORY) KIND(DESCRIPTORS)
#define CALLER     __builtin_return_address(0)
#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

/* PHP loads a module so that the module's own libraries come before what was preloaded. */
void *dlopen(const char *file, int flags)
{
	return REAL(dlopen)(file, flags & ~RTLD_DEEPBIND);
}

int socket(int domain, int type, int protocol)
{
	return fails("socket", AS(MAKES), CALLER) ? -1 : REAL(socket)(domain, type, protocol);
}

int connect(int fd, const struct sockaddr *address, socklen_t length)
{
	if (fails("connect", AS(MOVES), CALLER)) {
		int number = errno;
		if (number == EINTR) {
			REAL(connect)(fd, address, length);
		}
		errno = number;
		return -1;
	}
	return REAL(connect)(fd, address, length);
}

/* A reset connection stays one. */
static ssize_t refuse(int fd)
{
	int number = errno;
	if (orders->kind == RESET) {
		shutdown(fd, SHUT_RDWR);
	}
	errno = number;
	return -1;
}

ssize_t recv(int fd, void *bytes, size_t n, int flags)
{
	bool now = fails("recv", n > 1 ? AS(MOVES KIND(SHORT)) : AS(MOVES), CALLER);
	return now && orders->kind != SHORT ? refuse(fd) : REAL(recv)(fd, bytes, now ? 1 : n, flags);
}

static bool is_stream(int fd)
{
	int type = 0;
	socklen_t size = sizeof type;
	return REAL(getsockopt)(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
	bool now = fails("send", n > 1 && is_stream(fd) ? AS(MOVES KIND(SHORT)) : AS(MOVES), CALLER);
	return now && orders->kind != SHORT ? refuse(fd) : REAL(send)(fd, bytes, now ? 1 : n, flags);
}

ssize_t recvmsg(int fd, struct msghdr *m, int flags)
{
	return fails("recvmsg", AS(MOVES), CALLER) ? refuse(fd) : REAL(recvmsg)(fd, m, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
	return fails("sendmsg", AS(MOVES), CALLER) ? refuse(fd) : REAL(sendmsg)(fd, m, flags);
}

/* Of datagrams, which are never short. */
ssize_t recvfrom(int fd, void *restrict bytes, size_t n, int flags, struct sockaddr *restrict address,
    socklen_t *restrict length)
{
	return fails("recvfrom", AS(MOVES), CALLER) ? refuse(fd)
	                                            : REAL(recvfrom)(fd, bytes, n, flags, address, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
	bool now = fails("writev", AS(MOVES KIND(SHORT)), CALLER);
	if (now && orders->kind == SHORT) {
		struct iovec one = {parts[0].iov_base, 1};
		return REAL(writev)(fd, &one, 1);
	}
	return now ? refuse(fd) : REAL(writev)(fd, parts, count);
}

int bind(int fd, const struct sockaddr *address, socklen_t length)
{
	return fails("bind", AS(KIND(MEMORY)), CALLER) ? -1 : REAL(bind)(fd, address, length);
}

int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	return fails("getsockname", AS(KIND(MEMORY)), CALLER) ? -1 : REAL(getsockname)(fd, address, length);
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
	return fails("fopen", AS(MAKES KIND(INTERRUPTED)), CALLER) ? NULL : REAL(fopen)(name, mode);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	return fails("poll", AS(WAITS), CALLER) ? -1 : REAL(poll)(fds, n, timeout);
}

int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
	return fails("ppoll", AS(WAITS), CALLER) ? -1 : REAL(ppoll)(fds, n, timeout, mask);
}

int epoll_create1(int flags)
{
	return fails("epoll_create1", AS(MAKES), CALLER) ? -1 : REAL(epoll_create1)(flags);
}

int timerfd_create(int clock, int flags)
{
	return fails("timerfd_create", AS(MAKES), CALLER) ? -1 : REAL(timerfd_create)(clock, flags);
}

/* A copy with a higher number is asked for; everything else always succeeds. */
int fcntl(int fd, int command, ...)
{
	va_list arguments;
	va_start(arguments, command);
	void *argument = va_arg(arguments, void *);
	va_end(arguments);
	bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
	return copies && fails("fcntl", AS(KIND(DESCRIPTORS)), CALLER) ? -1 : REAL(fcntl)(fd, command, argument);
}

/* Of eventfds. */
ssize_t write(int fd, const void *bytes, size_t n)
{
	return fails("write", AS(KIND(INTERRUPTED)), CALLER) ? -1 : REAL(write)(fd, bytes, n);
}

int epoll_ctl(int set, int what, int fd, struct epoll_event *event)
{
	bool allocates = what == EPOLL_CTL_ADD;
	return allocates && fails("epoll_ctl", AS(KIND(MEMORY)), CALLER) ? -1
	                                                                 : REAL(epoll_ctl)(set, what, fd, event);
}

int epoll_wait(int set, struct epoll_event *events, int n, int timeout)
{
	return fails("epoll_wait", AS(KIND(INTERRUPTED)), CALLER) ? -1
	                                                          : REAL(epoll_wait)(set, events, n, timeout);
}

int eventfd(unsigned value, int flags)
{
	return fails("eventfd", AS(MAKES), CALLER) ? -1 : REAL(eventfd)(value, flags);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
	return fails("socketpair", AS(MAKES), CALLER) ? -1 : REAL(socketpair)(domain, type, protocol, ends);
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t size)
{
	return fails("setsockopt", AS(KIND(MEMORY)), CALLER) ? -1
	                                                     : REAL(setsockopt)(fd, level, name, value, size);
}

int getsockopt(int fd, int level, int name, void *value, socklen_t *size)
{
	return fails("getsockopt", AS(KIND(MEMORY)), CALLER) ? -1
	                                                     : REAL(getsockopt)(fd, level, name, value, size);
}

/* --- a clock that jumps: each look is a day before or behind the last one --- */

static int64_t jump(void)
{
	return orders == NULL || orders->kind != CLOCK ? 0 : orders->count++ % 2 ? 86400 : -86400;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
	int rc = REAL(clock_gettime)(clock, t);
	if (rc == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
		t->tv_sec += jump();
	}
	return rc;
}

time_t time(time_t *at)
{
	time_t now = REAL(time)(NULL) + jump();
	if (at != NULL) {
		*at = now;
	}
	return now;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
	int rc = REAL(gettimeofday)(t, zone);
	t->tv_sec += jump();
	return rc;
}
