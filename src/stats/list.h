/*
 * The list of statistics: X(name, member of the struct snapshot in stats.c), in the order of mysqlnd's
 * arrays.
 *
 * The names and their order are fixed, because programs and parsers of phpinfo depend on them. Each statistic
 * counts what its name says; docs/statistics.md lists those that mysqlnd counts differently. The member
 * `zero` is for statistics that never count anything: commands that no client sends, and allocators that mynd
 * does not use. Included by stats.c alone.
 */
#ifndef MYND_STATS_LIST_H
#define MYND_STATS_LIST_H

/* Traffic and packets by kind. */
#define MYND_STATISTICS_OF_PACKETS(X)                                                                        \
	X(bytes_sent, bytes_sent)                                                                                \
	X(bytes_received, bytes_received)                                                                        \
	X(packets_sent, counts.session.packets_sent)                                                             \
	X(packets_received, counts.session.packets_received)                                                     \
	X(protocol_overhead_in, overhead_in)                                                                     \
	X(protocol_overhead_out, overhead_out)                                                                   \
	X(bytes_received_ok_packet, counts.session.ok_bytes)                                                     \
	X(bytes_received_eof_packet, counts.session.eof_bytes)                                                   \
	X(bytes_received_rset_header_packet, counts.session.header_bytes)                                        \
	X(bytes_received_rset_field_meta_packet, counts.session.column_bytes)                                    \
	X(bytes_received_rset_row_packet, counts.session.row_bytes)                                              \
	X(bytes_received_prepare_response_packet, counts.session.prepare_bytes)                                  \
	X(bytes_received_change_user_packet, counts.session.change_user_bytes)                                   \
	X(packets_sent_command, counts.session.commands)                                                         \
	X(packets_received_ok, counts.session.ok_packets)                                                        \
	X(packets_received_eof, counts.session.eof_packets)                                                      \
	X(packets_received_rset_header, counts.session.header_packets)                                           \
	X(packets_received_rset_field_meta, counts.session.column_packets)                                       \
	X(packets_received_rset_row, counts.session.row_packets)                                                 \
	X(packets_received_prepare_response, counts.session.prepare_packets)                                     \
	X(packets_received_change_user, counts.session.change_user_packets)

/* Queries, result sets, statements, rows. */
#define MYND_STATISTICS_OF_RESULTS(X)                                                                        \
	X(result_set_queries, counts.session.result_sets)                                                        \
	X(non_result_set_queries, counts.session.non_result_sets)                                                \
	X(no_index_used, counts.session.no_index_used)                                                           \
	X(bad_index_used, counts.session.bad_index_used)                                                         \
	X(slow_queries, counts.session.slow_queries)                                                             \
	X(buffered_sets, counts.buffered_sets)                                                                   \
	X(unbuffered_sets, counts.unbuffered_sets)                                                               \
	X(ps_buffered_sets, counts.ps_buffered_sets)                                                             \
	X(ps_unbuffered_sets, counts.ps_unbuffered_sets)                                                         \
	X(flushed_normal_sets, counts.flushed_normal_sets)                                                       \
	X(flushed_ps_sets, counts.flushed_ps_sets)                                                               \
	X(ps_prepared_never_executed, counts.prepared_never_executed)                                            \
	X(ps_prepared_once_executed, counts.prepared_once_executed)                                              \
	X(rows_fetched_from_server_normal, counts.session.rows_received_text)                                    \
	X(rows_fetched_from_server_ps, counts.session.rows_received_prepared)                                    \
	X(rows_buffered_from_client_normal, counts.rows_buffered_text)                                           \
	X(rows_buffered_from_client_ps, counts.rows_buffered_prepared)                                           \
	X(rows_fetched_from_client_normal_buffered, counts.rows_fetched_buffered_text)                           \
	X(rows_fetched_from_client_normal_unbuffered, counts.rows_fetched_unbuffered_text)                       \
	X(rows_fetched_from_client_ps_buffered, counts.rows_fetched_buffered_prepared)                           \
	X(rows_fetched_from_client_ps_unbuffered, counts.rows_fetched_unbuffered_prepared)                       \
	X(rows_fetched_from_client_ps_cursor, counts.rows_fetched_cursor)                                        \
	X(rows_affected_normal, counts.session.rows_affected_text)                                               \
	X(rows_affected_ps, counts.session.rows_affected_prepared)                                               \
	X(rows_skipped_normal, counts.rows_skipped_text)                                                         \
	X(rows_skipped_ps, counts.rows_skipped_prepared)                                                         \
	X(copy_on_write_saved, counts.rows.copy_on_write_saved)                                                  \
	X(copy_on_write_performed, counts.rows.copy_on_write_performed)                                          \
	X(command_buffer_too_small, counts.session.command_buffer_too_small)

