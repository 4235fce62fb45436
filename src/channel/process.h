/* Facts about the process: its generation, which grows in a forked child, its pid, and the system's names. */
#ifndef MYND_CHANNEL_PROCESS_H
#define MYND_CHANNEL_PROCESS_H

#include <sys/types.h>
#include <sys/utsname.h>

/*
 * Called once, when the process starts. `lock` and `unlock` are called before and after a fork, so that the
 * child inherits no lock that is never released.
 */
void mynd_process_start(void (*lock)(void), void (*unlock)(void));
unsigned mynd_process_generation(void);
pid_t mynd_process_id(void);             /* makes no system call */
const struct utsname *mynd_system(void); /* result of one uname() at the start */

#endif
