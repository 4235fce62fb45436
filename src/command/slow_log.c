/*
 * The log of commands that took long (report.h): one line of JSON each, written with one call, so that
 * workers may share the file. The file is opened for each line: a program that rotates it need not notify any
 * process.
 *
 * Always true: each line is JSON: bytes that are no UTF-8 are written as U+FFFD, and a string that is too
 * long is cut. The file is a device, or belongs to the process' user; nobody else may write to it, and only
 * its group may read it. If it cannot be written, PHP's error log says so, once for each process.
 */
#include "php.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

#include "SAPI.h"
#include "ext/standard/html.h"

#include "report.h"
#include "../wirelog/wirelog.h"

#define LINE_MOST 32768 /* enough for all strings with each byte escaped */
#define TEXT_MOST 512   /* bytes of a path or a function */

/*
 * Data of the request, copied when the request begins, because SAPIs free some of the data before the request
 * ends. "": unknown.
 */
static __thread char trace[33]; /* W3C's trace-id */
static __thread char script[TEXT_MOST + 1], path[TEXT_MOST + 1];
static __thread int not_written; /* the last failed write's errno; 0: all lines were written */

/* Copies a variable of the request, as $_SERVER has it; "": not set. */
static void learn(const char *name, size_t len, char *to, size_t size)
{
	zval *server = &PG(http_globals)[TRACK_VARS_SERVER];
	zval *given = Z_TYPE_P(server) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(server), name, len) : NULL;
	char *found = given == NULL || Z_TYPE_P(given) != IS_STRING ? sapi_getenv(name, len) : NULL;
	const char *text = found != NULL                                   ? found
	                   : given != NULL && Z_TYPE_P(given) == IS_STRING ? Z_STRVAL_P(given)
	                                                                   : "";
	snprintf(to, size, "%s", text);
	if (found != NULL) {
		efree(found);
	}
}

static void learn_trace(void)
{
	char text[64];
	learn(ZEND_STRL("HTTP_TRACEPARENT"), text, sizeof text);
	if (text[0] == '\0') {
		const char *inherited = getenv("TRACEPARENT");
		snprintf(text, sizeof text, "%s", inherited != NULL ? inherited : "");
	}
	trace[0] = '\0';
	if (strlen(text) >= 35 && text[2] == '-' && strspn(text + 3, "0123456789abcdef") == sizeof trace - 1) {
		memcpy(trace, text + 3, sizeof trace - 1);
		trace[sizeof trace - 1] = '\0';
	}
}

/*
 * Copies the path that the browser has asked for. Where a web server maps all pages to one script, the SAPI's
 * own path is that of the script.
 */
static void learn_path(void)
{
	const char *uri = SG(request_info).request_uri;
	learn(ZEND_STRL("REQUEST_URI"), path, sizeof path);
	if (path[0] == '\0' && uri != NULL) {
		snprintf(path, sizeof path, "%s", uri);
	}
	path[strcspn(path, "?")] = '\0'; /* the query string may be secret */
}

void mynd_slow_log_begin(void)
{
	const char *translated = SG(request_info).path_translated;
	learn_trace();
	learn_path();
	snprintf(script, sizeof script, "%s", translated != NULL ? translated : "");
}

/* --- a line --- */

typedef struct line {
	char bytes[LINE_MOST];
	size_t len;
} line;

static void put(line *to, const char *bytes, size_t len)
{
	len = MIN(len, sizeof to->bytes - to->len);
	memcpy(to->bytes + to->len, bytes, len);
	to->len += len;
}

__attribute__((format(printf, 2, 3))) static void putf(line *to, const char *format, ...)
{
	char text[128];
	va_list arguments;
	va_start(arguments, format);
	int len = vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	put(to, text, (size_t) MIN(len, (int) sizeof text - 1));
}

static void put_text(line *to, const char *name, const char *text, size_t len, size_t most)
{
	putf(to, ",\"%s\":\"", name);
	size_t at = 0;
	while (at < len && at < most) {
		zend_result status;
		size_t from = at;
		unsigned c = php_next_utf8_char((const unsigned char *) text, len, &at, &status);
		if (status == FAILURE) {
			put(to, "\\ufffd", 6);
		} else if (c < ' ' || c == 0x7f) {
			putf(to, "\\u%04x", c);
		} else {
			put(to, "\\", c == '"' || c == '\\');
			put(to, text + from, at - from);
		}
	}
	put(to, "\"", 1);
}

