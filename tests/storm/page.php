<?php
/*
 * One request of the storm: takes a persistent link, looks whether it is clean, works, and leaves it dirty. Prints one JSON object: what it
 * saw, or the one error that it met, and the milliseconds from the connect on.
 *
 * The first server variables say where: socket, host, port, user, password. Parameters: token (this request's own word), way, place.
 */
const PLACES = ['socket' => 'storm', 'tls' => 'storm_tls'];

function connect(string $place): mysqli
{
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_CONNECT_TIMEOUT, 1);
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	if ($place === 'socket') {
		$m->real_connect('p:localhost', $_SERVER['STORM_USER'], $_SERVER['STORM_PASSWORD'], PLACES[$place], null, $_SERVER['STORM_SOCKET']);
	} else {
		$m->real_connect('p:127.0.0.1', $_SERVER['STORM_USER'], $_SERVER['STORM_PASSWORD'], PLACES[$place], (int) $_SERVER['STORM_PORT'], null,
			MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT);
	}
	return $m;
}

/** What the user before may have left; must be what a new connection shows. */
function look(mysqli $m): array
{
	$row = $m->query("SELECT @token, @@autocommit, DATABASE(), @@group_concat_max_len > 17, @@time_zone")->fetch_row();
	try {
		$m->query('SELECT * FROM left_behind');
		$row[] = 'a temporary table';
	} catch (mysqli_sql_exception $e) {
		if ($e->getCode() !== 1146) { /* there is no such table */
			throw $e;
		}
	}
	return $row;
}

/** Works with the link, and leaves it in one of several ways; returns what the server says of the token. */
function work(mysqli $m, string $way, string $token): string
{
	$insert = "INSERT INTO work (token, way) VALUES ('$token', '$way')";
	switch ($way) {
	case 'plain':
		$m->query($insert);
		return $m->query("SELECT CONCAT('<', '$token', '>')")->fetch_column();
	case 'transaction':
		$m->begin_transaction();
		$m->query($insert);
		return $m->query("SELECT CONCAT('<', token, '>') FROM work WHERE token = '$token'")->fetch_column();
	case 'statement':
		$m->query($insert);
		$m->autocommit(false);
		$s = $m->prepare("SELECT CONCAT('<', ?, '>') UNION ALL SELECT 'second'");
		$s->execute([$token]);
		return $s->get_result()->fetch_column();
	case 'unread':
		$m->query($insert);
		$m->query('SET group_concat_max_len = 17, time_zone = "+11:00"');
		return $m->query("SELECT CONCAT('<', '$token', '>') UNION ALL SELECT 'unread'", MYSQLI_USE_RESULT)->fetch_column();
	case 'large':
		$m->query($insert);
		$m->query('CREATE TEMPORARY TABLE left_behind (a INT)');
		$text = $m->query("SELECT REPEAT('$token', 20000)")->fetch_column();
		return $text === str_repeat($token, 20000) ? "<$token>" : 'another text: ' . substr($text, 0, 100);
	}
}

$start = hrtime(true);
$answer = ['pid' => getmypid()];
try {
	if (isset($_GET['pools'])) {
		usleep(50000); /* the others' turn, too */
		$answer += ['pools' => Mynd\pools(), 'driver' => (new ReflectionClass('mysqli'))->getExtensionName() . ' ' . phpversion('mynd')];
	} else {
		$m = connect($_GET['place']);
		$answer['seen'] = look($m);
		$m->query("SET @token = '{$_GET['token']}'");
		$answer['said'] = work($m, $_GET['way'], $_GET['token']);
	}
} catch (mysqli_sql_exception $e) {
	$answer['error'] = $e->getCode();
	$answer['text'] = $e->getMessage();
}
$answer['ms'] = intdiv(hrtime(true) - $start, 1000000);
echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
