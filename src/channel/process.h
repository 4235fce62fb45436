/*
 * What belongs to the process: its generation, which a fork raises, its number and its system's names.
 */
#ifndef MYND_CHANNEL_PROCESS_H
#define MYND_CHANNEL_PROCESS_H

#include <sys/types.h>
#include <sys/utsname.h>

/*
 * Once, when the process starts. `lock` and `unlock` are called around a fork, so that no lock is lost in the
 * child.
 */
void mynd_process_start(void (*lock)(void), void (*unlock)(void));
unsigned mynd_process_generation(void);
pid_t mynd_process_id(void);             /* without a system call */
const struct utsname *mynd_system(void); /* asked for once */

#endif
