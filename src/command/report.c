/*
 * The report of a request's commands (report.h).
 *
 * The entries are in a hash table with open addressing. An entry and its strings are one allocation. The
 * number of an entry has the number of its request in its upper half: a reply that comes after the end of its
 * request belongs to no entry.
 */
#include "php.h"

#include "report.h"
#include "../board/board.h"
#include "../wire/digest.h"

#define SLOTS 2048 /* a power of two, above MYND_REPORT_MOST */

typedef struct report {
	mynd_report_settings settings;
	bool on;
	uint32_t request; /* never 0 */
	uint32_t count;
	uint32_t *slots; /* 1 + an index of entries; malloc'ed with the first entry */
	mynd_report_entry **entries;
} report;

static __thread report this;

bool mynd_report_is_on(void)
{
	return this.on;
}

static void forget(void)
{
	for (uint32_t i = 0; i < this.count; i++) {
		free(this.entries[i]);
	}
	free(this.slots);
	free(this.entries);
	this.slots = NULL;
	this.entries = NULL;
	this.count = 0;
}

void mynd_report_begin(const mynd_report_settings *settings)
{
	mynd_report_end();
	this.settings = *settings;
	this.on = settings->on || settings->slow_log != NULL;
	if (++this.request == 0) {
		this.request = 1;
	}
	if (settings->slow_log != NULL) {
		mynd_slow_log_begin();
	}
}

static void tell_repeated(const mynd_report_settings *settings, const mynd_report_entry *entry)
{
	mynd_board_add(MYND_BOARD_repeated, entry->sums.count);
	if (settings->slow_log != NULL) {
		mynd_slow_log_repeated(settings, entry);
	}
}

void mynd_report_end(void)
{
	const mynd_report_settings *settings = &this.settings;
	for (uint32_t i = 0; settings->repeats > 0 && i < this.count; i++) {
		if (this.entries[i]->sums.count > settings->repeats) {
			tell_repeated(settings, this.entries[i]);
		}
	}
	forget();
	this.on = false;
	const mynd_report_settings ended = *settings;
	this.settings = (mynd_report_settings){0};
	if (ended.slow_log != NULL) {
		mynd_slow_log_end(&ended);
	}
}

const mynd_report_entry *const *mynd_report_entries(uint32_t *count)
{
	*count = this.count;
	return (const mynd_report_entry *const *) this.entries;
}

/* --- the place in the program --- */

typedef struct place {
	const zend_execute_data *frame; /* NULL: not sent by code of the program */
	const char *file;
	uint32_t line;
} place;

/*
 * Returns true if the file is not to be shown. "mynd" is the file name of the code that runs the Generators
 * of the driver's own functions.
 */
static bool is_skipped(const zend_string *file)
{
	if (zend_string_equals_literal(file, "mynd")) {
		return true;
	}
	const char *piece = this.settings.skipped;
	while (piece != NULL && *piece != '\0') {
		size_t len = strcspn(piece, ":");
		if (len > 0 && zend_memnstr(ZSTR_VAL(file), piece, len, ZSTR_VAL(file) + ZSTR_LEN(file)) != NULL) {
			return true;
		}
		piece += len + (piece[len] == ':');
	}
	return false;
}

/* As zend_get_executed_lineno(), for a frame that may be an outer one. */
static uint32_t line_of(const zend_execute_data *frame)
{
	const zend_op *opline = frame->opline;
	if (opline == NULL) { /* the function has not begun */
		return frame->func->op_array.opcodes[0].lineno;
	}
	bool is_unwinding = EG(exception) && opline->opcode == ZEND_HANDLE_EXCEPTION && opline->lineno == 0;
	return is_unwinding && EG(opline_before_exception) ? EG(opline_before_exception)->lineno : opline->lineno;
}

/* Returns the innermost place whose file is not skipped; if all are skipped, the innermost. */
static place find_place(void)
{
	const zend_execute_data *innermost = NULL, *frame = EG(current_execute_data);
	for (; frame != NULL; frame = frame->prev_execute_data) {
		if (frame->func == NULL || !ZEND_USER_CODE(frame->func->type)) {
			continue;
		}
		innermost = innermost == NULL ? frame : innermost;
		if (!is_skipped(frame->func->op_array.filename)) {
			break;
		}
	}
	frame = frame == NULL ? innermost : frame;
	return frame == NULL ? (place){NULL, NULL, 0}
	                     : (place){frame, ZSTR_VAL(frame->func->op_array.filename), line_of(frame)};
}

const char *mynd_report_place(uint32_t *line)
{
	place where = find_place();
	*line = where.line;
	return where.file == NULL ? "[no active file]" : where.file;
}

/* Writes "name", "class::name", or "" outside of functions. Returns its length, also if it does not fit. */
static size_t put_function(char *to, size_t size, const place *where)
{
	const zend_function *function = where->frame == NULL ? NULL : where->frame->func;
	if (function == NULL || function->common.function_name == NULL) {
		return (size_t) snprintf(to, size, "%s", "");
	}
	const zend_class_entry *scope = function->common.scope;
	return (size_t) snprintf(to, size, "%s%s%s", scope == NULL ? "" : ZSTR_VAL(scope->name),
	    scope == NULL ? "" : "::", ZSTR_VAL(function->common.function_name));
}

/* --- entries --- */

