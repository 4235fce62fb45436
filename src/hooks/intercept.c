/*
 * The request's interceptors, and the path of a command through them.
 *
 * A chain is the path of one command. The list is copied when it changes, so that a command continues through
 * the list with which it began; an interceptor that was removed meanwhile is skipped.
 * Always true: during the call the chain is in the thread's list of chains. Chains and their list are request
 * memory, because after a fatal error no function here continues and frees them. While interceptors run, the
 * link is marked as in a call; while the command itself runs, it is not. An interceptor that is already
 * running in this fiber is skipped, both for the command that it was called for and for commands that its
 * code gives meanwhile.
 */
#include "intercept.h"

#include "zend_exceptions.h"
#include "../command/inner_fiber.h"

typedef struct registered {
	uint32_t references;
	zend_ulong number;
	bool removed;
	zval callable;
	zend_fcall_info_cache cache; /* function_handler NULL: the function is looked up for each call */
} registered;

struct mynd_interceptor_list {
	uint32_t references, count;
	registered *items[];
};

typedef struct next_object {
	mynd_chain *chain; /* a reference */
	uint32_t at;
	zend_object std;
} next_object;

typedef struct of_thread {
	mynd_interceptor_list *list; /* NULL: none */
	zend_ulong last_number;
	mynd_chain *chains;
} of_thread;

ZEND_TLS of_thread thread;

static zend_class_entry *next_ce, *kind_ce;
static zend_object_handlers next_handlers;

/* The address of this variable means "does not run", because NULL means the main program. */
static const char none;
#define NOT_RUNNING ((const mynd_fiber *) &none)

/* Returns the fiber on whose behalf `fiber` runs, or NULL for the main program. */
static const mynd_fiber *whose_fiber(const zend_fiber *fiber)
{
	return fiber == NULL
	           ? NULL
	           : zend_fiber_from_context((zend_fiber_context *) mynd_fiber_stood_for(&fiber->context));
}

/* --- the list --- */

static void release_registered(registered *r)
{
	if (--r->references == 0) {
		zval_ptr_dtor(&r->callable);
		efree(r);
	}
}

static void release_list(mynd_interceptor_list *list)
{
	if (list == NULL || --list->references > 0) {
		return;
	}
	for (uint32_t i = 0; i < list->count; i++) {
		release_registered(list->items[i]);
	}
	efree(list);
}

static mynd_interceptor_list *new_list(uint32_t count)
{
	mynd_interceptor_list *list = safe_emalloc(count, sizeof(registered *), sizeof *list);
	list->references = 1;
	list->count = 0;
	return list;
}

static void add(mynd_interceptor_list *list, registered *r)
{
	r->references++;
	list->items[list->count++] = r;
}

/* Makes this the thread's list, and releases the list before. */
static void use(mynd_interceptor_list *list)
{
	mynd_interceptor_list *before = thread.list;
	thread.list = list;
	release_list(before);
}

static int around(mynd_call *call);
static int resolved(void *waiting, mynd_link *link, int rc);
static int make_answer(void *waiting, mynd_answer *answer);

static void drop(void *waiting)
{
	mynd_reply_drop(waiting);
}

static const mynd_intercepting intercepting = {around, resolved, make_answer, drop};

/*
 * Looks up the function of a callable, once for all calls. Not if __call implements the method: the engine
 * then makes another function for each call.
 */
static void look_up(registered *r)
{
	if (!zend_is_callable_ex(&r->callable, NULL, 0, NULL, &r->cache, NULL)) {
		r->cache.function_handler = NULL;
	} else if (r->cache.function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) {
		zend_release_fcall_info_cache(&r->cache);
		r->cache.function_handler = NULL;
	}
}

zend_ulong mynd_interceptors_add(zval *callable)
{
	uint32_t count = thread.list == NULL ? 0 : thread.list->count;
	mynd_interceptor_list *list = new_list(count + 1);
	registered *r = ecalloc(1, sizeof *r);
	r->number = ++thread.last_number;
	ZVAL_COPY(&r->callable, callable);
	look_up(r);
	for (uint32_t i = 0; i < count; i++) {
		add(list, thread.list->items[i]);
	}
	add(list, r);
	use(list);
	mynd_replies_request_startup();
	mynd_links_intercept(&intercepting);
	return r->number;
}

zend_ulong mynd_interceptors_last(void)
{
	return thread.last_number;
}

