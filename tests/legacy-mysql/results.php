<?php
/*
 * Queries, rows, values, columns, unbuffered results, lists, escaping. Included by checks.php.
 */
declare(strict_types=1);

final class Item
{
	public $id;
	private $name = 'before';
	public array $at_construction;

	public function __construct(public string $first = 'none', public string $second = 'none')
	{
		$this->at_construction = [$this->id, $this->name];
	}

	public function name(): ?string
	{
		return $this->name;
	}
}

#[AllowDynamicProperties]
final class Plain
{
}

/** @return mixed what the query gives */
function query(string $sql): mixed
{
	global $link;
	$answer = mysql_query($sql, $link);
	same("$sql: no error", '', mysql_error($link));
	return $answer;
}

const COLUMNS = [
	// definition, type, numeric, flags that are set; the rest is what the server says
	['TINYINT', 'int', 1], ['SMALLINT UNSIGNED', 'int', 1, 'unsigned'], ['MEDIUMINT', 'int', 1], ['INT ZEROFILL', 'int', 1, 'unsigned zerofill'],
	['BIGINT', 'int', 1], ['BIT(8)', 'int', 0, 'unsigned'], ['FLOAT', 'real', 1], ['DOUBLE', 'real', 1], ['DECIMAL(9,2)', 'real', 1],
	['CHAR(7)', 'string', 0], ['VARCHAR(20)', 'string', 0], ['BINARY(3)', 'string', 0, 'binary'], ['VARBINARY(3)', 'string', 0, 'binary'],
	['TINYBLOB', 'blob', 0, 'blob binary'], ['BLOB', 'blob', 0, 'blob binary'], ['MEDIUMBLOB', 'blob', 0, 'blob binary'],
	['LONGBLOB', 'blob', 0, 'blob binary'], ['TINYTEXT', 'blob', 0, 'blob'], ['TEXT', 'blob', 0, 'blob'], ['LONGTEXT', 'blob', 0, 'blob'],
	['DATE', 'date', 0, 'binary'], ['TIME', 'time', 0, 'binary'], ['DATETIME', 'datetime', 0, 'binary'],
	['TIMESTAMP NULL', 'timestamp', 1, 'binary'], ['YEAR', 'year', 1, 'unsigned zerofill'], ["ENUM('a','b')", 'string', 0, 'enum'],
	["SET('a','b')", 'string', 0, 'set'], ['POINT', 'geometry', 0, 'blob binary'],
];

$link = linked();
same('CREATE answers true', true, query('CREATE TEMPORARY TABLE legacy (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) DEFAULT "fox", '
	. 'other INT UNSIGNED, UNIQUE KEY (name), KEY (other))'));
same('INSERT answers true', true, query("INSERT INTO legacy (name, other) VALUES ('one', 1), ('two', NULL), ('three', 3)"));
same('affected rows', 3, mysql_affected_rows($link));
same('insert id', 1, mysql_insert_id($link));
same('info', 'Records: 3  Duplicates: 0  Warnings: 0', mysql_info($link));
$result = query('SELECT id, name, other, id AS name2 FROM legacy ORDER BY id');
same('SELECT answers a resource', true, is_resource($result));
same('its info', false, mysql_info($link));
same('its affected rows', 3, mysql_affected_rows($link));
same('rows', 3, mysql_num_rows($result));
same('columns', 4, mysql_num_fields($result));
same('no lengths before a row', false, mysql_fetch_lengths($result));
same('a row with names', ['id' => '1', 'name' => 'one', 'other' => '1', 'name2' => '1'], mysql_fetch_assoc($result));
same('lengths', [1, 3, 1, 1], mysql_fetch_lengths($result));
same('a row with numbers', ['2', 'two', null, '2'], mysql_fetch_row($result));
same('lengths with a null', [1, 3, 0, 1], mysql_fetch_lengths($result));
same('a row with both', [0 => '3', 'id' => '3', 1 => 'three', 'name' => 'three', 2 => '3', 'other' => '3', 3 => '3', 'name2' => '3'],
	mysql_fetch_array($result));
