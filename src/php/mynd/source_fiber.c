/*
 * Sources (iterables of the program) that run in a fiber of their own (source_fiber.h).
 *
 * The fiber runs a line of PHP code that iterates over an object of steps (steps.h). Each step asks the
 * source for its next value, if one is wanted; then the code suspends the fiber. The code's frame has a
 * reference to the object of steps, which owns the source. The side that asks (a pipeline) has references to
 * this object and to the fiber, and owns the mynd_source_fiber. So the source may outlive the pipeline, as
 * long as an event loop has a reference to the source's fiber.
 *
 * Always true: the source is asked in its fiber. Where the engine does not switch fibers (destructors, up to
 * PHP 8.3), or has ended them (at the end of a program), the source is asked directly, unless it is
 * suspended. If the source's fiber is suspended and nothing else has a reference to it, nothing could resume
 * it. Then the asking fiber suspends itself with the same value, and resumes the source's fiber when it is
 * resumed itself (pass_on).
 */
#include "source_fiber.h"

#include "line.h"

#include "zend_exceptions.h"
#include "zend_fibers.h"
#include "zend_interfaces.h"
#include "../../command/inner_fiber.h"

typedef enum asking { NOT_ASKED, ASKED, ANSWERED } asking;

/* The context of the steps in the fiber, freed with the object of steps. */
typedef struct asked_source {
	mynd_source source;
	asking state;
	int rc; /* answer of the source */
	zval key, value;
	zend_object *failure;
	bool left;       /* the asking side has ended */
	mynd_set *woken; /* set that waits for the answer; NULL: the asking side has ended */
	const zend_fiber_context *here;
	mynd_inner_fiber stands_for;
} asked_source;

struct mynd_source_fiber {
	zend_object *fiber;
	mynd_steps *steps;
};

static asked_source *source_of(const mynd_source_fiber *f)
{
	return f->steps->context;
}

static zend_fiber_status status_of(const mynd_source_fiber *f)
{
	return ((const zend_fiber *) f->fiber)->context.status;
}

/* --- in the source's fiber --- */

static void forget_answer(asked_source *a)
{
	zval_ptr_dtor(&a->key);
	zval_ptr_dtor(&a->value);
	ZVAL_UNDEF(&a->key);
	ZVAL_UNDEF(&a->value);
	if (a->failure != NULL) {
		OBJ_RELEASE(a->failure);
		a->failure = NULL;
	}
}

static void answer(asked_source *a, int rc)
{
	a->rc = rc;
	a->state = ANSWERED;
	if (a->woken != NULL) {
		mynd_set_wake(a->woken);
	}
}

static int ask(asked_source *a)
{
	int rc = mynd_source_next(&a->source, &a->key, &a->value);
	if (rc == MYND_BAD && (a->failure = mynd_source_failure()) == NULL) { /* fiber or program ends */
		answer(a, MYND_MORE);
		return MYND_BAD;
	}
	answer(a, rc);
	return rc == MYND_OK && !a->left ? MYND_OK : MYND_MORE;
}

/*
 * Asks the source, if an answer is wanted and this is the source's fiber. Else the program has resumed the
 * fiber too early, or has taken the object from a backtrace and iterates over it elsewhere.
 */
static int step_in_fiber(mynd_steps *steps)
{
	asked_source *a = steps->context;
	bool is_here = EG(current_fiber_context) == a->here;
	int rc = a->left || !is_here ? MYND_MORE : a->state == ASKED ? ask(a) : MYND_OK;
	ZVAL_NULL(&steps->value);
	return rc;
}

static void free_asked(void *context)
{
	asked_source *a = context;
	mynd_inner_fiber_end(&a->stands_for);
	forget_answer(a);
	mynd_source_close(&a->source);
	efree(a);
}

