--TEST--
The query cache: which texts its rules choose, what texts leave behind in a session, which tables they name
--FILE--
<?php
require __DIR__ . '/../../../packages/cache/load.php';
use Mynd\Cache\{Effect, Rules, Sql};

$rules = new Rules(['packages' => 60, 'sections' => 30, 'shop.items' => 5, 'visits' => 0], ['SELECT option_name' => 9], 1);
foreach (['SELECT * FROM packages', 'SELECT * FROM `packages` p, sections', 'SELECT * FROM packages JOIN users', 'SELECT * FROM packages WHERE a IN (SELECT a FROM visits)', 'SELECT * FROM other.packages', 'SELECT * FROM shop . items', 'SELECT * FROM items', 'SELECT 1',
	'/* x */ SELECT option_name FROM visits', 'SELECT /* mynd:ttl=7 */ * FROM visits', 'SELECT /* mynd:ttl=0 */ * FROM packages', 'SELECT * FROM PACKAGES'] as $sql) {
	echo $sql, ': ', $rules->ttl(Sql::read($sql)), "\n";
}
$rules = new Rules(['shop.items' => 5], ['SELECT option_name' => 9]);
foreach (['SELECT * FROM `shop`.`items`', 'SELECT 1', 'SELECT option_name', '/* mynd:ttl=1 */', 'INSERT INTO t'] as $sql) {
	echo $sql, ': ', json_encode($rules->areAbout($sql)), ' ', $rules->ttl(Sql::read($sql)), "\n";
}

echo "tables\n";
foreach (['SELECT 1', 'SELECT a, b FROM t, u x, db.v WHERE a IN (SELECT b FROM `w``1` LEFT JOIN "z" ON f = 1, y)', 'SELECT * FROM (a, b c) JOIN d ON (1), e', 'SELECT * FROM t FORCE INDEX FOR ORDER BY (x), u ORDER BY a, b',
	'SELECT 1 UNION TABLE q', 'WITH c AS (SELECT 1 FROM r) SELECT * FROM c, (SELECT 2 FROM s) AS k, l.m GROUP BY 1, 2', 'SELECT * FROM { OJ a LEFT OUTER JOIN b ON 1 }', 'SELECT * FROM a . b PARTITION (p0, p1), c LIMIT 3, 4',
	'SELECT * FROM t1, LATERAL (SELECT * FROM t2) z', 'SELECT 1.5 FROM dual', 'SELECT 1.FROM t', 'SELECT 1.5FROM t', 'SELECT .5e-1FROM t', 'SELECT 2e3FROM t', 'SELECT (1).5FROM t', 'SELECT a.5e, 0x1e5 FROM a.5e3, 1a', 'SELECT * FROM t WHERE a=1.UNION SELECT * FROM u', 'SELECT * FROM a NATURAL JOIN b STRAIGHT_JOIN c USING (x), d WHERE e = 1'] as $sql) {
	echo $sql, ': ', json_encode(Sql::read($sql)->tables), "\n";
}
foreach (['INSERT INTO t (a, b) VALUES (1, 2), (3, @x) ON DUPLICATE KEY UPDATE a = 1, b = 2', 'INSERT IGNORE INTO `db`.`t` SELECT * FROM u', 'UPDATE a JOIN b ON 1 SET x = 1, y = 2', 'DELETE FROM t WHERE x = NOW()', 'DELETE a, b FROM a JOIN b',
	'TRUNCATE t', 'DROP TABLE IF EXISTS a, b', 'RENAME TABLE a TO b, c TO d', 'REPLACE t VALUES (1)', 'LOAD DATA LOCAL INFILE "x" INTO TABLE t (a)', "INSERT INTO t VALUES ('a;b\\'', /* x */ 3)"] as $sql) {
	echo $sql, ': ', json_encode(Sql::tablesOf($sql)), "\n";
}

