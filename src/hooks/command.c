/*
 * Mynd\Command: the object that shows a command to interceptors, and changed copies of it.
 *
 * The command's text and values are in the caller's memory. They are copied when a program reads them, or
 * when the call ends and objects outlive it (mynd_chain_freeze).
 */
#include "intercept.h"

#include "zend_enum.h"

zend_class_entry *mynd_command_ce;
static mynd_lazy_class command_class;

/* The properties, in the stub's order. */
enum {
	KIND,
	SQL,
	PARAMS,
	HOST,
	PORT,
	SOCKET,
	USER,
	DATABASE,
	CHARSET,
	EXTENSION,
	THREAD_ID,
	IN_TRANSACTION,
	ASYNC,
	SESSION,
	INIT_COMMANDS,
	SERVER,
	SERVER_COLLATION,
	ROW_COUNT
};

static const mynd_former_name former_names[] = {{"face", "extension"}, {"in_transaction", "inTransaction"},
    {"init_commands", "initCommands"}, {NULL, NULL}};

static const char *const kinds[] = {"Query", "Prepare", "Execute", "BulkExecute", "Connect", "ChangeDatabase",
    "ChangeUser", "SetCharset", "Ping", "Kill", "Refresh", "Statistics", "Debug", "SetOption"};

/* --- life --- */

static zend_object *create(zend_class_entry *ce)
{
	mynd_command_object *self = zend_object_alloc(sizeof *self, ce);
	memset(self, 0, offsetof(mynd_command_object, std));
	ZVAL_UNDEF(&self->params);
	zend_object_std_init(&self->std, ce);
	mynd_lazy_object_init(&self->std);
	self->std.handlers = &command_class.handlers;
	return &self->std;
}

/*
 * Calls zend_object_std_dtor first, which clears weak references: the destructors of attributes, which run
 * code of the program, then cannot reach the object.
 */
static void free_object(zend_object *object)
{
	mynd_command_object *self = mynd_command_object_of(object);
	zend_string *const texts[] = {self->sql, self->host, self->socket, self->user, self->password,
	    self->database, self->version, self->columns};
	zend_object_std_dtor(object);
	if (self->chain != NULL) {
		self->chain->commands--;
		mynd_chain_release(self->chain);
	}
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (texts[i] != NULL) {
			zend_string_release(texts[i]);
		}
	}
	zval_ptr_dtor(&self->params);
	if (self->attributes != NULL) {
		zend_array_release(self->attributes);
	}
	if (self->query_attributes != NULL) {
		zend_array_release(self->query_attributes);
	}
}

