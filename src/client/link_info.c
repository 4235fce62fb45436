/* Facts of a link that interceptors can see. */
#include "internal.h"

ZEND_TLS uint64_t sessions; /* the newest session number that interceptors were given */

const mynd_connect *mynd_link_login(const mynd_link *link)
{
	return link->login == NULL ? NULL : &link->login->with;
}

const char *mynd_link_database(const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	bool tracked =
	    server != NULL && (server->negotiated & MYND_CAP_SESSION_TRACK) && !link->state.schema_unknown;
	return tracked ? server->schema : NULL;
}

uint32_t mynd_link_connection_number(const mynd_link *link)
{
	return link->connection_number;
}

/* Returns true if the link still has the session for which its number was made. */
static bool is_in_numbered_session(const mynd_link *link)
{
	return link->session_number != 0 && link->session_number_connection == link->connection_number &&
	       link->session_number_version == link->state.statement_version;
}

uint64_t mynd_link_session_number(mynd_link *link)
{
	if (!is_in_numbered_session(link)) {
		link->session_number = ++sessions;
		link->session_number_connection = link->connection_number;
		link->session_number_version = link->state.statement_version;
	}
	return link->session_number;
}

uint64_t mynd_call_session_number(const mynd_call *call)
{
	return mynd_link_session_number(call->slot != NULL ? *call->slot : call->link);
}

void mynd_links_each_session(void (*each)(void *context, uint64_t number), void *context)
{
	for (const mynd_link *link = mynd_links_first(); link != NULL; link = link->next) {
		if (link->channel.session != NULL && is_in_numbered_session(link)) {
			each(context, link->session_number);
		}
	}
}

void mynd_link_each_init_command(
    const mynd_link *link, void (*each)(void *context, mynd_slice sql), void *context)
{
	for (const mynd_init_command *c = link->channel.settings.init_commands; c != NULL; c = c->next) {
		each(context, (mynd_slice){(const uint8_t *) c->sql, c->len});
	}
}
