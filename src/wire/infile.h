/*
 * LOAD DATA LOCAL INFILE: whether a text has asked for a file of a certain name.
 *
 * A server says which file it wants. It is believed only if the text that it answers names that file.
 */
#ifndef MYND_WIRE_INFILE_H
#define MYND_WIRE_INFILE_H

#include "cursor.h"

/*
 * True: behind a word INFILE of the text stands a string that reads as `name`: as it is, or with its
 * backslashes and doubled quotes resolved. White space and comments may stand between.
 */
bool mynd_infile_is_asked(mynd_slice sql, mynd_slice name);

#endif
