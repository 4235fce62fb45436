/*
 * What a session tells: each event is checked, and noted for the comparison with the other run.
 *
 * Always true: events belong to the oldest command whose reply is not over, and each command has exactly one
 * that is its last. Slices of an event are read to their end. A row is read as its receiver would: one that
 * is none kills the session.
 */
#include "session.h"

/* --- commands --- */

void run_command(run *r, mynd_com com, const uint8_t *types, uint32_t columns)
{
	talk_command *added = calloc(1, sizeof *added);
	added->number = ++r->commands;
	added->com = com;
	added->columns = columns;
	if (types != NULL) {
		added->types = (uint8_t *) fuzz_copy((mynd_slice){types, columns}).ptr;
	}
	*(r->last != NULL ? &r->last->next : &r->first) = added;
	r->last = added;
	r->outstanding++;
}

void run_over(run *r)
{
	talk_command *over = r->first;
	r->first = over->next;
	if (r->first == NULL) {
		r->last = NULL;
	}
	r->outstanding--;
	free(over->types);
	free(over);
}

static void check_owner(run *r, const mynd_event *event)
{
	if (event->owner != (r->first == NULL ? 0 : r->first->number)) {
		fuzz_fail("event %d is of command %u, not %u", (int) event->kind, event->owner,
		    r->first == NULL ? 0 : r->first->number);
	}
	if (event->last && r->first != NULL) {
		run_over(r);
	}
	if (r->outstanding != mynd_session_pending(r->session)) {
		fuzz_fail("%u replies are outstanding, %u pending", r->outstanding, mynd_session_pending(r->session));
	}
}

/* --- notes --- */

static void add(run *r, int kind, uint64_t hash)
{
	if (r->event_count == r->event_room) {
		r->event_room = r->event_room * 2 + 64;
		r->events = realloc(r->events, r->event_room * sizeof *r->events);
	}
	r->events[r->event_count++] = (talk_event){r->step, kind, hash};
	fuzz_tell("%s: step %u event %d %016llx", r->way.name, r->step, kind, (unsigned long long) hash);
}

static uint64_t of_int(uint64_t hash, uint64_t value)
{
	return fuzz_hash(hash, &value, sizeof value);
}

static uint64_t of_slice(uint64_t hash, mynd_slice slice)
{
	return fuzz_hash(of_int(hash, slice.len), slice.ptr, slice.len);
}

static uint64_t of_error(uint64_t hash, const mynd_error *error)
{
	hash = of_int(hash, error->code);
	hash = of_int(hash, error->cause);
	hash = fuzz_hash(hash, error->sqlstate, strlen(error->sqlstate));
	fuzz_tell("  %u %s %s", error->code, error->sqlstate, error->message);
	return fuzz_hash(hash, error->message, strlen(error->message));
}

static uint64_t of_ok(uint64_t hash, const mynd_ok *ok)
{
	hash = of_int(of_int(hash, ok->affected_rows), ok->insert_id);
	hash = of_int(of_int(hash, ok->status), ok->warnings);
	return of_slice(of_slice(hash, ok->info), ok->session_state);
}

static uint64_t of_column(uint64_t hash, const mynd_column *column)
{
	const mynd_slice *texts[] = {&column->catalog, &column->schema, &column->table, &column->org_table,
	    &column->name, &column->org_name, &column->type_name, &column->format_name};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		hash = of_slice(hash, *texts[i]);
	}
	hash = of_int(of_int(hash, column->charset), column->length);
	return of_int(of_int(hash, column->type), (uint64_t) column->flags << 8 | column->decimals);
}

/* --- rows --- */

typedef struct row_reader {
	run *r;
	const uint8_t *types; /* NULL: text */
	uint32_t columns;
	const uint8_t *nulls;
	mynd_cursor c;
	bool has_large;
} row_reader;

static int open_row(row_reader *reader, run *r, const mynd_row *row)
{
	const talk_command *head = r->first;
	bool executes = head->com == MYND_COM_STMT_EXECUTE || head->com == MYND_COM_STMT_BULK_EXECUTE;
	*reader = (row_reader){r, NULL, r->columns, NULL, mynd_cursor_over(row->data, row->len), row->has_large};
	if (executes) {
		reader->types = r->types;
	} else if (head->com == MYND_COM_STMT_FETCH) {
		reader->types = head->types;
		reader->columns = head->columns;
	}
	return reader->types == NULL ? MYND_OK
	                             : mynd_binary_open((mynd_slice){row->data, row->len}, reader->columns,
	                                   &reader->nulls, &reader->c);
}