foreach (['mysql_fetch_row', 'mysql_fetch_assoc', 'mysql_fetch_array', 'mysql_fetch_object'] as $function) {
	same("$function behind the last row", false, $function($result));
}
foreach ([[0, 2], [1, 1], [2, 1], [3, 2]] as [$type, $times]) {
	same('seek', true, mysql_data_seek($result, 0));
	same("fetch_array $type", (2 * 4) / (3 - $times), count(mysql_fetch_array($result, $type)));
}
foreach ([4, 7, -1] as $type) {
	mysql_data_seek($result, 0);
	same("fetch_array $type", [8, ['Warning: mysql_fetch_array(): The result type should be either MYSQL_NUM, MYSQL_ASSOC or MYSQL_BOTH']],
		told(fn () => count(mysql_fetch_array($result, $type))));
}
foreach ([-1, 3, 99] as $row) {
	$id = get_resource_id($result);
	same("seek to $row", [false, ["Warning: mysql_data_seek(): Offset $row is invalid for MySQL result index $id (or the query data is unbuffered)"]],
		told(fn () => mysql_data_seek($result, $row)));
	same("result of row $row", [false, ["Warning: mysql_result(): Unable to jump to row $row on MySQL result index $id"]],
		told(fn () => mysql_result($result, $row)));
}
foreach ([0, 1, 2] as $row) {
	foreach ([[0, 0], [1, 1], ['name', 1], ['NAME', 1], ['legacy.name', 1], ['LEGACY.Other', 2], ['name2', 3], [null, 0], [1.9, 1], [true, 1]] as [$field, $at]) {
		mysql_data_seek($result, $row);
		$expected = mysql_fetch_row($result)[$at];
		same("result of row $row, field " . shown($field), [$expected, []], told(fn () => mysql_result($result, $row, $field)));
	}
}
same('mysql_result moves on', '2', [mysql_result($result, 0), mysql_fetch_row($result)[0]][1]);
foreach (['no', 'legacy.no', 'no.name', '1'] as $field) {
	$id = get_resource_id($result);
	same("result of field $field", [false, ["Warning: mysql_result(): $field not found in MySQL result index $id"]],
		told(fn () => mysql_result($result, 0, $field)));
}
foreach ([-1, 4, 99] as $field) {
	same("result of field $field", [false, ['Warning: mysql_result(): Bad column offset specified']], told(fn () => mysql_result($result, 0, $field)));
}
foreach (['1' => '2', ' 1' => '2', '1 ' => '2', '1x' => '2', '1e0' => '2'] as $row => $expected) {
	[$answer, $said] = told(fn () => mysql_result($result, (string) $row));
	$well_formed = !in_array((string) $row, ['1 ', '1x'], true);
	same("result of row '$row'", [$expected, $well_formed ? [] : ['Notice: A non well formed numeric value encountered']], [$answer, $said]);
}

