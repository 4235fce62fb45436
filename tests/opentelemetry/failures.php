<?php
/*
 * What fails: among rows, between results, by a limit of time, by a deadlock, by a kill, by an exception,
 * with mysqli and PDO. The span of each has status, error.type and number; its metric has them, too; and no
 * value that the program or the server's message has stands anywhere.
 */
declare(strict_types=1);

require __DIR__ . '/gathered.php';

use Mynd\OpenTelemetry\Options;
use Mynd\OpenTelemetry\QueryText;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\SDK\Trace\SpanDataInterface;

$gathered = new Gathered();
$admin = connect();
$admin->query('DROP TABLE IF EXISTS otel_rows');
$admin->query('CREATE TABLE otel_rows (n INT PRIMARY KEY, name VARCHAR(40) UNIQUE, filler VARCHAR(200))');
for ($i = 0; $i < 30; $i++) {
	$admin->query('INSERT INTO otel_rows VALUES ' . implode(', ', array_map(static fn (int $n): string => "($n, 'name $n', REPEAT('x', 200))", range($i * 100, $i * 100 + 99))));
}
$admin->query('DROP PROCEDURE IF EXISTS otel_fails');
$admin->query('CREATE PROCEDURE otel_fails(IN what VARCHAR(40)) BEGIN SELECT 1; SIGNAL SQLSTATE \'45000\' SET MESSAGE_TEXT = what; END');
$is_mariadb = str_contains($admin->server_info, 'MariaDB');

/** "errno" of each span that has failed, with "WRONG" where one of its signs is missing; "ok" of others. */
function outcomes(array $spans): array
{
	return array_map(static function (SpanDataInterface $span): string {
		$a = $span->getAttributes()->toArray();
		$error = $a['error.type'] ?? null;
		$is_error = $span->getStatus()->getCode() === StatusCode::STATUS_ERROR;
		if ($error === null) {
			return ($is_error || isset($a['db.response.status_code']) ? 'WRONG ' : '') . 'ok';
		}
		$is_right = $is_error && ($a['db.response.status_code'] ?? $error) === $error && $span->hasEnded();
		return ($is_right ? '' : 'WRONG ') . $error;
	}, $spans);
}