static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	const mynd_command_object *self = mynd_command_object_of(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zval *value;
	if (self->attributes != NULL) {
		ZEND_HASH_FOREACH_VAL (self->attributes, value) {
			zend_get_gc_buffer_add_zval(buffer, value);
		}
		ZEND_HASH_FOREACH_END();
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return zend_std_get_properties(object);
}

mynd_command_object *mynd_command_object_new(mynd_chain *chain)
{
	mynd_command_object *self = mynd_command_object_of(create(mynd_command_ce));
	self->chain = chain;
	chain->references++;
	chain->commands++;
	return self;
}

static zend_string *copy_text(zend_string *text)
{
	return text == NULL ? NULL : zend_string_copy(text);
}

mynd_command_object *mynd_command_object_copy(const mynd_command_object *from)
{
	mynd_command_object *self = mynd_command_object_new(from->chain);
	self->sql = copy_text(from->sql);
	self->host = copy_text(from->host);
	self->socket = copy_text(from->socket);
	self->user = copy_text(from->user);
	self->password = copy_text(from->password);
	self->database = copy_text(from->database);
	self->version = copy_text(from->version);
	self->columns = copy_text(from->columns);
	self->port = from->port;
	self->collation = from->collation;
	self->has_address = from->has_address;
	self->without_pool = from->without_pool;
	self->has_user = from->has_user;
	self->has_database = from->has_database;
	ZVAL_COPY(&self->params, &from->params);
	self->attributes = from->attributes == NULL ? NULL : zend_array_dup(from->attributes);
	self->query_attributes = from->query_attributes == NULL ? NULL : zend_array_dup(from->query_attributes);
	return self;
}

/* --- properties --- */

/* Returns the current SQL, or NULL if there is none. */
static zend_string *current_sql(const mynd_command_object *self)
{
	return self->sql != NULL ? self->sql : mynd_chain_sql(self->chain);
}

static void string_or_null(zval *out, zend_string *string)
{
	if (string != NULL) {
		ZVAL_STR_COPY(out, string);
	} else {
		ZVAL_NULL(out);
	}
}

static void make_params(const mynd_command_object *self, zval *out)
{
	mynd_chain_freeze(self->chain);
	mynd_chain_read_rows(self->chain);
	if (Z_TYPE(self->params) != IS_UNDEF) {
		ZVAL_COPY(out, &self->params);
	} else if (Z_TYPE(self->chain->params) != IS_UNDEF) {
		ZVAL_COPY(out, &self->chain->params);
	} else {
		ZVAL_NULL(out);
	}
}

/* Makes a string property. `string` is NULL if a fatal error came before it could be copied. */
static void text(zval *out, zend_string *string)
{
	if (string != NULL) {
		ZVAL_STR_COPY(out, string);
	} else {
		ZVAL_EMPTY_STRING(out);
	}
}

/* Makes a property that describes the link, or the change that the interceptor has made. */
static void make_of_link(const mynd_command_object *self, uint32_t number, zval *out)
{
	mynd_chain *chain = self->chain;
	mynd_chain_freeze_link(chain);
	switch (number) {
	case HOST:
		text(out, self->has_address ? self->host : chain->host);
		break;
	case PORT:
		ZVAL_LONG(out, self->has_address ? self->port : chain->port);
		break;
	case SOCKET:
		string_or_null(out, self->has_address ? self->socket : chain->socket);
		break;
	case USER:
		text(out, self->has_user ? self->user : chain->user);
		break;
	case CHARSET:
		string_or_null(out, chain->charset);
		break;
	default:
		text(out, chain->extension);
	}
}

static void add_init_command(void *context, mynd_slice sql)
{
	zval text;
	ZVAL_STRINGL(&text, (const char *) sql.ptr, sql.len);
	zend_hash_next_index_insert(context, &text);
}

/* A Connect that has run may have put another link in the place of the chain's. */
const mynd_server *mynd_chain_server(const mynd_chain *chain)
{
	bool has_slot = !mynd_chain_is_over(chain) && chain->call->slot != NULL;
	return mynd_link_server(has_slot ? *chain->call->slot : chain->link);
}

static void make_server(const mynd_chain *chain, zval *out)
{
	const mynd_server *server = mynd_chain_server(chain);
	if (server != NULL && server->version != NULL) {
		ZVAL_STRING(out, server->version);
	} else {
		ZVAL_NULL(out);
	}
}

static void make_server_collation(const mynd_chain *chain, zval *out)
{
	const mynd_server *server = mynd_chain_server(chain);
	const mynd_charset *charset = server == NULL ? NULL : mynd_charset_by_id(server->greeting_collation);
	if (charset != NULL) {
		ZVAL_STRING(out, charset->collation);
	} else {
		ZVAL_NULL(out);
	}
}

static void make(zend_object *object, uint32_t number, zval *out)
{
	mynd_command_object *self = mynd_command_object_of(object);
	mynd_chain *chain = self->chain;
	switch (chain == NULL ? UINT32_MAX : number) {
	case UINT32_MAX: /* the object was made by reflection */
		break;
	case KIND:
		ZVAL_OBJ_COPY(out, zend_enum_get_case_cstr(mynd_kind_class(), kinds[chain->kind]));
		break;
	case SQL:
		string_or_null(out, current_sql(self));
		break;
	case PARAMS:
		make_params(self, out);
		break;
	case DATABASE:
		string_or_null(out, self->has_database ? self->database : chain->database);
		break;
	case THREAD_ID:
		ZVAL_LONG(out, chain->thread_id);
		break;
	case IN_TRANSACTION:
		ZVAL_BOOL(out, chain->in_transaction);
		break;
	case ASYNC:
		ZVAL_BOOL(out, chain->async);
		break;
	case SESSION:
		ZVAL_LONG(out,
		    (zend_long) (mynd_chain_is_over(chain) ? chain->session : mynd_call_session_number(chain->call)));
		break;
	case INIT_COMMANDS:
		array_init(out);
		mynd_link_each_init_command(chain->link, add_init_command, Z_ARRVAL_P(out));
		break;
	case SERVER:
		make_server(chain, out);
		break;
	case SERVER_COLLATION:
		make_server_collation(chain, out);
		break;
	case ROW_COUNT:
		if (chain->kind == MYND_CALL_BULK_EXECUTE) {
			ZVAL_LONG(out, chain->rows);
		} else {
			ZVAL_NULL(out);
		}
		break;
	default:
		make_of_link(self, number, out);
	}
}

void mynd_command_class_startup(zend_class_entry *ce)
{
	mynd_command_ce = ce;
	ce->create_object = create;
	mynd_lazy_class_init(&command_class, offsetof(mynd_command_object, std), make, former_names);
	command_class.handlers.free_obj = free_object;
	command_class.handlers.get_gc = get_gc;
}
