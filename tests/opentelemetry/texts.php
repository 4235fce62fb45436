<?php
/*
 * Texts without values, and summaries. A seed makes texts of marked literals, of which nothing may be left.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Mynd\OpenTelemetry\Messages;
use Mynd\OpenTelemetry\Sql;
use Mynd\OpenTelemetry\Text;

$texts = [ /* text => [summary, without values] */
	"SELECT * FROM songs, artists a WHERE x = 'FROM t'" => ['SELECT songs artists', 'SELECT * FROM songs, artists a WHERE x = ?'],
	'INSERT INTO shipping_details (order_id, address) SELECT order_id, address FROM orders WHERE order_id = 1' => ['INSERT shipping_details SELECT orders', 'INSERT INTO shipping_details (order_id, address) SELECT order_id, address FROM orders WHERE order_id = ?'],
	'SELECT * FROM (SELECT * FROM orders) x, b' => ['SELECT SELECT orders b', 'SELECT * FROM (SELECT * FROM orders) x, b'],
	'CREATE TABLE IF NOT EXISTS `shop`.`my t` (id int)' => ['CREATE TABLE `shop`.`my t`', 'CREATE TABLE IF NOT EXISTS `shop`.`my t` (id int)'],
	"UPDATE a JOIN b ON a.x = b.x SET a.y = 'z', a.select = 3" => ['UPDATE a b', 'UPDATE a JOIN b ON a.x = b.x SET a.y = ?, a.select = ?'],
	'DELETE FROM t WHERE id IN (SELECT id FROM u FOR UPDATE)' => ['DELETE t SELECT u', 'DELETE FROM t WHERE id IN (SELECT id FROM u FOR UPDATE)'],
	'select extract(year from d) from t' => ['select t', 'select extract(year from d) from t'],
	"INSERT INTO t VALUES (1, 'a'), (2, 'b') ON DUPLICATE KEY UPDATE a = VALUES(a)" => ['INSERT t', 'INSERT INTO t VALUES (?) ON DUPLICATE KEY UPDATE a = VALUES(a)'],
	'/* mine */ (SELECT 1) UNION (SELECT 2 FROM t2)' => ['SELECT SELECT t2', '(SELECT ?) UNION (SELECT ? FROM t2)'],
	'SELECT 1; DROP TABLE x; CALL p(1)' => ['SELECT DROP TABLE x CALL p', 'SELECT ?; DROP TABLE x; CALL p(?)'],
	'WITH c AS (SELECT * FROM a) SELECT * FROM c' => ['WITH SELECT a SELECT', 'WITH c AS (SELECT * FROM a) SELECT * FROM c'],
	'with recursive `c` (n) as (select 1 union all select n + 1 from C), d as (select * from c, e) select * from d join x.d join c' => ['with select select select e select x.d',
		'with recursive `c` (n) as (select ? union all select n + ? from C), d as (select * from c, e) select * from d join x.d join c'],
	'WITH t AS (SELECT * FROM t) SELECT * FROM t' => ['WITH SELECT t SELECT', 'WITH t AS (SELECT * FROM t) SELECT * FROM t'], /* the table, then the definition */
	'SELECT * FROM (WITH c AS (SELECT 1) SELECT * FROM c) x, c' => ['SELECT SELECT SELECT c', 'SELECT * FROM (WITH c AS (SELECT ?) SELECT * FROM c) x, c'],
	'WITH c AS (SELECT 1) DELETE t FROM t JOIN c; SELECT * FROM c' => ['WITH SELECT DELETE t SELECT c', 'WITH c AS (SELECT ?) DELETE t FROM t JOIN c; SELECT * FROM c'],
	'SELECT a, COUNT(*) FROM t GROUP BY a WITH ROLLUP' => ['SELECT t', 'SELECT a, COUNT(*) FROM t GROUP BY a WITH ROLLUP'],
	"PREPARE s FROM 'SELECT secret FROM t'" => ['PREPARE', 'PREPARE s FROM ?'],
	'PREPARE s FROM @sql' => ['PREPARE', 'PREPARE s FROM @sql'],
	'EXECUTE s USING @a, @b' => ['EXECUTE', 'EXECUTE s USING @a, @b'],
	"execute immediate 'SELECT 1 FROM t'" => ['execute', 'execute immediate ?'],
	'DEALLOCATE PREPARE s' => ['DEALLOCATE', 'DEALLOCATE PREPARE s'],
	'SELECT a, b INTO @x, @y FROM t' => ['SELECT t', 'SELECT a, b INTO @x, @y FROM t'],
	'CALL `shop`.p(1)' => ['CALL `shop`.p', 'CALL `shop`.p(?)'],
	'SELECT true, t.true, FALSE, truest, @true FROM t WHERE a IS NOT TRUE' => ['SELECT t', 'SELECT ?, t.true, ?, truest, @true FROM t WHERE a IS NOT ?'],
	"SELECT DATE '2026-01-01', INTERVAL 5 DAY, _utf8mb4'x', b'101', 0xFF" => ['SELECT', 'SELECT DATE ?, INTERVAL ? DAY, _utf8mb4?, ?, ?'],
	'CREATE FUNCTION f() RETURNS INT LANGUAGE JAVASCRIPT AS $js$ return `secret ${1}` $js$' => ['CREATE FUNCTION f', 'CREATE FUNCTION f() RETURNS INT LANGUAGE JAVASCRIPT AS ?'],
	'SELECT * FROM "orders", \'artists\'' => ['SELECT', 'SELECT * FROM ?, ?'],
	"SELECT REPLACE(a, 'b', 'c') FROM t" => ['SELECT t', 'SELECT REPLACE(a, ?, ?) FROM t'],
	'CREATE OR REPLACE VIEW v AS SELECT * FROM t' => ['CREATE VIEW v SELECT t', 'CREATE OR REPLACE VIEW v AS SELECT * FROM t'],
	"SELECT a INTO OUTFILE '/x' FROM t" => ['SELECT t', 'SELECT a INTO OUTFILE ? FROM t'],
	'ALTER TABLE t ADD COLUMN c INT' => ['ALTER TABLE t', 'ALTER TABLE t ADD COLUMN c INT'],
	'SET NAMES utf8mb4' => ['SET', 'SET NAMES utf8mb4'],
	'nonsense 5' => [null, 'nonsense ?'],
	'' => [null, ''],
	'SELECT 1 FROM t1 WHERE `5` = 5 AND a5 = -.5e3 AND b IN ( 1, 2,3 )' => ['SELECT t1', 'SELECT ? FROM t1 WHERE `5` = ? AND a5 = -? AND b IN (?)'],
	'SELECT ? FROM t WHERE a = ?' => ['SELECT t', 'SELECT ? FROM t WHERE a = ?'],
];
foreach ($texts as $text => [$summary, $sanitized]) {
	check("the summary of $text", $summary, Text::of($text)->summary());
	check("the values of $text", $sanitized, Sql::sanitize($text));
}
check('a summary ends between two names', 255 >= strlen($long = (string) Text::of('SELECT * FROM ' . implode(', ', array_map(static fn (int $i): string => "table_$i", range(100, 200))))->summary()) && preg_match('/ table_\d{3}$/', $long) === 1, true);
check('the procedure of a CALL alone', ['`shop`.p', 'p', null, null], array_map(static fn (string $sql): ?string => Text::of($sql)->procedure(), ['CALL `shop`.p(1)', 'call p', 'CALL p(1); SELECT 1', 'SELECT p()']));
check('texts of errors', ['1062 (23000): Duplicate entry ? for key ?', '1213 (40001): Deadlock found', '1644 (45000)', '5000 (HY000)'],
	[Messages::of(1062, '23000'), Messages::of(1213, '40001'), Messages::of(1644, '45000'), Messages::of(5000, 'HY000')]);
