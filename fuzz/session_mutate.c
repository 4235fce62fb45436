/*
 * How talks are changed: step by step, so that a change of one leaves the others what they were; and as mere
 * bytes, now and then.
 */
#include "session.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
    uint8_t *out, size_t out_max, unsigned int seed);

/* --- talks as lists of places --- */

/* Where the steps are: step i is data[at[i]] to data[at[i + 1]]. */
typedef struct places {
	size_t at[TALK_STEPS_MAX + 1];
	size_t count;
} places;

static size_t step_size(const uint8_t *data, size_t left)
{
	size_t len = left < TALK_STEP_HEAD ? left : TALK_STEP_HEAD + ((size_t) data[2] | (size_t) data[3] << 8);
	return len < left ? len : left;
}

static void find_places(places *p, const uint8_t *data, size_t size)
{
	size_t at = size < TALK_HEAD_SIZE ? size : TALK_HEAD_SIZE;
	for (p->count = 0; at < size && p->count < TALK_STEPS_MAX; p->count++) {
		p->at[p->count] = at;
		at += step_size(data + at, size - at);
	}
	p->at[p->count] = at;
}

/* Replaces data[from] to data[to] by the bytes; the new size, or the old one if there is no room. */
static size_t replace(
    uint8_t *data, size_t size, size_t max_size, size_t from, size_t to, const uint8_t *by, size_t len)
{
	if (size - (to - from) + len > max_size) {
		return size;
	}
	memmove(data + from + len, data + to, size - to);
	if (len > 0) {
		memcpy(data + from, by, len);
	}
	return size - (to - from) + len;
}

/* --- changes --- */

#define BODY_MAX 4096

static size_t change_body(uint8_t *data, size_t size, size_t max_size, const places *p, uint32_t *random)
{
	uint8_t step[TALK_STEP_HEAD + BODY_MAX];
	size_t i = fuzz_below(random, (uint32_t) p->count), from = p->at[i], len = p->at[i + 1] - from;
	if (len < TALK_STEP_HEAD || len > sizeof step) {
		return size;
	}
	memcpy(step, data + from, len);
	size_t room = len - TALK_STEP_HEAD + 64 < BODY_MAX ? len - TALK_STEP_HEAD + 64 : BODY_MAX;
	size_t body = LLVMFuzzerMutate(step + TALK_STEP_HEAD, len - TALK_STEP_HEAD, room);
	step[2] = (uint8_t) body;
	step[3] = (uint8_t) (body >> 8);
	return replace(data, size, max_size, from, from + len, step, TALK_STEP_HEAD + body);
}

static size_t change_head(uint8_t *data, size_t size, const places *p, uint32_t *random)
{
	size_t i = fuzz_below(random, (uint32_t) p->count + 1);
	if (i == p->count) {
		LLVMFuzzerMutate(data, TALK_HEAD_SIZE, TALK_HEAD_SIZE);
		return size;
	}
	uint8_t *kind_or_arg = data + p->at[i] + fuzz_below(random, 2);
	if (kind_or_arg < data + size && fuzz_below(random, 4) == 0) {
		*kind_or_arg ^= (uint8_t) (fuzz_below(random, 8) << TALK_CUT_SHIFT); /* cut at another place */
	} else if (kind_or_arg < data + size) {
		*kind_or_arg = (uint8_t) fuzz_below(random, fuzz_below(random, 2) == 0 ? 256 : TALK_KINDS);
	}
	return size;
}

/* One or several steps are left out. */
static size_t drop(uint8_t *data, size_t size, const places *p, uint32_t *random)
{
	size_t from = fuzz_below(random, (uint32_t) p->count);
	size_t to = from + 1 + fuzz_below(random, 2) * fuzz_below(random, (uint32_t) (p->count - from));
	return replace(data, size, size, p->at[from], p->at[to], NULL, 0);
}

/* Steps of `from` go between two of `data`. */
static size_t insert(uint8_t *data, size_t size, size_t max_size, const places *p, const uint8_t *from,
    const places *q, uint32_t *random)
{
	size_t first = fuzz_below(random, (uint32_t) q->count);
	size_t behind = first + 1 + fuzz_below(random, 2) * fuzz_below(random, (uint32_t) (q->count - first));
	size_t len = q->at[behind] - q->at[first], at = p->at[fuzz_below(random, (uint32_t) p->count + 1)];
	uint8_t *copy = malloc(len);
	memcpy(copy, from + q->at[first], len);
	size = replace(data, size, max_size, at, at, copy, len);
	free(copy);
	return size;
}

