/*
 * Lines for the packets of a server, which are decoded according to the command that they answer. Sources:
 * "COM_QUERY Response", "COM_STMT_PREPARE Response", "Binary Protocol Resultset", "Connection Phase" in the
 * manuals of both servers.
 */
#include "internal.h"
#include "../wire/binary.h"
#include "../wire/column.h"
#include "../wire/handshake.h"
#include "../wire/reply.h"
#include "../wire/statement.h"

static bool has_eof(const mynd_wirelog *log)
{
	return !(log->capabilities & MYND_CAP_DEPRECATE_EOF);
}

static uint8_t first_byte(const packet *p)
{
	return p->bytes.len > 0 ? p->bytes.ptr[0] : 0;
}

/* Returns true if the command whose reply is due is secret: the reply may repeat its values. */
static bool is_secret(const mynd_wirelog *log)
{
	return log->queue_len > 0 && log->queue[log->queue_first].secret;
}

static void say_bytes(const packet *p, line *to)
{
	mynd_say(to, ":");
	mynd_say_hex(to, p->bytes);
}

static void tell_unknown(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_say(to, "%llu bytes that are not known", (unsigned long long) p->len);
	if (p->len > 0 && !is_secret(log) && !mynd_speaks_of_secrets(p->bytes)) {
		say_bytes(p, to);
	}
}

static void tell_error(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_error from_server, error;
	if (mynd_err_decode(p->bytes, log->capabilities, &from_server, &error) != MYND_OK) {
		mynd_say(to, "an error of no known form, ");
		tell_unknown(log, p, to);
	} else {
		mynd_slice message = mynd_slice_of(from_server.message);
		mynd_say(to, "error %u (%s): ", from_server.code, from_server.sqlstate);
		if (is_secret(log)) {
			mynd_say(to, "(left out)");
		} else {
			mynd_say_quoted(to, message, TEXT_BYTES, false);
		}
	}
	if (log->stage != STAGE_GREETING) {
		mynd_wirelog_answered(log);
	}
}

static void tell_changes(mynd_slice session_state, line *to)
{
	mynd_track_reader reader;
	mynd_track track;
	mynd_error error;
	mynd_track_start(&reader, session_state);
	while (mynd_track_next(&reader, &track, &error) == MYND_OK) {
		switch (track.kind) {
		case MYND_TRACK_VARIABLE:
			mynd_say(to, "; ");
			mynd_say_name(to, track.name);
			mynd_say(to, " = ");
			mynd_say_cell(to, track.value, track.value.len,
			    mynd_speaks_of_secrets(track.name) || mynd_speaks_of_secrets(track.value));
			break;
		case MYND_TRACK_SCHEMA:
			mynd_say(to, "; database ");
			mynd_say_quoted(to, track.value, CELL_BYTES, false);
			break;
		case MYND_TRACK_STATE_CHANGE:
			mynd_say(to, "; state changed");
			break;
		default:
			mynd_say(to, "; tracked: %u", track.kind);
		}
	}
}

/*
 * First byte of the info of an OK that ends a login over TLS, by which the server proves that it knows the
 * password (src/auth/server_proof.c). An attacker who has this proof can try passwords.
 */
#define PROOF 0x01

/*
 * Appends an OK packet, or one that ends rows; the packet's end may be missing. Returns false if the packet
 * is neither.
 */
static bool tell_ok(mynd_wirelog *log, const packet *p, const char *name, uint16_t *status, line *to)
{
	mynd_ok ok;
	mynd_error error;
	if (mynd_ok_decode(p->bytes, log->capabilities, &ok, &error) != MYND_OK &&
	    (is_whole(p) || error.cause != MYND_CAUSE_SHORT_OK)) {
		return false;
	}
	mynd_say(to, "%s", name);
	if (ok.affected_rows > 0) {
		mynd_say(to, ", %llu affected", (unsigned long long) ok.affected_rows);
	}
	if (ok.insert_id > 0) {
		mynd_say(to, ", insert id %llu", (unsigned long long) ok.insert_id);
	}
	mynd_say_status(to, ok.status, ok.warnings);
	if (ok.info.len > 0 && ok.info.ptr[0] == PROOF) {
		mynd_say(to, "; proof, %zu bytes", ok.info.len);
	} else if (ok.info.len > 0) {
		mynd_say(to, "; ");
		mynd_say_quoted(to, ok.info, 200, false);
	}
	tell_changes(ok.session_state, to);
	*status = ok.status;
	return true;
}

