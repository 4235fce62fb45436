<?php

/**
 * mysqli as PHP programs see it. Names and signatures are stock's, by PHP version.
 *
 * @generate-class-entries
 */

final class mysqli_sql_exception extends RuntimeException
{
    protected string $sqlstate = "00000";

    public function getSqlState(): string {}
}

final class mysqli_driver
{
    public string $client_info;
    public int $client_version;
    public int $driver_version;
    public int $report_mode = 0;
}

class mysqli
{
    public string|int $affected_rows;
    public string $client_info;
    public int $client_version;
    public int $connect_errno;
    public ?string $connect_error;
    public int $errno;
    public string $error;
    public array $error_list;
    public int $field_count;
    public string $host_info;
    public ?string $info;
    public string|int $insert_id;
    public string $server_info;
    public int $server_version;
    public string $sqlstate;
    public int $protocol_version;
    public int $thread_id;
    public int $warning_count;

    public function __construct(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null) {}

    /**
     * @tentative-return-type
     * @alias mysqli_autocommit
     */
    public function autocommit(bool $enable): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_begin_transaction
     */
    public function begin_transaction(int $flags = 0, ?string $name = null): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_change_user
     */
    public function change_user(string $username, #[\SensitiveParameter] string $password, ?string $database): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_character_set_name
     */
    public function character_set_name(): string {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_close
     */
    public function close(): true {}
#else

    /**
     * @alias mysqli_close
     * @return true
     */
    public function close() {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_commit
     */
    public function commit(int $flags = 0, ?string $name = null): bool {}

    /** @tentative-return-type */
    public function connect(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_dump_debug_info
     */
    public function dump_debug_info(): bool {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_debug
     */
    public function debug(string $options): true {}
#else

    /**
     * @alias mysqli_debug
     * @return true
     */
    public function debug(string $options) {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_get_charset
     */
    public function get_charset(): ?object {}

    /** @alias mysqli_execute_query */
    public function execute_query(string $query, ?array $params = null): mysqli_result|bool {}

    /**
     * @tentative-return-type
     * @deprecated
     */
    public function get_client_info(): string {}

    /**
     * @tentative-return-type
     * @alias mysqli_get_connection_stats
     */
    public function get_connection_stats(): array {}

    /**
     * @tentative-return-type
     * @alias mysqli_get_server_info
     */
    public function get_server_info(): string {}

    /**
     * @tentative-return-type
     * @alias mysqli_get_warnings
     */
    public function get_warnings(): mysqli_warning|false {}

    /**
     * @deprecated
     * @return bool|null
     */
    public function init() {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_kill
     * @deprecated
     */
    public function kill(int $process_id): bool {}
#else

    /**
     * @tentative-return-type
     * @alias mysqli_kill
     */
    public function kill(int $process_id): bool {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_multi_query
     */
    public function multi_query(string $query): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_more_results
     */
    public function more_results(): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_next_result
     */
    public function next_result(): bool {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_ping
     * @deprecated
     */
    public function ping(): bool {}
#else

    /**
     * @tentative-return-type
     * @alias mysqli_ping
     */
    public function ping(): bool {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_poll
     */
    public static function poll(?array &$read, ?array &$error, array &$reject, int $seconds, int $microseconds = 0): int|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_prepare
     */
    public function prepare(string $query): mysqli_stmt|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_query
     */
    public function query(string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_real_connect
     */
    public function real_connect(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null, int $flags = 0): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_real_escape_string
     */
    public function real_escape_string(string $string): string {}

    /**
     * @tentative-return-type
     * @alias mysqli_reap_async_query
     */
    public function reap_async_query(): mysqli_result|bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_real_escape_string
     */
    public function escape_string(string $string): string {}

#if PHP_VERSION_ID >= 80600
    /**
     * @alias mysqli_quote_string
     */
    public function quote_string(string $string): string {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_real_query
     */
    public function real_query(string $query): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_release_savepoint
     */
    public function release_savepoint(string $name): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_rollback
     */
    public function rollback(int $flags = 0, ?string $name = null): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_savepoint
     */
    public function savepoint(string $name): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_select_db
     */
    public function select_db(string $database): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_set_charset
     */
    public function set_charset(string $charset): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_options
     * @param string|int $value
     */
    public function options(int $option, $value): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_options
     * @param string|int $value
     */
    public function set_opt(int $option, $value): bool {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_ssl_set
     */
    public function ssl_set(?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos): true {}
#else

    /**
     * @alias mysqli_ssl_set
     * @return true
     */
    public function ssl_set(?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos) {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_stat
     */
    public function stat(): string|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_init
     */
    public function stmt_init(): mysqli_stmt|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_store_result
     */
    public function store_result(int $mode = 0): mysqli_result|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_thread_safe
     */
    public function thread_safe(): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_use_result
     */
    public function use_result(): mysqli_result|false {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_refresh
     * @deprecated
     */
    public function refresh(int $flags): bool {}
#else

    /**
     * @tentative-return-type
     * @alias mysqli_refresh
     */
    public function refresh(int $flags): bool {}
#endif
}

final class mysqli_warning
{
    public string $message;
    public string $sqlstate;
    public int $errno;

    private function __construct() {}

    public function next(): bool {}
}

class mysqli_result implements IteratorAggregate
{
    public int $current_field;
    public int $field_count;
    public ?array $lengths;
    public string|int $num_rows;
    public int $type;

    public function __construct(mysqli $mysql, int $result_mode = MYSQLI_STORE_RESULT) {}

    /**
     * @tentative-return-type
     * @alias mysqli_free_result
     */
    public function close(): void {}

    /**
     * @tentative-return-type
     * @alias mysqli_free_result
     */
    public function free(): void {}

    /**
     * @tentative-return-type
     * @alias mysqli_data_seek
     */
    public function data_seek(int $offset): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_field
     */
    public function fetch_field(): object|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_fields
     */
    public function fetch_fields(): array {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_field_direct
     */
    public function fetch_field_direct(int $index): object|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_all
     */
    public function fetch_all(int $mode = MYSQLI_NUM): array {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_array
     */
    public function fetch_array(int $mode = MYSQLI_BOTH): array|false|null {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_assoc
     */
    public function fetch_assoc(): array|false|null {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_object
     */
    public function fetch_object(string $class = "stdClass", array $constructor_args = []): object|false|null {}

    /**
     * @tentative-return-type
     * @alias mysqli_fetch_row
     */
    public function fetch_row(): array|false|null {}

    /** @alias mysqli_fetch_column */
    public function fetch_column(int $column = 0): string|int|float|false|null {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_field_seek
     */
    public function field_seek(int $index): true {}
#else

    /**
     * @tentative-return-type
     * @alias mysqli_field_seek
     */
    public function field_seek(int $index): bool {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_free_result
     */
    public function free_result(): void {}

    public function getIterator(): Iterator {}
}

class mysqli_stmt
{
    public string|int $affected_rows;
    public string|int $insert_id;
    public string|int $num_rows;
    public int $param_count;
    public int $field_count;
    public int $errno;
    public string $error;
    public array $error_list;
    public string $sqlstate;
    public int $id;

    public function __construct(mysqli $mysql, ?string $query = null) {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_attr_get
     */
    public function attr_get(int $attribute): int {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_attr_set
     */
    public function attr_set(int $attribute, int $value): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_bind_param
     */
    public function bind_param(string $types, mixed &...$vars): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_bind_result
     */
    public function bind_result(mixed &...$vars): bool {}

#if PHP_VERSION_ID >= 80400

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_close
     */
    public function close(): true {}
#else

    /**
     * @alias mysqli_stmt_close
     * @return true
     */
    public function close() {}
#endif

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_data_seek
     */
    public function data_seek(int $offset): void {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_execute
     */
    public function execute(?array $params = null): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_fetch
     */
    public function fetch(): ?bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_get_warnings
     */
    public function get_warnings(): mysqli_warning|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_result_metadata
     */
    public function result_metadata(): mysqli_result|false {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_more_results
     */
    public function more_results(): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_next_result
     */
    public function next_result(): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_num_rows
     */
    public function num_rows(): string|int {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_send_long_data
     */
    public function send_long_data(int $param_num, string $data): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_free_result
     */
    public function free_result(): void {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_reset
     */
    public function reset(): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_prepare
     */
    public function prepare(string $query): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_store_result
     */
    public function store_result(): bool {}

    /**
     * @tentative-return-type
     * @alias mysqli_stmt_get_result
     */
    public function get_result(): mysqli_result|false {}
}

function mysqli_affected_rows(mysqli $mysql): string|int {}

function mysqli_autocommit(mysqli $mysql, bool $enable): bool {}

function mysqli_begin_transaction(mysqli $mysql, int $flags = 0, ?string $name = null): bool {}

function mysqli_change_user(mysqli $mysql, string $username, #[\SensitiveParameter] string $password, ?string $database): bool {}

function mysqli_character_set_name(mysqli $mysql): string {}

function mysqli_close(mysqli $mysql): true {}

function mysqli_commit(mysqli $mysql, int $flags = 0, ?string $name = null): bool {}

function mysqli_connect(?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null): mysqli|false {}

function mysqli_connect_errno(): int {}

function mysqli_connect_error(): ?string {}

function mysqli_data_seek(mysqli_result $result, int $offset): bool {}

function mysqli_dump_debug_info(mysqli $mysql): bool {}

function mysqli_debug(string $options): true {}

function mysqli_errno(mysqli $mysql): int {}

function mysqli_error(mysqli $mysql): string {}

function mysqli_error_list(mysqli $mysql): array {}

function mysqli_stmt_execute(mysqli_stmt $statement, ?array $params = null): bool {}

#if PHP_VERSION_ID >= 80500
/**
 * @alias mysqli_stmt_execute
 * @deprecated
 */
function mysqli_execute(mysqli_stmt $statement, ?array $params = null): bool {}
#else
/** @alias mysqli_stmt_execute */
function mysqli_execute(mysqli_stmt $statement, ?array $params = null): bool {}
#endif

function mysqli_execute_query(mysqli $mysql, string $query, ?array $params = null): mysqli_result|bool {}

function mysqli_fetch_field(mysqli_result $result): object|false {}

function mysqli_fetch_fields(mysqli_result $result): array {}

function mysqli_fetch_field_direct(mysqli_result $result, int $index): object|false {}

function mysqli_fetch_lengths(mysqli_result $result): array|false {}

function mysqli_fetch_all(mysqli_result $result, int $mode = MYSQLI_NUM): array {}

function mysqli_fetch_array(mysqli_result $result, int $mode = MYSQLI_BOTH): array|false|null {}

function mysqli_fetch_assoc(mysqli_result $result): array|false|null {}

function mysqli_fetch_object(mysqli_result $result, string $class = "stdClass", array $constructor_args = []): object|false|null {}

function mysqli_fetch_row(mysqli_result $result): array|false|null {}

function mysqli_fetch_column(mysqli_result $result, int $column = 0): string|int|float|false|null {}

function mysqli_field_count(mysqli $mysql): int {}

#if PHP_VERSION_ID >= 80400
function mysqli_field_seek(mysqli_result $result, int $index): true {}
#else
function mysqli_field_seek(mysqli_result $result, int $index): bool {}
#endif

function mysqli_field_tell(mysqli_result $result): int {}

function mysqli_free_result(mysqli_result $result): void {}

function mysqli_get_connection_stats(mysqli $mysql): array {}

function mysqli_get_client_stats(): array {}

function mysqli_get_charset(mysqli $mysql): ?object {}

function mysqli_get_client_info(?mysqli $mysql = null): string {}

function mysqli_get_client_version(): int {}

function mysqli_get_links_stats(): array {}

function mysqli_get_host_info(mysqli $mysql): string {}

function mysqli_get_proto_info(mysqli $mysql): int {}

function mysqli_get_server_info(mysqli $mysql): string {}

function mysqli_get_server_version(mysqli $mysql): int {}

function mysqli_get_warnings(mysqli $mysql): mysqli_warning|false {}

function mysqli_init(): mysqli|false {}

function mysqli_info(mysqli $mysql): ?string {}

function mysqli_insert_id(mysqli $mysql): string|int {}

#if PHP_VERSION_ID >= 80400
/** @deprecated */
function mysqli_kill(mysqli $mysql, int $process_id): bool {}
#else
function mysqli_kill(mysqli $mysql, int $process_id): bool {}
#endif

function mysqli_more_results(mysqli $mysql): bool {}

function mysqli_multi_query(mysqli $mysql, string $query): bool {}

function mysqli_next_result(mysqli $mysql): bool {}

function mysqli_num_fields(mysqli_result $result): int {}

function mysqli_num_rows(mysqli_result $result): string|int {}

/** @param string|int $value */
function mysqli_options(mysqli $mysql, int $option, $value): bool {}

/**
 * @alias mysqli_options
 * @param string|int $value
 */
function mysqli_set_opt(mysqli $mysql, int $option, $value): bool {}

#if PHP_VERSION_ID >= 80400
/** @deprecated */
function mysqli_ping(mysqli $mysql): bool {}
#else
function mysqli_ping(mysqli $mysql): bool {}
#endif

function mysqli_poll(?array &$read, ?array &$error, array &$reject, int $seconds, int $microseconds = 0): int|false {}

function mysqli_prepare(mysqli $mysql, string $query): mysqli_stmt|false {}

#if PHP_VERSION_ID >= 80400
function mysqli_report(int $flags): true {}
#else
function mysqli_report(int $flags): bool {}
#endif

function mysqli_query(mysqli $mysql, string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool {}

function mysqli_real_connect(mysqli $mysql, ?string $hostname = null, ?string $username = null, #[\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null, int $flags = 0): bool {}

function mysqli_real_escape_string(mysqli $mysql, string $string): string {}

/** @alias mysqli_real_escape_string */
function mysqli_escape_string(mysqli $mysql, string $string): string {}

#if PHP_VERSION_ID >= 80600
function mysqli_quote_string(mysqli $mysql, string $string): string {}
#endif

function mysqli_real_query(mysqli $mysql, string $query): bool {}

function mysqli_reap_async_query(mysqli $mysql): mysqli_result|bool {}

function mysqli_release_savepoint(mysqli $mysql, string $name): bool {}

function mysqli_rollback(mysqli $mysql, int $flags = 0, ?string $name = null): bool {}

function mysqli_savepoint(mysqli $mysql, string $name): bool {}

function mysqli_select_db(mysqli $mysql, string $database): bool {}

function mysqli_set_charset(mysqli $mysql, string $charset): bool {}

function mysqli_stmt_affected_rows(mysqli_stmt $statement): string|int {}

function mysqli_stmt_attr_get(mysqli_stmt $statement, int $attribute): int {}

function mysqli_stmt_attr_set(mysqli_stmt $statement, int $attribute, int $value): bool {}

function mysqli_stmt_bind_param(mysqli_stmt $statement, string $types, mixed &...$vars): bool {}

function mysqli_stmt_bind_result(mysqli_stmt $statement, mixed &...$vars): bool {}

function mysqli_stmt_close(mysqli_stmt $statement): true {}

function mysqli_stmt_data_seek(mysqli_stmt $statement, int $offset): void {}

function mysqli_stmt_errno(mysqli_stmt $statement): int {}

function mysqli_stmt_error(mysqli_stmt $statement): string {}

function mysqli_stmt_error_list(mysqli_stmt $statement): array {}

function mysqli_stmt_fetch(mysqli_stmt $statement): ?bool {}

function mysqli_stmt_field_count(mysqli_stmt $statement): int {}

function mysqli_stmt_free_result(mysqli_stmt $statement): void {}

function mysqli_stmt_get_result(mysqli_stmt $statement): mysqli_result|false {}

function mysqli_stmt_get_warnings(mysqli_stmt $statement): mysqli_warning|false {}

function mysqli_stmt_init(mysqli $mysql): mysqli_stmt|false {}

function mysqli_stmt_insert_id(mysqli_stmt $statement): string|int {}

function mysqli_stmt_more_results(mysqli_stmt $statement): bool {}

function mysqli_stmt_next_result(mysqli_stmt $statement): bool {}

function mysqli_stmt_num_rows(mysqli_stmt $statement): string|int {}

function mysqli_stmt_param_count(mysqli_stmt $statement): int {}

function mysqli_stmt_prepare(mysqli_stmt $statement, string $query): bool {}

function mysqli_stmt_reset(mysqli_stmt $statement): bool {}

function mysqli_stmt_result_metadata(mysqli_stmt $statement): mysqli_result|false {}

function mysqli_stmt_send_long_data(mysqli_stmt $statement, int $param_num, string $data): bool {}

function mysqli_stmt_store_result(mysqli_stmt $statement): bool {}

function mysqli_stmt_sqlstate(mysqli_stmt $statement): string {}

function mysqli_sqlstate(mysqli $mysql): string {}

function mysqli_ssl_set(mysqli $mysql, ?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos): true {}

function mysqli_stat(mysqli $mysql): string|false {}

function mysqli_store_result(mysqli $mysql, int $mode = 0): mysqli_result|false {}

function mysqli_thread_id(mysqli $mysql): int {}

function mysqli_thread_safe(): bool {}

function mysqli_use_result(mysqli $mysql): mysqli_result|false {}

function mysqli_warning_count(mysqli $mysql): int {}

#if PHP_VERSION_ID >= 80400
/** @deprecated */
function mysqli_refresh(mysqli $mysql, int $flags): bool {}
#else
function mysqli_refresh(mysqli $mysql, int $flags): bool {}
#endif

