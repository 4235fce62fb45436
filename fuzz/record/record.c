/*
 * Records what goes through sessions as inputs of the target `session`: for its corpus, from the
 * conversations of the unit tests (run.sh), or of any program that is linked with it, as PHP with servers is
 * (servers.sh).
 *
 * It is linked in with the functions below wrapped (-Wl,--wrap=NAME; the scripts have the names), and writes
 * each session that ends to a file of the folder MYND_RECORD, named by its bytes. What the server said
 * becomes packets, numbered anew when they are replayed. With record_more.c (servers.sh) logins become
 * inputs of `auth`, results inputs of `rows`, and what was received in frames inputs of `compressed`.
 *
 * Not here: what a link does to its buffers, which the target chooses by itself; compression, where packets
 * are seen as they are inside.
 */
#include <stdio.h>
#include "record.h"

#define SESSIONS_MAX    64
#define COMMAND_LONGEST (16u << 20)
#define SESSION_LONGEST (24u << 10) /* longer ones are of no use as inputs */

typedef struct record {
	mynd_session *session;
	mynd_buffer talk;
	mynd_buffer packets; /* from the server, not cut into packets yet */
	mynd_span span;      /* that was wanted last */
} record;

static record records[SESSIONS_MAX];

static record *find(const mynd_session *s)
{
	for (size_t i = 0; i < SESSIONS_MAX; i++) {
		if (records[i].session == s) {
			return &records[i];
		}
	}
	return NULL;
}

/* Where record_more.c is not linked in. */
__attribute__((weak)) void record_begin(const mynd_session *s, const mynd_session_options *options)
{
}

__attribute__((weak)) void record_packet(const mynd_session *s, mynd_slice payload)
{
}

__attribute__((weak)) void record_end(const mynd_session *s)
{
}

/* --- steps --- */

void put_slice(mynd_buffer *b, mynd_slice slice)
{
	if (slice.len > 0) {
		mynd_buffer_put_bytes(b, slice.ptr, slice.len);
	}
}

static void put_step(record *r, talk_kind kind, unsigned arg, mynd_slice first, mynd_slice second)
{
	size_t len = first.len + second.len;
	if (len <= 0xFFFF && r->talk.len < SESSION_LONGEST) {
		mynd_buffer_put_int(&r->talk, 1, kind);
		mynd_buffer_put_int(&r->talk, 1, arg);
		mynd_buffer_put_int(&r->talk, 2, len);
		put_slice(&r->talk, first);
		put_slice(&r->talk, second);
	}
}

/* A payload that ends in many equal bytes is told by their number. */
static void put_packet(record *r, mynd_slice payload)
{
	size_t equal = 0;
	while (equal < payload.len && payload.ptr[payload.len - 1 - equal] == payload.ptr[payload.len - 1]) {
		equal++;
	}
	if (equal < 64) {
		put_step(r, TALK_PACKET, 0, payload, (mynd_slice){NULL, 0});
		return;
	}
	uint8_t head[] = {
	    (uint8_t) equal, (uint8_t) (equal >> 8), (uint8_t) (equal >> 16), payload.ptr[payload.len - 1]};
	put_step(
	    r, TALK_FILL, 0, (mynd_slice){head, sizeof head}, (mynd_slice){payload.ptr, payload.len - equal});
}

/* Whole packets become steps; what is left of one at the end of a session, bytes. */
static void cut_packets(record *r, bool at_end)
{
	mynd_cursor c = mynd_cursor_over(r->packets.ptr, r->packets.len);
	mynd_cursor next = c;
	mynd_frame frame;
	mynd_slice payload;
	while (mynd_frame_read(&next, &frame) == MYND_OK &&
	       mynd_cursor_bytes(&next, frame.len, &payload) == MYND_OK) {
		put_packet(r, payload);
		record_packet(r->session, payload);
		c = next;
	}
	mynd_slice rest = mynd_cursor_rest(&c);
	if (at_end && rest.len > 0) {
		put_step(r, TALK_BYTES, 0, rest, (mynd_slice){NULL, 0});
	}
	memmove(r->packets.ptr != NULL ? r->packets.ptr : (uint8_t *) "", rest.ptr, rest.len);
	r->packets.len = rest.len;
}

static void step_of_client(mynd_session *s, talk_kind kind, unsigned arg, mynd_slice first, mynd_slice second)
{
	record *r = find(s);
	if (r != NULL) {
		cut_packets(r, false);
		put_step(r, kind, arg, first, second);
	}
}

/* --- sessions --- */

static unsigned nearest(const size_t *list, unsigned count, size_t value)
{
	for (unsigned i = 0; i < count; i++) {
		if (list[i] == value) {
			return i;
		}
	}
	return 0;
}

