/*
 * Records a conversation: stands between a client and a real server, passes everything on, and writes the
 * greeting and every query, prepare and execute with its reply to a file (conversation.h) for replay.c.
 *
 *     record LISTEN-SOCKET SERVER-SOCKET FILE
 *
 * Prints "ready" when it listens, takes one client, and ends when that client leaves. The greeting is passed
 * on without the capabilities that would change the bytes of results. Other commands are passed on and not
 * recorded; so is the login.
 *
 * Relies on a client that reads each reply to its end before the next command: what the server says between
 * two commands is the first one's reply. Not here: LOCAL INFILE, TLS, compression.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "conversation.h"

enum { ROOM = 1 << 20 };

static uint8_t room[ROOM];

/* The reply that is being recorded. */
static uint8_t *reply;
static size_t reply_len, reply_size;
static bool recording;

static void put(FILE *file, int kind, const uint8_t *bytes, size_t len)
{
	uint8_t head[9] = {(uint8_t) kind};
	for (int i = 0; i < 8; i++) {
		head[1 + i] = (uint8_t) ((uint64_t) len >> (8 * i));
	}
	die_if(fwrite(head, sizeof head, 1, file) != 1 || fwrite(bytes, 1, len, file) != len, "writing the file");
}

static void reply_add(const uint8_t *bytes, size_t len)
{
	if (reply_len + len > reply_size) {
		reply_size = 2 * (reply_len + len);
		reply = realloc(reply, reply_size);
		die_if(!reply, "out of memory");
	}
	memcpy(reply + reply_len, bytes, len);
	reply_len += len;
}

static void reply_end(FILE *file)
{
	if (recording) {
		put(file, KIND_REPLY, reply, reply_len);
	}
	recording = false;
	reply_len = 0;
}

/*
 * Strikes capabilities from a greeting. Manual: "Protocol::HandshakeV10". After the version's NUL: thread id
 * 4, scramble 8, filler 1, capabilities (low) 2, collation 1, status 2, capabilities (high) 2, length 1,
 * reserved 6, MariaDB's capabilities 4.
 */
static void strike_capabilities(uint8_t *packet, size_t len)
{
	errno = 0;
	die_if(
	    len < PACKET_HEADER + 2 || packet[PACKET_HEADER] != 10, "the server sent no greeting of version 10");
	uint8_t *nul = memchr(packet + PACKET_HEADER + 1, 0, len - PACKET_HEADER - 1);
	die_if(!nul || (size_t) (packet + len - nul) < 32, "the greeting is too short");
	uint8_t *low = nul + 14, *high = nul + 19;
	for (int i = 0; i < 2; i++) {
		low[i] &= (uint8_t) ~(CAPABILITIES_STRUCK >> (8 * i));
		high[i] &= (uint8_t) ~(CAPABILITIES_STRUCK >> (16 + 8 * i));
	}
	memset(nul + 28, 0, 4);
}

/*
 * One packet from the client. False: it is gone. Packet number 0 begins a command; the login's packets have
 * others.
 */
static bool client_to_server(int client, int server, FILE *file)
{
	size_t len = read_packet(client, room, ROOM);
	if (len == 0) {
		return false;
	}
	if (room[3] == 0) {
		reply_end(file);
		size_t key = command_key(room + PACKET_HEADER, len - PACKET_HEADER);
		recording = key > 0;
		if (recording) {
			put(file, KIND_COMMAND, room + PACKET_HEADER, key);
		}
	}
	die_if(!write_all(server, room, len), "the server is gone");
	return true;
}

static bool server_to_client(int server, int client)
{
	ssize_t n = recv(server, room, ROOM, 0);
	if (n <= 0) {
		return false;
	}
	if (recording) {
		reply_add(room, (size_t) n);
	}
	return write_all(client, room, (size_t) n);
}

static void converse(int client, int server, FILE *file)
{
	size_t len = read_packet(server, room, ROOM);
	strike_capabilities(room, len);
	put(file, KIND_GREETING, room, len);
	die_if(!write_all(client, room, len), "the client is gone");
	struct pollfd fds[2] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
	for (bool on = true; on;) {
		die_if(poll(fds, 2, -1) < 0 && errno != EINTR, "poll");
		if (fds[1].revents) {
			on = server_to_client(server, client);
		} else if (fds[0].revents) {
			on = client_to_server(client, server, file);
		}
	}
	reply_end(file);
}

int main(int argc, char **argv)
{
	errno = 0;
	die_if(argc != 4, "usage: record LISTEN-SOCKET SERVER-SOCKET FILE");
	FILE *file = fopen(argv[3], "wb");
	die_if(!file, argv[3]);
	die_if(fputs(CONVERSATION_MAGIC, file) < 0, argv[3]);
	int listener = listen_unix(argv[1]);
	puts("ready");
	fflush(stdout);
	int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	die_if(client < 0, "accept");
	converse(client, connect_unix(argv[2]), file);
	unlink(argv[1]);
	die_if(fclose(file) != 0, argv[3]);
	free(reply);
	return 0;
}
