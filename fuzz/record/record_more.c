/*
 * Records of one session at a time what the targets `auth`, `rows` and `compressed` take: its login, its
 * short results, and the frames that it has received.
 *
 * Not here: results with more columns or longer rows than the target describes by bytes.
 */
#include "record.h"

#include "wire/handshake.h"

enum { COLUMNS_MOST = 8, ROWS_MOST = 20, ROW_LONGEST = 255, NAME_LONGEST = 39, FRAMES_LONGEST = 3000 };

static const mynd_session *recorded; /* NULL: none is */

/* --- logins --- */

static struct {
	mynd_buffer input;
	uint8_t flags;
	size_t answered; /* packets of the method at hand */
	bool over;
} login;

static int number_of_method(mynd_slice name)
{
	static const char *const names[] = {"mysql_native_password", "caching_sha2_password", "sha256_password",
	    "mysql_clear_password", "client_ed25519", "parsec"};
	for (int i = 0; i < (int) (sizeof names / sizeof *names); i++) {
		if (name.len == strlen(names[i]) && memcmp(name.ptr, names[i], name.len) == 0) {
			return i;
		}
	}
	return -1;
}

static void put_packet_of_login(mynd_slice data)
{
	mynd_buffer_put_int(&login.input, 2, data.len);
	put_slice(&login.input, data);
	login.answered++;
}

static void write_login(void)
{
	if (login.answered > 0) {
		record_write("auth", (mynd_slice){login.input.ptr, login.input.len});
	}
	mynd_buffer_reset(&login.input);
	login.answered = 0;
}

static void begin_method(mynd_slice name, mynd_slice challenge)
{
	static const char password[] = "secret";
	int number = number_of_method(name);
	write_login();
	if (number >= 0) {
		mynd_buffer_put_int(&login.input, 1, (uint64_t) number);
		mynd_buffer_put_int(&login.input, 1, login.flags);
		mynd_buffer_put_int(&login.input, 1, sizeof password - 1);
		mynd_buffer_put_bytes(&login.input, password, sizeof password - 1);
		put_packet_of_login(challenge);
	}
}

static void record_login(mynd_slice packet, bool is_first)
{
	mynd_greeting greeting;
	mynd_auth_switch change;
	mynd_error error;
	if (is_first && mynd_greeting_decode(packet, &greeting, &error) == MYND_OK) {
		begin_method(greeting.auth_method, (mynd_slice){greeting.scramble, greeting.scramble_len});
	} else if (packet.ptr[0] == 0xFE && mynd_auth_switch_decode(packet, &change, &error) == MYND_OK) {
		begin_method(change.method, change.challenge);
	} else if (packet.ptr[0] == 1 && login.answered > 0) {
		put_packet_of_login((mynd_slice){packet.ptr + 1, packet.len - 1});
	} else {
		login.over = true;
		write_login();
	}
}

/* --- results --- */

static struct {
	mynd_buffer columns, rows;
	unsigned count, row_count;
	bool is_binary;
} result;

/* As fuzz/rows/make.c reads it. */
static void put_column(const mynd_column *column)
{
	static const uint8_t types[] = {
	    253, 254, 252, 15, 0, 246, 1, 2, 3, 9, 8, 4, 5, 13, 10, 11, 12, 7, 14, 16, 6, 17, 18, 19};
	static const uint16_t flags[] = {
	    0, MYND_FLAG_UNSIGNED, MYND_FLAG_ZEROFILL | MYND_FLAG_UNSIGNED, MYND_FLAG_ZEROFILL, 0x0100, 0x0800};
	unsigned type = column->type, which = 0;
	for (unsigned i = 0; i < sizeof types; i++) {
		type = types[i] == column->type ? i : type;
	}
	for (unsigned i = 1; i < sizeof flags / sizeof *flags; i++) {
		which = (column->flags & flags[i]) == flags[i] && (i != 3 || which == 0) ? i : which;
	}
	size_t len = column->name.len < NAME_LONGEST ? column->name.len : NAME_LONGEST;
	mynd_buffer_put_int(&result.columns, 1, type);
	mynd_buffer_put_int(&result.columns, 1, which | 7 << 3 | 0xC0);
	mynd_buffer_put_int(&result.columns, 1, column->decimals);
	mynd_buffer_put_int(&result.columns, 1, column->length < 255 ? column->length : 255);
	mynd_buffer_put_int(&result.columns, 1, len);
	put_slice(&result.columns, (mynd_slice){column->name.ptr, len});
	result.count++;
}

static void put_row(const mynd_row *row)
{
	if (!row->has_large && row->len <= ROW_LONGEST && result.row_count < ROWS_MOST) {
		mynd_buffer_put_int(&result.rows, 2, 5 | 0xF0 << 8);
		mynd_buffer_put_int(&result.rows, 1, row->len);
		put_slice(&result.rows, (mynd_slice){row->data, row->len});
		result.row_count++;
	}
}

