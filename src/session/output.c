/*
 * Bytes to the server: commands in segments, and before them the dialogue: packets that belong to the reply
 * being read (answers of the authentication, a file).
 *
 * Always true: segments hold whole commands in the order in which they were queued; a segment is freed after
 * all of it was sent, except for one empty command buffer, which is cached. No byte beyond `limit` is
 * offered. Not here: commands, and the value of `limit` (queue.c).
 */
#include "internal.h"

#include <stdlib.h>

void mynd_output_init(mynd_output *out)
{
	*out = (mynd_output){.limit = UINT64_MAX};
	mynd_buffer_init(&out->dialogue, MYND_DIALOGUE_MAX);
}

static void segment_free(mynd_segment *segment)
{
	if (segment == NULL) {
		return;
	}
	if (segment->secret) {
		mynd_session_wipe_buffer(&segment->bytes);
	} else {
		mynd_buffer_free(&segment->bytes);
	}
	free(segment);
}

void mynd_output_free(mynd_output *out)
{
	while (out->first != NULL) {
		mynd_segment *segment = out->first;
		out->first = segment->next;
		segment_free(segment);
	}
	segment_free(out->cached);
	mynd_session_wipe_buffer(&out->dialogue);
}

/* --- room for commands --- */

static mynd_segment *segment_new(mynd_output *out, size_t max)
{
	mynd_segment *segment = out->cached;
	if (segment != NULL && segment->bytes.max == max) {
		out->cached = NULL;
		return segment;
	}
	segment = malloc(sizeof *segment); /* calloc does not take from glibc's thread cache, which free fills */
	if (segment != NULL) {
		*segment = (mynd_segment){0};
		mynd_buffer_init(&segment->bytes, max);
	}
	return segment;
}

static void append(mynd_output *out, mynd_segment *segment)
{
	if (out->last == NULL) {
		out->first = segment;
	} else {
		out->last->next = segment;
	}
	out->last = segment;
}

mynd_segment *mynd_output_room(mynd_output *out, size_t command_buffer, size_t wire, bool *temporary)
{
	*temporary = wire > command_buffer;
	mynd_segment *last = out->last;
	if (!*temporary && last != NULL && last->bytes.max - last->bytes.len >= wire) {
		return mynd_buffer_reserve(&last->bytes, wire) == MYND_OK ? last : (last->bytes.failed = false, NULL);
	}
	mynd_segment *segment = segment_new(out, *temporary ? wire : command_buffer);
	if (segment == NULL || mynd_buffer_reserve(&segment->bytes, wire) != MYND_OK) {
		segment_free(segment);
		return NULL;
	}
	append(out, segment);
	return segment;
}

/* --- output before commands --- */

int mynd_session_say(mynd_session *s, mynd_slice payload)
{
	mynd_output *out = &s->out;
	uint8_t before = s->sequence;
	if (out->dialogue_sent == out->dialogue.len) {
		mynd_buffer_reset(&out->dialogue);
		out->dialogue_sent = 0;
	}
	if (mynd_frame_write(&out->dialogue, &s->sequence, payload, (mynd_slice){NULL, 0}) != MYND_OK) {
		out->dialogue.failed = false;
		s->sequence = before;
		return MYND_BAD;
	}
	s->counts->packets_sent += payload.len / MYND_FRAME_MAX + 1;
	return MYND_OK;
}

/* --- offering output --- */

mynd_slice mynd_session_output(mynd_session *s)
{
	mynd_output *out = &s->out;
	mynd_segment *first = out->first;
	if (s->state == STATE_DEAD) {
		return (mynd_slice){NULL, 0};
	}
	if (out->dialogue_sent < out->dialogue.len) {
		return (mynd_slice){out->dialogue.ptr + out->dialogue_sent, out->dialogue.len - out->dialogue_sent};
	}
	if (first == NULL || out->sent >= out->limit) {
		return (mynd_slice){NULL, 0};
	}
	size_t len = first->bytes.len - first->sent;
	uint64_t allowed = out->limit - out->sent;
	return (mynd_slice){first->bytes.ptr + first->sent, len < allowed ? len : (size_t) allowed};
}

/*
 * Returns the size of the packet at the beginning of `bytes`: its frames, up to the first that is not full.
 */
static size_t packet_size(mynd_slice bytes)
{
	mynd_cursor c = mynd_cursor_over(bytes.ptr, bytes.len);
	mynd_frame frame;
	do {
		if (mynd_frame_read(&c, &frame) != MYND_OK || mynd_cursor_skip(&c, frame.len) != MYND_OK) {
			return bytes.len;
		}
	} while (frame.len == MYND_FRAME_MAX);
	return bytes.len - mynd_cursor_left(&c);
}

/* Returns the unsent bytes of the command that is being sent, or of the next one. */
static size_t packet_left(mynd_output *out, mynd_slice bytes)
{
	if (out->sent == out->packet_end) {
		out->packet_begin = out->sent;
		out->packet_end = out->sent + packet_size(bytes);
	}
	return (size_t) (out->packet_end - out->sent);
}

mynd_outgoing mynd_session_outgoing(mynd_session *s)
{
	mynd_output *out = &s->out;
	mynd_outgoing outgoing = {.bytes = mynd_session_output(s)};
	if (outgoing.bytes.len == 0) {
		return outgoing;
	}
	if (out->dialogue_sent < out->dialogue.len) {
		outgoing.secret = s->state == STATE_AUTH;
		outgoing.is_answer = outgoing.alone = true;
		return outgoing;
	}
	outgoing.bytes.len = packet_left(out, outgoing.bytes);
	outgoing.begins_command = out->sent == out->packet_begin;
	outgoing.alone = s->head == NULL || s->head->end == out->packet_end;
	outgoing.secret = out->first->secret;
	return outgoing;
}

static void dialogue_sent(mynd_output *out, size_t n)
{
	out->dialogue_sent += n;
	if (out->dialogue_sent == out->dialogue.len) { /* the dialogue may contain a password */
		mynd_session_wipe_buffer(&out->dialogue);
		out->dialogue_sent = 0;
	}
}

/*
 * Removes the first segment, all of which was sent. Caches it if it is an ordinary command buffer without
 * secrets and none is cached; otherwise frees it.
 */
static void retire_first(mynd_session *s)
{
	mynd_segment *segment = s->out.first;
	s->out.first = segment->next;
	if (s->out.first == NULL) {
		s->out.last = NULL;
	}
	if (segment->bytes.max != s->options.command_buffer || segment->secret || s->out.cached != NULL) {
		segment_free(segment);
		return;
	}
	segment->next = NULL;
	segment->sent = 0;
	mynd_buffer_reset(&segment->bytes);
	s->out.cached = segment;
}

void mynd_session_sent(mynd_session *s, size_t n)
{
	if (n == 0 || s->state == STATE_DEAD) {
		return;
	}
	if (n > mynd_session_output(s).len) {
		mynd_error error;
		mynd_error_set(
		    &error, MYND_CAUSE_MISUSE, MYND_ERR_UNKNOWN, NULL, "More was sent than was to be sent");
		mynd_session_die(s, &error);
		return;
	}
	s->counts->bytes_sent += n;
	if (s->out.dialogue_sent < s->out.dialogue.len) {
		dialogue_sent(&s->out, n);
		return;
	}
	s->out.sent += n;
	s->out.first->sent += n;
	if (s->out.first->sent == s->out.first->bytes.len) {
		retire_first(s);
	}
}
