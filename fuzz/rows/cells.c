/*
 * Flat rows, read by what the protocol says, without the driver.
 */
#include "rows.h"

flat_reader flat_open(const scene *s, flat_row row)
{
	flat_reader r = {s, {row.data, row.data + row.len}, NULL, 0, false};
	if (s->binary) {
		size_t head = 1 + ((size_t) s->count + 9) / 8;
		r.bad = row.len < head || row.data[0] != 0;
		r.nulls = row.data + 1;
		r.rest.pos += r.bad ? 0 : head;
	}
	return r;
}

static unsigned width_of(uint8_t type)
{
	switch (type) {
	case 1:
		return 1;
	case 2:
	case 13:
		return 2;
	case 3:
	case 4:
	case 9:
		return 4;
	case 5:
	case 8:
		return 8;
	}
	return 0;
}

/* Lengths that dates and times may have. */
static bool may_be_so_long(uint8_t type, size_t len)
{
	if (type == 7 || type == 10 || type == 12) {
		return len == 0 || len == 4 || len == 7 || len == 11;
	}
	return type != 11 || len == 0 || len == 8 || len == 12;
}

static bool read_length(flat_reader *r, uint64_t *len)
{
	size_t left = (size_t) (r->rest.end - r->rest.pos);
	if (left == 0 || *r->rest.pos == 0xFF || (r->scene->binary && *r->rest.pos == 0xFB)) {
		return false;
	}
	uint8_t first = *r->rest.pos++;
	unsigned width = first < 0xFB ? 0 : first == 0xFC ? 2 : first == 0xFD ? 3 : 8;
	if (width > left - 1) {
		return false;
	}
	*len = width == 0 ? first : 0;
	for (unsigned i = 0; i < width; i++) {
		*len |= (uint64_t) *r->rest.pos++ << (8 * i);
	}
	return *len <= (uint64_t) (r->rest.end - r->rest.pos);
}

bool flat_next(flat_reader *r, flat_cell *cell)
{
	uint32_t i = r->at;
	uint64_t len;
	if (r->bad || i == r->scene->count) {
		return false;
	}
	r->at++;
	*cell = (flat_cell){r->rest.pos, NULL, 0};
	if (r->nulls != NULL && (r->nulls[(i + 2) / 8] >> ((i + 2) % 8) & 1)) {
		return true;
	}
	if (!r->scene->binary && r->rest.pos < r->rest.end && *r->rest.pos == 0xFB) {
		r->rest.pos++;
		return true;
	}
	unsigned width = r->scene->binary ? width_of(r->scene->types[i]) : 0;
	if (width > 0) {
		len = width;
		r->bad = (size_t) (r->rest.end - r->rest.pos) < width;
	} else {
		r->bad = !read_length(r, &len) || (r->scene->binary && !may_be_so_long(r->scene->types[i], len));
	}
	if (r->bad) {
		return false;
	}
	cell->body = r->rest.pos;
	cell->len = (size_t) len;
	r->rest.pos += len;
	return true;
}

bool flat_is_row(const scene *s, flat_row row)
{
	flat_cell cell;
	flat_reader r = flat_open(s, row);
	while (flat_next(&r, &cell)) {
		;
	}
	return !r.bad && r.rest.pos == r.rest.end;
}

static void *large_of(scene *s, const flat_cell *cell)
{
	mynd_allocator allocator = mynd_rows_allocator(&s->counts);
	uint8_t *body;
	void *large = allocator.alloc(allocator.context, cell->len, &body);
	if (large != NULL) {
		memcpy(body, cell->body, cell->len);
	}
	return large;
}

mynd_row flat_pack(scene *s, flat_row row, size_t large)
{
	flat_cell cell;
	flat_reader r = flat_open(s, row);
	uint8_t *data = malloc(row.len + (size_t) s->count * MYND_CELL_LARGE_BYTES), *to = data;
	bool has_large = false;
	size_t head = (size_t) (r.rest.pos - row.data);
	memcpy(to, row.data, head);
	to += head;
	while (flat_next(&r, &cell)) {
		void *string = cell.body != NULL && cell.body != cell.start && cell.len >= large &&
		                       (!s->binary || width_of(s->types[r.at - 1]) == 0)
		                   ? large_of(s, &cell)
		                   : NULL;
		if (string != NULL) {
			has_large = true;
			mynd_cell_write_large(to, string, cell.len);
			to += MYND_CELL_LARGE_BYTES;
			continue;
		}
		size_t len = (size_t) (r.rest.pos - cell.start);
		memcpy(to, cell.start, len);
		to += len;
	}
	size_t len = (size_t) (to - data);
	return (mynd_row){realloc(data, len == 0 ? 1 : len), len, has_large};
}
