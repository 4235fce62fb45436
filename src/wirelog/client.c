/*
 * Lines for the packets of a client. Sources: "Protocol::HandshakeResponse41" and the commands' pages
 * ("COM_QUERY", "COM_STMT_EXECUTE" ...) in the manuals of both servers.
 */
#include "internal.h"
#include "../wire/bulk.h"
#include "../wire/digest.h"
#include "../wire/statement.h"

#define UNSIGNED_PARAMETER 0x8000 /* flag in a parameter's type */
#define EXECUTE_HEAD       10 /* bytes: the command, the statement's id, flags, a number that is always 1 */
#define LOGIN_HEAD         32 /* bytes: the part of a login that is sent in clear before TLS */
#define PART_HEAD          7  /* bytes before the data of long data, and of a bulk execute */

static void tell_login(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_cursor c = mynd_cursor_over(p->bytes.ptr, p->bytes.len);
	uint64_t low, most, collation, high;
	mynd_slice user, proof, database, method;
	if (mynd_cursor_int(&c, 4, &low) != MYND_OK || mynd_cursor_int(&c, 4, &most) != MYND_OK ||
	    mynd_cursor_int(&c, 1, &collation) != MYND_OK || mynd_cursor_skip(&c, 19) != MYND_OK ||
	    mynd_cursor_int(&c, 4, &high) != MYND_OK) {
		mynd_say(to, "login, not whole");
		return;
	}
	log->capabilities = low | (low & MYND_CAP_LONG_PASSWORD ? 0 : high << 32);
	if (mynd_cursor_left(&c) == 0 && (low & MYND_CAP_SSL)) {
		mynd_say(to, "TLS is asked for; from here on it wraps all");
		return;
	}
	mynd_say(to, "login: ");
	if (mynd_cursor_cstring(&c, &user) != MYND_OK || mynd_cursor_lenenc_bytes(&c, &proof) != MYND_OK) {
		mynd_say(to, "not whole");
		return;
	}
	mynd_say(to, "user ");
	mynd_say_quoted(to, user, CELL_BYTES, false);
	mynd_say(to, ", proof of %zu bytes", proof.len);
	if ((low & MYND_CAP_CONNECT_WITH_DB) && mynd_cursor_cstring(&c, &database) == MYND_OK) {
		mynd_say(to, ", database ");
		mynd_say_quoted(to, database, CELL_BYTES, false);
	}
	if ((low & MYND_CAP_PLUGIN_AUTH) && mynd_cursor_cstring(&c, &method) == MYND_OK) {
		mynd_say(to, ", method ");
		mynd_say_name(to, method);
	}
	mynd_say(to, ", collation %u, packets of at most %u bytes, capabilities %llx", (unsigned) collation,
	    (unsigned) most, (unsigned long long) log->capabilities);
	if (low & (MYND_CAP_COMPRESS | MYND_CAP_ZSTD)) {
		mynd_say(to, "; after it all is compressed");
	}
}

static void tell_change_user(mynd_cursor *c, line *to)
{
	mynd_slice user, database;
	uint8_t len;
	if (mynd_cursor_cstring(c, &user) != MYND_OK || mynd_cursor_u8(c, &len) != MYND_OK ||
	    mynd_cursor_skip(c, len) != MYND_OK || mynd_cursor_cstring(c, &database) != MYND_OK) {
		return;
	}
	mynd_say(to, " ");
	mynd_say_quoted(to, user, CELL_BYTES, false);
	mynd_say(to, ", proof of %u bytes, database ", len);
	mynd_say_quoted(to, database, CELL_BYTES, false);
}

/*
 * Appends an SQL text. If it contains a word about secrets, or is not whole and so may contain one, appends
 * its digest instead and returns true.
 */
static bool tell_text(mynd_slice text, bool whole, line *to)
{
	char digest[TEXT_BYTES];
	mynd_say(to, " ");
	if (whole && !mynd_speaks_of_secrets(text)) {
		mynd_say_quoted(to, text, TEXT_BYTES, false);
		return false;
	}
	size_t len = mynd_sql_digest(text, digest, sizeof digest);
	mynd_say_quoted(to, (mynd_slice){(const uint8_t *) digest, len}, TEXT_BYTES, !whole);
	mynd_say(to, " (its values are left out)");
	return true;
}

/* --- parameters --- */

