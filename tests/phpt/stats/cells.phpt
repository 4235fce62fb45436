--TEST--
Statistics: cells by type under their own names, NULL among them, and bytes of values
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
$values = [
	'BIT(4)' => "b'101'", 'TINYINT' => 1, 'SMALLINT' => 2, 'MEDIUMINT' => 3, 'INT' => 4, 'BIGINT' => 5, 'DECIMAL(5,2)' => 1.25,
	'FLOAT' => 1.5, 'DOUBLE' => 2.5, 'DATE' => "'2024-02-29'", 'YEAR' => 2024, 'TIME' => "'11:12:13'", 'DATETIME' => "'2024-02-29 11:12:13'",
	'TIMESTAMP' => "'2024-02-29 11:12:13'", 'CHAR(5)' => "'char'", 'VARCHAR(5)' => "'vchar'", 'BLOB' => "'blob'", 'TEXT' => "'text'",
	"ENUM('a','b')" => "'a'", "SET('a','b')" => "'a,b'", 'POINT' => 'POINT(1, 2)',
];
foreach ($values as $type => $value) {
	create_anew($link, 'TEMPORARY TABLE', 't', "(c $type NULL)");
	$link->query("INSERT INTO t VALUES ($value), (NULL)");
	$before = $link->get_connection_stats();
	$link->query('SELECT c FROM t')->fetch_all();
	$after = $link->get_connection_stats();
	$moved = difference($before, $after, '/^proto_.*fetched|real_data/');
	echo str_pad($type, 14), json_encode($moved), "\n";
}
?>
--EXPECT--
BIT(4)        {"proto_text_fetched_null":1,"proto_text_fetched_bit":1,"bytes_received_real_data_normal":1}
TINYINT       {"proto_text_fetched_null":1,"proto_text_fetched_tinyint":1,"bytes_received_real_data_normal":1}
SMALLINT      {"proto_text_fetched_null":1,"proto_text_fetched_short":1,"bytes_received_real_data_normal":1}
MEDIUMINT     {"proto_text_fetched_null":1,"proto_text_fetched_int24":1,"bytes_received_real_data_normal":1}
INT           {"proto_text_fetched_null":1,"proto_text_fetched_int":1,"bytes_received_real_data_normal":1}
BIGINT        {"proto_text_fetched_null":1,"proto_text_fetched_bigint":1,"bytes_received_real_data_normal":1}
DECIMAL(5,2)  {"proto_text_fetched_null":1,"proto_text_fetched_decimal":1,"bytes_received_real_data_normal":4}
FLOAT         {"proto_text_fetched_null":1,"proto_text_fetched_float":1,"bytes_received_real_data_normal":3}
DOUBLE        {"proto_text_fetched_null":1,"proto_text_fetched_double":1,"bytes_received_real_data_normal":3}
DATE          {"proto_text_fetched_null":1,"proto_text_fetched_date":1,"bytes_received_real_data_normal":10}
YEAR          {"proto_text_fetched_null":1,"proto_text_fetched_year":1,"bytes_received_real_data_normal":4}
TIME          {"proto_text_fetched_null":1,"proto_text_fetched_time":1,"bytes_received_real_data_normal":8}
DATETIME      {"proto_text_fetched_null":1,"proto_text_fetched_datetime":1,"bytes_received_real_data_normal":19}
TIMESTAMP     {"proto_text_fetched_null":1,"proto_text_fetched_timestamp":1,"bytes_received_real_data_normal":19}
CHAR(5)       {"proto_text_fetched_null":1,"proto_text_fetched_string":1,"bytes_received_real_data_normal":4}
VARCHAR(5)    {"proto_text_fetched_null":1,"proto_text_fetched_string":1,"bytes_received_real_data_normal":5}
BLOB          {"proto_text_fetched_null":1,"proto_text_fetched_blob":1,"bytes_received_real_data_normal":4}
TEXT          {"proto_text_fetched_null":1,"proto_text_fetched_blob":1,"bytes_received_real_data_normal":4}
ENUM('a','b') {"proto_text_fetched_null":1,"proto_text_fetched_enum":1,"bytes_received_real_data_normal":1}
SET('a','b')  {"proto_text_fetched_null":1,"proto_text_fetched_set":1,"bytes_received_real_data_normal":3}
POINT         {"proto_text_fetched_null":1,"proto_text_fetched_geometry":1,"bytes_received_real_data_normal":25}