static int next_cell(row_reader *reader, uint32_t i, mynd_cell *cell)
{
	if (reader->types == NULL) {
		return mynd_cell_next(&reader->c, reader->has_large, cell);
	}
	if (mynd_binary_is_null(reader->nulls, i)) {
		*cell = (mynd_cell){NULL, 0, NULL};
		return MYND_OK;
	}
	return mynd_binary_next(&reader->c, mynd_binary_width(reader->types[i]), reader->has_large, cell);
}

/* As the allocator's values begin. */
typedef struct large {
	run *owner;
	size_t len;
	uint8_t body[];
} large;

static uint64_t of_cell(run *r, uint64_t hash, const mynd_cell *cell)
{
	if (cell->large == NULL) {
		hash = of_int(hash, mynd_cell_is_null(cell));
		return of_slice(hash, (mynd_slice){cell->ptr, cell->len});
	}
	large *value = cell->large;
	if (value->owner != r || value->len != cell->len) {
		fuzz_fail("a large cell that is none");
	}
	hash = of_slice(of_int(hash, false), (mynd_slice){value->body, value->len});
	const mynd_allocator *allocator = &r->options.session.allocator;
	allocator->release(allocator->context, value);
	return hash;
}

/* False: it is none. The session has checked those that it read cell by cell. */
static bool read_row(run *r, const mynd_row *row, uint64_t *hash)
{
	row_reader reader;
	mynd_cell cell;
	bool whole = open_row(&reader, r, row) == MYND_OK;
	for (uint32_t i = 0; whole && i < reader.columns; i++) {
		whole = next_cell(&reader, i, &cell) == MYND_OK;
		if (whole) {
			*hash = of_cell(r, *hash, &cell);
		}
	}
	whole = whole && mynd_cursor_left(&reader.c) == 0;
	if (!whole && row->has_large) {
		fuzz_fail("a row that was read cell by cell is none");
	}
	return whole;
}

static void note_row(run *r, const mynd_event *event)
{
	uint64_t hash = FUZZ_HASH_START;
	if (read_row(r, &event->row, &hash)) {
		add(r, MYND_EVENT_ROW, hash);
		return;
	}
	mynd_session_malformed(r->session, "a row");
	r->died_of_row = true;
	run_note_death(r);
}

/* --- all of them --- */

static void take_column(run *r, const mynd_column *column)
{
	if (r->columns < MYND_COLUMNS_MAX) {
		r->types[r->columns++] = column->type;
	}
}

static uint64_t hash_of(run *r, const mynd_event *event)
{
	uint64_t hash = of_int(of_int(FUZZ_HASH_START, event->owner), event->last);
	switch (event->kind) {
	case MYND_EVENT_READY:
	case MYND_EVENT_OK:
	case MYND_EVENT_COLUMNS_END:
	case MYND_EVENT_END:
		return of_ok(hash, &event->ok);
	case MYND_EVENT_COLUMNS:
		r->columns = 0;
		return of_int(hash, event->column_count);
	case MYND_EVENT_COLUMN:
		take_column(r, &event->column);
		return of_column(hash, &event->column);
	case MYND_EVENT_PREPARED:
		r->columns = 0;
		hash = of_int(of_int(hash, event->prepared.id), event->prepared.columns);
		return of_int(of_int(hash, event->prepared.parameters), event->prepared.warnings);
	case MYND_EVENT_ERROR:
		return of_error(hash, event->server_error);
	case MYND_EVENT_REFUSED:
		if (event->server_error->code == MYND_ERR_OUT_OF_MEMORY) {
			run_interrupt(r);
		}
		return of_error(hash, event->server_error);
	case MYND_EVENT_INFILE:
	case MYND_EVENT_TEXT:
		return of_slice(hash, event->text);
	case MYND_EVENT_TLS:
	case MYND_EVENT_DROPPED:
	case MYND_EVENT_ROW:
		break;
	}
	return hash;
}

void run_note(run *r, const mynd_event *event)
{
	if (event->kind == MYND_EVENT_ROW) {
		check_owner(r, event);
		note_row(r, event);
		return;
	}
	uint64_t hash = hash_of(r, event);
	add(r, event->kind, hash);
	check_owner(r, event);
}

static bool is_of_row(const mynd_error *error)
{
	return strstr(error->message, "a cell's length in a row") != NULL ||
	       strstr(error->message, "a cell goes beyond the end of its row") != NULL ||
	       strstr(error->message, "a row of more cells than columns") != NULL ||
	       strstr(error->message, "a row of fewer cells than columns") != NULL;
}

void run_note_death(run *r)
{
	const mynd_error *error = mynd_session_error(r->session);
	r->dead = true;
	r->died_of_row |= is_of_row(error);
	if (error->cause == MYND_CAUSE_MEMORY) {
		run_interrupt(r);
	}
	add(r, TALK_DIED, of_error(FUZZ_HASH_START, error));
	run_check_dead(r);
}