/* Parameters of an execute, or attributes of a query. */
typedef struct parameters {
	unsigned count;
	bool named;  /* a name follows each type */
	bool secret; /* the values are left out */
	uint8_t long_data;
	value_type types[CELLS]; /* at first the types of an earlier execute */
	mynd_slice nulls, names[CELLS];
} parameters;

static int read_types(mynd_cursor *c, parameters *p)
{
	uint8_t bound;
	if (mynd_cursor_bytes(c, (p->count + 7) / 8, &p->nulls) != MYND_OK ||
	    mynd_cursor_u8(c, &bound) != MYND_OK) {
		return MYND_BAD;
	}
	for (unsigned i = 0; bound == 1 && i < p->count; i++) {
		uint16_t type;
		mynd_slice name = {NULL, 0};
		if (mynd_cursor_u16(c, &type) != MYND_OK ||
		    (p->named && mynd_cursor_lenenc_bytes(c, &name) != MYND_OK)) {
			return MYND_BAD;
		}
		if (i < CELLS) {
			p->types[i] =
			    (value_type){(uint8_t) type, type & UNSIGNED_PARAMETER, mynd_speaks_of_secrets(name)};
			p->names[i] = name;
		}
	}
	return MYND_OK;
}

/* Appends one of the first CELLS parameters. */
static int tell_parameter(mynd_cursor *c, const parameters *p, unsigned i, line *to)
{
	mynd_say(to, i == 0 ? "" : ", ");
	if (p->names[i].len > 0) {
		mynd_say_quoted(to, p->names[i], CELL_BYTES, false);
		mynd_say(to, " = ");
	}
	if ((p->long_data >> i) & 1) {
		mynd_say(to, "(long data)");
	} else if ((p->nulls.ptr[i / 8] >> (i % 8)) & 1) {
		mynd_say(to, "NULL");
	} else if (mynd_say_value(to, c, p->types[i], p->secret) != MYND_OK) {
		mynd_say(to, "...");
		return MYND_BAD;
	}
	return MYND_OK;
}

static int tell_parameters(mynd_cursor *c, parameters *p, line *to)
{
	if (read_types(c, p) != MYND_OK) {
		mynd_say(to, "...");
		return MYND_BAD;
	}
	for (unsigned i = 0; i < p->count && i < CELLS; i++) {
		if (tell_parameter(c, p, i, to) != MYND_OK) {
			return MYND_BAD;
		}
	}
	if (p->count > CELLS) {
		mynd_say(to, ", and %u more", p->count - CELLS);
	}
	return MYND_OK;
}

static bool tell_query(mynd_wirelog *log, const packet *p, mynd_cursor *c, line *to)
{
	uint64_t count = 0, sets;
	if (log->capabilities & MYND_CAP_QUERY_ATTRIBUTES) {
		if (mynd_cursor_lenenc(c, &count) != MYND_OK || mynd_cursor_lenenc(c, &sets) != MYND_OK) {
			return true;
		}
		if (count > 0) {
			parameters p = {.count = (unsigned) count, .named = true};
			mynd_say(to, " with attributes ");
			/* with more parameters than CELLS, the end of the values cannot be found */
			if (count > CELLS || tell_parameters(c, &p, to) != MYND_OK) {
				mynd_say(to, "; the text is not found");
				return true;
			}
		}
	}
	return tell_text(mynd_cursor_rest(c), is_whole(p), to);
}

/* Returns the last prepare whose reply is due, or NULL. */
static const due_reply *pending_prepare(const mynd_wirelog *log)
{
	for (size_t i = log->queue_len; i > 0; i--) {
		const due_reply *what = &log->queue[log->queue_first + i - 1];
		if (what->com == MYND_COM_STMT_PREPARE) {
			return what;
		}
	}
	return NULL;
}

static bool is_secret(const statement *s)
{
	return s == NULL || s->secret;
}

static bool is_behind_secret_prepare(const mynd_wirelog *log)
{
	const due_reply *prepare = pending_prepare(log);
	return prepare != NULL && prepare->secret;
}