mysql_data_seek($result, 0);
$object = mysql_fetch_object($result);
same('an object', ['stdClass', ['id' => '1', 'name' => 'one', 'other' => '1', 'name2' => '1']], [$object::class, (array) $object]);
$items = query('SELECT id, name FROM legacy ORDER BY id');
$item = mysql_fetch_object($items, 'Item', ['a', 'b']);
same('an object of a class', ['1', 'one', 'a', 'b'], [$item->id, $item->name(), $item->first, $item->second]);
same('has its properties before its constructor runs', ['1', 'one'], $item->at_construction);
same('without arguments', ['2', 'none'], [($item = mysql_fetch_object($items, 'Item'))->id, $item->first]);
same('arguments that are null', 'none', mysql_fetch_object($items, 'Item', null)->first);
same('no row, no object', false, mysql_fetch_object($items, 'Item'));
mysql_data_seek($items, 0);
same('a class without a constructor', '1', mysql_fetch_object($items, 'Plain')->id);
foreach ([['Item', 'a', 'Parameter ctor_params must be an array'], ['Plain', ['a'], 'Class Plain does not have a constructor hence you cannot use ctor_params'],
	['stdClass', null, 'Class stdClass does not have a constructor hence you cannot use ctor_params']] as [$class, $arguments, $text]) {
	mysql_data_seek($items, 0);
	try {
		same($text, 'an exception', mysql_fetch_object($items, $class, $arguments));
	} catch (Exception $e) {
		same($text, [Exception::class, $text], [$e::class, $e->getMessage()]);
	}
	same("$text: the row was fetched", '2', mysql_fetch_row($items)[0]);
}
same('no such class', [null, ["Warning: mysql_fetch_object(): Could not find class 'NoSuch'"]], told(fn () => mysql_fetch_object($items, 'NoSuch')));
foreach ([null, false, 3, 'x', []] as $value) {
	same('fetch_object of ' . shown($value), [false, ['Warning: mysql_fetch_object(): supplied argument is not a valid MySQL result resource']],
		told(fn () => mysql_fetch_object($value)));
}

same('free', true, mysql_free_result($items));
same('what was freed is no resource', false, is_resource($items));
$id = get_resource_id($items);
same('freeing it again', [false, ["Warning: mysql_free_result(): $id is not a valid MySQL result resource"]], told(fn () => mysql_free_result($items)));

foreach (COLUMNS as $at => [$definition, $type, $numeric]) {
	$flags = COLUMNS[$at][3] ?? '';
	query('DROP TEMPORARY TABLE IF EXISTS legacy_columns');
	query("CREATE TEMPORARY TABLE legacy_columns (c $definition)");
	$columns = query('SELECT c FROM legacy_columns');
	$field = mysql_fetch_field($columns, 0);
	$named = explode(' ', mysql_field_flags($columns, 0));
	if ($type === 'timestamp') {
		$named = array_diff($named, ['unsigned', 'zerofill']); // servers differ
		$field->unsigned = $field->zerofill = 0;
	}
	same("$definition: type", $type, mysql_field_type($columns, 0));
	same("$definition: flags", $flags, implode(' ', array_intersect($named, $flags === '' ? ['unsigned', 'blob', 'zerofill', 'set', 'enum'] : $named)));
	same("$definition: field", ['c', 'legacy_columns', $type, $numeric, 0], [$field->name, $field->table, $field->type, $field->numeric, $field->not_null]);
	foreach (['unsigned', 'zerofill', 'blob'] as $flag) {
		same("$definition: $flag", in_array($flag, $named, true) ? 1 : 0, $field->$flag);
	}
	same("$definition: length", mysqli_length($definition), mysql_field_len($columns, 0));
}

