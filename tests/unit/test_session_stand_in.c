/*
 * A session and the peer that stands in for a server talk to each other: in whole, byte by byte, and in
 * pieces of every length in between. What the session has seen must be the same each time.
 */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include "session/stand_in.h"
#include "wire/frame.h"
#include "wire/statement.h"

#define PIECES 40
#define BUFFER 4096

typedef struct talk {
	mynd_session *session;
	mynd_stand_in *peer;
	mynd_session_counts counts;
	uint8_t memory[BUFFER];
	size_t piece; /* at most so many bytes at a time; 0: as many as there are */
	char seen[2048];
} talk;

static void see(talk *t, const char *format, ...)
{
	size_t len = strlen(t->seen);
	va_list args;
	va_start(args, format);
	vsnprintf(t->seen + len, sizeof t->seen - len, format, args);
	va_end(args);
}

static void see_event(talk *t, const mynd_event *event)
{
	switch (event->kind) {
	case MYND_EVENT_READY:
		see(t, "in\n");
		break;
	case MYND_EVENT_OK:
		see(t, "ok %x\n", event->ok.status);
		break;
	case MYND_EVENT_ERROR:
		see(t, "error %u %s\n", event->server_error->code, event->server_error->sqlstate);
		break;
	case MYND_EVENT_PREPARED:
		see(t, "prepared %u: %u parameters, %u columns\n", event->prepared.id, event->prepared.parameters,
		    event->prepared.columns);
		break;
	case MYND_EVENT_COLUMN:
		see(t, "column %.*s\n", (int) event->column.name.len, (const char *) event->column.name.ptr);
		break;
	default:
		if (event->last) {
			see(t, "end\n");
		}
	}
}

static void see_events(talk *t)
{
	mynd_event event;
	int rc;
	while ((rc = mynd_session_next(t->session, &event)) == MYND_OK) {
		see_event(t, &event);
	}
	if (rc == MYND_BAD) {
		see(t, "dead: %s\n", mynd_session_error(t->session)->message);
	}
}

static size_t part(const talk *t, size_t len)
{
	return t->piece > 0 && t->piece < len ? t->piece : len;
}

static bool say(talk *t)
{
	mynd_slice out = mynd_session_output(t->session);
	size_t n = part(t, out.len);
	if (n == 0) {
		return false;
	}
	uint8_t *copy = malloc(n); /* so that a read behind the piece is noticed */
	assert_non_null(copy);
	memcpy(copy, out.ptr, n);
	assert_int_equal(mynd_stand_in_feed(t->peer, (mynd_slice){copy, n}), MYND_OK);
	free(copy);
	mynd_session_sent(t->session, n);
	return true;
}

static bool hear(talk *t)
{
	mynd_slice out = mynd_stand_in_output(t->peer);
	mynd_span want = mynd_session_want(t->session);
	size_t n = part(t, out.len < want.len ? out.len : want.len);
	if (n == 0) {
		return false;
	}
	memcpy(want.ptr, out.ptr, n);
	mynd_stand_in_sent(t->peer, n);
	mynd_session_commit(t->session, n);
	see_events(t);
	return true;
}

/* Until neither has anything to say. */
static void converse(talk *t)
{
	see_events(t);
	while (say(t) || hear(t)) {
	}
}

static void begin_with(talk *t, size_t piece, const char *version, uint8_t collation, uint64_t capabilities)
{
	memset(t, 0, sizeof *t);
	t->piece = piece;
	t->peer = mynd_stand_in_new(mynd_slice_of(version), collation);
	t->session = mynd_session_new(&(mynd_session_options){.user = mynd_slice_of("somebody"),
	    .password = mynd_slice_of("secret"),
	    .database = mynd_slice_of("shop"),
	    .capabilities = capabilities,
	    .max_packet = 1 << 30,
	    .unix_socket = true,
	    .command_buffer = BUFFER,
	    .read_buffer = BUFFER,
	    .large_cell = 256,
	    .counts = &t->counts});
	assert_non_null(t->peer);
	assert_non_null(t->session);
	mynd_session_lend_buffer(t->session, t->memory, sizeof t->memory);
	converse(t);
}