bool mynd_interceptors_remove(zend_ulong number)
{
	const mynd_interceptor_list *before = thread.list;
	if (before == NULL) {
		return false;
	}
	mynd_interceptor_list *list = new_list(before->count);
	for (uint32_t i = 0; i < before->count; i++) {
		if (before->items[i]->number == number) {
			before->items[i]->removed = true;
		} else {
			add(list, before->items[i]);
		}
	}
	bool removed = list->count < before->count;
	use(list);
	return removed;
}

/* --- a chain --- */

static size_t chain_size(uint32_t count)
{
	return offsetof(mynd_chain, runs_in) + count * sizeof(mynd_fiber *);
}

static mynd_chain *begin_chain(mynd_call *call)
{
	const mynd_server *server = mynd_link_server(call->link);
	bool asks = call->with != NULL; /* the command selects a database */
	const char *database = asks ? call->with->database : mynd_link_database(call->link);
	size_t len = asks ? call->with->database_len : database == NULL ? 0 : strlen(database);
	uint32_t count = thread.list->count;
	mynd_chain *chain = emalloc(chain_size(count));
	memset(chain, 0, chain_size(0));
	chain->references = 1;
	chain->call = call;
	chain->link = call->link;
	mynd_link_addref(chain->link);
	chain->list = thread.list;
	chain->list->references++;
	chain->kind = call->kind;
	chain->async = call->async;
	chain->rows = call->rows;
	chain->fiber = EG(active_fiber);
	chain->stands_for = whose_fiber(chain->fiber);
	ZVAL_UNDEF(&chain->params);
	if (server != NULL) {
		chain->in_transaction = mynd_server_has_transaction(server);
		chain->thread_id = server->thread_id;
	}
	chain->session = mynd_link_session_number(call->link);
	for (uint32_t i = 0; i < count; i++) {
		chain->runs_in[i] = NOT_RUNNING;
	}
	chain->next = thread.chains;
	if (chain->next != NULL) {
		chain->next->previous = chain;
	}
	thread.chains = chain;
	chain->database = len == 0 ? NULL : zend_string_init(database, len, 0);
	return chain;
}

void mynd_chain_release(mynd_chain *chain)
{
	if (--chain->references > 0) {
		return;
	}
	zend_string *const texts[] = {chain->database, chain->sql, chain->host, chain->socket, chain->user,
	    chain->charset, chain->extension};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (texts[i] != NULL) {
			zend_string_release(texts[i]);
		}
	}
	zval_ptr_dtor(&chain->params);
	release_list(chain->list);
	mynd_link_release(chain->link);
	efree(chain);
}

/* Ends the chain when the call is over. Objects that the program has kept may still reference it. */
static void end_chain(mynd_chain *chain)
{
	if (chain->commands > 0) {
		mynd_chain_freeze(chain);
	}
	/*
	 * otherwise an object that the program keeps would keep the interceptors, which may reference that object
	 */
	release_list(chain->list);
	chain->list = NULL;
	chain->call = NULL;
	if (chain->previous != NULL) {
		chain->previous->next = chain->next;
	} else {
		thread.chains = chain->next;
	}
	if (chain->next != NULL) {
		chain->next->previous = chain->previous;
	}
	mynd_chain_release(chain);
}

/* --- the command itself --- */

/*
 * Runs the command. The caller has a reference to the command's object. Returns the reply, or NULL if an
 * exception was thrown.
 */
static zend_object *run(mynd_chain *chain, mynd_command_object *command)
{
	mynd_call *call = chain->call;
	if (call->kind == MYND_CALL_CONNECT ||
	    call->kind == MYND_CALL_CHANGE_USER) { /* the link gets another session */
		mynd_chain_freeze(chain);
	}
	mynd_call_leave_program(call->link);
	chain->running = true;
	int rc = mynd_command_run(call, command);
	chain->running = false;
	mynd_call_enter_program(call->link);
	mynd_replies_tell_ended();
	chain->runs++;
	chain->rc = rc;
	return EG(exception) ? NULL : &mynd_reply_of_run(chain, rc)->std;
}

/* --- the path --- */

static bool runs_here(const registered *r, const mynd_fiber *fiber)
{
	for (const mynd_chain *chain = thread.chains; chain != NULL; chain = chain->next) {
		for (uint32_t i = 0; i < chain->list->count; i++) {
			if (chain->list->items[i] == r && chain->runs_in[i] == fiber) {
				return true;
			}
		}
	}
	return false;
}

