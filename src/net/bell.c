/* Bells are eventfds. Nothing here sleeps by itself. */
#include "bell.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "poller.h"

int mynd_bell_open(mynd_bell *bell)
{
	bell->fd = mynd_descriptor_place(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
	return bell->fd >= 0 ? MYND_OK : MYND_BAD;
}

void mynd_bell_close(mynd_bell *bell)
{
	if (bell->fd >= 0) {
		mynd_wait_closing(bell->fd);
		close(bell->fd);
		bell->fd = -1;
	}
}

void mynd_bell_ring(const mynd_bell *bell)
{
	int before = errno;
	eventfd_write(bell->fd, 1); /* it fails only where it has rung 2^64 times */
	errno = before;
}

static bool has_rung(const mynd_bell *bell)
{
	eventfd_t times;
	return eventfd_read(bell->fd, &times) == 0;
}

/* A waiter that returns too early is asked again. */
int mynd_bell_wait(const mynd_bell *bell, mynd_deadline deadline)
{
	for (;;) {
		if (has_rung(bell)) {
			return MYND_OK;
		}
		if (mynd_deadline_has_passed(deadline)) {
			return MYND_MORE;
		}
		mynd_wait_fd fd = {bell->fd, MYND_READABLE, 0};
		int rc = mynd_wait_suspended(&fd, 1, deadline);
		if (rc == MYND_BAD || (rc == MYND_WAIT_BLOCK && !mynd_deadline_has_passed(deadline))) {
			return rc;
		}
		if (rc == MYND_MORE) { /* a time-out, whatever the clock says */
			return has_rung(bell) ? MYND_OK : rc;
		}
	}
}
