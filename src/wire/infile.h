/*
 * LOAD DATA LOCAL INFILE: whether a text has asked for a file with a certain name.
 *
 * A server says which file it wants. It is believed only if the text that it answers names that file.
 */
#ifndef MYND_WIRE_INFILE_H
#define MYND_WIRE_INFILE_H

#include "cursor.h"

/*
 * True: after a word INFILE of the text comes a string that equals `name`: literally, or with its backslashes
 * and doubled quotes resolved. White space and comments may stand in between.
 */
bool mynd_infile_is_asked(mynd_slice sql, mynd_slice name);

#endif
