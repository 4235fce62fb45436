/* Settings: defaults, copies, freeing. */
#include "settings.h"

void mynd_link_settings_init(mynd_link_settings *s)
{
	memset(s, 0, sizeof *s);
	s->ints[MYND_SET_CONNECT_TIMEOUT] = 60;
	s->ints[MYND_SET_COMMAND_BUFFER] = 4096;
	s->ints[MYND_SET_READ_BUFFER] = 32768;
	s->ints[MYND_SET_KEEPALIVE] = 1;
}

void mynd_link_settings_free(mynd_link_settings *s)
{
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		free(s->strings[i]);
	}
	while (s->init_commands != NULL) {
		mynd_init_command *command = s->init_commands;
		s->init_commands = command->next;
		free(command);
	}
}

bool mynd_string_is_of_session(mynd_string_setting which)
{
	return which != MYND_SET_EXTENSION && which != MYND_SET_LOCAL_INFILE_DIRECTORY;
}

const char *const mynd_balance_words[MYND_BALANCE_COUNT] = {NULL, "order", "random", "least"};
const char *const mynd_target_words[MYND_TARGET_COUNT] = {
    NULL, "any", "primary", "replica", "prefer-replica"};

bool mynd_int_is_of_session(mynd_int_setting which)
{
	switch (which) {
	case MYND_SET_CONNECT_TIMEOUT:
	case MYND_SET_READ_TIMEOUT:
	case MYND_SET_WRITE_TIMEOUT:
	case MYND_SET_READ_BUFFER:
	case MYND_SET_NATIVE_NUMBERS:
	case MYND_SET_LOCAL_INFILE:
	case MYND_SET_REFUSE_INFILE:
	case MYND_SET_PIPELINING:
	case MYND_SET_SEND_QUEUE:
	case MYND_SET_PREFETCH:
	case MYND_SET_DEAD_AFTER:
	case MYND_SET_CONNECT_PATIENCE:
	case MYND_SET_BALANCE:
	case MYND_SET_TARGET:
	case MYND_SET_KILL_ABANDONED:
		return false;
	default:
		return true;
	}
}

void mynd_link_settings_set_string(mynd_link_settings *s, mynd_string_setting which, const char *value)
{
	free(s->strings[which]);
	s->strings[which] = value == NULL ? NULL : pestrdup(value, 1);
}

void mynd_link_settings_add_init_command(mynd_link_settings *s, const char *sql, size_t len)
{
	mynd_init_command *command = pemalloc(sizeof *command + len + 1, 1);
	mynd_init_command **last = &s->init_commands;
	command->next = NULL;
	command->len = len;
	memcpy(command->sql, sql, len);
	command->sql[len] = '\0';
	while (*last != NULL) {
		last = &(*last)->next;
	}
	*last = command;
}

void mynd_link_settings_copy(mynd_link_settings *to, const mynd_link_settings *from)
{
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		mynd_link_settings_set_string(to, i, from->strings[i]);
	}
	memcpy(to->ints, from->ints, sizeof to->ints);
	for (const mynd_init_command *c = from->init_commands; c != NULL; c = c->next) {
		mynd_link_settings_add_init_command(to, c->sql, c->len);
	}
}

void mynd_link_settings_swap(mynd_link_settings *a, mynd_link_settings *b)
{
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		char *string = a->strings[i];
		a->strings[i] = b->strings[i];
		b->strings[i] = string;
	}
	for (unsigned i = 0; i < MYND_SET_INT_COUNT; i++) {
		zend_long number = a->ints[i];
		a->ints[i] = b->ints[i];
		b->ints[i] = number;
	}
}
