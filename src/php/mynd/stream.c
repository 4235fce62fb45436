/*
 * Mynd\stream(): streams for event loops. Each stream stands for a descriptor of the driver and can be waited
 * for by stream_select() or any loop that takes streams. The streams cannot be read or written.
 *
 * Always true: MYND_G(streams) has a reference to the stream that was made for a descriptor, until the
 * descriptor is closed; then the stream is closed, too. If the program has closed a stream, a new one
 * replaces it. Streams are request memory, to which links do not refer.
 */
#include "waiter.h"

#include <unistd.h>

#include "php_network.h"
#include "../../net/wait.h"

typedef struct descriptor {
	int fd; /* -1: closed */
	bool owned;
} descriptor;

static descriptor *descriptor_of(const php_stream *stream)
{
	return stream->abstract;
}

/* --- what a stream can do --- */

static ssize_t refuse_write(php_stream *stream, const char *bytes, size_t len)
{
	return -1;
}

static ssize_t refuse_read(php_stream *stream, char *bytes, size_t len)
{
	return -1;
}

static int do_flush(php_stream *stream)
{
	return 0;
}

static int do_close(php_stream *stream, int close_handle)
{
	descriptor *d = descriptor_of(stream);
	if (d->owned) {
		close(d->fd);
	}
	efree(d);
	return 0;
}

static int do_cast(php_stream *stream, int as, void **out)
{
	int fd = descriptor_of(stream)->fd;
	bool is_descriptor =
	    as == PHP_STREAM_AS_FD_FOR_SELECT || as == PHP_STREAM_AS_FD || as == PHP_STREAM_AS_SOCKETD;
	if (fd < 0 || !is_descriptor) {
		return FAILURE;
	}
	if (out != NULL) {
		*(php_socket_t *) out = fd;
	}
	return SUCCESS;
}

/* Accepts the non-blocking mode that event loops set, since these streams never block. */
static int do_set_option(php_stream *stream, int option, int value, void *more)
{
	return option == PHP_STREAM_OPTION_BLOCKING && value == 0 ? 0 : PHP_STREAM_OPTION_RETURN_NOTIMPL;
}

static const php_stream_ops operations = {
    .write = refuse_write,
    .read = refuse_read,
    .close = do_close,
    .flush = do_flush,
    .label = "mynd",
    .cast = do_cast,
    .set_option = do_set_option,
};

/* --- life --- */

static zend_resource *stream_new(int fd, bool owned)
{
	descriptor *d = emalloc(sizeof *d);
	*d = (descriptor){fd, owned};
	php_stream *stream = php_stream_alloc(&operations, d, NULL, "r+");
	stream->flags |= PHP_STREAM_FLAG_NO_BUFFER | PHP_STREAM_FLAG_NO_SEEK;
	stream->__exposed = 1;
	return stream->res;
}

/* Returns NULL if the program has closed the stream. */
static php_stream *stream_behind(const zend_resource *resource)
{
	return resource->type == php_file_le_stream() ? resource->ptr : NULL;
}

/*
 * Closes a stream. If the program has put filters on it, the stream stays open, because code of filters must
 * not run here; it then loses a descriptor that it does not own.
 */
void mynd_stream_let_go(zend_resource *resource)
{
	php_stream *stream = stream_behind(resource);
	if (stream != NULL && stream->readfilters.head == NULL && stream->writefilters.head == NULL) {
		zend_list_close(resource);
	} else if (stream != NULL && !descriptor_of(stream)->owned) {
		descriptor_of(stream)->fd = -1;
	}
	zend_list_delete(resource);
}

static void on_closing(int fd)
{
	zend_resource *resource = zend_hash_index_find_ptr(&MYND_G(streams), (zend_ulong) fd);
	if (resource != NULL) {
		zend_hash_index_del(&MYND_G(streams), (zend_ulong) fd);
		mynd_stream_let_go(resource);
	}
}

static bool is_known(int fd)
{
	return zend_hash_index_exists(&MYND_G(streams), (zend_ulong) fd);
}

zend_resource *mynd_stream_of_descriptor(int fd)
{
	zend_resource *resource = zend_hash_index_find_ptr(&MYND_G(streams), (zend_ulong) fd);
	if (resource != NULL && stream_behind(resource) != NULL) {
		return resource;
	}
	if (resource != NULL) {
		on_closing(fd);
	}
	resource = stream_new(fd, false);
	zend_hash_index_add_new_ptr(&MYND_G(streams), (zend_ulong) fd, resource);
	mynd_wait_on_close(on_closing, is_known);
	return resource;
}

zend_resource *mynd_stream_owning(int fd)
{
	return stream_new(fd, true);
}

void mynd_streams_forget(void)
{
	mynd_wait_on_close(NULL, NULL);
	zend_hash_clean(&MYND_G(streams));
}

/* --- for programs --- */

ZEND_FUNCTION(Mynd_stream)
{
	zend_object *object;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();
	mynd_link *link = mynd_link_behind(object, 1);
	if (link == NULL) {
		RETURN_THROWS();
	}
	int fd = mynd_link_descriptor(link);
	if (fd < 0) {
		zend_throw_error(NULL, "Mynd\\stream(): the connection is not open");
		RETURN_THROWS();
	}
	zend_resource *resource = mynd_stream_of_descriptor(fd);
	GC_ADDREF(resource);
	RETURN_RES(resource);
}
