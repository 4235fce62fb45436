/*
 * The scoreboard: files that are refused, records that are taken, given up, taken over from the dead, and
 * what a reader sees of them. Workers are children of this process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "board/board.h"
#include "board/guard.h"

static char folder[64], path[96], why[256];

static int set_up(void **state)
{
	(void) state;
	snprintf(folder, sizeof folder, "/tmp/mynd-board.XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/board", folder);
	why[0] = '\0';
	return 0;
}

static int tear_down(void **state)
{
	(void) state;
	mynd_board_leave();
	mynd_board_close();
	unlink(path);
	rmdir(folder);
	return 0;
}

static void open_for(unsigned slots)
{
	if (!mynd_board_open(path, slots, why, sizeof why)) {
		fail_msg("%s", why);
	}
}

static mynd_board_copy look(void)
{
	mynd_board_copy copy;
	if (!mynd_board_read(path, &copy, why, sizeof why)) {
		fail_msg("%s", why);
	}
	return copy;
}

static unsigned living(const mynd_board_copy *copy)
{
	unsigned n = 0;
	for (unsigned i = 0; i < copy->slots; i++) {
		n += copy->living[i];
	}
	return n;
}

/* A child that counts so many commands, and then waits until it is killed, or leaves and ends. */
static pid_t worker(unsigned commands, bool ends)
{
	int ready[2];
	char byte = 0;
	assert_int_equal(0, pipe(ready));
	pid_t pid = fork();
	if (pid == 0) {
		mynd_board_forget(); /* as src/channel/process.c does */
		mynd_board_worker *own = mynd_board_join();
		for (unsigned i = 0; i < commands; i++) {
			mynd_board_count(MYND_BOARD_commands);
		}
		mynd_board_add_in_use(3);
		mynd_board_add_idle(2);
		mynd_board_run(MYND_BOARD_REPLY, 1, "SELECT SLEEP(?)", 15, "/a/script.php");
		byte = own != NULL;
		if (ends) {
			mynd_board_leave();
		}
		if (write(ready[1], &byte, 1) != 1) {
			_exit(1);
		}
		while (!ends) {
			pause();
		}
		_exit(0);
	}
	assert_int_equal(1, read(ready[0], &byte, 1));
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static void end(pid_t pid, int signal)
{
	int status;
	if (signal != 0) {
		kill(pid, signal);
	}
	assert_int_equal(pid, waitpid(pid, &status, 0));
}

/* --- the file --- */

static void a_file_is_made_for_its_owner(void **state)
{
	(void) state;
	struct stat is;
	open_for(5);
	assert_int_equal(0, stat(path, &is));
	assert_int_equal(0640, is.st_mode & 07777);
	mynd_board_copy copy = look();
	assert_int_equal(5, copy.slots);
	assert_int_equal(0, living(&copy));
	assert_int_equal(0, copy.sums.counters[MYND_BOARD_commands]);
	mynd_board_copy_free(&copy);
	open_for(9); /* it is there already, and keeps its slots */
	copy = look();
	assert_int_equal(5, copy.slots);
	mynd_board_copy_free(&copy);
}

static void refused(const char *reason)
{
	assert_false(mynd_board_open(path, 4, why, sizeof why));
	assert_string_equal(reason, why);
	assert_false(mynd_board_is_open());
	assert_null(mynd_board_join());
}

static void some_files_are_refused(void **state)
{
	(void) state;
	char other[128];
	snprintf(other, sizeof other, "%s/other", folder);
	assert_false(mynd_board_open("board", 4, why, sizeof why));
	assert_string_equal("it is no absolute path", why);
	assert_false(mynd_board_open("/nowhere/at/all", 4, why, sizeof why));
	assert_string_equal("No such file or directory", why);
	assert_int_equal(0, symlink(other, path));
	refused("it is a symbolic link");
	assert_int_not_equal(0, access(other, F_OK));
	unlink(path);
	assert_int_equal(0, mkfifo(path, 0600));
	refused("it is no file");
	unlink(path);
	open_for(4);
	mynd_board_close();
	assert_int_equal(0, chmod(path, 0660));
	refused("others than its owner may write to it");
	if (geteuid() == 0) {
		assert_int_equal(0, chmod(path, 0640));
		assert_int_equal(0, chown(path, 1, 0));
		refused("it belongs to another user");
	}
}

static void change(size_t at, const void *bytes, size_t len)
{
	int fd = open(path, O_WRONLY);
	assert_int_equal((ssize_t) len, pwrite(fd, bytes, len, (off_t) at));
	close(fd);
}

static void refused_by_both(const char *reason)
{
	mynd_board_copy copy;
	refused(reason);
	assert_false(mynd_board_read(path, &copy, why, sizeof why));
	assert_string_equal(reason, why);
}

/* The file's space is had at once: where there is none nothing is left behind. */
static void a_file_without_room_is_refused(void **state)
{
	(void) state;
	pid_t pid = fork();
	if (pid == 0) {
		struct rlimit limit = {4096, 4096};
		signal(SIGXFSZ, SIG_IGN);
		bool refused = setrlimit(RLIMIT_FSIZE, &limit) == 0 && !mynd_board_open(path, 64, why, sizeof why) &&
		               strcmp(why, strerror(EFBIG)) == 0 && !mynd_board_is_open();
		_exit(refused ? 0 : 1);
	}
	int status;
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_int_equal(0, status);
	assert_int_equal(-1, access(path, F_OK));
}

/* --- SIGBUS --- */

static volatile sig_atomic_t calls;

static void plain_handler(int number)
{
	calls += number == SIGBUS;
}

static void long_handler(int number, siginfo_t *info, void *context)
{
	calls += number == SIGBUS && info->si_pid == getpid() && context != NULL;
}

/* A SIGBUS that is about anything else has the effect that it had before. Returns the child's status. */
static int bus_error_with(const struct sigaction *before)
{
	pid_t pid = fork();
	if (pid == 0) {
		struct sigaction now;
		sigaction(SIGBUS, before, NULL);
		if (!mynd_board_open(path, 4, why, sizeof why)) {
			_exit(100);
		}
		raise(SIGBUS);
		mynd_board_close();
		sigaction(SIGBUS, NULL, &now);
		_exit(now.sa_handler == before->sa_handler ? calls : 101);
	}
	int status;
	assert_int_equal(pid, waitpid(pid, &status, 0));
	return status;
}

static void other_bus_errors_have_their_old_effect(void **state)
{
	(void) state;
	struct sigaction none = {.sa_handler = SIG_DFL}, ignored = {.sa_handler = SIG_IGN};
	struct sigaction plain = {.sa_handler = plain_handler};
	struct sigaction with_info = {.sa_sigaction = long_handler, .sa_flags = SA_SIGINFO};
	int status = bus_error_with(&none);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
	status = bus_error_with(&ignored);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	status = bus_error_with(&plain);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	status = bus_error_with(&with_info);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

static void a_file_that_is_cut_off_is_read_no_more(void **state)
{
	(void) state;
	mynd_board_copy copy;
	open_for(4);
	assert_non_null(mynd_board_join());
	assert_int_equal(0, truncate(path, 0));
	mynd_board_count(MYND_BOARD_commands);
	assert_true(mynd_board_was_cut());
	assert_false(mynd_board_read(NULL, &copy, why, sizeof why));
	assert_string_equal("it was cut off while it was in use", why);
	assert_null(copy.records);
}

/* Returns the address after the board's mapping, 0 if there is none. */
static uintptr_t end_of_mapping(void)
{
	char line[512];
	uintptr_t from, to, end = 0;
	FILE *file = fopen("/proc/self/maps", "r");
	assert_non_null(file);
	while (fgets(line, sizeof line, file) != NULL) {
		if (strstr(line, path) != NULL && sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &from, &to) == 2) {
			end = to;
		}
	}
	fclose(file);
	return end;
}

/* The file of another mapping, which begins where the guarded one ends, is cut off: the process ends. */
static void a_neighbour_that_is_cut_off_is_another_matter(void **state)
{
	(void) state;
	pid_t pid = fork();
	if (pid == 0) {
		struct sigaction none = {.sa_handler = SIG_DFL}; /* cmocka has set a handler of its own */
		size_t page = (size_t) sysconf(_SC_PAGESIZE);
		FILE *file = tmpfile();
		char *at = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (file == NULL || at == MAP_FAILED || sigaction(SIGBUS, &none, NULL) != 0 ||
		    mmap(at + page, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fileno(file), 0) !=
		        at + page) {
			_exit(1);
		}
		mynd_board_guard(at, page);
		alarm(10);
		*(volatile char *) (at + page) = 1;
		_exit(2);
	}
	int status;
	assert_int_equal(pid, waitpid(pid, &status, 0));
	assert_true(WIFSIGNALED(status));
	assert_int_equal(SIGBUS, WTERMSIG(status));
}

static void a_file_that_is_closed_is_mapped_no_more(void **state)
{
	(void) state;
	open_for(4);
	assert_true(end_of_mapping() != 0);
	mynd_board_close();
	assert_int_equal(0, end_of_mapping());
}

static void a_torn_file_is_refused(void **state)
{
	(void) state;
	static const uint32_t version = MYND_BOARD_LAYOUT + 1, slots = 1000000;
	struct stat is;
	open_for(4);
	mynd_board_close();
	assert_int_equal(0, stat(path, &is));
	for (off_t size = 0; size < is.st_size; size += 7) {
		assert_int_equal(0, truncate(path, size));
		assert_false(mynd_board_open(path, 4, why, sizeof why));
	}
	assert_int_equal(0, truncate(path, is.st_size + 1));
	refused("it is no scoreboard"); /* the truncation has cleared it */
	unlink(path);
	open_for(4);
	mynd_board_close();
	assert_int_equal(0, truncate(path, is.st_size + 8));
	refused_by_both("it is not whole");
	assert_int_equal(0, truncate(path, is.st_size - 8));
	refused_by_both("it is not whole");
	assert_int_equal(0, truncate(path, is.st_size));
	change(20, &slots, sizeof slots);
	refused_by_both("it is not whole");
	change(8, &version, sizeof version);
	refused_by_both("another version of mynd has made it");
	change(0, "mynd", 5);
	refused_by_both("it is no scoreboard");
}

/* --- records --- */

static void nothing_is_counted_without_a_file(void **state)
{
	(void) state;
	assert_null(mynd_board_join());
	mynd_board_count(MYND_BOARD_commands);
	mynd_board_count_error(MYND_BOARD_ERROR_lost);
	mynd_board_count_pool(MYND_BOARD_POOL_made);
	mynd_board_add_in_use(1);
	mynd_board_add_idle(1);
	mynd_board_run(MYND_BOARD_REPLY, 1, "a", 1, NULL);
	mynd_board_run_nothing();
	mynd_board_leave();
}

static void each_worker_has_a_record(void **state)
{
	(void) state;
	open_for(4);
	pid_t first = worker(3, false), second = worker(4, false);
	mynd_board_copy copy = look();
	assert_int_equal(2, living(&copy));
	assert_int_equal(7, copy.sums.counters[MYND_BOARD_commands]);
	for (unsigned i = 0; i < 2; i++) {
		const mynd_board_record *r = &copy.records[i];
		assert_int_equal(i == 0 ? first : second, r->owner >> MYND_BOARD_PID_SHIFT);
		/* and when it has started, which for a process of today is not at the machine's start */
		assert_int_not_equal(0, r->owner & ((UINT64_C(1) << MYND_BOARD_PID_SHIFT) - 1));
		assert_int_equal(3, r->in_use);
		assert_int_equal(2, r->idle);
		assert_int_equal(MYND_BOARD_REPLY, r->running.doing);
		assert_memory_equal("SELECT SLEEP(?)", r->running.digest, r->running.digest_len);
		assert_memory_equal("/a/script.php", r->running.script, r->running.script_len);
	}
	mynd_board_copy_free(&copy);
	end(first, SIGKILL);
	end(second, SIGKILL);
}

static void a_dead_workers_record_is_counted_on(void **state)
{
	(void) state;
	open_for(1);
	end(worker(3, false), SIGKILL);
	mynd_board_copy copy = look();
	assert_int_equal(0, living(&copy));
	assert_int_equal(MYND_BOARD_NOTHING, copy.records[0].running.doing);
	assert_int_equal(3, copy.sums.counters[MYND_BOARD_commands]);
	mynd_board_copy_free(&copy);
	pid_t pid = worker(4, false);
	copy = look();
	assert_int_equal(1, living(&copy));
	assert_int_equal(pid, copy.records[0].owner >> MYND_BOARD_PID_SHIFT);
	assert_int_equal(3, copy.records[0].in_use);
	assert_int_equal(7, copy.sums.counters[MYND_BOARD_commands]);
	assert_int_equal(0, copy.without_slot);
	mynd_board_copy_free(&copy);
	end(pid, SIGKILL);
}

/* What has its number now, but began at another time, is another one. */
static void a_number_that_is_used_again_is_no_owner(void **state)
{
	(void) state;
	open_for(1);
	uint64_t owner = (uint64_t) getpid() << MYND_BOARD_PID_SHIFT | 1;
	uint64_t in_use = 5;
	change(4096 + offsetof(mynd_board_record, owner), &owner, sizeof owner);
	change(4096 + offsetof(mynd_board_record, present), &owner, sizeof owner);
	change(4096 + offsetof(mynd_board_record, in_use), &in_use, sizeof in_use);
	mynd_board_copy copy = look();
	assert_int_equal(0, living(&copy));
	mynd_board_copy_free(&copy);
	assert_non_null(mynd_board_join());
	copy = look();
	assert_int_equal(1, living(&copy));
	assert_int_equal(0, copy.records[0].in_use);
	mynd_board_copy_free(&copy);
}

/* The 22nd field after the name, which may have blanks itself, is when the process began. */
static uint64_t began(void)
{
	char text[1024];
	FILE *file = fopen("/proc/self/stat", "r");
	assert_non_null(file);
	size_t len = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	text[len] = '\0';
	unsigned long long start = 0;
	assert_int_equal(
	    1, sscanf(strrchr(text, ')'),
	           ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &start));
	return start;
}

/* A process without standard input opens its files from number 0 on. */
static void an_owner_word_has_the_process_and_its_start(void **state)
{
	(void) state;
	open_for(1);
	uint64_t start = began();
	int input = dup(STDIN_FILENO);
	close(STDIN_FILENO);
	mynd_board_worker *own = mynd_board_join();
	dup2(input, STDIN_FILENO);
	close(input);
	assert_non_null(own);
	mynd_board_copy copy = look();
	assert_int_equal(1, living(&copy));
	assert_int_equal(start, copy.records[0].owner & ((UINT64_C(1) << MYND_BOARD_PID_SHIFT) - 1));
	assert_int_equal(getpid(), copy.records[0].owner >> MYND_BOARD_PID_SHIFT);
	mynd_board_copy_free(&copy);
}

static void who_finds_the_table_full_is_counted(void **state)
{
	(void) state;
	open_for(2);
	pid_t first = worker(1, false), second = worker(1, false), third = worker(1, false);
	mynd_board_copy copy = look();
	assert_int_equal(2, living(&copy));
	assert_int_equal(2, copy.sums.counters[MYND_BOARD_commands]);
	assert_int_equal(1, copy.without_slot);
	mynd_board_copy_free(&copy);
	end(first, SIGKILL);
	end(second, SIGKILL);
	end(third, SIGKILL);
}

static void who_leaves_makes_room(void **state)
{
	(void) state;
	open_for(1);
	end(worker(2, true), 0);
	end(worker(3, true), 0);
	mynd_board_copy copy = look();
	assert_int_equal(0, living(&copy));
	assert_int_equal(5, copy.sums.counters[MYND_BOARD_commands]);
	assert_int_equal(0, copy.without_slot);
	mynd_board_copy_free(&copy);
}

static void who_leaves_and_lives_on_makes_room(void **state)
{
	(void) state;
	open_for(1);
	assert_non_null(mynd_board_join());
	mynd_board_leave();
	mynd_board_copy copy = look();
	assert_int_equal(0, copy.records[0].owner);
	assert_int_equal(0, copy.records[0].present); /* should it join again, the old numbers are not its own */
	mynd_board_copy_free(&copy);
	pid_t other = worker(2, false);
	copy = look();
	assert_int_equal(1, living(&copy));
	assert_int_equal(0, copy.without_slot);
	mynd_board_copy_free(&copy);
	end(other, SIGKILL);
}

/* Those that are documented, in nanoseconds. */
static void the_bounds_of_buckets_stay(void **state)
{
	(void) state;
	static const double milliseconds[] = {
	    0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000};
	assert_int_equal(sizeof milliseconds / sizeof *milliseconds + 1, MYND_BOARD_BUCKETS);
	for (unsigned i = 0; i + 1 < MYND_BOARD_BUCKETS; i++) {
		assert_int_equal((uint64_t) (milliseconds[i] * 1000) * 1000, mynd_board_bounds[i]);
	}
	assert_true(mynd_board_bounds[MYND_BOARD_BUCKETS - 1] == UINT64_MAX);
}

static void workers_that_begin_at_once_have_records_of_their_own(void **state)
{
	(void) state;
	enum { MANY = 24 };
	pid_t pids[MANY];
	open_for(MANY);
	for (unsigned i = 0; i < MANY; i++) {
		pids[i] = fork();
		if (pids[i] == 0) {
			mynd_board_forget();
			mynd_board_join();
			for (unsigned n = 0; n < 1000; n++) {
				mynd_board_count(MYND_BOARD_commands);
			}
			_exit(mynd_board_joined() == NULL); /* dead, with a record */
		}
	}
	for (unsigned i = 0; i < MANY; i++) {
		int status;
		waitpid(pids[i], &status, 0);
		assert_int_equal(0, status);
	}
	mynd_board_copy copy = look();
	assert_int_equal(1000 * MANY, copy.sums.counters[MYND_BOARD_commands]);
	assert_int_equal(0, copy.without_slot);
	mynd_board_copy_free(&copy);
}

/* --- what is in a record --- */

static void times_go_into_buckets(void **state)
{
	(void) state;
	static const uint64_t ns[] = {0, 100000, 100001, 10000000000, 10000000001, UINT64_MAX};
	mynd_board_totals totals;
	memset(&totals, 0, sizeof totals);
	for (size_t i = 0; i < sizeof ns / sizeof *ns; i++) {
		mynd_board_time(&totals, ns[i]);
	}
	assert_int_equal(2, totals.times[0]);
	assert_int_equal(1, totals.times[1]);
	assert_int_equal(1, totals.times[MYND_BOARD_BUCKETS - 2]);
	assert_int_equal(2, totals.times[MYND_BOARD_BUCKETS - 1]);
}

static void long_texts_are_cut(void **state)
{
	(void) state;
	char digest[1000], script[1000];
	open_for(1);
	assert_non_null(mynd_board_join());
	memset(digest, 'd', sizeof digest);
	memset(script, 's', sizeof script);
	memcpy(script + sizeof script - 5, "end.", 5);
	mynd_board_run(MYND_BOARD_ROWS, 1, digest, sizeof digest, script);
	mynd_board_copy copy = look();
	const mynd_board_running *now = &copy.records[0].running;
	assert_int_equal(MYND_BOARD_ROWS, now->doing);
	assert_int_equal(MYND_BOARD_DIGEST, now->digest_len);
	assert_int_equal(MYND_BOARD_SCRIPT, now->script_len);
	assert_memory_equal("end.", now->script + now->script_len - 4, 4);
	mynd_board_copy_free(&copy);
	mynd_board_run_nothing();
	copy = look();
	assert_int_equal(MYND_BOARD_NOTHING, copy.records[0].running.doing);
	mynd_board_copy_free(&copy);
}

/* A text that is being written, and lengths that whoever may write there has put there. */
static void what_is_torn_is_left_out(void **state)
{
	(void) state;
	static const uint32_t lengths[] = {MYND_BOARD_DIGEST + 1, UINT32_MAX};
	static const uint64_t begun = 1000;
	size_t running = 4096 + offsetof(mynd_board_record, running);
	open_for(1);
	assert_non_null(mynd_board_join());
	for (size_t i = 0; i < 2; i++) {
		mynd_board_run(MYND_BOARD_REPLY, 1, "a", 1, "b");
		change(running + offsetof(mynd_board_running, digest_len), &lengths[i], sizeof lengths[i]);
		mynd_board_copy copy = look();
		assert_int_equal(MYND_BOARD_NOTHING, copy.records[0].running.doing);
		mynd_board_copy_free(&copy);
	}
	mynd_board_run(MYND_BOARD_REPLY, 1, "a", 1, "b");
	change(running + offsetof(mynd_board_running, begun), &begun, sizeof begun);
	mynd_board_copy copy = look();
	assert_int_equal(1, living(&copy));
	assert_int_equal(MYND_BOARD_NOTHING, copy.records[0].running.doing);
	mynd_board_copy_free(&copy);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_file_is_made_for_its_owner),
	    TEST(some_files_are_refused),
	    TEST(a_file_without_room_is_refused),
	    TEST(other_bus_errors_have_their_old_effect),
	    TEST(a_file_that_is_cut_off_is_read_no_more),
	    TEST(a_neighbour_that_is_cut_off_is_another_matter),
	    TEST(a_file_that_is_closed_is_mapped_no_more),
	    TEST(a_torn_file_is_refused),
	    TEST(nothing_is_counted_without_a_file),
	    TEST(each_worker_has_a_record),
	    TEST(a_dead_workers_record_is_counted_on),
	    TEST(a_number_that_is_used_again_is_no_owner),
	    TEST(an_owner_word_has_the_process_and_its_start),
	    TEST(who_finds_the_table_full_is_counted),
	    TEST(who_leaves_makes_room),
	    TEST(who_leaves_and_lives_on_makes_room),
	    TEST(the_bounds_of_buckets_stay),
	    TEST(workers_that_begin_at_once_have_records_of_their_own),
	    TEST(times_go_into_buckets),
	    TEST(long_texts_are_cut),
	    TEST(what_is_torn_is_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
