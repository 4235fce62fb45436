/*
 * Row templates: what every row of one shape has in common, built once for a result.
 *
 * A template of an associative row is a finished hash table with the keys in place; a row copies it as one block and fills
 * in its values. Where names collide, the template knows which cell wins which place, exactly as if the row had been
 * inserted cell by cell, because that is how the template was made.
 * Not here: rows (build.c).
 */
#include "columns.h"

/*
 * Packed tables are as large as they must be, rounded up to 8: should the program turn one into a hash, the engine clears
 * the hash part in steps of 64 bytes, which is 8 places.
 */
static uint32_t packed_size(uint32_t count)
{
	return count <= HT_MIN_SIZE ? HT_MIN_SIZE : (count + 7) & ~(uint32_t) 7;
}

static void init_packed(mynd_template *template, uint32_t count)
{
	zend_array *array = zend_new_array(HT_MIN_SIZE);
	zend_hash_real_init_packed(array);
	template->head = *array;
	zend_array_destroy(array);

	HashTable *head = &template->head;
	head->nTableSize = packed_size(count);
	head->nNumUsed = count;
	head->nNumOfElements = count;
	head->nNextFreeElement = (zend_long) count;
	template->data = NULL;
	template->data_size = HT_PACKED_SIZE(head);
	template->data_used = 0;
	template->straight = true;
	template->places = NULL;
}

/*
 * Inserts the number of each cell where the cell will go. An index never replaces what stands there, a name always does:
 * so stock fills a row.
 */
static void insert_cells(zend_array *array, const mynd_columns *columns, mynd_shape shape)
{
	for (uint32_t i = 0; i < columns->count; i++) {
		zval cell;
		ZVAL_LONG(&cell, (zend_long) i);
		if (shape & MYND_SHAPE_NUM) {
			zend_hash_index_add(array, i, &cell);
		}
		if (shape & MYND_SHAPE_ASSOC) {
			zend_symtable_update(array, mynd_columns_name(columns, i), &cell);
		}
	}
}

static bool is_straight(const zend_array *array, uint32_t count)
{
	if (array->nNumUsed != count) {
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (Z_LVAL(array->arData[i].val) != (zend_long) i) {
			return false;
		}
	}
	return true;
}

/* Turns the table around: for each cell the one or two places that it fills. */
static uint32_t *places_of(const zend_array *array, uint32_t count)
{
	uint32_t *places = safe_emalloc(count, 2 * sizeof(uint32_t), 0);
	for (size_t i = 0; i < (size_t) count * 2; i++) {
		places[i] = MYND_NOWHERE;
	}
	for (uint32_t place = 0; place < array->nNumUsed; place++) {
		size_t cell = (size_t) Z_LVAL(array->arData[place].val);
		size_t slot = cell * 2 + (places[cell * 2] != MYND_NOWHERE);
		places[slot] = place;
	}
	return places;
}

static void init_hash(mynd_template *template, const mynd_columns *columns, mynd_shape shape)
{
	uint32_t keys = shape == MYND_SHAPE_BOTH ? columns->count * 2 : columns->count;
	zend_array *array = zend_new_array(keys);
	zend_hash_real_init_mixed(array);
	insert_cells(array, columns, shape);
	template->straight = is_straight(array, columns->count);
	template->places = template->straight ? NULL : places_of(array, columns->count);
	for (uint32_t place = 0; place < array->nNumUsed; place++) {
		ZVAL_NULL(&array->arData[place].val);
	}
	template->head = *array;
	template->data = HT_GET_DATA_ADDR(array);
	template->data_size = HT_SIZE(array);
	template->data_used = HT_USED_SIZE(array);
	FREE_HASHTABLE(array);
}

const mynd_template *mynd_template_get(mynd_columns *columns, mynd_shape shape)
{
	mynd_template **template = &columns->templates[shape - 1];
	if (*template == NULL) {
		mynd_template *fresh = emalloc(sizeof *fresh);
		if (shape == MYND_SHAPE_NUM) {
			init_packed(fresh, columns->count);
		} else {
			init_hash(fresh, columns, shape);
		}
		*template = fresh;
	}
	return *template;
}

/* Keys are interned: the block of data owns nothing. */
void mynd_template_free(mynd_template *template)
{
	if (template->data != NULL) {
		efree(template->data);
	}
	if (template->places != NULL) {
		efree(template->places);
	}
	efree(template);
}
