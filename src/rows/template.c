/*
 * Row templates: the parts that all rows of one shape have in common, built once for a result.
 *
 * A template of an associative row is a finished hash table with the keys in place; a row copies it as one
 * block and fills in its values. If names collide, `places` of the template contains where each cell goes.
 * The result is the same as if the row's cells were inserted one by one, because the template was made by
 * inserting them so. Not here: rows (build.c).
 */
#include "columns.h"
#include "../wire/checked.h"

/*
 * Tables have the size that they need, where the engine would take the next power of two (640 of 1,280 bytes
 * are empty in a row of 20 columns). The engine's source, from 8.2 on, allows that: it reads every size from
 * the table itself, and doubles sizes but never halves them. It clears the hash part in steps of 64 bytes,
 * which are 16 slots. A packed table that becomes a hash gets two slots for each place, so the number of
 * places must be a multiple of eight. For engines whose source was not checked the usual sizes are used.
 */
#define IS_KNOWN_ENGINE (PHP_VERSION_ID < 80600)

static uint32_t power_of_two(uint32_t least, uint32_t from)
{
	while (from < least) {
		from *= 2;
	}
	MYND_ASSERT((from & (from - 1)) == 0);
	return from;
}

static uint32_t places_for(uint32_t count)
{
	if (!IS_KNOWN_ENGINE || count <= HT_MIN_SIZE) {
		return power_of_two(count, HT_MIN_SIZE);
	}
	return (count + 7) & ~(uint32_t) 7;
}

/* Returns the mask for the slots of the hash: at least about three slots for two keys. */
static uint32_t mask_for(uint32_t count, uint32_t places)
{
	if (!IS_KNOWN_ENGINE) {
		return HT_SIZE_TO_MASK(places);
	}
	return (uint32_t) - (int32_t) power_of_two(count + count / 2, 2 * HT_MIN_SIZE);
}

/*
 * Returns the head of a packed array of `count` values as the engine makes it. The fields that belong to a
 * single array are set for each row. The last head is cached, so that a template copies it as one block: if
 * the template's fields were written one by one, the first row, which copies the head with wider loads, would
 * have to wait until they have left the processor's store buffer.
 */
static const HashTable *packed_head(uint32_t count)
{
	ZEND_TLS HashTable head;
	if (UNEXPECTED(head.nTableSize == 0)) {
		zend_array *array = zend_new_array(HT_MIN_SIZE);
		zend_hash_real_init_packed(array);
		head = *array;
		zend_array_destroy(array);
	}
	if (head.nNumUsed != count) {
		head.nTableSize = places_for(count);
		head.nNumUsed = count;
		head.nNumOfElements = count;
		head.nNextFreeElement = (zend_long) count;
	}
	return &head;
}

static void init_packed(mynd_template *template, uint32_t count)
{
	template->head = *packed_head(count);
	template->data = NULL;
	template->data_size = HT_PACKED_SIZE(&template->head);
	template->data_used = 0;
	template->straight = true;
	template->counted_keys = false;
	template->places = NULL;
}

/*
 * Inserts the number of each cell under the keys that the cell will have. An index never replaces an existing
 * entry, a name always does: stock fills a row in this way.
 */
static void insert_cells(zend_array *array, const mynd_columns *columns, mynd_shape shape)
{
	for (uint32_t i = 0; i < columns->count; i++) {
		zval cell;
		ZVAL_LONG(&cell, (zend_long) i);
		if (shape == MYND_SHAPE_BOTH) {
			zend_hash_index_add(array, i, &cell);
		}
		zend_symtable_update(array, mynd_columns_name(columns, i), &cell);
		if (shape == MYND_SHAPE_BOTH_NAMES) {
			zend_hash_index_add(array, i, &cell);
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

/* Inverts the table: returns for each cell the one or two places that it fills. */
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

/* Moves the table, which has no holes, into a block of the size that it needs. */
static void take_table(mynd_template *template, zend_array *array)
{
	HashTable *head = &template->head;
	void *old = HT_GET_DATA_ADDR(array);
	*head = *array;
	head->nTableSize = places_for(array->nNumUsed);
	head->nTableMask = mask_for(array->nNumUsed, head->nTableSize);
	template->data = emalloc(HT_SIZE(head));
	template->data_size = HT_SIZE(head);
	template->data_used = HT_USED_SIZE(head);
	HT_SET_DATA_ADDR(head, template->data);
	memcpy(head->arData, array->arData, array->nNumUsed * sizeof(Bucket));
	zend_hash_rehash(head);
	FREE_HASHTABLE(array);
	efree(old);
}

static void init_hash(mynd_template *template, const mynd_columns *columns, mynd_shape shape)
{
	uint32_t keys = shape == MYND_SHAPE_ASSOC ? columns->count : columns->count * 2;
	zend_array *array = zend_new_array(keys);
	zend_hash_real_init_mixed(array);
	insert_cells(array, columns, shape);
	template->straight = is_straight(array, columns->count);
	template->counted_keys = !(HT_FLAGS(array) & HASH_FLAG_STATIC_KEYS);
	template->places = template->straight ? NULL : places_of(array, columns->count);
	for (uint32_t place = 0; place < array->nNumUsed; place++) {
		ZVAL_NULL(&array->arData[place].val);
	}
	take_table(template, array);
}

const mynd_template *mynd_template_new(mynd_columns *columns, mynd_shape shape)
{
	mynd_template *template = emalloc(sizeof *template);
	if (shape == MYND_SHAPE_NUM) {
		init_packed(template, columns->count);
	} else {
		init_hash(template, columns, shape);
	}
	columns->templates[shape - 1] = template;
	return template;
}

void mynd_template_free(mynd_template *template)
{
	if (template->data != NULL) {
		const Bucket *buckets = template->head.arData;
		for (uint32_t i = 0; i < template->head.nNumUsed; i++) {
			if (buckets[i].key != NULL) {
				zend_string_release(buckets[i].key);
			}
		}
		efree(template->data);
	}
	if (template->places != NULL) {
		efree(template->places);
	}
	efree(template);
}