static bool tell_eof(const packet *p, const char *name, uint16_t *status, line *to)
{
	mynd_ok ok;
	mynd_error error;
	if (mynd_eof_decode(p->bytes, &ok, &error) != MYND_OK) {
		return false;
	}
	mynd_say(to, "%s", name);
	mynd_say_status(to, ok.status, ok.warnings);
	*status = ok.status;
	return true;
}

/* Ends a reply, or one of its results. */
static void end_result(mynd_wirelog *log, uint16_t status)
{
	log->stage = STAGE_FIRST;
	if (!(status & MYND_STATUS_MORE_RESULTS)) {
		mynd_wirelog_answered(log);
	}
}

/* --- logging in --- */

static void tell_greeting(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_greeting greeting;
	mynd_error error;
	if (first_byte(p) == 0xFF) {
		tell_error(log, p, to);
		return;
	}
	if (mynd_greeting_decode(p->bytes, &greeting, &error) != MYND_OK) {
		tell_unknown(log, p, to);
		return;
	}
	mynd_say(to, "greeting: ");
	mynd_say_quoted(to, greeting.server_version, 100, false);
	mynd_say(to, ", connection %u, method ", greeting.thread_id);
	mynd_say_name(to, greeting.auth_method);
	mynd_say(to, ", collation %u, capabilities %llx", greeting.collation,
	    (unsigned long long) greeting.capabilities);
	mynd_say_status(to, greeting.status, 0);
}

static void tell_login(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_auth_switch change;
	mynd_error error;
	uint16_t status;
	switch (first_byte(p)) {
	case 0x00:
		if (!tell_ok(log, p, "OK", &status, to)) {
			tell_unknown(log, p, to);
		}
		log->stage = STAGE_FIRST;
		mynd_wirelog_answered(log);
		break;
	case 0xFF:
		tell_error(log, p, to);
		break;
	case 0xFE:
		if (mynd_auth_switch_decode(p->bytes, &change, &error) == MYND_OK) {
			mynd_say(to, "another method: ");
			mynd_say_name(to, change.method);
			mynd_say(to, ", challenge of %zu bytes", change.challenge.len);
		} else {
			tell_unknown(log, p, to);
		}
		break;
	case 0x01:
		mynd_say(to, "of the method, %llu byte%s", (unsigned long long) p->len - 1, p->len == 2 ? "" : "s");
		if (p->len == 2) {
			mynd_say(to, p->bytes.ptr[1] == 3   ? ": the proof is enough"
			             : p->bytes.ptr[1] == 4 ? ": the password is wanted"
			                                    : "");
		}
		break;
	default:
		tell_unknown(log, p, to);
	}
}

/* --- replies --- */

static void tell_prepared(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_prepared prepared;
	mynd_error error;
	if (mynd_prepared_decode(p->bytes, &prepared, &error) != MYND_OK) {
		tell_unknown(log, p, to);
		mynd_wirelog_answered(log);
		return;
	}
	mynd_say(to, "statement %u: %u parameter%s, %u column%s", prepared.id, prepared.parameters,
	    prepared.parameters == 1 ? "" : "s", prepared.columns, prepared.columns == 1 ? "" : "s");
	mynd_say_status(to, 0, prepared.warnings);
	statement *s = mynd_wirelog_new_statement(log, prepared.id);
	s->secret = mynd_wirelog_head(log)->secret;
	s->parameters = prepared.parameters;
	log->last_prepared = prepared.id;
	log->parameters_left = prepared.parameters;
	log->columns = log->columns_left = prepared.columns;
	if (prepared.parameters > 0) {
		log->stage = STAGE_PARAMETERS;
	} else if (prepared.columns > 0) {
		log->stage = STAGE_COLUMNS;
	} else {
		mynd_wirelog_answered(log);
	}
}

