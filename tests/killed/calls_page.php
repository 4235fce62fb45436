<?php
/*
 * One request for calls.php: makes a session dirty, and ends in the middle of one call, or looks whether a
 * session is as new.
 *
 * Parameters: face (mysqli, pdo), call (of CALLS), end, token. With the end "frozen" the server is stopped
 * right before the call, so that it waits; whoever asks then ends the worker or the wait. With "memory" the
 * request's memory limit is near; with "allocation" the n-th allocation of the driver in the call is the last
 * (bailout.so of tests/bailout-asan). FOLDER/in is there once the call begins, FOLDER/out when it has
 * returned.
 */
const BIG = 'SELECT n, REPEAT(CHAR(65 + n % 26), 60000) FROM numbers ORDER BY n'; // 6 MB
const INSERT = 'INSERT INTO ledger VALUES (?)';

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

function by_mysqli(string $database = 'calls'): mysqli
{
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
	$m->real_connect('p:localhost', 'calls', 'throw away', $database, null, $_SERVER['CALLS_SOCKET']);
	return $m;
}

function by_pdo(string $database = 'calls'): PDO
{
	return new PDO("mysql:unix_socket={$_SERVER['CALLS_SOCKET']};dbname=$database", 'calls', 'throw away', [
		PDO::ATTR_PERSISTENT => true, PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_STRINGIFY_FETCHES => true, PDO::MYSQL_ATTR_LOCAL_INFILE => true,
	]);
}

function rows(): Generator
{
	for ($i = 0; $i < 3000; $i++) {
		yield [str_repeat((string) $i, 20)];
	}
}

/** An outcome that is an error, such as that memory has run out, is thrown. */
function all_of(iterable $outcomes): array
{
	$all = iterator_to_array($outcomes, false);
	foreach ($all as $outcome) {
		$outcome instanceof Throwable && throw $outcome;
	}
	return $all;
}

function unbuffered(PDO $p): PDOStatement
{
	$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	return $p->query(BIG);
}

function executed(mysqli_stmt $s): mysqli_stmt
{
	$s->execute();
	return $s;
}

function begun(mysqli $m): mysqli
{
	$m->query(BIG, MYSQLI_ASYNC);
	return $m;
}


/** What is made ready for it, then the call. */
const CALLS = ['mysqli' => 'mysqli_call', 'pdo' => 'pdo_call'];

