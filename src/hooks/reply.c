/*
 * Mynd\Reply: the outcome of a command, from the server or from an interceptor.
 *
 * Always true: a resolved reply owns its numbers and texts. The rows of a run belong to the link, and can be
 * read as long as the link has had no other command and the program has not taken them. The rows of an answer
 * are bytes (`bytes`); `columns` and `store`, decoded from them, are given to the one who takes the answer.
 * An answer of several results is the first of them, and owns the others (`further`), which no program has. A
 * reply that will not be taken is put on the list `dropped`, and released where code of the program may run.
 */
#include "intercept.h"

#include "captured_result.h"

zend_class_entry *mynd_reply_ce;
static mynd_lazy_class reply_class;
ZEND_TLS mynd_reply_object *dropped;
ZEND_TLS mynd_reply_object *ended; /* oldest first; the list owns a reference to each */
ZEND_TLS bool destructors_are_over;

/* The properties, in the stub's order. */
enum {
	PENDING,
	ERRNO,
	ERROR,
	SQLSTATE,
	AFFECTED_ROWS,
	INSERT_ID,
	WARNINGS,
	INFO,
	FIELD_COUNT,
	MORE_RESULTS,
	STATUS,
	PROPERTIES
};

static const mynd_former_name former_names[] = {{"more_results", "moreResults"}, {NULL, NULL}};

/* --- life --- */

static zend_object *create(zend_class_entry *ce)
{
	mynd_reply_object *self = zend_object_alloc(sizeof *self, ce);
	memset(self, 0, offsetof(mynd_reply_object, std));
	zend_object_std_init(&self->std, ce);
	mynd_lazy_object_init(&self->std);
	self->std.handlers = &reply_class.handlers;
	ZVAL_UNDEF(&self->make);
	memcpy(self->sqlstate, "00000", sizeof self->sqlstate);
	return &self->std;
}

static void release_rows(mynd_reply_object *self)
{
	mynd_columns *columns = self->columns;
	mynd_store *store = self->store;
	self->columns = NULL;
	self->store = NULL;
	if (store != NULL) {
		mynd_store_free(store);
		mynd_columns_release(columns);
	}
}

static void release_further(mynd_reply_object *self)
{
	mynd_reply_object *further = self->further, *next;
	self->further = NULL;
	for (; further != NULL; further = next) {
		next = further->further;
		further->further = NULL;
		OBJ_RELEASE(&further->std);
	}
}

static void forget_callables(zval **list, uint32_t *count)
{
	zval *callables = *list;
	uint32_t most = *count;
	*list = NULL;
	*count = 0;
	for (uint32_t i = 0; i < most; i++) {
		zval_ptr_dtor(&callables[i]);
	}
	if (callables != NULL) {
		efree(callables);
	}
}

/*
 * Calls zend_object_std_dtor first, which clears weak references: destructors that run in this function then
 * cannot reach the object.
 */
static void free_object(zend_object *object)
{
	mynd_reply_object *self = mynd_reply_object_of(object);
	zend_object_std_dtor(object);
	release_rows(self);
	release_further(self);
	forget_callables(&self->then, &self->then_count);
	forget_callables(&self->ends, &self->ends_count);
	if (self->failure != NULL) {
		efree(self->failure);
	}
	zval_ptr_dtor(&self->make);
	ZVAL_UNDEF(&self->make);
	if (self->bytes != NULL) {
		zend_string_release(self->bytes);
	}
	if (self->error != NULL) {
		zend_string_release(self->error);
	}
	if (self->info != NULL) {
		zend_string_release(self->info);
	}
	if (self->chain != NULL) {
		mynd_chain_release(self->chain);
	}
	if (self->link != NULL) {
		mynd_link_release(self->link);
	}
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	mynd_reply_object *self = mynd_reply_object_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zend_get_gc_buffer_add_zval(buffer, &self->make);
	for (uint32_t i = 0; i < self->then_count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &self->then[i]);
	}
	for (uint32_t i = 0; i < self->ends_count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &self->ends[i]);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

