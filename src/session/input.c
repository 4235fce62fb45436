/*
 * Bytes from the server: the read buffer, the memory for the next bytes, and whole packets taken out of the
 * buffer.
 *
 * Always true: packets are parsed in place. Only unread bytes are moved, and only when want() makes space or
 * the buffer is replaced. Never more than `most` bytes are unread. A packet that is not a row and does not
 * fit the buffer is gathered in `spill`, which grows only with the bytes that have arrived. Not here: rows
 * (rows.c, bigrow.c).
 */
#include "internal.h"

void mynd_session_lend_buffer(mynd_session *s, uint8_t *ptr, size_t cap)
{
	s->buffer = ptr;
	s->cap = s->most = cap;
	s->start = s->end = 0;
	s->kept = false;
	s->wanted = 0;
}

uint8_t *mynd_session_move_to(mynd_session *s, uint8_t *ptr, size_t cap, size_t most, bool kept)
{
	uint8_t *before = s->buffer;
	size_t start = s->start, unread = mynd_session_unread(s);
	if (unread > most || unread > cap) {
		return NULL;
	}
	mynd_session_lend_buffer(s, ptr, cap);
	memcpy(ptr, before + start, unread);
	s->end = unread;
	s->most = most;
	s->kept = kept;
	return before;
}

size_t mynd_session_room(const mynd_session *s)
{
	return s->cap - s->end;
}

uint8_t *mynd_session_take_buffer(mynd_session *s)
{
	if (s->cap == 0 || mynd_session_unread(s) > 0 || s->gathering) { /* in the middle of a packet */
		return NULL;
	}
	uint8_t *lent = s->buffer;
	mynd_session_lend_buffer(s, s->no_buffer, 0);
	return lent;
}

const uint8_t *mynd_session_buffer(const mynd_session *s)
{
	return s->cap > 0 ? s->buffer : NULL;
}

bool mynd_session_has_unread(const mynd_session *s)
{
	return mynd_session_unread(s) > 0;
}

/*
 * Returns true if the unread bytes begin an error packet numbered 1, as if it were the reply to the next
 * command.
 */
static bool is_early_error(const mynd_session *s, mynd_cursor c, const mynd_frame *frame)
{
	return !s->gathering && frame->sequence == MYND_LAST_WORDS_AS_REPLY && frame->len > 0 &&
	       mynd_cursor_left(&c) > 0 && *c.pos == MYND_FIRST_ERR;
}

/*
 * A packet numbered 0 cannot be mistaken for a reply: it may be the server's last message, and stays in the
 * buffer until next() reads it. So does an error numbered 1 of which only a part has arrived.
 */
static __attribute__((noinline, cold)) int check_unread(mynd_session *s)
{
	mynd_cursor c = mynd_session_cursor(s);
	mynd_frame frame = {0};
	if (s->gathering) { /* the header was read: `sequence` is one higher */
		frame.sequence = (uint8_t) (s->sequence - 1);
	} else if (mynd_frame_read(&c, &frame) != MYND_OK) {
		return MYND_OK;
	}
	if (frame.sequence == 0) {
		return MYND_OK;
	}
	if (is_early_error(s, c, &frame)) {
		return mynd_session_take_last_words(s) ? MYND_BAD : MYND_OK;
	}
	return mynd_session_die_malformed(s, "a packet that nobody asked for");
}

int mynd_session_check_silence(mynd_session *s)
{
	bool is_quiet = !s->gathering && mynd_session_unread(s) == 0;
	return is_quiet || s->state != STATE_IDLE ? MYND_OK : check_unread(s);
}

bool mynd_session_take_last_words(mynd_session *s)
{
	mynd_cursor c = mynd_session_cursor(s);
	mynd_frame frame;
	mynd_event none;
	if (s->state != STATE_IDLE || s->gathering || mynd_frame_read(&c, &frame) != MYND_OK ||
	    frame.sequence > MYND_LAST_WORDS_AS_REPLY || frame.len == 0 || mynd_cursor_left(&c) < frame.len ||
	    *c.pos != MYND_FIRST_ERR) {
		return false;
	}
	s->state = STATE_UNSOLICITED;
	return mynd_session_next(s, &none) == MYND_BAD && s->has_last_words;
}

static void make_room(mynd_session *s)
{
	size_t unread = mynd_session_unread(s);
	if (s->start > 0 && unread > 0) {
		memmove(s->buffer, s->buffer + s->start, unread);
	}
	s->start = 0;
	s->end = unread;
}

/*
 * Returns the memory for the rest of a large cell, up to the end of its frame. Returns an empty span if other
 * bytes come first.
 */
static mynd_span body_span(const mynd_session *s)
{
	const mynd_big_row *row = &s->row;
	if (s->state != STATE_BIG_ROW || row->at != CELL_LARGE || mynd_session_unread(s) > 0) {
		return (mynd_span){NULL, 0};
	}
	return (mynd_span){row->body, row->cell_left < row->frame_left ? row->cell_left : row->frame_left};
}

/*
 * Returns how many bytes may be read into the buffer: between two frames of a large cell, only those of the
 * header, so that the cell's next bytes need no copy.
 */