static void put_known(line *to, const char *name, const char *text)
{
	if (text != NULL && text[0] != '\0') {
		put_text(to, name, text, strlen(text), TEXT_MOST);
	}
}

static void begin(line *to, const char *kind)
{
	struct timespec now;
	struct tm utc;
	to->len = 0;
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	putf(to, "{\"time\":\"%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ\",\"kind\":\"%s\",\"pid\":%d",
	    utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
	    now.tv_nsec / 1000000, kind, (int) getpid());
}

static void put_sums(line *to, const mynd_report_sums *sums)
{
	putf(to, ",\"seconds\":%.6f,\"wait_seconds\":%.6f", (double) sums->nanoseconds / 1e9,
	    (double) sums->waited / 1e9);
	putf(to, ",\"round_trips\":%" PRIu64 ",\"rows\":%" PRIu64 ",\"bytes\":%" PRIu64, sums->round_trips,
	    sums->rows, sums->bytes);
}

static void put_who(line *to, const mynd_report_entry *entry)
{
	put_text(to, "digest", entry->digest, entry->digest_len, MYND_REPORT_DIGEST);
	put_known(to, "file", entry->file);
	if (entry->file != NULL) {
		putf(to, ",\"line\":%u", entry->line);
	}
	put_known(to, "function", entry->function);
	put_known(to, "script", script);
	put_known(to, "path", path);
	put_known(to, "trace_id", trace);
}

/* --- the file --- */

/*
 * Removes a line of which a full disk had room for a part only, unless another process has written after it.
 */
static void take_back(int fd, size_t written)
{
	struct stat is;
	off_t end = lseek(fd, 0, SEEK_CUR);
	if (end >= (off_t) written && fstat(fd, &is) == 0 && is.st_size == end &&
	    ftruncate(fd, end - (off_t) written) != 0) {
		not_written = errno;
	}
}

static void write_to(const char *file, line *from)
{
	put(from, "}\n", 2);
	int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0640);
	bool fits = fd >= 0 && mynd_log_file_check(fd, S_IWGRP | S_IRWXO) == MYND_OK;
	ssize_t written = fits ? write(fd, from->bytes, from->len) : -1;
	if (written != (ssize_t) from->len) {
		not_written = written < 0 ? errno : ENOSPC;
		if (written > 0) {
			take_back(fd, (size_t) written);
		}
	}
	if (fd >= 0) {
		close(fd);
	}
}

void mynd_slow_log_end(const mynd_report_settings *settings)
{
	static atomic_bool reported;
	if (not_written != 0 && !atomic_exchange(&reported, true)) {
		char message[MAXPATHLEN + 128];
		snprintf(message, sizeof message, "mynd.slow_log = \"%s\" cannot be written: %s", settings->slow_log,
		    strerror(not_written));
		php_log_err(message);
	}
	not_written = 0;
}

void mynd_slow_log_write(const mynd_report_settings *settings, const mynd_report_entry *entry,
    const mynd_report_sample *sample, const mynd_replied *replied)
{
	line to;
	begin(&to, "slow");
	put_sums(&to, &replied->sums);
	putf(&to, ",\"connection\":%" PRIu32, replied->connection);
	if (replied->error != 0) {
		putf(&to, ",\"error\":%u", replied->error);
	}
	put_who(&to, entry);
	if (sample->text != NULL) {
		put_text(&to, "sql", sample->text, sample->text_len, MYND_REPORT_TEXT);
	}
	write_to(settings->slow_log, &to);
}

void mynd_slow_log_repeated(const mynd_report_settings *settings, const mynd_report_entry *entry)
{
	line to;
	begin(&to, "repeated");
	putf(&to, ",\"count\":%" PRIu64, entry->sums.count);
	put_sums(&to, &entry->sums);
	put_who(&to, entry);
	write_to(settings->slow_log, &to);
}
