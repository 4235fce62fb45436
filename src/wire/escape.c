/*
 * Escaping of strings for use between single quotes, as the server's lexer reads them in the link's character
 * set.
 *
 * Always true: the output is a sequence of units, and the server divides it into the same units: a whole
 * character, a backslash and one byte, or one byte that neither ends the string nor begins a character. So no
 * byte of the input can form a character with the backslash or the quote after it, and the server's string is
 * the input. This depends on charset.c, which accepts no bytes as a character that the server would not; and
 * a lead byte that begins no valid character is always escaped.
 */
#include "charset.h"

/* The byte to write after the backslash; 0: the byte needs no backslash (MySQL manual, "String Literals"). */
static const uint8_t escape_letter[256] = {
    ['\0'] = '0', ['\n'] = 'n', ['\r'] = 'r', [0x1A] = 'Z', ['\\'] = '\\', ['\''] = '\'', ['"'] = '"'};

/*
 * Most text needs no escaping: it is copied in blocks, and only blocks that need escaping are read byte by
 * byte.
 */
typedef uint8_t block __attribute__((vector_size(16)));
typedef uint64_t block_halves __attribute__((vector_size(16)));

static inline block load(const uint8_t *from)
{
	block b;
	memcpy(&b, from, sizeof b);
	return b;
}

static inline bool any(block mask)
{
	block_halves halves = (block_halves) mask;
	return (halves[0] | halves[1]) != 0;
}

static inline block needs_backslash(block b)
{
	return (
	    block) ((b == 0) | (b == '\n') | (b == '\r') | (b == 0x1A) | (b == '\\') | (b == '\'') | (b == '"'));
}

/*
 * Copies whole blocks as long as they contain no byte that needs a backslash, nor (`ascii`) a byte of 0x80 or
 * above. Returns the number of bytes copied.
 */
static size_t copy_blocks(const uint8_t *from, size_t len, bool ascii, uint8_t *to)
{
	size_t done = 0;
	while (len - done >= sizeof(block)) {
		block b = load(from + done);
		block special = needs_backslash(b);
		if (ascii) {
			special |= b & 0x80;
		}
		if (any(special)) {
			break;
		}
		memcpy(to + done, &b, sizeof b);
		done += sizeof b;
	}
	return done;
}

static inline uint8_t *put_escaped(uint8_t *to, uint8_t letter)
{
	to[0] = '\\';
	to[1] = letter;
	return to + 2;
}

static uint8_t *escape_bytes(const uint8_t *s, const uint8_t *end, uint8_t *to)
{
	for (; s < end; s++) {
		if (escape_letter[*s] != 0) {
			to = put_escaped(to, escape_letter[*s]);
		} else {
			*to++ = *s;
		}
	}
	return to;
}

static uint8_t *escape_single_byte(mynd_slice from, uint8_t *to)
{
	const uint8_t *s = from.ptr, *end = s + from.len;
	while (s < end) {
		size_t copied = copy_blocks(s, (size_t) (end - s), false, to);
		s += copied;
		to += copied;
		const uint8_t *stop = (size_t) (end - s) > sizeof(block) ? s + sizeof(block) : end;
		to = escape_bytes(s, stop, to);
		s = stop;
	}
	return to;
}

/* Writes one character, or one byte that is not part of a character, from *s on. */
static inline uint8_t *escape_character(
    const mynd_character_rules *rules, const uint8_t **s, const uint8_t *end, uint8_t *to)
{
	uint8_t byte = **s;
	unsigned len = byte >= 0x80 ? rules->multibyte(*s, end) : 0;
	if (len > 0) {
		while (len-- > 0) { /* too short for a call of memcpy */
			*to++ = *(*s)++;
		}
		return to;
	}
	(*s)++;
	if (escape_letter[byte] != 0) {
		return put_escaped(to, escape_letter[byte]);
	}
	if (rules->lead != NULL && rules->lead(byte) > 1) {
		return put_escaped(to, byte);
	}
	*to = byte;
	return to + 1;
}

static uint8_t *escape_multi_byte(const mynd_character_rules *rules, mynd_slice from, uint8_t *to)
{
	const uint8_t *s = from.ptr, *end = s + from.len;
	while (s < end) {
		size_t copied = copy_blocks(s, (size_t) (end - s), true, to);
		s += copied;
		to += copied;
		const uint8_t *stop = (size_t) (end - s) > sizeof(block) ? s + sizeof(block) : end;
		while (s < stop) {
			to = escape_character(rules, &s, end, to);
		}
	}
	return to;
}

/*
 * Doubles single quotes. Every byte 0x27 is a quote: in no character set can it be a later byte of a
 * character.
 */
static uint8_t *double_quotes(mynd_slice from, uint8_t *to)
{
	const uint8_t *s = from.ptr, *end = s + from.len;
	while (s < end) {
		const uint8_t *quote = memchr(s, '\'', (size_t) (end - s));
		size_t len = (size_t) ((quote != NULL ? quote + 1 : end) - s);
		memcpy(to, s, len);
		to += len;
		s += len;
		if (quote != NULL) {
			*to++ = '\'';
		}
	}
	return to;
}

size_t mynd_escape(const mynd_charset *charset, bool no_backslash, mynd_slice from, uint8_t *to)
{
	uint8_t *end = to;
	if (from.len == 0) {
		*to = '\0';
		return 0;
	}
	if (no_backslash) {
		end = double_quotes(from, to);
	} else if (charset == NULL || mynd_charset_rules(charset)->multibyte == NULL) {
		end = escape_single_byte(from, to);
	} else {
		end = escape_multi_byte(mynd_charset_rules(charset), from, to);
	}
	*end = '\0';
	return (size_t) (end - to);
}