function mysqli_call(string $call, mysqli $m): Closure
{
	$commands = ['SELECT 1', ['SELECT ?, n FROM numbers', [2]], BIG, [INSERT, ['in a pipeline']]];
	$infile = "LOAD DATA LOCAL INFILE '{$_SERVER['CALLS_FOLDER']}/infile' INTO TABLE ledger (token)";
	$bytes = str_repeat('long ', 2000000);
	switch ($call) {
	case 'connect': return fn () => by_mysqli(''); // no pool has a connection with this key
	case 'take': return fn () => [$m->close(), by_mysqli()];
	case 'query': return fn () => $m->query('SELECT n FROM numbers');
	case 'query large': return fn () => $m->query(BIG);
	case 'write': return fn () => $m->query("SELECT LENGTH('$bytes')");
	case 'fetch_all':
		$r = $m->query(BIG, MYSQLI_USE_RESULT);
		$r->fetch_row();
		return fn () => $r->fetch_all();
	case 'fetch_row':
		$r = $m->query(BIG, MYSQLI_USE_RESULT);
		return function () use ($r) {
			for ($rows = []; is_array($row = $r->fetch_row()); $rows[] = $row) {
			}
			return $rows;
		};
	case 'prepare': return fn () => $m->prepare('SELECT ?, n FROM numbers');
	case 'execute':
		$s = $m->prepare('SELECT ?, n FROM numbers');
		return fn () => $s->execute([1]);
	case 'get_result':
		$s = executed($m->prepare(BIG));
		return fn () => $s->get_result();
	case 'fetch':
		$s = executed($m->prepare(BIG));
		return function () use ($s) {
			for ($s->bind_result($n, $text), $rows = []; $s->fetch(); $rows[] = $text) {
			}
			return $rows;
		};
	case 'send_long_data':
		$s = $m->prepare('SELECT LENGTH(?)');
		$s->bind_param('b', $nothing);
		return fn () => [$s->send_long_data(0, $bytes), $s->execute()];
	case 'execute_query': return fn () => $m->execute_query('SELECT n, ? FROM numbers', [1]);
	case 'pipeline': return fn () => all_of(Mynd\pipeline($m, $commands));
	case 'execute_many': return fn () => Mynd\execute_many($m, INSERT, rows());
	case 'reap':
		begun($m);
		return fn () => $m->reap_async_query();
	case 'stream':
		begun($m);
		return function () use ($m) {
			$read = [Mynd\stream($m)];
			$none = null;
			stream_select($read, $none, $none, 20);
			return $m->reap_async_query();
		};
	case 'infile': return fn () => $m->query($infile);
	case 'begin': return fn () => $m->begin_transaction();
	case 'commit': return fn () => $m->commit();
	case 'rollback': return fn () => $m->rollback();
	case 'autocommit': return fn () => $m->autocommit(false);
	case 'select_db': return fn () => $m->select_db('information_schema');
	case 'set_charset': return fn () => $m->set_charset('latin1');
	case 'change_user': return fn () => $m->change_user('calls', 'throw away', 'calls');
	case 'multi_query': return fn () => [$m->multi_query('SELECT 1; SELECT n FROM numbers'), $m->store_result(), $m->next_result(), $m->store_result()];
	case 'interceptor': /* its own code is what lasts */
		Mynd\intercept(fn (Mynd\Command $command, callable $next) => $next($command->withSql(str_replace('numbers', 'numbers AS n', $command->sql ?? ''))));
		return fn () => $m->query('SELECT n FROM numbers');
	}
	throw new LogicException("no call $call");
}

function pdo_call(string $call, PDO $p): Closure
{
	switch ($call) {
	case 'connect': return fn () => by_pdo('');
	case 'query': return fn () => $p->query('SELECT n FROM numbers');
	case 'query large': return fn () => $p->query(BIG);
	case 'exec': return fn () => $p->exec("INSERT INTO ledger VALUES ('exec')");
	case 'prepare': return fn () => $p->prepare('SELECT ?, n FROM numbers');
	case 'execute':
		$s = $p->prepare('SELECT ?, n FROM numbers');
		return fn () => $s->execute([1]);
	case 'fetchAll':
		$s = unbuffered($p);
		return fn () => $s->fetchAll();
	case 'fetch':
		$s = unbuffered($p);
		return function () use ($s) {
			for ($rows = []; $row = $s->fetch(); $rows[] = $row) {
			}
			return $rows;
		};
	case 'pipeline': return fn () => all_of(Mynd\pipeline($p, ['SELECT 1', ['SELECT ?', [2]], BIG]));
	case 'execute_many': return fn () => Mynd\execute_many($p, INSERT, rows());
	case 'infile': return fn () => $p->exec("LOAD DATA LOCAL INFILE '{$_SERVER['CALLS_FOLDER']}/infile' INTO TABLE ledger (token)");
	case 'commit': return fn () => $p->commit();
	case 'rollBack': return fn () => $p->rollBack();
	case 'autocommit': return fn () => $p->setAttribute(PDO::ATTR_AUTOCOMMIT, false);
	}
	throw new LogicException("no call $call");
}

function run(mysqli|PDO $link, string $sql): void
{
	$result = $link->query($sql);
	$result instanceof PDOStatement && $result->closeCursor();
}

function make_dirty(mysqli|PDO $link, string $token): void
{
	run($link, "SET @left = '$token'");
	run($link, "SET SESSION group_concat_max_len = 17");
	run($link, 'CREATE TEMPORARY TABLE left_behind (a INT)');
	run($link, "SELECT GET_LOCK('calls', 0)");
	$link instanceof PDO ? $link->beginTransaction() : $link->begin_transaction();
	run($link, "INSERT INTO ledger VALUES ('$token')");
}