static void begin(talk *t, size_t piece)
{
	begin_with(t, piece, "10.11.6-MariaDB", 45, SCRIPT_CAPABILITIES);
}

static void end(talk *t)
{
	mynd_session_free(t->session, false);
	mynd_stand_in_free(t->peer);
}

static void send(talk *t, const mynd_command *command)
{
	mynd_error error;
	assert_int_equal(mynd_session_send(t->session, command, &error), MYND_OK);
	converse(t);
}

static void send_text(talk *t, mynd_com com, const char *text)
{
	mynd_command command = mynd_command_text(com, mynd_slice_of(text));
	send(t, &command);
}

static void expect(const talk *t, const char *seen)
{
	if (strcmp(t->seen, seen) != 0) {
		fail_msg("pieces of %zu:\n--- got\n%s--- expected\n%s", t->piece, t->seen, seen);
	}
}

/* --- what is said --- */

static void test_login(void **state)
{
	(void) state;
	for (size_t piece = 0; piece <= PIECES; piece++) {
		talk t;
		begin(&t, piece);
		expect(&t, "in\n");
		const mynd_server *server = mynd_session_server(t.session);
		assert_string_equal(server->version, "10.11.6-MariaDB");
		assert_true(server->mariadb);
		assert_int_equal(server->version_number, 101106);
		assert_int_equal(mynd_session_phase(t.session), MYND_PHASE_IDLE);
		end(&t);
	}
}

/*
 * What a version offers beyond the protocol's own capabilities, and the collation of a login that names none.
 */