static size_t header_rest(const mynd_session *s)
{
	bool between = s->state == STATE_BIG_ROW && s->row.at == CELL_LARGE && s->row.frame_left == 0;
	size_t unread = mynd_session_unread(s);
	return between && unread < MYND_FRAME_HEADER ? MYND_FRAME_HEADER - unread : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static mynd_span buffer_span(mynd_session *s)
{
	if (!s->kept) {
		make_room(s);
	}
	size_t room = smaller(s->cap - s->end, s->most - mynd_session_unread(s));
	return (mynd_span){s->buffer + s->end, smaller(room, header_rest(s))};
}

mynd_span mynd_session_want(mynd_session *s)
{
	s->wanted = 0;
	if (s->state == STATE_DEAD || s->state == STATE_TLS_DUE) {
		return (mynd_span){NULL, 0};
	}
	mynd_span span = body_span(s);
	s->want_is_body = span.len > 0;
	if (!s->want_is_body) {
		span = buffer_span(s);
	}
	s->wanted = span.len;
	return span;
}

int mynd_session_commit(mynd_session *s, size_t n)
{
	if (s->state == STATE_DEAD) {
		return MYND_BAD;
	}
	if (n > s->wanted) {
		mynd_error error;
		mynd_error_set(&error, MYND_CAUSE_MISUSE, MYND_ERR_UNKNOWN, NULL, "More bytes than were wanted");
		return mynd_session_die(s, &error);
	}
	s->wanted = 0;
	s->received += n;
	s->counts->bytes_received += n;
	if (s->want_is_body) {
		mynd_session_big_row_received(s, n);
	} else {
		s->end += n;
	}
	return MYND_OK;
}

mynd_slice mynd_session_hand_back(mynd_session *s)
{
	mynd_slice rest = {s->buffer + s->start, mynd_session_unread(s)};
	s->end = s->start;
	s->received -= rest.len;
	s->counts->bytes_received -= rest.len;
	return rest;
}

/* --- packets --- */

int mynd_session_die_out_of_order(mynd_session *s, uint8_t expected, uint8_t received, size_t len)
{
	mynd_error error;
	mynd_error_set(&error, MYND_CAUSE_MALFORMED, MYND_ERR_MALFORMED_PACKET, NULL,
	    "Packets out of order. Expected %u received %u. Packet size=%zu", expected, received, len);
	return mynd_session_die(s, &error);
}

/*
 * A packet numbered 0 where a reply is due was sent before the server read our command: it is the server's
 * last message before it closes the connection.
 */
static bool may_be_unsolicited(const mynd_session *s, const mynd_frame *frame)
{
	return s->head != NULL && !s->begun && frame->sequence == 0;
}

/*
 * The reply to a command of several frames may be an error with a lower number than is due: the server
 * refused the command (1153) before it had read all frames.
 */
static bool may_be_early(const mynd_session *s, const mynd_frame *frame)
{
	return s->head != NULL && !s->begun && frame->sequence < s->head->reply_sequence;
}

/*
 * On a compressed connection a frame's number is not checked: servers set it to that of the compressed frame
 * whenever they flush (at least between two results). The numbers of the compressed frames are checked when
 * they are decompressed.
 */
int mynd_session_look_at_frame(mynd_session *s, mynd_frame *frame)
{
	mynd_cursor c = mynd_session_cursor(s);
	int rc = mynd_frame_read(&c, frame);
	if (rc != MYND_OK || frame->sequence == s->sequence) {
		return rc;
	}
	if (may_be_unsolicited(s, frame)) {
		s->state = STATE_UNSOLICITED;
		s->sequence = 0;
		return MYND_STEP_AGAIN;
	}
	s->early = may_be_early(s, frame);
	if (s->early || s->compression != MYND_COMPRESSION_NONE) {
		s->sequence = frame->sequence;
		return MYND_OK;
	}
	return mynd_session_die_out_of_order(s, s->sequence, frame->sequence, frame->len);
}

void mynd_session_take_header(mynd_session *s)
{
	s->start += MYND_FRAME_HEADER;
	s->sequence++;
	s->counts->packets_received++;
}

/* Moves the bytes of the packet that have arrived to `spill`. */
static int gather(mynd_session *s, mynd_slice *packet)
{
	size_t unread = mynd_session_unread(s), n = unread < s->gather_left ? unread : s->gather_left;
	mynd_buffer_put_bytes(&s->spill, s->buffer + s->start, n);
	if (s->spill.failed) {
		return mynd_session_die_memory(s);
	}
	s->start += n;
	s->gather_left -= (uint32_t) n;
	if (s->gather_left > 0) {
		return MYND_MORE;
	}
	s->gathering = false;
	*packet = (mynd_slice){s->spill.ptr, s->spill.len};
	return MYND_OK;
}

int mynd_session_packet(mynd_session *s, mynd_slice *packet)
{
	mynd_frame frame;
	if (s->gathering) {
		return gather(s, packet);
	}
	int rc = mynd_session_look_at_frame(s, &frame);
	if (rc != MYND_OK) {
		return rc;
	}
	if (frame.len == MYND_FRAME_MAX) {
		return mynd_session_die_malformed(s, "a packet of 16 MB that is no row");
	}
	s->packet_bytes = MYND_FRAME_HEADER + (size_t) frame.len;
	if (s->packet_bytes > s->most) {
		mynd_session_take_header(s);
		mynd_session_release_spill(s); /* the buffer may have an earlier packet, which was discarded */
		s->gathering = true;
		s->gather_left = frame.len;
		return gather(s, packet);
	}
	if (mynd_session_unread(s) < s->packet_bytes) {
		return MYND_MORE;
	}
	mynd_session_take_header(s);
	*packet = (mynd_slice){s->buffer + s->start, frame.len};
	s->start += frame.len;
	return MYND_OK;
}

void mynd_session_release_spill(mynd_session *s)
{
	if (!s->gathering && s->spill.cap > 0) {
		mynd_buffer_free(&s->spill);
	}
}
