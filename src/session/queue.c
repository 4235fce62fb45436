/*
 * The queue of commands, each with its owner, and how much of it may be sent (window and barriers).
 *
 * Always true: the queue holds exactly the commands whose reply is not over, in their order; silent commands,
 * which have no reply, are not in it: only their bytes are in the output. If a command cannot be queued, the
 * session is unchanged.
 */
#include "internal.h"

#include <stdlib.h>

/* --- legality --- */

/*
 * Returns the state in which a command's reply begins, STATE_DEAD if the command is unknown or has no reply.
 */
static mynd_state reply_state(mynd_com com)
{
	switch (com) {
	case MYND_COM_QUERY:
	case MYND_COM_STMT_EXECUTE:
	case MYND_COM_STMT_BULK_EXECUTE:
		return STATE_RESULT;
	case MYND_COM_STMT_PREPARE:
		return STATE_PREPARE_REPLY;
	case MYND_COM_STMT_FETCH:
		return STATE_FETCH_REPLY;
	case MYND_COM_INIT_DB:
	case MYND_COM_REFRESH:
	case MYND_COM_SHUTDOWN:
	case MYND_COM_PROCESS_KILL:
	case MYND_COM_DEBUG:
	case MYND_COM_PING:
	case MYND_COM_SET_OPTION:
	case MYND_COM_STMT_RESET:
	case MYND_COM_RESET_CONNECTION:
		return STATE_SIMPLE_REPLY;
	case MYND_COM_STATISTICS:
		return STATE_TEXT_REPLY;
	case MYND_COM_CHANGE_USER:
		return STATE_AUTH;
	default:
		return STATE_DEAD;
	}
}

static bool is_known(mynd_com com)
{
	return mynd_command_is_silent(com) || reply_state(com) != STATE_DEAD;
}

