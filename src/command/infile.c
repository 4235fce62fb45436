/*
 * LOAD DATA LOCAL: sends the file that a query names to the server, in pieces, through PHP's streams.
 *
 * The session knows whether the query may ask for a file; the functions here decide whether the link may send
 * it. A stream may run code of the program (a stream wrapper, a filter). While that code runs, a call on the
 * link is under way: other calls are refused with 2014, and a close takes effect when that call goes on. No
 * function of the session is on the stack then.
 *
 * Always true: the server is sent an end of the file, and its answer is read, whatever error occurs here.
 * That error becomes the error of the query, unless the server reports one.
 */
#include "internal.h"
#include "../wire/infile.h"

#include "fopen_wrappers.h"

#define PIECE          16384 /* bytes */
#define FILE_NOT_FOUND 7890  /* stock's number for this error, which is not in the servers' lists of errors */

typedef struct infile {
	char *name;
	php_stream *stream; /* NULL: not open */
	mynd_error error;   /* code 0: none so far */
} infile;

void mynd_link_keep_file_text_now(mynd_link *link, const char *sql, size_t len)
{
	free(link->reply.file_text);
	link->reply.file_text = NULL;
	if (sql == NULL || !mynd_link_may_send_files(link)) {
		return;
	}
	mynd_command command = mynd_command_text(MYND_COM_QUERY, (mynd_slice){(const uint8_t *) sql, len});
	if (mynd_command_is_barrier(&command)) {
		link->reply.file_text = malloc(len);
		link->reply.file_text_len = len;
		if (link->reply.file_text != NULL) {
			memcpy(link->reply.file_text, sql, len);
		}
	}
}

/* Returns true if the running query names the file. A server that asks for any other file does not get it. */
static bool is_asked(const mynd_link *link, mynd_slice name)
{
	mynd_slice text = {(const uint8_t *) link->reply.file_text, link->reply.file_text_len};
	return link->reply.file_text != NULL && mynd_infile_is_asked(text, name);
}

static int refuse(infile *file, unsigned code, const char *text)
{
	return mynd_error_set(&file->error, MYND_CAUSE_REFUSED, code, NULL, "%s", text);
}

/* --- functions that may run code of the program: only with in_call set --- */

static bool directory_exists(const char *directory)
{
	php_stream *stream = php_stream_opendir(directory, REPORT_ERRORS, NULL);
	if (stream == NULL) {
		return false;
	}
	php_stream_closedir(stream);
	return true;
}

/*
 * Returns the name as a path of this machine; NULL if it belongs to a stream wrapper, for which a directory
 * has no meaning.
 */
static const char *plain_path(const char *name)
{
	const char *path = name;
	php_stream_wrapper *wrapper = php_stream_locate_url_wrapper(name, &path, 0);
	return wrapper == &php_plain_files_wrapper ? path : NULL;
}

/* Checks whether the settings permit the file: they permit any file, or those below a directory. */
static int check_permission(infile *file, const char *path, bool any, const char *directory)
{
	if (directory != NULL && !directory_exists(directory)) {
		return refuse(file, MYND_ERR_INFILE_REJECTED, "cannot open local_infile_directory");
	}
	if (path == NULL || (!any && php_check_specific_open_basedir(directory, path) == -1)) {
		return refuse(file, MYND_ERR_INFILE_REJECTED,
		    "LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file");
	}
	if (PG(open_basedir) && php_check_open_basedir_ex(file->name, 0) == -1) {
		return refuse(file, MYND_ERR_UNKNOWN, "open_basedir restriction in effect. Unable to open file");
	}
	return MYND_OK;
}

static int open_file(mynd_link *link, infile *file)
{
	/* a copy, because the program may change its settings meanwhile */
	const char *setting = link->channel.settings.strings[MYND_SET_LOCAL_INFILE_DIRECTORY];
	char *directory = setting == NULL ? NULL : estrdup(setting);
	bool any = link->channel.settings.ints[MYND_SET_LOCAL_INFILE] != 0;
	const char *path = any ? file->name : plain_path(file->name);
	int rc = check_permission(file, path, any, directory);
	if (directory != NULL) {
		efree(directory);
	}
	if (rc != MYND_OK) {
		return rc;
	}
	file->stream = php_stream_open_wrapper(path, "r", any ? 0 : IGNORE_URL, NULL);
	if (file->stream == NULL) {
		return mynd_error_set(
		    &file->error, MYND_CAUSE_REFUSED, FILE_NOT_FOUND, NULL, "Can't find file '%-.64s'.", file->name);
	}
	/* the program can get the stream by get_resources(), and must not close it */
	file->stream->flags |= PHP_STREAM_FLAG_NO_FCLOSE;
	return MYND_OK;
}

/* Reads the next piece. Returns 0 at the end of the file, and on a failure, which sets the error. */
static size_t read_piece(infile *file, char *piece)
{
	ssize_t n = php_stream_read(file->stream, piece, PIECE);
	if (n < 0 || EG(exception)) {
		refuse(file, MYND_ERR_UNKNOWN, "Error reading file");
		return 0;
	}
	return (size_t) n;
}