static void tell_first(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_reply_kind kind;
	mynd_error error;
	uint32_t columns;
	uint16_t status;
	due_reply *what = mynd_wirelog_head(log);
	if (first_byte(p) == 0xFF && p->len > 2) {
		tell_error(log, p, to);
	} else if (what->com == MYND_COM_STATISTICS) {
		mynd_say_quoted(to, p->bytes, 200, !is_whole(p));
		mynd_wirelog_answered(log);
	} else if (what->com == MYND_COM_STMT_PREPARE && first_byte(p) == 0) {
		tell_prepared(log, p, to);
	} else if (first_byte(p) == 0xFE && p->len < 9) {
		uint16_t nothing;
		if (!tell_eof(p, "OK", &nothing, to)) { /* the reply to COM_SET_OPTION */
			tell_unknown(log, p, to);
		}
		mynd_wirelog_answered(log);
	} else if (mynd_reply_kind_decode(p->bytes, &kind, &columns, &error) != MYND_OK) {
		tell_unknown(log, p, to);
		mynd_wirelog_answered(log);
	} else if (kind == MYND_REPLY_OK) {
		if (tell_ok(log, p, "OK", &status, to)) {
			end_result(log, status);
		} else {
			tell_unknown(log, p, to);
			mynd_wirelog_answered(log);
		}
	} else if (kind == MYND_REPLY_INFILE) {
		mynd_say(to, "the file is wanted: ");
		mynd_say_quoted(to, (mynd_slice){p->bytes.ptr + 1, p->bytes.len - 1}, 200, !is_whole(p));
		log->stage = STAGE_FILE;
	} else {
		mynd_say(to, "%u column%s", columns, columns == 1 ? "" : "s");
		log->columns = log->columns_left = columns;
		log->rows = 0;
		log->is_binary = what->com == MYND_COM_STMT_EXECUTE || what->com == MYND_COM_STMT_BULK_EXECUTE;
		log->stage = STAGE_COLUMNS;
	}
}

/*
 * Returns true if a column's name may be an expression with a secret: servers name a column without an alias
 * by its expression.
 */
static bool is_of_secret_text(const mynd_wirelog *log, mynd_slice name)
{
	return is_secret(log) || (mynd_speaks_of_secrets(name) && memchr(name.ptr, '(', name.len) != NULL);
}

static void tell_column(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_column column;
	mynd_error error;
	if (mynd_column_decode(p->bytes, log->capabilities, &column, &error) != MYND_OK) {
		tell_unknown(log, p, to);
		return;
	}
	mynd_say(to, "column ");
	if (is_of_secret_text(log, column.name)) {
		mynd_say(to, "(left out)");
	} else {
		mynd_say_quoted(to, column.name, 64, false);
	}
	if (column.org_table.len > 0) {
		mynd_say(to, " of ");
		mynd_say_quoted(to, column.org_table, 64, false);
	}
	mynd_say(to, ": %s(%u)%s%s, collation %u", mynd_type_name(column.type), column.length,
	    column.flags & MYND_FLAG_UNSIGNED ? " unsigned" : "",
	    column.flags & MYND_FLAG_NOT_NULL ? " not null" : "", column.charset);
	uint32_t at = log->columns - log->columns_left;
	if (log->stage == STAGE_COLUMNS && at < CELLS) {
		log->types[at] = (value_type){column.type, column.flags & MYND_FLAG_UNSIGNED,
		    mynd_speaks_of_secrets(column.name) || mynd_speaks_of_secrets(column.org_name)};
	}
}

static void end_columns(mynd_wirelog *log)
{
	due_reply *what = mynd_wirelog_head(log);
	statement *s = mynd_wirelog_statement(log, what->statement);
	if (what->com == MYND_COM_STMT_PREPARE) {
		log->stage = STAGE_FIRST;
		mynd_wirelog_answered(log);
		return;
	}
	if (s != NULL) {
		memcpy(s->columns, log->types, sizeof s->columns);
		s->column_count = log->columns;
	}
	log->stage = STAGE_ROWS;
}

static void tell_definition(mynd_wirelog *log, const packet *p, line *to)
{
	if (first_byte(p) == 0xFF) {
		tell_error(log, p, to);
		return;
	}
	tell_column(log, p, to);
	if (log->stage == STAGE_PARAMETERS) {
		if (--log->parameters_left == 0) {
			log->stage = has_eof(log) ? STAGE_PARAMETERS_END : STAGE_COLUMNS;
		}
		if (log->stage == STAGE_COLUMNS && log->columns == 0) {
			mynd_wirelog_answered(log);
		}
	} else if (--log->columns_left == 0) {
		log->stage = STAGE_COLUMNS_END;
		if (!has_eof(log)) {
			end_columns(log);
		}
	}
}

static void tell_definitions_end(mynd_wirelog *log, const packet *p, line *to)
{
	uint16_t status = 0;
	if (first_byte(p) == 0xFF) {
		tell_error(log, p, to);
		return;
	}
	if (!tell_eof(p, "end of definitions", &status, to)) {
		tell_unknown(log, p, to);
	}
	if (log->stage == STAGE_PARAMETERS_END) {
		log->stage = STAGE_COLUMNS;
		if (log->columns == 0) {
			mynd_wirelog_answered(log);
		}
		return;
	}
	bool opened =
	    mynd_wirelog_head(log)->com == MYND_COM_STMT_EXECUTE && (status & MYND_STATUS_CURSOR_EXISTS);
	end_columns(log);
	if (opened) {
		mynd_wirelog_answered(log);
	}
}