static void put_head(record *r, const mynd_session_options *o)
{
	static const size_t larges[] = {256, 0, 32, 33, 64, 250, 1000, 20000};
	unsigned bits = (o->password.len > 0) | (o->database.len > 0) << 1 | (o->attribute_count > 0) << 2 |
	                o->unix_socket << 3 | o->allow_cleartext << 4 | o->refuse_server_key << 5 |
	                o->allow_infile << 6;
	mynd_buffer_put_int(&r->talk, 8, o->capabilities);
	mynd_buffer_put_int(&r->talk, 4, o->required & UINT32_MAX);
	mynd_buffer_put_int(&r->talk, 1, bits);
	mynd_buffer_put_int(&r->talk, 1, nearest(larges, 8, o->large_cell));
	mynd_buffer_put_int(&r->talk, 1, o->public_key.len > 0);
	mynd_buffer_put_zeros(&r->talk, 2);
	mynd_buffer_put_int(&r->talk, 2, 77);
	mynd_buffer_put_int(&r->talk, 1, o->collation);
}

void record_write(const char *target, mynd_slice input)
{
	const char *folder = getenv("MYND_RECORD");
	char name[4096];
	unsigned long long hash = fuzz_hash(FUZZ_HASH_START, input.ptr, input.len);
	snprintf(name, sizeof name, "%s/%s/%016llx", folder != NULL ? folder : ".", target, hash);
	FILE *f = folder != NULL && input.len > 0 ? fopen(name, "wb") : NULL;
	if (f != NULL) {
		fwrite(input.ptr, 1, input.len, f);
		fclose(f);
	}
}

static void write_out(record *r)
{
	cut_packets(r, true);
	if (r->talk.len < SESSION_LONGEST) {
		record_write("session", (mynd_slice){r->talk.ptr, r->talk.len});
	}
	mynd_buffer_free(&r->talk);
	mynd_buffer_free(&r->packets);
	r->session = NULL;
}

mynd_session *__real_mynd_session_new(const mynd_session_options *options);
mynd_session *__wrap_mynd_session_new(const mynd_session_options *options);
uint8_t *__real_mynd_session_free(mynd_session *s, bool abandon);
uint8_t *__wrap_mynd_session_free(mynd_session *s, bool abandon);
mynd_span __real_mynd_session_want(mynd_session *s);
mynd_span __wrap_mynd_session_want(mynd_session *s);
int __real_mynd_session_commit(mynd_session *s, size_t n);
int __wrap_mynd_session_commit(mynd_session *s, size_t n);
int __real_mynd_session_send(mynd_session *s, const mynd_command *command, mynd_error *error);
int __wrap_mynd_session_send(mynd_session *s, const mynd_command *command, mynd_error *error);
int __real_mynd_session_change_user(mynd_session *s, mynd_slice user, mynd_slice password,
    mynd_slice database, uint8_t collation, uint32_t owner, mynd_error *error);
int __wrap_mynd_session_change_user(mynd_session *s, mynd_slice user, mynd_slice password,
    mynd_slice database, uint8_t collation, uint32_t owner, mynd_error *error);
int __real_mynd_session_infile(mynd_session *s, mynd_slice piece, mynd_error *error);
int __wrap_mynd_session_infile(mynd_session *s, mynd_slice piece, mynd_error *error);
void __real_mynd_session_discard_rows(mynd_session *s);
void __wrap_mynd_session_discard_rows(mynd_session *s);

mynd_session *__wrap_mynd_session_new(const mynd_session_options *options)
{
	mynd_session *s = __real_mynd_session_new(options);
	record *r = s != NULL ? find(NULL) : NULL;
	if (r != NULL) {
		r->session = s;
		mynd_buffer_init(&r->talk, 1u << 20);
		mynd_buffer_init(&r->packets, 1u << 26);
		put_head(r, options);
		record_begin(s, options);
	}
	return s;
}

uint8_t *__wrap_mynd_session_free(mynd_session *s, bool abandon)
{
	record *r = find(s);
	if (r != NULL) {
		write_out(r);
		record_end(s);
	}
	return __real_mynd_session_free(s, abandon);
}

mynd_span __wrap_mynd_session_want(mynd_session *s)
{
	mynd_span span = __real_mynd_session_want(s);
	record *r = find(s);
	if (r != NULL) {
		r->span = span;
	}
	return span;
}

int __wrap_mynd_session_commit(mynd_session *s, size_t n)
{
	record *r = find(s);
	if (r != NULL && n <= r->span.len) {
		mynd_buffer_put_bytes(&r->packets, r->span.ptr, n);
	}
	return __real_mynd_session_commit(s, n);
}

/* --- commands --- */