static void list_asked(void *context, zend_get_gc_buffer *buffer)
{
	asked_source *a = context;
	mynd_source_list_values(&a->source, buffer);
	zend_get_gc_buffer_add_zval(buffer, &a->key);
	zend_get_gc_buffer_add_zval(buffer, &a->value);
	if (a->failure != NULL) {
		zend_get_gc_buffer_add_obj(buffer, a->failure);
	}
}

static const mynd_steps_kind kind = {step_in_fiber, free_asked, list_asked};

/* --- beginning --- */

bool mynd_source_fiber_may_begin(const mynd_source *source)
{
	return mynd_is_on(MYND_G(source_fibers)) && Z_TYPE(source->iterable) != IS_ARRAY &&
	       EG(active_fiber) != NULL && !mynd_wait_blocks();
}

static bool compile(zval *closure)
{
	static const char code[] =
	    "static function ($steps) { foreach ($steps as $step) { \\Fiber::suspend(); } }";
	return Z_TYPE_P(closure) != IS_UNDEF || mynd_line_compile(code, sizeof code - 1, closure);
}

mynd_source_fiber *mynd_source_fiber_begin(mynd_source *source, mynd_set *woken)
{
	zval fiber;
	if (!compile(&MYND_G(source_program)) || object_init_ex(&fiber, zend_ce_fiber) != SUCCESS) {
		return NULL;
	}
	zend_call_method_with_1_params(
	    Z_OBJ(fiber), zend_ce_fiber, NULL, "__construct", NULL, &MYND_G(source_program));
	if (EG(exception)) {
		zval_ptr_dtor(&fiber);
		return NULL;
	}
	asked_source *a = ecalloc(1, sizeof *a);
	mynd_source_fiber *f = emalloc(sizeof *f);
	f->fiber = Z_OBJ(fiber);
	f->steps = mynd_steps_new(&kind, a);
	a->source = *source;
	*source = (mynd_source){.iterator = NULL};
	a->woken = woken;
	a->here = &((zend_fiber *) f->fiber)->context;
	mynd_inner_fiber_begin(&a->stands_for, a->here);
	return f;
}

/* --- switching --- */

/*
 * Starts the fiber. Sets *suspended to the value that the fiber suspends itself with. An exception may be
 * pending afterwards.
 */
static void start_fiber(const mynd_source_fiber *f, zval *suspended)
{
	zval steps;
	ZVAL_OBJ(&steps, &f->steps->std);
	zend_call_method_with_1_params(f->fiber, zend_ce_fiber, NULL, "start", suspended, &steps);
}

static void resume_fiber(const mynd_source_fiber *f, const char *method, zval *with, zval *suspended)
{
	zend_call_method_with_1_params(f->fiber, zend_ce_fiber, NULL, method, suspended, with);
}

static void go_on(const mynd_source_fiber *f, zval *suspended)
{
	zval null;
	ZVAL_NULL(&null);
	ZVAL_UNDEF(suspended);
	if (status_of(f) == ZEND_FIBER_STATUS_INIT) {
		start_fiber(f, suspended);
	} else {
		resume_fiber(f, "resume", &null, suspended);
	}
}

/*
 * Suspends this fiber with the value that the source was suspended with, and resumes the source with the
 * value that this fiber is resumed with. An exception thrown into this fiber is thrown into the source,
 * unless it ends this fiber.
 */
static void pass_on(const mynd_source_fiber *f, zval *suspended)
{
	zval with;
	ZVAL_UNDEF(&with);
	zend_call_method_with_1_params(NULL, zend_ce_fiber, NULL, "suspend", &with, suspended);
	zval_ptr_dtor(suspended);
	ZVAL_UNDEF(suspended);
	zend_object *thrown = EG(exception) ? mynd_source_failure() : NULL;
	if (EG(exception) || status_of(f) != ZEND_FIBER_STATUS_SUSPENDED) {
		if (thrown != NULL) {
			zend_throw_exception_internal(thrown);
		}
	} else if (thrown != NULL) {
		ZVAL_OBJ(&with, thrown);
		resume_fiber(f, "throw", &with, suspended);
	} else {
		resume_fiber(f, "resume", &with, suspended);
	}
	zval_ptr_dtor(&with);
}

