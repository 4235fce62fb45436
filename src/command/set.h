/*
 * Setters of those fields of a link that higher rooms write, which they do only through these functions
 * (tools/lint-writers). Only internal.h includes this file.
 */
#ifndef MYND_COMMAND_SET_H
#define MYND_COMMAND_SET_H

/* Sets the number of references to one: nothing else refers to the link any more. */
static inline void mynd_link_leave_one_reference(mynd_link *link)
{
	link->references = 1;
}

static inline void mynd_link_note_charset(mynd_link *link, const mynd_charset *charset)
{
	link->charset = charset;
}

static inline void mynd_link_set_learning(mynd_link *link, bool learning)
{
	link->learning = learning;
}

/* --- the connect warning (interpret.c) --- */

/* `of_key`: the connect warning is about the file of the server's public key. */
void mynd_link_note_connect_warning(mynd_link *link, const char *text, bool of_key);

static inline void mynd_link_clear_connect_warning(mynd_link *link)
{
	link->connect_warning[0] = '\0';
	link->connect_warning_is_of_key = false;
}

/* --- the session state --- */

/* Begins the state of a session that is new, or was reset. `used`: a command was sent since. */
static inline void mynd_state_begin(mynd_link *link, bool used)
{
	link->state.used = used;
	link->state.survives_reset = 0;
	link->state.history = 0;
}

static inline void mynd_state_use(mynd_link *link)
{
	link->state.used = true;
}

static inline void mynd_state_add_survives_reset(mynd_link *link, unsigned what)
{
	link->state.survives_reset |= what;
}

static inline void mynd_state_set_history(mynd_link *link, uint64_t history)
{
	link->state.history = history;
}

static inline void mynd_state_set_multi_statements(mynd_link *link, bool on)
{
	link->state.multi_statements = on;
}

static inline void mynd_state_set_schema_unknown(mynd_link *link, bool unknown)
{
	link->state.schema_unknown = unknown;
}

static inline void mynd_state_doubt_schema(mynd_link *link, bool doubted)
{
	link->state.schema_doubted = doubted;
}

static inline void mynd_state_doubt_found_rows(mynd_link *link, bool doubted)
{
	link->state.found_doubted = doubted;
}

static inline void mynd_state_set_user_changed(mynd_link *link, bool changed)
{
	link->state.user_changed = changed;
}

static inline void mynd_state_set_settings_changed(mynd_link *link, bool changed)
{
	link->state.settings_changed = changed;
}

/* Counts queries that may have made a prepared statement. */
static inline void mynd_state_add_sql_prepares(mynd_link *link, uint32_t count)
{
	link->state.sql_prepares += count;
}

#endif
