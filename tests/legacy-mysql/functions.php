<?php
/*
 * The functions of PHP 5.6's ext/mysql, as its manual and its reflection have them: the names of their
 * parameters, how many of these are required, what each is ("text", "number", "flag", "link", "result",
 * "any"; "text?" may be null), and whether PHP itself calls the function deprecated. An alias has what its
 * function has.
 */
declare(strict_types=1);

const LINK = ['link_identifier' => 'link'];
const RESULT = ['result' => 'result'];

const FUNCTIONS = [
	'mysql_connect' => [['hostname' => 'text?', 'username' => 'text?', 'password' => 'text?', 'new' => 'flag', 'flags' => 'number'], 0],
	'mysql_pconnect' => [['hostname' => 'text?', 'username' => 'text?', 'password' => 'text?', 'flags' => 'number'], 0],
	'mysql_close' => [LINK, 0],
	'mysql_select_db' => [['database_name' => 'text'] + LINK, 1],
	'mysql_query' => [['query' => 'text'] + LINK, 1],
	'mysql_unbuffered_query' => [['query' => 'text'] + LINK, 1],
	'mysql_db_query' => [['database_name' => 'text', 'query' => 'text'] + LINK, 2, true],
	'mysql_list_dbs' => [LINK, 0, true],
	'mysql_list_tables' => [['database_name' => 'text'] + LINK, 1, true],
	'mysql_list_fields' => [['database_name' => 'text', 'table_name' => 'text'] + LINK, 2],
	'mysql_list_processes' => [LINK, 0],
	'mysql_error' => [LINK, 0],
	'mysql_errno' => [LINK, 0],
	'mysql_affected_rows' => [LINK, 0],
	'mysql_insert_id' => [LINK, 0],
	'mysql_result' => [RESULT + ['row' => 'number', 'field' => 'any'], 2],
	'mysql_num_rows' => [RESULT, 1],
	'mysql_num_fields' => [RESULT, 1],
	'mysql_fetch_row' => [RESULT, 1],
	'mysql_fetch_array' => [RESULT + ['result_type' => 'number'], 1],
	'mysql_fetch_assoc' => [RESULT, 1],
	'mysql_fetch_object' => [['result' => 'any', 'class_name' => 'text', 'ctor_params' => 'any'], 1],
	'mysql_data_seek' => [RESULT + ['row_number' => 'number'], 2],
	'mysql_fetch_lengths' => [RESULT, 1],
	'mysql_fetch_field' => [RESULT + ['field_offset' => 'number'], 1],
	'mysql_field_seek' => [RESULT + ['field_offset' => 'number'], 2],
	'mysql_free_result' => [RESULT, 1],
	'mysql_field_name' => [RESULT + ['field_index' => 'number'], 2],
	'mysql_field_table' => [RESULT + ['field_offset' => 'number'], 2],
	'mysql_field_len' => [RESULT + ['field_offset' => 'number'], 2],
	'mysql_field_type' => [RESULT + ['field_offset' => 'number'], 2],
	'mysql_field_flags' => [RESULT + ['field_offset' => 'number'], 2],
	'mysql_escape_string' => [['string' => 'text'], 1],
	'mysql_real_escape_string' => [['string' => 'text'] + LINK, 1],
	'mysql_stat' => [LINK, 0],
	'mysql_thread_id' => [LINK, 0],
	'mysql_client_encoding' => [LINK, 0],
	'mysql_ping' => [LINK, 0],
	'mysql_get_client_info' => [[], 0],
	'mysql_get_host_info' => [LINK, 0],
	'mysql_get_proto_info' => [LINK, 0],
	'mysql_get_server_info' => [LINK, 0],
	'mysql_info' => [LINK, 0],
	'mysql_set_charset' => [['charset_name' => 'text'] + LINK, 1],
];

/** Name => the function it stands for, and whether PHP calls the name deprecated. */
const ALIASES = [
	'mysql' => ['mysql_db_query', true],
	'mysql_fieldname' => ['mysql_field_name', true],
	'mysql_fieldtable' => ['mysql_field_table', true],
	'mysql_fieldlen' => ['mysql_field_len', true],
	'mysql_fieldtype' => ['mysql_field_type', true],
	'mysql_fieldflags' => ['mysql_field_flags', true],
	'mysql_selectdb' => ['mysql_select_db', true],
	'mysql_freeresult' => ['mysql_free_result', true],
	'mysql_numfields' => ['mysql_num_fields', true],
	'mysql_numrows' => ['mysql_num_rows', true],
	'mysql_listdbs' => ['mysql_list_dbs', true],
	'mysql_listtables' => ['mysql_list_tables', true],
	'mysql_listfields' => ['mysql_list_fields', true],
	'mysql_db_name' => ['mysql_result', false],
	'mysql_dbname' => ['mysql_result', true],
	'mysql_tablename' => ['mysql_result', false],
	'mysql_table_name' => ['mysql_result', false],
];

const CONSTANTS = ['MYSQL_ASSOC' => 1, 'MYSQL_NUM' => 2, 'MYSQL_BOTH' => 3, 'MYSQL_CLIENT_COMPRESS' => 32, 'MYSQL_CLIENT_SSL' => 2048,
	'MYSQL_CLIENT_INTERACTIVE' => 1024, 'MYSQL_CLIENT_IGNORE_SPACE' => 256];

/**
 * @return array<string, array{array<string, string>, int, bool}> every name with parameters, required ones,
 * deprecated
 */
function every_function(): array
{
	$all = array_map(fn (array $entry): array => [$entry[0], $entry[1], $entry[2] ?? false], FUNCTIONS);
	foreach (ALIASES as $name => [$of, $deprecated]) {
		$all[$name] = [$all[$of][0], $all[$of][1], $deprecated];
	}
	return $all;
}