static void put_parameter(mynd_buffer *b, const mynd_parameter *p)
{
	mynd_buffer_put_int(b, 1, p->kind);
	if (p->kind == MYND_PARAMETER_INTEGER || p->kind == MYND_PARAMETER_REAL) {
		mynd_buffer_put_int(b, 2, (uint64_t) p->integer & 0xFFFF);
	} else if (p->kind == MYND_PARAMETER_TINY) {
		mynd_buffer_put_int(b, 1, (uint64_t) p->integer & 0xFF);
	} else if (p->kind == MYND_PARAMETER_BYTES) {
		/* a test refuses values that it only says are so long */
		size_t len = p->bytes.len <= COMMAND_LONGEST ? p->bytes.len : 0;
		size_t thirds = len / 3 < 255 ? len / 3 : 255;
		mynd_buffer_put_int(b, 1, thirds);
		put_slice(b, (mynd_slice){p->bytes.ptr, thirds * 3});
	}
}

static void record_execute(mynd_session *s, const mynd_command *command)
{
	mynd_buffer b;
	mynd_buffer_init(&b, 1u << 20);
	mynd_buffer_put_bytes(&b, command->head, 4);
	for (uint16_t i = 0; i < command->parameter_count; i++) {
		put_parameter(&b, &command->parameters[i]);
	}
	unsigned arg =
	    mynd_execute_wants_cursor(command) | (unsigned) command->bind << 1 | (unsigned) command->barrier << 2;
	step_of_client(s, TALK_EXECUTE, arg | (command->attribute_count > 0 ? TALK_WITH_ATTRIBUTE : 0),
	    (mynd_slice){b.ptr, b.len}, (mynd_slice){NULL, 0});
	mynd_buffer_free(&b);
}

static void record_command(mynd_session *s, const mynd_command *command)
{
	mynd_slice head = {command->head, command->head_len}, none = {NULL, 0};
	unsigned named = command->attribute_count > 0 ? TALK_WITH_ATTRIBUTE : 0;
	switch (command->com) {
	case MYND_COM_QUERY:
		step_of_client(s, TALK_TEXT, 0 | named, command->body, none);
		break;
	case MYND_COM_STMT_PREPARE:
		step_of_client(s, TALK_TEXT, 1, command->body, none);
		break;
	case MYND_COM_INIT_DB:
		step_of_client(s, TALK_TEXT, 2, command->body, none);
		break;
	case MYND_COM_STMT_EXECUTE:
		record_execute(s, command);
		break;
	case MYND_COM_STMT_FETCH:
		head.len = 6;
		step_of_client(s, TALK_FETCH, 0, head,
		    (mynd_slice){command->types, command->types != NULL ? command->columns : 0});
		break;
	case MYND_COM_STMT_SEND_LONG_DATA:
		step_of_client(s, TALK_LONG_DATA, 0, head, command->body);
		break;
	case MYND_COM_STMT_CLOSE:
		step_of_client(s, TALK_STATEMENT, 0, head, none);
		break;
	case MYND_COM_STMT_RESET:
		step_of_client(s, TALK_STATEMENT, 1, head, none);
		break;
	case MYND_COM_STMT_BULK_EXECUTE:
		head.len = 4;
		step_of_client(s, TALK_BULK, 0, head, mynd_slice_of("\1\3abc\3def"));
		break;
	default:
		step_of_client(s, TALK_SIMPLE, (unsigned) command->com, head, none);
		break;
	}
}

int __wrap_mynd_session_send(mynd_session *s, const mynd_command *command, mynd_error *error)
{
	record_command(s, command);
	return __real_mynd_session_send(s, command, error);
}

int __wrap_mynd_session_change_user(mynd_session *s, mynd_slice user, mynd_slice password,
    mynd_slice database, uint8_t collation, uint32_t owner, mynd_error *error)
{
	uint8_t text[256];
	size_t user_len = user.len < 0x3F ? user.len : 0x3F, password_len = password.len < 99 ? password.len : 99;
	if (user_len > 0) {
		memcpy(text, user.ptr, user_len);
	}
	text[user_len] = (uint8_t) password_len;
	if (password_len > 0) {
		memcpy(text + user_len + 1, password.ptr, password_len);
	}
	step_of_client(
	    s, TALK_CHANGE_USER, (unsigned) user_len, (mynd_slice){text, user_len + 1 + password_len}, database);
	return __real_mynd_session_change_user(s, user, password, database, collation, owner, error);
}

int __wrap_mynd_session_infile(mynd_session *s, mynd_slice piece, mynd_error *error)
{
	step_of_client(s, TALK_FILE, 0, piece, (mynd_slice){NULL, 0});
	return __real_mynd_session_infile(s, piece, error);
}

void __wrap_mynd_session_discard_rows(mynd_session *s)
{
	step_of_client(s, TALK_DISCARD, 0, (mynd_slice){NULL, 0}, (mynd_slice){NULL, 0});
	__real_mynd_session_discard_rows(s);
}