mynd_reply_object *mynd_reply_new(mynd_reply_sort sort)
{
	mynd_reply_object *self = mynd_reply_object_of(create(mynd_reply_ce));
	self->sort = sort;
	return self;
}

void mynd_reply_drop(mynd_reply_object *self)
{
	if (destructors_are_over) {
		OBJ_RELEASE(&self->std);
		return;
	}
	self->next_dropped = dropped;
	dropped = self;
}

void mynd_replies_bury(void)
{
	while (UNEXPECTED(dropped != NULL)) {
		mynd_reply_object *self = dropped;
		dropped = self->next_dropped;
		OBJ_RELEASE(&self->std);
	}
}

/* Releases the replies of the list `ended` without calling their callables. */
static void release_ended(void)
{
	while (ended != NULL) {
		mynd_reply_object *self = ended;
		ended = self->next_ended;
		OBJ_RELEASE(&self->std);
	}
}

void mynd_replies_request_startup(void)
{
	destructors_are_over = false;
}

void mynd_replies_request_shutdown(void)
{
	if (CG(unclean_shutdown)) {
		dropped = ended = NULL;
		return;
	}
	mynd_replies_bury();
	release_ended();
	destructors_are_over = true;
}

/* --- the outcome --- */

static zend_string *text_of(const char *text, size_t len)
{
	return len > 0 ? zend_string_init(text, len, 0) : NULL;
}

static void take_error(mynd_reply_object *self, const mynd_error *error)
{
	self->code = error->code;
	if (self->error != NULL) {
		zend_string_release(self->error);
	}
	self->error = text_of(error->message, strlen(error->message));
	memcpy(self->sqlstate, error->sqlstate, sizeof self->sqlstate);
	self->affected_rows = (uint64_t) -1;
}

/* Clears the properties that the program has read before, so that they are made again from the new values. */
static void forget_properties(mynd_reply_object *self)
{
	for (uint32_t i = 0; i < PROPERTIES; i++) {
		zval *place = OBJ_PROP_NUM(&self->std, i);
		zval_ptr_dtor(place);
		ZVAL_UNDEF(place);
	}
}

static void take_status(mynd_reply_object *self, const mynd_link *link)
{
	const mynd_server *server = mynd_link_server(link);
	self->status = server == NULL ? 0 : server->status;
}

/*
 * Sets `info` to the text that the statistics command returned, or after a connect to the server's version.
 */
static void take_text(mynd_reply_object *self)
{
	const mynd_chain *chain = self->chain;
	if (chain == NULL || mynd_chain_is_over(chain)) {
		return;
	}
	const mynd_server *server = mynd_chain_server(chain);
	if (chain->call->text != NULL) {
		self->info = zend_string_copy(chain->call->text);
	} else if (chain->kind == MYND_CALL_CONNECT && server != NULL) {
		self->info = text_of(server->version, strlen(server->version));
	}
}

void mynd_reply_resolve(mynd_reply_object *self, mynd_link *link, int rc)
{
	size_t len;
	if (self->pending) {
		self->pending = false;
		forget_properties(self);
	}
	if (self->link == NULL) {
		mynd_link_addref(link);
		self->link = link;
	}
	self->command = mynd_link_command(link);
	self->connection_number = mynd_link_connection_number(link);
	take_status(self, link);
	self->over = rc != MYND_OK || mynd_reply_is_over(link);
	if (rc != MYND_OK) {
		take_error(self, mynd_link_error(link));
		return;
	}
	const char *info = mynd_link_info(link, &len);
	self->affected_rows = mynd_link_affected_rows(link);
	self->insert_id = mynd_link_insert_id(link);
	self->warnings = mynd_link_warning_count(link);
	self->field_count = mynd_link_field_count(link);
	self->more_results = mynd_link_more_results(link);
	self->info = text_of(info, len);
	if (self->info == NULL) {
		take_text(self);
	}
}