/* Counts the references to the fiber from its own stack, such as a variable of the source. */
static uint32_t own_references(zend_object *fiber)
{
	zval *values;
	int count;
	uint32_t own = 0;
	fiber->handlers->get_gc(fiber, &values, &count);
	for (int i = 0; i < count; i++) {
		own += Z_TYPE(values[i]) == IS_OBJECT && Z_OBJ(values[i]) == fiber;
	}
	return own;
}

/*
 * Returns true if an event loop will resume the fiber. A loop is assumed if something else has a reference to
 * the fiber, and the fiber was suspended without a value, which would say what to wait for.
 */
static bool is_known_to_loop(const mynd_source_fiber *f, const zval *suspended)
{
	return Z_TYPE_P(suspended) <= IS_NULL && GC_REFCOUNT(f->fiber) > 1 + own_references(f->fiber);
}

/* --- asking --- */

static int take_answer(asked_source *a, zval *key, zval *value, zend_object **failure)
{
	a->state = NOT_ASKED;
	ZVAL_COPY_VALUE(key, &a->key);
	ZVAL_COPY_VALUE(value, &a->value);
	ZVAL_UNDEF(&a->key);
	ZVAL_UNDEF(&a->value);
	*failure = a->failure;
	a->failure = NULL;
	return a->rc;
}

/* Runs the source in its fiber until it answers or an event loop will resume it. */
static int run(const mynd_source_fiber *f)
{
	asked_source *a = source_of(f);
	zval suspended;
	a->state = ASKED;
	go_on(f, &suspended);
	while (!EG(exception) && a->state == ASKED && status_of(f) == ZEND_FIBER_STATUS_SUSPENDED &&
	       !is_known_to_loop(f, &suspended)) {
		pass_on(f, &suspended);
	}
	zval_ptr_dtor(&suspended);
	return EG(exception) ? MYND_BAD : a->state == ANSWERED ? MYND_OK : MYND_WAIT_BLOCK;
}

int mynd_source_fiber_next(mynd_source_fiber *f, zval *key, zval *value, zend_object **failure)
{
	asked_source *a = source_of(f);
	*failure = NULL;
	if (a->state == NOT_ASKED && (zend_fiber_switch_blocked() || status_of(f) == ZEND_FIBER_STATUS_DEAD)) {
		int rc = mynd_source_next(&a->source, key, value);
		*failure = rc == MYND_BAD ? mynd_source_failure() : NULL;
		return rc;
	}
	int rc = a->state == NOT_ASKED ? run(f) : a->state == ANSWERED ? MYND_OK : MYND_WAIT_BLOCK;
	return rc == MYND_OK ? take_answer(a, key, value, failure) : rc;
}

bool mynd_source_fiber_is_away(const mynd_source_fiber *f)
{
	return source_of(f)->state == ASKED;
}

bool mynd_source_fiber_has_answered(const mynd_source_fiber *f)
{
	return source_of(f)->state == ANSWERED;
}

/* --- the end --- */

void mynd_source_fiber_leave(mynd_source_fiber *f)
{
	asked_source *a = source_of(f);
	mynd_source_fiber left = *f;
	if (a != NULL) { /* after a fatal error the objects are freed in any order */
		a->left = true;
		a->woken = NULL;
	}
	efree(f);
	OBJ_RELEASE(left.fiber);
	OBJ_RELEASE(&left.steps->std);
}

void mynd_source_fiber_list_values(mynd_source_fiber *f, zend_get_gc_buffer *buffer)
{
	zend_get_gc_buffer_add_obj(buffer, f->fiber);
	zend_get_gc_buffer_add_obj(buffer, &f->steps->std);
}
