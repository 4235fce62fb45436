/*
 * Counts of a session: packets, bytes and rows.
 */
#ifndef MYND_SESSION_COUNTS_H
#define MYND_SESSION_COUNTS_H

#include "../wire/protocol.h"

#include <stdint.h>

/*
 * All members are uint64_t: higher rooms add up these structs and name the counters. The counters that a
 * small query changes are next to each other.
 */
typedef struct mynd_session_counts {
	uint64_t bytes_received, packets_received; /* bytes with headers, without TLS; packets are frames */
	uint64_t ok_packets, ok_bytes;
	uint64_t eof_packets, eof_bytes;       /* header 0xFE, in either form (EOF, or OK under DEPRECATE_EOF) */
	uint64_t header_packets, header_bytes; /* the first packet of a reply that is a result set */
	uint64_t column_packets, column_bytes;
	uint64_t row_packets, row_bytes;       /* packets of rows */
	uint64_t result_sets, non_result_sets; /* replies to queries and executes */
	uint64_t rows_received_text, rows_affected_text;
	uint64_t bytes_sent, packets_sent; /* bytes and packets sent; packets count when queued */
	uint64_t commands;                 /* commands sent, of all kinds */
	uint64_t command_buffer_too_small;
	uint64_t no_index_used, bad_index_used, slow_queries;
	uint64_t rows_received_prepared, rows_affected_prepared;
	uint64_t prepare_packets, prepare_bytes;
	uint64_t change_user_packets, change_user_bytes; /* the final reply to a change-user */
	/* commands with code 0 to 31, by code; commands with other codes are counted in `commands` only */
	uint64_t com[32];
} mynd_session_counts;

/* Returns how many of the commands have a reply. */
static inline uint64_t mynd_session_count_asked(const mynd_session_counts *counts)
{
	return counts->commands - counts->com[MYND_COM_STMT_CLOSE] - counts->com[MYND_COM_STMT_SEND_LONG_DATA];
}

#endif
