/*
 * The login parameters of a link: how it was connected.
 *
 * Always true: the parameters exist while the link is connected. They contain the password, which is wiped
 * when they are freed.
 */
#include "internal.h"

mynd_login_parameters *mynd_login_copy(const mynd_connect *with)
{
	size_t socket_len = with->socket == NULL ? 0 : strlen(with->socket);
	size_t address_len = with->address == NULL ? 0 : strlen(with->address);
	size_t len = with->host_len + with->user_len + with->password_len + socket_len + address_len + 5;
	mynd_login_parameters *login = pemalloc(sizeof *login + len, 1);
	char *at = login->memory;
	login->memory_len = len;
	login->refused = false;
	login->with = (mynd_connect){
	    .host = mynd_put_text(&at, with->host, with->host_len),
	    .host_len = with->host_len,
	    .user = mynd_put_text(&at, with->user, with->user_len),
	    .user_len = with->user_len,
	    .password = mynd_put_text(&at, with->password, with->password_len),
	    .password_len = with->password_len,
	    .socket = mynd_put_text(&at, with->socket, socket_len),
	    .address = mynd_put_text(&at, with->address, address_len),
	    .port = with->port,
	    .client_flags = with->client_flags & MYND_CAP_SSL,
	    .tls = with->tls,
	};
	return login;
}

void mynd_login_free(mynd_login_parameters *login)
{
	if (login != NULL) {
		explicit_bzero(login->memory, login->memory_len);
		free(login);
	}
}

void mynd_login_note(mynd_link *link, const mynd_connect *with)
{
	mynd_login_parameters *login = mynd_login_copy(with);
	mynd_login_forget(link); /* `with` may point into the link's own parameters */
	link->login = login;
}

void mynd_login_note_refused(mynd_link *link)
{
	link->login->refused = true;
}

void mynd_login_forget(mynd_link *link)
{
	mynd_login_free(link->login);
	link->login = NULL;
	link->spare = NULL; /* the spare connection may be for another user */
}