/* What servers say often, with what their replies are made of. */
static size_t insert_common(uint8_t *data, size_t size, size_t max_size, const places *p, uint32_t *random)
{
	static const struct {
		uint8_t kind, arg, len;
		const char *body;
	} common[] = {
	    {TALK_PACKET, 0, 7, "\0\0\0\2\0\0\0"},
	    {TALK_PACKET, 0, 7, "\0\0\0\12\0\0\0"},
	    {TALK_PACKET, 0, 5, "\xFE\0\0\2\0"},
	    {TALK_PACKET, 0, 5, "\xFE\0\0\12\0"},
	    {TALK_PACKET, 0, 7, "\xFE\0\0\2\0\0\0"},
	    {TALK_PACKET, 0, 7, "\xFE\0\0\x42\0\0\0"},
	    {TALK_PACKET, 0, 11, "\xFF\x28\4#42000no"},
	    {TALK_PACKET, 0, 1, "\1"},
	    {TALK_PACKET, 0, 4,
	        "\xFB"
	        "abc"},
	    {TALK_PACKET, 0, 22, "\3def\0\0\0\1a\0\14\x2D\0\xFF\0\0\0\xFD\0\0\0\0\0"},
	    {TALK_PACKET, 0, 22, "\3def\0\0\0\1a\0\14\x2D\0\xFF\0\0\0\3\0\0\0\0\0"},
	    {TALK_PACKET, 0, 12, "\0\1\0\0\0\1\0\1\0\0\0\0"},
	    {TALK_PACKET, 0, 2, "\1a"},
	    {TALK_PACKET, 0, 4, "\0\0\1a"},
	    {TALK_FILL, 0, 7, "\0\2\0x\xFC\0\2"},
	    {TALK_FILL, 0, 7, "\x40\x9C\0x\xFC\x40\x9C"},
	    {TALK_TEXT, 0, 8, "SELECT 1"},
	    {TALK_TEXT, 1, 8, "SELECT ?"},
	    {TALK_TEXT, 0, 23, "LOAD DATA LOCAL INFILE "},
	    {TALK_EXECUTE, 1, 4, "\1\0\0\0"},
	    {TALK_EXECUTE, 2, 10, "\1\0\0\0\3\1abc\0"},
	    {TALK_FETCH, 0, 8, "\1\0\0\0\5\0\xFD\3"},
	    {TALK_CHANGE_USER, 3, 10, "joe\6secret"},
	    {TALK_FILE, 0, 3, "abc"},
	    {TALK_FILE, 0, 0, ""},
	    {TALK_DISCARD, 0, 0, ""},
	    {TALK_SIMPLE, MYND_COM_PING, 0, ""},
	    {TALK_SIMPLE, MYND_COM_STATISTICS, 0, ""},
	    {TALK_BUFFER, 5, 0, ""},
	    {TALK_SILENCE, 0, 0, ""},
	};
	size_t which = fuzz_below(random, sizeof common / sizeof *common);
	uint8_t step[64] = {common[which].kind, common[which].arg, common[which].len};
	memcpy(step + TALK_STEP_HEAD, common[which].body, common[which].len);
	size_t at = p->at[fuzz_below(random, (uint32_t) p->count + 1)];
	return replace(data, size, max_size, at, at, step, TALK_STEP_HEAD + (size_t) common[which].len);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	places p;
	uint32_t random = seed;
	find_places(&p, data, size);
	uint32_t what = fuzz_below(&random, 16);
	if (p.count == 0 || what == 0) {
		return LLVMFuzzerMutate(data, size, max_size);
	}
	if (what < 8) {
		return change_body(data, size, max_size, &p, &random);
	}
	if (what < 10) {
		return change_head(data, size, &p, &random);
	}
	if (what < 12) {
		return drop(data, size, &p, &random);
	}
	if (what < 14) {
		return insert(data, size, max_size, &p, data, &p, &random);
	}
	return insert_common(data, size, max_size, &p, &random);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
    uint8_t *out, size_t out_max, unsigned int seed)
{
	places p, q;
	uint32_t random = seed;
	size_t size = a_size < out_max ? a_size : out_max;
	memcpy(out, a, size);
	find_places(&p, out, size);
	find_places(&q, b, b_size);
	return q.count == 0 ? size : insert(out, size, out_max, &p, b, &q, &random);
}
