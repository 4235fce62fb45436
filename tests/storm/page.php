<?php
/*
 * One request of the storm: takes a persistent link, looks whether it is clean, works, and leaves it dirty.
 * Prints one JSON object: what it saw, or the one error that it met, and the milliseconds from the connect
 * on.
 *
 * The first server variables say where: socket, port, user, password. Parameters: token (this request's own
 * word), way, place.
 */
interface Face
{
	/** The first row. */
	public function row(string $sql): array;
	public function run(string $sql): void;
	/** The first value of an unbuffered result that is left unread. */
	public function unread(string $sql): string;
	/** The first value of a prepared statement's. */
	public function prepared(string $sql, string $value): string;
	public function begin(): void;
	public function autocommitOff(): void;
}

final class ByMysqli implements Face
{
	private mysqli $m;

	public function __construct(bool $tls)
	{
		$this->m = mysqli_init();
		$this->m->options(MYSQLI_OPT_CONNECT_TIMEOUT, 1);
		if ($tls) {
			$this->m->real_connect('p:127.0.0.1', $_SERVER['STORM_USER'], $_SERVER['STORM_PASSWORD'], 'storm_tls', (int) $_SERVER['STORM_PORT'], null,
				MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT);
		} else {
			$this->m->real_connect('p:localhost', $_SERVER['STORM_USER'], $_SERVER['STORM_PASSWORD'], 'storm', null, $_SERVER['STORM_SOCKET']);
		}
	}

	public function row(string $sql): array
	{
		return $this->m->query($sql)->fetch_row();
	}

	public function run(string $sql): void
	{
		$this->m->query($sql);
	}

	public function unread(string $sql): string
	{
		return $this->m->query($sql, MYSQLI_USE_RESULT)->fetch_column();
	}

	public function prepared(string $sql, string $value): string
	{
		$s = $this->m->prepare($sql);
		$s->execute([$value]);
		return $s->get_result()->fetch_column();
	}

	public function begin(): void
	{
		$this->m->begin_transaction();
	}

	public function autocommitOff(): void
	{
		$this->m->autocommit(false);
	}
}

final class ByPdo implements Face
{
	private PDO $p;

	public function __construct()
	{
		$this->p = new PDO("mysql:unix_socket={$_SERVER['STORM_SOCKET']};dbname=storm", $_SERVER['STORM_USER'], $_SERVER['STORM_PASSWORD'],
			[PDO::ATTR_PERSISTENT => true, PDO::ATTR_TIMEOUT => 1, PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_STRINGIFY_FETCHES => true]);
	}

	public function row(string $sql): array
	{
		return $this->p->query($sql)->fetch(PDO::FETCH_NUM);
	}

	public function run(string $sql): void
	{
		$this->p->query($sql);
	}

	public function unread(string $sql): string
	{
		$this->p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
		return $this->p->query($sql)->fetchColumn();
	}

	public function prepared(string $sql, string $value): string
	{
		$s = $this->p->prepare($sql);
		$s->execute([$value]);
		return $s->fetchColumn();
	}

	public function begin(): void
	{
		$this->p->beginTransaction();
	}

	public function autocommitOff(): void
	{
		$this->p->setAttribute(PDO::ATTR_AUTOCOMMIT, false);
	}
}

function number_of(mysqli_sql_exception|PDOException $e): int
{
	return $e instanceof PDOException ? $e->errorInfo[1] ?? -1 : $e->getCode();
}

/** What the user before may have left; must be what a new connection shows. */
function look(Face $m): array
{
	$row = $m->row('SELECT @token, @@autocommit, DATABASE(), @@group_concat_max_len > 17, @@time_zone');
	try {
		$m->row('SELECT * FROM left_behind');
		$row[] = 'a temporary table';
	} catch (mysqli_sql_exception | PDOException $e) {
		if (number_of($e) !== 1146) { /* there is no such table */
			throw $e;
		}
	}
	return $row;
}

/** Works with the link, and leaves it in one of several ways; returns what the server says of the token. */
function work(Face $m, string $way, string $token): string
{
	$insert = "INSERT INTO work (token, way) VALUES ('$token', '$way')";
	switch ($way) {
	case 'plain':
		$m->run($insert);
		return $m->row("SELECT CONCAT('<', '$token', '>')")[0];
	case 'transaction':
		$m->begin();
		$m->run($insert);
		return $m->row("SELECT CONCAT('<', token, '>') FROM work WHERE token = '$token'")[0];
	case 'statement':
		$m->run($insert);
		$m->autocommitOff();
		return $m->prepared("SELECT CONCAT('<', ?, '>') UNION ALL SELECT 'second'", $token);
	case 'unread':
		$m->run($insert);
		$m->run("SET group_concat_max_len = 17, time_zone = '+11:00'");
		return $m->unread("SELECT CONCAT('<', '$token', '>') UNION ALL SELECT 'unread'");
	case 'large':
		$m->run($insert);
		$m->run('CREATE TEMPORARY TABLE left_behind (a INT)');
		$text = $m->row("SELECT REPEAT('$token', 20000)")[0];
		return $text === str_repeat($token, 20000) ? "<$token>" : 'another text: ' . substr($text, 0, 100);
	}
}

$start = hrtime(true);
$answer = ['pid' => getmypid()];
try {
	if (isset($_GET['pools'])) {
		usleep(50000); /* the others' turn, too */
		$answer += ['pools' => Mynd\pools()];
	} else {
		$m = $_GET['place'] === 'pdo' ? new ByPdo() : new ByMysqli($_GET['place'] === 'tls');
		$answer['seen'] = look($m);
		$m->run("SET @token = '{$_GET['token']}'");
		$answer['said'] = work($m, $_GET['way'], $_GET['token']);
	}
} catch (mysqli_sql_exception | PDOException $e) {
	$answer['error'] = number_of($e);
	$answer['text'] = $e->getMessage();
}
$answer['ms'] = intdiv(hrtime(true) - $start, 1000000);
echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
