/*
 * Fetches all rows of a result in one call, and handles rows that do not fit memory_limit.
 *
 * Not here: a single row (result.c).
 */
#include "internal.h"

/*
 * A list that does not fit memory_limit must become an error of the query, 2008, and not the engine's fatal
 * error. Some engines even check the limit only when a call is over, and end the process at twice the limit.
 * So the free memory is checked every 32 rows, and before a long row or a growth of the list. If free memory
 * is short, the limit is lifted while a row is built, and restored after each row.
 */
#define LOOK_EVERY 32
#define USUAL_ROW  16384 /* bytes */
#define CELL_MOST  96    /* bytes: two Buckets of the row (number and name), and a string's overhead */

static zend_always_inline bool is_tight(const mynd_result *r, const HashTable *list, bool tight)
{
	bool grows = list->nNumUsed == list->nTableSize;
	size_t len = r->event.row.len;
	if (EXPECTED(list->nNumUsed % LOOK_EVERY != 0 && !grows && len <= USUAL_ROW)) {
		return tight;
	}
	size_t table = grows ? 2 * sizeof(Bucket) * (size_t) list->nTableSize : 0;
	size_t cells = (size_t) LOOK_EVERY * CELL_MOST * mynd_columns_count(r->columns);
	return !mynd_memory_has(2 * ZEND_MM_CHUNK_SIZE + 2 * len + cells + table);
}

/*
 * Appends a row with the memory limit lifted. If the list is then larger than the limit allows, destroys it,
 * sets `out` to IS_UNDEF and returns MYND_MORE.
 */
static zend_never_inline int append_with_care(mynd_result *r, mynd_shape shape, zval *out)
{
	size_t limit;
	bool lifted = mynd_limit_lift(&limit);
	int rc = mynd_row_append(r->columns, &r->event.row, r->store != NULL, shape, out);
	if (!lifted || mynd_limit_put_back(limit)) {
		return rc;
	}
	zval_ptr_dtor(out);
	ZVAL_UNDEF(out);
	mynd_limit_put_back(limit);
	return MYND_MORE;
}

static void array_for_rows(mynd_result *r, zval *out)
{
	bool buffered = mynd_result_is_buffered(r);
	uint64_t left = buffered ? mynd_store_count(r->store) - mynd_store_position(r->store) : 0;
	if (buffered && left == 0) {
		ZVAL_EMPTY_ARRAY(out);
		return;
	}
	uint32_t size = (uint32_t) MIN(left, UINT32_MAX / 2);
	array_init_size(out, mynd_memory_has(size * sizeof(Bucket)) ? size : 0);
	zend_hash_real_init_packed(Z_ARRVAL_P(out));
}

static int too_many(mynd_result *r)
{
	mynd_link *link = r->link;
	if (link->reply.active == r && mynd_result_is_on_wire(r)) {
		mynd_result_out_of_memory(link);
		mynd_result_end_unbuffered(r);
		mynd_link_look_for_turn(link);
	} else {
		mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
	}
	return mynd_result_fail(r, &link->channel.error);
}

int mynd_result_fetch_rest(mynd_result *r, mynd_shape shape, zval *out)
{
	bool tight = false;
	uint64_t rows = 0;
	int rc;
	array_for_rows(r, out);
	while ((rc = mynd_result_advance(r)) == MYND_OK) {
		bool kept = r->store != NULL;
		tight = is_tight(r, Z_ARRVAL_P(out), tight);
		rc = UNEXPECTED(tight) ? append_with_care(r, shape, out)
		                       : mynd_row_append(r->columns, &r->event.row, kept, shape, out);
		if (UNEXPECTED(rc != MYND_OK)) {
			rc = rc == MYND_MORE ? too_many(r) : mynd_result_bad_row(r);
			break;
		}
		rows++;
	}
	mynd_result_count_fetched(r, rows);
	return rc == MYND_BAD ? MYND_BAD : MYND_OK;
}

int mynd_result_fetch_all(mynd_result *r, mynd_shape shape, zval *out)
{
	int rc = mynd_result_fetch_rest(r, shape, out);
	if (rc != MYND_OK) {
		zval_ptr_dtor(out);
		ZVAL_UNDEF(out);
	}
	return rc;
}
