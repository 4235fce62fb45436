/*
 * Keeps the process alive when the scoreboard's file is truncated (guard.h).
 *
 * Always true: any other SIGBUS has the effect that it has without the guard: a handler set before is called,
 * and without one the process ends.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* MAP_ANONYMOUS */
#endif
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>

static struct {
	void *volatile at; /* NULL: nothing is guarded */
	volatile size_t size;
	struct sigaction before;
} guarded;

static volatile sig_atomic_t cut;

static bool is_of_mapping(const siginfo_t *info)
{
	uintptr_t at = (uintptr_t) info->si_addr, from = (uintptr_t) guarded.at;
	return from != 0 && info->si_code == BUS_ADRERR && at >= from && at - from < guarded.size;
}

/*
 * Calls the previous handler. If there is none, sets the previous action again: then a bad access is repeated
 * and ends the process, and a signal that somebody has sent is sent again.
 */
static void pass_on(int number, siginfo_t *info, void *context)
{
	if (guarded.before.sa_flags & SA_SIGINFO) {
		guarded.before.sa_sigaction(number, info, context);
	} else if (guarded.before.sa_handler != SIG_DFL && guarded.before.sa_handler != SIG_IGN) {
		guarded.before.sa_handler(number);
	} else if (guarded.before.sa_handler == SIG_DFL || info->si_code > 0) {
		sigaction(number, &guarded.before, NULL);
		if (info->si_code <= 0) {
			raise(number);
		}
	}
}

/* Handles SIGBUS. mmap() is only a system call, so it is safe here. */
static void on_bus_error(int number, siginfo_t *info, void *context)
{
	int saved = errno;
	if (is_of_mapping(info) && mmap(guarded.at, guarded.size, PROT_READ | PROT_WRITE,
	                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
		cut = 1;
	} else {
		pass_on(number, info, context);
	}
	errno = saved;
}

void mynd_board_guard(void *at, size_t size)
{
	struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigemptyset(&action.sa_mask);
	cut = 0;
	guarded.size = size;
	guarded.at = at;
	sigaction(SIGBUS, &action, &guarded.before);
}

/* Does not remove a handler that other code has set since. */
void mynd_board_unguard(void)
{
	struct sigaction now;
	guarded.at = NULL;
	if (sigaction(SIGBUS, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
	    now.sa_sigaction == on_bus_error) {
		sigaction(SIGBUS, &guarded.before, NULL);
	}
}

bool mynd_board_was_cut(void)
{
	return cut != 0;
}
