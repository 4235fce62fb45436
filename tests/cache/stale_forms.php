<?php
/*
 * Statements that write, in each form that the manuals of MariaDB and MySQL have, for stale.php. In each of
 * them {t}, {u} and {w} stand for three tables with columns id and v, {n} and {m} for numbers.
 */

/* What both servers have. */
const FORMS = [
	'INSERT INTO {t} VALUES ({n}, {m})', 'INSERT {t} VALUES ({n}, {m})', 'INSERT IGNORE INTO {t} (id, v) VALUES ({n}, {m}), (1, {m})', 'INSERT INTO {t} (v, id) VALUE ({m}, {n})',
	'INSERT LOW_PRIORITY INTO {t} SET id = {n}, v = {m}', 'INSERT HIGH_PRIORITY {t}(id, v) VALUES ({n}, {m})', 'INSERT INTO {t} () VALUES ()', 'INSERT INTO {t} (id, v) SELECT id + {n}, v FROM {u}',
	'INSERT IGNORE {t} SELECT * FROM {u} WHERE id < 3 ON DUPLICATE KEY UPDATE v = {m}', 'INSERT INTO {t} VALUES (1, {m}) ON DUPLICATE KEY UPDATE v = v + 1, id = id', 'INSERT INTO {t} (SELECT {n}, MAX(v) FROM {u})',
	'INSERT INTO {t} PARTITION (p0) VALUES ({n}, 1)', 'REPLACE INTO {t} VALUES (1, {m})', 'REPLACE {t} SET id = 2, v = {m}', 'REPLACE LOW_PRIORITY INTO {t} (id, v) SELECT id, v + 1 FROM {u}', 'REPLACE {t} VALUES (1, {m}), (2, {n})',
	'UPDATE {t} SET v = {m}', 'UPDATE LOW_PRIORITY IGNORE {t} SET v = v + 1 WHERE id > 0 ORDER BY id LIMIT 1', 'UPDATE {t} AS x SET x.v = {m} WHERE x.id = 1', 'UPDATE {t}, {u} SET {t}.v = {m}, {u}.v = {n} WHERE {t}.id = {u}.id',
	'UPDATE {t} x JOIN {u} y USING (id) SET x.v = {m}', 'UPDATE {t} x LEFT JOIN {u} y ON x.id = y.id, {w} z SET z.v = {m}', 'UPDATE ({t} x, {u} y) SET y.v = {m}', 'UPDATE ({t} x STRAIGHT_JOIN ({u} y INNER JOIN {w} z)) SET z.v = {m}',
	'UPDATE (SELECT id FROM {u} LIMIT 2) AS d JOIN {t} x ON x.id = d.id SET x.v = {m}', 'UPDATE {t} SET v = (SELECT MAX(v) + 1 FROM {u})', 'UPDATE {t} x NATURAL JOIN {u} y SET x.v = {m}', 'UPDATE {t} SET v = {m} WHERE id IN (SELECT id FROM {u})',
	'DELETE FROM {t}', 'DELETE LOW_PRIORITY QUICK IGNORE FROM {t} WHERE id = 1', 'DELETE FROM {t} ORDER BY id DESC LIMIT 1', 'DELETE {t} FROM {t} JOIN {u} ON {t}.id = {u}.id', 'DELETE x, y FROM {t} AS x, {u} AS y WHERE x.id = y.id',
	'DELETE x.*, y.* FROM {t} x JOIN {u} y USING (id) WHERE x.id = 1', 'DELETE QUICK x FROM {u} y RIGHT JOIN {t} x ON x.id = y.id', 'DELETE FROM x USING {t} AS x JOIN {u} ON x.id = {u}.id', 'DELETE FROM {t} USING {t}, {u} WHERE {t}.id = {u}.id',
	'DELETE FROM x, y USING {t} x INNER JOIN {u} y INNER JOIN {w} z WHERE x.id = y.id', 'DELETE IGNORE FROM y USING ({u} x, {t} y)', 'DELETE x FROM {t} x LEFT JOIN (SELECT id FROM {u}) d ON d.id = x.id', 'DELETE x.* FROM {t} AS x WHERE x.id = 2',
	'TRUNCATE {t}', 'TRUNCATE TABLE {t}', 'LOAD DATA LOCAL INFILE \'{file}\' REPLACE INTO TABLE {t}', 'LOAD DATA CONCURRENT LOCAL INFILE \'{file}\' IGNORE INTO TABLE {t} FIELDS TERMINATED BY \'\\t\' (id, @v) SET v = @v + {m}',
	'ALTER TABLE {t} ADD COLUMN c INT DEFAULT {m}', 'ALTER TABLE {t} DROP COLUMN c', 'ALTER TABLE {t} MODIFY v BIGINT', 'ALTER TABLE {t} MODIFY v INT DEFAULT {n}, ALGORITHM = COPY', 'ALTER TABLE {t} CHANGE v v INT UNSIGNED, ENGINE = InnoDB',
	'ALTER TABLE {t} TRUNCATE PARTITION p0', 'ALTER TABLE {t} PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (2), PARTITION p1 VALUES LESS THAN MAXVALUE)', 'ALTER TABLE {t} DROP PARTITION p0', 'ALTER TABLE {t} REMOVE PARTITIONING',
	'ALTER TABLE {t} EXCHANGE PARTITION p0 WITH TABLE {u} WITHOUT VALIDATION', 'ALTER TABLE {t} ORDER BY v', 'ALTER TABLE {t} RENAME gone', 'ALTER TABLE gone RENAME TO {t}', 'ALTER TABLE gone RENAME AS {t}',
	'RENAME TABLE {t} TO swap, {u} TO {t}, swap TO {u}', 'RENAME TABLE {t} TO gone', 'RENAME TABLE gone TO {t}', 'DROP TABLE {t}', 'DROP TABLE IF EXISTS {t}, {u}', 'CREATE TABLE IF NOT EXISTS {t} (id INT PRIMARY KEY DEFAULT 0, v INT) AS SELECT id, {m} AS v FROM {u}',
	'CREATE TABLE {t} (id INT PRIMARY KEY DEFAULT 0, v INT) IGNORE SELECT 1 AS id, {m} AS v', 'CREATE TABLE {t} LIKE {u}', 'CREATE TABLE {t} (LIKE {u})', 'CREATE TABLE {t} SELECT * FROM {u}', 'CREATE INDEX i ON {t} (v)', 'DROP INDEX i ON {t}',
	'OPTIMIZE TABLE {t}', 'ANALYZE TABLE {t}', 'CREATE TEMPORARY TABLE hidden (id INT)', '/*!50000 UPDATE {t} SET v = {m} */', 'UPDATE /*!50000 {t} SET v = {m} */', "UPDATE {t} SET v = {m} WHERE '\\\\' <> 'x; DELETE FROM y'", "INSERT INTO {t} VALUES ({n}, LENGTH('it''s \\' {u}'))",
	'LOCK TABLES {t} WRITE, {t} x WRITE | UPDATE {t} SET v = {m} | UNLOCK TABLES', 'LOCK TABLES {t} WRITE | INSERT INTO {t} VALUES ({n}, {m}) | LOCK TABLES {u} READ | UNLOCK TABLES', 'SAVEPOINT a', 'ROLLBACK TO a', 'RELEASE SAVEPOINT a', 'HANDLER {t} OPEN | HANDLER {t} CLOSE',
	'PREPARE p FROM \'UPDATE {t} SET v = {m}\' | EXECUTE p | DEALLOCATE PREPARE p', "SET @q = 'DELETE FROM {t} WHERE id = 1' | PREPARE p FROM @q | EXECUTE p", 'PREPARE p FROM \'SELECT 1\' | EXECUTE p | UPDATE {t} SET v = {m}', 'CALL mynd_write(\'UPDATE {t} SET v = {m}\')',
	'CALL mynd_read_and_write(\'UPDATE {t} SET v = {m}\')', 'CREATE OR REPLACE VIEW seen AS SELECT * FROM {t}', 'USE {other} | UPDATE {db}.{plain} SET v = {m} | USE {db}', 'DELETE FROM {t} WHERE id IN (SELECT * FROM (SELECT MIN(id) FROM {t}) d)', 'FLUSH TABLES',
	"SET sql_mode = 'NO_BACKSLASH_ESCAPES' | UPDATE {t} SET v = {m} WHERE '\\' <> ' - x' | SET sql_mode = DEFAULT", "SET sql_mode = 'ANSI_QUOTES' | UPDATE \"{plain}\" SET v = {m} | SET sql_mode = DEFAULT",
	"SET sql_mode = 'NO_BACKSLASH_ESCAPES' | UPDATE {u} x JOIN (SELECT '\\' AS a) d, {t} y SET y.v = {m} WHERE 'a' <> ' d' | SET sql_mode = DEFAULT",
];

