--TEST--
Faults with mynd.round_trips=fewer: wrong ids, a prepare that fails, statements that cannot be prepared, servers and proxies that go away
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.round_trips=fewer
mynd.pipelining=auto
--FILE--
<?php
require __DIR__ . '/peer.inc';
/**
 * Serves as the script says: a reply for each prepare and execute. What was heard comes with the last query.
 */
function serve(Peer $p, array $script): void
{
	$heard = [];
	for (;;) {
		$p->command();
		$id = strlen($p->heard) >= 5 ? unpack('V', substr($p->heard, 1, 4))[1] : 0;
		switch (ord($p->heard[0])) {
		case 0x03:
			if (substr($p->heard, 1) === 'DO 0' || str_starts_with(substr($p->heard, 1), 'SET ')) {
				$heard[] = substr($p->heard, 1);
				$p->packet(Peer::ok());
			} else {
				$p->raw(Peer::result(['heard'], [[substr($p->heard, 1) === 'SELECT heard' ? implode(', ', $heard) : substr($p->heard, 1)]]));
			}
			break;
		case 0x16:
		case 0x17:
			$heard[] = $p->heard[0] === "\x16" ? 'prepare' : 'execute ' . ($id === 0xFFFFFFFF ? 'last' : $id);
			$reply = array_shift($script);
			if ($reply === null) {
				$p->close();
				return;
			}
			$p->raw($reply instanceof Closure ? $reply($id) : $reply);
			break;
		case 0x19:
			$heard[] = "close $id";
			break;
		default:
			return;
		}
	}
}
function outcome(string $name, callable $program): void
{
	try {
		$value = json_encode($program());
		echo "$name: $value\n";
	} catch (mysqli_sql_exception | PDOException $e) {
		echo "$name: ", $e instanceof PDOException ? $e->errorInfo[1] : $e->getCode(), " {$e->getMessage()}\n";
	}
}
$ask = function (mysqli $link, int $n = 1): mixed {
	$statement = $link->prepare("SELECT $n, ?");
	$statement->execute(['v']);
	return $statement->get_result()->fetch_column();
};
$asks = fn (array $numbers): array => array_map(fn ($n) => "SELECT $n, ?", $numbers);
$prepared = fn (int $id, int $parameters = 1) => Peer::prepared($id, ['a'], $parameters);
$row = fn (string $value) => Peer::binary_result(['a'], [[$value]]);
$error = fn (int $code) => fn (int $id) => Peer::frame(Peer::err($code, 'HY000', "error $code" . ($code === 1243 ? " ($id)" : '')), 1);
$all = fn (mysqli $link) => outcome('heard', fn () => $link->query('SELECT heard')->fetch_column());
const MARIADB = ['version' => '5.5.5-10.11.0-MariaDB'];
const MYSQL = ['version' => '8.4.0'];

/**
 * Link 0 learns what the address bears. Link 1 prepares what the others prepare: only that is deferred. Then
 * come the others.
 */
function with_links(string $name, array $greeting, array $scripts, callable $program, array $queries): void
{
	global $prepared, $row;
	echo "--- $name\n";
	$peer = Peer::start(function ($p) use ($scripts, $greeting, $prepared, $row, $queries) {
		$p->login($greeting);
		serve($p, match ($p->nth) {
			0 => [$prepared(1), $row('learning')],
			1 => array_map(fn ($i) => $prepared(1 + $i), array_keys($queries)),
			default => $scripts[$p->nth - 2],
		});
	}, 2 + count($scripts));
	$link = $peer->connect();
	$link->execute_query('SELECT ?', ['v']);
	$link->close();
	$link = $peer->connect();
	foreach ($queries as $query) {
		$link->prepare($query)->close();
	}
	$link->close();
	$program($peer);
	$peer->end();
}