mynd_reply_object *mynd_reply_of_run(mynd_chain *chain, int rc)
{
	mynd_reply_object *self = mynd_reply_new(MYND_REPLY_OF_RUN);
	self->chain = chain;
	chain->references++;
	self->run = chain->runs;
	if (chain->async && rc == MYND_OK) {
		self->pending = true;
	} else {
		mynd_reply_resolve(self, chain->link, rc);
	}
	return self;
}

/* Copies the outcome, but not the decoded rows, which can have only one owner, and no further results. */
static void copy_outcome(mynd_reply_object *self, const mynd_reply_object *made)
{
	self->code = made->code;
	memcpy(self->sqlstate, made->sqlstate, sizeof self->sqlstate);
	self->error = made->error == NULL ? NULL : zend_string_copy(made->error);
	self->info = made->info == NULL ? NULL : zend_string_copy(made->info);
	self->affected_rows = made->affected_rows;
	self->insert_id = made->insert_id;
	self->warnings = made->warnings;
	self->field_count = made->field_count;
	self->status = made->status;
	self->has_status = made->has_status;
	self->bytes = made->bytes == NULL ? NULL : zend_string_copy(made->bytes);
	self->binary = made->binary;
}

/* --- then() --- */

static void call(zval *callable, mynd_reply_object *self)
{
	zval argument, nothing;
	zend_error_handling own; /* normal error handling, as for interceptors */
	ZVAL_OBJ(&argument, &self->std);
	ZVAL_UNDEF(&nothing);
	zend_replace_error_handling(EH_NORMAL, NULL, &own);
	call_user_function(NULL, NULL, callable, &nothing, 1, &argument);
	zend_restore_error_handling(&own);
	zval_ptr_dtor(&nothing);
}

static void call_all(mynd_reply_object *self, zval **list, uint32_t *of)
{
	zval *callables = *list;
	uint32_t count = *of;
	*list = NULL; /* first, because a callable may register another one */
	*of = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (EG(exception) == NULL) {
			call(&callables[i], self);
		}
		zval_ptr_dtor(&callables[i]);
	}
	if (callables != NULL) {
		efree(callables);
	}
}

void mynd_reply_tell(mynd_reply_object *self)
{
	call_all(self, &self->then, &self->then_count);
	if (self->over) {
		call_all(self, &self->ends, &self->ends_count);
	}
}

static void keep_callable(zval **list, uint32_t *count, zval *callable)
{
	*list = safe_erealloc(*list, *count + 1, sizeof **list, 0);
	ZVAL_COPY(&(*list)[(*count)++], callable);
}

static bool is_there(const mynd_reply_object *self)
{
	return !self->pending && self->sort != MYND_REPLY_LATER;
}

void mynd_reply_then(mynd_reply_object *self, zval *callable)
{
	if (is_there(self)) {
		call(callable, self);
	} else {
		keep_callable(&self->then, &self->then_count, callable);
	}
}

/* --- atEnd() --- */

/* Calls the callable with the last result of an answer, which is an error. */
static void call_with_failure(zval *callable, const mynd_reply_object *failed)
{
	mynd_reply_object *copy = mynd_reply_new(MYND_REPLY_ANSWER);
	copy_outcome(copy, failed);
	call(callable, copy);
	OBJ_RELEASE(&copy->std);
}

/* Returns the further result of an answer that is an error, or NULL. */
static const mynd_reply_object *failed_further(const mynd_reply_object *self)
{
	const mynd_reply_object *last = self->further;
	while (last != NULL && last->code == 0) {
		last = last->further;
	}
	return last;
}

void mynd_reply_at_end(mynd_reply_object *self, zval *callable)
{
	const mynd_reply_object *failed = failed_further(self);
	if (failed != NULL) {
		call_with_failure(callable, failed);
	} else if (is_there(self) && (self->over || self->sort == MYND_REPLY_ANSWER)) {
		call(callable, self);
	} else {
		keep_callable(&self->ends, &self->ends_count, callable);
	}
}

/*
 * Puts a watched reply that has ended on the list `ended`. Runs no code of the program and allocates nothing.
 * The reference that the watch owned is the list's from now on.
 */
