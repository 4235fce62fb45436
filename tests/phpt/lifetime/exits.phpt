--TEST--
Lifetime: programs that end with links in use: exit in the middle, destructors and shutdown functions that go on, globals in any order
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
const MANY = "SELECT seq, REPEAT('x', 1000) FROM seq_1_to_20000";
const PROGRAMS = [
	'exit in mid-fetch' => <<<'P'
		$r = $m->query(MANY, MYSQLI_USE_RESULT);
		$r->fetch_row();
		exit(3);
		P,
	'exit in a constructor of a row' => <<<'P'
		class Row { public function __construct() { exit(3); } }
		$m->query(MANY, MYSQLI_USE_RESULT)->fetch_object('Row');
		P,
	'exit in __set of a row' => <<<'P'
		class Row { public function __set(string $name, mixed $value): void { exit(3); } }
		$r = $m->query("SELECT REPEAT('x', 100000) AS a", MYSQLI_USE_RESULT);
		$r->fetch_object('Row');
		P,
	'exit in an error handler' => <<<'P'
		mysqli_report(MYSQLI_REPORT_ERROR);
		set_error_handler(fn() => exit(3));
		$r = $m->query(MANY, MYSQLI_USE_RESULT);
		$m->query('SELECT 1');
		P,
	'exit in __toString of a query' => <<<'P'
		class Text { public function __toString(): string { exit(3); } }
		$m->query(new Text);
		P,
	'exit in foreach, the link in a global behind it' => <<<'P'
		foreach ($m->query(MANY, MYSQLI_USE_RESULT) as $k => $row) {
			if ($k === 5) {
				exit(3);
			}
		}
		P,
	'exit in a generator over rows' => <<<'P'
		function rows($m) { foreach ($m->query(MANY, MYSQLI_USE_RESULT) as $row) { yield $row; } }
		foreach (rows($m) as $row) {
			exit(3);
		}
		P,
	'exit in a fiber' => <<<'P'
		$fiber = new Fiber(function () use ($m) {
			$r = $m->query(MANY, MYSQLI_USE_RESULT);
			$r->fetch_row();
			Fiber::suspend();
		});
		$fiber->start();
		exit(3);
		P,
	'queries in destructors' => <<<'P'
		class Log
		{
			public function __construct(private mysqli $m, private string $name) {}
			public function __destruct() { echo $this->m->query("SELECT '$this->name'")->fetch_column(), "\n"; }
		}
		$one = new Log($m, 'one');
		$two = new Log($m, 'two');
		$m->log = null;
		exit(3);
		P,
	'a destructor that finds an unbuffered result' => <<<'P'
		class Log
		{
			public $r;
			public function __construct(private mysqli $m) {}
			public function __destruct()
			{
				try {
					$this->m->query('SELECT 1');
				} catch (mysqli_sql_exception $e) {
					echo $e->getCode(), "\n";
				}
				$this->r->free();
				echo $this->m->query("SELECT 'freed'")->fetch_column(), "\n";
			}
		}
		$log = new Log($m);
		$log->r = $m->query(MANY, MYSQLI_USE_RESULT);
		exit(3);
		P,
	'a link that a destructor makes' => <<<'P'
		class Log { public function __destruct() { global $late; $late = link_for_test(); echo $late->query("SELECT 'late'")->fetch_column(), "\n"; } }
		$log = new Log;
		exit(3);
		P,
	'a subclass with a destructor' => <<<'P'
		class Link extends mysqli { public function __destruct() { echo $this->query("SELECT 'goodbye'")->fetch_column(), "\n"; $this->close(); } }
		$link = new Link(...where());
		exit(3);
		P,
	'shutdown functions, one after the other' => <<<'P'
		register_shutdown_function(function () use ($m) {
			echo $m->query("SELECT 'first'")->fetch_column(), "\n";
			register_shutdown_function(function () use ($m) {
				echo $m->query("SELECT 'second'")->fetch_column(), "\n";
			});
		});
		P,
	'an output buffer that asks the server' => <<<'P'
		ob_start(function ($text) use ($m) { return $m->query("SELECT UPPER('$text')")->fetch_column() . "\n"; });
		echo 'buffered';
		exit(3);
		P,
	'a link in a static, a result in a constant object' => <<<'P'
		class Keeper { public static $link; public $result; }
		Keeper::$link = $m;
		$keeper = new Keeper;
		$keeper->result = $m->query(MANY, MYSQLI_USE_RESULT);
		$keeper->result->fetch_row();
		define('KEEPER', $keeper);
		unset($m, $keeper);
		exit(3);
		P,
	'a cycle of link and result' => <<<'P'
		class Link extends mysqli { public $result; }
		$link = new Link(...where());
		$link->result = $link->query(MANY, MYSQLI_USE_RESULT);
		$link->result->link = $link;
		exit(3);
		P,
	'a fatal error of the engine' => <<<'P'
		$r = $m->query(MANY, MYSQLI_USE_RESULT);
		$r->fetch_row();
		eval('class Nothing implements NoSuchInterface {}');
		P,
];
foreach (PROGRAMS as $name => $program) {
	[$output, $status] = run_child('const MANY = ' . var_export(MANY, true) . ';' . '$m = link_for_test();' . $program, '-d error_reporting=' . (E_ALL & ~E_DEPRECATED));
	echo "$name: $status ", json_encode(trim(preg_replace('/ in child.*/s', '', $output))), "\n";
}
?>
--EXPECT--
exit in mid-fetch: 3 ""
exit in a constructor of a row: 3 ""
exit in __set of a row: 3 ""
exit in an error handler: 3 ""
exit in __toString of a query: 3 ""
exit in foreach, the link in a global behind it: 3 ""
exit in a generator over rows: 3 ""
exit in a fiber: 3 ""
queries in destructors: 3 "two\none"
a destructor that finds an unbuffered result: 3 "2014\nfreed"
a link that a destructor makes: 3 "late"
a subclass with a destructor: 3 "goodbye"
shutdown functions, one after the other: 0 "first\nsecond"
an output buffer that asks the server: 3 "BUFFERED"
a link in a static, a result in a constant object: 3 ""
a cycle of link and result: 3 ""
a fatal error of the engine: 255 "Fatal error: Uncaught Error: Interface \"NoSuchInterface\" not found"