/*
 * Calls an interceptor. Restores normal error handling meanwhile: PDO's constructor turns warnings into
 * exceptions, but must not do so with warnings of the interceptor's code.
 */
static void call_interceptor(registered *r, zend_object *command, zend_object *next, zval *answer)
{
	zval arguments[2];
	zend_error_handling own;
	zend_replace_error_handling(EH_NORMAL, NULL, &own);
	ZVAL_OBJ(&arguments[0], command);
	ZVAL_OBJ(&arguments[1], next);
	r->references++;
	if (EXPECTED(r->cache.function_handler != NULL)) {
		zend_call_known_function(
		    r->cache.function_handler, r->cache.object, r->cache.called_scope, answer, 2, arguments, NULL);
	} else {
		call_user_function(NULL, NULL, &r->callable, answer, 2, arguments);
	}
	zend_restore_error_handling(&own);
	release_registered(r);
}

static zend_object *new_next(mynd_chain *chain, uint32_t at)
{
	next_object *next = zend_object_alloc(sizeof *next, next_ce);
	zend_object_std_init(&next->std, next_ce);
	next->std.handlers = &next_handlers;
	next->chain = chain;
	next->at = at;
	chain->references++;
	return &next->std;
}

/*
 * Returns the reply that the interceptor has returned. Returns NULL if an exception is pending; throws one if
 * the interceptor has returned something else.
 */
static zend_object *understand(zval *answer)
{
	if (Z_ISREF_P(answer)) { /* a function may return by reference */
		zend_unwrap_reference(answer);
	}
	if (EG(exception) == NULL && Z_TYPE_P(answer) == IS_OBJECT && Z_OBJCE_P(answer) == mynd_reply_ce) {
		return Z_OBJ_P(answer);
	}
	if (EG(exception) == NULL) {
		zend_type_error("An interceptor must return a Mynd\\Reply, %s returned", zend_zval_type_name(answer));
	}
	zval_ptr_dtor(answer);
	return NULL;
}

/*
 * Passes the command to the interceptor at position `at` of the list, or to the next one that is not skipped;
 * runs the command if there is none. Returns the reply, or NULL if an exception was thrown.
 */
static zend_object *step(mynd_chain *chain, uint32_t at, mynd_command_object *command)
{
	const mynd_interceptor_list *list = chain->list;
	const mynd_fiber *fiber = chain->stands_for;
	while (at < list->count && (list->items[at]->removed || runs_here(list->items[at], fiber))) {
		at++;
	}
	if (at == list->count) {
		return run(chain, command);
	}
	zval answer;
	ZVAL_UNDEF(&answer);
	zend_object *next = new_next(chain, at + 1);
	/* the call may be over when the interceptor returns, because the call's fiber was destroyed */
	chain->references++;
	chain->runs_in[at] = fiber;
	call_interceptor(list->items[at], &command->std, next, &answer);
	chain->runs_in[at] = NOT_RUNNING;
	OBJ_RELEASE(next);
	mynd_chain_release(chain);
	return understand(&answer);
}

zend_object *mynd_next_call(zend_object *object, zend_object *command)
{
	next_object *next = (next_object *) ((char *) object - offsetof(next_object, std));
	mynd_command_object *given = mynd_command_object_of(command);
	mynd_chain *chain = next->chain;
	if (chain == NULL || mynd_chain_is_over(chain)) {
		zend_throw_error(NULL, "$next() can be called only while its interceptor runs");
		return NULL;
	}
	if (chain->fiber != EG(active_fiber)) { /* `call` is on the other fiber's stack */
		zend_throw_error(NULL, "$next() must be called in the fiber that its interceptor was called in");
		return NULL;
	}
	if (chain->running || !mynd_call_is_in_program(chain->link)) { /* called by a waiter during the wait */
		zend_throw_error(NULL, "$next() cannot be called while its command runs");
		return NULL;
	}
	if (given->chain != chain) {
		zend_throw_error(
		    NULL, "$next() must be called with its interceptor's command, or a changed copy of it");
		return NULL;
	}
	return step(chain, next->at, given);
}

/* --- the outcome of the command --- */

