/*
 * The table of nodes: what all processes of a user know of the nodes of mynd.clusters. It is a file of that
 * user alone, of records, in /dev/shm or in the folder that the file of clusters names. It is made when a
 * program first connects to a cluster, and outlives the processes: who restarts php-fpm forgets nothing.
 *
 * Records are read without a lock, whole, and have a checksum: one that is half written counts as unknown.
 * Whoever changes a record holds the lock of the file (fcntl's, of a process, and a mutex among its threads).
 * No thread looks for that lock longer than some milliseconds, whatever its holder does: a change that does
 * not get it is made for that thread alone (node.c). The file is not mapped into memory, so nothing happens
 * to a process whose file somebody truncates.
 *
 * Always true: a file that belongs to another user, or that others may open, is not used; without a file the
 * process has a table of its own.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* memfd_create */
#endif
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#define RECORDS    256
#define FILE_SIZE  (RECORDS * (off_t) sizeof(mynd_node_record))
#define LOOKS      8      /* places where a key's record may be: that of its hash, and those behind */
#define LOCK_LOOKS 20     /* looks for the lock, before a change is given up */
#define LOCK_PAUSE 100000 /* nanoseconds between two of them */
#define AHEAD      (61 * MYND_SECOND) /* a time further ahead is of before a restart of the machine */

_Static_assert(sizeof(mynd_node_record) == 2048, "records fill the pages of the file");
_Static_assert(sizeof(mynd_node_facts) % 8 == 0, "no padding, which would have no value");

/* Held by the thread that opens a table's file, or changes a record. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* --- the file --- */

