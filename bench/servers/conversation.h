/*
 * What the bench's recorder, replay server, bare reader and others share: the file of a recorded
 * conversation, the capabilities under which it is recorded, sockets, and the measuring of connects.
 *
 * A conversation file is the line CONVERSATION_MAGIC and then records: one byte of kind, eight bytes of
 * length (little-endian), the bytes. There is one greeting; every command is followed by its reply. Greeting
 * and reply are whole packets as they came; of a command there is what tells it from others (command_key).
 *
 * The one condition: all clients must negotiate the same protocol, or the recorded bytes are not theirs. The
 * recorder strikes from the server's greeting every capability that changes the bytes of a result
 * (CAPABILITIES_STRUCK, and all of MariaDB's own), so a client can not ask for them; the replay server
 * refuses a login that does all the same.
 */
#ifndef MYND_BENCH_CONVERSATION_H
#define MYND_BENCH_CONVERSATION_H

#include "../../src/wire/cursor.h"

#define CONVERSATION_MAGIC "mynd conversation 2\n"

enum { KIND_GREETING = 'G', KIND_COMMAND = 'C', KIND_REPLY = 'R' };
enum { COMMAND_QUIT = 0x01, COMMAND_QUERY = 0x03, COMMAND_PREPARE = 0x16, COMMAND_EXECUTE = 0x17 };
enum { PACKET_HEADER = 4, PACKET_MAX = 0xffffff };

/* Capability bits as in the manuals' "Capabilities Flags". */
#define CAPABILITY_CLIENT_MYSQL 0x1u /* unset by a MariaDB client: its own flags follow */
#define CAPABILITIES_STRUCK                                                                                  \
	(1u << 5 /* COMPRESS */ | 1u << 11 /* SSL */ | 1u << 23                          /* SESSION_TRACK */     \
	    | 1u << 24 /* DEPRECATE_EOF */ | 1u << 25 /* OPTIONAL_METADATA */ | 1u << 26 /* ZSTD */              \
	    | 1u << 27 /* QUERY_ATTRIBUTES */ | 1u << 28 /* MULTI_FACTOR */)

/* Ends the program with a message if `failed`; errno's text is added if errno is set. */
void die_if(bool failed, const char *what);

int listen_unix(const char *path);
int connect_unix(const char *path);
/* False: the peer is gone. */
bool write_all(int fd, const void *bytes, size_t len);
bool read_all(int fd, void *bytes, size_t len);

/*
 * Reads one whole packet, header included, into room[size]. The length with header; 0: the peer is gone or it
 * does not fit.
 */
size_t read_packet(int fd, uint8_t *room, size_t size);

/* The payload length that a packet header tells. */
size_t payload_length(const uint8_t header[PACKET_HEADER]);

/*
 * How many bytes of a command's payload tell which one it is: all of a query or a prepare; the command and
 * the statement's number of an execute, whose parameters make no difference. 0: commands like this one are
 * not recorded.
 */
size_t command_key(const uint8_t *payload, size_t len);

/* A client without a password, for the replay server only; it asks one query after another. */
void client_login(int fd);
void client_ask(int fd, const char *query);

/*
 * Visits a server so many times, after one visit for what is made once only. Prints CPU and time of all in
 * microseconds, page faults, as one JSON object. A visit tells how many right answers it has got; one is
 * expected.
 */
void measure_visits(int times, int (*visit)(void));

#endif
