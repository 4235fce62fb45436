--TEST--
Persistent links: at the end of the process the server is told goodbye, also after a reset that it has not answered yet
--EXTENSIONS--
mysqli
pcntl
--FILE--
<?php
require __DIR__ . '/hand_over.inc';
require_once __DIR__ . '/../lifetime/lifetime.inc';

/** What a server hears of a program, up to the end. */
function heard_of(string $name, string $program, callable $scenario): void
{
	global $log;
	file_put_contents($log, '');
	$peer = Peer::start(function (Peer $p) use ($scenario) {
		$p->login(['version' => '5.5.5-10.6.22-MariaDB']);
		$scenario($p);
	});
	[$output, $code] = run_child('$connect = fn() => new mysqli("p:127.0.0.1", "tester", "secret", "db", (int) $argv[1]);' . $program, '-d mynd.pipelining=on', [$peer->port]);
	pcntl_waitpid($peer->pid, $status); /* it has heard all of it, or gives up */
	echo "$name: $output", $code, ' ', strtr(trim(file_get_contents($log)), "\n", ' '), "\n";
}
/** Answers commands up to one. */
$up_to = fn(string $last, int $count) => function (Peer $p) use ($last, $count) {
	while (($command = hear($p)) !== $last) {
		answer($p, $command);
	}
	while (--$count > 0) {
		hear($p);
	}
};
foreach ([
	'unused' => ['$m = $connect();', $up_to('QUIT', 1)],
	'used' => ['$m = $connect(); $m->query("SELECT 1");', $up_to('RESET', 3)],
	'closed' => ['$m = $connect(); $m->query("SELECT 1"); $m->close();', $up_to('RESET', 3)],
	'in a static property' => ['class A { static $m; } A::$m = $connect(); A::$m->query("SELECT 1");', $up_to('RESET', 3)],
] as $name => [$program, $scenario]) {
	heard_of($name, $program, $scenario);
}
?>
--EXPECT--
unused: 0 0:QUIT
used: 0 0:SELECT 1 0:RESET 0:DB db 0:QUIT
closed: 0 0:SELECT 1 0:RESET 0:DB db 0:QUIT
in a static property: 0 0:SELECT 1 0:RESET 0:DB db 0:QUIT
