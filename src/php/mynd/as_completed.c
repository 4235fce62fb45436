/*
 * Mynd\as_completed(): yields connections and statements, each when its reply has come.
 *
 * Always true: an item (a connection or statement) waits for its reply, is found (in the queue of items to be
 * yielded, because its reply has come), was yielded last, or is finished. Items of one connection form a
 * group; a set of descriptors (net/set.h) watches the connections. The cost of yielding an item depends on
 * how many items have become ready, not on how many wait.
 *
 * The program's code runs between two yields and may take replies, send more commands, or close connections.
 * So a found item is checked again before it is yielded.
 */
#include "steps.h"

#include <errno.h>

#include "../../net/set.h"
#include "../pdo/startup.h"
#include "within.h"

typedef struct item {
	zval key, object;  /* from the program's iterable */
	const void *owner; /* owner of the replies that the item waits for */
	/*
	 * counted as a reference; NULL: the item is a connection, or an emulated statement of PDO. A PDO object
	 * as item means all replies on its connection, those of its statements too.
	 */
	mynd_statement *statement;
	struct group *group; /* NULL: the item was finished before the first yield */
	struct item *next_of_group, *next_found;
	uint64_t yielded; /* number of the reply that the item was yielded for; 0: none yet */
	bool waits, is_found;
} item;

typedef struct group {
	mynd_listener listener; /* the first member */
	mynd_link *link;
	item *first, *last;
} group;

typedef struct completion {
	item *items; /* request memory, like everything here */
	group *groups;
	uint32_t count, group_count;
	mynd_set *set; /* NULL: not made yet */
	mynd_deadline deadline;
	item *found, **last_found;
	item *yielded; /* the item yielded last; NULL: none */
	uint32_t waiting;
	mynd_listener *ready; /* groups whose links the program has used since the last step */
	bool begun;
} completion;

static uint64_t outstanding(const item *i)
{
	return mynd_link_next_outstanding(i->group->link, i->owner);
}

/* --- waiting --- */

static void add_found(completion *c, item *i)
{
	c->waiting -= i->waits;
	i->waits = false;
	i->is_found = true;
	i->next_found = NULL;
	*c->last_found = i;
	c->last_found = &i->next_found;
}

/*
 * Returns the waiting item whose reply has arrived; of several, the item whose command was sent first.
 * Returns NULL if no reply has arrived.
 */
static item *look_for_ready(const group *g)
{
	item *first = NULL;
	for (item *i = g->first; i != NULL; i = i->next_of_group) {
		if (i->waits && mynd_link_look_for_reply(g->link, i->owner) &&
		    (first == NULL || outstanding(i) < outstanding(first))) {
			first = i;
		}
	}
	return first;
}

/*
 * Returns the ready item whose reply came first. While the search checks one item, it may read and store an
 * earlier reply, to an item that it checked before. So it is repeated until no reply has arrived during a
 * search.
 */
static item *first_ready(const group *g)
{
	uint64_t stored;
	item *first;
	do {
		stored = mynd_link_stored(g->link);
		first = look_for_ready(g);
	} while (mynd_link_stored(g->link) != stored);
	return first;
}

static void find(completion *c, group *g)
{
	item *i;
	while ((i = first_ready(g)) != NULL) {
		add_found(c, i);
	}
}

static bool anybody_waits(const group *g)
{
	const item *i = g->first;
	while (i != NULL && !i->waits) {
		i = i->next_of_group;
	}
	return i != NULL;
}

/* Stops waiting for items whose replies the program has taken: they are not yielded. */
static void forget_taken(completion *c, const group *g)
{
	for (item *i = g->first; i != NULL; i = i->next_of_group) {
		if (i->waits && outstanding(i) == 0) {
			i->waits = false;
			c->waiting--;
		}
	}
}

