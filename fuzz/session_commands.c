/*
 * The client's steps of a talk: commands, and the other things that a link does to its session.
 *
 * Always true: a command that is refused leaves no trace; one that is queued has an owner.
 * What is given to the session lies in blocks of exactly its size and is freed at once, because the session
 * keeps nothing of it.
 */
#include "session.h"

/* --- sending --- */

static void finish(run *r, const talk_step *step)
{
	r->queued += step->body.len + 64;
	if (!(step->arg & TALK_DEAF)) {
		run_flush(r, SIZE_MAX);
	}
}

/* After anything that the client has asked for: is all as it was? */
static void check_refusal(run *r, unsigned pending, const mynd_error *error)
{
	if (error->code == 0 || mynd_session_pending(r->session) != pending) {
		fuzz_fail("a command that is refused has left a trace");
	}
	if (error->cause == MYND_CAUSE_MEMORY && !fuzz_counted.failed) {
		fuzz_fail("no memory, and none has failed");
	}
}

static void send(run *r, const talk_step *step, const mynd_command *command)
{
	mynd_error error = {0};
	mynd_command owned = *command;
	unsigned pending = mynd_session_pending(r->session);
	owned.owner = r->commands + 1;
	if (mynd_session_send(r->session, &owned, &error) != MYND_OK) {
		check_refusal(r, pending, &error);
	} else if (!mynd_command_is_silent(command->com)) {
		run_command(r, command->com, command->types, command->columns);
	}
	finish(r, step);
}

/* --- texts --- */

/* Up to three, of the bytes of the text itself. */
static uint16_t attributes_of(const talk_step *step, mynd_slice text, mynd_query_attribute *attributes)
{
	if (!(step->arg & TALK_WITH_ATTRIBUTE)) {
		return 0;
	}
	mynd_slice half = {text.ptr, text.len / 2};
	attributes[0] =
	    (mynd_query_attribute){half, {MYND_PARAMETER_BYTES, MYND_TYPE_VAR_STRING, {.bytes = text}}};
	attributes[1] = (mynd_query_attribute){
	    {NULL, 0}, {MYND_PARAMETER_INTEGER, MYND_TYPE_LONGLONG, {.integer = (int64_t) text.len}}};
	attributes[2] = (mynd_query_attribute){half, {.kind = MYND_PARAMETER_NULL, .type = MYND_TYPE_VAR_STRING}};
	return (uint16_t) (1 + text.len % 3);
}

static void send_text(run *r, const talk_step *step)
{
	static const mynd_com coms[] = {MYND_COM_QUERY, MYND_COM_STMT_PREPARE, MYND_COM_INIT_DB, MYND_COM_QUERY};
	mynd_query_attribute attributes[3];
	mynd_slice text = fuzz_copy(step->body);
	mynd_command command = mynd_command_text(coms[step->arg & 3], text);
	command.attributes = attributes;
	command.attribute_count = attributes_of(step, text, attributes);
	send(r, step, &command);
	free((void *) text.ptr);
}

static void send_simple(run *r, const talk_step *step)
{
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	mynd_com com = (mynd_com) (step->arg & 0x1F);
	mynd_command command = mynd_command_simple(com);
	if (com == MYND_COM_PROCESS_KILL) {
		command = mynd_command_kill((uint32_t) fuzz_int(&c, 4));
	} else if (com == MYND_COM_REFRESH) {
		command = mynd_command_refresh((uint8_t) fuzz_int(&c, 1));
	} else if (com == MYND_COM_SET_OPTION) {
		command = mynd_command_set_option((uint16_t) fuzz_int(&c, 2));
	}
	send(r, step, &command);
}

/* --- statements --- */

#define PARAMETERS_MAX 64

static mynd_parameter parameter_of(mynd_cursor *c)
{
	mynd_parameter parameter = {.kind = (mynd_parameter_kind) (fuzz_int(c, 1) % (MYND_PARAMETER_TINY + 1))};
	switch (parameter.kind) {
	case MYND_PARAMETER_INTEGER:
	case MYND_PARAMETER_REAL:
		parameter.type = parameter.kind == MYND_PARAMETER_REAL ? MYND_TYPE_DOUBLE : MYND_TYPE_LONGLONG;
		parameter.integer = (int64_t) fuzz_int(c, 2);
		break;
	case MYND_PARAMETER_TINY:
		parameter.type = MYND_TYPE_TINY;
		parameter.integer = (int64_t) fuzz_int(c, 1);
		break;
	case MYND_PARAMETER_BYTES:
		parameter.type = MYND_TYPE_VAR_STRING;
		parameter.bytes = fuzz_bytes(c, (size_t) fuzz_int(c, 1) * 3);
		break;
	case MYND_PARAMETER_NULL:
	case MYND_PARAMETER_LONG:
		parameter.type = MYND_TYPE_LONG_BLOB;
		break;
	}
	return parameter;
}

static void send_execute(run *r, const talk_step *step)
{
	mynd_parameter parameters[PARAMETERS_MAX];
	mynd_query_attribute attributes[3];
	uint16_t count = 0;
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	uint32_t id = (uint32_t) fuzz_int(&c, 4);
	while (mynd_cursor_left(&c) > 0 && count < PARAMETERS_MAX) {
		parameters[count++] = parameter_of(&c);
	}
	mynd_command command = mynd_command_execute(id, step->arg & 1 ? MYND_CURSOR_READ_ONLY : MYND_CURSOR_NONE,
	    count > 0 ? parameters : NULL, count, (step->arg & 2) != 0);
	command.barrier = (step->arg & 4) != 0;
	command.attributes = attributes;
	command.attribute_count = attributes_of(step, step->body, attributes);
	send(r, step, &command);
}

