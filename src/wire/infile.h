/*
 * LOAD DATA LOCAL INFILE: whether a query asks for a file with a certain name.
 *
 * The server requests a file by its name. The file is sent only if the query to which the server replies
 * contains this name, too.
 */
#ifndef MYND_WIRE_INFILE_H
#define MYND_WIRE_INFILE_H

#include "cursor.h"

/*
 * Returns true if a word INFILE of the query is followed by a string that equals `name`, literally or with
 * its backslashes and doubled quotes resolved. White space and comments may stand in between.
 */
bool mynd_infile_is_asked(mynd_slice sql, mynd_slice name);

#endif