static int check_queue(const mynd_session *s, mynd_com com, mynd_error *error)
{
	if (s->state == STATE_DEAD) {
		*error = s->error;
		return MYND_BAD;
	}
	if (s->quitting) {
		return mynd_error_client(error, MYND_CAUSE_MISUSE, MYND_ERR_GONE_AWAY);
	}
	if (!s->logged_in || !is_known(com)) {
		return mynd_error_client(error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	return MYND_OK;
}

/* --- entries --- */

static mynd_entry *entry_new(mynd_session *s)
{
	mynd_entry *entry = s->cached_entry;
	s->cached_entry = NULL;
	if (entry == NULL) {
		entry = malloc(sizeof *entry);
	}
	if (entry != NULL) {
		*entry = (mynd_entry){0};
	}
	return entry;
}

void mynd_session_entry_free(mynd_entry *entry)
{
	if (entry != NULL) {
		mynd_identity_free(entry->identity);
		free(entry->types);
		free(entry);
	}
}

static void begin_head(mynd_session *s)
{
	s->begun = s->early = s->swallowing = s->discard = s->refusing = false;
	s->state = s->head == NULL ? STATE_IDLE : reply_state(s->head->com);
	s->owner = s->head == NULL ? 0 : s->head->owner;
	s->sequence = s->head == NULL ? 0 : s->head->reply_sequence;
	s->types = NULL;
}

/* --- how much may be written before replies are read --- */

/*
 * Sets the limit of what may be sent: the head, and after it the commands that fit the window, up to the
 * first barrier. If these are all commands, the last is no barrier and the window is larger than one command,
 * there is no limit, and silent commands at the end of the queue are sent, too. Otherwise silent commands
 * wait: with a window of one, nothing may be sent after a command until its reply is over.
 */
static void set_limit(mynd_session *s)
{
	const mynd_entry *last = s->ahead.last;
	bool open = last == s->tail && !last->barrier && s->window.commands > 1;
	s->out.limit = open ? UINT64_MAX : last->end;
}

static bool may_follow(const mynd_session *s, const mynd_entry *next)
{
	return !s->ahead.last->barrier && s->ahead.commands < s->window.commands &&
	       next->end - s->ahead.begin <= s->window.bytes;
}

/*
 * Lets as many commands be sent as the window permits; the queue is not empty. With `some`, does so only if
 * at least half of the window is free, so that one write sends several commands.
 */
static void open_output(mynd_session *s, bool some)
{
	if (s->ahead.last == NULL) {
		s->ahead.last = s->head;
		s->ahead.commands = 1;
	}
	bool wait = some && s->ahead.commands > s->window.commands / 2;
	while (!wait && s->ahead.last->next != NULL && may_follow(s, s->ahead.last->next)) {
		s->ahead.last = s->ahead.last->next;
		s->ahead.commands++;
	}
	set_limit(s);
}

/* As open_output, also with an empty queue: then there is no limit. */
static inline void adjust_output(mynd_session *s, bool some)
{
	if (s->head == NULL) {
		s->out.limit = UINT64_MAX;
	} else {
		open_output(s, some);
	}
}

void mynd_session_set_window(mynd_session *s, unsigned commands, uint64_t bytes)
{
	if (s->window.commands != commands || s->window.bytes != bytes) {
		s->window.commands = commands;
		s->window.bytes = bytes;
		s->ahead.last = NULL;
		adjust_output(s, false);
	}
}

unsigned mynd_session_window(const mynd_session *s)
{
	return s->window.commands;
}

static void push(mynd_session *s, mynd_entry *entry)
{
	bool is_held = s->ahead.last != s->tail; /* other commands wait already */
	if (s->tail == NULL) {
		s->head = entry;
	} else {
		s->tail->next = entry;
	}
	s->tail = entry;
	s->pending++;
	if (!is_held) {
		open_output(s, false);
	}
	if (s->head == entry) {
		bool spoken = s->gathering || mynd_session_unread(s) > 0;
		begin_head(s);
		/* bytes that arrived before the command cannot be its reply */
		s->state = spoken ? STATE_UNSOLICITED : s->state;
	}
}

void mynd_session_head_over(mynd_session *s)
{
	mynd_entry *entry = s->head;
	s->ahead.begin = entry->end;
	s->ahead.last = s->ahead.last == entry ? NULL : s->ahead.last;
	s->ahead.commands--;
	s->head = entry->next;
	if (s->head == NULL) {
		s->tail = NULL;
	}
	s->pending--;
	mynd_identity_free(entry->identity);
	free(entry->types);
	entry->identity = NULL;
	entry->types = NULL;
	if (s->cached_entry == NULL) {
		s->cached_entry = entry;
	} else {
		free(entry);
	}
	adjust_output(s, true);
	begin_head(s);
}

bool mynd_session_head_is_sent(const mynd_session *s)
{
	return s->out.sent >= s->head->end;
}

/* --- queueing --- */

static void count_command(mynd_session *s, mynd_com com, size_t payload, bool temporary)
{
	mynd_session_counts *counts = s->counts;
	counts->packets_sent += payload / MYND_FRAME_MAX + 1;
	counts->commands++;
	if ((unsigned) com < sizeof counts->com / sizeof *counts->com) {
		counts->com[com]++;
	}
	counts->command_buffer_too_small += temporary;
}

static bool has_attributes(const mynd_session *s)
{
	return (s->server.negotiated & MYND_CAP_QUERY_ATTRIBUTES) != 0;
}

/*
 * Returns the size of the bytes between the command's head and body (values of an execute, query attributes),
 * which are encoded only when they are written to the output.
 */
static size_t values_size(const mynd_session *s, const mynd_command *command)
{
	if (command->com == MYND_COM_STMT_EXECUTE) {
		return mynd_execute_size(command, has_attributes(s));
	}
	return has_attributes(s) && command->com == MYND_COM_QUERY ? mynd_attributes_size(command) : 0;
}

static int write_with_values(mynd_session *s, const mynd_command *command, mynd_buffer *to, uint8_t *sequence,
    mynd_slice head, size_t payload)
{
	mynd_packet_writer packet;
	if (mynd_packet_begin(&packet, to, sequence, payload) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_packet_put(&packet, head.ptr, head.len);
	if (command->com == MYND_COM_STMT_EXECUTE) {
		mynd_execute_write(command, has_attributes(s), &packet);
	} else {
		mynd_attributes_write(command, &packet);
	}
	mynd_packet_put(&packet, command->body.ptr, command->body.len);
	return MYND_OK;
}

/*
 * Writes the packet to the output, from frame number 0 on. Sets *sequence to the number of the reply's first
 * frame.
 */
static int write_command(mynd_session *s, const mynd_command *command, mynd_slice head, uint8_t *sequence)
{
	bool temporary;
	size_t values = values_size(s, command);
	if (values > SIZE_MAX / 4 || command->body.len > SIZE_MAX / 4) {
		return MYND_BAD;
	}
	size_t payload = head.len + values + command->body.len, wire = mynd_frame_wire_size(payload);
	mynd_segment *segment = mynd_output_room(&s->out, s->options.command_buffer, wire, &temporary);
	*sequence = 0;
	if (segment == NULL) {
		return MYND_BAD;
	}
	int rc = values > 0 ? write_with_values(s, command, &segment->bytes, sequence, head, payload)
	                    : mynd_frame_write(&segment->bytes, sequence, head, command->body);
	if (rc != MYND_OK) {
		return MYND_BAD;
	}
	/* the reply is numbered after the compressed frames, not after the frames in them */
	if (s->compression != MYND_COMPRESSION_NONE) {
		*sequence = (uint8_t) mynd_compressed_frames(wire);
	}
	s->out.queued += wire;
	count_command(s, command->com, payload, temporary);
	return MYND_OK;
}

/* Stores the command's code, and the other data with which its reply is read. */
static int keep_for_reply(mynd_entry *entry, const mynd_command *command)
{
	entry->com = command->com;
	entry->owner = command->owner;
	entry->barrier = mynd_command_is_barrier(command);
	entry->cursor = command->com == MYND_COM_STMT_EXECUTE && mynd_execute_wants_cursor(command);
	if (command->com != MYND_COM_STMT_FETCH) {
		return MYND_OK;
	}
	entry->columns = command->columns;
	entry->types = malloc(command->columns);
	if (entry->types == NULL) {
		return MYND_BAD;
	}
	memcpy(entry->types, command->types, command->columns);
	return MYND_OK;
}

/* Queues a command that has a reply. Takes over `identity`, even on failure. */
static int queue_command(
    mynd_session *s, const mynd_command *command, mynd_slice head, mynd_identity *identity, mynd_error *error)
{
	mynd_entry *entry = entry_new(s);
	if (entry != NULL) {
		entry->identity = identity;
		if (keep_for_reply(entry, command) == MYND_OK &&
		    write_command(s, command, head, &entry->reply_sequence) == MYND_OK) {
			s->out.last->secret |= identity != NULL;
			entry->end = s->out.queued;
			push(s, entry);
			return MYND_OK;
		}
		mynd_session_entry_free(entry);
	} else {
		mynd_identity_free(identity);
	}
	return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

static int queue_silent(mynd_session *s, const mynd_command *command, mynd_slice head, mynd_error *error)
{
	uint8_t sequence;
	if (write_command(s, command, head, &sequence) != MYND_OK) {
		return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	s->quitting = command->com == MYND_COM_QUIT;
	return MYND_OK;
}

int mynd_session_send(mynd_session *s, const mynd_command *command, mynd_error *error)
{
	uint8_t bytes[MYND_COMMAND_CODE_LEN + sizeof command->head];
	mynd_slice head = {bytes, MYND_COMMAND_CODE_LEN + command->head_len};
	bytes[0] = (uint8_t) command->com;
	bool no_columns = command->types == NULL || command->columns - 1 >= MYND_COLUMNS_MAX;
	if (command->com == MYND_COM_CHANGE_USER || /* a change-user is sent by mynd_session_change_user */
	    (command->com == MYND_COM_STMT_FETCH && no_columns)) {
		return mynd_error_client(error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (check_queue(s, command->com, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (command->head_len > 0) {
		memcpy(bytes + MYND_COMMAND_CODE_LEN, command->head, command->head_len);
	}
	if (command->com == MYND_COM_STMT_EXECUTE && has_attributes(s)) {
		bytes[MYND_COMMAND_CODE_LEN + MYND_EXECUTE_FLAGS_AT] |= MYND_EXECUTE_COUNT;
	}
	return mynd_command_is_silent(command->com) ? queue_silent(s, command, head, error)
	                                            : queue_command(s, command, head, NULL, error);
}

int mynd_session_expect_reply(
    mynd_session *s, mynd_com com, uint32_t owner, bool barrier, mynd_identity *identity)
{
	mynd_entry *entry = entry_new(s);
	if (entry == NULL) {
		mynd_identity_free(identity);
		return MYND_BAD;
	}
	entry->com = com;
	entry->owner = owner;
	entry->barrier = barrier;
	entry->identity = identity;
	entry->reply_sequence = 1;
	s->out.sent = ++s->out.queued; /* a single byte stands for the bytes that the other process has sent */
	entry->end = s->out.queued;
	push(s, entry);
	return MYND_OK;
}

/* --- change-user --- */

/*
 * Encodes the packet's payload, with its command byte and an answer to the greeting's challenge. The server
 * may reply with another challenge.
 */
static int encode_change_user(
    mynd_session *s, mynd_identity *identity, mynd_buffer *payload, mynd_error *error)
{
	mynd_buffer answer;
	mynd_buffer_init(&answer, MYND_AUTH_ANSWER_MAX);
	int rc = mynd_session_first_answer(s, identity, &answer, error);
	if (rc == MYND_OK) {
		mynd_login login = mynd_session_describe(s, identity);
		login.auth_method = mynd_slice_of(identity->run.method->name);
		login.auth_response = (mynd_slice){answer.ptr, answer.len};
		mynd_buffer_reserve(payload, 512);
		rc = mynd_change_user_encode(&login, payload, error);
	}
	mynd_session_wipe_buffer(&answer);
	return rc;
}

int mynd_session_change_user(mynd_session *s, mynd_slice user, mynd_slice password, mynd_slice database,
    uint8_t collation, uint32_t owner, mynd_error *error)
{
	mynd_command command = {.com = MYND_COM_CHANGE_USER, .owner = owner};
	if (check_queue(s, command.com, error) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_identity *identity = mynd_identity_new(user, password, database);
	if (identity == NULL) {
		return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	mynd_buffer payload;
	mynd_buffer_init(&payload, MYND_FRAME_MAX - 1);
	identity->collation = collation;
	int rc = encode_change_user(s, identity, &payload, error);
	if (rc == MYND_OK) {
		rc = queue_command(s, &command, (mynd_slice){payload.ptr, payload.len}, identity, error);
	} else {
		mynd_identity_free(identity);
	}
	mynd_session_wipe_buffer(&payload);
	return rc;
}

/* --- the file of a LOAD DATA LOCAL --- */

int mynd_session_infile(mynd_session *s, mynd_slice piece, mynd_error *error)
{
	if (s->state == STATE_DEAD) {
		*error = s->error;
		return MYND_BAD;
	}
	if (s->state != STATE_INFILE) {
		return mynd_error_client(error, MYND_CAUSE_MISUSE, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	}
	if (mynd_session_say(s, piece) != MYND_OK) {
		return mynd_error_client(error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	if (piece.len == 0) {
		s->state = STATE_INFILE_REPLY;
	}
	return MYND_OK;
}