with_links('MariaDB, ids that are counted', MARIADB, [[$prepared(5), $row('x'), $prepared(6), $row('y')]], function ($peer) use ($ask, $all) {
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
	outcome('second', fn () => $ask($link, 2));
	$all($link);
}, $asks([1, 2]));
with_links('MySQL: the first id is unknown', MYSQL, [[$prepared(5), $row('x'), $prepared(6), $row('y')]], function ($peer) use ($ask, $all) {
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
	outcome('second', fn () => $ask($link, 2));
	$all($link);
}, $asks([1, 2]));
$taken = [$prepared(5), $row('x'), $prepared(7), $error(1243), $row('y'), $prepared(8), $row('z'), $prepared(10), $row('zz')];
with_links('MySQL: an execute has taken an id, which is remembered', MYSQL, [$taken], function ($peer) use ($ask, $all) {
	$link = $peer->connect();
	foreach ([11, 12, 11, 13] as $n) {
		outcome("$n", fn () => $ask($link, $n));
	}
	$all($link);
}, $asks([11, 12, 13]));
$wrong = [$prepared(5), $row('a'), $prepared(50), $error(1243), $row('b'), $prepared(60), $error(1243), $row('c'), $prepared(70), $error(1243), $row('d'), $prepared(71), $row('e')];
with_links('MySQL: ids that nobody can guess', MYSQL, [$wrong], function ($peer) use ($ask, $all) {
	$link = $peer->connect();
	foreach (range(21, 25) as $n) {
		outcome("$n", fn () => $ask($link, $n));
	}
	$all($link);
}, $asks(range(21, 25)));
with_links('the prepare fails', MARIADB, [[$error(1064), $error(1243), $error(1064), $prepared(9), $row('x')]], function ($peer) use ($ask, $all) {
	$link = $peer->connect();
	outcome('bad', fn () => $ask($link));
	outcome('good', fn () => $ask($link, 2));
	$all($link);
}, $asks([1, 2]));
with_links('the prepare fails, and something runs', MARIADB, [[$error(1064), $row('not ours')]], function ($peer) use ($ask) {
	$link = $peer->connect();
	outcome('bad', fn () => $ask($link));
	outcome('then', fn () => $ask($link));
}, $asks([1]));
with_links('other parameters than counted', MARIADB, [[$prepared(5, 2), $row('x')]], function ($peer) use ($ask) {
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
}, $asks([1]));
with_links('no room for a statement, then there is', MARIADB, [[$prepared(1), $row('kept'), $error(1461), $error(1243), $prepared(3), $row('x')]], function ($peer) use ($ask, $all) {
	$link = $peer->connect();
	$link->execute_query('SELECT 0, ?', ['v']);
	outcome('first', fn () => $ask($link));
	$all($link);
}, $asks([1]));
with_links('sent early because the session changes: no room', MARIADB, [[$error(1461)]], function ($peer) use ($all) {
	$link = $peer->connect();
	$statement = $link->prepare('SELECT ?, 1');
	$link->query('SET a = 1');
	outcome('refused', fn () => $statement->execute(['v']));
	$all($link);
}, ['SELECT ?, 1']);
with_links('PDO: 1295 falls back to emulation', MARIADB, [[$error(1295), $error(1243), $error(1295)]], function ($peer) {
	$pdo = new PDO("mysql:host=127.0.0.1;port=$peer->port", 'u', 'p', [PDO::ATTR_EMULATE_PREPARES => false]);
	$statement = $pdo->prepare('SELECT :a, :b');
	$statement->bindValue('b', 2, PDO::PARAM_INT);
	$statement->bindValue('a', 'x');
	outcome('emulated', fn () => [$statement->execute(), $statement->fetchColumn(), $statement->getAttribute(PDO::ATTR_EMULATE_PREPARES)]);
	outcome('once more', fn () => [$statement->execute(), $statement->fetchColumn()]);
}, ['SELECT ?, ?']);
with_links('gone before the execute', MARIADB, [[$prepared(5), $row('x')]], function ($peer) use ($ask) {
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
	outcome('second', fn () => $ask($link, 2));
	outcome('third', fn () => $ask($link, 3));
}, $asks([1, 2, 3]));
?>
--EXPECT--
--- MariaDB, ids that are counted
first: "x"
second: "y"
heard: "prepare, execute last, close 5, prepare, execute last, close 6"
--- MySQL: the first id is unknown
first: "x"
second: "y"
heard: "prepare, execute 5, close 5, prepare, execute 6, close 6"
--- MySQL: an execute has taken an id, which is remembered
11: "x"
12: "y"
11: "z"
13: "zz"
heard: "prepare, execute 5, close 5, prepare, execute 6, execute 7, close 7, prepare, execute 8, close 8, prepare, execute 10, close 10"
--- MySQL: ids that nobody can guess
21: "a"
22: "b"
23: "c"
24: "d"
25: "e"
heard: "prepare, execute 5, close 5, prepare, execute 6, execute 50, close 50, prepare, execute 51, execute 60, close 60, prepare, execute 61, execute 70, close 70, prepare, execute 71, close 71"
--- the prepare fails
bad: 1064 error 1064
good: "x"
heard: "prepare, execute last, prepare, prepare, execute last, close 9"
--- the prepare fails, and something runs
bad: 2027 Malformed packet: a statement ran that could not be prepared
then: 2006 MySQL server has gone away
--- other parameters than counted
first: 2027 Malformed packet: another number of parameters than the text has
--- no room for a statement, then there is
first: "x"
heard: "prepare, execute last, prepare, execute 2, close 1, prepare, execute 3, close 3"
--- sent early because the session changes: no room
refused: 1461 error 1461
heard: "prepare, SET a = 1"
--- PDO: 1295 falls back to emulation
emulated: [true,"SELECT 'x', 2",true]
once more: [true,"SELECT 'x', 2"]
--- gone before the execute
first: "x"
second: 2006 MySQL server has gone away
third: 2006 MySQL server has gone away