static void note_end(void *watch, const mynd_error *error)
{
	mynd_reply_object *self = watch, **last = &ended;
	if (error != NULL) {
		mynd_error_copy(self->failure, error);
	}
	while (*last != NULL) {
		last = &(*last)->next_ended;
	}
	self->next_ended = NULL;
	*last = self;
}

static const mynd_watcher watcher = {note_end, mynd_replies_tell_ended};

void mynd_reply_watch_rest(mynd_reply_object *self, mynd_link *link)
{
	bool is_command = self->chain != NULL && self->chain->kind <= MYND_CALL_BULK_EXECUTE;
	if (self->over || !is_command || (GC_REFCOUNT(&self->std) == 1 && self->ends_count == 0)) {
		return;
	}
	if (self->failure == NULL) {
		self->failure = emalloc(sizeof *self->failure);
	}
	self->failure->code = 0;
	GC_ADDREF(&self->std);
	mynd_reply_watch(link, self, &watcher);
}

/* Completes the outcome of a reply that was watched: sets its error, or its warnings and status. */
static void end(mynd_reply_object *self)
{
	self->over = true;
	if (self->failure->code != 0) {
		self->field_count = 0;
		take_error(self, self->failure);
	} else if (self->link != NULL && mynd_link_command(self->link) == self->command) {
		self->warnings = mynd_link_warning_count(self->link);
		take_status(self, self->link);
	}
	forget_properties(self);
}

void mynd_replies_tell_ended(void)
{
	while (UNEXPECTED(ended != NULL) && EG(exception) == NULL) {
		mynd_reply_object *self = ended;
		ended = self->next_ended;
		end(self);
		mynd_reply_tell(self);
		OBJ_RELEASE(&self->std);
	}
}

/* --- answers --- */

static bool unpack(mynd_reply_object *self)
{
	mynd_captured_result capture;
	const char *why;
	if (!mynd_replay_rows(self->bytes, &capture, &why)) {
		zend_value_error("Mynd\\Reply: the rows must be what Mynd\\capture() returned: %s", why);
		return false;
	}
	self->columns = capture.columns;
	self->store = capture.store;
	self->warnings = capture.warnings;
	self->binary = mynd_columns_are_binary(capture.columns);
	self->field_count = mynd_columns_count(capture.columns);
	return true;
}

mynd_reply_object *mynd_reply_with_rows(zend_string *bytes)
{
	mynd_reply_object *self = mynd_reply_new(MYND_REPLY_ANSWER);
	self->bytes = zend_string_copy(bytes);
	self->affected_rows = (uint64_t) -1;
	if (!unpack(self)) {
		OBJ_RELEASE(&self->std);
		return NULL;
	}
	return self;
}

/* Fills in *answer with one result of the reply. Returns false if an exception was thrown. */
static bool answer_result(mynd_reply_object *self, mynd_answer *answer)
{
	*answer = (mynd_answer){.affected_rows = self->affected_rows,
	    .insert_id = self->insert_id,
	    .warnings = self->warnings,
	    .has_status = self->has_status,
	    .status = self->status};
	if (self->code != 0) {
		answer->failed = true;
		mynd_error_set(&answer->error, MYND_CAUSE_SERVER, self->code, self->sqlstate, "%s",
		    self->error == NULL ? "" : ZSTR_VAL(self->error));
	} else if (self->bytes != NULL) {
		if (self->store == NULL && !unpack(self)) {
			return false;
		}
		answer->columns = self->columns;
		answer->store = self->store;
		self->columns = NULL;
		self->store = NULL;
	} else if (self->info != NULL) {
		answer->info = (mynd_slice){(const uint8_t *) ZSTR_VAL(self->info), ZSTR_LEN(self->info)};
	}
	return true;
}

bool mynd_reply_answer(mynd_reply_object *self, mynd_answer *answer)
{
	if (!answer_result(self, answer)) {
		return false;
	}
	mynd_answer *last = answer;
	for (mynd_reply_object *further = self->further; further != NULL; further = further->further) {
		mynd_answer *next = emalloc(sizeof *next);
		if (!answer_result(further, next)) {
			efree(next);
			mynd_answer_drop(answer);
			return false;
		}
		last->next = next;
		last = next;
	}
	return true;
}

