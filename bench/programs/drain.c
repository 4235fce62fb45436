/*
 * The physical limit of reading: asks the replay server a query and reads the reply, looking at nothing but
 * packet headers (to see where it ends). Whatever a driver does more than this, it does for its user.
 *
 *     drain SOCKET QUERY REPETITIONS
 *
 * Prints one JSON object: client CPU (user + system) in microseconds a repetition, bytes and packets of the
 * reply.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include "../servers/conversation.h"

enum { READ_BUFFER = 32768 };

/* Where the reader stands in the reply. */
typedef struct drain {
	uint8_t header[PACKET_HEADER];
	size_t header_have; /* bytes of the header that came */
	size_t body_left;   /* bytes of the packet's body that did not */
	size_t body_len;
	bool first_is_end; /* the packet begins with 0xfe or 0xff */
	unsigned ends;     /* EOF packets seen; the second ends the result */
	bool failed;
	uint64_t bytes, packets;
} drain;

static void packet_ended(drain *d)
{
	d->packets++;
	d->header_have = 0;
	if (d->first_is_end && d->body_len < 9) {
		d->ends++;
	}
	d->first_is_end = false;
}

/* Takes n bytes that came. An error packet as the first of the reply is a failure of the bench. */
static void take(drain *d, const uint8_t *at, size_t n)
{
	const uint8_t *end = at + n;
	d->bytes += n;
	while (at < end) {
		if (d->header_have < PACKET_HEADER) {
			d->header[d->header_have++] = *at++;
			if (d->header_have == PACKET_HEADER) {
				d->body_left = d->body_len = payload_length(d->header);
			}
			continue;
		}
		if (d->body_left == d->body_len && d->body_len > 0) {
			d->first_is_end = *at == 0xfe;
			d->failed |= *at == 0xff && d->packets == 0;
		}
		size_t part = d->body_left < (size_t) (end - at) ? d->body_left : (size_t) (end - at);
		at += part;
		d->body_left -= part;
		if (d->body_left == 0) {
			packet_ended(d);
		}
	}
}

static drain read_reply(int fd)
{
	static uint8_t buffer[READ_BUFFER];
	drain d = {0};
	while (d.ends < 2) {
		ssize_t n = recv(fd, buffer, sizeof buffer, 0);
		die_if(n <= 0, "the server is gone");
		take(&d, buffer, (size_t) n);
		errno = 0;
		die_if(d.failed, "the query was answered with an error");
	}
	return d;
}

static double cpu_microseconds(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return 1e6 * (double) (u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double) (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

int main(int argc, char **argv)
{
	errno = 0;
	die_if(argc != 4, "usage: drain SOCKET QUERY REPETITIONS");
	int fd = connect_unix(argv[1]), repetitions = atoi(argv[3]);
	client_login(fd);
	drain d = {0};
	double before = cpu_microseconds();
	for (int i = 0; i < repetitions; i++) {
		client_ask(fd, argv[2]);
		d = read_reply(fd);
	}
	printf("{\"cpu\": %.1f, \"bytes\": %llu, \"packets\": %llu}\n",
	    (cpu_microseconds() - before) / repetitions, (unsigned long long) d.bytes,
	    (unsigned long long) d.packets);
	return 0;
}
