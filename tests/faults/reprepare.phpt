--TEST--
Faults of statements: a server that has forgotten one, and breaks off while it is prepared anew with another number of parameters: no more is sent than the program has given
--EXTENSIONS--
mynd
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) die('skip needs pcntl');
?>
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/peer.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* PDO's constants, from 8.5 on */

/**
 * The reply to a prepare with so many parameters, in whose definitions stands an error: of the parameters',
 * or after them.
 */
function broken(int $parameters, string $where): string
{
	$definitions = array_fill(0, $parameters, Peer::column('?'));
	$packets = ["\0" . pack('Vvv', 2, 1, $parameters) . "\0\0\0"];
	if ($where === 'columns') {
		array_push($packets, ...$definitions, ...($parameters > 0 ? [Peer::eof()] : []));
	} else {
		array_push($packets, ...array_slice($definitions, 1));
	}
	return Peer::packets([...$packets, Peer::err(1105, 'HY000', 'no')]);
}

/**
 * The first execute is answered with this number, the second prepare with this; executes tell how long they
 * were.
 */
function server(int $number, string $second): Closure
{
	return function (Peer $p) use ($number, $second) {
		$p->login();
		$prepares = $executes = 0;
		$long = [];
		for (;;) {
			$p->command();
			switch ($p->heard[0]) {
				case "\x16":
					$prepares++;
					$p->raw($prepares === 2 ? $second : Peer::prepared($prepares, [], 1));
					break;
				case "\x17":
					$executes++;
					$long[] = strlen($p->heard);
					$p->packet($executes === 1 ? Peer::err($number, 'HY000', "Unknown prepared statement handler ($prepares) given to mysqld_stmt_execute") : Peer::ok(0, 2));
					break;
				case "\x03":
					$p->raw(Peer::result(['executes'], [[implode(' ', $long)]]));
					break;
				case "\x1a": /* a reset, which asks whether it is known */
					$p->packet(Peer::err($number, 'HY000', "Unknown prepared statement handler ($prepares) given to mysqld_stmt_reset"));
					break;
				case "\x18":
				case "\x19":
					break;
				default:
					$p->packet(Peer::ok());
			}
		}
	};
}

$ways = [
	'execute' => function (mysqli $m) {
		$s = $m->prepare('UPDATE t SET a = ?');
		$value = 'v';
		$s->bind_param('s', $value);
		return [fn () => $s->execute(), fn () => $s->param_count];
	},
	'execute with values' => function (mysqli $m) {
		$s = $m->prepare('UPDATE t SET a = ?');
		return [fn () => $s->execute(['v']), fn () => $s->param_count];
	},
	'execute_query' => fn (mysqli $m) => [fn () => $m->execute_query('UPDATE t SET a = ?', ['v']), fn () => 1],
	'then asynchronous' => function (mysqli $m) {
		$s = $m->prepare('UPDATE t SET a = ?');
		$n = 0;
		return [function () use ($s, &$n) {
			return $n++ === 0 ? $s->execute(['v']) : Mynd\execute_async($s, ['v']) && Mynd\reap($s);
		}, fn () => $s->param_count];
	},
	'then long data' => function (mysqli $m) {
		$s = $m->prepare('UPDATE t SET a = ?');
		$value = null;
		$s->bind_param('b', $value);
		$n = 0;
		return [function () use ($s, &$n) {
			if ($n++ > 0) {
				var_dump($s->send_long_data(1, 'beyond'), $s->send_long_data(0, 'v'));
			}
			return $s->execute();
		}, fn () => $s->param_count];
	},
];
foreach ($ways as $name => $way) {
	foreach ([60, 0] as $parameters) {
		foreach ($parameters === 0 ? ['columns'] : ['columns', 'parameters'] as $where) {
			$peer = Peer::start(server(1243, broken($parameters, $where)));
			$m = $peer->connect();
			[$run, $count] = $way($m);
			echo "-- $name, $parameters parameters, an error among the $where\n";
			foreach ([1, 2] as $try) { /* as a program that tries again */
				try {
					var_dump($run());
				} catch (mysqli_sql_exception $e) {
					echo "  {$e->getCode()} {$e->getMessage()}, parameters: {$count()}\n";
				}
			}
			echo '  lengths of executes: ', $m->query('SELECT lengths')->fetch_column(), "\n";
			unset($run, $count);
			$peer->end();
		}
	}
}
echo "-- PDO\n";
if (class_exists('PDO')) {
	$peer = Peer::start(server(1243, broken(60, 'columns')));
	$pdo = new PDO("mysql:host=127.0.0.1;port=$peer->port", 'tester', 'secret', [PDO::ATTR_EMULATE_PREPARES => false]);
	$s = $pdo->prepare('UPDATE t SET a = ?');
	foreach ([1, 2] as $try) {
		try {
			var_dump($s->execute(['v']));
		} catch (PDOException $e) {
			echo '  ', $e->getMessage(), "\n";
		}
	}
	$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
	echo '  lengths of executes: ', $pdo->query('SELECT lengths')->fetchColumn(), "\n";
	$peer->end();
}
?>
--EXPECT--
-- execute, 60 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute, 60 parameters, an error among the parameters
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute, 0 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute with values, 60 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute with values, 60 parameters, an error among the parameters
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute with values, 0 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute_query, 60 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute_query, 60 parameters, an error among the parameters
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- execute_query, 0 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- then asynchronous, 60 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- then asynchronous, 60 parameters, an error among the parameters
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- then asynchronous, 0 parameters, an error among the columns
  1105 no, parameters: 1
bool(true)
  lengths of executes: 16 16
-- then long data, 60 parameters, an error among the columns
  1105 no, parameters: 1
bool(false)
bool(true)
bool(true)
  lengths of executes: 14 14
-- then long data, 60 parameters, an error among the parameters
  1105 no, parameters: 1
bool(false)
bool(true)
bool(true)
  lengths of executes: 14 14
-- then long data, 0 parameters, an error among the columns
  1105 no, parameters: 1
bool(false)
bool(true)
bool(true)
  lengths of executes: 14 14
-- PDO
  SQLSTATE[HY000]: General error: 1105 no
bool(true)
  lengths of executes: 16 16
