--TEST--
mysqli: what is left of a connection of the host "p:..." goes on when its object goes, as with stock
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_persistent=1
mysqli.max_persistent=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';

function told(string $name, Closure $program): void
{
	try {
		echo "$name: ", json_encode($program()), "\n";
	} catch (mysqli_sql_exception $e) {
		echo "$name: ! ", $e->getCode(), "\n";
	}
}
function open(string $host = 'p:localhost'): mysqli
{
	return link_for_test(host: $host);
}
function value(mysqli_stmt $s): mixed
{
	$s->execute();
	return $s->get_result()->fetch_column();
}

told('a statement', function () {
	$db = open();
	$db->query('SET @v = 7');
	$s = $db->prepare('SELECT @v');
	$db = null;
	return value($s);
});
told('closed', function () {
	$db = open();
	$s = $db->prepare('SELECT 1');
	$db->close();
	return value($s);
});
told('not prepared yet', function () {
	$db = open();
	$s = $db->stmt_init();
	$db = null;
	$s->prepare('SELECT 2');
	return value($s);
});
told('an unbuffered result', function () {
	$db = open();
	$r = $db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
	$db = null;
	return [$r->fetch_column(), $r->fetch_column(), $r->fetch_column()];
});
told('rows of a statement', function () {
	$db = open();
	$s = $db->prepare('SELECT 1 UNION SELECT 2');
	$s->execute();
	$db = null;
	$s->bind_result($n);
	return [$s->fetch(), $s->fetch(), $n, $s->fetch()];
});
told('it goes back with the last', function () {
	$db = open();
	$id = $db->thread_id;
	$a = $db->prepare('SELECT 1');
	$b = $db->prepare('SELECT 2');
	$r = $db->query('SELECT 3', MYSQLI_USE_RESULT);
	$db = null;
	unset($r);
	$before = [value($a), value($b)];
	unset($a, $b);
	$db = open();
	return [$before[0], $before[1], $db->thread_id === $id, $db->query('SELECT @v')->fetch_column()];
});
told('connection and statement are closed by code that their own execute runs', function () {
	$db = open();
	$s = $db->prepare('SELECT ?');
	$value = new class($db) {
		public function __construct(private mysqli $db)
		{
		}

		public function __toString(): string
		{
			$this->db->close();
			return '5';
		}
	};
	$closing = Mynd\intercept(function ($command, $next) use ($s) {
		$s->close();
		return $next($command);
	});
	try {
		$s->execute([$value]);
	} catch (Error $e) {
		echo $e->getMessage(), ', ';
	} finally {
		$closing->remove();
	}
	return mysqli_get_links_stats()['active_plinks'];
});
told('one that needs its place takes it', function () {
	$db = open();
	$id = $db->thread_id;
	$s = $db->prepare('SELECT 1');
	$db = null;
	$db = open(); // max_persistent is 1
	echo $db->thread_id === $id ? '' : 'another session, ', $db->query('SELECT 4')->fetch_column(), ', ';
	return value($s);
});
told('another host', function () {
	$db = open('localhost');
	$s = $db->prepare('SELECT 1');
	$db = null;
	return value($s);
});
echo 'links: ', mysqli_get_links_stats()['active_plinks'], ' ', mysqli_get_links_stats()['cached_plinks'], "\n";
?>
--EXPECT--
a statement: 7
closed: 1
not prepared yet: 2
an unbuffered result: ["1","2",false]
rows of a statement: [true,true,2,null]
it goes back with the last: [1,2,true,null]
connection and statement are closed by code that their own execute runs: mysqli_stmt object is already closed, 0
one that needs its place takes it: 4, one that needs its place takes it: ! 2006
another host: another host: ! 2006
links: 0 1
