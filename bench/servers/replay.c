/*
 * Replays a recorded conversation (record.c, conversation.h) from memory, so that a client's own cost can be
 * measured without a server's.
 *
 *     replay LISTEN-SOCKET FILE [--tcp]
 *
 * Prints "ready" when it listens ("ready PORT" with --tcp: on the loopback too), serves each client in a
 * thread of its own, and ends when its standard input does, so that it never outlives the bench.
 *
 * It sends the recorded greeting, lets anybody in, and answers a query or a prepare whose text was recorded
 * with the recorded bytes, the whole reply in one send; so an execute, by the number of its statement, which
 * is the one that the recorded prepare told. A SET statement, COM_INIT_DB, COM_PING, COM_CHANGE_USER,
 * COM_RESET_CONNECTION, COM_STMT_RESET get a plain OK, COM_STMT_CLOSE nothing. Everything else is an error: a
 * bench must not measure what was not recorded. The recording fits every client that keeps to the greeting; a
 * login with capabilities that the greeting does not offer is refused.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "conversation.h"

enum { EXCHANGES_MAX = 1024, ROOM = 1 << 20, SEND_BUFFER = 4 << 20 };

typedef struct exchange {
	mynd_slice command, reply;
} exchange;

/* Filled before the first client, read-only afterwards. */
static mynd_slice greeting;
static exchange exchanges[EXCHANGES_MAX];
static size_t exchange_count;

/* --- the file --- */

static mynd_slice map_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	die_if(fd < 0 || fstat(fd, &status) != 0, path);
	void *bytes = mmap(NULL, (size_t) status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	die_if(bytes == MAP_FAILED, path);
	close(fd);
	return (mynd_slice){bytes, (size_t) status.st_size};
}

/* A reply that was cut short would leave its reader waiting for ever. */
static bool is_whole_packets(mynd_slice bytes)
{
	size_t at = 0;
	while (bytes.len - at >= PACKET_HEADER) {
		size_t len = payload_length(bytes.ptr + at);
		if (len > bytes.len - at - PACKET_HEADER) {
			return false;
		}
		at += PACKET_HEADER + len;
	}
	return bytes.len > 0 && at == bytes.len;
}

static void add_record(int kind, mynd_slice bytes)
{
	if (kind == KIND_GREETING) {
		greeting = bytes;
	} else if (kind == KIND_COMMAND) {
		die_if(exchange_count == EXCHANGES_MAX, "too many commands in the recording");
		exchanges[exchange_count++].command = bytes;
	} else {
		die_if(kind != KIND_REPLY || exchange_count == 0, "a record of an unknown kind");
		die_if(!is_whole_packets(bytes), "a recorded reply is not whole");
		exchanges[exchange_count - 1].reply = bytes;
	}
}

static void load(const char *path)
{
	mynd_slice file = map_file(path);
	mynd_cursor c = mynd_cursor_over(file.ptr, file.len);
	size_t magic = strlen(CONVERSATION_MAGIC);
	errno = 0;
	die_if(
	    file.len < magic || memcmp(file.ptr, CONVERSATION_MAGIC, magic) != 0, "not a recorded conversation");
	c.pos += magic;
	while (mynd_cursor_left(&c) > 0) {
		uint8_t kind = 0;
		uint64_t len = 0;
		die_if(mynd_cursor_u8(&c, &kind) != MYND_OK || mynd_cursor_int(&c, 8, &len) != MYND_OK ||
		           len > mynd_cursor_left(&c),
		    "the recording is cut short");
		add_record(kind, (mynd_slice){c.pos, (size_t) len});
		c.pos += len;
	}
	die_if(greeting.len == 0 || exchange_count == 0 || exchanges[exchange_count - 1].reply.len == 0,
	    "the recording is not complete");
}

static const exchange *find(const uint8_t *payload, size_t len)
{
	size_t key = command_key(payload, len);
	for (size_t i = 0; i < exchange_count; i++) {
		if (exchanges[i].command.len == key && memcmp(exchanges[i].command.ptr, payload, key) == 0) {
			return &exchanges[i];
		}
	}
	return NULL;
}

/* --- a client --- */

static bool send_ok(int fd, uint8_t number)
{
	const uint8_t packet[] = {7, 0, 0, number, 0, 0, 0, 2, 0, 0, 0}; /* status: autocommit */
	return write_all(fd, packet, sizeof packet);
}

static bool send_error(int fd, uint8_t number, const char *message)
{
	uint8_t packet[PACKET_HEADER + 512];
	int len = snprintf(
	    (char *) packet + PACKET_HEADER, 512, "%c%c%c#HY000%s", 0xff, 1105 & 0xff, 1105 >> 8, message);
	len = len < 512 ? len : 511;
	packet[0] = (uint8_t) len;
	packet[1] = (uint8_t) (len >> 8);
	packet[2] = 0;
	packet[3] = number;
	fprintf(stderr, "replay: %s\n", message);
	return write_all(fd, packet, PACKET_HEADER + (size_t) len);
}

/*
 * Manual: "Protocol::HandshakeResponse41". Capabilities 4, maximum 4, collation 1, reserved 19, MariaDB's
 * capabilities 4.
 */