/* Appends copies of the results to the answer. Returns the last of them. */
static mynd_reply_object *append(mynd_reply_object *last, const mynd_reply_object *results)
{
	for (; results != NULL; results = results->further) {
		last->further = mynd_reply_new(MYND_REPLY_ANSWER);
		last->more_results = true;
		last = last->further;
		copy_outcome(last, results);
	}
	return last;
}

mynd_reply_object *mynd_reply_of_results(zval *results, uint32_t count)
{
	mynd_reply_object *first = mynd_reply_new(MYND_REPLY_ANSWER), *last = first;
	copy_outcome(first, mynd_reply_object_of(Z_OBJ(results[0])));
	for (uint32_t i = 1; i < count; i++) {
		last = append(last, mynd_reply_object_of(Z_OBJ(results[i])));
	}
	return first;
}

mynd_reply_object *mynd_reply_with_status(const mynd_reply_object *self, uint16_t status)
{
	if (self->sort != MYND_REPLY_ANSWER) {
		return NULL;
	}
	mynd_reply_object *copy = mynd_reply_new(MYND_REPLY_ANSWER);
	copy_outcome(copy, self);
	append(copy, self->further);
	copy->status = status;
	copy->has_status = true;
	return copy;
}

/* Makes a LATER reply an answer, with the outcome and the rows of `made`. */
static void become(mynd_reply_object *self, mynd_reply_object *made)
{
	self->sort = MYND_REPLY_ANSWER;
	self->over = true;
	copy_outcome(self, made);
	append(self, made->further);
	self->columns = made->columns;
	self->store = made->store;
	made->columns = NULL;
	made->store = NULL;
	forget_properties(self);
}

bool mynd_reply_make(mynd_reply_object *self)
{
	zval make, answer;
	ZVAL_COPY_VALUE(&make, &self->make);
	ZVAL_UNDEF(&self->make);
	ZVAL_UNDEF(&answer);
	if (Z_ISUNDEF(make)) {
		zend_throw_error(NULL, "Mynd\\Reply::later(): this answer was made already, or is being made");
		return false;
	}
	zend_error_handling own;
	zend_replace_error_handling(EH_NORMAL, NULL, &own);
	call_user_function(NULL, NULL, &make, &answer, 0, NULL);
	if (Z_ISREF(answer)) { /* a function may return by reference */
		zend_unwrap_reference(&answer);
	}
	zend_restore_error_handling(&own);
	bool made = Z_TYPE(answer) == IS_OBJECT && Z_OBJCE(answer) == mynd_reply_ce &&
	            mynd_reply_object_of(Z_OBJ(answer))->sort == MYND_REPLY_ANSWER;
	if (EG(exception) == NULL && !made) {
		zend_type_error("Mynd\\Reply::later(): the function must return a Mynd\\Reply of result(), done() or "
		                "failed(), %s returned",
		    zend_zval_type_name(&answer));
	}
	if (EG(exception) == NULL) {
		become(self, mynd_reply_object_of(Z_OBJ(answer)));
	}
	zval_ptr_dtor(&answer);
	zval_ptr_dtor(&make);
	return EG(exception) == NULL;
}

/* --- rows --- */

static bool is_at_its_command(const mynd_reply_object *self)
{
	return self->sort == MYND_REPLY_OF_RUN && !self->pending && !CG(unclean_shutdown) && self->link != NULL &&
	       self->code == 0 && mynd_link_command(self->link) == self->command &&
	       mynd_link_connection_number(self->link) == self->connection_number;
}

/* Called when the rows could not be read: the link's error becomes the outcome of the command. */
static void lose_rows(mynd_reply_object *self)
{
	if (self->chain != NULL && !mynd_chain_is_over(self->chain) && self->run == self->chain->runs) {
		self->chain->rc = MYND_BAD;
	}
	forget_properties(self);
	self->field_count = 0;
	self->over = true;
	take_error(self, mynd_link_error(self->link));
}

