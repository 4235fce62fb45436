/*
 * A link as every face opens it: with the settings as they stand now.
 *
 * Not here: what a face's own options change afterwards.
 */
#include "mynd.h"

mynd_link *mynd_link_open(const char *face)
{
	const zend_mynd_globals *settings = mynd_settings();
	mynd_link *link = mynd_link_new();
	mynd_link_set_string(link, MYND_SET_FACE, face);
	mynd_link_set_int(link, MYND_SET_COMMAND_BUFFER, settings->net_cmd_buffer_size);
	mynd_link_set_int(link, MYND_SET_READ_BUFFER, settings->net_read_buffer_size);
	mynd_link_set_int(link, MYND_SET_READ_TIMEOUT, settings->net_read_timeout);
	mynd_link_set_string(link, MYND_SET_PUBLIC_KEY, settings->sha256_server_public_key);
	mynd_link_set_int(link, MYND_SET_ALLOW_CLEARTEXT, settings->allow_cleartext_password);
	mynd_link_set_int(link, MYND_SET_REFUSE_SERVER_KEY, !settings->trust_server_key);
	mynd_link_set_int(link, MYND_SET_PIPELINING, settings->pipelining);
	return link;
}
