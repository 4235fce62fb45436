/*
 * The file of a log. Each line is written when its packet has passed, so that no line is missing even if the
 * process is killed.
 *
 * Always true: a line is written as a whole, or it is missing and the next written line says so; a regular
 * file never grows beyond `most`, however many processes write into it, belongs to the process' user, and
 * cannot be read by others.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

typedef struct file {
	int fd;
	uint64_t most; /* bytes */
	bool ended;
	bool torn;                  /* the file ends with a part of a line */
	uint64_t missing;           /* number of lines since the last written one that could not be written */
	int why;                    /* errno of the first missing line */
	mynd_wirelog_failed failed; /* NULL: no callback */
	char path[];
} file;

#define GAP_MOST 160 /* bytes of the line that reports missing lines */

#define LAST_LINE                                                                                            \
	"             -               the file has the size that it may have; the rest is not here\n"

static uint64_t size_of(int fd)
{
	struct stat is;
	return fstat(fd, &is) == 0 && S_ISREG(is.st_mode) ? (uint64_t) is.st_size : 0;
}

/* Removes a part of a line, unless another process has written after it. */
static void take_back(file *to, size_t written)
{
	off_t end = lseek(to->fd, 0, SEEK_CUR);
	to->torn = end < (off_t) written || size_of(to->fd) != (uint64_t) end ||
	           ftruncate(to->fd, end - (off_t) written) != 0;
}

/*
 * Counts a line that could not be written, because the disk is full, for example. The next line will be
 * written if it can be.
 */
static void miss(file *to, ssize_t written, int why)
{
	if (written > 0) {
		take_back(to, (size_t) written);
	}
	if (to->missing++ == 0) {
		to->why = written < 0 ? why : ENOSPC;
		if (to->failed != NULL) {
			to->failed(to->path, to->why);
		}
	}
}

static size_t say_gap(const file *to, char *at)
{
	if (to->missing == 0) {
		return 0;
	}
	int len = snprintf(at, GAP_MOST, "%s             -               %llu lines are not here: %s\n",
	    to->torn ? "\n" : "", (unsigned long long) to->missing, strerror(to->why));
	return (size_t) (len < GAP_MOST ? len : GAP_MOST - 1);
}

static void write_line(void *context, const char *bytes, size_t len)
{
	file *to = context;
	if (to->ended) {
		return;
	}
	int before = errno;
	char all[GAP_MOST + MYND_WIRELOG_LINE];
	size_t total = say_gap(to, all);
	uint64_t size = size_of(to->fd);
	if (size + total + len + sizeof LAST_LINE - 1 > to->most) {
		bytes = LAST_LINE;
		len = sizeof LAST_LINE - 1;
		to->ended = true;
		total = 0;
		if (size + len > to->most) {
			len = 0;
		}
	}
	memcpy(all + total, bytes, len);
	total += len;
	ssize_t written = write(to->fd, all, total);
	if (written != (ssize_t) total) {
		miss(to, written, errno);
	} else {
		to->missing = 0;
		to->torn = false;
	}
	errno = before;
}

static void free_file(void *context)
{
	file *from = context;
	close(from->fd);
	free(from);
}

static int refuse(int why)
{
	errno = why;
	return MYND_BAD;
}

/*
 * Refuses a pipe, which could end or block the process, a file that belongs to another user or that others
 * may use, and a file with a second name (a hard link).
 */
int mynd_log_file_check(int fd, unsigned forbidden)
{
	struct stat is;
	if (fstat(fd, &is) != 0) {
		return MYND_BAD;
	}
	if (!S_ISREG(is.st_mode)) {
		return S_ISCHR(is.st_mode) ? MYND_OK : refuse(EINVAL);
	}
	if (is.st_uid != geteuid() || (is.st_mode & forbidden) != 0) {
		return refuse(EPERM);
	}
	return is.st_nlink > 1 ? refuse(EMLINK) : MYND_OK;
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

static mynd_wirelog *start(int fd, const char *path, uint64_t most, mynd_wirelog_failed failed)
{
	file *to = calloc(1, sizeof *to + strlen(path) + 1);
	mynd_wirelog *log = to == NULL ? NULL : mynd_wirelog_new(write_line, to);
	if (log == NULL) {
		free(to);
		errno = ENOMEM;
		return NULL;
	}
	to->fd = fd;
	to->most = most;
	to->failed = failed;
	memcpy(to->path, path, strlen(path) + 1);
	log->free_context = free_file;
	note_begin(log);
	return log;
}

mynd_wirelog *mynd_wirelog_to_file(const char *path, bool fresh, uint64_t most, mynd_wirelog_failed failed)
{
	int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
	int fd = open(path, flags | (fresh ? O_EXCL : 0), S_IRUSR | S_IWUSR);
	if (fd < 0) {
		return NULL;
	}
	mynd_wirelog *log =
	    mynd_log_file_check(fd, S_IRWXG | S_IRWXO) == MYND_OK ? start(fd, path, most, failed) : NULL;
	if (log == NULL) {
		int why = errno;
		close(fd);
		errno = why;
	}
	return log;
}
