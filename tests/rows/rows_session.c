/*
 * A result set from the bytes of a conversation: a session reads them in pieces of chance, and its rows go
 * into the store, also straight from the wire (as src/link does it, which needs a link), or become values at
 * once. For the programs in tests/shapes.
 *
 * Always true: what is read lies in blocks that are exactly as large as the session was told, so that a byte
 * beyond is seen.
 */
#include "rows_test.h"
#include "wire/statement.h"
#include "session/session.h"

#define PART_LEAST 1024

typedef struct reader {
	mynd_session *session;
	mynd_slice bytes; /* what the server has said and the session has not read */
	uint64_t random;
	size_t piece; /* at most so many bytes a commit; 0: as many as are wanted */
	size_t read_buffer;
	bool binary, native, parts;
	mynd_store *filling;
	uint8_t *own; /* the read buffer */
	bool aside;   /* the session reads into the store, not into that */
	mynd_span part;
	zend_long rows, until; /* so many rows were received; from `until` on they are dropped */
	int shape; /* of the rows that are built at once; 0: they are stored, < 0: appended to a list */
	zval *list;
	const char *failure;
} reader;

static size_t random_below(reader *r, size_t n)
{
	r->random = r->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (size_t) (r->random >> 33) % n;
}

/* --- bytes --- */

static void leave_store(reader *r)
{
	if (r->aside) {
		r->aside = false;
		mynd_session_move_to(r->session, r->own, r->read_buffer, r->read_buffer, false);
		mynd_store_part_over(r->filling);
	}
}

static void read_into_store(reader *r)
{
	if (r->aside && mynd_session_room(r->session) >= PART_LEAST) {
		return;
	}
	mynd_span part = mynd_store_part(r->filling, r->read_buffer);
	if (part.len == 0) {
		leave_store(r);
		return;
	}
	mynd_session_move_to(r->session, part.ptr, part.len, r->read_buffer, true);
	r->aside = true;
	r->part = part;
	mynd_store_trim(r->filling);
}

/* False: there are no more. */
static bool feed(reader *r)
{
	if (r->filling != NULL && r->parts) {
		read_into_store(r);
	}
	mynd_span span = mynd_session_want(r->session);
	size_t n = MIN(span.len, r->bytes.len);
	size_t most = r->piece > 0 ? 1 + random_below(r, r->piece) : n;
	n = MIN(n, most);
	if (n == 0) {
		r->failure = span.len == 0 ? "no room" : NULL;
		return false;
	}
	memcpy(span.ptr, r->bytes.ptr, n);
	r->bytes = (mynd_slice){r->bytes.ptr + n, r->bytes.len - n};
	return mynd_session_commit(r->session, n) == MYND_OK;
}

static void drain(reader *r)
{
	mynd_slice out;
	while ((out = mynd_session_output(r->session)).len > 0) {
		mynd_session_sent(r->session, out.len);
	}
}

/* --- events --- */

static void begin_columns(reader *r, uint32_t count)
{
	rows_free_all();
	rows_all.columns = mynd_columns_new(count, &rows_all.counts);
	if (r->binary) {
		mynd_columns_binary(rows_all.columns);
		rows_all.types = mynd_columns_types(rows_all.columns);
	}
}

static bool is_in_part(const reader *r, const mynd_row *row)
{
	return (size_t) (row->data - r->part.ptr) < r->part.len;
}

static int store_row(reader *r, const mynd_row *row)
{
	if (r->aside && !is_in_part(r, row)) {
		leave_store(r);
	}
	return mynd_store_add(r->filling, row);
}

static int build_row(reader *r, const mynd_row *row)
{
	zval value;
	if (r->shape < 0) {
		return mynd_row_append(rows_all.columns, row, false, (mynd_shape) -r->shape, r->list);
	}
	int rc = mynd_row_build(rows_all.columns, row, false, (mynd_shape) r->shape, &value);
	if (rc == MYND_OK) {
		add_next_index_zval(r->list, &value);
	}
	return rc;
}

static void drop_the_rest(reader *r)
{
	leave_store(r);
	r->filling = NULL;
	mynd_session_discard_rows(r->session);
}

static void take_row(reader *r, const mynd_row *row)
{
	if (r->rows++ == r->until) {
		mynd_row_drop(rows_all.columns, row);
		drop_the_rest(r);
		return;
	}
	int rc = r->shape == 0 ? store_row(r, row) : build_row(r, row);
	if (rc == MYND_MORE) {
		r->failure = "memory";
	} else if (rc != MYND_OK) {
		r->failure = "no row";
	}
	if (rc != MYND_OK) {
		drop_the_rest(r);
	}
}

/* True: the reply is over. */
static bool take_event(reader *r, const mynd_event *event)
{
	switch (event->kind) {
	case MYND_EVENT_COLUMNS:
		begin_columns(r, event->column_count);
		break;
	case MYND_EVENT_COLUMN:
		mynd_columns_add(rows_all.columns, &event->column);
		break;
	case MYND_EVENT_COLUMNS_END:
		mynd_columns_native(rows_all.columns, r->native);
		if (r->shape == 0) {
			rows_all.store = r->filling = mynd_store_new(rows_all.columns);
		}
		break;
	case MYND_EVENT_ROW:
		take_row(r, &event->row);
		break;
	case MYND_EVENT_REFUSED:
		r->failure = "memory";
		break;
	case MYND_EVENT_ERROR:
		r->failure = "an error";
		break;
	default:
		break;
	}
	return event->last;
}

