/*
 * The file of a log. Each line is written when its packet has passed, so that the file is there to its last
 * line also where the process is killed.
 *
 * Always true: a line is written as a whole, or the log has ended; a regular file never grows beyond its
 * most, however many processes write into it, and belongs to the process' user and nobody else can read it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

typedef struct file {
	int fd;
	uint64_t most; /* bytes */
	bool ended;
} file;

#define LAST_LINE                                                                                            \
	"             -               the file has the size that it may have; the rest is not here\n"

static uint64_t size_of(int fd)
{
	struct stat is;
	return fstat(fd, &is) == 0 && S_ISREG(is.st_mode) ? (uint64_t) is.st_size : 0;
}

static void write_line(void *context, const char *bytes, size_t len)
{
	file *to = context;
	if (to->ended) {
		return;
	}
	int before = errno;
	uint64_t size = size_of(to->fd);
	if (size + len + sizeof LAST_LINE - 1 > to->most) {
		bytes = LAST_LINE;
		len = sizeof LAST_LINE - 1;
		to->ended = true;
		if (size + len > to->most) {
			len = 0;
		}
	}
	if (write(to->fd, bytes, len) != (ssize_t) len) {
		to->ended = true; /* the disk is full, for one */
	}
	errno = before;
}

static void free_file(void *context)
{
	file *from = context;
	close(from->fd);
	free(from);
}

/* A pipe could end or hold up the process; a file of others, or for others, is no place for it. */
static int check(int fd)
{
	struct stat is;
	if (fstat(fd, &is) != 0) {
		return MYND_BAD;
	}
	if (!S_ISREG(is.st_mode) && !S_ISCHR(is.st_mode)) {
		errno = EINVAL;
		return MYND_BAD;
	}
	if (S_ISREG(is.st_mode) && (is.st_uid != geteuid() || (is.st_mode & (S_IRWXG | S_IRWXO)) != 0)) {
		errno = EPERM;
		return MYND_BAD;
	}
	return MYND_OK;
}

static void note_begin(mynd_wirelog *log)
{
	char text[96], when[32];
	struct tm utc;
	time_t at = time(NULL);
	strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", gmtime_r(&at, &utc));
	snprintf(text, sizeof text, "the log begins, %s UTC, process %d", when, (int) getpid());
	mynd_wirelog_note(log, text);
}

static mynd_wirelog *start(int fd, uint64_t most)
{
	file *to = calloc(1, sizeof *to);
	mynd_wirelog *log = to == NULL ? NULL : mynd_wirelog_new(write_line, to);
	if (log == NULL) {
		free(to);
		errno = ENOMEM;
		return NULL;
	}
	*to = (file){.fd = fd, .most = most};
	log->free_context = free_file;
	note_begin(log);
	return log;
}

mynd_wirelog *mynd_wirelog_to_file(const char *path, bool fresh, uint64_t most)
{
	int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
	int fd = open(path, flags | (fresh ? O_EXCL : 0), S_IRUSR | S_IWUSR);
	if (fd < 0) {
		return NULL;
	}
	mynd_wirelog *log = check(fd) == MYND_OK ? start(fd, most) : NULL;
	if (log == NULL) {
		int why = errno;
		close(fd);
		errno = why;
	}
	return log;
}
