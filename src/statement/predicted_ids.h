/* Predicts the id of a link's next statement (predicted_ids.c). */
#ifndef MYND_STATEMENT_PREDICTED_IDS_H
#define MYND_STATEMENT_PREDICTED_IDS_H

#include "internal.h"
#include "../wire/writer.h"

/*
 * Returns the id that an execute may name when it is written right after its prepare; 0 if it may not be
 * written so.
 */
uint32_t mynd_predicted_ids_next(mynd_link *link);
/*
 * Returns the id of the statement that will be prepared after `prepares` others; 0 if that is not certain.
 * Always 0 for MySQL, which uses up ids by itself.
 */
uint32_t mynd_predicted_ids_after(const mynd_link *link, unsigned prepares);
/* Records whether the predicted id was right. */
void mynd_predicted_ids_guessed(mynd_link *link, bool right);
/* Record the outcome of a prepare (`id` NULL: it failed), and the close of a statement. */
void mynd_predicted_ids_prepared(mynd_link *link, const uint32_t *id);
void mynd_predicted_ids_closed(mynd_link *link, uint32_t id);
/* Records an execute that is sent with the types of its values. */
void mynd_predicted_ids_note_types(mynd_statement *statement, const mynd_parameter *parameters);
/* Forgets the prediction: the session is a new one, whose server may count from another number. */
void mynd_predicted_ids_forget(mynd_link *link);
/*
 * Write and read the predicted id, for another process that takes the session over (which has no statements
 * then). Return MYND_BAD if there is no memory, or the bytes are not of this form.
 */
int mynd_predicted_ids_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_predicted_ids_take_over(mynd_link *link, mynd_cursor *from);

#endif
