/* The step functions of replies to prepares and of rows. A part of internal.h, which includes this file. */
#ifndef MYND_SESSION_STEPS_H
#define MYND_SESSION_STEPS_H

#include "session.h"
#include "../wire/frame.h"

/* --- statement.c --- */

int mynd_session_step_prepare_reply(mynd_session *s, mynd_event *event);
int mynd_session_step_parameters(mynd_session *s, mynd_event *event);
int mynd_session_step_parameters_eof(mynd_session *s, mynd_event *event);
int mynd_session_step_cursor(mynd_session *s, mynd_event *event);
int mynd_session_step_no_rows(mynd_session *s, mynd_event *event);
int mynd_session_step_fetch_reply(mynd_session *s);

/* --- rows.c, bigrow.c --- */

int mynd_session_step_rows(mynd_session *s, mynd_event *event); /* ROWS and ROWS_DROPPED */
int mynd_session_step_rows_tail(mynd_session *s, mynd_event *event);
int mynd_session_step_skipped_row(mynd_session *s);
void mynd_session_count_row(mynd_session *s, uint64_t wire_bytes);
/* sets rows_received by the form of the rows: text or binary */
void mynd_session_choose_row_counter(mynd_session *s);
/* Begins the rows, after the definitions or in a reply without definitions (to a fetch). */
void mynd_session_begin_rows(mynd_session *s);
/* Reads the header and the first byte of the packet where a row is due, but leaves them in the buffer. */
int mynd_session_look_at_row(mynd_session *s, mynd_frame *frame, uint8_t *first);
/* Returns true if the packet ends the rows. */
bool mynd_session_is_tail(const mynd_session *s, uint32_t len, uint8_t first);
/* Takes the header of a row's frame out of the buffer; row.wire_bytes is then the size of this frame. */
void mynd_session_follow_row(mynd_session *s, const mynd_frame *frame);

int mynd_session_begin_big_row(mynd_session *s, const mynd_frame *frame);
int mynd_session_step_big_row(mynd_session *s, mynd_event *event);
void mynd_session_release_big_row(mynd_session *s); /* releases the large cells that the session owns */
/*
 * Continues with the row's next frame, after the current one was read. Returns MYND_MORE if its header is not
 * complete.
 */
int mynd_session_next_row_frame(mynd_session *s);
void mynd_session_big_row_received(mynd_session *s, size_t n); /* bytes that want() directed into a cell */

#endif