/* MariaDB's own. */
const FORMS_OF_MARIADB = [
	'INSERT INTO {t} VALUES ({n}, {m}) RETURNING id', 'REPLACE INTO {t} VALUES (1, {m}) RETURNING *', 'DELETE FROM {t} WHERE id = 1 RETURNING v', 'INSERT DELAYED INTO {t} VALUES ({n}, {m})', 'CREATE OR REPLACE TABLE {t} (id INT PRIMARY KEY DEFAULT 0, v INT) AS SELECT 1 AS id, {m} AS v',
	"EXECUTE IMMEDIATE 'UPDATE {t} SET v = {m}'", "EXECUTE IMMEDIATE CONCAT('DELETE FROM {t} WHERE id = ', ?) USING 1", "EXECUTE IMMEDIATE 'DO 1' | UPDATE {t} SET v = {m}", "PREPARE p FROM 'INSERT INTO {t} VALUES (?, ?)' | EXECUTE p USING {n}, {m}", 'BEGIN NOT ATOMIC UPDATE {t} SET v = {m}; END',
	'IF 1 THEN UPDATE {t} SET v = {m}; END IF', 'CASE 1 WHEN 1 THEN UPDATE {t} SET v = {m}; END CASE', 'FOR i IN 1 .. 2 DO UPDATE {t} SET v = {m} + i; END FOR', 'REPEAT UPDATE {t} SET v = {m}; UNTIL 1 END REPEAT', 'SET STATEMENT max_statement_time = 5 FOR UPDATE {t} SET v = {m}',
	'SET STATEMENT sort_buffer_size = 100000, max_statement_time = 5 FOR DELETE FROM x USING {t} x JOIN {u} USING (id)', 'ANALYZE UPDATE {t} SET v = {m}', 'ANALYZE FORMAT = JSON DELETE FROM {t} WHERE id = 1', 'ANALYZE INSERT INTO {t} VALUES ({n}, {m})', 'TRUNCATE {t} WAIT 1',
	'RENAME TABLE IF EXISTS {t} WAIT 1 TO gone', 'DROP TABLE IF EXISTS {t} NOWAIT', 'ALTER ONLINE TABLE {t} ADD COLUMN IF NOT EXISTS c INT DEFAULT {m}', 'ALTER TABLE IF EXISTS {t} WAIT 1 DROP COLUMN IF EXISTS c', '/*M! UPDATE {t} SET v = {m} */', 'UPDATE {t} SET v = {m} /*M!50000 , id = id */',
	'INSERT INTO {t} SELECT {n}, {m} FROM DUAL', 'INSERT INTO {t} WITH c AS (SELECT {n}, {m}) SELECT * FROM c', 'LOAD DATA LOCAL INFILE \'{file}\' INTO TABLE {t} (id, v)', 'INSERT INTO {t} VALUES ({n}, {m}), ({n} + 1, DEFAULT)',
	"SET sql_mode = ORACLE | BEGIN UPDATE {t} SET v = {m}; END | SET sql_mode = DEFAULT", 'DELETE HISTORY FROM {t}', 'UPDATE {t} PARTITION (p0) SET v = {m}', 'DELETE FROM {t} PARTITION (p0)', 'INSERT INTO {t} SET id = {n}, v = {m} RETURNING id, v',
];