/** What mysqli says of the length of such a column. */
function mysqli_length(string $definition): int
{
	static $mysqli;
	$mysqli ??= new mysqli(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
	$mysqli->query('DROP TEMPORARY TABLE IF EXISTS legacy_columns');
	$mysqli->query("CREATE TEMPORARY TABLE legacy_columns (c $definition)");
	return $mysqli->query('SELECT c FROM legacy_columns')->fetch_field()->length;
}

mysql_field_seek($result, 0);
$fields = [];
while ($field = mysql_fetch_field($result)) {
	$fields[] = (array) $field;
}
same('fields', ['id', 'name', 'other', 'name2'], array_column($fields, 'name'));
same('what a field has', ['name' => 'id', 'table' => 'legacy', 'def' => '', 'max_length' => 1, 'not_null' => 1, 'primary_key' => 1, 'multiple_key' => 0,
	'unique_key' => 0, 'numeric' => 1, 'blob' => 0, 'type' => 'int', 'unsigned' => 0, 'zerofill' => 0], $fields[0]);
same('keys', [[0, 0], [1, 0], [0, 1]], array_map(fn ($field) => [$field['unique_key'], $field['multiple_key']], array_slice($fields, 0, 3)));
same('longest values', [1, 5, 1, 1], array_column($fields, 'max_length'));
mysql_data_seek($result, 1);
mysql_fetch_field($fresh = query('SELECT 1 AS one UNION SELECT 22 UNION SELECT 333'), 0);
same('counting them leaves the next row as it was', '1', mysql_fetch_row($fresh)[0]);
same('and the row of this result', '2', mysql_fetch_row($result)[0]);
same('no field is left', false, mysql_fetch_field($result));
same('field seek', [true, 'other'], [mysql_field_seek($result, 2), mysql_fetch_field($result)->name]);
same('flags of a key', 'not_null primary_key auto_increment', mysql_field_flags($result, 0));
same('a function moves to the next field', ['name', 'other'], [mysql_field_name($result, 1), mysql_fetch_field($result)->name]);
same('so does mysql_result', ['1', 'other'], [mysql_result($result, 0, 0), (mysql_result($result, 0, 'name') ? mysql_fetch_field($result)->name : '')]);
same('the table by its alias', 't', mysql_field_table(query('SELECT t.id FROM legacy AS t'), 0));
foreach ([-1, 4, 99] as $at) {
	$id = get_resource_id($result);
	same("field $at", [false, ['Warning: mysql_fetch_field(): Bad field offset']], told(fn () => mysql_fetch_field($result, $at)));
	foreach (['mysql_field_seek', 'mysql_field_name', 'mysql_field_table', 'mysql_field_len', 'mysql_field_type', 'mysql_field_flags'] as $function) {
		same("$function of $at", [false, ["Warning: $function(): Field $at is invalid for MySQL result index $id"]], told(fn () => $function($result, $at)));
	}
}

$unbuffered = mysql_unbuffered_query('SELECT id FROM legacy ORDER BY id', $link);
same('rows of an unbuffered result are not known', 0, mysql_num_rows($unbuffered));
same('its first row', ['1'], mysql_fetch_row($unbuffered));
same('are counted as they come', 1, mysql_num_rows($unbuffered));
same('no seeking behind them', false, told(fn () => mysql_data_seek($unbuffered, 1))[0]);
mysql_fetch_row($unbuffered);
mysql_fetch_row($unbuffered);
same('its end', false, mysql_fetch_row($unbuffered));
same('all are counted', 3, mysql_num_rows($unbuffered));
same('the next query says nothing', [true, []], told(fn () => is_resource(mysql_query('SELECT 1', $link))));
same('but ends the result', false, is_resource($unbuffered));
const LEFT = 'Function called without first fetching all rows from a previous unbuffered query';
foreach (['mysql_query' => ['DO 1', 0], 'mysql_select_db' => [getenv('MYND_TEST_DB'), 0], 'mysql_stat' => [0], 'mysql_ping' => [0],
	'mysql_list_processes' => [0], 'mysql_unbuffered_query' => ['DO 1', 0]] as $function => $arguments) {
	$unbuffered = mysql_unbuffered_query('SELECT id FROM legacy', $link);
	$arguments[count($arguments) - 1] = $link;
	[$answer, $said] = told(fn () => $function(...$arguments));
	same("$function before all rows were fetched", [true, ["Notice: $function(): " . LEFT]], [$answer !== false, $said]);
	same("$function ends the result", false, is_resource($unbuffered));
	$unbuffered = mysql_unbuffered_query('SELECT id FROM legacy', $link);
	unset($unbuffered);
	same("$function after the result has gone", [], told(fn () => $function(...$arguments))[1]);
}

same('an error', [false, 1064], [mysql_query('SELEC', $link), mysql_errno($link)]);
same('its text', 1, preg_match('/^You have an error in your SQL syntax/', mysql_error($link)));
same('an empty query', [false, 1065, 'Query was empty'], [mysql_query('', $link), mysql_errno($link), mysql_error($link)]);
same('affected rows of an error', -1, mysql_affected_rows($link));
same('no error after that', [true, 0, ''], [mysql_query('DO 1', $link), mysql_errno($link), mysql_error($link)]);
query('CREATE TEMPORARY TABLE legacy_big (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY)');
foreach (['9223372036854775807' => PHP_INT_MAX, '9223372036854775808' => PHP_INT_MIN, '18446744073709551614' => -2] as $number => $expected) {
	query("INSERT INTO legacy_big VALUES ($number)");
	query("INSERT INTO legacy_big VALUES (LAST_INSERT_ID($number)) ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID($number)");
	same("insert id $number", $expected, mysql_insert_id($link));
}

$database = (string) getenv('MYND_TEST_DB');
query('DROP TABLE IF EXISTS legacy_listed');
query('CREATE TABLE legacy_listed (id INT NOT NULL DEFAULT 7, name VARCHAR(9) DEFAULT "fox", empty TEXT)');
$columns = mysql_list_fields($database, 'legacy_listed', $link);
same('list_fields', [3, 0], [mysql_num_fields($columns), mysql_num_rows($columns)]);
same('its defaults', ['7', 'fox', ''], [mysql_fetch_field($columns)->def, mysql_fetch_field($columns)->def, mysql_fetch_field($columns)->def]);
same('its lengths', [11, 'id'], [mysql_field_len($columns, 0), mysql_field_name($columns, 0)]);
same('list_fields of no table', [false, ['Warning: mysql_list_fields(): Unable to save MySQL query result']],
	told(fn () => mysql_list_fields($database, 'not_there', $link)));
same('list_fields of no database', [false, []], told(fn () => mysql_list_fields('not_there', 'x', $link)));
$tables = [];
for ($list = @mysql_list_tables($database, $link), $at = 0; $at < mysql_num_rows($list); $at++) {
	$tables[] = mysql_tablename($list, $at);
}
same('list_tables', true, in_array('legacy_listed', $tables, true));
same('list_tables of no database', false, @mysql_list_tables('not_there', $link));
$databases = [];
for ($list = @mysql_list_dbs($link), $at = 0; $at < mysql_num_rows($list); $at++) {
	$databases[] = mysql_db_name($list, $at);
}
same('list_dbs', true, in_array($database, $databases, true));
$threads = [];
for ($list = mysql_list_processes($link); $row = mysql_fetch_assoc($list);) {
	$threads[] = (int) $row['Id'];
}
same('list_processes', true, in_array(mysql_thread_id($link), $threads, true));
$other = linked();
mysql_select_db('mysql', $other);
[$answer, $said] = told(fn () => mysql_db_query($database, 'SELECT DATABASE()', $other));
same('db_query', [$database, ['Deprecated: Function mysql_db_query() is deprecated',
	'Deprecated: mysql_db_query(): This function is deprecated; use mysql_query() instead']], [mysql_result($answer, 0), $said]);
same('the database stays', $database, mysql_result(mysql_query('SELECT DATABASE()', $other), 0));
same('db_query of no database', false, @mysql_db_query('not_there', 'SELECT 1', $other));
query('DROP TABLE legacy_listed');

for ($byte = 0; $byte < 256; $byte++) {
	$text = 'a' . chr($byte) . 'b';
	$escaped = match ($byte) {
		0 => 'a\0b', 10 => 'a\nb', 13 => 'a\rb', 26 => 'a\Zb', 34 => 'a\"b', 39 => "a\\'b", 92 => 'a\\\\b', default => $text,
	};
	same("escape_string of byte $byte", $escaped, @mysql_escape_string($text));
	if ($byte < 128) {
		same("real_escape_string of byte $byte", $escaped, mysql_real_escape_string($text, $link));
	}
}
foreach ([null, 12, 1.5, true, false] as $value) {
	same('escape_string of ' . shown($value), (string) $value, @mysql_escape_string($value));
}
same('escape_string is deprecated', ['Deprecated: mysql_escape_string(): This function is deprecated; use mysql_real_escape_string() instead.'],
	told(fn () => mysql_escape_string('x'))[1]);
query("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
same("the link's mode counts", "it''s", mysql_real_escape_string("it's", $link));
