/*
 * The login parameters of a link: how it was connected.
 *
 * Always true: they exist while the link is connected. They contain the password, which is wiped when they
 * are freed.
 */
#include "internal.h"

void mynd_login_note(mynd_link *link, const mynd_connect *with)
{
	size_t socket_len = with->socket == NULL ? 0 : strlen(with->socket);
	size_t len = with->host_len + with->user_len + with->password_len + socket_len + 4;
	mynd_login_parameters *login = pemalloc(sizeof *login + len, 1);
	char *at = login->memory;
	login->memory_len = len;
	login->with = (mynd_connect){
	    .host = mynd_put_text(&at, with->host, with->host_len),
	    .host_len = with->host_len,
	    .user = mynd_put_text(&at, with->user, with->user_len),
	    .user_len = with->user_len,
	    .password = mynd_put_text(&at, with->password, with->password_len),
	    .password_len = with->password_len,
	    .socket = mynd_put_text(&at, with->socket, socket_len),
	    .port = with->port,
	    .client_flags = with->client_flags & MYND_CAP_SSL,
	    .tls = with->tls,
	};
	mynd_login_forget(link); /* `with` may point into the link's own parameters */
	link->login = login;
}

void mynd_login_forget(mynd_link *link)
{
	if (link->login != NULL) {
		explicit_bzero(link->login->memory, link->login->memory_len);
		free(link->login);
		link->login = NULL;
	}
}