echo "effects\n";
foreach (['SELECT 1', '(SELECT 1)', "/* x */ # y\n-- z\nINSERT INTO t", '/*!40101 SET NAMES utf8 */', 'set names utf8mb4', "SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci'", "SET SESSION sql_mode='A,B'", 'SET @@session.sql_mode = ""', 'SET @a = 1',
	'SET @a = 1, time_zone = "x"', 'SET time_zone = @a', 'SET time_zone = (SELECT 1)', 'SET NAMES gbk', 'CREATE TEMPORARY TABLE t (a INT)', 'CREATE TABLE t (a INT)', 'CALL p()', '', '/*', '#', 'SET sql_mode = CONCAT(@@sql_mode, ",X")',
	'SET a = RAND()', 'SET STATEMENT max_statement_time=1 FOR SELECT 1', 'SET autocommit=0', 'BEGIN', 'BEGIN NOT ATOMIC SET @a=1; END', 'SET time_zone="+01:00";', 'SET a=1; SET b=2', 'LOCK TABLES t READ', 'EXECUTE s', 'USE x'] as $sql) {
	echo json_encode($sql, JSON_UNESCAPED_SLASHES), ': ', Effect::of($sql)->name, "\n";
}
?>
--EXPECT--
SELECT * FROM packages: 60
SELECT * FROM `packages` p, sections: 30
SELECT * FROM packages JOIN users: 1
SELECT * FROM packages WHERE a IN (SELECT a FROM visits): 0
SELECT * FROM other.packages: 1
SELECT * FROM shop . items: 5
SELECT * FROM items: 1
SELECT 1: 1
/* x */ SELECT option_name FROM visits: 9
SELECT /* mynd:ttl=7 */ * FROM visits: 7
SELECT /* mynd:ttl=0 */ * FROM packages: 0
SELECT * FROM PACKAGES: 1
SELECT * FROM `shop`.`items`: true 5
SELECT 1: false 0
SELECT option_name: true 9
/* mynd:ttl=1 */: true 1
INSERT INTO t: false 0
tables
SELECT 1: []
SELECT a, b FROM t, u x, db.v WHERE a IN (SELECT b FROM `w``1` LEFT JOIN "z" ON f = 1, y): ["t","u","db.v","w`1","z","y"]
SELECT * FROM (a, b c) JOIN d ON (1), e: ["a","b","d","e"]
SELECT * FROM t FORCE INDEX FOR ORDER BY (x), u ORDER BY a, b: ["t","u"]
SELECT 1 UNION TABLE q: ["q"]
WITH c AS (SELECT 1 FROM r) SELECT * FROM c, (SELECT 2 FROM s) AS k, l.m GROUP BY 1, 2: ["r","c","s","l.m"]
SELECT * FROM { OJ a LEFT OUTER JOIN b ON 1 }: null
SELECT * FROM a . b PARTITION (p0, p1), c LIMIT 3, 4: ["a.b","c"]
SELECT * FROM t1, LATERAL (SELECT * FROM t2) z: ["t1","t2"]
SELECT 1.5 FROM dual: []
SELECT 1.FROM t: ["t"]
SELECT 1.5FROM t: ["t"]
SELECT .5e-1FROM t: ["t"]
SELECT 2e3FROM t: ["t"]
SELECT (1).5FROM t: ["t"]
SELECT a.5e, 0x1e5 FROM a.5e3, 1a: ["a.5e3","1a"]
SELECT * FROM t WHERE a=1.UNION SELECT * FROM u: ["t","u"]
SELECT * FROM a NATURAL JOIN b STRAIGHT_JOIN c USING (x), d WHERE e = 1: ["a","b","c","d"]
INSERT INTO t (a, b) VALUES (1, 2), (3, @x) ON DUPLICATE KEY UPDATE a = 1, b = 2: ["t"]
INSERT IGNORE INTO `db`.`t` SELECT * FROM u: ["db.t","u"]
UPDATE a JOIN b ON 1 SET x = 1, y = 2: ["a","b"]
DELETE FROM t WHERE x = NOW(): ["t"]
DELETE a, b FROM a JOIN b: ["a","b"]
TRUNCATE t: ["t"]
DROP TABLE IF EXISTS a, b: ["a","b"]
RENAME TABLE a TO b, c TO d: ["a","b","c","d"]
REPLACE t VALUES (1): ["t"]
LOAD DATA LOCAL INFILE "x" INTO TABLE t (a): ["t"]
INSERT INTO t VALUES ('a;b\'', /* x */ 3): ["t"]
effects
"SELECT 1": None
"(SELECT 1)": None
"/* x */ # y\n-- z\nINSERT INTO t": None
"/*!40101 SET NAMES utf8 */": Unknown
"set names utf8mb4": Settings
"SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci'": Settings
"SET SESSION sql_mode='A,B'": Settings
"SET @@session.sql_mode = \"\"": Settings
"SET @a = 1": None
"SET @a = 1, time_zone = \"x\"": Unknown
"SET time_zone = @a": Unknown
"SET time_zone = (SELECT 1)": Unknown
"SET NAMES gbk": Unknown
"CREATE TEMPORARY TABLE t (a INT)": Unknown
"CREATE TABLE t (a INT)": None
"CALL p()": Unknown
"": Unknown
"/*": Unknown
"#": Unknown
"SET sql_mode = CONCAT(@@sql_mode, \",X\")": Settings
"SET a = RAND()": Unknown
"SET STATEMENT max_statement_time=1 FOR SELECT 1": Unknown
"SET autocommit=0": None
"BEGIN": None
"BEGIN NOT ATOMIC SET @a=1; END": Unknown
"SET time_zone=\"+01:00\";": Settings
"SET a=1; SET b=2": Unknown
"LOCK TABLES t READ": Unknown
"EXECUTE s": Unknown
"USE x": None
