/* The life of a channel, the calls that wait on it, and its errors. Nothing here waits. */
#include "internal.h"
#include "set.h"

#define READ_BUFFER_MAX (1 << 30)

void mynd_channel_init(mynd_channel *c, const mynd_channel_hooks *hooks)
{
	memset(c, 0, offsetof(mynd_channel, error));
	memset(&c->counts, 0, sizeof c->counts);
	mynd_error_clear(&c->error);
	mynd_error_clear(&c->last_failure);
	c->hooks = hooks;
	c->login_deadline = c->extended_until = MYND_NO_DEADLINE;
	c->own_limits = (mynd_limits){.cancel_at = MYND_NO_DEADLINE, .end = MYND_NO_DEADLINE};
	c->read_bound = UINT64_MAX;
	mynd_link_settings_init(&c->settings);
}

void mynd_channel_size_buffer(mynd_channel *c)
{
	c->read_buffer =
	    (size_t) MIN(MAX(c->settings.ints[MYND_SET_READ_BUFFER], MYND_READ_BUFFER_MIN), READ_BUFFER_MAX);
}

void mynd_channel_limit_silence(mynd_channel *c)
{
	if (c->net != NULL) {
		mynd_net_set_dead_after(c->net, c->settings.ints[MYND_SET_DEAD_AFTER]);
	}
}

void mynd_channel_open(mynd_channel *c, mynd_session *session)
{
	c->session = session;
	mynd_channel_belong_here(c);
	mynd_channel_open_log(c);
}

void mynd_channel_belong_here(mynd_channel *c)
{
	c->generation = mynd_process_generation();
}

void mynd_channel_succeed(mynd_channel *c, mynd_channel *before)
{
	c->generation = before->generation;
	mynd_channel_size_buffer(c);
}

void mynd_channel_close(mynd_channel *c, bool abandon)
{
	mynd_channel_close_log(c);
	c->landing.store = NULL;
	if (c->session != NULL) {
		mynd_channel_put_away(c, mynd_session_free(c->session, abandon));
		c->session = NULL;
	}
	if (c->net != NULL) {
		if (!mynd_channel_is_foreign(c)) {
			mynd_net_close(c->net);
		}
		mynd_net_free(c->net);
		c->net = NULL;
	}
	mynd_compress_end(c);
	mynd_filtered_end(c);
	c->cancelled = 0;
	c->close_wanted = c->write_broken = c->readable = false;
	c->read_bound = UINT64_MAX;
}

void mynd_channel_put_aside(mynd_channel *c, mynd_channel_aside *aside)
{
	mynd_channel_free_aside(aside, false);
	*aside = (mynd_channel_aside){c->session, c->net, c->packed};
	c->session = NULL;
	c->net = NULL;
	memset(&c->packed, 0, sizeof c->packed);
	mynd_channel_keep_log(c, mynd_channel_close);
}

void mynd_channel_put_back(mynd_channel *c, mynd_channel_aside *aside)
{
	if (c->session == NULL && c->net == NULL) {
		c->session = aside->session;
		c->net = aside->net;
		c->packed = aside->packed;
		mynd_allocator allocator = mynd_rows_allocator(&c->counts.rows);
		if (c->session != NULL) {
			mynd_session_move(c->session, &c->counts.session, &allocator);
		}
		if (c->net != NULL) {
			mynd_net_move(c->net, &c->counts.net);
		}
		*aside = (mynd_channel_aside){0};
	}
}

/* Frees the session and transport, without sending anything. The session has no read buffer any more. */
void mynd_channel_free_aside(mynd_channel_aside *aside, bool abandon)
{
	if (aside->session != NULL) {
		mynd_session_free(aside->session, abandon);
	}
	if (aside->net != NULL) {
		mynd_net_free(aside->net);
	}
	mynd_packed_end(&aside->packed);
	*aside = (mynd_channel_aside){0};
}

void mynd_channel_free(mynd_channel *c)
{
	mynd_link_settings_free(&c->settings);
	free(c->kept_error);
}

void mynd_channel_forget_request(mynd_channel *c)
{
	c->in_call = c->waiting = false;
	c->listeners = NULL;
	c->watched = false;
}