/* MySQL's own. */
const FORMS_OF_MYSQL = [
	'INSERT INTO {t} VALUES (1, {m}) AS new ON DUPLICATE KEY UPDATE v = new.v', 'INSERT INTO {t} VALUES (1, {m}) AS new(a, b) ON DUPLICATE KEY UPDATE v = b', 'INSERT INTO {t} VALUES ROW({n}, {m}), ROW({n} + 1, 2)', 'REPLACE INTO {t} TABLE {u}', 'INSERT IGNORE INTO {t} TABLE {u} ORDER BY id LIMIT 1',
	'REPLACE INTO {t} VALUES ROW(1, {m})', 'WITH c AS (SELECT 1 AS id) UPDATE {t} x JOIN c USING (id) SET x.v = {m}', 'WITH RECURSIVE c AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM c WHERE id < 3) DELETE FROM {t} WHERE id IN (SELECT id FROM c)', 'DELETE FROM {t} AS x WHERE x.id = 1',
	'INSERT INTO {t} WITH c AS (SELECT {n}, {m}) SELECT * FROM c', 'CREATE TABLE {t} (id INT PRIMARY KEY DEFAULT 0, v INT) START TRANSACTION SELECT 1 AS id, {m} AS v', 'UPDATE /*+ NO_ICP(x) */ {t} x SET v = {m}', 'UPDATE {t} PARTITION (p0) SET v = {m}', 'WITH c AS (SELECT 1 AS id) DELETE x FROM {t} x JOIN c USING (id)',
	'EXPLAIN ANALYZE SELECT * FROM {t}', 'CREATE TABLE {t} AS TABLE {u}', 'INSERT INTO {t} VALUES ({n}, {m}), ({n} + 1, DEFAULT)',
];