/*
 * Has `read` read from the link, which then is in no call of an interceptor. Returns as `read`, or MYND_MORE
 * if the link cannot be read now.
 */
static int read_link(mynd_reply_object *self, int (*read)(mynd_link *link, void *context), void *context)
{
	mynd_link *link = self->link;
	bool intercepted = mynd_call_is_in_program(link);
	if (!intercepted && mynd_link_is_in_call(link)) { /* the link waits, or runs code in another fiber */
		return MYND_MORE;
	}
	if (intercepted) {
		mynd_call_leave_program(link);
	}
	int rc = read(link, context);
	if (rc == MYND_BAD) {
		lose_rows(self);
	}
	if (intercepted) {
		mynd_call_enter_program(link);
	}
	return rc;
}

/* Returns the bytes of a result of the link, or NULL if it cannot be captured. */
static zend_string *bytes_of(
    const mynd_link *link, mynd_columns *columns, mynd_store *store, unsigned warnings)
{
	const char *why;
	bool binary = mynd_columns_are_binary(columns);
	mynd_captured_result capture = {.columns = columns,
	    .store = store,
	    .native = !binary && mynd_link_get_int(link, MYND_SET_NATIVE_NUMBERS) != 0,
	    .warnings = warnings};
	return mynd_capture_rows(&capture, &why);
}

static int read_waiting(mynd_link *link, void *context)
{
	mynd_captured_result *rows = context;
	return mynd_link_buffer_waiting(link, &rows->columns, &rows->store);
}

static zend_string *capture_of_link(mynd_reply_object *self)
{
	mynd_captured_result rows = {0};
	if (read_link(self, read_waiting, &rows) != MYND_OK) {
		return NULL;
	}
	/* the number of warnings is known at the end of the rows */
	self->warnings = mynd_link_warning_count(self->link);
	take_status(self, self->link);
	self->over |= self->failure == NULL; /* end() sets `over` of a watched reply */
	return bytes_of(self->link, rows.columns, rows.store, self->warnings);
}

/* Captures of the results of a reply, which are put into an array as answers. */
typedef struct captures {
	const mynd_reply_object *of;
	HashTable *answers;
	bool incomplete; /* rows of one could not be captured */
} captures;

static mynd_reply_object *add_answer(HashTable *answers)
{
	mynd_reply_object *answer = mynd_reply_new(MYND_REPLY_ANSWER);
	zval element;
	ZVAL_OBJ(&element, &answer->std);
	zend_hash_next_index_insert_new(answers, &element);
	return answer;
}

static void capture_result(void *context, const mynd_answer *result)
{
	captures *to = context;
	mynd_reply_object *answer = add_answer(to->answers);
	answer->status = result->status;
	answer->has_status = true;
	if (result->failed) {
		take_error(answer, &result->error);
		return;
	}
	answer->affected_rows = result->affected_rows;
	answer->insert_id = result->insert_id;
	answer->warnings = result->warnings;
	answer->info = text_of((const char *) result->info.ptr, result->info.len);
	if (result->store != NULL) {
		answer->bytes = bytes_of(to->of->link, result->columns, result->store, result->warnings);
		answer->binary = mynd_columns_are_binary(result->columns);
		answer->field_count = mynd_columns_count(result->columns);
		answer->affected_rows = (uint64_t) -1;
		to->incomplete |= answer->bytes == NULL;
	}
}

static int read_results(mynd_link *link, void *context)
{
	return mynd_link_each_result(link, capture_result, context);
}

/* Captures the results that the link has, or can read. Returns false if they cannot be had. */
static bool capture_results_of_link(mynd_reply_object *self, HashTable *answers)
{
	captures to = {.of = self, .answers = answers};
	return read_link(self, read_results, &to) == MYND_OK && !to.incomplete;
}

static void copy_results(const mynd_reply_object *self, HashTable *answers)
{
	for (; self != NULL; self = self->further) {
		copy_outcome(add_answer(answers), self);
	}
}

