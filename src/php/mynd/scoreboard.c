/*
 * The scoreboard (src/board/) as PHP sees it: its settings, and Mynd\scoreboard().
 */
#include "../mynd.h"

#include "zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

#include "../../board/board.h"
#include "../../command/metrics.h"
#include "scoreboard.h"

/* --- life --- */

void mynd_scoreboard_startup(void)
{
	char why[256];
	const char *path = MYND_G(scoreboard);
	if (path != NULL && path[0] != '\0' &&
	    !mynd_board_open(path, (unsigned) MYND_G(scoreboard_slots), why, sizeof why)) {
		php_error_docref(NULL, E_WARNING, "mynd.scoreboard = \"%s\": %s. There is no scoreboard", path, why);
	}
	mynd_metrics_startup();
}

/* Closes the scoreboard, except with threads: other threads may still use it. */
void mynd_scoreboard_shutdown(void)
{
#ifndef ZTS
	mynd_board_close();
#endif
}

/* --- Mynd\scoreboard() --- */

static void add_number(zval *to, const char *name, uint64_t number)
{
	add_assoc_long(to, name, (zend_long) number);
}

static void add_seconds(zval *to, const char *name, uint64_t nanoseconds)
{
	add_assoc_double(to, name, (double) nanoseconds / 1e9);
}

static void add_named(
    zval *to, const char *as, const char *const *names, const uint64_t *numbers, size_t count)
{
	zval all;
	array_init_size(&all, (uint32_t) count);
	for (size_t i = 0; i < count; i++) {
		add_number(&all, names[i], numbers[i]);
	}
	add_assoc_zval(to, as, &all);
}

/* Adds, for each limit in seconds, how many replies took no longer than that, as in Prometheus. */
static void add_times(zval *to, const mynd_board_totals *totals)
{
	zval times;
	char name[32];
	uint64_t sum = 0;
	array_init_size(&times, MYND_BOARD_BUCKETS);
	for (size_t i = 0; i < MYND_BOARD_BUCKETS; i++) {
		bool has_bound = mynd_board_bounds[i] != UINT64_MAX;
		snprintf(name, sizeof name, has_bound ? "%g" : "+Inf", (double) mynd_board_bounds[i] / 1e9);
		sum += totals->times[i];
		add_number(&times, name, sum);
	}
	add_assoc_zval(to, "reply_times", &times);
}

static uint64_t replies_of(const mynd_board_totals *totals)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < MYND_BOARD_BUCKETS; i++) {
		sum += totals->times[i];
	}
	return sum;
}

#define MYND_X(name) #name,
static const char *const errors[] = {MYND_BOARD_ERRORS(MYND_X)};
static const char *const pool[] = {MYND_BOARD_POOL(MYND_X)};
#undef MYND_X

static void add_totals(zval *to, const mynd_board_totals *totals)
{
	const uint64_t *n = totals->counters;
	add_number(to, "commands", n[MYND_BOARD_commands]);
	add_number(to, "round_trips", n[MYND_BOARD_round_trips]);
	add_number(to, "rows", n[MYND_BOARD_rows]);
	add_number(to, "bytes_received", n[MYND_BOARD_bytes_received]);
	add_number(to, "bytes_sent", n[MYND_BOARD_bytes_sent]);
	add_number(to, "waits", n[MYND_BOARD_waits]);
	add_seconds(to, "wait_seconds", n[MYND_BOARD_wait_nanoseconds]);
	add_number(to, "connects", n[MYND_BOARD_connects]);
	add_number(to, "connects_failed", n[MYND_BOARD_connects_failed]);
	add_number(to, "connects_in_clear", n[MYND_BOARD_connects_in_clear]);
	add_number(to, "connects_unverified", n[MYND_BOARD_connects_unverified]);
	add_number(to, "rows_dropped", n[MYND_BOARD_rows_dropped]);
	add_number(to, "command_buffer_too_small", n[MYND_BOARD_command_buffer_too_small]);
	add_number(to, "prepares", n[MYND_BOARD_prepares]);
	add_number(to, "prepared_for_once", n[MYND_BOARD_prepared_for_once]);
	add_number(to, "repeated", n[MYND_BOARD_repeated]);
	add_number(to, "reads_ahead", n[MYND_BOARD_reads_ahead]);
	add_number(to, "reads_wasted", n[MYND_BOARD_reads_wasted]);
	add_number(to, "replies", replies_of(totals));
	add_seconds(to, "reply_seconds", n[MYND_BOARD_reply_nanoseconds]);
	add_times(to, totals);
	add_named(to, "errors", errors, totals->errors, MYND_BOARD_ERROR_COUNT);
	add_named(to, "pool", pool, totals->pool, MYND_BOARD_POOL_COUNT);
}

