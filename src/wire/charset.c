/*
 * Finds character sets, and recognizes the characters of each multi-byte set.
 *
 * Always true: a `character` function reads no byte at or after `end`, and accepts only bytes that a server
 * takes for one character; a `lead` function accepts every byte that can begin a character of several bytes.
 * Escaping depends on both. Sources: MySQL manual, "Character Sets, Collations, Unicode"; the byte ranges of
 * Big5, EUC-KR, GB 2312, GBK, GB 18030, Shift_JIS, EUC-JP and UTF-8 as both servers apply them.
 */
#include "charset_table.h"

const mynd_character_rules *mynd_charset_rules(const mynd_charset *charset)
{
	static const mynd_character_rules rules[] = {
	    [MYND_SINGLE_BYTE] = {NULL, NULL},
	    [MYND_BIG5] = {mynd_big5_character, mynd_big5_lead},
	    [MYND_EUCKR] = {mynd_euckr_character, mynd_euckr_lead},
	    [MYND_GB18030] = {mynd_gb18030_character, mynd_gbk_lead},
	    [MYND_GB2312] = {mynd_gb2312_character, mynd_gb2312_lead},
	    [MYND_GBK] = {mynd_gbk_character, mynd_gbk_lead},
	    [MYND_SJIS] = {mynd_sjis_character, mynd_sjis_lead},
	    [MYND_UJIS] = {mynd_ujis_character, mynd_ujis_lead},
	    [MYND_UTF8MB3] = {mynd_utf8mb3_character, NULL},
	    [MYND_UTF8MB4] = {mynd_utf8mb4_character, NULL},
	};
	return &rules[charset->family];
}

const mynd_charset *mynd_charset_by_id(unsigned id)
{
	size_t low = 0, high = mynd_charset_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (mynd_charset_table[middle].id == id) {
			return &mynd_charset_table[middle];
		}
		if (mynd_charset_table[middle].id < id) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return NULL;
}

/* Character set names are lower-case ASCII letters and digits. */
static bool is_name(mynd_slice given, const char *name)
{
	size_t len = strlen(name);
	if (given.len != len) {
		return false;
	}
	for (size_t i = 0; i < len; i++) {
		uint8_t byte = given.ptr[i];
		if (byte >= 'A' && byte <= 'Z') {
			byte |= 0x20;
		}
		if (byte != (uint8_t) name[i]) {
			return false;
		}
	}
	return true;
}

const mynd_charset *mynd_charset_by_name(mynd_slice name)
{
	if (is_name(name, "utf8mb3")) {
		name = mynd_slice_of("utf8");
	}
	for (size_t i = 0; i < mynd_charset_default_count; i++) {
		const mynd_charset *charset = &mynd_charset_table[mynd_charset_defaults[i]];
		if (is_name(name, charset->name)) {
			return charset;
		}
	}
	return NULL;
}

const mynd_charset *mynd_charset_by_collation(mynd_slice name)
{
	for (size_t i = 0; i < mynd_charset_count; i++) {
		if (is_name(name, mynd_charset_table[i].collation)) {
			return &mynd_charset_table[i];
		}
	}
	return NULL;
}

static inline bool within(uint8_t byte, uint8_t low, uint8_t high)
{
	return byte >= low && byte <= high;
}

static inline bool has(const uint8_t *s, const uint8_t *end, size_t len)
{
	return (size_t) (end - s) >= len;
}

unsigned mynd_big5_lead(uint8_t byte)
{
	return within(byte, 0xA1, 0xF9) ? 2 : 1;
}

unsigned mynd_big5_character(const uint8_t *s, const uint8_t *end)
{
	bool valid =
	    has(s, end, 2) && within(s[0], 0xA1, 0xF9) && (within(s[1], 0x40, 0x7E) || within(s[1], 0xA1, 0xFE));
	return valid ? 2 : 0;
}

unsigned mynd_euckr_lead(uint8_t byte)
{
	return within(byte, 0x81, 0xFE) ? 2 : 1;
}

unsigned mynd_euckr_character(const uint8_t *s, const uint8_t *end)
{
	bool valid = has(s, end, 2) && within(s[0], 0x81, 0xFE) &&
	             (within(s[1], 0x41, 0x5A) || within(s[1], 0x61, 0x7A) || within(s[1], 0x81, 0xFE));
	return valid ? 2 : 0;
}

unsigned mynd_gb2312_lead(uint8_t byte)
{
	return within(byte, 0xA1, 0xF7) ? 2 : 1;
}

