/*
 * PHP's stream filters on connections (channel/filter.h): the list of filters that the program has
 * registered, and the chain of a link: its own instances of these filters.
 *
 * A filter expects a stream, which php_user_filter has as $this->stream. mynd passes a stream that contains
 * nothing and does nothing. The filters are not attached to this stream, so whatever the program does with it
 * affects no connection.
 *
 * Always true: while a filter runs, no fiber is switched, and links that connect get no filters. A chain is
 * malloc'ed, because its link may exist longer than the request's memory; its filters are request memory and
 * are freed when the request ends. A chain whose link has closed it is freed later, by `finish`, where the
 * program's onClose() may run.
 */
#include "filters.h"

#include "../channel/filter.h"

#include "php_streams.h"
#include "zend_fibers.h"

typedef struct registered {
	struct registered *next;
	zend_ulong number;
	zend_string *name;
	zval params;
	unsigned direction;
} registered;

typedef struct chain {
	struct chain *next;
	php_stream *stream;
	php_stream_filter *
	    *filters[2];    /* indexed by mynd_filter_way; in the order in which bytes pass, then NULL */
	bool opening;       /* the chain's filters are being created, and no link has the chain yet */
	bool ended, closed; /* `ended`: the filters were freed; `closed`: the link has closed the chain */
} chain;

typedef struct of_thread {
	registered *first;
	zend_ulong last_number;
	chain *chains;
	unsigned running;
} of_thread;

ZEND_TLS of_thread filters;

/* --- the stream that filters get --- */

static ssize_t stream_write(php_stream *stream, const char *bytes, size_t count)
{
	return -1;
}

static ssize_t stream_read(php_stream *stream, char *bytes, size_t count)
{
	stream->eof = 1;
	return -1;
}

static int stream_close(php_stream *stream, int close_handle)
{
	chain *c = stream->abstract;
	if (c != NULL) {
		c->stream = NULL;
	}
	return 0;
}

static int stream_flush(php_stream *stream)
{
	return 0;
}

static const php_stream_ops stream_ops = {
    stream_write, stream_read, stream_close, stream_flush, "mynd link", NULL, NULL, NULL, NULL};

static php_stream *stream_of(chain *c)
{
	if (c->stream == NULL) {
		c->stream = php_stream_alloc(&stream_ops, c, NULL, "r+");
	}
	return c->stream;
}

/* --- running --- */

static void begin_running(void)
{
	filters.running++;
	zend_fiber_switch_block();
}

static void end_running(void)
{
	zend_fiber_switch_unblock();
	filters.running--;
}

static void free_buckets(php_stream_bucket_brigade *brigade)
{
	php_stream_bucket *bucket;
	while ((bucket = brigade->head) != NULL) {
		php_stream_bucket_unlink(bucket);
		php_stream_bucket_delref(bucket);
	}
}