/* Until the reply is over (or `kind` has come), the bytes are or the session is dead. */
static bool run(reader *r, mynd_event_kind kind)
{
	mynd_event event;
	for (;;) {
		int rc = mynd_session_next(r->session, &event);
		if (rc == MYND_OK) {
			if (take_event(r, &event) || event.kind == kind) {
				return true;
			}
			continue;
		}
		drain(r);
		if (rc == MYND_BAD || !feed(r)) {
			return false;
		}
	}
}

static bool converse(reader *r, const zend_string *hello, const zend_string *reply)
{
	mynd_error error;
	mynd_command command = r->binary ? mynd_command_execute(1, 0, NULL, 0, false)
	                                 : mynd_command_text(MYND_COM_QUERY, mynd_slice_of("SELECT"));
	r->bytes = (mynd_slice){(uint8_t *) ZSTR_VAL(hello), ZSTR_LEN(hello)};
	if (!run(r, MYND_EVENT_READY)) {
		return false;
	}
	if (mynd_session_send(r->session, &command, &error) != MYND_OK) {
		return false;
	}
	drain(r);
	r->bytes = (mynd_slice){(uint8_t *) ZSTR_VAL(reply), ZSTR_LEN(reply)};
	return run(r, MYND_EVENT_DROPPED);
}

/* --- the function --- */

static zend_long option(HashTable *how, const char *name, zend_long otherwise)
{
	zval *value = zend_hash_str_find(how, name, strlen(name));
	return value == NULL ? otherwise : zval_get_long(value);
}

static mynd_session *session_of(HashTable *how)
{
	static mynd_session_counts counts;
	mynd_session_options options = {
	    .user = mynd_slice_of("tester"),
	    .password = mynd_slice_of("secret"),
	    .capabilities = MYND_CAP_PROTOCOL_41 | MYND_CAP_SECURE_CONNECTION | MYND_CAP_PLUGIN_AUTH |
	                    MYND_CAP_MULTI_RESULTS |
	                    (option(how, "deprecate_eof", 0) ? MYND_CAP_DEPRECATE_EOF : 0),
	    .max_packet = 1u << 30,
	    .command_buffer = 4096,
	    .large_cell = (size_t) option(how, "large_cell", MYND_LARGE_CELL),
	    .allocator = mynd_rows_allocator(&rows_all.counts),
	    .counts = &counts,
	};
	return mynd_session_new(&options);
}

/*
 * session_read(array $how, string $hello, string $reply): what is told of the result set. $hello: greeting
 * and OK. In $how: read_buffer, piece, random, binary, deprecate_eof, parts, shape, native, until, fail (the
 * allocation that fails, from 0). The rows are in the store then (shape 0), or in 'list'.
 */
PHP_FUNCTION(session_read)
{
	HashTable *how;
	zend_string *hello, *reply;
	zval list;
	ZEND_PARSE_PARAMETERS_START(3, 3)
	Z_PARAM_ARRAY_HT(how)
	Z_PARAM_STR(hello)
	Z_PARAM_STR(reply)
	ZEND_PARSE_PARAMETERS_END();
	array_init(&list);
	zend_hash_real_init_packed(Z_ARRVAL(list));
	reader r = {
	    .session = session_of(how),
	    .random = (uint64_t) option(how, "random", 1),
	    .piece = (size_t) option(how, "piece", 0),
	    .read_buffer = (size_t) option(how, "read_buffer", 4096),
	    .binary = option(how, "binary", 0) != 0,
	    .native = option(how, "native", 0) != 0,
	    .parts = option(how, "parts", 1) != 0,
	    .until = option(how, "until", -1),
	    .shape = (int) option(how, "shape", 0),
	    .list = &list,
	};
	rows_free_all();
	r.own = malloc(r.read_buffer);
	mynd_session_lend_buffer(r.session, r.own, r.read_buffer);
	rows_fail_at = option(how, "fail", -1);
	bool over = converse(&r, hello, reply);
	leave_store(&r);
	if (rows_all.store != NULL) {
		mynd_store_finish(rows_all.store);
	}
	rows_fail_at = -1;
	array_init(return_value);
	add_assoc_bool(return_value, "over", over);
	add_assoc_long(return_value, "rows", r.rows);
	add_assoc_long(return_value, "left", (zend_long) r.bytes.len);
	if (r.failure != NULL) {
		add_assoc_string(return_value, "failure", r.failure);
	} else if (mynd_session_phase(r.session) == MYND_PHASE_DEAD) {
		add_assoc_string(return_value, "failure", mynd_session_error(r.session)->message);
	}
	add_assoc_zval(return_value, "list", &list);
	mynd_session_free(r.session, false);
	free(r.own);
}