HashTable *mynd_reply_capture_results(mynd_reply_object *self)
{
	HashTable *answers = zend_new_array(2);
	bool captured = true;
	if (self->sort == MYND_REPLY_ANSWER || (is_there(self) && self->code != 0)) {
		copy_results(self, answers);
	} else if (!is_at_its_command(self)) {
		captured = false;
	} else {
		zend_object *object = &self->std;
		GC_ADDREF(object); /* during the wait */
		captured = capture_results_of_link(self, answers);
		if (self->code != 0) { /* the rows of the first result could not be read */
			copy_results(self, answers);
			captured = true;
		}
		OBJ_RELEASE(object);
	}
	if (!captured) {
		zend_array_release(answers);
		return NULL;
	}
	return answers;
}

/*
 * Captures the columns that the prepared statement will return, as a result without rows. Returns NULL if
 * this is not the reply of a prepare, the statement has no columns, or the call is over.
 */
static zend_string *capture_of_prepare(const mynd_reply_object *self)
{
	const mynd_chain *chain = self->chain;
	if (chain == NULL || mynd_chain_is_over(chain) || chain->kind != MYND_CALL_PREPARE ||
	    self->run != chain->runs || chain->call->prepared == NULL) {
		return NULL;
	}
	mynd_columns *columns = mynd_statement_columns(chain->call->prepared);
	if (columns == NULL) {
		return NULL;
	}
	const char *why;
	mynd_captured_result capture = {.columns = columns, .store = mynd_store_new(columns)};
	zend_string *bytes = mynd_capture_rows(&capture, &why);
	mynd_store_free(capture.store);
	return bytes;
}

zend_string *mynd_reply_capture(mynd_reply_object *self)
{
	if (self->bytes != NULL) {
		return zend_string_copy(self->bytes);
	}
	zend_string *prepared = capture_of_prepare(self);
	if (prepared != NULL) {
		return prepared;
	}
	if (!is_at_its_command(self)) {
		return NULL;
	}
	zend_object *object = &self->std;
	GC_ADDREF(object); /* during the wait */
	zend_string *bytes = capture_of_link(self);
	ZVAL_UNDEF(OBJ_PROP_NUM(object, WARNINGS)); /* the value may date from before the rows were read */
	ZVAL_UNDEF(OBJ_PROP_NUM(object, STATUS));
	OBJ_RELEASE(object);
	return bytes;
}

/* --- properties --- */

static void text(zval *out, zend_string *string)
{
	if (string != NULL) {
		ZVAL_STR_COPY(out, string);
	} else {
		ZVAL_EMPTY_STRING(out);
	}
}

static void make(zend_object *object, uint32_t number, zval *out)
{
	mynd_reply_object *self = mynd_reply_object_of(object);
	switch (number) {
	case PENDING:
		ZVAL_BOOL(out, self->pending || self->sort == MYND_REPLY_LATER);
		break;
	case ERRNO:
		ZVAL_LONG(out, self->code);
		break;
	case ERROR:
		text(out, self->error);
		break;
	case SQLSTATE:
		ZVAL_STRING(out, self->sqlstate);
		break;
	case AFFECTED_ROWS:
		mynd_lazy_count(out, self->affected_rows);
		break;
	case INSERT_ID:
		mynd_lazy_count(out, self->insert_id);
		break;
	case WARNINGS:
		ZVAL_LONG(out, self->warnings);
		break;
	case INFO:
		if (self->info != NULL) {
			ZVAL_STR_COPY(out, self->info);
		} else {
			ZVAL_NULL(out);
		}
		break;
	case FIELD_COUNT:
		ZVAL_LONG(out, self->field_count);
		break;
	case MORE_RESULTS:
		ZVAL_BOOL(out, self->more_results);
		break;
	default:
		ZVAL_LONG(out, self->status);
	}
}

void mynd_reply_class_startup(zend_class_entry *ce)
{
	mynd_reply_ce = ce;
	ce->create_object = create;
	mynd_lazy_class_init(&reply_class, offsetof(mynd_reply_object, std), make, former_names);
	reply_class.handlers.free_obj = free_object;
	reply_class.handlers.get_gc = get_gc;
}
