/*
 * Memory that runs out: allocation 1, 2, 3 ... of a session's life fails in turn. Each time the session
 * refuses a command or dies with 2008 (or was never born), and leaves nothing behind.
 *
 * The Makefile wraps malloc, calloc and realloc of this program.
 */
#include "script.h"

#include <stdlib.h>
#include "wire/binary.h"

static unsigned countdown; /* 0: not armed */
static bool failed;

static bool fails(void)
{
	if (countdown == 0 || --countdown > 0) {
		return false;
	}
	failed = true;
	return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *ptr, size_t size);

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *ptr, size_t size)
{
	return fails() ? NULL : __real_realloc(ptr, size);
}

/* --- a conversation without the script, which allocates itself --- */

typedef struct talk {
	mynd_session *session;
	mynd_session_counts counts;
	uint8_t memory[1024];
	mynd_slice server;         /* what the server says next */
	const mynd_slice *replies; /* and what after that */
	unsigned values;
	bool refused, binary;
} talk;

static void *value_alloc(void *context, size_t len, uint8_t **body)
{
	talk *t = context;
	uint8_t *value = __real_malloc(len);
	*body = value;
	t->values++;
	return value;
}

static void value_release(void *context, void *value)
{
	talk *t = context;
	t->values--;
	free(value);
}

static const uint8_t fetched_types[] = {MYND_TYPE_VAR_STRING, MYND_TYPE_LONG, MYND_TYPE_VAR_STRING};

/* All binary rows of the conversation have those types. */
static void release_binary_row(talk *t, const mynd_row *row)
{
	mynd_cursor c;
	mynd_cell cell;
	const uint8_t *nulls;
	assert_int_equal(mynd_binary_open((mynd_slice){row->data, row->len}, 3, &nulls, &c), MYND_OK);
	for (size_t i = 0; i < 3; i++) {
		unsigned width = mynd_binary_width(fetched_types[i]);
		assert_int_equal(mynd_binary_next(&c, width, row->has_large, &cell), MYND_OK);
		if (cell.large != NULL) {
			value_release(t, cell.large);
		}
	}
}

static void release_row(talk *t, const mynd_row *row)
{
	mynd_cursor c = mynd_cursor_over(row->data, row->len);
	mynd_cell cell;
	if (t->binary) {
		release_binary_row(t, row);
		return;
	}
	while (mynd_cursor_left(&c) > 0 && mynd_cell_next(&c, row->has_large, &cell) == MYND_OK) {
		if (cell.large != NULL) {
			value_release(t, cell.large);
		}
	}
}

static void send_all(talk *t)
{
	mynd_slice out;
	while ((out = mynd_session_output(t->session)).len > 0) {
		mynd_session_sent(t->session, out.len);
	}
}

/* Reads until the reply is over. False: dead. */
static bool read_reply(talk *t)
{
	mynd_event event;
	t->server = *t->replies++;
	for (;;) {
		send_all(t);
		int rc = mynd_session_next(t->session, &event);
		if (rc == MYND_BAD) {
			assert_int_equal(mynd_session_error(t->session)->code, MYND_ERR_OUT_OF_MEMORY);
			assert_int_equal(mynd_session_error(t->session)->cause, MYND_CAUSE_MEMORY);
			return false;
		}
		if (rc == MYND_OK && event.kind == MYND_EVENT_ROW) {
			release_row(t, &event.row);
		}
		t->refused |= rc == MYND_OK && event.kind == MYND_EVENT_REFUSED;
		if (rc == MYND_OK && event.last) {
			return true;
		}
		if (rc == MYND_MORE) {
			if (t->refused && mynd_session_phase(t->session) == MYND_PHASE_IDLE) {
				return true;
			}
			mynd_span span = mynd_session_want(t->session);
			size_t n = span.len < t->server.len ? span.len : t->server.len;
			n = n < 100 ? n : 100;
			assert_true(n > 0);
			memcpy(span.ptr, t->server.ptr, n);
			t->server.ptr += n;
			t->server.len -= n;
			assert_int_equal(mynd_session_commit(t->session, n), MYND_OK);
		}
	}
}

static bool run_command(talk *t, mynd_command command)
{
	mynd_error error;
	unsigned pending = mynd_session_pending(t->session);
	send_all(t);
	if (mynd_session_send(t->session, &command, &error) != MYND_OK) {
		assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
		assert_int_equal(mynd_session_pending(t->session), pending);
		assert_int_equal(mynd_session_output(t->session).len, 0);
		return false;
	}
	return read_reply(t);
}

static bool ask(talk *t, mynd_slice sql)
{
	t->binary = false;
	return run_command(t, mynd_command_text(MYND_COM_QUERY, sql));
}

/* A statement with an execute that does not fit the command buffer, and a fetch. */
static bool use_statement(talk *t, mynd_slice long_text)
{
	const mynd_parameter parameter = {MYND_PARAMETER_BYTES, MYND_TYPE_VAR_STRING, {.bytes = long_text}};
	t->binary = true;
	return run_command(t, mynd_command_text(MYND_COM_STMT_PREPARE, mynd_slice_of("SELECT ?"))) &&
	       run_command(t, mynd_command_execute(1, MYND_CURSOR_NONE, &parameter, 1, true)) &&
	       run_command(t, mynd_command_fetch(1, 1, fetched_types, 3));
}