/* Connections and what is closed and freed. */
#define MYND_STATISTICS_OF_LINKS(X)                                                                          \
	X(connect_success, counts.connect_success)                                                               \
	X(connect_failure, counts.connect_failure)                                                               \
	X(connection_reused, counts.connection_reused)                                                           \
	X(reconnect, counts.reconnect)                                                                           \
	X(pconnect_success, counts.pconnect_success)                                                             \
	X(active_connections, active)                                                                            \
	X(active_persistent_connections, active_persistent)                                                      \
	X(explicit_close, counts.explicit_close)                                                                 \
	X(implicit_close, counts.implicit_close)                                                                 \
	X(disconnect_close, counts.disconnect_close)                                                             \
	X(in_middle_of_command_close, counts.in_middle_of_command_close)                                         \
	X(explicit_free_result, counts.explicit_free_result)                                                     \
	X(implicit_free_result, counts.implicit_free_result)                                                     \
	X(explicit_stmt_close, counts.explicit_statement_close)                                                  \
	X(implicit_stmt_close, counts.implicit_statement_close)

/* Memory of results, all of which comes from emalloc. */
#define MYND_STATISTICS_OF_MEMORY(X)                                                                         \
	X(mem_emalloc_count, memory.allocations)                                                                 \
	X(mem_emalloc_amount, memory.allocated_bytes)                                                            \
	X(mem_ecalloc_count, zero)                                                                               \
	X(mem_ecalloc_amount, zero)                                                                              \
	X(mem_erealloc_count, zero)                                                                              \
	X(mem_erealloc_amount, zero)                                                                             \
	X(mem_efree_count, memory.frees)                                                                         \
	X(mem_efree_amount, memory.freed_bytes)                                                                  \
	X(mem_malloc_count, zero)                                                                                \
	X(mem_malloc_amount, zero)                                                                               \
	X(mem_calloc_count, zero)                                                                                \
	X(mem_calloc_amount, zero)                                                                               \
	X(mem_realloc_count, zero)                                                                               \
	X(mem_realloc_amount, zero)                                                                              \
	X(mem_free_count, zero)                                                                                  \
	X(mem_free_amount, zero)                                                                                 \
	X(mem_estrndup_count, zero)                                                                              \
	X(mem_strndup_count, zero)                                                                               \
	X(mem_estrdup_count, zero)                                                                               \
	X(mem_strdup_count, zero)                                                                                \
	X(mem_edupl_count, zero)                                                                                 \
	X(mem_dupl_count, zero)

/*
 * Cells handed to the program, by column type. Text cells of type JSON have no name of their own and count as
 * "other".
 */
#define MYND_STATISTICS_OF_CELLS(X)                                                                          \
	X(proto_text_fetched_null, counts.rows.text_null)                                                        \
	X(proto_text_fetched_bit, text[CELL_BIT])                                                                \
	X(proto_text_fetched_tinyint, text[CELL_TINYINT])                                                        \
	X(proto_text_fetched_short, text[CELL_SHORT])                                                            \
	X(proto_text_fetched_int24, text[CELL_INT24])                                                            \
	X(proto_text_fetched_int, text[CELL_INT])                                                                \
	X(proto_text_fetched_bigint, text[CELL_BIGINT])                                                          \
	X(proto_text_fetched_decimal, text[CELL_DECIMAL])                                                        \
	X(proto_text_fetched_float, text[CELL_FLOAT])                                                            \
	X(proto_text_fetched_double, text[CELL_DOUBLE])                                                          \
	X(proto_text_fetched_date, text[CELL_DATE])                                                              \
	X(proto_text_fetched_year, text[CELL_YEAR])                                                              \
	X(proto_text_fetched_time, text[CELL_TIME])                                                              \
	X(proto_text_fetched_datetime, text[CELL_DATETIME])                                                      \
	X(proto_text_fetched_timestamp, text[CELL_TIMESTAMP])                                                    \
	X(proto_text_fetched_string, text[CELL_STRING])                                                          \
	X(proto_text_fetched_blob, text[CELL_BLOB])                                                              \
	X(proto_text_fetched_enum, text[CELL_ENUM])                                                              \
	X(proto_text_fetched_set, text[CELL_SET])                                                                \
	X(proto_text_fetched_geometry, text[CELL_GEOMETRY])                                                      \
	X(proto_text_fetched_other, text_other)                                                                  \
	X(proto_binary_fetched_null, counts.rows.binary_null)                                                    \
	X(proto_binary_fetched_bit, binary[CELL_BIT])                                                            \
	X(proto_binary_fetched_tinyint, binary[CELL_TINYINT])                                                    \
	X(proto_binary_fetched_short, binary[CELL_SHORT])                                                        \
	X(proto_binary_fetched_int24, binary[CELL_INT24])                                                        \
	X(proto_binary_fetched_int, binary[CELL_INT])                                                            \
	X(proto_binary_fetched_bigint, binary[CELL_BIGINT])                                                      \
	X(proto_binary_fetched_decimal, binary[CELL_DECIMAL])                                                    \
	X(proto_binary_fetched_float, binary[CELL_FLOAT])                                                        \
	X(proto_binary_fetched_double, binary[CELL_DOUBLE])                                                      \
	X(proto_binary_fetched_date, binary[CELL_DATE])                                                          \
	X(proto_binary_fetched_year, binary[CELL_YEAR])                                                          \
	X(proto_binary_fetched_time, binary[CELL_TIME])                                                          \
	X(proto_binary_fetched_datetime, binary[CELL_DATETIME])                                                  \
	X(proto_binary_fetched_timestamp, binary[CELL_TIMESTAMP])                                                \
	X(proto_binary_fetched_string, binary[CELL_STRING])                                                      \
	X(proto_binary_fetched_json, binary[CELL_JSON])                                                          \
	X(proto_binary_fetched_blob, binary[CELL_BLOB])                                                          \
	X(proto_binary_fetched_enum, binary[CELL_ENUM])                                                          \
	X(proto_binary_fetched_set, binary[CELL_SET])                                                            \
	X(proto_binary_fetched_geometry, binary[CELL_GEOMETRY])                                                  \
	X(proto_binary_fetched_other, binary[CELL_OTHER])