static bool is_same(const mynd_report_entry *entry, uint64_t hash, mynd_slice digest, const place *where)
{
	return entry->hash == hash && entry->line == where->line && entry->digest_len == digest.len &&
	       memcmp(entry->digest, digest.ptr, digest.len) == 0 &&
	       (where->file == NULL ? entry->file == NULL
	                            : entry->file != NULL && strcmp(entry->file, where->file) == 0);
}

static mynd_report_entry *make(uint64_t hash, mynd_slice digest, const place *where)
{
	size_t file = where->file == NULL ? 0 : strlen(where->file) + 1;
	size_t function = put_function(NULL, 0, where) + 1;
	mynd_report_entry *entry = calloc(1, sizeof *entry + digest.len + file + function);
	if (entry == NULL) {
		return NULL;
	}
	char *at = (char *) (entry + 1);
	entry->hash = hash;
	entry->line = where->line;
	entry->digest_len = (uint32_t) digest.len;
	entry->digest = memcpy(at, digest.ptr, digest.len);
	at += digest.len;
	entry->file = file == 0 ? NULL : memcpy(at, where->file, file);
	at += file;
	put_function(at, function, where);
	entry->function = at;
	return entry;
}

static bool has_room(void)
{
	if (this.slots == NULL) {
		this.slots = calloc(SLOTS, sizeof *this.slots);
		this.entries = calloc(MYND_REPORT_MOST + 1, sizeof(mynd_report_entry *));
	}
	if (this.slots == NULL || this.entries == NULL) {
		forget();
		return false;
	}
	return true;
}

/*
 * Finds or makes the entry. Returns 1 + its index; 0 if there is no memory, or there are `most` entries
 * already.
 */
static uint32_t find(mynd_slice digest, const place *where, uint32_t most)
{
	uint64_t hash = zend_inline_hash_func((const char *) digest.ptr, digest.len) ^
	                (uint64_t) where->line * UINT64_C(0x9e3779b97f4a7c15);
	if (!has_room()) {
		return 0;
	}
	uint32_t *at = &this.slots[hash % SLOTS];
	while (*at != 0 && !is_same(this.entries[*at - 1], hash, digest, where)) {
		at = at + 1 == this.slots + SLOTS ? this.slots : at + 1;
	}
	if (*at == 0) {
		mynd_report_entry *entry = this.count < most ? make(hash, digest, where) : NULL;
		if (entry == NULL) {
			return 0;
		}
		this.entries[this.count] = entry;
		*at = ++this.count;
	}
	return *at;
}

static uint32_t find_or_others(mynd_slice digest, const place *where)
{
	static const char others[] = "(other commands)";
	const place nowhere = {NULL, NULL, 0};
	uint32_t at = find(digest, where, MYND_REPORT_MOST);
	return at != 0 ? at
	               : find((mynd_slice){(const uint8_t *) others, sizeof others - 1}, &nowhere,
	                     MYND_REPORT_MOST + 1);
}

/* --- commands --- */

static void ask(mynd_report_sample *sample, mynd_slice digest, bool asks)
{
	place where = find_place();
	uint32_t at = find_or_others(digest, &where);
	sample->entry = at == 0 ? 0 : (uint64_t) this.request << 32 | at;
	sample->at = mynd_board_now();
	sample->waits = true;
	if (at != 0 && asks) {
		this.entries[at - 1]->sums.count++;
	}
}

void mynd_report_ask(mynd_report_sample *sample, mynd_slice text, bool asks)
{
	mynd_report_sample_forget(sample);
	if (!this.on) {
		return;
	}
	char digest[MYND_REPORT_DIGEST];
	ask(sample, (mynd_slice){(const uint8_t *) digest, mynd_sql_digest(text, digest, sizeof digest)}, asks);
	if (this.settings.literals && this.settings.slow_log != NULL) {
		sample->text_len = MIN(text.len, MYND_REPORT_TEXT);
		sample->text = malloc(sample->text_len + 1);
		if (sample->text != NULL && sample->text_len > 0) {
			memcpy(sample->text, text.ptr, sample->text_len);
		}
	}
}

void mynd_report_ask_named(mynd_report_sample *sample, const char *name)
{
	mynd_report_sample_forget(sample);
	if (this.on) {
		ask(sample, (mynd_slice){(const uint8_t *) name, strlen(name)}, true);
	}
}

void mynd_report_sample_forget(mynd_report_sample *sample)
{
	free(sample->text);
	*sample = (mynd_report_sample){0};
}

void mynd_report_replied(const mynd_report_sample *sample, const mynd_replied *replied)
{
	if (!this.on || sample->entry >> 32 != this.request) {
		return;
	}
	mynd_report_entry *entry = this.entries[(uint32_t) sample->entry - 1];
	mynd_report_sums more = replied->sums;
	more.nanoseconds = (uint64_t) (mynd_board_now() - sample->at);
	more.waited = MIN(more.waited, more.nanoseconds);
	entry->sums.round_trips += more.round_trips;
	entry->sums.ahead += more.ahead;
	entry->sums.rows += more.rows;
	entry->sums.bytes += more.bytes;
	entry->sums.errors += replied->error != 0;
	entry->sums.nanoseconds += more.nanoseconds;
	entry->sums.waited += more.waited;
	if (this.settings.slow_log != NULL && more.nanoseconds > (uint64_t) this.settings.slow) {
		mynd_replied whole = *replied;
		whole.sums = more;
		mynd_slow_log_write(&this.settings, entry, sample, &whole);
	}
}
