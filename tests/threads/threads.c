/*
 * A PHP extension that runs a program in several threads at a time, several requests in each, as a server
 * with threads does. Needs a PHP with thread safety. Never shipped.
 *
 *     threads_run(string $file, int $threads, int $requests): void    returns when all have ended
 *
 * The program is told who it is by $_SERVER['THREAD'] and $_SERVER['REQUEST'], both from 0 on. What it prints
 * goes to standard output.
 */
#define _GNU_SOURCE 1
#include "php.h"
#include "php_main.h"
#include "php_variables.h"
#include "SAPI.h"
#include <pthread.h>

ZEND_TSRMLS_CACHE_DEFINE()

enum { THREADS_MAX = 16 };

typedef struct job {
	const char *file;
	void *server_context;
	int number, requests;
} job;

static void tell_who(const job *j, int request)
{
	zval *server = &PG(http_globals)[TRACK_VARS_SERVER];
	zend_is_auto_global_str(ZEND_STRL("_SERVER"));
	add_assoc_long(server, "THREAD", j->number);
	add_assoc_long(server, "REQUEST", request);
	zend_hash_str_update(&EG(symbol_table), "_SERVER", sizeof "_SERVER" - 1, server);
	Z_TRY_ADDREF_P(server);
}

static void serve(const job *j, int request)
{
	zend_file_handle file;
	SG(server_context) = j->server_context;
	if (php_request_startup() != SUCCESS) {
		fprintf(stderr, "a request does not start\n");
		return;
	}
	SG(headers_sent) = 1;
	SG(request_info).no_headers = 1;
	zend_first_try
	{
		tell_who(j, request);
		zend_stream_init_filename(&file, j->file);
		php_execute_script(&file);
		zend_destroy_file_handle(&file);
	}
	zend_end_try();
	php_request_shutdown(NULL);
}

static void *thread(void *argument)
{
	const job *j = argument;
	ts_resource(0);
	ZEND_TSRMLS_CACHE_UPDATE();
	for (int i = 0; i < j->requests; i++) {
		serve(j, i);
	}
	ts_free_thread();
	return NULL;
}

static PHP_FUNCTION(threads_run)
{
	char *file;
	size_t len;
	zend_long threads, requests;
	pthread_t ids[THREADS_MAX];
	job jobs[THREADS_MAX];
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "sll", &file, &len, &threads, &requests) == FAILURE) {
		RETURN_THROWS();
	}
	threads = MIN(threads, THREADS_MAX);
	for (int i = 0; i < threads; i++) {
		jobs[i] = (job){file, SG(server_context), i, (int) requests};
		if (pthread_create(&ids[i], NULL, thread, &jobs[i]) != 0) {
			zend_error_noreturn(E_ERROR, "no thread");
		}
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
	}
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_threads_run, 0, 3, IS_VOID, 0)
ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
ZEND_ARG_TYPE_INFO(0, threads, IS_LONG, 0)
ZEND_ARG_TYPE_INFO(0, requests, IS_LONG, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {PHP_FE(threads_run, arginfo_threads_run) PHP_FE_END};

static PHP_MINIT_FUNCTION(threads)
{
	ZEND_TSRMLS_CACHE_UPDATE();
	return SUCCESS;
}

static zend_module_entry threads_module_entry = {STANDARD_MODULE_HEADER, "threads", functions,
    PHP_MINIT(threads), NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(threads)