/* Returns false if others than this user could have written, or could read, what is in the file. */
static bool is_own_file(int fd)
{
	struct stat st;
	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && st.st_nlink == 1 &&
	       (st.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/* Returns false if this process may not write so large a file, which would end it, or there is no room. */
static bool has_space(int fd)
{
	struct rlimit most;
	struct stat st;
	return getrlimit(RLIMIT_FSIZE, &most) == 0 &&
	       (most.rlim_cur == RLIM_INFINITY || most.rlim_cur >= (rlim_t) FILE_SIZE) && fstat(fd, &st) == 0 &&
	       (st.st_size >= FILE_SIZE || posix_fallocate(fd, 0, FILE_SIZE) == 0);
}

static int keep_if(bool is_fit, int fd)
{
	if (!is_fit && fd >= 0) {
		close(fd);
	}
	return is_fit ? fd : -1;
}

typedef struct file_name {
	char text[64];
} file_name;

/* Returns the name of the user's file: it has the layout's version, and tells files of clusters apart. */
static file_name name_of(const mynd_clusters *clusters)
{
	file_name name;
	snprintf(name.text, sizeof name.text, "mynd-nodes-1-%u-%016" PRIx64, (unsigned) geteuid(), clusters->key);
	return name;
}

static int open_file(const mynd_clusters *clusters)
{
	char path[PATH_MAX];
	int flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (clusters->is_of_process ? O_CREAT : 0);
	int len = snprintf(path, sizeof path, "%s/%s", clusters->state, name_of(clusters).text);
	int fd = len < (int) sizeof path ? open(path, flags, S_IRUSR | S_IWUSR) : -1;
	return keep_if(fd >= 0 && is_own_file(fd) && (!clusters->is_of_process || has_space(fd)), fd);
}

/*
 * Opens the table anew. The old descriptor's number stays the table's, so that a thread that is about to use
 * it finds the new one.
 */
static void open_anew(mynd_clusters *clusters)
{
	mynd_table *table = &clusters->table;
	int fd = open_file(clusters);
	table->is_private = fd < 0;
	if (fd < 0 && clusters->is_of_process) {
		fd = memfd_create("mynd-nodes", MFD_CLOEXEC);
		fd = keep_if(fd >= 0 && has_space(fd), fd);
	}
	if (fd >= 0 && table->fd >= 0) {
		dup3(fd, table->fd, O_CLOEXEC);
		close(fd);
	} else if (table->fd >= 0) {
		close(table->fd);
		table->fd = -1;
	} else {
		table->fd = fd;
	}
	table->user = geteuid();
	table->was_opened = true;
}

static void say_private(const mynd_clusters *clusters)
{
	char *text;
	spprintf(&text, 0,
	    "mynd: this process tells no other what it finds out of the nodes of clusters: "
	    "there cannot be a file of user %u alone, %s/%s, of %lld bytes",
	    (unsigned) geteuid(), clusters->state, name_of(clusters).text, (long long) FILE_SIZE);
	php_log_err_with_severity(text, LOG_WARNING);
	efree(text);
}

void mynd_clusters_look_at_user(void)
{
	mynd_clusters *clusters = mynd_clusters_of_process();
	if (EXPECTED(clusters == NULL) || !clusters->table.was_opened) {
		return;
	}
	if (UNEXPECTED(clusters->table.user != geteuid())) {
		pthread_mutex_lock(&mutex);
		open_anew(clusters);
		pthread_mutex_unlock(&mutex);
	}
}

static int descriptor(mynd_clusters *clusters)
{
	if (UNEXPECTED(!atomic_load(&clusters->table.was_opened))) {
		pthread_mutex_lock(&mutex);
		bool opens = !clusters->table.was_opened;
		if (opens) {
			open_anew(clusters);
		}
		pthread_mutex_unlock(&mutex);
		if (opens && clusters->is_of_process && clusters->table.is_private) {
			say_private(clusters);
		}
	}
	return clusters->table.fd;
}

void mynd_table_close(mynd_clusters *clusters)
{
	if (clusters->table.fd >= 0) {
		close(clusters->table.fd);
	}
	clusters->table.fd = -1;
	clusters->table.was_opened = false;
}

/* --- records --- */

static uint64_t checksum_of(const mynd_node_record *record)
{
	static const uint8_t key[crypto_shorthash_KEYBYTES]; /* it finds halves of records, and no forger */
	const size_t begin = sizeof record->checksum;
	const size_t end = offsetof(mynd_node_record, position) + record->position_len;
	uint64_t sum;
	crypto_shorthash((uint8_t *) &sum, (const uint8_t *) record + begin, end - begin, key);
	return sum;
}

static off_t place_of(uint64_t key, unsigned look)
{
	return (off_t) ((key + look) % RECORDS * sizeof(mynd_node_record));
}

static bool is_whole(const mynd_node_record *r)
{
	return r->facts.key != 0 && r->position_len <= sizeof r->position && r->checksum == checksum_of(r);
}

/* Forgets what cannot be: times of before a restart of the machine. */
static void mend(mynd_node_facts *facts)
{
	int64_t now = mynd_now(), latest = now + AHEAD;
	if (MAX(MAX(facts->asked_at, facts->doubted_at), MAX(facts->failed_at, facts->changed_at)) > now ||
	    MAX(facts->dead_until, facts->probed_until) > latest) {
		facts->dead_until = facts->probed_until = facts->failed_at = 0;
		facts->asked_at = facts->doubted_at = facts->changed_at = 0;
	}
	facts->dead_seconds = MIN(MAX(facts->dead_seconds, 0), 60);
}

/*
 * Reads the key's record, or makes one of a node of which nothing is known. Returns where it is in the file,
 * or where it can be written: if there is no free place, in that of another key.
 */
static off_t find(int fd, uint64_t key, mynd_node_record *record)
{
	for (unsigned look = 0; fd >= 0 && look < LOOKS; look++) {
		off_t at = place_of(key, look);
		if (pread(fd, record, sizeof *record, at) != (ssize_t) sizeof *record || !is_whole(record)) {
			memset(record, 0, sizeof *record);
			record->facts.key = key;
			return at;
		}
		if (record->facts.key == key) {
			mend(&record->facts);
			return at;
		}
	}
	memset(record, 0, sizeof *record);
	record->facts.key = key;
	return place_of(key, 0);
}

void mynd_table_read(mynd_clusters *clusters, uint64_t key, mynd_node_record *record)
{
	find(descriptor(clusters), key, record);
}

/* --- changes --- */

static bool lock_file(int fd)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	struct timespec pause = {.tv_nsec = LOCK_PAUSE};
	for (unsigned look = 0; fcntl(fd, F_SETLK, &lock) != 0; look++) {
		if ((errno != EACCES && errno != EAGAIN) || look == LOCK_LOOKS) {
			return false;
		}
		nanosleep(&pause, NULL);
	}
	return true;
}

static bool is_removed(const mynd_table *table)
{
	struct stat st;
	return !table->is_private && (fstat(table->fd, &st) != 0 || st.st_nlink == 0);
}

bool mynd_table_begin(mynd_clusters *clusters)
{
	descriptor(clusters);
	pthread_mutex_lock(&mutex);
	if (clusters->table.fd >= 0 && UNEXPECTED(is_removed(&clusters->table))) {
		open_anew(clusters);
	}
	if (clusters->table.fd < 0 || !lock_file(clusters->table.fd)) {
		pthread_mutex_unlock(&mutex);
		return false;
	}
	return true;
}

void mynd_table_write(mynd_clusters *clusters, mynd_node_record *record)
{
	mynd_node_record before;
	int fd = clusters->table.fd;
	off_t at = find(fd, record->facts.key, &before);
	record->facts.changed_at = mynd_now();
	record->checksum = checksum_of(record);
	ssize_t written = pwrite(fd, record, sizeof *record, at);
	(void) written; /* half a record counts as unknown */
}

void mynd_table_end(mynd_clusters *clusters)
{
	struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
	fcntl(clusters->table.fd, F_SETLK, &lock);
	pthread_mutex_unlock(&mutex);
}