/* --- to the server --- */

/* Sets stock's own error number for a link that is lost while a file is sent. Returns MYND_BAD. */
static int lost_while_sending(mynd_link *link)
{
	if (link->channel.error.code == MYND_ERR_GONE_AWAY && link->channel.error.cause != MYND_CAUSE_SERVER) {
		mynd_error error = link->channel.error;
		mynd_error_set(&link->channel.error, error.cause, MYND_ERR_SERVER_LOST, NULL, "%s",
		    "Lost connection to MySQL server during LOAD DATA of a local file");
		link->channel.error.sys_errno = error.sys_errno;
		link->channel.error.offset = error.offset;
	}
	return MYND_BAD;
}

static int send_piece(mynd_link *link, const char *piece, size_t len)
{
	mynd_slice slice = {(const uint8_t *) piece, len};
	if (mynd_session_infile(link->channel.session, slice, &link->channel.error) != MYND_OK) {
		return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD
		           ? MYND_BAD
		           : mynd_channel_lose(&link->channel, &link->channel.error);
	}
	return mynd_channel_flush(&link->channel) == MYND_OK ? MYND_OK : lost_while_sending(link);
}

/*
 * Sends the file. If the server has closed the connection, stops without an error: the caller then reads the
 * reason, which the server may have sent.
 */
static int send_file(mynd_link *link, infile *file)
{
	char *piece = emalloc(PIECE);
	int rc = MYND_OK;
	size_t n;
	do {
		mynd_channel_enter_program(&link->channel);
		n = read_piece(file, piece);
		mynd_channel_leave(&link->channel);
		if (link->channel.close_wanted) {
			rc = mynd_channel_check_closed(&link->channel);
		} else if (n > 0) {
			rc = send_piece(link, piece, n);
		}
	} while (rc == MYND_OK && n > 0 && !link->channel.write_broken);
	efree(piece);
	return rc;
}

static int begin_file(mynd_link *link, infile *file)
{
	mynd_channel_enter_program(&link->channel);
	int rc = open_file(link, file);
	mynd_channel_leave(&link->channel);
	if (link->channel.close_wanted) {
		return mynd_channel_check_closed(&link->channel);
	}
	return rc == MYND_OK ? send_file(link, file) : MYND_OK;
}

static void close_file(mynd_link *link, infile *file)
{
	if (file->stream != NULL) {
		mynd_channel_enter_program(&link->channel);
		php_stream_close(file->stream);
		mynd_channel_leave(&link->channel);
	}
	efree(file->name);
}

/* Makes the checks that do not need the file to be open. */
static bool check_name(mynd_link *link, mynd_slice name, infile *file)
{
	mynd_error_clear(&file->error);
	if (!link->channel.settings.ints[MYND_SET_LOCAL_INFILE] &&
	    link->channel.settings.strings[MYND_SET_LOCAL_INFILE_DIRECTORY] == NULL) {
		mynd_error_client(&file->error, MYND_CAUSE_REFUSED, MYND_ERR_INFILE_REJECTED);
	} else if (!is_asked(link, name)) {
		refuse(file, MYND_ERR_INFILE_REJECTED,
		    "LOAD DATA LOCAL INFILE is forbidden: the server asks for a file that the query does not name");
	} else if (memchr(name.ptr, '\0', name.len) != NULL) {
		refuse(file, MYND_ERR_INFILE_REJECTED,
		    "LOAD DATA LOCAL INFILE is forbidden: there is a NUL in the name");
	}
	return file->error.code == 0;
}

/*
 * Sends the file or nothing, and the end of the file. Returns MYND_BAD if the link is lost. Otherwise *error
 * is the file's error.
 */
static int send_or_refuse(mynd_link *link, mynd_slice name, mynd_error *error)
{
	infile file = {.name = estrndup((const char *) name.ptr, name.len)};
	int rc = check_name(link, name, &file) ? begin_file(link, &file) : MYND_OK;
	if (rc == MYND_OK) {
		rc = send_piece(link, "", 0);
	}
	close_file(link, &file);
	if (link->channel.close_wanted) {
		rc = mynd_channel_check_closed(&link->channel);
	}
	*error = file.error;
	return rc;
}

int mynd_link_give_file(mynd_link *link, mynd_slice name, mynd_event *answer, mynd_error *error)
{
	if (send_or_refuse(link, name, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (mynd_channel_pump(&link->channel, answer) != MYND_OK) {
		return link->channel.write_broken ? lost_while_sending(link) : MYND_BAD;
	}
	if (answer->kind == MYND_EVENT_OK && error->code != 0) {
		answer->kind = MYND_EVENT_REFUSED;
		answer->server_error = error;
	}
	return MYND_OK;
}

int mynd_link_refuse_file(mynd_link *link)
{
	return send_piece(link, "", 0);
}
