--TEST--
mynd.connect_patience: a connect that finds no server, or none that takes writes, is tried again for a while; what time does not mend is told at once; other fibers go on meanwhile
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.shared_pool=0
mynd.connect_patience=20
--FILE--
<?php
require __DIR__ . '/peers.inc';
require __DIR__ . '/../phpt/fibers/loop.inc';
error_reporting(E_ALL & ~E_WARNING);

/** A server that is there from its fourth connect on; before that it does `meanwhile`. */
$late = static fn (callable $meanwhile): Peer => Peer::start(static function (Peer $p) use ($meanwhile): void {
	note("connect");
	$p->nth < 3 ? $meanwhile($p) : $p->login()->serve();
}, 6);
$hangs_up = static fn (Peer $p) => null;
$goes = static fn (Peer $p) => $p->packet(Peer::err(1053, '08S01', 'Server shutdown in progress'));
$connect = static function (Peer $p, int $target = Mynd\TARGET_ANY): string {
	$db = mysqli_init();
	$db->options(Mynd\OPT_TARGET, $target);
	$db->real_connect("127.0.0.1:$p->port", 'u', 'p');
	return $db->query('SELECT')->fetch_column();
};
$try = static function (string $label, callable $do): void {
	$began = hrtime(true);
	echo "$label: ", outcome($do);
	$seconds = (hrtime(true) - $began) / 1e9;
	echo ', ', count(array_filter(explode(', ', heard()))), ' connects', $seconds < 10 ? '' : sprintf(', late: %.1f', $seconds), "\n";
};

$try('hangs up', fn () => $connect($late($hangs_up)));
$try('is shutting down', fn () => $connect($late($goes)));
$try('in PDO', static function () use ($late, $hangs_up): string {
	$p = $late($hangs_up);
	return (new PDO("mysql:host=127.0.0.1:$p->port", 'u', 'p'))->query('SELECT')->fetchColumn();
});
$try('a list', static function () use ($late, $hangs_up): string {
	$db = new mysqli('127.0.0.1:1,127.0.0.1:' . $late($hangs_up)->port, 'u', 'p');
	return $db->query('SELECT')->fetch_column();
});
$roles = Peer::start(static function (Peer $p): void {
	note('connect');
	$p->login()->command();
	$p->raw(Peer::result(['1'], $p->nth < 3 ? [] : [['1']]))->serve();
}, 6);
$try('none takes writes', fn () => $connect($roles, Mynd\TARGET_PRIMARY));

echo "--- at once\n";
$refuses = static fn (Peer $p) => $p->packet(Peer::greeting())->hear() && $p->packet(Peer::err(1045, '28000', 'Access denied for user'));
$try('a wrong password', fn () => $connect($late($refuses)));
$try('too many connections', fn () => $connect($late(static fn (Peer $p) => $p->packet(Peer::err(1040, '08004', 'Too many connections')))));
$try('a name that is not known', fn () => (bool) preg_match('/getaddrinfo/', outcome(fn () => new mysqli('none.invalid', 'u', 'p'))));
ini_set('mynd.connect_patience', '0');
$try('without patience', fn () => $connect($late($hangs_up)));

echo "--- not for ever\n";
ini_set('mynd.connect_patience', '1');
$began = hrtime(true);
$try('one second', fn () => new mysqli('127.0.0.1:1', 'u', 'p'));
$seconds = (hrtime(true) - $began) / 1e9;
echo $seconds > 0.7 ? '' : "after $seconds s\n";
ini_set('mynd.connect_patience', '20');
$try('a limit of the program', fn () => Mynd\within(0.3, fn () => new mysqli('127.0.0.1:1', 'u', 'p')));

echo "--- fibers\n";
Mynd\waiter(Loop::wait(...));
$db = null;
$fiber = Loop::start(static function () use (&$db): void {
	$db = mysqli_init();
	$outcome = outcome(static fn () => $db->real_connect('127.0.0.1:1', 'u', 'p'));
	echo "closed meanwhile: $outcome\n";
});
echo 'another one goes on: ', $fiber->isTerminated() ? 'the first has ended' : 'yes', "\n";
Loop::turn();
$db->close();
$began = hrtime(true);
while (Loop::turn()) {
}
echo (hrtime(true) - $began) / 1e9 < 10 ? '' : "late\n";
?>
--EXPECT--
hangs up: "1", 4 connects
is shutting down: "1", 4 connects
in PDO: "1", 4 connects
a list: "1", 4 connects
none takes writes: "1", 4 connects
--- at once
a wrong password: ! 1045 Access denied for user, 1 connects
too many connections: ! 1040 Too many connections, 1 connects
a name that is not known: true, 0 connects
without patience: ! 2006 MySQL server has gone away, 1 connects
--- not for ever
one second: ! 2002 Connection refused, 0 connects
a limit of the program: ! 2002 Connection refused, 0 connects
--- fibers
another one goes on: yes
closed meanwhile: ! 2002 Connection refused