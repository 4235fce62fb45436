/* The interface between charset.c and the generated charset_table.c; no other file includes this header. */
#ifndef MYND_WIRE_CHARSET_TABLE_H
#define MYND_WIRE_CHARSET_TABLE_H

#include "charset.h"

extern const mynd_charset mynd_charset_table[]; /* ascending by id */
extern const size_t mynd_charset_count;

extern const uint16_t mynd_charset_defaults[]; /* index of each character set's default collation */
extern const size_t mynd_charset_default_count;

/* The families of character sets: the sets of a family share their mynd_character_rules. */
enum {
	MYND_SINGLE_BYTE,
	MYND_BIG5,
	MYND_EUCKR,
	MYND_GB18030,
	MYND_GB2312,
	MYND_GBK,
	MYND_SJIS, /* cp932 as well */
	MYND_UJIS, /* eucjpms as well */
	MYND_UTF8MB3,
	MYND_UTF8MB4
};

/* The functions of mynd_character_rules for each family, with the servers' rules (charset.c). */
unsigned mynd_big5_character(const uint8_t *s, const uint8_t *end);
unsigned mynd_euckr_character(const uint8_t *s, const uint8_t *end);
unsigned mynd_gb18030_character(const uint8_t *s, const uint8_t *end);
unsigned mynd_gb2312_character(const uint8_t *s, const uint8_t *end);
unsigned mynd_gbk_character(const uint8_t *s, const uint8_t *end);
unsigned mynd_sjis_character(const uint8_t *s, const uint8_t *end); /* cp932 as well */
unsigned mynd_ujis_character(const uint8_t *s, const uint8_t *end); /* eucjpms as well */
unsigned mynd_utf8mb3_character(const uint8_t *s, const uint8_t *end);
unsigned mynd_utf8mb4_character(const uint8_t *s, const uint8_t *end);

unsigned mynd_big5_lead(uint8_t byte);
unsigned mynd_euckr_lead(uint8_t byte);
unsigned mynd_gbk_lead(uint8_t byte); /* gb18030 as well */
unsigned mynd_gb2312_lead(uint8_t byte);
unsigned mynd_sjis_lead(uint8_t byte);
unsigned mynd_ujis_lead(uint8_t byte);

#endif
