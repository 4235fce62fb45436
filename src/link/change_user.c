/*
 * Change of user: a dialogue like a login, on a connection that stays open.
 */
#include "internal.h"

#include "../statement/predicted_ids.h"
#include "../wire/sql.h"

static mynd_slice text(const char *s, size_t len)
{
	return (mynd_slice){(const uint8_t *) s, len};
}

static void note_login(mynd_link *link, mynd_slice user, mynd_slice password)
{
	if (link->login == NULL) {
		return;
	}
	mynd_connect with = link->login->with;
	with.user = (const char *) user.ptr;
	with.user_len = user.len;
	with.password = (const char *) password.ptr;
	with.password_len = password.len;
	mynd_login_note(link, &with);
}

static bool is_same(const mynd_login_parameters *login, mynd_slice user, mynd_slice password)
{
	const mynd_connect *with = &login->with;
	return user.len == with->user_len && password.len == with->password_len &&
	       (user.len == 0 || memcmp(user.ptr, with->user, user.len) == 0) &&
	       (password.len == 0 || memcmp(password.ptr, with->password, password.len) == 0);
}

int mynd_link_change_user_now(mynd_link *link, const mynd_connect *with)
{
	mynd_slice user = text(with->user, with->user_len), password = text(with->password, with->password_len);
	if (mynd_link_begin(link, false) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_session_change_user(link->channel.session, user, password,
	        text(with->database, with->database_len), (uint8_t) link->charset->id, MYND_FOR_PROGRAM,
	        &link->channel.error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_state_new_statement_version(link); /* a refused change of user counts, too */
	mynd_replayable_end(link->replayable);  /* a reconnect would log in as the former user */
	mynd_cache_drop(link);
	mynd_predicted_ids_forget(link);
	mynd_state_add_survives_reset(link, MYND_SQL_SCHEMA);
	mynd_state_set_history(link, 0);
	int rc = mynd_link_read_changed_user(link);
	bool same = rc == MYND_OK && link->login != NULL && is_same(link->login, user, password);
	if (!same) {
		mynd_state_set_user_changed(link, true);
	}
	if (rc == MYND_OK) {
		note_login(link, user, password);
	}
	return rc;
}