check('names that contain placeholders are none', [false, true, false], [Sql::hasPlaceholders("SELECT '?', `?` /* ? */"), Sql::hasPlaceholders("SELECT 'a', ?"), Sql::hasPlaceholders('SELECT 1')]);
check('a long text is read to its end or cut in a literal', '?', substr((string) Sql::sanitize('SELECT ' . str_repeat("'" . str_repeat('secret ', 100) . "', ", 1000)), -1));

/* What the server takes for a value, in either mode of backslashes, must not be in the answer. */
$seed = (int) ($argv[2] ?? getenv('MYND_TEST_SEED') ?: 1);
$dice = new Random\Randomizer(new Random\Engine\Mt19937($seed));
$pick = static fn (array $from): string => $from[$dice->getInt(0, count($from) - 1)];
$db = connect();
$bad = [];
foreach ([false, true] as $plain) {
	$db->query("SET sql_mode = '" . ($plain ? 'NO_BACKSLASH_ESCAPES' : '') . "'");
	for ($i = 0; $i < 300; $i++) {
		$columns = [];
		for ($n = $dice->getInt(1, 5); $n > 0; $n--) {
			$value = '';
			for ($k = $dice->getInt(0, 6); $k > 0; $k--) {
				$value .= $pick(['secret', "'", '"', '\\', '/*', '*/', '-- ', '#', '`', ',', ';', "\n", 'ü']);
			}
			$columns[] = $pick(["'" . $db->real_escape_string($value) . "'", '"' . ($plain ? str_replace('"', '""', $value) : addslashes($value)) . '"', "x'736563726574'", "N'secret'", '/* secret */ 7',
				"'secret' -- secret\n", "'secret' # secret\n", "'secret' 'secret'", "CONCAT('secret', \"secret\")", '736563726574', '0x736563726574']) . ' AS `name`';
		}
		$text = 'SELECT ' . implode(', ', $columns);
		$db->query($text)->free(); /* the server reads it to its end */
		$without = (string) Sql::sanitize($text, $plain);
		if (preg_match('/secret|736563726574/', $without) === 1 || substr_count($without, '`name`') !== count($columns)) {
			$bad[] = [$text, $without];
		}
	}
}
check("seed $seed: no value is left, and no name is lost", [], array_slice($bad, 0, 3));
finish();