static const char *login_objection(const uint8_t *payload, size_t len)
{
	if (len < 32) {
		return "the login is too short";
	}
	mynd_cursor c = mynd_cursor_over(payload, len);
	uint64_t base = 0, mariadb = 0;
	(void) mynd_cursor_int(&c, 4, &base);
	c.pos = payload + 28;
	(void) mynd_cursor_int(&c, 4, &mariadb);
	if (base & CAPABILITIES_STRUCK) {
		return "the login claims capabilities that the greeting did not offer";
	}
	if (!(base & CAPABILITY_CLIENT_MYSQL) && mariadb != 0) {
		return "the login claims MariaDB's capabilities, which the greeting did not offer";
	}
	return NULL;
}

static bool answer_recorded(int fd, const uint8_t *payload, size_t len)
{
	const exchange *found = find(payload, len);
	if (found) {
		return write_all(fd, found->reply.ptr, found->reply.len);
	}
	const char *text = (const char *) payload + 1;
	len--;
	if (payload[0] == COMMAND_QUERY && len >= 4 && strncasecmp(text, "SET ", 4) == 0) {
		return send_ok(fd, 1);
	}
	char message[400];
	if (payload[0] == COMMAND_EXECUTE) {
		return send_error(fd, 1, "this statement was not recorded");
	}
	snprintf(
	    message, sizeof message, "this query was not recorded: %.*s", (int) (len < 300 ? len : 300), text);
	return send_error(fd, 1, message);
}

/* False: the conversation is over. */
static bool answer(int fd, const uint8_t *payload, size_t len)
{
	enum {
		INIT_DB = 0x02,
		PING = 0x0e,
		CHANGE_USER = 0x11,
		CLOSE = 0x19,
		RESET = 0x1a,
		RESET_CONNECTION = 0x1f
	};
	switch (len > 0 ? payload[0] : 0) {
	case COMMAND_QUIT:
		return false;
	case COMMAND_QUERY:
	case COMMAND_PREPARE:
	case COMMAND_EXECUTE:
		return answer_recorded(fd, payload, len);
	case CLOSE:
		return true;
	case INIT_DB:
	case PING:
	case CHANGE_USER:
	case RESET:
	case RESET_CONNECTION:
		return send_ok(fd, 1);
	default:
		return send_error(fd, 1, "this command can not be replayed");
	}
}

static void converse(int fd, uint8_t *room)
{
	if (!write_all(fd, greeting.ptr, greeting.len)) {
		return;
	}
	size_t len = read_packet(fd, room, ROOM);
	if (len == 0) {
		return;
	}
	const char *objection = login_objection(room + PACKET_HEADER, len - PACKET_HEADER);
	if (objection) {
		(void) send_error(fd, (uint8_t) (room[3] + 1), objection);
		return;
	}
	if (!send_ok(fd, (uint8_t) (room[3] + 1))) {
		return;
	}
	while ((len = read_packet(fd, room, ROOM)) > 0 && answer(fd, room + PACKET_HEADER, len - PACKET_HEADER)) {
	}
}

static void *client_thread(void *argument)
{
	int fd = (int) (intptr_t) argument, size = SEND_BUFFER;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	uint8_t *room = malloc(ROOM);
	die_if(!room, "out of memory");
	converse(fd, room);
	free(room);
	close(fd);
	return NULL;
}

/* --- life --- */

static void *accept_thread(void *argument)
{
	int listener = (int) (intptr_t) argument;
	for (;;) {
		int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (fd < 0) {
			die_if(errno != EINTR && errno != ECONNABORTED, "accept");
			continue;
		}
		pthread_t thread;
		die_if(pthread_create(&thread, NULL, client_thread, (void *) (intptr_t) fd) != 0, "pthread_create");
		pthread_detach(thread);
	}
	return NULL;
}

static int listen_loopback(int *port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	die_if(fd < 0 || bind(fd, (struct sockaddr *) &address, sizeof address) != 0 || listen(fd, 64) != 0 ||
	           getsockname(fd, (struct sockaddr *) &address, &len) != 0,
	    "the loopback");
	*port = ntohs(address.sin_port);
	return fd;
}

static void start_accepting(int listener)
{
	pthread_t thread;
	die_if(pthread_create(&thread, NULL, accept_thread, (void *) (intptr_t) listener) != 0, "pthread_create");
	pthread_detach(thread);
}

static void wait_for_end_of_input(void)
{
	char byte;
	ssize_t n;
	do {
		n = read(STDIN_FILENO, &byte, 1);
	} while (n > 0 || (n < 0 && errno == EINTR));
}

int main(int argc, char **argv)
{
	bool tcp = argc == 4 && strcmp(argv[3], "--tcp") == 0;
	errno = 0;
	die_if(argc != 3 && !tcp, "usage: replay LISTEN-SOCKET FILE [--tcp]");
	load(argv[2]);
	start_accepting(listen_unix(argv[1]));
	int port = 0;
	if (tcp) {
		start_accepting(listen_loopback(&port));
		printf("ready %d\n", port);
	} else {
		puts("ready");
	}
	fflush(stdout);
	wait_for_end_of_input();
	unlink(argv[1]);
	return 0;
}