/* Queues the ready items of the group. If other items still wait, adds the link to the set. */
static int attend(completion *c, group *g)
{
	forget_taken(c, g);
	find(c, g);
	return anybody_waits(g) ? mynd_link_watch(g->link, c->set, g) : MYND_OK;
}

static void let_wait(completion *c, item *i)
{
	i->waits = true;
	c->waiting++;
}

static int begin(completion *c)
{
	c->begun = true;
	c->set = mynd_set_new();
	if (c->set == NULL) {
		return MYND_BAD;
	}
	for (uint32_t n = 0; n < c->count; n++) {
		if (c->items[n].group != NULL && outstanding(&c->items[n]) != 0) {
			let_wait(c, &c->items[n]);
		}
	}
	for (uint32_t n = 0; n < c->group_count; n++) {
		if (attend(c, &c->groups[n]) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/*
 * Handles a link that the set has reported. If no item waits for its replies, removes the link from the set,
 * which would otherwise report it again and again.
 */
static int attend_found(completion *c, group *g, int ready)
{
	if (!anybody_waits(g)) {
		mynd_link_unwatch(g->link, c->set);
		return MYND_OK;
	}
	mynd_link_found(g->link, ready);
	return attend(c, g);
}

/* Returns MYND_MORE if the time limit has passed. */
static int wait_for_some(completion *c)
{
	int rc = mynd_set_wait(c->set, mynd_within_limit(c->deadline));
	int ready;
	group *g;
	while (rc == MYND_OK && (g = mynd_set_next(c->set, &ready)) != NULL) {
		rc = attend_found(c, g, ready);
	}
	return rc;
}

/* --- steps --- */

/*
 * Lets the item yielded last wait again if the program has taken its reply and another reply is outstanding.
 */
static void resolve_yielded(completion *c)
{
	item *i = c->yielded;
	c->yielded = NULL;
	if (i == NULL) {
		return;
	}
	uint64_t next = outstanding(i);
	if (next != 0 && next != i->yielded) {
		let_wait(c, i);
	}
}

/*
 * Looks for ready items on the links that the program has used since the last step: when it read the reply to
 * one item, replies to other items of the group may have been read as well.
 */
static int attend_ready(completion *c)
{
	mynd_listener *ready;
	int rc = MYND_OK;
	while (rc == MYND_OK && (ready = mynd_listener_next(&c->ready)) != NULL) {
		rc = attend(c, (group *) ready);
	}
	return rc;
}

static item *take_first_found(completion *c)
{
	item *i = c->found;
	c->found = i->next_found;
	if (c->found == NULL) {
		c->last_found = &c->found;
	}
	i->is_found = false;
	return i;
}

/* Returns the found item of the group whose reply came first. */
static item *first_of_found(item *among)
{
	item *first = among;
	for (item *i = among->group->first; i != NULL; i = i->next_of_group) {
		if (i->is_found && outstanding(i) != 0 && outstanding(i) < outstanding(first)) {
			first = i;
		}
	}
	return first;
}

/* Takes an item out of the queue, and puts `instead` in its place. */
static void take_from_within(completion *c, item *taken, item *instead)
{
	item **at = &c->found;
	while (*at != taken) {
		at = &(*at)->next_found;
	}
	*at = instead;
	instead->next_found = taken->next_found;
	if (c->last_found == &taken->next_found) {
		c->last_found = &instead->next_found;
	}
	instead->is_found = true;
	taken->is_found = false;
}

/*
 * Returns the next found item that is still ready. If a later item in the queue belongs to the same
 * connection and its reply came earlier, that item is returned instead. (That item was yielded before, and
 * came back to the end of the queue, although its next reply had arrived before those of the items ahead of
 * it.)
 */
static item *take_found(completion *c)
{
	while (c->found != NULL) {
		item *i = take_first_found(c);
		if (outstanding(i) == 0) {
			continue;
		}
		item *first = first_of_found(i);
		if (first != i) {
			take_from_within(c, first, i);
		}
		return first;
	}
	return NULL;
}

static int throw_wait(void)
{
	if (!EG(exception)) {
		zend_throw_error(NULL, "Mynd\\as_completed(): cannot wait: %s", strerror(errno));
	}
	return MYND_BAD;
}

static void yield(completion *c, item *i, mynd_steps *steps)
{
	i->yielded = outstanding(i);
	c->yielded = i;
	ZVAL_COPY(&steps->key, &i->key);
	ZVAL_COPY(&steps->value, &i->object);
}

/* Returns MYND_MORE if there are no more items, or the time limit has passed. */
static int find_next(completion *c, item **next)
{
	for (;;) {
		if (attend_ready(c) != MYND_OK) {
			return MYND_BAD;
		}
		*next = take_found(c);
		if (*next != NULL) {
			return MYND_OK;
		}
		if (c->waiting == 0) {
			return MYND_MORE;
		}
		int rc = wait_for_some(c);
		if (rc != MYND_OK) {
			return rc;
		}
	}
}

static int completion_next(mynd_steps *steps)
{
	completion *c = steps->context;
	item *next;
	int rc = c->begun ? MYND_OK : begin(c);
	resolve_yielded(c);
	if (rc == MYND_OK) {
		rc = find_next(c, &next);
	}
	if (rc == MYND_BAD) {
		return throw_wait();
	}
	if (rc == MYND_OK) {
		yield(c, next, steps);
	}
	return rc;
}

/* --- life --- */

static void completion_free(void *context)
{
	completion *c = context;
	mynd_set_free(c->set);
	for (uint32_t n = 0; n < c->count; n++) {
		item *i = &c->items[n];
		if (i->statement != NULL) {
			mynd_statement_close(i->statement, false);
		}
		zval_ptr_dtor(&i->key);
		zval_ptr_dtor(&i->object);
	}
	for (uint32_t n = 0; n < c->group_count; n++) {
		mynd_link_unlisten(c->groups[n].link, &c->groups[n].listener);
		mynd_link_release(c->groups[n].link);
	}
	if (c->items != NULL) {
		efree(c->items);
	}
	if (c->groups != NULL) {
		efree(c->groups);
	}
	efree(c);
}

static void completion_list_values(void *context, zend_get_gc_buffer *buffer)
{
	completion *c = context;
	for (uint32_t n = 0; n < c->count; n++) {
		zend_get_gc_buffer_add_zval(buffer, &c->items[n].key);
		zend_get_gc_buffer_add_zval(buffer, &c->items[n].object);
	}
}

static const mynd_steps_kind completion_kind = {completion_next, completion_free, completion_list_values};

/* --- from the program's iterable --- */

/*
 * Returns the link of a connection or statement, and sets the owner of its replies and the statement. Returns
 * NULL if the object is neither, or has no outstanding reply; an exception may have been thrown.
 */
static mynd_link *link_of(zval *object, const void **owner, mynd_statement **statement)
{
	*owner = *statement = NULL;
	if (Z_TYPE_P(object) != IS_OBJECT) {
		return NULL;
	}
	if (mynd_pdo_is_statement(Z_OBJ_P(object))) {
		return mynd_pdo_outstanding(Z_OBJ_P(object), owner, statement);
	}
	if (mynd_pdo_has_waiting(Z_OBJ_P(object))) {
		mynd_link *link = mynd_pdo_link_of(Z_OBJ_P(object));
		*owner = MYND_OWNER_ANY;
		return mynd_link_has_outstanding(link, MYND_OWNER_ANY) ? link : NULL;
	}
	if (Z_OBJ_HT_P(object) == &mysqli_statement_class.handlers) {
		*owner = *statement = mysqli_statement_object_of(Z_OBJ_P(object))->statement;
		bool right = *statement != NULL && mynd_statement_is_outstanding(*statement);
		return right ? mynd_statement_link(*statement) : NULL;
	}
	if (Z_OBJ_HT_P(object) != &mysqli_link_class.handlers) {
		return NULL;
	}
	mynd_link *link = mysqli_link_object_of(Z_OBJ_P(object))->link;
	return link != NULL && mynd_link_has_outstanding(link, NULL) ? link : NULL;
}

/* Becomes the owner of key and object. Returns false if it threw, after releasing key and object. */
static bool add(completion *c, zval *key, zval *object)
{
	const void *owner;
	mynd_statement *statement;
	if (link_of(object, &owner, &statement) == NULL) {
		if (!EG(exception)) {
			zend_argument_value_error(
			    1, "must contain only connections and statements that have an outstanding reply");
		}
		zval_ptr_dtor(key);
		zval_ptr_dtor(object);
		return false;
	}
	if ((c->count & (c->count - 1)) == 0) { /* 0 or a power of two: the array is full */
		c->items = safe_erealloc(c->items, c->count == 0 ? 1 : 2 * (size_t) c->count, sizeof *c->items, 0);
	}
	item *i = &c->items[c->count];
	*i = (item){.owner = owner, .statement = statement};
	ZVAL_COPY_VALUE(&i->key, key);
	ZVAL_COPY_VALUE(&i->object, object);
	if (statement != NULL) {
		mynd_statement_addref(statement);
	}
	c->count++;
	return true;
}

static bool collect(completion *c, zval *pending)
{
	mynd_source source;
	zval key, object;
	int rc;
	mynd_source_open(&source, pending);
	ZVAL_UNDEF(&key);
	while ((rc = mynd_source_next(&source, &key, &object)) == MYND_OK) {
		if (!add(c, &key, &object)) {
			rc = MYND_BAD;
			break;
		}
	}
	mynd_source_close(&source);
	return rc != MYND_BAD && !EG(exception);
}

/* Groups the items by link. No code of the program runs here, so no object loses its link meanwhile. */
static void form_groups(completion *c)
{
	HashTable by_link;
	zend_hash_init(&by_link, c->count, NULL, NULL, false);
	c->groups = safe_emalloc(c->count, sizeof *c->groups, 0);
	for (uint32_t n = 0; n < c->count; n++) {
		item *i = &c->items[n];
		const void *owner;
		mynd_statement *statement;
		mynd_link *link = link_of(&i->object, &owner, &statement);
		if (link == NULL ||
		    owner != i->owner) { /* the program's iterable has closed the object after yielding it */
			continue;
		}
		zend_ulong address = (zend_ulong) (uintptr_t) link;
		group *g = zend_hash_index_find_ptr(&by_link, address);
		if (g == NULL) {
			g = &c->groups[c->group_count++];
			*g = (group){.link = link};
			mynd_link_addref(link);
			mynd_link_listen(link, &g->listener, &c->ready);
			zend_hash_index_add_new_ptr(&by_link, address, g);
		}
		i->group = g;
		*(g->first == NULL ? &g->first : &g->last->next_of_group) = i;
		g->last = i;
	}
	zend_hash_destroy(&by_link);
}

ZEND_FUNCTION(Mynd_as_completed)
{
	zval *pending;
	double timeout = 0;
	bool no_timeout = true;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_ITERABLE(pending)
	Z_PARAM_OPTIONAL
	Z_PARAM_DOUBLE_OR_NULL(timeout, no_timeout)
	ZEND_PARSE_PARAMETERS_END();
	if (!no_timeout && !(timeout >= 0)) {
		zend_argument_value_error(2, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	completion *c = ecalloc(1, sizeof *c);
	c->last_found = &c->found;
	c->deadline = no_timeout ? MYND_NO_DEADLINE : timeout > 0 ? mynd_deadline_in(timeout) : MYND_NO_WAIT;
	if (!collect(c, pending)) {
		completion_free(c);
		RETURN_THROWS();
	}
	form_groups(c);
	mynd_steps_generate(return_value, &completion_kind, c);
}