static void write_result(void)
{
	mynd_buffer input;
	mynd_buffer_init(&input, 1u << 20);
	if (result.row_count > 0 && result.count > 0 && result.count <= COLUMNS_MOST) {
		mynd_buffer_put_int(&input, 1, result.is_binary | 2u);
		mynd_buffer_put_int(&input, 1, result.count - 1);
		mynd_buffer_put_int(&input, 1, result.count - 1);
		put_slice(&input, (mynd_slice){result.columns.ptr, result.columns.len});
		mynd_buffer_put_int(&input, 1, 4 << 3); /* rows come into a part of the store */
		put_slice(&input, (mynd_slice){result.rows.ptr, result.rows.len});
		record_write("rows", (mynd_slice){input.ptr, input.len});
	}
	mynd_buffer_free(&input);
}

static void record_event(mynd_session *s, const mynd_event *event)
{
	switch (event->kind) {
	case MYND_EVENT_COLUMNS:
	case MYND_EVENT_PREPARED:
		mynd_buffer_reset(&result.columns);
		mynd_buffer_reset(&result.rows);
		result.count = result.row_count = 0;
		break;
	case MYND_EVENT_COLUMN:
		put_column(&event->column);
		break;
	case MYND_EVENT_ROW:
		result.is_binary = s->types != NULL;
		put_row(&event->row);
		break;
	case MYND_EVENT_END:
		write_result();
		break;
	default:
		break;
	}
}

int __real_mynd_session_next(mynd_session *s, mynd_event *event);
int __wrap_mynd_session_next(mynd_session *s, mynd_event *event);
int __wrap_mynd_session_next(mynd_session *s, mynd_event *event)
{
	int rc = __real_mynd_session_next(s, event);
	if (rc == MYND_OK && s == recorded) {
		record_event(s, event);
	}
	return rc;
}

/* --- frames --- */

static struct {
	mynd_buffer input;
	mynd_compression which;
	mynd_span wanted;
} frames;

static void put_frames(mynd_slice bytes)
{
	if (frames.input.len == 0) {
		mynd_buffer_put_int(&frames.input, 1, frames.which == MYND_COMPRESSION_ZSTD);
		mynd_buffer_put_int(&frames.input, 1, MYND_NUMBER_ANY);
		mynd_buffer_put_int(&frames.input, 2, 77);
	}
	mynd_buffer_put_int(&frames.input, 1, 7); /* as they are */
	mynd_buffer_put_int(&frames.input, 2, bytes.len);
	mynd_buffer_put_int(&frames.input, 2, 0);
	put_slice(&frames.input, bytes);
}

mynd_decompressor *__real_mynd_decompressor_new(mynd_compression which);
mynd_decompressor *__wrap_mynd_decompressor_new(mynd_compression which);
mynd_decompressor *__wrap_mynd_decompressor_new(mynd_compression which)
{
	frames.which = which;
	return __real_mynd_decompressor_new(which);
}

mynd_span __real_mynd_decompressor_want(mynd_decompressor *d);
mynd_span __wrap_mynd_decompressor_want(mynd_decompressor *d);
mynd_span __wrap_mynd_decompressor_want(mynd_decompressor *d)
{
	return frames.wanted = __real_mynd_decompressor_want(d);
}

void __real_mynd_decompressor_commit(mynd_decompressor *d, size_t n);
void __wrap_mynd_decompressor_commit(mynd_decompressor *d, size_t n);
void __wrap_mynd_decompressor_commit(mynd_decompressor *d, size_t n)
{
	put_frames((mynd_slice){frames.wanted.ptr, n});
	__real_mynd_decompressor_commit(d, n);
}

/* --- sessions --- */

void record_begin(const mynd_session *s, const mynd_session_options *options)
{
	if (recorded != NULL) {
		return;
	}
	recorded = s;
	memset(&login, 0, sizeof login);
	login.flags = (uint8_t) (options->unix_socket << 1 | 4);
	mynd_buffer_init(&login.input, 1u << 20);
	mynd_buffer_init(&frames.input, 1u << 24);
	mynd_buffer_init(&result.columns, 1u << 20);
	mynd_buffer_init(&result.rows, 1u << 20);
}

void record_packet(const mynd_session *s, mynd_slice payload)
{
	if (s == recorded && !login.over && payload.len > 0) {
		record_login(payload, login.answered == 0);
	}
}

void record_end(const mynd_session *s)
{
	if (s != recorded) {
		return;
	}
	recorded = NULL;
	write_login();
	if (frames.input.len < FRAMES_LONGEST) {
		record_write("compressed", (mynd_slice){frames.input.ptr, frames.input.len});
	}
	mynd_buffer_free(&login.input);
	mynd_buffer_free(&frames.input);
	mynd_buffer_free(&result.columns);
	mynd_buffer_free(&result.rows);
}
