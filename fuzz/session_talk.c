/*
 * Reading the input of the target `session`: steps and options.
 */
#include "session.h"

#include "keys.h"

void talk_read(talk *t, mynd_slice input)
{
	mynd_cursor c = mynd_cursor_over(input.ptr, input.len);
	t->head = fuzz_bytes(&c, TALK_HEAD_SIZE);
	t->count = 0;
	while (mynd_cursor_left(&c) > 0 && t->count < TALK_STEPS_MAX) {
		talk_step *step = &t->steps[t->count++];
		step->kind = (talk_kind) (fuzz_int(&c, 1) % TALK_KINDS);
		step->arg = (uint8_t) fuzz_int(&c, 1);
		step->body = fuzz_bytes(&c, (size_t) fuzz_int(&c, 2));
		step->said = (mynd_slice){NULL, 0};
	}
}

/* Bits of the byte that chooses among them. */
enum {
	HAS_PASSWORD = 1,
	HAS_DATABASE = 2,
	HAS_ATTRIBUTE = 4,
	ON_UNIX_SOCKET = 8,
	ALLOWS_CLEARTEXT = 16,
	REFUSES_KEY = 32,
	ALLOWS_FILE = 64,
	IS_BIG = 128
};

static mynd_slice key_of(uint8_t which)
{
	switch (which & 3) {
	case 1:
		return mynd_slice_of(FUZZ_PUBLIC_KEY);
	case 2:
		return mynd_slice_of("-----BEGIN PUBLIC KEY-----\nnone\n-----END PUBLIC KEY-----\n");
	default:
		return (mynd_slice){NULL, 0};
	}
}

talk_options talk_options_of(mynd_slice head)
{
	static const size_t buffers[] = {4096, 1024, 1025, 1500, 16384, 65536, 300000, 2048};
	static const size_t larges[] = {256, 0, 32, 33, 64, 250, 1000, 20000};
	static const size_t commands[] = {4096, 0, 64, 300};
	mynd_cursor c = mynd_cursor_over(head.ptr, head.len);
	talk_options o = {.session.capabilities = fuzz_int(&c, 8)};
	o.session.required = fuzz_int(&c, 4) & o.session.capabilities;
	uint8_t bits = (uint8_t) fuzz_int(&c, 1), sizes = (uint8_t) fuzz_int(&c, 1),
	        more = (uint8_t) fuzz_int(&c, 1);
	o.refuse_at = (unsigned) fuzz_int(&c, 1);
	o.fail_at = (unsigned) fuzz_int(&c, 1);
	o.random = (uint32_t) fuzz_int(&c, 2);
	o.session.collation = (uint8_t) fuzz_int(&c, 1);
	o.session.user = mynd_slice_of("root");
	o.session.password = mynd_slice_of(bits & HAS_PASSWORD ? TALK_PASSWORD : "");
	o.session.database = mynd_slice_of(bits & HAS_DATABASE ? "shop" : "");
	o.attribute = (mynd_attribute){mynd_slice_of("_client_name"), mynd_slice_of("mynd")};
	o.session.attribute_count = (bits & HAS_ATTRIBUTE) != 0;
	o.session.unix_socket = (bits & ON_UNIX_SOCKET) != 0;
	o.session.allow_cleartext = (bits & ALLOWS_CLEARTEXT) != 0;
	o.session.refuse_server_key = (bits & REFUSES_KEY) != 0;
	o.session.allow_infile = (bits & ALLOWS_FILE) != 0;
	o.session.public_key = key_of(more);
	o.session.max_packet = 1u << 30;
	o.session.command_buffer = commands[more >> 2 & 3];
	o.session.large_cell = larges[sizes & 7];
	o.session.read_buffer = o.buffer = buffers[sizes >> 3 & 7];
	o.big = (bits & IS_BIG) != 0;
	return o;
}