$amid = "SELECT IF(n = 2500, (SELECT 'topsecret' UNION SELECT 2), n), filler FROM otel_rows";
$sleep = 'SELECT COUNT(*) FROM otel_rows WHERE SLEEP(5) > 2'; /* MySQL's SLEEP() alone would not fail */
$read = static function (mysqli $db): void {
	do {
		$result = $db->store_result();
	} while ($db->more_results() && $db->next_result());
};
$lock = static function (mysqli $other, callable $begin, callable $ask): void { /* less was changed here */
	$other->query('BEGIN');
	$other->query("UPDATE otel_rows SET filler = 'topsecret' WHERE n BETWEEN 100 AND 200");
	$begin();
	$other->query("UPDATE otel_rows SET filler = 'topsecret' WHERE n = 1", MYSQLI_ASYNC);
	usleep(200000);
	try {
		$ask("UPDATE otel_rows SET filler = 'topsecret' WHERE n = 150");
	} finally {
		$other->reap_async_query();
		$other->query('ROLLBACK');
	}
};
$programs = [ /* name => [program, outcomes of its commands] */
	'mysqli: among rows' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $db->query($amid), ['1242']],
	'mysqli: among rows that are not buffered' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $db->query($amid, MYSQLI_USE_RESULT)->fetch_all(), ['1242']],
	'mysqli: among rows, prepared' => [static function (mysqli $db, PDO $pdo, mysqli $other) use ($amid): void {
		$s = $db->prepare(str_replace(['2500', "'topsecret'"], '?', $amid));
		$s->execute([2500, 'topsecret']);
		while ($s->fetch());
	}, ['ok', '1242']],
	'mysqli: among rows, asynchronous' => [static function (mysqli $db, PDO $pdo, mysqli $other) use ($amid): void {
		$db->query($amid, MYSQLI_ASYNC);
		$db->reap_async_query();
	}, ['1242']],
	'mysqli: between results' => [static function (mysqli $db, PDO $pdo, mysqli $other) use ($read): void {
		$db->multi_query("CALL otel_fails('topsecret')");
		$read($db);
	}, ['ok', '1644']],
	'mysqli: deadline()' => [static function (mysqli $db, PDO $pdo, mysqli $other) use ($sleep): void {
		Mynd\deadline($db, 0.3);
		$db->query($sleep);
	}, ['1317']],
	'mysqli: deadline() among rows' => [static function (mysqli $db, PDO $pdo, mysqli $other): void {
		Mynd\deadline($db, 0.3);
		$db->query('SELECT n, filler, IF(n > 2500, SLEEP(1), 0) FROM otel_rows', MYSQLI_USE_RESULT)->fetch_all();
	}, ['1317']],
	'mysqli: within()' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => Mynd\within(0.3, static fn () => $db->query($sleep)), ['1317']],
	'mysqli: within(), asynchronous' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => Mynd\within(0.3, static function () use ($db, $sleep): void {
		$db->query($sleep, MYSQLI_ASYNC);
		$db->reap_async_query();
	}), ['1317']],
	'mysqli: within(), and nothing is sent' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => Mynd\within(0.05, static function () use ($db): void {
		usleep(100000);
		$db->query('SELECT 1');
	}), ['1317']],
	'mysqli: the server\'s limit' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $db->query($is_mariadb ? "SET STATEMENT max_statement_time = 0.2 FOR $sleep" : str_replace('SELECT', 'SELECT /*+ MAX_EXECUTION_TIME(200) */', $sleep)),
		[$is_mariadb ? '1969' : '3024']],
	'mysqli: a deadlock' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $lock($other, static function () use ($db): void {
		$db->query('BEGIN');
		$db->query("UPDATE otel_rows SET filler = 'topsecret' WHERE n = 1");
	}, static fn (string $sql) => $db->query($sql)), ['ok', 'ok', '1213']],
	'mysqli: a value in the message' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $db->execute_query('INSERT INTO otel_rows VALUES (1, ?, NULL)', ['topsecret']), ['1062']],
	'mysqli: a value without quotes' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $db->query("SELECT EXTRACTVALUE('<a/>', CONCAT('~', 'topsecret')), EXP(topsecret())"), null],
	'mysqli: an interceptor throws' => [static function (mysqli $db, PDO $pdo, mysqli $other): void {
		$inner = Mynd\intercept(static fn () => throw new DomainException("topsecret's"));
		try {
			$db->query('SELECT 1');
		} finally {
			$inner->remove();
		}
	}, ['DomainException']],
	'mysqli: a connection that is killed' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $db->query('KILL CONNECTION_ID()') ?: $db->query('SELECT 1'), null],
	'PDO: among rows' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $pdo->query($amid)->fetchAll(), ['ok', '1242']],
	'PDO: among rows that are not buffered' => [static function (mysqli $db, PDO $pdo, mysqli $other) use ($amid): void {
		$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
		$pdo->query($amid)->fetchAll();
	}, ['ok', '1242']],
	'PDO: between results' => [static function (mysqli $db, PDO $pdo, mysqli $other): void {
		$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
		$s = $pdo->query("CALL otel_fails('topsecret')");
		while ($s->nextRowset());
	}, ['1644']],
	'PDO: deadline()' => [static function (mysqli $db, PDO $pdo, mysqli $other) use ($sleep): void {
		Mynd\deadline($pdo, 0.3);
		$pdo->query($sleep);
	}, ['ok', '1317']],
	'PDO: within()' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => Mynd\within(0.3, static fn () => $pdo->query($sleep)), ['ok', '1317']],
	'PDO: a deadlock' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $lock($other, static function () use ($pdo): void {
		$pdo->beginTransaction();
		$pdo->exec("UPDATE otel_rows SET filler = 'topsecret' WHERE n = 1");
	}, static fn (string $sql) => $pdo->exec($sql)), ['ok', 'ok', '1213']],
	'PDO: a value in the message' => [static fn (mysqli $db, PDO $pdo, mysqli $other) => $pdo->prepare('INSERT INTO otel_rows VALUES (1, ?, NULL)')->execute(['topsecret']), ['ok', '1062']],
];
$texts = '';
foreach ($programs as $name => [$program, $expected]) {
	[$db, $pdo, $other] = [connect(), connect_pdo([PDO::ATTR_EMULATE_PREPARES => false]), connect()];
	$interception = $gathered->intercept();
	$threw = thrown(static fn () => $program($db, $pdo, $other));
	$interception->remove();
	[$db, $pdo] = [null, null];
	$spans = array_values(array_filter($gathered->spans(), static fn (SpanDataInterface $span): bool => $span->getAttributes()->get('mynd.thread_id') !== $other->thread_id));
	check("$name: the program gets it", true, $threw !== null);
	$found = outcomes($spans);
	$expected === null ? check($name, 'an error', in_array('WRONG', $found, true) || array_diff($found, ['ok']) === [] ? $found : 'an error') : check($name, $expected, $found);
	foreach ($spans as $span) {
		$texts .= json_encode([$span->getName(), $span->getAttributes()->toArray(), $span->getStatus()->getDescription(), array_map(static fn ($event): array => [$event->getName(), $event->getAttributes()->toArray()], $span->getEvents())]) . "\n";
	}
}
check('no value is anywhere', [], preg_grep('/topsecret(?!\()/', explode("\n", $texts)) ?: []);
$failures = [];
foreach ($gathered->metrics()['db.client.operation.duration']->data->dataPoints as $point) {
	$attributes = $point->attributes->toArray();
	isset($attributes['error.type']) && $failures[$attributes['error.type']] = $attributes['db.response.status_code'] ?? null;
}
ksort($failures);
check('the metrics of what failed', ['1062' => '1062', '1213' => '1213', '1242' => '1242', '1317' => '1317', '1644' => '1644', 'DomainException' => null],
	array_intersect_key($failures, array_flip(['1062', '1213', '1242', '1317', '1644', 'DomainException'])));

/* With all texts the messages are there, too. */
$db = connect();
$interception = $gathered->intercept(new Options(text: QueryText::Full));
thrown(static fn () => $db->query("INSERT INTO otel_rows VALUES (1, 'topsecret', NULL)"));
$interception->remove();
check('with the message', true, str_contains((string) $gathered->spans()[0]->getStatus()->getDescription(), "1062 (23000): Duplicate entry '1'"));
$admin->query('DROP PROCEDURE otel_fails');
$admin->query('DROP TABLE otel_rows');
finish();
