--TEST--
A connect that wants a primary or a replica: what the servers are asked, how often, and what goes on to the next host; a pool drops connections to a server whose role has changed
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.shared_pool=0
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peers.inc';
error_reporting(E_ALL & ~E_WARNING);

/** A server whose role is in a file. */
final class Server
{
	public readonly string $at;
	private readonly string $file;
	public readonly Peer $peers;

	public function __construct(private readonly string $name, string $role, string $version = '5.5.5-10.11.6-MariaDB')
	{
		$file = $this->file = tempnam(sys_get_temp_dir(), 'mynd-role');
		$this->becomes($role);
		register_shutdown_function(static fn () => @unlink($file));
		$this->peers = peers(...array_fill(0, 40, static function (Peer $p) use ($name, $file, $version): void {
			note("$name: connect");
			$p->login(['version' => $version]);
			for ($before = '';; $before = $p->heard[0] === "\x1f" ? "$before$name: reset, " : '') {
				$p->command();
				$role = file_get_contents($file);
				$asks = str_contains($p->heard, 'read_only');
				$asks_more = str_contains($p->heard, 'wsrep_ready');
				/* a reset is noted with the next command: nobody waits for its reply before that */
				in_array($p->heard[0], ["\x01", "\x1f"], true) || note("$before$name: " . match (true) {
					$asks_more => 'role and Galera?',
					$asks => 'role?',
					default => substr($p->heard, 1),
				});
				match (true) {
					$asks_more && $role === 'no Galera' => $p->packet(Peer::err(1193, 'HY000', "Unknown system variable 'wsrep_on'")),
					$role === 'does not answer' && $asks => $p->packet(Peer::err(1227, '42000', 'Access denied')),
					$role === 'refuses' && $asks => $p->packet(Peer::err(1047, '08S01', 'WSREP has not yet prepared node for application use')),
					$role === 'expired' && $asks => $p->packet(Peer::err(1820, 'HY000', 'You must SET PASSWORD')),
					$asks => $p->raw(Peer::result(['1'], array_fill(0, ['primary' => 1, 'no Galera' => 1, 'replica' => 0, 'not ready' => 3][$role], ['1']))),
					$p->heard === "\x03ERROR" => $p->packet(Peer::err(1064, '42000', 'You have an error in your SQL syntax')),
					$p->heard === "\x03SELECT" => $p->raw(Peer::result(['name'], [[$name]])),
					default => $p->packet(Peer::ok()),
				};
			}
		}));
		$this->at = "127.0.0.1:{$this->peers->port}";
	}

	public function becomes(string $role): void
	{
		file_put_contents($this->file, $role);
	}
}

$connect = static function (int $target, string $prefix, Server ...$servers): string {
	$db = mysqli_init();
	$db->options(Mynd\OPT_TARGET, $target);
	$db->real_connect($prefix . implode(',', array_column($servers, 'at')), 'u', 'p');
	return $db->query('SELECT')->fetch_column();
};
$servers = [];
$try = static function (string $label, callable $do) use (&$servers): void {
	$outcome = outcome($do);
	foreach ($servers as $name => $server) {
		$outcome = str_replace($server->at, $name, $outcome);
	}
	echo "$label: $outcome\n  ", heard(), "\n";
};
/** A pooled connection's answer is believed for a second. */
$later = static fn () => usleep(1_050_000);
$add = static function (string $name, string ...$more) use (&$servers): Server {
	return $servers[$name] = new Server($name, ...$more);
};

[$a, $b] = [$add('a', 'replica'), $add('b', 'primary')];
$try('any', fn () => $connect(Mynd\TARGET_ANY, '', $a, $b));
$try('a primary', fn () => $connect(Mynd\TARGET_PRIMARY, '', $a, $b));
$try('again: the other one is not tried', fn () => $connect(Mynd\TARGET_PRIMARY, '', $a, $b));
$try('a replica', fn () => $connect(Mynd\TARGET_REPLICA, '', $a, $b));
$try('rather a replica', fn () => $connect(Mynd\TARGET_PREFER_REPLICA, '', $b, $a));
$a->becomes('primary');
$b->becomes('replica');
$try('they have changed places', fn () => $connect(Mynd\TARGET_PRIMARY, '', $a, $b));
$try('one host alone', fn () => $connect(Mynd\TARGET_PRIMARY, '', $b));
$try('the other way round', fn () => $connect(Mynd\TARGET_REPLICA, '', $a));

echo "--- none is left\n";
[$c, $d] = [$add('c', 'replica', '8.0.36'), $add('d', 'not ready')];
$try('no primary', fn () => $connect(Mynd\TARGET_PRIMARY, '', $c, $d));
$try('rather a replica', fn () => $connect(Mynd\TARGET_PREFER_REPLICA, '', $d, $c));
$c->becomes('primary');
$d->becomes('primary');
$try('no replica', fn () => $connect(Mynd\TARGET_REPLICA, '', $c, $d));
$try('rather a replica, but there is none', fn () => $connect(Mynd\TARGET_PREFER_REPLICA, '', $c, $d));

