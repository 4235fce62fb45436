/*
 * How cheap could a connect be? Logs in, asks SELECT 1 if it is to, and leaves, again and again, in as few
 * system calls as that takes, and checks nothing. NOT A DRIVER; it trusts the server, knows two methods of
 * authentication, and reads replies into a buffer that it never looks at.
 *
 *     bare_login SERVER USER PASSWORD DATABASE none|select TIMES
 *
 * SERVER is the path of a unix socket or ADDRESS:PORT (IPv4). Prints CPU and time of all in microseconds,
 * page faults, as one JSON object. With caching_sha2_password somebody must have logged in before: it only
 * knows the short way.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "../servers/conversation.h"

enum { ROOM = 4096, CHALLENGE = 20, DIGEST_MAX = 32 };

/* Manual: "Capabilities Flags". */
#define CAPABILITIES                                                                                         \
	(0x1u /* LONG_PASSWORD */ | 0x8u /* CONNECT_WITH_DB */ | 0x200u /* PROTOCOL_41 */ |                      \
	    0x2000u /* TRANSACTIONS */ | 0x8000u /* SECURE_CONNECTION */ | 0x80000u /* PLUGIN_AUTH */)

static const char *server, *user, *password, *database;
static bool asks; /* SELECT 1 */
static uint8_t room[ROOM];

static int connect_internet(const char *text)
{
	char host[64];
	const char *colon = strrchr(text, ':');
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) atoi(colon + 1))};
	snprintf(host, sizeof host, "%.*s", (int) (colon - text), text);
	die_if(inet_pton(AF_INET, host, &address.sin_addr) != 1, text);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	die_if(fd < 0 || connect(fd, (struct sockaddr *) &address, sizeof address) != 0, text);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return fd;
}

static void digest(const EVP_MD *md, const void *a, size_t a_len, const void *b, size_t b_len, uint8_t *out)
{
	static EVP_MD_CTX *context;
	context = context != NULL ? context : EVP_MD_CTX_new();
	EVP_DigestInit_ex(context, md, NULL);
	EVP_DigestUpdate(context, a, a_len);
	EVP_DigestUpdate(context, b, b_len);
	EVP_DigestFinal_ex(context, out, NULL);
}

/*
 * Manual: "mysql_native_password": SHA1(password) XOR SHA1(challenge + SHA1(SHA1(password)));
 * "caching_sha2_password": SHA256(password) XOR SHA256(SHA256(SHA256(password)) + challenge).
 */
static size_t scramble(bool sha2, const uint8_t *challenge, uint8_t *answer)
{
	static const EVP_MD *sha1_md, *sha256_md;
	sha1_md = sha1_md != NULL ? sha1_md : EVP_MD_fetch(NULL, "SHA1", NULL);
	sha256_md = sha256_md != NULL ? sha256_md : EVP_MD_fetch(NULL, "SHA256", NULL);
	const EVP_MD *md = sha2 ? sha256_md : sha1_md;
	size_t len = sha2 ? 32 : 20;
	uint8_t once[DIGEST_MAX], twice[DIGEST_MAX];
	digest(md, password, strlen(password), "", 0, once);
	digest(md, once, len, "", 0, twice);
	digest(md, sha2 ? twice : challenge, sha2 ? len : CHALLENGE, sha2 ? challenge : twice,
	    sha2 ? CHALLENGE : len, answer);
	for (size_t i = 0; i < len; i++) {
		answer[i] ^= once[i];
	}
	return len;
}

static uint8_t *put(uint8_t *at, const void *bytes, size_t len)
{
	memcpy(at, bytes, len);
	return at + len;
}

/* Manual: "Protocol::HandshakeV10" and "Protocol::HandshakeResponse41". */
static size_t answer_greeting(const uint8_t *greeting, size_t len, uint8_t *out)
{
	const uint8_t *version_end = memchr(greeting + PACKET_HEADER + 1, '\0', len);
	const uint8_t *first = version_end + 1 + 4, *second = first + 8 + 1 + 2 + 1 + 2 + 2 + 1 + 10;
	const char *method = (const char *) second + 13;
	uint8_t challenge[CHALLENGE], answer[DIGEST_MAX], *at = out + PACKET_HEADER;
	bool sha2 = strcmp(method, "caching_sha2_password") == 0;
	uint32_t capabilities = CAPABILITIES, largest = 1 << 24;
	put(put(challenge, first, 8), second, 12);
	at = put(put(at, &capabilities, 4), &largest, 4);
	*at++ = 45; /* utf8mb4_general_ci */
	memset(at, 0, 23);
	at = put(at + 23, user, strlen(user) + 1);
	size_t answer_len = scramble(sha2, challenge, answer);
	*at++ = (uint8_t) answer_len;
	at = put(at, answer, answer_len);
	at = put(at, database, strlen(database) + 1);
	at = put(at, method, strlen(method) + 1);
	size_t payload = (size_t) (at - out) - PACKET_HEADER;
	out[0] = (uint8_t) payload;
	out[1] = (uint8_t) (payload >> 8);
	out[2] = 0;
	out[3] = 1;
	return payload + PACKET_HEADER;
}

static size_t receive(int fd)
{
	ssize_t n = recv(fd, room, ROOM, 0);
	die_if(n <= 0, "the server has hung up");
	return (size_t) n;
}

/* The number of answers. */
static int visit(void)
{
	static const uint8_t QUERY[] = "\x09\0\0\0\x03SELECT 1", QUIT[] = "\x01\0\0\0\x01";
	uint8_t login[ROOM];
	int fd = server[0] == '/' ? connect_unix(server) : connect_internet(server), answers = 0;
	size_t len = receive(fd);
	len = answer_greeting(room, len, login);
	die_if(!write_all(fd, login, len), "the login");
	len = receive(fd);
	if (room[PACKET_HEADER] == 1 &&
	    len < 12) { /* caching_sha2_password: it was right, and OK comes in a packet of its own */
		receive(fd);
	}
	die_if(room[PACKET_HEADER] == 0xff || room[PACKET_HEADER] == 0xfe, "the login was refused");
	if (asks) {
		die_if(!write_all(fd, QUERY, sizeof QUERY - 1), "the query");
		len = receive(fd);
		answers = memmem(room, len, "\x01\x31", 2) != NULL;
	}
	write_all(fd, QUIT, sizeof QUIT - 1);
	close(fd);
	return asks ? answers : 1;
}

int main(int argc, char **argv)
{
	die_if(argc != 7, "usage: bare_login SERVER USER PASSWORD DATABASE none|select TIMES");
	server = argv[1];
	user = argv[2];
	password = argv[3];
	database = argv[4];
	asks = strcmp(argv[5], "select") == 0;
	measure_visits(atoi(argv[6]), visit);
	return 0;
}
