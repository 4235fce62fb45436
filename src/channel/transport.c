/*
 * The steps of a connect that wait: connecting the transport, and TLS over it. Also handing a connection
 * over.
 */
#include "internal.h"

#include "../net/peer.h"
#include "../session/handover.h"

int mynd_channel_connect(mynd_channel *c, const mynd_endpoint *to)
{
	c->net = mynd_net_new(&c->counts.net);
	if (c->net == NULL) {
		return mynd_error_client(&c->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	mynd_net_set_keepalive(c->net, c->settings.ints[MYND_SET_KEEPALIVE] != 0);
	mynd_net_give_up_for(c->net, c->give_up_for, c->give_up_events);
	mynd_channel_limit_silence(c);
	mynd_error error; /* a local variable, because another call may read c->error during the wait */
	mynd_channel_enter(c);
	int rc = mynd_net_connect(c->net, to, c->login_deadline, &error);
	mynd_channel_leave(c);
	if (rc == MYND_OK) {
		return mynd_channel_check_closed(c);
	}
	c->error = c->last_failure = error;
	mynd_channel_log_failure(c);
	return MYND_BAD;
}

/* Sets the error with stock's text, and the last failure with the actual reason. */
static int fail_tls(mynd_channel *c, const mynd_error *error)
{
	const char *reason = mynd_net_tls_reason(c->net);
	c->error = c->last_failure = *error;
	if (*reason != '\0') {
		snprintf(c->last_failure.message, sizeof c->last_failure.message, "%s", reason);
	}
	mynd_channel_log_failure(c);
	return MYND_BAD;
}

int mynd_channel_ask_for_tls(mynd_channel *c)
{
	if (mynd_channel_flush(c) != MYND_OK) {
		return MYND_BAD;
	}
	return mynd_filtered_has_bytes(c) ? mynd_channel_fail_malformed(c, "bytes in clear before TLS") : MYND_OK;
}

int mynd_channel_start_tls(
    mynd_channel *c, const mynd_tls_options *options, const char *host, const char **detail)
{
	mynd_error error;
	*detail = "";
	mynd_channel_enter(c);
	int rc = mynd_net_start_tls(c->net, options, host, c->login_deadline, &error);
	mynd_channel_leave(c);
	if (rc != MYND_OK) {
		*detail = mynd_net_tls_detail(c->net);
		return fail_tls(c, &error);
	}
	uint8_t fingerprint[MYND_NET_FINGERPRINT_LEN];
	bool in_doubt = mynd_net_tls_is_in_doubt(c->net, fingerprint);
	mynd_session_tls_started(c->session, in_doubt ? fingerprint : NULL);
	return mynd_channel_check_closed(c);
}

bool mynd_channel_let_go(mynd_channel *c)
{
	return mynd_channel_is_plain(c) && !mynd_channel_is_foreign(c) && !c->write_broken &&
	       c->listeners == NULL && mynd_session_may_be_handed_over(c->session) && mynd_net_let_go(c->net);
}

int mynd_channel_take_over(mynd_channel *c, const mynd_endpoint *to, int fd)
{
	c->net = mynd_net_new(&c->counts.net);
	if (c->net == NULL) {
		mynd_descriptor_close_foreign(fd);
		return mynd_error_client(&c->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	if (mynd_net_take_over(c->net, to, fd) != MYND_OK) {
		return mynd_error_client(&c->error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	}
	mynd_channel_limit_silence(c);
	return MYND_OK;
}
