--TEST--
Faults in one round trip: which id an execute names, what a failed prepare means, addresses that bear no two commands
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=auto
--FILE--
<?php
require __DIR__ . '/peer.inc';
const MARIADB = ['version' => '5.5.5-10.11.0-MariaDB'];
/**
 * Serves as the script says: a reply for each prepare and execute. What was heard comes with the last query.
 */
function serve(Peer $p, array $script, bool $knows = false): void
{
	$heard = [];
	for (;;) {
		$p->command();
		$id = strlen($p->heard) >= 5 ? unpack('V', substr($p->heard, 1, 4))[1] : 0;
		switch (ord($p->heard[0])) {
		case 0x0e:
			$heard[] = 'ping';
			$p->packet(Peer::ok());
			break;
		case 0x03:
			$p->raw(Peer::result(['heard'], [[implode(', ', $heard)]]));
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
		case 0x1a: /* a reset, which asks whether it is known */
			$heard[] = 'ask ' . ($id === 0xFFFFFFFF ? 'last' : $id);
			$p->packet($knows ? Peer::ok() : Peer::err(1243, 'HY000', 'unknown'));
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
	} catch (mysqli_sql_exception $e) {
		echo "$name: {$e->getCode()} {$e->getSqlState()} {$e->getMessage()}\n";
	}
}
$ask = fn (mysqli $link, int $n = 1) => $link->execute_query("SELECT $n, ?", ['v'])->fetch_column();
$prepared = fn (int $id, int $parameters = 1) => Peer::prepared($id, ['a'], $parameters);
$row = fn (string $value) => Peer::binary_result(['a'], [[$value]]);
$error = fn (int $code) => fn (int $id) => Peer::frame(Peer::err($code, 'HY000', "error $code" . ($code === 1243 ? " ($id)" : '')), 1);

define('LEARNING', [$prepared(1), $row('learning')]);
/** A link that has a use for two commands in one write, and is closed. */
function learn(Peer $peer): void
{
	$link = $peer->connect();
	$link->execute_query('SELECT ?', ['v']);
	$link->close();
}

/**
 * A server that has learned already that two commands may go together: link 0 is closed, then come the
 * others.
 */
function with_links(string $name, array $scripts, callable $program, array $greeting = MARIADB, bool $knows = false): void
{
	echo "--- $name\n";
	$peer = Peer::start(function ($p) use ($scripts, $greeting, $knows) {
		$p->login($greeting);
		serve($p, $p->nth === 0 ? LEARNING : $scripts[$p->nth], $knows);
	}, count($scripts));
	$program($peer);
	$peer->end();
}
$all = fn (mysqli $link) => outcome('heard', fn () => $link->query('SELECT heard')->fetch_column());

with_links('in one write, when that was learned', [[], [$prepared(5), $row('x'), $prepared(6), $row('y')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
	outcome('second', fn () => $ask($link, 2));
	$all($link);
});
with_links('the prepare fails', [[], [$error(1064), $error(1243), $error(1064), $prepared(9), $error(1064), $prepared(10), $row('x'), $error(1064), $error(1243), $error(1064), $prepared(13), $row('y')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('bad', fn () => $ask($link));
	outcome('bad execute', fn () => $ask($link, 2));
	outcome('good', fn () => $ask($link, 3));
	outcome('bad', fn () => $ask($link, 4));
	outcome('good', fn () => $ask($link, 5));
	$all($link);
});
with_links('the prepare fails, and something runs', [[], [$error(1064), $row('not ours')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('bad', fn () => $ask($link));
	outcome('then', fn () => $ask($link));
});
with_links('another id than the next', [[], [$prepared(5), $row('x'), $prepared(20), $error(1243), $row('y'), $prepared(21), $row('z')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	foreach ([1, 2, 3] as $n) {
		outcome("$n", fn () => $ask($link, $n));
	}
	$all($link);
});
with_links('an id that is one of ours already', [[], [$prepared(7), $prepared(6), $row('x'), $prepared(3), $row('y')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	$own = $link->prepare('SELECT ?');
	$other = $link->prepare('SELECT ?'); /* 6: the next would be 7 */
	$other->execute(['v']);
	outcome('other', fn () => $other->get_result()->fetch_column());
	outcome('new', fn () => $ask($link));
	$all($link);
});
with_links('no "last statement" there', [[], [$prepared(5), $error(1243), $row('x'), $prepared(6), $row('y')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
	outcome('second', fn () => $ask($link, 2));
	$all($link);
});
with_links('the "last statement" is known, and its error is a routine\'s', [[], [$prepared(5), $error(1243), $prepared(6), $row('y')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
	outcome('second', fn () => $ask($link));
	$all($link);
}, knows: true);
with_links('other parameters than counted', [[], [$prepared(5, 2), $row('x')]], function ($peer) use ($ask) {
	learn($peer);
	$link = $peer->connect();
	outcome('first', fn () => $ask($link));
});
with_links('a batch is lost: never again at this address', [[], [], [$prepared(5), $row('x')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('lost', fn () => $ask($link));
	$link = $peer->connect();
	outcome('two round trips', fn () => $ask($link));
	$all($link);
	$link->close();
});
with_links('a server that is no MariaDB', [[], [$prepared(5), $row('x')]], function ($peer) use ($ask, $all) {
	learn($peer);
	$link = $peer->connect();
	outcome('two round trips', fn () => $ask($link));
	$all($link);
}, []);

echo "--- proxies\n";
/** Drops a client that has sent a second packet before the first was answered. */
$drops = function ($p) {
	$p->is_tried = true;
	$p->login(MARIADB);
	for (;;) {
		$p->command();
		switch ($p->heard[0]) {
		case "\x16":
			$p->raw(Peer::prepared(5, ['a'], 1));
			break;
		case "\x17":
			$p->raw(Peer::binary_result(['a'], [['x']]));
			break;
		case "\x19":
			break;
		default: /* of a trial, and there is another after it */
			$p->close();
			return;
		}
	}
};
$peer = Peer::start($drops, 4);
learn($peer);
learn($peer);
outcome('drops early senders', fn () => $ask($peer->connect()));
$link = $peer->connect();
outcome('and again', fn () => $ask($link));
unset($link);
$peer->end();

$peer = Peer::start(function ($p) {
	$p->login(MARIADB);
	$p->is_tried = true;
	$p->command()->raw(LEARNING[0])->command()->raw(LEARNING[1]);
	do {
		$p->command();
	} while ($p->heard[0] !== "\x03");
	$p->packet(Peer::ok())->stall(); /* the others are never answered */
}, 2);
$start = hrtime(true);
learn($peer);
learn($peer);
echo 'answers one command of a trial: ', (hrtime(true) - $start) / 1e9 < 5 ? 'closed in time' : 'waited too long', "\n";
$peer->end();
?>
--EXPECT--
--- in one write, when that was learned
first: "x"
second: "y"
heard: "prepare, execute last, prepare, execute 6"
--- the prepare fails
bad: 1064 HY000 error 1064
bad execute: 1064 HY000 error 1064
good: "x"
bad: 1064 HY000 error 1064
good: "y"
heard: "prepare, execute last, prepare, prepare, execute last, prepare, execute 10, prepare, execute 11, prepare, prepare, execute 13"
--- the prepare fails, and something runs
bad: 2027 HY000 Malformed packet: a statement ran that could not be prepared
then: 2006 HY000 MySQL server has gone away
--- another id than the next
1: "x"
2: "y"
3: "z"
heard: "prepare, execute last, prepare, execute 6, execute 20, prepare, execute 21"
--- an id that is one of ours already
other: "x"
new: "y"
heard: "prepare, prepare, execute 6, prepare, execute 3"
--- no "last statement" there
first: "x"
second: "y"
heard: "prepare, execute last, ask last, execute 5, prepare, execute 6"
--- the "last statement" is known, and its error is a routine's
first: 1243 HY000 error 1243 (4294967295)
second: "y"
heard: "prepare, execute last, ask last, close 5, prepare, execute last"
--- other parameters than counted
first: 2027 HY000 Malformed packet: another number of parameters than the text has
--- a batch is lost: never again at this address
lost: 2006 HY000 MySQL server has gone away
two round trips: "x"
heard: "prepare, execute 5"
--- a server that is no MariaDB
two round trips: "x"
heard: "prepare, execute 5"
--- proxies
drops early senders: "x"
and again: "x"
answers one command of a trial: closed in time
