/* Lists of functions that are built into servers. */
#ifndef MYND_WIRE_BUILTIN_H
#define MYND_WIRE_BUILTIN_H

#include "cursor.h"

/* Returns true if the word is a built-in function that only reads and computes. */
bool mynd_sql_is_builtin(mynd_slice word);
/* Returns true if the word is another listed function, which may read, change or lock session state. */
bool mynd_sql_is_builtin_of_session(mynd_slice word);

#endif