static void add_running(zval *worker, const mynd_board_running *now)
{
	static const char *const names[] = {"nothing", "reply", "rows", "connection"};
	zval running;
	if (now->doing == MYND_BOARD_NOTHING) {
		add_assoc_null(worker, "running");
		return;
	}
	int64_t ns = mynd_board_now() - now->since;
	array_init_size(&running, 4);
	add_assoc_string(&running, "waits_for", names[now->doing % (sizeof names / sizeof *names)]);
	add_assoc_double(&running, "seconds", ns > 0 ? (double) ns / 1e9 : 0.0);
	add_assoc_stringl(&running, "digest", now->digest, now->digest_len);
	add_assoc_stringl(&running, "script", now->script, now->script_len);
	add_assoc_zval(worker, "running", &running);
}

static void add_worker(zval *workers, const mynd_board_record *r)
{
	zval worker;
	array_init_size(&worker, 26);
	add_number(&worker, "pid", r->owner >> MYND_BOARD_PID_SHIFT);
	add_number(&worker, "since", r->since);
	add_number(&worker, "connections_in_use", r->in_use);
	add_number(&worker, "connections_idle", r->idle);
	add_running(&worker, &r->running);
	add_totals(&worker, &r->totals);
	add_next_index_zval(workers, &worker);
}

static void fill(zval *to, const mynd_board_copy *copy)
{
	zval workers, total;
	array_init_size(to, 5);
	add_number(to, "made", copy->made);
	add_number(to, "slots", copy->slots);
	add_number(to, "without_slot", copy->without_slot);
	array_init_size(&total, 21);
	add_totals(&total, &copy->sums);
	add_assoc_zval(to, "total", &total);
	array_init(&workers);
	for (unsigned i = 0; i < copy->slots; i++) {
		if (copy->living[i]) {
			add_worker(&workers, &copy->records[i]);
		}
	}
	add_assoc_zval(to, "workers", &workers);
}

ZEND_FUNCTION(Mynd_scoreboard)
{
	zend_string *file = NULL;
	mynd_board_copy copy;
	char why[256];
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_PATH_STR_OR_NULL(file)
	ZEND_PARSE_PARAMETERS_END();

	if (file == NULL && !mynd_board_is_open()) {
		RETURN_EMPTY_ARRAY();
	}
	if (file != NULL && php_check_open_basedir(ZSTR_VAL(file))) {
		zend_throw_exception_ex(
		    spl_ce_RuntimeException, 0, "%s: open_basedir forbids to read it", ZSTR_VAL(file));
		RETURN_THROWS();
	}
	if (!mynd_board_read(file == NULL ? NULL : ZSTR_VAL(file), &copy, why, sizeof why)) {
		zend_throw_exception_ex(
		    spl_ce_RuntimeException, 0, "%s: %s", file == NULL ? "scoreboard" : ZSTR_VAL(file), why);
		RETURN_THROWS();
	}
	zend_try
	{
		fill(return_value, &copy);
	}
	zend_catch
	{
		mynd_board_copy_free(&copy);
		zend_bailout();
	}
	zend_end_try();
	mynd_board_copy_free(&copy);
}