static void send_fetch(run *r, const talk_step *step)
{
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	uint32_t id = (uint32_t) fuzz_int(&c, 4), rows = (uint32_t) fuzz_int(&c, 2);
	mynd_slice types = fuzz_copy(mynd_cursor_rest(&c));
	mynd_command command = mynd_command_fetch(id, rows, types.ptr, (uint32_t) types.len);
	send(r, step, &command);
	free((void *) types.ptr);
}

static void send_long_data(run *r, const talk_step *step)
{
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	uint32_t id = (uint32_t) fuzz_int(&c, 4);
	uint16_t parameter = (uint16_t) fuzz_int(&c, 2);
	mynd_command command = mynd_command_long_data(id, parameter, mynd_cursor_rest(&c));
	send(r, step, &command);
}

static void send_about_statement(run *r, const talk_step *step)
{
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	uint32_t id = (uint32_t) fuzz_int(&c, 4);
	mynd_command command =
	    step->arg & 1 ? mynd_command_statement_reset(id) : mynd_command_statement_close(id);
	send(r, step, &command);
}

static void send_bulk(run *r, const talk_step *step)
{
	mynd_buffer body;
	mynd_cursor c = mynd_cursor_over(step->body.ptr, step->body.len);
	uint32_t id = (uint32_t) fuzz_int(&c, 4);
	mynd_buffer_init(&body, 1u << 20);
	mynd_bulk_begin(&body, (uint16_t) fuzz_int(&c, 1));
	while (mynd_cursor_left(&c) > 0) {
		uint8_t len = (uint8_t) fuzz_int(&c, 1);
		if (len < 3) {
			mynd_bulk_mark(&body, (mynd_indicator) (len + 1));
		} else {
			mynd_bulk_put(&body, fuzz_bytes(&c, len));
		}
	}
	mynd_command command = mynd_command_bulk(id, (mynd_slice){body.ptr, body.len});
	send(r, step, &command);
	mynd_buffer_free(&body);
}

/* --- other things --- */

static void change_user(run *r, const talk_step *step)
{
	mynd_error error = {0};
	mynd_slice text = fuzz_copy(step->body);
	mynd_cursor c = mynd_cursor_over(text.ptr, text.len);
	mynd_slice user = fuzz_bytes(&c, step->arg & 0x3F);
	bool has_password = fuzz_bytes(&c, (size_t) fuzz_int(&c, 1)).len > 0;
	mynd_slice password = mynd_slice_of(has_password ? TALK_PASSWORD : "");
	unsigned pending = mynd_session_pending(r->session);
	r->has_authenticated = true;
	if (mynd_session_change_user(
	        r->session, user, password, mynd_cursor_rest(&c), 45, r->commands + 1, &error) == MYND_OK) {
		run_command(r, MYND_COM_CHANGE_USER, NULL, 0);
	} else {
		check_refusal(r, pending, &error);
	}
	free((void *) text.ptr);
	finish(r, step);
}

static void give_file(run *r, const talk_step *step)
{
	mynd_error error = {0};
	bool wanted = r->session->state == STATE_INFILE;
	mynd_slice piece = fuzz_copy(step->body);
	int rc = mynd_session_infile(r->session, piece, &error);
	if (rc != (wanted ? MYND_OK : MYND_BAD) && !fuzz_counted.failed) {
		fuzz_fail("a piece of a file: %d", rc);
	}
	free((void *) piece.ptr);
	finish(r, step);
}

static void end(run *r, const talk_step *step)
{
	if (step->arg & 1) {
		mynd_session_malformed(r->session, "the test says so");
		return;
	}
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_SERVER_LOST);
	mynd_session_lost(r->session, &error);
}

static void change_buffer(run *r, const talk_step *step)
{
	static const size_t sizes[] = {1024, 1100, 5000, 70000};
	if (step->arg & 8) {
		run_lend(r, sizes[step->arg & 3]);
	} else {
		run_move(r, sizes[step->arg & 3] + r->options.buffer, (step->arg & 4) != 0);
	}
}

static void take(run *r, const talk_step *step)
{
	switch (step->kind) {
	case TALK_DISCARD:
		mynd_session_discard_rows(r->session);
		break;
	case TALK_FLUSH:
		run_flush(r, step->arg == 0 ? SIZE_MAX : step->arg);
		break;
	case TALK_BUFFER:
		change_buffer(r, step);
		break;
	case TALK_SILENCE:
		mynd_session_check_silence(r->session);
		break;
	case TALK_END:
		end(r, step);
		break;
	case TALK_TLS:
		mynd_session_tls_started(r->session, NULL);
		break;
	default:
		fuzz_fail("a step that is none");
	}
}

void run_client(run *r, const talk_step *step)
{
	static void (*const sending[TALK_KINDS])(run *, const talk_step *) = {
	    [TALK_TEXT] = send_text,
	    [TALK_SIMPLE] = send_simple,
	    [TALK_EXECUTE] = send_execute,
	    [TALK_FETCH] = send_fetch,
	    [TALK_LONG_DATA] = send_long_data,
	    [TALK_STATEMENT] = send_about_statement,
	    [TALK_BULK] = send_bulk,
	    [TALK_CHANGE_USER] = change_user,
	    [TALK_FILE] = give_file,
	};
	fuzz_tell("%s: step %u is %d", r->way.name, r->step, (int) step->kind);
	if (sending[step->kind] != NULL) {
		sending[step->kind](r, step);
	} else {
		take(r, step);
	}
	run_pull(r);
	if (r->wire.len > 0 && !r->dead) {
		run_deliver(r, (mynd_slice){NULL, 0});
	}
}