unsigned mynd_gb2312_character(const uint8_t *s, const uint8_t *end)
{
	bool valid = has(s, end, 2) && within(s[0], 0xA1, 0xF7) && within(s[1], 0xA1, 0xFE);
	return valid ? 2 : 0;
}

unsigned mynd_gbk_lead(uint8_t byte)
{
	return within(byte, 0x81, 0xFE) ? 2 : 1;
}

unsigned mynd_gbk_character(const uint8_t *s, const uint8_t *end)
{
	bool valid =
	    has(s, end, 2) && within(s[0], 0x81, 0xFE) && (within(s[1], 0x40, 0x7E) || within(s[1], 0x80, 0xFE));
	return valid ? 2 : 0;
}

/* Accepts GBK's two bytes, or four, of which the second and the fourth are digits. */
unsigned mynd_gb18030_character(const uint8_t *s, const uint8_t *end)
{
	if (mynd_gbk_character(s, end) != 0) {
		return 2;
	}
	bool valid = has(s, end, 4) && within(s[0], 0x81, 0xFE) && within(s[1], '0', '9') &&
	             within(s[2], 0x81, 0xFE) && within(s[3], '0', '9');
	return valid ? 4 : 0;
}

unsigned mynd_sjis_lead(uint8_t byte)
{
	return within(byte, 0x81, 0x9F) || within(byte, 0xE0, 0xFC) ? 2 : 1;
}

unsigned mynd_sjis_character(const uint8_t *s, const uint8_t *end)
{
	bool valid =
	    has(s, end, 2) && mynd_sjis_lead(s[0]) == 2 && (within(s[1], 0x40, 0x7E) || within(s[1], 0x80, 0xFC));
	return valid ? 2 : 0;
}

enum { EUC_KATAKANA = 0x8E, EUC_THREE_BYTES = 0x8F }; /* single shifts 2 and 3 */

unsigned mynd_ujis_lead(uint8_t byte)
{
	if (byte == EUC_THREE_BYTES) {
		return 3;
	}
	return byte == EUC_KATAKANA || within(byte, 0xA1, 0xFE) ? 2 : 1;
}

unsigned mynd_ujis_character(const uint8_t *s, const uint8_t *end)
{
	if (!has(s, end, 2)) {
		return 0;
	}
	if (s[0] == EUC_KATAKANA) {
		return within(s[1], 0xA1, 0xDF) ? 2 : 0;
	}
	if (s[0] == EUC_THREE_BYTES) {
		return has(s, end, 3) && within(s[1], 0xA1, 0xFE) && within(s[2], 0xA1, 0xFE) ? 3 : 0;
	}
	return within(s[0], 0xA1, 0xFE) && within(s[1], 0xA1, 0xFE) ? 2 : 0;
}

static inline bool continues(uint8_t byte)
{
	return within(byte, 0x80, 0xBF);
}

/* Accepts UTF-8 of two and three bytes; also surrogates, as the servers do. */
unsigned mynd_utf8mb3_character(const uint8_t *s, const uint8_t *end)
{
	if (within(s[0], 0xC2, 0xDF)) {
		return has(s, end, 2) && continues(s[1]) ? 2 : 0;
	}
	if (!within(s[0], 0xE0, 0xEF) || !has(s, end, 3)) {
		return 0;
	}
	bool shortest = s[0] > 0xE0 || s[1] >= 0xA0;
	return shortest && continues(s[1]) && continues(s[2]) ? 3 : 0;
}

unsigned mynd_utf8mb4_character(const uint8_t *s, const uint8_t *end)
{
	if (!within(s[0], 0xF0, 0xF4)) {
		return mynd_utf8mb3_character(s, end);
	}
	if (!has(s, end, 4)) {
		return 0;
	}
	bool in_range = (s[0] > 0xF0 || s[1] >= 0x90) && (s[0] < 0xF4 || s[1] <= 0x8F);
	return in_range && continues(s[1]) && continues(s[2]) && continues(s[3]) ? 4 : 0;
}

bool mynd_charset_hides_backslash(const mynd_charset *charset)
{
	const mynd_character_rules *rules = mynd_charset_rules(charset);
	uint8_t bytes[2] = {0x80, '\\'};
	while (rules->lead != NULL && bytes[0] < 0xFF) {
		bytes[0]++;
		if (rules->multibyte(bytes, bytes + sizeof bytes) == sizeof bytes) {
			return true;
		}
	}
	return false;
}
