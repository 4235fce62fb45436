/*
 * The counters of one connection: those of all rooms (folders of src/) in one struct, so that they can be
 * added up as one array. src/stats/ has their names.
 */
#ifndef MYND_CHANNEL_COUNTS_H
#define MYND_CHANNEL_COUNTS_H

#include "php.h"
#include "../net/net.h"
#include "../rows/rows.h"
#include "../session/session.h"

typedef struct mynd_link_counts { /* each member is a uint64_t, because the struct is added up as one array */
	mynd_session_counts session;
	mynd_net_counts net;
	uint64_t buffered_sets, rows_buffered_text;
	uint64_t rows_fetched_buffered_text; /* rows handed to the program */
	uint64_t explicit_free_result, implicit_free_result;
	mynd_rows_counts rows;
	uint64_t connect_success, connect_failure, connection_reused, reconnect, pconnect_success;
	uint64_t explicit_close, implicit_close, disconnect_close, in_middle_of_command_close;
	uint64_t unbuffered_sets, ps_buffered_sets, ps_unbuffered_sets;
	uint64_t flushed_normal_sets, flushed_ps_sets;
	uint64_t rows_buffered_prepared;       /* rows stored, like rows_buffered_text */
	uint64_t rows_fetched_unbuffered_text; /* rows handed to the program */
	uint64_t rows_fetched_buffered_prepared, rows_fetched_unbuffered_prepared, rows_fetched_cursor;
	uint64_t rows_skipped_text, rows_skipped_prepared;        /* rows received and dropped */
	uint64_t prepared_never_executed, prepared_once_executed; /* closed statements */
	uint64_t explicit_statement_close, implicit_statement_close;
	uint64_t init_commands, init_commands_failed;
	uint64_t logins_renewed; /* logins repeated on persistent connections taken from a pool */
	uint64_t reconnects;     /* lost connections that were replaced, because their sessions had no state */
	/* KILLs that a server has carried out; KILLs that a server has refused or that could not be sent */
	uint64_t kills, kills_failed;
	/* connects that waited for room in a pool; part of them that gave up */
	uint64_t place_waits, place_timeouts;
	struct {
		uint64_t plain_in, packed_in, plain_out, packed_out;
	} compression; /* bytes, on compressed connections */
} mynd_link_counts;

#endif
