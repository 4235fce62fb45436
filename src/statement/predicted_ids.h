/* Which id the next statement of a link will have (predicted_ids.c). */
#ifndef MYND_STATEMENT_PREDICTED_IDS_H
#define MYND_STATEMENT_PREDICTED_IDS_H

#include "internal.h"
#include "../wire/writer.h"

/* The id for an execute that may be written right after its prepare; 0: that is not allowed. */
uint32_t mynd_predicted_ids_next(mynd_link *link);
/* It was the right one, or another. */
void mynd_predicted_ids_guessed(mynd_link *link, bool right);
/* Notes the outcome of a prepare (`id` NULL: it failed), and that a statement was closed. */
void mynd_predicted_ids_prepared(mynd_link *link, const uint32_t *id);
void mynd_predicted_ids_closed(mynd_link *link, uint32_t id);
/* An execute is sent with the types of its values. */
void mynd_predicted_ids_note_types(mynd_statement *statement, const mynd_parameter *parameters);
/* A new session begins, which counts anew. */
void mynd_predicted_ids_forget(mynd_link *link);
/*
 * Another process goes on with the session, in which there are no statements: which id comes next. MYND_BAD:
 * no memory, or not such bytes.
 */
int mynd_predicted_ids_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_predicted_ids_take_over(mynd_link *link, mynd_cursor *from);

#endif