/* Init commands; commands by their code (MySQL source documentation, "Command Phase"); bytes of values. */
#define MYND_STATISTICS_OF_COMMANDS(X)                                                                       \
	X(init_command_executed_count, counts.init_commands)                                                     \
	X(init_command_failed_count, counts.init_commands_failed)                                                \
	X(com_quit, counts.session.com[0x01])                                                                    \
	X(com_init_db, counts.session.com[0x02])                                                                 \
	X(com_query, counts.session.com[0x03])                                                                   \
	X(com_field_list, counts.session.com[0x04])                                                              \
	X(com_create_db, counts.session.com[0x05])                                                               \
	X(com_drop_db, counts.session.com[0x06])                                                                 \
	X(com_refresh, counts.session.com[0x07])                                                                 \
	X(com_shutdown, counts.session.com[0x08])                                                                \
	X(com_statistics, counts.session.com[0x09])                                                              \
	X(com_process_info, counts.session.com[0x0a])                                                            \
	X(com_connect, counts.session.com[0x0b])                                                                 \
	X(com_process_kill, counts.session.com[0x0c])                                                            \
	X(com_debug, counts.session.com[0x0d])                                                                   \
	X(com_ping, counts.session.com[0x0e])                                                                    \
	X(com_time, counts.session.com[0x0f])                                                                    \
	X(com_delayed_insert, counts.session.com[0x10])                                                          \
	X(com_change_user, counts.session.com[0x11])                                                             \
	X(com_binlog_dump, counts.session.com[0x12])                                                             \
	X(com_table_dump, counts.session.com[0x13])                                                              \
	X(com_connect_out, counts.session.com[0x14])                                                             \
	X(com_register_slave, counts.session.com[0x15])                                                          \
	X(com_stmt_prepare, counts.session.com[0x16])                                                            \
	X(com_stmt_execute, counts.session.com[0x17])                                                            \
	X(com_stmt_send_long_data, counts.session.com[0x18])                                                     \
	X(com_stmt_close, counts.session.com[0x19])                                                              \
	X(com_stmt_reset, counts.session.com[0x1a])                                                              \
	X(com_stmt_set_option, counts.session.com[0x1b])                                                         \
	X(com_stmt_fetch, counts.session.com[0x1c])                                                              \
	X(com_deamon, counts.session.com[0x1d])                                                                  \
	X(bytes_received_real_data_normal, counts.rows.text_bytes)                                               \
	X(bytes_received_real_data_ps, counts.rows.binary_bytes)

#define MYND_STATISTICS(X)                                                                                   \
	MYND_STATISTICS_OF_PACKETS(X)                                                                            \
	MYND_STATISTICS_OF_RESULTS(X)                                                                            \
	MYND_STATISTICS_OF_LINKS(X)                                                                              \
	MYND_STATISTICS_OF_MEMORY(X)                                                                             \
	MYND_STATISTICS_OF_CELLS(X)                                                                              \
	MYND_STATISTICS_OF_COMMANDS(X)

/* The integers of Mynd\stats(), which the float wait_seconds follows. */
#define MYND_NETWORK_STATISTICS(X)                                                                           \
	X(connects, counts.net.connects)                                                                         \
	X(tls_handshakes, counts.net.tls_handshakes)                                                             \
	X(tls_resumed, counts.net.tls_resumed)                                                                   \
	X(reads, counts.net.reads)                                                                               \
	X(bytes_read, counts.net.read_bytes)                                                                     \
	X(writes, counts.net.writes)                                                                             \
	X(bytes_written, counts.net.written_bytes)                                                               \
	X(waits, counts.net.waits)                                                                               \
	X(reconnects, counts.reconnects)                                                                         \
	X(logins_renewed, counts.logins_renewed)                                                                 \
	X(kills, counts.kills)                                                                                   \
	X(kills_failed, counts.kills_failed)                                                                     \
	X(place_waits, counts.place_waits)                                                                       \
	X(place_timeouts, counts.place_timeouts)

#endif
