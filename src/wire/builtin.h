/* The built-in functions of servers. */
#ifndef MYND_WIRE_BUILTIN_H
#define MYND_WIRE_BUILTIN_H

#include "cursor.h"

/* Returns true for functions that only read and compute. */
bool mynd_sql_is_builtin(mynd_slice word);
/* Returns true for further functions, which may read, change or lock state of the session. */
bool mynd_sql_is_builtin_of_session(mynd_slice word);

#endif