function is_stopped(int $pid): bool
{
	return preg_match('/\) ([A-Za-z])/', file_get_contents("/proc/$pid/stat"), $match) === 1 && $match[1] === 'T';
}

function end_in(Closure $call, string $end): void
{
	$folder = $_SERVER['CALLS_FOLDER'];
	if ($end === 'memory') {
		ini_set('memory_limit', (string) (memory_get_usage(true) + 1048576));
	}
	file_put_contents("$folder/begins", (string) getmypid());
	if ($end === 'frozen') {
		$server = (int) $_GET['server'];
		posix_kill($server, (int) $_GET['stop']); // php-fpm has no pcntl, which knows the number
		while (!is_stopped($server)) {
			usleep(100);
		}
	}
	rename("$folder/begins", "$folder/in");
	$kept = [];
	if ($end === 'allocation') {
		bailout_after((int) $_GET['n']);
	}
	$kept[] = $call();
	if ($end === 'allocation') {
		echo 'allocations: ', bailout_stop(), "\n";
	}
	if ($end === 'memory' && $_GET['call'] !== 'write') {
		$kept[] = $call();
	}
	file_put_contents("$folder/out", '');
}

/** What is not as in a new session. */
function seen(mysqli|PDO $link): array
{
	$row = function (string $sql) use ($link): array {
		$result = $link->query($sql);
		return $result instanceof PDOStatement ? $result->fetchAll(PDO::FETCH_NUM)[0] : $result->fetch_row();
	};
	$wrong = [];
	$said = $row("SELECT @left, @@autocommit + 0, DATABASE(), @@group_concat_max_len > 17, IS_FREE_LOCK('calls'), IFNULL(@left, 'none')");
	if ($said !== [null, '1', 'calls', '1', '1', 'none']) {
		$wrong[] = json_encode($said);
	}
	try {
		$row('SELECT COUNT(*) FROM left_behind');
		$wrong[] = 'a temporary table';
	} catch (mysqli_sql_exception | PDOException $e) {
		$number = $e instanceof PDOException ? $e->errorInfo[1] : $e->getCode();
		$number === 1146 || throw $e;
	}
	$s = $link->prepare('SELECT ? + 1');
	$s->execute([41]);
	$said = $s instanceof PDOStatement ? $s->fetchColumn() : (string) $s->get_result()->fetch_column();
	$said === '42' || $wrong[] = "41 + 1 is $said";
	$result = $link->query(BIG);
	$rows = $result instanceof PDOStatement ? $result->fetchAll(PDO::FETCH_NUM) : $result->fetch_all();
	foreach ($rows as $i => [$n, $text]) {
		if ((int) $n !== $i + 1 || $text !== str_repeat(chr(65 + $n % 26), 60000)) {
			$wrong[] = "row $i is $n, " . substr($text, 0, 20);
			break;
		}
	}
	count($rows) === 100 || $wrong[] = count($rows) . ' rows';
	return $wrong;
}

if (isset($_GET['check'])) {
	$answer = ['pid' => getmypid(), 'limit' => ini_get('memory_limit')];
	try {
		foreach (['by_mysqli', 'by_pdo'] as $connect) {
			$links[] = $link = $connect();
			$answer['wrong'][] = implode(', ', seen($link));
		}
		$links[] = by_mysqli('information_schema');
		$links[] = by_pdo('information_schema');
		$answer['live'] = array_sum(array_column(Mynd\pools(), 'live'));
		$links = $link = null;
		$answer['left'] = array_sum(array_column(Mynd\pools(), 'live'));
	} catch (mysqli_sql_exception | PDOException $e) {
		$answer['wrong'][] = $e->getMessage() . ' ' . json_encode(isset($link) ? Mynd\last_failure($link) : null);
	}
	$answer['fds'] = count(scandir('/proc/self/fd')) - 3;
	echo json_encode($answer);
} else {
	$link = $_GET['face'] === 'pdo' ? by_pdo() : by_mysqli();
	make_dirty($link, $_GET['token']);
	end_in(CALLS[$_GET['face']]($_GET['call'], $link), $_GET['end']);
}
