/*
 * Rows into PHP values: columns and rows of the input go through the store, in every way that a link has, and
 * are read in every way that a program has; each value is compared with what the row said, and nothing is
 * left of it.
 */
#include "rows.h"

enum { BUDGET = 1 << 17, BUDGET_SELDOM = 1 << 20 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	fuzz_php_start();
	return 0;
}

static void play(mynd_cursor input)
{
	scene s = {.input = input};
	uint8_t mode = (uint8_t) fuzz_int(&s.input, 1);
	s.binary = mode & 1;
	s.native = mode & 2;
	s.budget = mode >> 3 == 31 ? BUDGET_SELDOM : BUDGET;
	make_columns(&s);
	s.store = mynd_store_new(s.columns);
	fuzz_tell("%u columns, %s%s", s.count, s.binary ? "binary" : "text", s.native ? ", native" : "");
	fill_store(&s);
	if (!(mode & 4) || s.row_count % 8 != 0) { /* else it goes before it is finished */
		mynd_store_finish(s.store);
		read_all(&s);
	}
	if (s.store != NULL) {
		mynd_store_free(s.store);
	}
	mynd_columns_release(s.columns);
	mynd_columns_release(s.judge);
	for (size_t i = 0; i < s.row_count; i++) {
		free(s.rows[i].data);
	}
	free(s.rows);
	free(s.types);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	mynd_slice copy = fuzz_copy((mynd_slice){data, size});
	fuzz_php_input_begins();
	play((mynd_cursor){copy.ptr, copy.ptr + copy.len});
	fuzz_php_input_ends();
	free((void *) copy.ptr);
	return 0;
}
