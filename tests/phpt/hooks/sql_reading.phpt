--TEST--
packages/cache/src/Sql.php: which texts' answers may be kept
--FILE--
<?php
require __DIR__ . '/../../../packages/cache/src/Reading.php';
require __DIR__ . '/../../../packages/cache/src/Sql.php';
use Mynd\Cache\Sql;

$texts = [
	'may be kept' => [
		'SELECT 1', 'select * from t where a = ? and b in (1, 2, 3) limit 5', "  (SELECT 1) UNION ALL (SELECT 2) ; ", 'SELECT COUNT(*), MAX(a), REPLACE(b, "x", \'y\') FROM t GROUP BY b HAVING COUNT(*) > 1',
		'WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 9) SELECT * FROM s', 'WITH a AS (SELECT 1) SELECT * FROM a',
		"SELECT 'now() ; DELETE FROM t -- ', \"RAND()\", `uuid()`, t.update, `current_date` FROM `into`", "SELECT 'it''s', 'a\\\\b' FROM t", 'SELECT a FROM t -- RAND()', "SELECT a # NOW()\nFROM t", 'SELECT a /* NOW() */ FROM t',
		'SELECT JSON_EXTRACT(d, "$.a"), ST_AsText(g), d->>"$.b" FROM t FORCE INDEX FOR JOIN (a) JOIN u USING (id)', 'SELECT a FROM t FETCH NEXT 5 ROWS ONLY', 'SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) FROM t',
		'SELECT CAST(a AS DECIMAL(10, 2)), CASE WHEN (a) THEN (b) ELSE (c) END FROM t WHERE NOT(a) AND EXISTS(SELECT 1)', 'SELECT /*+ MAX_EXECUTION_TIME(1000) */ a FROM t', 'SELECT DATE_FORMAT(d, "%Y"), YEAR(d) FROM t', "SELECT été FROM `été`", 'SELECT 1.5e3, 0x1F, x\'41\', N\'a\', _utf8mb4\'b\', .5',
		'SELECT a FROM t FOR SYSTEM_TIME AS OF \'2024-01-01\'', 'SELECT a--1 FROM t',
		'SELECT JSON_ARRAYAGG(a), json_value(b, "$"), ST_X(g), MBRContains(g, h) FROM t', 'SELECT nextval, rowcount, mysql, `sys`, t.time FROM t',
		"SELECT CAST('2024-02-29' AS DATE), CAST(? AS DATETIME), CONVERT(a, TIME), DATE(a), a AS date, TIMESTAMP '2024-02-29 10:00:00', CAST(DATE(a) AS CHAR), CAST(a AS TIME) FROM t",
	],
	'may not' => [
		'', ' /* nothing */ ', ';', 'INSERT INTO t VALUES (1)', 'UPDATE t SET a = 1', 'DELETE FROM t', 'REPLACE INTO t SELECT 1', 'CALL p()', 'SHOW TABLES', 'SET @a = 1', 'EXPLAIN SELECT 1', 'TABLE t', 'DO 1', 'BEGIN',
		'WITH a AS (SELECT 1) DELETE FROM t', 'SELECT 1; SELECT 2', 'SELECT 1;;', 'SELECT 1 INTO @a', "SELECT a FROM t INTO OUTFILE '/x'", 'SELECT a FROM t FOR UPDATE', 'SELECT a FROM t FOR SHARE', 'SELECT a FROM t LOCK IN SHARE MODE', 'SELECT a FROM t lock /* x */ in share mode',
		'SELECT NOW()', 'SELECT now ()', 'SELECT CURRENT_TIMESTAMP', 'SELECT current_date', 'SELECT SYSDATE(6)', 'SELECT UNIX_TIMESTAMP()', 'SELECT RAND()', 'SELECT UUID()', 'SELECT USER(), CURRENT_USER', 'SELECT DATABASE()', 'SELECT LAST_INSERT_ID()', 'SELECT FOUND_ROWS()', 'SELECT CONNECTION_ID()',
		'SELECT SLEEP(1)', 'SELECT GET_LOCK("a", 1)', 'SELECT LOAD_FILE("/x")', 'SELECT BENCHMARK(1, 1)', 'SELECT NEXT VALUE FOR s', 'SELECT NEXTVAL(s)', 'SELECT LASTVAL(s)', 'SELECT @a', 'SELECT @@version', 'SELECT my_function(1)', 'SELECT db.count(1)', 'SELECT `now`()', 'SELECT db.`f` (1)', 'SELECT été(1)', 'SELECT _f(1)', 'SELECT $f(1)',
		'SELECT /*! SQL_NO_CACHE */ 1', 'SELECT 1 /*M! + RAND() */', 'SELECT /*!50000 RAND() */', 'SELECT /*+ SET_VAR(sql_mode = "") */ 1', 'SELECT SQL_CALC_FOUND_ROWS * FROM t', 'SELECT SQL_NO_CACHE 1', 'SELECT * FROM t PROCEDURE ANALYSE()',
		'SELECT * FROM information_schema.tables', 'SELECT * FROM `INFORMATION_SCHEMA`.`TABLES`', 'SELECT (1', 'SELECT 1)', "SELECT 'open", 'SELECT /* open', 'SELECT `open', "SELECT 1\0", 'SELECT {fn NOW()}', 'SELECT a FROM t WHERE b = (SELECT RAND())',
		'SELECT st_next()', 'SELECT ST_Next ()', 'SELECT json_mine(1)', 'SELECT mbr_one(1)', 'SELECT MBR(1)',
		'SELECT s.NEXTVAL FROM DUAL', 'SELECT db.s.nextval', 'SELECT s . `currval`', 'SELECT s."CurrVal"', 'SELECT SQL%ROWCOUNT', 'SELECT sql % /* x */ rowcount',
		'SELECT * FROM mysql.slow_log', 'SELECT * FROM `sys` /* x */ . processlist', 'SELECT * FROM Performance_Schema.threads', 'SELECT * FROM t, "mysql".user',
		"SELECT CAST(TIME '10:00:00' AS DATETIME)", "SELECT d > TIME'10:00:00' FROM t", 'SELECT TIME "10:00:00"', "SELECT {t '10:00:00'}", 'SELECT CAST(a AS DATETIME(6)) FROM t', 'SELECT cast(f AS date) FROM t', 'SELECT CONVERT(IF(a, b, c), DATETIME) FROM t', 'SELECT CAST(MAKETIME(1, 2, 3) AS TIMESTAMP)',
		"SELECT 'a\\' OR RAND() OR \\'b'", "SELECT '\\', RAND(), '\\'", "SELECT '\\'; DELETE FROM t; -- '", 'SELECT "a\\" , NOW() , "\\"',
	],
];
foreach ($texts as $label => $list) {
	foreach ($list as $text) {
		$is = Sql::read($text)->isCacheable() ? 'may be kept' : 'may not';
		if ($is !== $label) {
			echo "$is: $text (", Sql::read($text)->reason, ")\n";
		}
	}
	echo count($list), " $label\n";
}
echo "reasons\n";
foreach (['SELECT NOW()', 'SELECT CURRENT_USER', 'SELECT a FROM t FOR UPDATE', 'SELECT @a', 'SELECT f(1)', 'SELECT 1; SELECT 2', "SELECT '\\', RAND(), '\\'"] as $text) {
	echo "$text: ", Sql::read($text)->reason, "\n";
}
echo "hints\n";
foreach (['/* mynd:ttl=30 */ SELECT 1', 'SELECT /*mynd:ttl=5*/ 1', 'SELECT 1 /* mynd:ttl=0 */', 'SELECT 1 /* mynd:ttl=x */', 'SELECT 1 /* mynd:ttl=-1 */', "SELECT '/* mynd:ttl=30 */'", '/* mynd:ttl=30 */ /* mynd:ttl=60 */ SELECT 1', '/* mynd:ttl=30 */ SELECT NOW()', 'SELECT 1 -- /* mynd:ttl=30 */'] as $text) {
	$r = Sql::read($text);
	echo "$text: ", json_encode($r->ttl), ' ', json_encode($r->isCacheable()), "\n";
}
echo "the same statement\n";
foreach (["/* one */ SELECT  a /* inside */ FROM t ; -- trace", "SELECT  a /* inside */ FROM t/* traceparent='00-x' */", "(SELECT 1)"] as $text) {
	echo json_encode(Sql::read($text)->text), "\n";
}
echo "character sets that hide signs\n";
var_dump(Sql::read("SELECT '\xbf\x5c' OR RAND() OR ' \xbf\x5c'")->isCacheable(), Sql::read("SELECT '\xbf\x5c' FROM t", true)->isCacheable(), Sql::read("SELECT 'a' FROM t", true)->isCacheable());
/* Cut anywhere, and with any byte changed: an answer and no error. */
$all = implode(' ', array_merge(...array_values($texts)));
mt_srand(1);
for ($i = 0; $i < 3000; $i++) {
	$text = substr($all, mt_rand(0, strlen($all)), mt_rand(0, 60));
	if ($text !== '') {
		$text[mt_rand(0, strlen($text) - 1)] = chr(mt_rand(0, 255));
	}
	Sql::read('SELECT ' . $text);
}
echo "read to the end\n";
?>
--EXPECT--
24 may be kept
96 may not
reasons
SELECT NOW(): the function NOW
SELECT CURRENT_USER: who asks
SELECT a FROM t FOR UPDATE: it locks or writes
SELECT @a: a variable
SELECT f(1): the function F
SELECT 1; SELECT 2: several statements
SELECT '\', RAND(), '\': a quote without an end
hints
/* mynd:ttl=30 */ SELECT 1: 30 true
SELECT /*mynd:ttl=5*/ 1: 5 true
SELECT 1 /* mynd:ttl=0 */: 0 false
SELECT 1 /* mynd:ttl=x */: null true
SELECT 1 /* mynd:ttl=-1 */: null true
SELECT '/* mynd:ttl=30 */': null true
/* mynd:ttl=30 */ /* mynd:ttl=60 */ SELECT 1: 30 true
/* mynd:ttl=30 */ SELECT NOW(): 30 false
SELECT 1 -- /* mynd:ttl=30 */: null true
the same statement
"SELECT  a \/* inside *\/ FROM t"
"SELECT  a \/* inside *\/ FROM t"
"(SELECT 1)"
character sets that hide signs
bool(false)
bool(false)
bool(true)
read to the end
