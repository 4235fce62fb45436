/*
 * What surrounds the driver, under a test's control; loaded before libc (LD_PRELOAD), for mynd and for the
 * stock driver. What is asked for stands in the environment:
 *
 *     ENVIRONMENT_DNS=PORT    c-ares asks the DNS on 127.0.0.1:PORT. For both drivers the names again.test,
 *                             noname.test, fail.test and memory.test cannot be resolved, for that reason
 *     ENVIRONMENT_FILES=1     a file whose name says so breaks off at its third read: PHP-fails.txt (EIO),
 *                             -shrinks.txt (is empty from then on), -grows.txt (has a line more)
 *     ENVIRONMENT_CLOCK=FILE  each look at the wall clock is a day before or behind the last one. The file
 *                             has two numbers of 64 bits: all looks, and those of mynd.so
 */
#define _GNU_SOURCE
#include <ares.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define CALLER     __builtin_return_address(0)

enum { DAY = 86400, BREAKS_AT = 3 };

static int dns_port;
static bool breaks_files;
static volatile int64_t *looks; /* NULL: the clock is sound */

__attribute__((constructor)) static void begin(void)
{
	const char *dns = getenv("ENVIRONMENT_DNS"), *clock = getenv("ENVIRONMENT_CLOCK");
	dns_port = dns == NULL ? 0 : atoi(dns);
	breaks_files = getenv("ENVIRONMENT_FILES") != NULL;
	int fd = clock == NULL ? -1 : open(clock, O_RDWR | O_CLOEXEC);
	if (fd >= 0) {
		void *at = mmap(NULL, 2 * sizeof *looks, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		looks = at == MAP_FAILED ? NULL : at;
		close(fd);
	}
}

/* PHP loads a module so that the module's own libraries come before what was preloaded. */
void *dlopen(const char *file, int flags)
{
	return REAL(dlopen)(file, flags & ~RTLD_DEEPBIND);
}

/* --- names --- */

static const struct {
	const char *name;
	int of_libc, of_ares; /* ARES_SUCCESS: our DNS answers so by itself */
} unknown[] = {{"again.test", EAI_AGAIN, ARES_SUCCESS}, {"noname.test", EAI_NONAME, ARES_SUCCESS},
    {"fail.test", EAI_FAIL, ARES_SUCCESS}, {"memory.test", EAI_MEMORY, ARES_ENOMEM}};

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
	bool is_number = hints != NULL && (hints->ai_flags & AI_NUMERICHOST);
	for (size_t i = 0; dns_port != 0 && !is_number && i < sizeof unknown / sizeof unknown[0]; i++) {
		if (name != NULL && strcmp(name, unknown[i].name) == 0) {
			return unknown[i].of_libc;
		}
	}
	return REAL(getaddrinfo)(name, service, hints, found);
}

void ares_getaddrinfo(ares_channel channel, const char *name, const char *service,
    const struct ares_addrinfo_hints *hints, ares_addrinfo_callback callback, void *context)
{
	for (size_t i = 0; dns_port != 0 && i < sizeof unknown / sizeof unknown[0]; i++) {
		if (unknown[i].of_ares != ARES_SUCCESS && strcmp(name, unknown[i].name) == 0) {
			callback(context, unknown[i].of_ares, 0, NULL);
			return;
		}
	}
	REAL(ares_getaddrinfo)(channel, name, service, hints, callback, context);
}

#if ARES_VERSION >= 0x011400
typedef const struct ares_options given_options;
#else
typedef struct ares_options given_options;
#endif

int ares_init_options(ares_channel *channel, given_options *given, int mask)
{
	struct ares_options changed = *given;
	struct in_addr server = {htonl(INADDR_LOOPBACK)};
	if (dns_port != 0) {
		changed.servers = &server;
		changed.nservers = 1;
		changed.udp_port = changed.tcp_port = (unsigned short) dns_port;
		mask |= ARES_OPT_SERVERS | ARES_OPT_UDP_PORT | ARES_OPT_TCP_PORT;
	}
	return REAL(ares_init_options)(channel, &changed, mask);
}

/* --- files --- */

/* The reads of the file that is read now; another one begins anew. */
static int count_read(int fd)
{
	static ino_t file;
	static int count;
	struct stat is;
	if (fstat(fd, &is) != 0 || !S_ISREG(is.st_mode)) {
		return 0;
	}
	if (file != is.st_ino || lseek(fd, 0, SEEK_CUR) == 0) {
		file = is.st_ino;
		count = 0;
	}
	return ++count;
}

static bool file_fails(int fd)
{
	char link[64], path[4096];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t len = readlink(link, path, sizeof path - 1);
	path[len < 0 ? 0 : len] = '\0';
	if (strstr(path, "/PHP-") == NULL || count_read(fd) != BREAKS_AT) {
		return false;
	}
	if (strstr(path, "-shrinks.") != NULL) {
		return truncate(path, 0) != 0;
	}
	if (strstr(path, "-grows.") != NULL) {
		int more = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
		bool grown = more >= 0 && write(more, "7\tmore\n", 7) == 7;
		close(more);
		return !grown;
	}
	return strstr(path, "-fails.") != NULL;
}

ssize_t read(int fd, void *bytes, size_t n)
{
	if (breaks_files && file_fails(fd)) {
		errno = EIO;
		return -1;
	}
	return REAL(read)(fd, bytes, n);
}

/* --- the clock --- */

static uintptr_t from, to; /* where the code of mynd.so is */

static int find_module(struct dl_phdr_info *info, size_t size, void *none)
{
	(void) size, (void) none;
	const char *name = strrchr(info->dlpi_name, '/');
	for (int i = 0; name != NULL && strcmp(name, "/mynd.so") == 0 && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
			from = info->dlpi_addr + p->p_vaddr;
			to = from + p->p_memsz;
		}
	}
	return 0;
}

static int64_t jump(const void *caller)
{
	if (looks == NULL) {
		return 0;
	}
	if (to == 0) {
		dl_iterate_phdr(find_module, NULL);
	}
	looks[1] += (uintptr_t) caller >= from && (uintptr_t) caller < to;
	return looks[0]++ % 2 ? DAY : -DAY;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
	int rc = REAL(clock_gettime)(clock, t);
	if (rc == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
		t->tv_sec += jump(CALLER);
	}
	return rc;
}

time_t time(time_t *at)
{
	time_t now = REAL(time)(NULL) + jump(CALLER);
	if (at != NULL) {
		*at = now;
	}
	return now;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
	int rc = REAL(gettimeofday)(t, zone);
	t->tv_sec += jump(CALLER);
	return rc;
}
