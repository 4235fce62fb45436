/* A channel whose peer is a stand-in for a server, in this process. Nothing here waits. */
#include "internal.h"

#include "../session/stand_in.h"

static int feed(void *context, mynd_slice bytes)
{
	return mynd_stand_in_feed(context, bytes);
}

static mynd_slice output(void *context)
{
	return mynd_stand_in_output(context);
}

static void sent(void *context, size_t n)
{
	mynd_stand_in_sent(context, n);
}

static void release(void *context)
{
	mynd_stand_in_free(context);
}

int mynd_channel_stand_in(mynd_channel *c, const char *version, uint8_t collation)
{
	mynd_stand_in *s =
	    mynd_stand_in_new(mynd_slice_of(version), collation == 0 ? MYND_STAND_IN_COLLATION : collation);
	mynd_error error;
	c->net = s == NULL ? NULL : mynd_net_new(&c->counts.net);
	if (c->net == NULL) {
		if (s != NULL) {
			mynd_stand_in_free(s);
		}
		return mynd_error_client(&c->error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	const mynd_peer peer = {s, feed, output, sent, release};
	if (mynd_net_connect_inprocess(c->net, &peer, &error) != MYND_OK) {
		c->error = c->last_failure = error;
		return MYND_BAD;
	}
	return MYND_OK;
}

static mynd_stand_in *stand_in_of(const mynd_channel *c)
{
	return c->net == NULL ? NULL : mynd_net_inprocess_peer(c->net);
}

bool mynd_channel_is_without_server(const mynd_channel *c)
{
	return stand_in_of(c) != NULL;
}

void mynd_channel_report_status(mynd_channel *c, uint16_t status)
{
	mynd_stand_in *s = stand_in_of(c);
	if (s != NULL) {
		mynd_stand_in_set_status(s, status);
		mynd_session_set_status(c->session, status);
	}
}

int mynd_channel_prepare_columns(mynd_channel *c, uint32_t count, mynd_slice definitions)
{
	mynd_stand_in *s = stand_in_of(c);
	return s == NULL ? MYND_OK : mynd_stand_in_columns(s, count, definitions);
}
