<?php
/*
 * What a program does with the driver, a piece of everything, with values that no other thread has. Returns
 * what went wrong, or null. It runs in all threads at the same time: what one of them has a hand in is seen
 * by its values, or by an assertion of the engine's.
 */

/** Whether it is the same; else what it is. */
function must(string $what, mixed $expected, mixed $value): void
{
	if ($expected !== $value) {
		throw new RuntimeException("$what: " . json_encode($value) . ', not ' . json_encode($expected));
	}
}

function tcp(int $flags = 0): mysqli
{
	$m = mysqli_init();
	$flags & MYSQLI_CLIENT_SSL && $m->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
	$m->real_connect(getenv('MYND_TEST_HOST'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'), null, $flags);
	return $m;
}

function work(mysqli $m, int $thread, int $request): ?string
{
	$mine = "thread $thread, request $request";
	$large = str_repeat($mine, 3000);
	$pieces = [
		'statements' => function () use ($m, $mine, $thread) {
			$s = $m->prepare('SELECT ?, ? + 1');
			for ($i = 0; $i < 5; $i++) {
				$s->execute([$mine, $thread]);
				must('row', [$mine, $thread + 1.0], array_map(fn($v) => is_string($v) && is_numeric($v) ? (float) $v : $v, $s->get_result()->fetch_row()));
			}
			$text = $number = null;
			$s->bind_result($text, $number);
			$s->execute([$mine, $thread]);
			$s->fetch();
			must('bound', $mine, $text);
		},
		'execute_query' => function () use ($m, $mine) {
			for ($i = 0; $i < 5; $i++) {
				must('value', $mine, $m->execute_query('SELECT CONCAT(?, ?)', [substr($mine, 0, 3), substr($mine, 3)])->fetch_column());
			}
		},
		'asynchronous' => function () use ($m, $mine, $request) {
			$m->query("SELECT '$mine'", MYSQLI_ASYNC);
			foreach (Mynd\as_completed([$mine => $m]) as $key => $link) {
				must('key', $mine, $key);
				must('value', $mine, $link->reap_async_query()->fetch_column());
			}
		},
		'a pipeline' => function () use ($m, $mine) {
			$answers = [];
			foreach (Mynd\pipeline($m, (function () use ($mine) {
				for ($i = 0; $i < 50; $i++) {
					yield $i => $i % 2 ? ['SELECT CONCAT(?, ?)', [$mine, $i]] : "SELECT CONCAT('$mine', $i)";
				}
			})()) as $i => $result) {
				$answers[$i] = $result->fetch_column();
			}
			must('values', array_map(fn($i) => $mine . $i, range(0, 49)), $answers);
		},
		'an interceptor' => function () use ($m, $mine) {
			$seen = [];
			$interception = Mynd\intercept(function ($command, $next) use (&$seen) {
				$seen[] = $command->sql;
				return $next($command)->then(function () use (&$seen) {
					$seen[] = 'told';
				});
			});
			$m->query("SELECT '$mine'")->fetch_column();
			$interception->remove();
			must('seen', ["SELECT '$mine'", 'told'], $seen);
		},
		'bytes' => function () use ($m, $large) {
			$bytes = Mynd\capture($m->query("SELECT '$large', NULL, 7"));
			must('row', [$large, null, '7'], Mynd\replay($bytes)->fetch_row());
		},
		'fibers' => function () use ($m, $mine) {
			Mynd\waiter(fn($stream, bool $write, ?float $timeout) => Fiber::suspend() ?? true);
			$fiber = new Fiber(fn() => $m->query("SELECT '$mine', SLEEP(0.002)")->fetch_column());
			$fiber->start();
			while (!$fiber->isTerminated()) {
				$fiber->resume(true);
			}
			Mynd\waiter(null);
			must('value', $mine, $fiber->getReturn());
		},
		'compressed' => fn() => must('value', $large, tcp(MYSQLI_CLIENT_COMPRESS)->query("SELECT '$large'")->fetch_column()),
		'TLS' => fn() => must('value', $large, tcp(MYSQLI_CLIENT_SSL)->query("SELECT '$large'")->fetch_column()),
		'PDO' => function () use ($mine, $large) {
			$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
			foreach ([true, false] as $emulated) {
				$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulated);
				$s = $pdo->prepare('SELECT :a AS a, :b AS b UNION ALL SELECT 1, 2');
				$s->execute(['a' => $mine, 'b' => $large]);
				must('rows', [['a' => $mine, 'b' => $large], ['a' => '1', 'b' => '2']], $s->fetchAll(PDO::FETCH_ASSOC));
			}
		},
		'errors' => function () use ($m, $mine) {
			try {
				$m->query("SELECT `$mine`");
				must('error', true, false);
			} catch (mysqli_sql_exception $e) {
				must('error', true, str_contains($e->getMessage(), $mine));
			}
		},
		'numbers' => fn() => must('counted', true, count(mysqli_get_client_stats()) > 100 && Mynd\stats()['wait_seconds'] >= 0),
	];
	$order = array_keys($pieces);
	mt_srand($thread * 1000 + $request);
	shuffle($order);
	foreach ($order as $what) {
		try {
			$pieces[$what]();
		} catch (Throwable $e) {
			return "$what: {$e->getMessage()} ({$e->getLine()})";
		}
	}
	return null;
}