/* Returns true if a command of this kind can have this answer; otherwise throws. */
static bool result_suits_kind(mynd_call_kind kind, const mynd_reply_object *reply)
{
	bool rows = reply->bytes != NULL;
	const char *why = NULL;
	if (kind == MYND_CALL_PREPARE || kind == MYND_CALL_CONNECT) {
		why = reply->code == 0 ? "can be answered with Mynd\\Reply::failed() alone" : NULL;
	} else if (reply->further != NULL && kind != MYND_CALL_QUERY && kind != MYND_CALL_EXECUTE) {
		why = "cannot be answered with several results";
	} else if (rows && kind != MYND_CALL_QUERY && kind != MYND_CALL_EXECUTE) {
		why = "cannot be answered with rows";
	} else if (rows && reply->binary != (kind == MYND_CALL_EXECUTE)) {
		why = reply->binary ? "cannot be answered with rows of a prepared statement"
		                    : "can be answered with rows of a prepared statement alone";
	}
	if (why != NULL) {
		zend_value_error("An interceptor has answered what the command cannot have: it %s", why);
	}
	return why == NULL;
}

static bool suits_kind(mynd_call_kind kind, const mynd_reply_object *reply)
{
	while (reply != NULL && result_suits_kind(kind, reply)) {
		reply = reply->further;
	}
	return reply == NULL;
}

static bool suits(const mynd_chain *chain, const mynd_reply_object *reply)
{
	if (reply->sort != MYND_REPLY_OF_RUN) {
		return suits_kind(chain->kind, reply);
	}
	if (reply->chain != chain || reply->run != chain->runs) {
		zend_throw_error(
		    NULL, "An interceptor must return the Mynd\\Reply that $next() returned last, or one of its own");
		return false;
	}
	return true;
}

/*
 * Prepares the reply while code of the program may run. If the program's call is synchronous, an answer that
 * was to be made later is made now. Returns false if an exception was thrown.
 */
static bool make_ready(mynd_chain *chain, mynd_reply_object *reply)
{
	if (reply->sort == MYND_REPLY_LATER && !chain->async && mynd_reply_make(reply)) {
		mynd_reply_tell(reply);
	}
	/* capture() has read the reply to its end */
	if (reply->sort == MYND_REPLY_OF_RUN && reply->over && reply->ends_count > 0) {
		mynd_reply_tell(reply);
	}
	return EG(exception) == NULL && suits(chain, reply);
}

/*
 * Has the reply informed of the command's outcome, if something else references the reply, or callables wait.
 */
static void await(mynd_call *call, mynd_reply_object *reply)
{
	if (GC_REFCOUNT(&reply->std) > 1 || reply->then_count + reply->ends_count > 0) {
		GC_ADDREF(&reply->std);
		mynd_call_await(call, reply);
	}
}

static int take(mynd_chain *chain, mynd_reply_object *reply)
{
	mynd_call *call = chain->call;
	mynd_answer answer;
	if (reply->sort == MYND_REPLY_OF_RUN) {
		if (reply->pending) {
			await(call, reply);
		} else if (chain->rc == MYND_OK) {
			mynd_reply_watch_rest(reply, call->link);
		}
		return chain->rc;
	}
	if (reply->sort == MYND_REPLY_LATER) {
		GC_ADDREF(&reply->std);
		reply->kind = chain->kind;
		int rc = mynd_call_answer_later(call, reply);
		if (rc != MYND_OK) {
			mynd_reply_drop(reply);
		}
		return rc;
	}
	return mynd_reply_answer(reply, &answer) ? mynd_call_answer(call, &answer) : mynd_call_give_up(call);
}

/*
 * Returns MYND_BAD if the program has closed the link meanwhile; the outcome of the command is discarded
 * then.
 */
static int still_open(mynd_call *call)
{
	if (EXPECTED(mynd_link_closed_meanwhile(call->link) == MYND_OK)) {
		return MYND_OK;
	}
	mynd_error error = *mynd_link_error(call->link);
	mynd_call_give_up(call);
	mynd_link_set_error(call->link, &error);
	return MYND_BAD;
}

/*
 * Releases the chain and its answer. That can run destructors of the program, because the chain may own the
 * last reference to an interceptor that was removed, and to the objects that are bound to it. So the link is
 * marked as in a call meanwhile, and commands of destructors cannot change the outcome, which is discarded
 * only if a destructor throws or closes the link.
 */