static void test_offers(void **state)
{
	(void) state;
	static const struct {
		const char *version;
		bool has_bulk;
	} cases[] = {{"10.11.6-MariaDB", true}, {"10.6.0-MariaDB", true}, {"10.5.29-MariaDB", false},
	    {"11.8.2-MariaDB-log", true}, {"8.4.3", false}, {"unknown", false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		talk t;
		begin_with(&t, 3, cases[i].version, 8, SCRIPT_CAPABILITIES | MYND_CAP_MARIADB_BULK);
		const mynd_server *server = mynd_session_server(t.session);
		expect(&t, "in\n");
		assert_int_equal(server->greeting_collation, 8);
		assert_int_equal(server->collation, 8);
		assert_int_equal((server->negotiated & MYND_CAP_MARIADB_BULK) != 0, cases[i].has_bulk);
		mynd_command ping = mynd_command_simple(MYND_COM_PING);
		send(&t, &ping);
		expect(&t, "in\nok 2\n");
		end(&t);
	}
}

static void test_commands(void **state)
{
	(void) state;
	for (size_t piece = 0; piece <= PIECES; piece++) {
		talk t;
		begin(&t, piece);
		mynd_command ping = mynd_command_simple(MYND_COM_PING),
		             reset = mynd_command_simple(MYND_COM_RESET_CONNECTION);
		mynd_command kill = mynd_command_kill(5), option = mynd_command_set_option(0);
		send(&t, &ping);
		send(&t, &reset);
		send(&t, &option);
		send_text(&t, MYND_COM_INIT_DB, "other");
		send_text(&t, MYND_COM_QUERY, "SET NAMES latin1");
		send_text(&t, MYND_COM_QUERY, "SET NAME");
		mynd_stand_in_set_status(t.peer, 3);
		send(&t, &kill);
		send(&t, &ping);
		expect(&t, "in\nok 2\nok 2\nok 2\nok 2\nok 2\nerror 1105 HY000\nerror 1105 HY000\nok 3\n");
		end(&t);
	}
}

/* What has no reply gets none: the reply of the ping is the next one. */
static void test_silent(void **state)
{
	(void) state;
	uint8_t *piece = calloc(1, 100000);
	assert_non_null(piece);
	talk t;
	begin(&t, 0);
	mynd_command data = mynd_command_long_data(1, 0, (mynd_slice){piece, 100000});
	mynd_command close = mynd_command_statement_close(1), ping = mynd_command_simple(MYND_COM_PING);
	send(&t, &data);
	send(&t, &close);
	expect(&t, "in\n");
	send(&t, &ping);
	expect(&t, "in\nok 2\n");
	end(&t);
	free(piece);
}

static void test_prepare(void **state)
{
	(void) state;
	const mynd_column one = {.catalog = mynd_slice_of("def"), .name = mynd_slice_of("one")};
	const mynd_column two = {.catalog = mynd_slice_of("def"), .name = mynd_slice_of("two")};
	mynd_buffer b;
	mynd_buffer_init(&b, BUFFER);
	mynd_column_encode(&b, &one);
	mynd_column_encode(&b, &two);
	for (size_t piece = 0; piece <= PIECES; piece++) {
		talk t;
		begin(&t, piece);
		assert_int_equal(mynd_stand_in_columns(t.peer, 2, (mynd_slice){b.ptr, b.len}), MYND_OK);
		send_text(&t, MYND_COM_STMT_PREPARE, "SELECT ?, '?', /* ? */ ?");
		send_text(&t, MYND_COM_STMT_PREPARE, "DO 1");
		expect(&t, "in\nprepared 1: 2 parameters, 2 columns\ncolumn one\ncolumn two\nend\nprepared 2: 0 "
		           "parameters, 0 columns\nend\n");
		end(&t);
	}
	mynd_buffer_free(&b);
}

static void test_no_columns(void **state)
{
	(void) state;
	const mynd_column one = {.name = mynd_slice_of("one")};
	uint8_t room[64];
	mynd_buffer b = mynd_buffer_over((mynd_span){room, sizeof room});
	mynd_stand_in *peer = mynd_stand_in_new(mynd_slice_of("8"), 45);
	assert_non_null(peer);
	mynd_column_encode(&b, &one);
	for (size_t len = 0; len < b.len; len++) { /* cut at every byte */
		assert_int_equal(mynd_stand_in_columns(peer, 1, (mynd_slice){b.ptr, len}), MYND_BAD);
	}
	assert_int_equal(mynd_stand_in_columns(peer, 0, (mynd_slice){b.ptr, b.len}), MYND_BAD);
	assert_int_equal(mynd_stand_in_columns(peer, 2, (mynd_slice){b.ptr, b.len}), MYND_BAD);
	mynd_stand_in_free(peer);
}

/* Whatever is fed: no memory is touched that is not its own, and it ends. */
static void test_noise(void **state)
{
	(void) state;
	srand(20261125);
	for (int i = 0; i < 2000; i++) {
		mynd_stand_in *peer = mynd_stand_in_new(mynd_slice_of("10.11.6-MariaDB"), 45);
		assert_non_null(peer);
		for (int j = rand() % 20; j >= 0; j--) {
			size_t len = (size_t) (rand() % 60);
			uint8_t *bytes = malloc(len + 1);
			assert_non_null(bytes);
			for (size_t k = 0; k < len; k++) {
				bytes[k] = (uint8_t) (rand() % 4 ? rand() % 32 : rand());
			}
			if (len > 4) { /* short packets, so that commands are reached */
				bytes[1] = bytes[2] = 0;
			}
			assert_int_equal(mynd_stand_in_feed(peer, (mynd_slice){bytes, len}), MYND_OK);
			free(bytes);
			mynd_stand_in_sent(peer, mynd_stand_in_output(peer).len / 2);
		}
		mynd_stand_in_free(peer);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_login),
	    cmocka_unit_test(test_offers),
	    cmocka_unit_test(test_commands),
	    cmocka_unit_test(test_silent),
	    cmocka_unit_test(test_prepare),
	    cmocka_unit_test(test_no_columns),
	    cmocka_unit_test(test_noise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
