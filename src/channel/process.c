/*
 * The process's generation, which differs in a forked child, so that a child recognises connections of its
 * parent without calling getpid each time.
 */
#include "process.h"

#include "../board/board.h"
#include "../net/set.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static unsigned process_generation = 1;
static pid_t process_id;
static struct utsname system_names;
static void (*unlock_in_child)(void);

static void in_child(void)
{
	process_generation++;
	process_id = getpid();
	mynd_sets_forget();
	mynd_board_forget();
	unlock_in_child();
}

void mynd_process_start(void (*lock)(void), void (*unlock)(void))
{
	static bool done;
	unlock_in_child = unlock;
	if (!done) {
		done = pthread_atfork(lock, unlock, in_child) == 0;
	}
	process_id = getpid();
	if (uname(&system_names) != 0) { /* if this fails, the connection attributes do not name the system */
		memset(&system_names, 0, sizeof system_names);
	}
}

unsigned mynd_process_generation(void)
{
	return process_generation;
}

pid_t mynd_process_id(void)
{
	return process_id;
}

const struct utsname *mynd_system(void)
{
	return &system_names;
}