static int let_go(mynd_chain *chain, zend_object *answer, int rc)
{
	mynd_call *call = chain->call;
	mynd_link *link = call->link;
	mynd_call_enter_program(link);
	end_chain(chain);
	if (answer != NULL) {
		OBJ_RELEASE(answer);
	}
	mynd_call_leave_program(link);
	if (rc == MYND_OK && EG(exception)) {
		return mynd_call_give_up(call);
	}
	return rc == MYND_OK ? still_open(call) : rc;
}

/*
 * Runs the interceptors. Everything that may run code of the program, including the release of objects, is
 * done while the link is marked as in a call.
 */
static int around(mynd_call *call)
{
	mynd_link *link = call->link;
	if (thread.list->count == 0) { /* the program has removed all interceptors */
		return mynd_call_run(call);
	}
	mynd_call_enter_program(link);
	mynd_replies_bury();
	mynd_replies_tell_ended();
	mynd_chain *chain = begin_chain(call);
	mynd_command_object *command = mynd_command_object_new(chain);
	zend_object *answer = step(chain, 0, command);
	mynd_reply_object *reply = answer == NULL ? NULL : mynd_reply_object_of(answer);
	OBJ_RELEASE(&command->std);
	bool ready = reply != NULL && EG(exception) == NULL && make_ready(chain, reply);
	mynd_call_leave_program(link);
	int rc = still_open(call);
	if (rc == MYND_OK) {
		rc = ready ? take(chain, reply) : mynd_call_give_up(call);
	}
	return let_go(chain, answer, rc);
}

/*
 * Stores the command's outcome in a reply that waits for it, and calls the callables that wait for the reply.
 * The link can be used afterwards even if one of these throws.
 */
static int resolved(void *waiting, mynd_link *link, int rc)
{
	mynd_reply_object *reply = waiting;
	mynd_call_enter_program(link);
	if (EG(exception) == NULL) {
		if (reply->pending) {
			mynd_reply_resolve(reply, link, rc);
		}
		mynd_reply_tell(reply);
	}
	if (rc == MYND_OK && reply->code != 0 && !EG(exception)) { /* capture() could not read the rows */
		rc = MYND_BAD;
	}
	if (rc == MYND_OK && EG(exception) == NULL) {
		mynd_reply_watch_rest(reply, link);
		mynd_replies_tell_ended();
	}
	OBJ_RELEASE(&reply->std);
	mynd_call_leave_program(link);
	return rc;
}

static int make_answer(void *waiting, mynd_answer *answer)
{
	mynd_reply_object *reply = waiting;
	return mynd_reply_make(reply) && suits_kind(reply->kind, reply) && mynd_reply_answer(reply, answer)
	           ? MYND_OK
	           : MYND_BAD;
}

/* --- the end of a request --- */

void mynd_interceptors_request_shutdown(void)
{
	mynd_interceptor_list *list = thread.list;
	mynd_links_intercept(NULL);
	thread.list = NULL;
	thread.chains = NULL;
	if (!CG(unclean_shutdown)) {
		release_list(list);
	}
	mynd_replies_request_shutdown();
}

/* --- the classes --- */

static void next_free(zend_object *object)
{
	next_object *next = (next_object *) ((char *) object - offsetof(next_object, std));
	zend_object_std_dtor(
	    object); /* first, as in command.c: releasing the chain may run destructors of the program */
	if (next->chain != NULL) {
		mynd_chain_release(next->chain);
	}
}

static zend_object *next_create(zend_class_entry *ce)
{
	next_object *next = zend_object_alloc(sizeof *next, ce);
	zend_object_std_init(&next->std, ce);
	next->std.handlers = &next_handlers;
	next->chain = NULL;
	return &next->std;
}

zend_class_entry *mynd_kind_class(void)
{
	return kind_ce;
}

void mynd_intercept_startup(zend_class_entry *command, zend_class_entry *next, zend_class_entry *reply,
    zend_class_entry *kind, zend_class_entry *indicator)
{
	mynd_snapshot_startup(indicator);
	mynd_command_class_startup(command);
	mynd_reply_class_startup(reply);
	kind_ce = kind;
	next_ce = next;
	next->create_object = next_create;
	memcpy(&next_handlers, &std_object_handlers, sizeof next_handlers);
	next_handlers.offset = offsetof(next_object, std);
	next_handlers.free_obj = next_free;
	next_handlers.clone_obj = NULL;
}