/* Appends the first CELLS cells of a text row. Returns MYND_BAD if some of them are missing or not valid. */
static int tell_text_cells(const mynd_wirelog *log, mynd_cursor *c, bool secret, line *to)
{
	for (uint32_t i = 0; i < log->columns && i < CELLS; i++) {
		uint64_t len;
		mynd_say(to, i == 0 ? "" : ", ");
		if (mynd_cursor_left(c) > 0 && *c->pos == MYND_CELL_NULL) {
			mynd_say(to, "NULL");
			(void) mynd_cursor_skip(c, 1);
			continue;
		}
		if (mynd_cursor_lenenc(c, &len) != MYND_OK) {
			return MYND_BAD;
		}
		size_t here = mynd_cursor_left(c);
		mynd_slice bytes = {c->pos, len < here ? (size_t) len : here};
		mynd_say_cell(to, bytes, len, secret || log->types[i].secret);
		if (len > here) {
			return MYND_BAD;
		}
		(void) mynd_cursor_skip(c, bytes.len);
	}
	return MYND_OK;
}

static int tell_binary_cells(const mynd_wirelog *log, mynd_cursor *c, bool secret, line *to)
{
	const uint8_t *nulls;
	if (mynd_binary_open((mynd_slice){c->pos, mynd_cursor_left(c)}, log->columns, &nulls, c) != MYND_OK) {
		return MYND_BAD;
	}
	for (uint32_t i = 0; i < log->columns && i < CELLS; i++) {
		mynd_say(to, i == 0 ? "" : ", ");
		if (mynd_binary_is_null(nulls, i)) {
			mynd_say(to, "NULL");
		} else if (mynd_say_value(to, c, log->types[i], secret) != MYND_OK) {
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/*
 * Appends the first cells of a row. If any cell contains a word about secrets, all are left out: the password
 * may be in another one.
 */
static void tell_cells(mynd_wirelog *log, const packet *p, line *to)
{
	mynd_cursor c = mynd_cursor_over(p->bytes.ptr, p->bytes.len);
	bool secret = is_secret(log) || mynd_speaks_of_secrets(p->bytes), has_secrets = secret;
	int rc = (log->is_binary ? tell_binary_cells : tell_text_cells)(log, &c, secret, to);
	for (unsigned i = 0; i < CELLS && i < log->columns; i++) {
		has_secrets |= log->types[i].secret;
	}
	if (log->columns > CELLS) {
		mynd_say(to, ", and %u more", log->columns - CELLS);
	} else if (is_whole(p) && log->columns > 0 && (rc != MYND_OK || mynd_cursor_left(&c) > 0)) {
		mynd_say(to, rc != MYND_OK ? ", which is no row" : ", and what is none");
		if (!has_secrets) {
			say_bytes(p, to);
		}
	}
}

static void tell_row(mynd_wirelog *log, const packet *p, line *to)
{
	uint16_t status;
	bool is_end = first_byte(p) == 0xFE && p->len < 0xFFFFFF;
	if (first_byte(p) == 0xFF) {
		tell_error(log, p, to);
		return;
	}
	if (is_end && (has_eof(log) ? tell_eof(p, "end of rows", &status, to)
	                            : tell_ok(log, p, "end of rows", &status, to))) {
		mynd_say(to, "; %llu row%s", (unsigned long long) log->rows, log->rows == 1 ? "" : "s");
		end_result(log, status);
		return;
	}
	log->rows++;
	mynd_say(to, "row: ");
	tell_cells(log, p, to);
}

void mynd_wirelog_tell_server(mynd_wirelog *log, const packet *p, line *to)
{
	if (log->stage == STAGE_GREETING) {
		tell_greeting(log, p, to);
		return;
	}
	if (mynd_wirelog_head(log) == NULL) {
		mynd_say(to, "unasked: ");
		if (first_byte(p) == 0xFF) {
			tell_error(log, p, to);
		} else {
			tell_unknown(log, p, to);
		}
		return;
	}
	switch (log->stage) {
	case STAGE_LOGIN:
		tell_login(log, p, to);
		break;
	case STAGE_COLUMNS:
	case STAGE_PARAMETERS:
		tell_definition(log, p, to);
		break;
	case STAGE_COLUMNS_END:
	case STAGE_PARAMETERS_END:
		tell_definitions_end(log, p, to);
		break;
	case STAGE_ROWS:
		tell_row(log, p, to);
		break;
	default:
		tell_first(log, p, to);
	}
}