static int failed(mynd_error *error)
{
	return mynd_error_client(error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
}

/* Runs one filter on the buckets of `in`, and replaces them by the filter's output. */
static int run(chain *c, php_stream_filter *filter, php_stream_bucket_brigade *in, int flags)
{
	php_stream_bucket_brigade out = {NULL, NULL};
	size_t consumed = 0;
	begin_running();
	php_stream_filter_status_t status =
	    filter->fops->filter(stream_of(c), filter, in, &out, &consumed, flags);
	end_running();
	free_buckets(in);
	*in = out;
	for (php_stream_bucket *b = in->head; b != NULL; b = b->next) {
		b->brigade = in;
	}
	if (status == PSFS_ERR_FATAL || EG(exception) || c->ended) {
		free_buckets(in);
		return MYND_BAD;
	}
	if (status == PSFS_FEED_ME) {
		free_buckets(in);
	}
	return MYND_OK;
}

/*
 * Returns PHP's flags for a pass. When writing, a filter is asked to flush, because the next bytes may come
 * much later; when reading, it is not.
 */
static int flags_of(const mynd_filter_pass *pass)
{
	return pass->last                       ? PSFS_FLAG_FLUSH_CLOSE
	       : pass->way == MYND_FILTER_WRITE ? PSFS_FLAG_FLUSH_INC
	                                        : PSFS_FLAG_NORMAL;
}

static void put_buckets(php_stream_bucket_brigade *brigade, mynd_buffer *to)
{
	for (php_stream_bucket *b = brigade->head; b != NULL; b = b->next) {
		mynd_buffer_put_bytes(to, b->buf, b->buflen);
	}
	free_buckets(brigade);
}

static int chain_pass(void *context, const mynd_filter_pass *pass, mynd_error *error)
{
	chain *c = context;
	php_stream_bucket_brigade brigade = {NULL, NULL};
	if (c->ended) {
		return failed(error);
	}
	if (pass->bytes.len > 0) {
		char *copy = estrndup((const char *) pass->bytes.ptr, pass->bytes.len);
		php_stream_bucket_append(&brigade, php_stream_bucket_new(stream_of(c), copy, pass->bytes.len, 1, 0));
	}
	for (php_stream_filter **filter = c->filters[pass->way]; *filter != NULL; filter++) {
		if (run(c, *filter, &brigade, flags_of(pass)) != MYND_OK) {
			return failed(error);
		}
	}
	put_buckets(&brigade, pass->to);
	return MYND_OK;
}

static bool chain_has(const void *context, mynd_filter_way way)
{
	const chain *c = context;
	return c->filters[way][0] != NULL;
}

/* --- the end of a chain --- */

/*
 * Frees a filter. After a fatal error a filter that is an object of the program is not freed: its code cannot
 * run, and its memory is freed with the request's.
 */
static void free_filter(php_stream_filter *filter)
{
	if (!CG(unclean_shutdown) || strcmp(filter->fops->label, "user-filter") != 0) {
		php_stream_filter_free(filter);
	}
}

static void end_stream(chain *c)
{
	php_stream *stream = c->stream;
	if (stream != NULL) {
		c->stream = NULL;
		stream->abstract = NULL;
		if (!CG(unclean_shutdown)) {
			php_stream_close(stream);
		}
	}
}

/* Frees a chain's filters and stream. Runs the program's onClose(). */
static void end_chain(chain *c)
{
	if (c->ended) {
		return;
	}
	c->ended = true;
	/*
	 * closing the stream may run filters that the program has attached to it: no chain may be freed meanwhile
	 */
	begin_running();
	end_stream(c); /* first: a fatal error in onClose() may end this function */
	for (int way = 0; way < 2; way++) {
		for (php_stream_filter **filter = c->filters[way]; filter != NULL && *filter != NULL; filter++) {
			free_filter(*filter);
		}
		if (c->filters[way] != NULL) {
			efree(c->filters[way]);
			c->filters[way] = NULL;
		}
	}
	end_running();
}

/* Returns a chain that its link has closed, or NULL if there is none. */
static chain *find_closed(void)
{
	chain *c = filters.chains;
	while (c != NULL && (!c->closed || c->opening)) {
		c = c->next;
	}
	return c;
}

static void free_chain(chain *c)
{
	chain **at = &filters.chains;
	while (*at != c) {
		at = &(*at)->next;
	}
	*at = c->next;
	pefree(c, 1);
}

/*
 * Ends and frees the closed chains, but not while a filter runs: a filter that closes its link must not end
 * the filters of that link.
 */
static void finish(void)
{
	chain *c;
	while (filters.running == 0 && (c = find_closed()) != NULL) {
		end_chain(c);
		free_chain(c);
	}
}

static void chain_close(void *context)
{
	chain *c = context;
	c->closed = true;
	if (c->ended) { /* no code of the program is left to run */
		finish();
	}
}

/* --- creating a chain --- */

static php_stream_filter *make_filter(registered *r, mynd_error *error)
{
	php_stream_filter *filter =
	    php_stream_filter_create(ZSTR_VAL(r->name), Z_TYPE(r->params) == IS_NULL ? NULL : &r->params, false);
	if (filter == NULL) {
		mynd_error_set(error, MYND_CAUSE_REFUSED, MYND_ERR_CONNECTION, NULL,
		    "The stream filter \"%.200s\" cannot be made", ZSTR_VAL(r->name));
	}
	return filter;
}

static size_t count_registered(void)
{
	size_t count = 0;
	for (const registered *r = filters.first; r != NULL; r = r->next) {
		count++;
	}
	return count;
}

/*
 * Creates the filters of a chain. `list` is a copy of the registered ones, because onCreate(), which is code
 * of the program, may register and remove filters.
 */
static int make_filters(chain *c, registered **list, size_t count, mynd_error *error)
{
	size_t made[2] = {0, 0};
	for (size_t i = 0; i < count; i++) {
		for (int way = 0; way < 2; way++) {
			registered *r = way == MYND_FILTER_READ ? list[count - 1 - i] : list[i];
			if (!(r->direction & (way == MYND_FILTER_READ ? MYND_FILTERS_READ : MYND_FILTERS_WRITE))) {
				continue;
			}
			php_stream_filter *filter = make_filter(r, error);
			if (filter == NULL) {
				return MYND_BAD;
			}
			c->filters[way][made[way]++] = filter;
			if (EG(exception)) {
				return failed(error);
			}
		}
	}
	return MYND_OK;
}

static registered *copy_of(const registered *r)
{
	registered *copy = emalloc(sizeof *copy);
	*copy = *r;
	zend_string_addref(copy->name);
	Z_TRY_ADDREF(copy->params);
	return copy;
}

static void free_registered(registered *r)
{
	zend_string_release(r->name);
	zval_ptr_dtor(&r->params);
	efree(r);
}

static chain *new_chain(size_t count)
{
	chain *c = pecalloc(1, sizeof *c, 1);
	c->opening = true;
	c->next = filters.chains;
	filters.chains = c;
	c->filters[0] = ecalloc(count + 1, sizeof(php_stream_filter *));
	c->filters[1] = ecalloc(count + 1, sizeof(php_stream_filter *));
	return c;
}

static int chain_open(void **context, mynd_error *error)
{
	size_t count = count_registered(), i = 0;
	*context = NULL;
	if ((filters.running > 0 && !CG(unclean_shutdown)) || count == 0) {
		return MYND_OK;
	}
	finish();
	chain *c = new_chain(count);
	registered **list = safe_emalloc(count, sizeof *list, 0);
	for (const registered *r = filters.first; r != NULL; r = r->next) {
		list[i++] = copy_of(r);
	}
	begin_running();
	int rc = make_filters(c, list, count, error);
	end_running();
	for (i = 0; i < count; i++) {
		free_registered(list[i]);
	}
	efree(list);
	c->opening = false;
	if (rc != MYND_OK) {
		c->closed = true;
		return rc;
	}
	*context = c;
	return MYND_OK;
}

static bool are_wanted(void)
{
	return filters.first != NULL;
}

static const mynd_filtering filtering = {are_wanted, chain_open, chain_has, chain_pass, chain_close, finish};

/* --- the list --- */

bool mynd_filters_are_known(zend_string *name)
{
	HashTable *known = php_get_stream_filters_hash();
	if (zend_hash_exists(known, name)) {
		return true;
	}
	/* "convert.base64-encode" is also found as "convert.*", as in PHP */
	bool found = false;
	size_t len = ZSTR_LEN(name);
	char *pattern = emalloc(len + 2);
	memcpy(pattern, ZSTR_VAL(name), len);
	while (len > 0 && !found) {
		if (pattern[--len] == '.') {
			pattern[len + 1] = '*';
			found = zend_hash_str_exists(known, pattern, len + 2);
		}
	}
	efree(pattern);
	return found;
}

zend_ulong mynd_filters_add(zend_string *name, zval *params, unsigned direction)
{
	registered **last = &filters.first;
	registered *r = emalloc(sizeof *r);
	*r =
	    (registered){.number = ++filters.last_number, .name = zend_string_copy(name), .direction = direction};
	ZVAL_COPY(&r->params, params);
	while (*last != NULL) {
		last = &(*last)->next;
	}
	*last = r;
	mynd_channels_filter(&filtering);
	return r->number;
}

bool mynd_filters_remove(zend_ulong number)
{
	for (registered **at = &filters.first; *at != NULL; at = &(*at)->next) {
		registered *r = *at;
		if (r->number == number) {
			*at = r->next;
			free_registered(r);
			return true;
		}
	}
	return false;
}

/*
 * Frees the list of registered filters and the filters of all chains. Runs code of the program, unless there
 * was a fatal error.
 */
static void end_all(void)
{
	if (CG(unclean_shutdown)) {
		filters.running = 0;
		filters.first = NULL; /* the registered filters' memory is freed with the request's */
	}
	while (filters.first != NULL) {
		registered *r = filters.first;
		filters.first = r->next;
		free_registered(r);
	}
	for (chain *c = filters.chains; c != NULL; c = c->next) {
		c->closed |= c->opening;
		c->opening = false;
		end_chain(c);
	}
	finish();
}

/*
 * Frees all filters. Catches a fatal error in their code, so that other modules can still end their request.
 */
void mynd_filters_request_shutdown(void)
{
	bool again = false;
	mynd_channels_filter(NULL);
	zend_try
	{
		end_all();
	}
	zend_catch
	{
		again = true;
	}
	zend_end_try();
	if (again) {
		end_all();
	}
}
