/*
 * Finds out whether a server, or a proxy in front of it, accepts several commands in one write
 * (mynd.pipelining = auto): two commands on a link that is about to be closed, where a loss does no harm.
 */
#include "internal.h"

#include "SAPI.h"

#define LEARN_SECONDS 0.25

static bool answers_two_commands(mynd_link *link)
{
	mynd_command trial = mynd_pipelining_trial(link);
	if (mynd_link_begin(link, false) != MYND_OK ||
	    mynd_session_send(link->channel.session, &trial, NULL, &link->channel.error) != MYND_OK ||
	    mynd_session_send(link->channel.session, &trial, NULL, &link->channel.error) != MYND_OK ||
	    mynd_channel_flush(&link->channel) != MYND_OK) {
		return false;
	}
	return mynd_link_read_reply(link) == MYND_OK && mynd_link_read_reply(link) == MYND_OK;
}

static bool look_whether_worth_it(mynd_link *link)
{
	return link->channel.session != NULL && !link->persistent && !mynd_channel_is_filtered(&link->channel) &&
	       mynd_pipelining_is_unknown(link) && mynd_link_is_idle(link) &&
	       !mynd_channel_is_foreign(&link->channel) &&
	       mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE &&
	       !mynd_net_look_for_end(link->channel.net);
}

/*
 * What the program can see of this is restored: errors, and the counts of its commands. The counts of the
 * network are not.
 */
void mynd_link_learn(mynd_link *link)
{
	if (!look_whether_worth_it(link)) {
		return;
	}
	mynd_error last_failure = link->channel.last_failure;
	mynd_link_counts counts = link->channel.counts;
	link->channel.login_deadline = mynd_deadline_in(LEARN_SECONDS);
	mynd_pipelining_tried(link, answers_two_commands(link));
	link->channel.login_deadline = MYND_NO_DEADLINE;
	counts.net = link->channel.counts.net;
	link->channel.counts = counts;
	mynd_told_set_back(link);
	link->channel.last_failure = last_failure;
	mynd_error_clear(&link->channel.error);
}

bool mynd_serves_requests(void)
{
	static const char *const alone[] = {"cli", "phpdbg", "embed"};
	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
		if (strcmp(sapi_module.name, alone[i]) == 0) {
			return false;
		}
	}
	return true;
}

void mynd_link_learn_later(mynd_link *link)
{
	/* what is learned helps later requests of this process, if there are any */
	if ((EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !link->parked && mynd_serves_requests() &&
	    look_whether_worth_it(link)) {
		link->parked = true;
		mynd_link_addref(link);
	}
}