void mynd_channel_break(mynd_channel *c)
{
	c->close_wanted = true;
	c->breaks++;
	if (c->net != NULL && !mynd_channel_is_foreign(c)) {
		mynd_net_break(c->net);
	}
}

void mynd_channel_note_close(mynd_channel *c)
{
	c->breaks += c->in_call;
}

/* In a destructor (`by_program` false) no filter may run, so a COM_QUIT that needs a filter is not sent. */
void mynd_channel_say_goodbye(mynd_channel *c, bool by_program)
{
	mynd_command quit = mynd_command_simple(MYND_COM_QUIT);
	mynd_error ignored;
	if (mynd_channel_is_foreign(c) || c->write_broken ||
	    mynd_session_send(c->session, &quit, &ignored) != MYND_OK) {
		return;
	}
	if (by_program) {
		mynd_filtered_last_words(c);
		mynd_channel_push(c);
	} else {
		mynd_channel_push_without_code(c);
	}
}

void mynd_channel_bound_reads(mynd_channel *c, uint64_t bytes)
{
	c->read_bound = bytes == MYND_READS_UNBOUND ? bytes : c->counts.session.bytes_received + bytes;
}

/* --- calls --- */

bool mynd_channel_is_foreign(const mynd_channel *c)
{
	return c->generation != mynd_process_generation();
}

void mynd_channel_enter(mynd_channel *c)
{
	c->in_call = c->waiting = true;
	c->after_fatal = CG(unclean_shutdown);
}

void mynd_channel_enter_program(mynd_channel *c)
{
	c->in_call = true;
}

void mynd_channel_enter_interceptor(mynd_channel *c, const void *fiber)
{
	mynd_channel_enter_program(c);
	c->intercepted = true;
	c->intercepted_in = fiber;
}

void mynd_channel_leave_interceptor(mynd_channel *c)
{
	c->intercepted = false;
	mynd_channel_leave(c);
}

void mynd_channel_leave(mynd_channel *c)
{
	c->in_call = c->waiting = false;
	if (UNEXPECTED(c->kept_error != NULL)) {
		c->error = *c->kept_error;
		free(c->kept_error);
		c->kept_error = NULL;
	}
}

void mynd_channel_leave_after_fatal(mynd_channel *c)
{
	if (c->in_call && (!c->waiting || c->after_fatal)) {
		return;
	}
	mynd_channel_leave(c);
	mynd_channel_drop_landing(c);
}

/* --- errors --- */

/* Copies the error of the call under way to kept_error before another call's error overwrites it. */
static void keep_error(mynd_channel *c)
{
	if (c->in_call && c->kept_error == NULL) {
		c->kept_error = malloc(sizeof *c->kept_error);
		if (c->kept_error != NULL) {
			*c->kept_error = c->error;
		}
	}
}

void mynd_channel_set_error(mynd_channel *c, const mynd_error *error)
{
	keep_error(c);
	if (error == NULL) {
		mynd_error_clear(&c->error);
	} else {
		c->error = *error;
	}
}

int mynd_channel_refuse(mynd_channel *c, unsigned client_error)
{
	keep_error(c);
	return mynd_error_client(&c->error, MYND_CAUSE_MISUSE, client_error);
}

void mynd_channel_tell_refusal(const mynd_channel *c, mynd_error *error)
{
	mynd_error_client(error, MYND_CAUSE_IN_USE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	if (c->intercepted) {
		mynd_error_set(error, MYND_CAUSE_IN_USE, MYND_ERR_COMMANDS_OUT_OF_SYNC, NULL,
		    "%s: an interceptor of this connection runs, which can use it through $next() alone",
		    error->message);
	} else if (c->waiting) {
		mynd_error_set(error, MYND_CAUSE_IN_USE, MYND_ERR_COMMANDS_OUT_OF_SYNC, NULL,
		    "%s: another call waits on this connection", error->message);
	}
}

void mynd_channel_refuse_call(mynd_channel *c)
{
	keep_error(c);
	mynd_channel_tell_refusal(c, &c->error);
}

/* --- state of a thread --- */

void mynd_channels_end_request(void)
{
	mynd_read_buffers_free(1);
}

void mynd_channels_end_thread(void)
{
	mynd_read_buffers_free(0);
	mynd_compress_end_thread();
}
