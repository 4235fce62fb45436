/*
 * The request report as PHP sees it: the settings of src/command/report.c, and Mynd\request_report().
 */
#include "../mynd.h"

#include "report.h"

void mynd_report_request_startup(void)
{
	const zend_mynd_globals *settings = mynd_settings();
	const char *log = settings->slow_log;
	mynd_report_begin(&(mynd_report_settings){
	    .on = settings->request_report,
	    .slow_log = log == NULL || log[0] == '\0' ? NULL : log,
	    .slow = settings->slow_microseconds * 1000,
	    .repeats = (uint64_t) settings->slow_repeats,
	    .literals = settings->slow_literals,
	    .skipped = settings->callers_skipped,
	});
}

/* --- Mynd\request_report() --- */

static void add_sums(zval *to, const mynd_report_sums *sums)
{
	add_assoc_long(to, "count", (zend_long) sums->count);
	add_assoc_double(to, "seconds", (double) sums->nanoseconds / 1e9);
	add_assoc_double(to, "wait_seconds", (double) sums->waited / 1e9);
	add_assoc_long(to, "round_trips", (zend_long) sums->round_trips);
	add_assoc_long(to, "ahead", (zend_long) sums->ahead);
	add_assoc_long(to, "rows", (zend_long) sums->rows);
	add_assoc_long(to, "bytes", (zend_long) sums->bytes);
	add_assoc_long(to, "errors", (zend_long) sums->errors);
}

static void add_total(mynd_report_sums *total, const mynd_report_sums *more)
{
	total->count += more->count;
	total->nanoseconds += more->nanoseconds;
	total->waited += more->waited;
	total->round_trips += more->round_trips;
	total->ahead += more->ahead;
	total->rows += more->rows;
	total->bytes += more->bytes;
	total->errors += more->errors;
}

static void make_entry(zval *to, const mynd_report_entry *entry)
{
	array_init_size(to, 11);
	add_assoc_stringl(to, "digest", entry->digest, entry->digest_len);
	add_sums(to, &entry->sums);
	if (entry->file == NULL) {
		add_assoc_null(to, "file");
	} else {
		add_assoc_string(to, "file", entry->file);
	}
	add_assoc_long(to, "line", entry->line);
	add_assoc_string(to, "function", entry->function);
}

static int by_seconds(Bucket *a, Bucket *b)
{
	double x = zval_get_double(zend_hash_str_find(Z_ARRVAL(a->val), ZEND_STRL("seconds"))),
	       y = zval_get_double(zend_hash_str_find(Z_ARRVAL(b->val), ZEND_STRL("seconds")));
	return x < y ? 1 : x > y ? -1 : 0;
}

ZEND_FUNCTION(Mynd_request_report)
{
	zend_long more_than = 10;
	ZEND_PARSE_PARAMETERS_START(0, 1)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(more_than)
	ZEND_PARSE_PARAMETERS_END();
	if (more_than < 0) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	array_init(return_value);
	if (!mynd_settings()->request_report) {
		return;
	}
	uint32_t count;
	const mynd_report_entry *const *entries = mynd_report_entries(&count);
	mynd_report_sums total = {0};
	zval commands, repeated, sums, *entry;
	array_init_size(&commands, count);
	add_assoc_zval(return_value, "commands", &commands);
	for (uint32_t i = 0; i < count; i++) {
		zval one;
		make_entry(&one, entries[i]);
		add_next_index_zval(&commands, &one);
		add_total(&total, &entries[i]->sums);
	}
	zend_hash_sort(Z_ARRVAL(commands), by_seconds, true);
	array_init(&repeated);
	add_assoc_zval(return_value, "repeated", &repeated);
	ZEND_HASH_FOREACH_VAL (Z_ARRVAL(commands), entry) {
		if (zval_get_long(zend_hash_str_find(Z_ARRVAL_P(entry), ZEND_STRL("count"))) > more_than) {
			Z_ADDREF_P(entry);
			add_next_index_zval(&repeated, entry);
		}
	}
	ZEND_HASH_FOREACH_END();
	array_init_size(&sums, 7);
	add_sums(&sums, &total);
	add_assoc_zval(return_value, "total", &sums);
}