static bool change(talk *t)
{
	mynd_error error;
	mynd_slice text = mynd_slice_of("joe");
	send_all(t);
	if (mynd_session_change_user(t->session, text, text, text, 45, 0, &error) != MYND_OK) {
		assert_int_equal(error.cause, MYND_CAUSE_MEMORY);
		assert_int_equal(mynd_session_output(t->session).len, 0);
		return false;
	}
	return read_reply(t);
}

#define CAPS (SCRIPT_CAPABILITIES | MYND_CAP_SESSION_TRACK | MYND_CAP_CONNECT_ATTRS)

enum { REPLIES = 9 };

/* What the server says to the conversation below, one reply after another; it lives in the script. */
static void speech(script *s, mynd_slice *replies)
{
	static char error_text[4001] = "#42000";
	size_t ends[REPLIES];
	memset(error_text + 6, 'e', 3990);
	script_prepare(s, &(script_way){0}, CAPS);
	script_start(s);
	script_greeting(s, "5.5.5-10.11.6-MariaDB", SCRIPT_SERVER_CAPABILITIES, "sha256_password");
	s->sequence = 2;
	script_auth_switch(s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
	s->sequence = 4;
	script_ok(s, 0, 0, 2, NULL);
	ends[0] = s->pending.len;
	s->sequence = 1;
	script_tracked_ok(s, 2, "shop");
	ends[1] = s->pending.len;
	s->sequence = 1;
	script_columns(s, 2);
	script_row(s, "@2000x|@255y");
	script_eof(s, 2);
	ends[2] = s->pending.len;
	s->sequence = 1;
	script_auth_switch(s, "mysql_native_password", "ABCDEFGHIJKLMNOPQRST");
	s->sequence = 3;
	script_ok(s, 0, 0, 2, NULL);
	ends[3] = s->pending.len;
	s->sequence = 1;
	script_err(s, 1064, error_text);
	ends[4] = s->pending.len;
	s->sequence = 1;
	script_prepared(s, 1, 3, 1, 0);
	script_definitions(s, "s");
	script_definitions(s, "sis");
	ends[5] = s->pending.len;
	s->sequence = 1;
	script_typed_columns(s, "sis");
	script_binary_row(s, "sis", "@2000x|1|@255y");
	script_binary_row(s, "sis", "a|1|b");
	script_eof(s, 2);
	ends[6] = s->pending.len;
	s->sequence = 1;
	script_binary_row(s, "sis", "@255x|1|@3000y");
	script_eof(s, 2);
	ends[7] = s->pending.len;
	s->sequence = 1;
	script_packet(s,
	    "\xFB"
	    "f",
	    2);
	s->sequence = 3;
	script_err(s, 1105, "#HY000no file");
	ends[8] = s->pending.len;
	for (int i = 0; i < REPLIES; i++) {
		size_t start = i > 0 ? ends[i - 1] : 0;
		replies[i] = (mynd_slice){s->pending.ptr + start, ends[i] - start};
	}
}

static bool converse(talk *t, mynd_slice long_sql)
{
	return read_reply(t) && ask(t, mynd_slice_of("USE shop")) && ask(t, mynd_slice_of("SELECT 1")) &&
	       !t->refused && change(t) && ask(t, long_sql) && use_statement(t, long_sql) && !t->refused &&
	       ask(t, mynd_slice_of("LOAD DATA LOCAL INFILE 'f' INTO TABLE t"));
}

/* Runs it with the n-th allocation failing. False: nothing failed any more. */
static bool run(unsigned n, const mynd_slice *replies, mynd_slice long_sql)
{
	const mynd_attribute attributes[] = {{mynd_slice_of("_client_name"), mynd_slice_of("mynd")}};
	talk *t = __real_calloc(1, sizeof *t);
	t->replies = replies;
	failed = false;
	countdown = n;
	t->session = mynd_session_new(&(mynd_session_options){
	    .user = mynd_slice_of("root"),
	    .password = mynd_slice_of("secret"),
	    .database = mynd_slice_of("db"),
	    .attributes = attributes,
	    .attribute_count = 1,
	    .capabilities = CAPS,
	    .command_buffer = 4096,
	    .large_cell = 256,
	    .allocator = {t, value_alloc, value_release},
	    .counts = &t->counts,
	});
	bool whole = false;
	if (t->session != NULL) {
		mynd_session_lend_buffer(t->session, t->memory, sizeof t->memory);
		whole = converse(t, long_sql);
		countdown = 0;
		mynd_session_free(t->session, false);
	}
	countdown = 0;
	assert_int_equal(whole, !failed);
	assert_int_equal(t->values, 0);
	free(t);
	return failed;
}

static void test_every_allocation_fails_in_turn(void **state)
{
	(void) state;
	script s;
	static uint8_t sql[9000];
	memset(sql, 'q', sizeof sql);
	mynd_slice replies[REPLIES];
	speech(&s, replies);
	unsigned n = 1;
	while (run(n, replies, (mynd_slice){sql, sizeof sql})) {
		n++;
	}
	assert_true(n > 20);
	mynd_buffer_reset(&s.pending);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_every_allocation_fails_in_turn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
