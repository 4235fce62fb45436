/* Predicts the id of a link's next statement (predicted_ids.c). */
#ifndef MYND_STATEMENT_PREDICTED_IDS_H
#define MYND_STATEMENT_PREDICTED_IDS_H

#include "internal.h"
#include "../wire/writer.h"

/* Returns the id for an execute that may be written right after its prepare; 0 if that is not allowed. */
uint32_t mynd_predicted_ids_next(mynd_link *link);
/* Records whether the predicted id was right. */
void mynd_predicted_ids_guessed(mynd_link *link, bool right);
/* Notes the outcome of a prepare (`id` NULL: it failed), and that a statement was closed. */
void mynd_predicted_ids_prepared(mynd_link *link, const uint32_t *id);
void mynd_predicted_ids_closed(mynd_link *link, uint32_t id);
/* Records an execute that is sent with the types of its values. */
void mynd_predicted_ids_note_types(mynd_statement *statement, const mynd_parameter *parameters);
/* Forgets the prediction, for a new session, which counts anew. */
void mynd_predicted_ids_forget(mynd_link *link);
/*
 * Write and read the id that comes next, for another process that continues the session, in which there are
 * no statements. Return MYND_BAD without memory, or if the bytes are not of this form.
 */
int mynd_predicted_ids_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_predicted_ids_take_over(mynd_link *link, mynd_cursor *from);

#endif
