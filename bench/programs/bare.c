/*
 * How cheap could it be? A PHP module that reads a reply of the replay server into PHP values as a driver
 * does, and checks nothing: no length is compared with anything, no error is looked for, no type, no counter,
 * no result object. NOT A DRIVER; it trusts the recording.
 *
 *     bare_fetch(string $socket, string $query, string $how): array|int
 *
 * "all assoc" and "all num" return the rows, "loop assoc" and "loop row" drop them one by one and return
 * their number. The link stays open from call to call. What it costs is the engine's own allocations and the
 * copying of the bytes: the limit that a driver's figure is read against.
 */
#define _GNU_SOURCE
#include "php.h"
#include <sys/socket.h>
#include <unistd.h>
#include "../servers/conversation.h"

enum { READ_BUFFER = 32768, ROOM = 2 * READ_BUFFER };

typedef struct reader {
	int fd;
	uint8_t *pos, *end;
	uint8_t room[ROOM];
} reader;

/* The next packet's payload, whole in the room. */
static uint8_t *next_packet(reader *r, size_t *len)
{
	for (;;) {
		size_t have = (size_t) (r->end - r->pos);
		if (have >= PACKET_HEADER) {
			*len = payload_length(r->pos);
			if (have >= PACKET_HEADER + *len) {
				uint8_t *payload = r->pos + PACKET_HEADER;
				r->pos = payload + *len;
				return payload;
			}
		}
		memmove(r->room, r->pos, have);
		ssize_t n = recv(r->fd, r->room + have, READ_BUFFER, 0);
		if (n <= 0) {
			zend_error_noreturn(E_ERROR, "the replay server is gone");
		}
		r->pos = r->room;
		r->end = r->room + have + n;
	}
}

/* A length of up to three bytes; longer cells are not in the tables of the bench. */
static size_t length(uint8_t **at)
{
	uint8_t *p = *at;
	if (*p < 0xfb) {
		*at = p + 1;
		return *p;
	}
	*at = p + (*p == 0xfc ? 3 : 4);
	return (size_t) p[1] | (size_t) p[2] << 8 | (*p == 0xfc ? 0 : (size_t) p[3] << 16);
}

static void cell(uint8_t **at, zval *out)
{
	if (**at == 0xfb) {
		(*at)++;
		ZVAL_NULL(out);
		return;
	}
	size_t len = length(at);
	ZVAL_STRINGL_FAST(out, (char *) *at, len);
	*at += len;
}

/* The column's name is the fifth string of its definition. */
static void add_column(zend_array *names, uint8_t *at)
{
	for (int i = 0; i < 4; i++) {
		size_t len = length(&at);
		at += len;
	}
	size_t len = length(&at);
	zval null;
	ZVAL_NULL(&null);
	zend_hash_str_add(names, (char *) at, len, &null);
}

static void assoc_row(zend_array *names, uint8_t *at, zval *out)
{
	zend_array *row = zend_array_dup(names);
	for (uint32_t i = 0; i < row->nNumUsed; i++) {
		cell(&at, &row->arData[i].val);
	}
	ZVAL_ARR(out, row);
}

static void num_row(uint32_t columns, uint8_t *at, zval *out)
{
	array_init_size(out, columns);
	zend_hash_real_init_packed(Z_ARRVAL_P(out));
	ZEND_HASH_FILL_PACKED(Z_ARRVAL_P(out))
	{
		for (uint32_t i = 0; i < columns; i++) {
			zval value;
			cell(&at, &value);
			ZEND_HASH_FILL_ADD(&value);
		}
	}
	ZEND_HASH_FILL_END();
}

static zend_long read_rows(reader *r, zend_array *names, uint32_t columns, bool assoc, zval *kept)
{
	size_t len;
	zend_long rows = 0;
	for (uint8_t *at = next_packet(r, &len); *at != 0xfe || len >= 9; at = next_packet(r, &len), rows++) {
		zval row;
		if (assoc) {
			assoc_row(names, at, &row);
		} else {
			num_row(columns, at, &row);
		}
		if (kept) {
			zend_hash_next_index_insert_new(Z_ARRVAL_P(kept), &row);
		} else {
			zval_ptr_dtor(&row);
		}
	}
	return rows;
}

static void fetch(reader *r, const char *query, bool assoc, bool keep, zval *out)
{
	client_ask(r->fd, query);
	size_t len;
	uint8_t *at = next_packet(r, &len);
	uint32_t columns = (uint32_t) length(&at);
	zend_array *names = zend_new_array(columns);
	for (uint32_t i = 0; i < columns; i++) {
		add_column(names, next_packet(r, &len));
	}
	(void) next_packet(r, &len); /* EOF */
	if (keep) {
		array_init(out);
		(void) read_rows(r, names, columns, assoc, out);
	} else {
		ZVAL_LONG(out, read_rows(r, names, columns, assoc, NULL));
	}
	zend_array_release(names);
}

PHP_FUNCTION(bare_fetch)
{
	static reader r; /* one link for the process' life */
	char *socket, *query, *how;
	size_t socket_len, query_len, how_len;
	ZEND_PARSE_PARAMETERS_START(3, 3)
	Z_PARAM_STRING(socket, socket_len)
	Z_PARAM_STRING(query, query_len)
	Z_PARAM_STRING(how, how_len)
	ZEND_PARSE_PARAMETERS_END();
	if (!r.pos) {
		r.fd = connect_unix(socket);
		r.pos = r.end = r.room;
		client_login(r.fd);
	}
	fetch(&r, query, strstr(how, "assoc") != NULL, strncmp(how, "all", 3) == 0, return_value);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_bare_fetch, 0, 3, MAY_BE_ARRAY | MAY_BE_LONG)
ZEND_ARG_TYPE_INFO(0, socket, IS_STRING, 0)
ZEND_ARG_TYPE_INFO(0, query, IS_STRING, 0)
ZEND_ARG_TYPE_INFO(0, how, IS_STRING, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {PHP_FE(bare_fetch, arginfo_bare_fetch) PHP_FE_END};

zend_module_entry bare_module_entry = {
    STANDARD_MODULE_HEADER, "bare", functions, NULL, NULL, NULL, NULL, NULL, "0", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(bare)
