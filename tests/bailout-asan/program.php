<?php
/*
 * One request: a part of what a program does with the driver, whose n-th allocation ends it. What is left is
 * used up to the end.
 */
require __DIR__ . '/../phpt/lifetime/lifetime.inc';
answer_probe();

final class Row
{
	public array $more = [];

	public function __construct(public int $x = 1)
	{
	}

	public function __set(string $name, mixed $value): void
	{
		$this->more[$name] = $value;
	}
}

/** Links, statements and results as they are made, so that they outlive the function that made them. */
$kept = [];
function keep(mixed $object): mixed
{
	return $GLOBALS['kept'][] = $object;
}

function swallow(callable $program): void
{
	try {
		$program();
	} catch (Error | mysqli_sql_exception | PDOException) {
	}
}

function pdo(array $options = [], ?string $user = null): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), $user ?? getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
}

$parts = [
	'connect' => function () {
		swallow(fn() => new mysqli(...where(user: 'nobody')));
		swallow(fn() => new mysqli(...where(socket: '/nowhere')));
		keep($m = mysqli_init());
		$m->options(MYSQLI_INIT_COMMAND, 'SELECT 1, 2, 3 UNION SELECT 4, 5, 6');
		$m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4');
		$m->real_connect(...where());
	},
	'small cells, stored' => function () {
		keep($r = keep(link_for_test())->query("SELECT seq a, REPEAT('x', seq) b, NULL c, 'qq' d FROM seq_1_to_100"));
		$r->fetch_row();
		$r->fetch_assoc();
		$r->fetch_array();
		$r->lengths;
		$r->data_seek(3);
		$r->fetch_all(MYSQLI_BOTH);
		$r->fetch_fields();
	},
	'large cells, stored' => function () {
		keep($r = keep(link_for_test())->query("SELECT seq a, REPEAT('x', 500 * seq) b, NULL c, 'qq' d FROM seq_1_to_60"));
		$r->fetch_row();
		$r->fetch_column(1);
		$r->data_seek(3);
		$r->fetch_all(MYSQLI_ASSOC);
	},
	'large cells, used' => function () {
		keep($r = keep(link_for_test())->query("SELECT seq a, REPEAT('x', 3000 * seq) b, NULL c, 'qq' d FROM seq_1_to_60", MYSQLI_USE_RESULT));
		$r->fetch_row();
		$r->fetch_column(1);
		$r->lengths;
		$r->fetch_all(MYSQLI_ASSOC);
	},
	'objects, loops, values that repeat' => function () {
		keep($r = keep(link_for_test())->query("SELECT seq % 7 a, CONCAT('abc', seq % 3) b, NULL c, 'qq' d FROM seq_1_to_200", MYSQLI_USE_RESULT));
		$r->fetch_object('Row', [5]);
		$r->fetch_object();
		foreach ($r as $k => $row) {
			if ($k > 10) {
				break;
			}
		}
		$r->fetch_all(MYSQLI_NUM);
	},
	'several results' => function () {
		keep($m = link_for_test());
		$m->multi_query("SELECT 1 a; SELECT REPEAT('z', 40000) FROM seq_1_to_5; DO 1; SELECT * FROM seq_1_to_100");
		do {
			if ($r = $m->store_result()) {
				keep($r)->fetch_all();
			}
		} while ($m->more_results() && $m->next_result());
	},
	'commands, errors, what is known' => function () {
		keep($m = link_for_test());
		$m->set_charset('latin1');
		$m->real_escape_string(str_repeat("'", 100));
		$m->stat();
		$m->ping();
		$m->get_charset();
		$m->query('SELECT 1/0');
		$m->get_warnings();
		swallow(fn() => $m->query('nonsense'));
		$m->error_list;
		Mynd\stats($m);
		Mynd\last_failure($m);
		mysqli_get_client_stats();
		$m->get_connection_stats();
		$m->begin_transaction(0, 'x');
		$m->commit();
		$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null);
		$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1);
		$m->query('SELECT 1, 1.5e0, 2.5')->fetch_all();
	},
	'given up and closed' => function () {
		keep($m = link_for_test());
		$r = $m->query("SELECT seq a, REPEAT('x', 3000 * seq) b FROM seq_1_to_60", MYSQLI_USE_RESULT);
		$r->fetch_row();
		unset($r);
		$m->query('SELECT 1');
		keep($r = $m->query('SELECT seq a FROM seq_1_to_60', MYSQLI_USE_RESULT));
		$m->close();
		swallow(fn() => $r->fetch_all());
	},
	'statements, stored' => function () {
		keep($s = keep(link_for_test())->prepare("SELECT seq a, REPEAT('x', seq * ?) b, NULL c, seq + 0.5 d FROM seq_1_to_40"));
		$s->result_metadata()->fetch_fields();
		$s->execute([20]);
		keep($r = $s->get_result());
		$r->fetch_assoc();
		$r->fetch_all(MYSQLI_BOTH);
		$n = 3;
		$s->bind_param('i', $n);
		$s->execute();
		$s->store_result();
		$s->bind_result($a, $b, $c, $d);
		while ($s->fetch());
		$s->data_seek(5);
		$s->fetch();
		swallow(fn() => $s->prepare('nonsense'));
		$s->prepare('SELECT ?');
		$s->bind_param('b', $n);
		$s->send_long_data(0, str_repeat('z', 10000));
		$s->execute();
	},
	'statements, used, and cursors' => function () {
		keep($m = link_for_test());
		keep($s = $m->prepare("SELECT seq a, REPEAT('x', 3000 * seq) b, NULL c FROM seq_1_to_30"));
		$s->execute();
		$s->bind_result($a, $b, $c);
		$s->fetch();
		$s->fetch();
		$s->execute();
		$s->fetch();
		$s->reset();
		foreach ([3, 0] as $prefetch) {
			keep($t = $m->prepare('SELECT seq, NULL FROM seq_1_to_20'));
			$t->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
			$prefetch === 0 || $t->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, $prefetch);
			$t->execute();
			$t->bind_result($x, $y);
			$t->fetch();
			$m->query('SELECT 1')->fetch_row();
			while ($t->fetch());
			$t->execute();
			keep($t->get_result())->fetch_all();
			$t->execute();
		}
	},
	'persistent links' => function () {
		$connect = fn(?string $database = null) => new mysqli(...where(host: 'p:localhost', database: $database));
		$m = $connect();
		$m->query('SELECT seq, REPEAT("x", 5000) FROM mysql.seq_1_to_3', MYSQLI_USE_RESULT)->fetch_row();
		$m->close();
		$m = $connect();
		keep($r = $m->query('SELECT seq FROM mysql.seq_1_to_100'));
		keep($s = $m->prepare('SELECT seq, ? FROM mysql.seq_1_to_100'));
		$m->select_db('mysql');
		$s->execute(['x']);
		$m->close();
		keep($m = $connect());
		swallow(fn() => $s->fetch());
		$r->fetch_all();
		Mynd\pools();
		mysqli_get_links_stats();
		$m->connect(...where(host: 'p:localhost', database: 'mysql'));
		$m->query('SELECT 1')->fetch_all();
	},
	'fibers that wait for each other' => function () {
		require_once __DIR__ . '/../phpt/fibers/loop.inc';
		Mynd\waiter(Loop::wait(...));
		foreach ([1, 2, 3] as $i) {
			keep(Loop::start(function () use ($i) {
				$m = keep(link_for_test());
				keep($m->query("SELECT seq, REPEAT('x', 500 * seq) FROM seq_1_to_40"))->fetch_all();
				keep($s = $m->prepare('SELECT ?, ?'));
				$s->execute([$i, str_repeat('y', 3000)]);
				keep($s->get_result())->fetch_row();
				foreach (keep($m->query('SELECT seq FROM seq_1_to_5', MYSQLI_USE_RESULT)) as $row) {
				}
			}));
		}
		Loop::run();
	},
	'execute_query, procedures' => function () {
		keep($m = link_for_test());
		for ($i = 0; $i < 3; $i++) {
			keep($m->execute_query('SELECT seq, ? FROM seq_1_to_5', ["value $i"]))->fetch_all();
		}
		swallow(fn() => $m->execute_query('SELECT ?', []));
		swallow(fn() => $m->execute_query('nonsense'));
		$m->execute_query('SET @a = ?', [5]);
		$m->query('CREATE OR REPLACE PROCEDURE bailout() BEGIN SELECT 1 a; SELECT * FROM seq_1_to_100; END');
		keep($s = $m->prepare('CALL bailout()'));
		$s->execute();
		do {
			if ($r = $s->get_result()) {
				keep($r)->fetch_all();
			}
		} while ($s->more_results() && $s->next_result());
		$s->execute();
		unset($s);
	},
	'stream filters' => function () {
		class_exists('Passing', false) || eval('class Passing extends php_user_filter {
			public function filter($in, $out, &$consumed, bool $closing): int {
				while ($bucket = stream_bucket_make_writeable($in)) {
					$consumed += $bucket->datalen;
					stream_bucket_append($out, $bucket);
				}
				return PSFS_PASS_ON;
			}
		}');
		stream_filter_register('passing', 'Passing');
		Mynd\filter('string.rot13', ['some' => 'parameter']);
		$f = Mynd\filter('passing', null, STREAM_FILTER_WRITE); /* how often one reads is chance */
		Mynd\filter('string.rot13');
		keep($m = link_for_test());
		$f->remove();
		$m->query('DO 1');
		keep($m->query('SELECT 1'))->fetch_all();
		$m->close();
	},
	'results kept as bytes' => function () {
		keep($m = link_for_test());
		$bytes = [
			Mynd\capture(keep($m->query("SELECT seq a, REPEAT('x', 9000 * (seq % 2)) b, NULL c FROM seq_1_to_200"))),
			Mynd\capture(keep($m->execute_query("SELECT seq a, REPEAT('x', 9000 * (seq % 2)) b, NULL c FROM seq_1_to_20 WHERE 1 = ?", [1]))),
		];
		$m->close();
		foreach ($bytes as $some) {
			keep($r = Mynd\replay($some));
			$r->fetch_assoc();
			$r->fetch_fields();
			keep($r->fetch_all());
			swallow(fn() => Mynd\replay(substr_replace($some, "\0\0", -20, 2)));
			$content = substr($some, 0, -10);
			swallow(fn() => Mynd\replay($content . hash('xxh64', $content, true)));
		}
	},
	'pipelines' => function () {
		keep($m = link_for_test());
		foreach (Mynd\pipeline($m, ['a' => 'SELECT seq FROM seq_1_to_5', ['SELECT ?, ?', ['b', 1.5]], ['SELECT ?, ?', ['c', null]], 'nonsense', 'DO 1']) as $outcome) {
			$outcome instanceof mysqli_result && keep($outcome)->fetch_all();
		}
		$m->query('SELECT 1', MYSQLI_ASYNC);
		$m->query("SELECT REPEAT('x', 5000) FROM seq_1_to_5", MYSQLI_ASYNC);
		foreach (Mynd\pipeline($m, (function () { yield 'SELECT 2'; yield 'SELECT 3'; })()) as $outcome) {
			keep($outcome)->fetch_all();
			break;
		}
		$m->reap_async_query();
		$m->reap_async_query();
	},
	'many links, as they come' => function () {
		keep($a = link_for_test());
		keep($b = link_for_test());
		keep($s = $a->prepare("SELECT seq, REPEAT('x', 3000 * seq) FROM seq_1_to_5 WHERE 0 < ?"));
		Mynd\execute_async($s, [1]);
		$a->query("SELECT REPEAT('y', 100) FROM seq_1_to_20", MYSQLI_ASYNC);
		$b->query("SELECT REPEAT('z', 100) FROM seq_1_to_20", MYSQLI_ASYNC | MYSQLI_USE_RESULT);
		$read = $error = ['a' => $a, 'b' => $b];
		$reject = [];
		mysqli_poll($read, $error, $reject, 60);
		foreach (Mynd\as_completed((function () use ($s, $a, $b) { yield 's' => $s; yield 'a' => $a; yield 'b' => $b; })(), 60) as $pending) {
			keep(Mynd\reap($pending))->fetch_all();
		}
		/* is stored, as all before the last */
		$a->query("SELECT REPEAT('z', 9000) FROM seq_1_to_9", MYSQLI_ASYNC);
		$a->query('nonsense', MYSQLI_ASYNC);
		$a->query('SELECT 1; SELECT 2', MYSQLI_ASYNC);
		Mynd\execute_async($s, [2]);
		keep(Mynd\reap($s))->fetch_all();
		keep($a->reap_async_query())->fetch_all();
		$b->query('DO 1', MYSQLI_ASYNC);
		foreach (Mynd\as_completed([$b, $a]) as $pending) {
			break;
		}
	},
	'execute_many' => function () {
		keep($m = link_for_test());
		$m->query('CREATE TEMPORARY TABLE many (id INT PRIMARY KEY, v VARCHAR(2000))');
		$text = new class { public function __toString(): string { return str_repeat('t', 20); } };
		$rows = function (int $from) use ($text) { for ($i = $from; $i < $from + 4; $i++) yield "row $i" => [$i, [str_repeat('x', 800), $text, 1.5, null][$i % 4]]; };
		Mynd\execute_many($m, 'INSERT INTO many VALUES (?, ?)', $rows(0));
		Mynd\execute_many($m, 'INSERT INTO many VALUES (?, ?) RETURNING id, v', [[100, 'a'], [101, Mynd\Indicator::Default]]);
		swallow(fn() => Mynd\execute_many($m, 'INSERT INTO many VALUES (?, ?)', $rows(3)));
		swallow(fn() => Mynd\execute_many($m, 'INSERT INTO many VALUES (?, ?)', [[200, 'a'], [201]]));
		Mynd\execute_many($m, 'UPDATE many SET v = ? WHERE id = ?', [['u', 1], [$text, 2], [Mynd\Indicator::Ignore, 3]]);
		swallow(fn() => Mynd\execute_many($m, 'SELECT (SELECT v FROM many WHERE id < ?)', [[1], [9], [0]]));
	},
	'PDO, emulated' => function () {
		swallow(fn() => pdo(user: 'nobody'));
		keep($db = pdo([PDO::MYSQL_ATTR_INIT_COMMAND => 'SET @a = 1', PDO::ATTR_PERSISTENT => true]));
		$db->exec('CREATE TEMPORARY TABLE p (id INT AUTO_INCREMENT PRIMARY KEY, v LONGTEXT)');
		keep($s = $db->prepare('INSERT INTO p (v) VALUES (?), (?)'));
		$s->execute([str_repeat("a'b", 300), null]);
		keep($s = $db->prepare('SELECT id, v, :x AS x, "\\"?" AS y FROM p WHERE id >= :id'));
		$s->execute(['id' => 1, 'x' => 1.5]);
		$s->bindColumn('v', $v, PDO::PARAM_LOB);
		$s->fetch(PDO::FETCH_BOTH);
		$s->fetchAll(PDO::FETCH_OBJ);
		keep($s = $db->query('SELECT * FROM p; SELECT 2, 3; SELECT seq FROM seq_1_to_50'));
		$s->fetchAll(PDO::FETCH_ASSOC);
		$s->getColumnMeta(1);
		$s->nextRowset();
		$db->quote(str_repeat("'", 100));
		$db->lastInsertId();
		swallow(fn() => $db->query('SELECT 4'));
		$s->closeCursor();
		$db->beginTransaction();
		$db->getAttribute(PDO::ATTR_SERVER_INFO);
		swallow(fn() => $db->exec('SELEC'));
		swallow(fn() => $db->prepare('SELECT ?, :a')->execute([1]));
	},
	'PDO, native' => function () {
		keep($db = pdo([PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]));
		$db->exec('CREATE TEMPORARY TABLE p (id INT AUTO_INCREMENT PRIMARY KEY, v LONGTEXT)');
		$stream = fopen('php://memory', 'w+');
		fwrite($stream, str_repeat('x', 100000));
		foreach ([0, 99990] as $from) {
			fseek($stream, $from);
			keep($s = $db->prepare('INSERT INTO p (v) VALUES (:v)'));
			$s->bindValue('v', $stream, PDO::PARAM_LOB);
			$s->execute();
			$s = null;
		}
		keep($s = $db->prepare('SELECT id, v, 1.5e0, NOW(6) FROM p WHERE id >= ?'));
		$s->execute([1]);
		$s->fetch(PDO::FETCH_LAZY)->v;
		$s->fetch();
		$s->execute([2]);
		$s->fetchAll(PDO::FETCH_NUM);
		swallow(fn() => $db->prepare('SELEC'));
		swallow(fn() => $s->execute([]));
	},
	'PDO, asynchronous' => function () {
		keep($db = pdo());
		$run = function (string $sql, ?array $values = null) use ($db) {
			keep($s = $db->prepare($sql, [PDO::MYND_ATTR_ASYNC => true]));
			$s->execute($values);
			return $s;
		};
		$some = [$run('SELECT ?, REPEAT("y", 5000)', ['a']), $run('SELECT seq FROM seq_1_to_9'), $run('SELEC')];
		$some[1]->fetchAll(PDO::FETCH_FUNC, fn($x) => $x);
		foreach (Mynd\as_completed([$some[0]]) as $s) {
			$s->fetchAll();
		}
		swallow(fn() => $db->query('SELECT 1'));
		$db->prepare('SELEC', [PDO::MYND_ATTR_ASYNC => true])->execute();
		swallow(fn() => $db->query('SELECT 1'));
		Mynd\reap($run('DO 1'));
		$run('SELECT 2');
	},
	'interceptors' => function () {
		keep($m = link_for_test());
		$text = Mynd\capture($m->query('SELECT 8, 9'));
		$rows = Mynd\capture($m->execute_query('SELECT 8, 9'));
		Mynd\intercept(function ($c, $next) {
			keep($c);
			if ($c->sql !== null && $c->kind !== Mynd\Kind::BulkExecute && $c->kind !== Mynd\Kind::Execute) {
				$c = $c->withSql("$c->sql /* seen */")->withAttribute('a', [$c->host, $c->params, $c->database]);
			}
			return keep($next($c))->then(fn($r) => keep($r)->info);
		});
		Mynd\intercept(function ($c, $next) use ($text, $rows) {
			$sql = strtok($c->sql ?? '', ' ');
			return match (true) {
				$sql === 'answer' => Mynd\Reply::result($c->kind === Mynd\Kind::Execute ? $rows : $text),
				$sql === 'later' => Mynd\Reply::later(fn() => Mynd\Reply::result($text)),
				$sql === 'throw' => throw new Error('thrown'),
				default => (function () use ($next, $c) {
					$r = $next($c);
					keep($r->capture());
					return $r;
				})(),
			};
		});
		keep($m->query('SELECT 1'));
		keep($m->query('answer'));
		$m->query('later', MYSQLI_ASYNC);
		keep($m->reap_async_query());
		keep($m->execute_query('answer', [1]));
		swallow(fn() => $m->query('throw'));
	},
	'interceptors of connects and PDO' => function () {
		$rows = Mynd\capture(keep(link_for_test())->query('SELECT 8, 9'));
		/* With threads getenv() allocates while it holds a lock, which a bailout leaves locked. */
		[$user, $password] = [getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD')];
		Mynd\intercept(fn($c, $next) => match ($c->kind) {
			Mynd\Kind::Connect, Mynd\Kind::ChangeUser => $next($c->withUser($user, $password)->withDatabase('information_schema')),
			Mynd\Kind::Query => $c->sql === 'answer' ? Mynd\Reply::result($rows) : $next($c)->then(fn($r) => keep($r)),
			default => $next($c->withAttribute('user', $c->user)),
		});
		keep($m = new mysqli(...where(host: 'p:localhost', user: 'nobody')));
		$m->select_db(getenv('MYND_TEST_DB'));
		$m->set_charset('utf8mb4');
		$m->change_user('nobody', 'x', null);
		$m->stat();
		keep($db = pdo());
		keep($db->query('answer'))->fetchAll();
		keep($s = $db->prepare('SELECT ?'))->execute([1]);
		$s->fetchAll();
	},
];
if (isset($_GET['parts'])) {
	echo json_encode(array_keys($parts));
	exit;
}
const OF_LINKS = ['reap_async_query', 'store_result', 'use_result', 'more_results', 'next_result', 'stat', 'get_charset'];
const OF_STATEMENTS = ['get_result', 'store_result', 'fetch', 'more_results', 'next_result', 'result_metadata', 'reset', 'execute', 'get_warnings', 'free_result'];
const OF_RESULTS = ['fetch_assoc', 'fetch_fields', 'fetch_all', 'fetch_object', 'getIterator'];
register_shutdown_function(function () use (&$kept) {
	bailout_stop();
	foreach ($kept as $i => $object) {
		if ($object instanceof PDO || $object instanceof PDOStatement) {
			foreach ($object instanceof PDO ? ['lastInsertId', 'errorInfo', 'inTransaction', 'commit'] : ['fetch', 'fetchAll', 'nextRowset', 'execute', 'fetchAll', 'closeCursor', 'errorInfo'] as $method) {
				swallow(fn() => $object->$method());
			}
			swallow(fn() => $object->query('SELECT 5')->fetchAll());
			continue;
		}
		foreach ($object instanceof mysqli ? OF_LINKS : ($object instanceof mysqli_stmt ? OF_STATEMENTS : OF_RESULTS) as $method) {
			swallow(fn() => keep(@$object->$method()));
		}
		swallow(fn() => $object->query("SELECT 'used'")->fetch_column());
		swallow(fn() => var_export([$object->lengths, $object->num_rows], true));
		ob_start();
		var_dump($object);
		ob_end_clean();
		if ($_GET['n'] % 2 === $i % 2) { /* or it is left to the end of the request */
			swallow(fn() => $object instanceof mysqli_result ? $object->free() : $object->close());
		}
	}
	mysqli_connect_error();
	foreach (mysqli_get_client_stats() as $name => $value) {
		if (strlen($value) > 12) {
			echo "absurd: $name $value ";
		}
	}
	echo 'to the end';
});

bailout_after((int) $_GET['n']);
$parts[$_GET['part']]();
echo 'done with ', bailout_stop(), ' ';