/* An error that the object has from before is none of this connect. */
$db = mysqli_init();
$db->options(Mynd\OPT_TARGET, Mynd\TARGET_PREFER_REPLICA);
$db->real_connect($c->at, 'u', 'p');
try {
	$db->query('ERROR');
} catch (mysqli_sql_exception) {
}
heard();
$try('again on an object with an error', fn () => $db->real_connect("$c->at,$d->at", 'u', 'p') && $db->errno === 0);

echo "--- other servers\n";
[$i, $j] = [$add('i', 'refuses'), $add('j', 'primary')];
$try('refuses everything', fn () => $connect(Mynd\TARGET_PRIMARY, '', $i, $j));
$try('is no second choice', fn () => $connect(Mynd\TARGET_PREFER_REPLICA, '', $i, $j));
$i->becomes('not ready');
$try('nor is one that is not ready', fn () => $connect(Mynd\TARGET_PREFER_REPLICA, '', $i, $j));
$i->becomes('expired');
$try('a password that has expired can be set', fn () => $connect(Mynd\TARGET_PRIMARY, '', $i));
[$e, $f] = [$add('e', 'no Galera'), $add('f', 'does not answer')];
$try('without Galera', fn () => $connect(Mynd\TARGET_PRIMARY, '', $e));
$try('an error is told', fn () => $connect(Mynd\TARGET_PRIMARY, '', $f, $e));

echo "--- pools\n";
[$g, $h] = [$add('g', 'primary'), $add('h', 'replica')];
$try('new', fn () => $connect(Mynd\TARGET_PRIMARY, 'p:', $g, $h));
$try('the same session', fn () => $connect(Mynd\TARGET_PRIMARY, 'p:', $g, $h));
$later();
$try('a second later', fn () => $connect(Mynd\TARGET_PRIMARY, 'p:', $g, $h));
$g->becomes('replica');
$h->becomes('primary');
$later();
$try('they have changed places', fn () => $connect(Mynd\TARGET_PRIMARY, 'p:', $g, $h));
foreach (Mynd\pools() as $pool) {
	if ($pool['key']['host'] === $g->at) {
		echo '  of g: made ', $pool['made'], ', idle ', $pool['idle'], ', closed ', json_encode(array_filter($pool['closed'])), "\n";
	}
}
$try('any has no question', fn () => $connect(Mynd\TARGET_ANY, 'p:', $h));
array_map(static fn (Server $server) => $server->peers->end(), $servers);
?>
--EXPECT--
any: "a"
  a: connect, a: SELECT
a primary: "b"
  a: connect, a: role and Galera?, b: connect, b: role and Galera?, b: SELECT
again: the other one is not tried: "b"
  b: connect, b: role and Galera?, b: SELECT
a replica: "a"
  a: connect, a: role and Galera?, a: SELECT
rather a replica: "a"
  a: connect, a: role and Galera?, a: SELECT
they have changed places: "a"
  b: connect, b: role and Galera?, a: connect, a: role and Galera?, a: SELECT
one host alone: ! 2002 The server is read-only, and a primary is asked for
  b: connect, b: role and Galera?
the other way round: ! 2002 The server takes writes, and a replica is asked for
  a: connect, a: role and Galera?
--- none is left
no primary: ! 2002 c: The server is read-only, and a primary is asked for; d: The server is not ready (wsrep_ready is OFF), and a primary is asked for
  c: connect, c: role?, d: connect, d: role and Galera?
rather a replica: "c"
  c: connect, c: role?, c: SELECT
no replica: ! 2002 c: The server takes writes, and a replica is asked for; d: The server takes writes, and a replica is asked for
  c: connect, c: role?, d: connect, d: role and Galera?
rather a replica, but there is none: "c"
  c: connect, c: SELECT
again on an object with an error: true
  c: connect
--- other servers
refuses everything: "j"
  i: connect, i: role and Galera?, j: connect, j: role and Galera?, j: SELECT
is no second choice: "j"
  j: connect, j: SELECT
nor is one that is not ready: "j"
  j: connect, j: SELECT
a password that has expired can be set: "i"
  i: connect, i: role and Galera?, i: SELECT
without Galera: "e"
  e: connect, e: role and Galera?, e: role?, e: SELECT
an error is told: ! 1227 Access denied
  f: connect, f: role and Galera?
--- pools
new: "g"
  g: connect, g: role and Galera?, g: SELECT
the same session: "g"
  g: reset, g: SELECT
a second later: "g"
  g: reset, g: reset, g: role and Galera?, g: SELECT
they have changed places: "h"
  g: reset, g: reset, g: role and Galera?, g: connect, g: role and Galera?, h: connect, h: role and Galera?, h: SELECT
  of g: made 1, idle 0, closed {"other_role":1}
any has no question: "h"
  h: reset, h: SELECT