/* Appends an execute. Returns true if its values are secret. */
static bool tell_execute(mynd_wirelog *log, const packet *execute, mynd_cursor *c, uint32_t *id, line *to)
{
	uint8_t flags;
	uint32_t times;
	uint64_t count, left = execute->len > EXECUTE_HEAD ? execute->len - EXECUTE_HEAD : 0;
	if (mynd_cursor_u32(c, id) != MYND_OK || mynd_cursor_u8(c, &flags) != MYND_OK ||
	    mynd_cursor_u32(c, &times) != MYND_OK) {
		return true;
	}
	mynd_say(to, *id == MYND_STATEMENT_LAST ? " of the statement prepared last" : " of statement %u", *id);
	mynd_say(to, flags & MYND_CURSOR_READ_ONLY ? ", with a cursor" : "");
	/*
	 * While the reply to a prepare is due, its statement is not known. MYND_STATEMENT_LAST means that
	 * statement, and any other id may turn out to be its id, too: see is_behind_secret_prepare.
	 */
	bool is_last = pending_prepare(log) != NULL && *id == MYND_STATEMENT_LAST;
	statement *s = is_last ? NULL : mynd_wirelog_statement(log, *id);
	parameters p = {.named = log->capabilities & MYND_CAP_QUERY_ATTRIBUTES};
	p.secret = mynd_speaks_of_secrets(mynd_cursor_rest(&(mynd_cursor){c->pos, c->end}));
	p.secret |= is_behind_secret_prepare(log) || (!is_last && is_secret(s));
	count = s == NULL ? 0 : s->parameters;
	if (p.named && (flags & MYND_EXECUTE_COUNT) && mynd_cursor_lenenc(c, &count) != MYND_OK) {
		return p.secret;
	}
	if (count == 0 || count > UINT16_MAX) {
		if (left > 0) {
			mynd_say(to, ", parameters of %llu bytes", (unsigned long long) left);
		}
		return p.secret;
	}
	p.count = (unsigned) count;
	if (s != NULL) {
		memcpy(p.types, s->types, sizeof p.types);
		p.long_data = s->long_data;
	}
	mynd_say(to, ": ");
	(void) tell_parameters(c, &p, to);
	if (s != NULL) {
		memcpy(s->types, p.types, sizeof p.types);
		s->long_data = 0;
	}
	return p.secret;
}

/* --- commands --- */

static void tell_number(mynd_cursor *c, const char *format, unsigned width, line *to)
{
	uint64_t number;
	if (mynd_cursor_int(c, width, &number) == MYND_OK) {
		mynd_say(to, " %s%llu", format, (unsigned long long) number);
	}
}

static void tell_long_data(mynd_wirelog *log, const packet *p, mynd_cursor *c, line *to)
{
	uint32_t id;
	uint16_t parameter;
	if (mynd_cursor_u32(c, &id) != MYND_OK || mynd_cursor_u16(c, &parameter) != MYND_OK) {
		return;
	}
	mynd_say(to, " of statement %u for parameter %u, %llu bytes", id, parameter,
	    (unsigned long long) p->len - PART_HEAD);
	statement *s = mynd_wirelog_statement(log, id);
	if (s != NULL && parameter < CELLS) {
		s->long_data |= (uint8_t) (1 << parameter);
	}
}

static void forget_long_data(mynd_wirelog *log, mynd_cursor c)
{
	uint32_t id;
	statement *s = mynd_cursor_u32(&c, &id) == MYND_OK ? mynd_wirelog_statement(log, id) : NULL;
	if (s != NULL) {
		s->long_data = 0;
	}
}

/* Appends one value of the first row. Returns MYND_BAD if the value is missing. */
static int tell_bulk_value(mynd_cursor *c, bool secret, line *to)
{
	uint8_t indicator;
	static const char *const names[] = {
	    [MYND_INDICATOR_NULL] = "NULL",
	    [MYND_INDICATOR_DEFAULT] = "DEFAULT",
	    [MYND_INDICATOR_IGNORE] = "as it is",
	};
	if (mynd_cursor_u8(c, &indicator) != MYND_OK || indicator > MYND_INDICATOR_IGNORE) {
		return MYND_BAD;
	}
	if (indicator == MYND_INDICATOR_VALUE) {
		return mynd_say_value(to, c, (value_type){.type = MYND_TYPE_VAR_STRING}, secret);
	}
	mynd_say(to, "%s", names[indicator]);
	return MYND_OK;
}

/* Appends a bulk execute. All values are read as texts, because mynd sends them so. */
static void tell_bulk(mynd_wirelog *log, uint32_t id, const packet *p, mynd_cursor *c, bool secret, line *to)
{
	const statement *s = mynd_wirelog_statement(log, id);
	unsigned count = s == NULL ? 0 : s->parameters;
	mynd_say(to, id == MYND_STATEMENT_LAST ? " of the statement prepared last" : " of statement %u", id);
	mynd_say(to, ", rows of %llu bytes", p->len > PART_HEAD ? (unsigned long long) p->len - PART_HEAD : 0);
	if (count == 0 || mynd_cursor_skip(c, 2 + 2 * (size_t) count) != MYND_OK) {
		return;
	}
	mynd_say(to, ", the first one: ");
	for (unsigned i = 0; i < count && i < CELLS; i++) {
		mynd_say(to, i == 0 ? "" : ", ");
		if (tell_bulk_value(c, secret, to) != MYND_OK) {
			mynd_say(to, "...");
			return;
		}
	}
	if (count > CELLS) {
		mynd_say(to, ", and %u more", count - CELLS);
	}
}

