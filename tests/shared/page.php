<?php
/*
 * One request of an application whose workers share their connections: takes a persistent connection, looks
 * whether it is as new, and leaves state behind, of the kind that the request asks for. Prints a JSON object:
 * what was not as new, or the error that it met.
 *
 * Server variables: where the server is, and its user. Parameters: way (a kind of state), token (this
 * request's own word), pdo; await: where the connection is closed at the end, because a role may have been
 * set, the answer comes when the server has seen that. With way=count nothing is left, and the answer has how
 * many connections wait.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

/** What a new connection shows, in the order of a row. */
const AS_NEW = ['variable' => null, 'sql_mode' => '0', 'autocommit' => '1', 'database' => 'shared', 'lock' => '1', 'role' => null];

function look(callable $row): array
{
	$role = $_SERVER['SHARED_KIND'] === 'mysql' ? "NULLIF(CURRENT_ROLE(), 'NONE')" : 'CURRENT_ROLE()';
	$seen = array_combine(array_keys(AS_NEW), $row("SELECT @token, @@sql_mode LIKE '%ANSI_QUOTES%', @@autocommit, DATABASE(), IS_FREE_LOCK(CONCAT('of ', CONNECTION_ID())), $role"));
	$wrong = array_diff_assoc(array_map('json_encode', $seen), array_map('json_encode', AS_NEW));
	try {
		$row('SELECT COUNT(*) FROM left_behind');
		$wrong['table'] = 'a temporary table';
	} catch (mysqli_sql_exception | PDOException $e) {
		$number = $e instanceof PDOException ? $e->errorInfo[1] : $e->getCode();
		if ($number !== 1146) {
			throw $e;
		}
	}
	return $wrong;
}

function await_end(int $thread): void
{
	$watch = new mysqli('localhost', 'watch', 'throw away', null, null, $_SERVER['SHARED_SOCKET']);
	while ($watch->query("SELECT 1 FROM information_schema.processlist WHERE id = $thread")->num_rows > 0) {
		usleep(500);
	}
}

function leave(string $way, callable $run, string $token): void
{
	$run("SET @token = '$token'");
	match ($way) {
		'variable' => null,
		'table' => $run('CREATE TEMPORARY TABLE left_behind (a INT)'),
		'lock' => $run("SELECT GET_LOCK(CONCAT('of ', CONNECTION_ID()), 0)"),
		'role' => $run('SET ROLE reader'),
		'sql_mode' => $run("SET SESSION sql_mode = 'ANSI_QUOTES'"),
		'transaction' => [$run('START TRANSACTION'), $run("INSERT INTO work VALUES ('$token')")],
		'autocommit' => [$run('SET autocommit = 0'), $run("INSERT INTO work VALUES ('$token')")],
		'database' => $run('USE information_schema'),
		'count' => null,
	};
}

$answer = ['pid' => getmypid(), 'way' => $_GET['way']];
try {
	if (isset($_GET['pdo'])) {
		$p = new PDO("mysql:unix_socket={$_SERVER['SHARED_SOCKET']};dbname=shared", $_SERVER['SHARED_USER'], 'throw away',
			[PDO::ATTR_PERSISTENT => true, PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_STRINGIFY_FETCHES => true]);
		$row = fn (string $sql) => $p->query($sql)->fetch(PDO::FETCH_NUM);
		$run = fn (string $sql) => $p->query($sql)->closeCursor();
		$statement = fn () => ($s = $p->prepare('SELECT ? + 1'))->execute([41]) ? (string) $s->fetchColumn() : '';
	} else {
		$m = new mysqli('p:localhost', $_SERVER['SHARED_USER'], 'throw away', 'shared', null, $_SERVER['SHARED_SOCKET']);
		$row = fn (string $sql) => $m->query($sql)->fetch_row();
		$run = fn (string $sql) => $m->query($sql);
		$statement = fn () => (string) $m->execute_query('SELECT ? + 1', [41])->fetch_column();
	}
	$wrong = look($row);
	if ($wrong !== []) {
		$answer['wrong'] = $wrong;
	}
	if (($said = $statement()) !== '42') {
		$answer['wrong']['statement'] = $said;
	}
	leave($_GET['way'], $run, $_GET['token'] ?? '');
	if (isset($_GET['await']) && $_GET['way'] === 'role') {
		$thread = (int) $row('SELECT CONNECTION_ID()')[0];
		$m = $p = $row = $run = $statement = null;
		await_end($thread);
	}
	if ($_GET['way'] === 'count') {
		$m = $p = $row = $run = $statement = null;
		$answer['waiting'] = Mynd\pools()[0]['shared'];
	}
} catch (mysqli_sql_exception | PDOException $e) {
	$answer['error'] = $e->getMessage();
}
echo json_encode($answer);
