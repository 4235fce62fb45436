--TEST--
A statement with columns discards the further results of others that nobody takes: execute, reset, prepare, its end
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
mysqli_report(MYSQLI_REPORT_OFF);
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE written (id INT)');
$m->query('CREATE PROCEDURE three() BEGIN SELECT 1; SELECT 2; INSERT INTO written VALUES (1); SELECT 3; END');
$m->query('CREATE PROCEDURE fails() BEGIN SELECT 1; SELECT nope; END');

$uses = [
	'execute' => fn (mysqli_stmt &$s) => $s->execute(),
	'reset' => fn (mysqli_stmt &$s) => $s->reset(),
	'prepare' => fn (mysqli_stmt &$s) => $s->prepare('SELECT 7'),
	'close' => fn (mysqli_stmt &$s) => $s->close(),
	'its end' => function (mysqli_stmt &$s) { $s = null; },
];
$before = [
	'a result that is read' => fn () => $m->query('CALL three()'),
	'and an error behind it' => fn () => $m->query('CALL fails()'),
	'an unbuffered one' => fn () => $m->query('CALL three()', MYSQLI_USE_RESULT)->free(),
	'one that is open' => fn () => $m->query('CALL three()', MYSQLI_USE_RESULT),
	'a reply without rows' => fn () => $m->multi_query('SET @a = 1; INSERT INTO written VALUES (1)'),
	'a query outstanding' => fn () => $m->query('SELECT 1', MYSQLI_ASYNC),
];
foreach ($before as $name => $make) {
	foreach (['SELECT 5', 'DO 1'] as $sql) {
		echo "$name, $sql:";
		foreach ($uses as $use => $call) {
			$m->query('DELETE FROM written');
			$s = $m->prepare($sql);
			$kept = $make();
			$said = json_encode($call($s));
			echo "\n  $use: $said";
			$more = $use === 'execute' && $said === 'true' && $sql === 'SELECT 5' ? $s->get_result()->fetch_row()[0] : '-';
			$is_free = (bool) $m->query('DO 1');
			echo " $more, ", $is_free ? 'free' : $m->errno;
			unset($kept);
			$s = null;
			if (!$is_free) {
				$name === 'a query outstanding' ? $m->reap_async_query() : $m->store_result();
				while ($m->more_results() && $m->next_result()) {
					$m->store_result();
				}
			} elseif (str_contains($name, 'is read') || str_contains($name, 'unbuffered') || str_contains($name, 'without')) {
				echo ', written ', $m->query('SELECT COUNT(*) FROM written')->fetch_column();
			}
		}
		echo "\n";
	}
}

echo "parameters are missing:\n";
$s = $m->prepare('SELECT ?');
$m->query('CALL three()');
var_dump($s->execute(), $s->errno, $m->more_results(), (bool) $m->query('DO 1'));
$m->query('DROP PROCEDURE three');
$m->query('DROP PROCEDURE fails');
?>
--EXPECT--
a result that is read, SELECT 5:
  execute: true 5, free, written 1
  reset: true -, free, written 1
  prepare: true -, free, written 1
  close: true -, free, written 1
  its end: null -, free, written 1
a result that is read, DO 1:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
and an error behind it, SELECT 5:
  execute: true 5, free
  reset: true -, free
  prepare: true -, free
  close: true -, free
  its end: null -, free
and an error behind it, DO 1:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
an unbuffered one, SELECT 5:
  execute: true 5, free, written 1
  reset: true -, free, written 1
  prepare: true -, free, written 1
  close: true -, free, written 1
  its end: null -, free, written 1
an unbuffered one, DO 1:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
one that is open, SELECT 5:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
one that is open, DO 1:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
a reply without rows, SELECT 5:
  execute: true 5, free, written 1
  reset: true -, free, written 1
  prepare: true -, free, written 1
  close: true -, free, written 1
  its end: null -, free, written 1
a reply without rows, DO 1:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
a query outstanding, SELECT 5:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
a query outstanding, DO 1:
  execute: false -, 2014
  reset: false -, 2014
  prepare: false -, 2014
  close: true -, 2014
  its end: null -, 2014
parameters are missing:
bool(false)
int(2031)
bool(false)
bool(true)