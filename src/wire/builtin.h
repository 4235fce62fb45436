/* Functions that servers have built in. */
#ifndef MYND_WIRE_BUILTIN_H
#define MYND_WIRE_BUILTIN_H

#include "cursor.h"

bool mynd_sql_is_builtin(mynd_slice word); /* a function that reads and computes only */
bool mynd_sql_is_builtin_of_session(
    mynd_slice word); /* ... or reads, changes or locks what its session has */

#endif