static void tell_command(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_cursor c = mynd_cursor_over(p->bytes.ptr, p->bytes.len);
	due_reply what = {0};
	if (mynd_cursor_u8(&c, &what.com) != MYND_OK) {
		mynd_say(to, "nothing");
		return;
	}
	if (mynd_command_name(what.com) == NULL) {
		mynd_say(to, "a command of the number %u", what.com);
		what.com = 0;
	} else {
		mynd_say(to, "%s", mynd_command_name(what.com));
	}
	switch (what.com) {
	case MYND_COM_QUERY:
		what.secret = tell_query(log, p, &c, to);
		break;
	case MYND_COM_STMT_PREPARE:
	case MYND_COM_INIT_DB:
		what.secret = tell_text(mynd_cursor_rest(&c), is_whole(p), to);
		break;
	case MYND_COM_STMT_EXECUTE:
		what.secret = tell_execute(log, p, &c, &what.statement, to);
		break;
	case MYND_COM_STMT_BULK_EXECUTE:
		(void) mynd_cursor_u32(&c, &what.statement);
		what.secret = is_secret(mynd_wirelog_statement(log, what.statement)) ||
		              is_behind_secret_prepare(log) || mynd_speaks_of_secrets(p->bytes);
		tell_bulk(log, what.statement, p, &c, what.secret, to);
		break;
	case MYND_COM_STMT_FETCH:
		(void) mynd_cursor_u32(&c, &what.statement);
		what.secret = is_secret(mynd_wirelog_statement(log, what.statement));
		mynd_say(to, " of statement %u,", what.statement);
		tell_number(&c, "rows: ", 4, to);
		break;
	case MYND_COM_STMT_SEND_LONG_DATA:
		tell_long_data(log, p, &c, to);
		break;
	case MYND_COM_STMT_RESET:
		forget_long_data(log, c);
		tell_number(&c, "", 4, to);
		break;
	case MYND_COM_STMT_CLOSE:
	case MYND_COM_PROCESS_KILL:
		tell_number(&c, "", 4, to);
		break;
	case MYND_COM_SET_OPTION:
		mynd_say(to, mynd_cursor_left(&c) > 0 && *c.pos == 0 ? ": several statements in a text"
		                                                     : ": one statement in a text");
		break;
	case MYND_COM_CHANGE_USER:
		tell_change_user(&c, to);
		break;
	default:
		break;
	}
	if (!mynd_command_is_silent((mynd_com) what.com)) {
		mynd_wirelog_expect(log, what);
	}
}

static void tell_file(mynd_wirelog *log, const packet *p, line *to)
{
	if (p->len > 0) {
		mynd_say(to, "of the file, %llu bytes", (unsigned long long) p->len);
	} else {
		mynd_say(to, "the end of the file");
		log->stage = STAGE_FIRST;
	}
}

/*
 * Appends the packet. A proof of the password is never read as a command, whatever the server sends: only a
 * packet with the number 0 is read as a command, and a proof has a higher one; after a change of user no
 * packet is read as a command until the reply has ended.
 */
void mynd_wirelog_tell_client(mynd_wirelog *log, const packet *p, uint8_t number, line *to)
{
	const due_reply *last = mynd_wirelog_last_due(log);
	if (log->stage == STAGE_GREETING) {
		tell_login(log, p, to);
		if (p->len > LOGIN_HEAD) {
			log->stage = STAGE_LOGIN;
		}
	} else if (log->stage == STAGE_LOGIN || (last != NULL && last->com == MYND_COM_CHANGE_USER)) {
		mynd_say(to, "proof, %llu byte%s", (unsigned long long) p->len, p->len == 1 ? "" : "s");
	} else if (log->stage == STAGE_FILE) {
		tell_file(log, p, to);
	} else if (number != 0) {
		mynd_say(to, "an answer, %llu bytes", (unsigned long long) p->len);
	} else {
		tell_command(log, p, to);
	}
}
