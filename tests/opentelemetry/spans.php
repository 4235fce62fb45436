<?php
/*
 * The spans of every way to give a command, each beside what the server's general log has of it.
 */
declare(strict_types=1);

require __DIR__ . '/gathered.php';

use Mynd\OpenTelemetry\Options;
use Mynd\OpenTelemetry\QueryText;
use OpenTelemetry\API\Trace\SpanKind;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\Context\Context;
use OpenTelemetry\SDK\Trace\SpanDataInterface;

$gathered = new Gathered();
$admin = connect();
$system = str_contains($admin->server_info, 'MariaDB') ? 'mariadb' : 'mysql';
$output = ask($admin, 'SELECT @@global.log_output');
register_shutdown_function(static function () use ($admin, $output): void {
	$admin->query('SET GLOBAL general_log = 0');
	$admin->query("SET GLOBAL log_output = '$output'");
});
$admin->query("SET GLOBAL log_output = 'TABLE'");
$admin->query('TRUNCATE mysql.general_log');
$admin->query('SET GLOBAL general_log = 1');
$admin->query('DROP TABLE IF EXISTS otel_t');
$admin->query('CREATE TABLE otel_t (id INT, name VARCHAR(20))');

/** One line: name, kind of command, what the log has, text, error. */
function describe(SpanDataInterface $span): string
{
	global $admin, $system, $database;
	$a = $span->getAttributes()->toArray();
	$is_right = $span->getTraceId() === TRACE && $span->getParentSpanId() === PARENT_SPAN && $span->getKind() === SpanKind::KIND_CLIENT && $span->hasEnded()
		&& $a['db.system.name'] === $system && $a['server.address'] === getenv('MYND_TEST_SOCKET') && !isset($a['server.port']) && $a['mynd.thread_id'] > 0
		&& $span->getEndEpochNanos() > $span->getStartEpochNanos() && abs($span->getStartEpochNanos() / 1e9 - time()) < 60;
	$text = ($is_right ? '' : 'WRONG ' . json_encode([$span->getTraceId(), $span->getParentSpanId(), $a]) . ' ') . $span->getName() . (isset($a['db.operation.name']) ? " ({$a['db.operation.name']}" . (isset($a['db.operation.batch.size']) ? " of {$a['db.operation.batch.size']}" : '') . ')' : '')
		. (isset($a['db.stored_procedure.name']) ? " of {$a['db.stored_procedure.name']}" : '') . logged($span->getSpanId()) . (isset($a['db.query.text']) ? ": {$a['db.query.text']}" : '');
	if ($span->getStatus()->getCode() === StatusCode::STATUS_ERROR) {
		$text .= " ! {$a['error.type']} {$a['db.response.status_code']} " . $span->getStatus()->getDescription();
	}
	if (str_contains($text, 'SLEEP')) {
		$text .= $span->getEndEpochNanos() - $span->getStartEpochNanos() >= 1e8 ? ', a tenth of a second' : ', too short';
	}
	return $text;
}

function logged(string $span): string
{
	global $admin;
	[$count, $text] = $admin->query("SELECT COUNT(*), MIN(argument) FROM mysql.general_log WHERE thread_id <> CONNECTION_ID() AND argument LIKE '%-$span-01%'")->fetch_row();
	$comment = " /*route='%2Fshop%2F%3Aid',traceparent='00-" . TRACE . "-$span-01'*/";
	return $count == 0 ? '' : ($count == 1 && str_contains($text, $comment) ? ', logged' : ", $count times in the log: $text");
}

$db = connect();
$emulated = connect_pdo([PDO::ATTR_EMULATE_PREPARES => true]);
$native = connect_pdo([PDO::ATTR_EMULATE_PREPARES => false]);
$programs = [
	'a query' => [static fn () => $db->query("SELECT 'secret', 7 FROM otel_t")->free(), ['SELECT otel_t, logged: SELECT ?, ? FROM otel_t']],
	'a query that fails' => [static fn () => $db->query('SELECT nonsense'), ['SELECT, logged: SELECT nonsense ! 1054 1054 1054 (42S22): Unknown column ?']],
	'a text that is no SQL' => [static fn () => $db->query('nonsense 5'), [($system === 'mariadb' ? 'mynd_test, logged: ' : 'mynd_test: ') . 'nonsense ? ! 1064 1064 1064 (42000): Syntax error near ?'] /* MySQL logs no such text */],
	'a text with a comment' => [static fn () => $db->query('SELECT /* mine */ 1'), ['SELECT: SELECT   ?']],
	'a slow one' => [static fn () => $db->query('SELECT SLEEP(0.1)'), ['SELECT, logged: SELECT SLEEP(?), a tenth of a second']],
	'several statements' => [static function () use ($db): void {
		$db->multi_query('SELECT 1; DELETE FROM otel_t;');
		do {
			$db->store_result();
		} while ($db->more_results() && $db->next_result());
	}, ['set_option mynd_test (set_option)', 'SELECT DELETE otel_t, logged: SELECT ?; DELETE FROM otel_t;']],
	'what servers keep' => [static fn () => $db->query('CREATE OR REPLACE VIEW otel_v AS SELECT 1 AS one'), ['set_option mynd_test (set_option)', 'CREATE VIEW otel_v SELECT: CREATE OR REPLACE VIEW otel_v AS SELECT ? AS one']],
	'asynchronous' => [static function () use ($db): void {
		$db->query('SELECT SLEEP(0.1)', MYSQLI_ASYNC);
		Mynd\reap($db);
	}, ['SELECT, logged: SELECT SLEEP(?), a tenth of a second']],
	'asynchronous, it fails' => [static function () use ($db): void {
		$db->query('SELECT nonsense', MYSQLI_ASYNC);
		Mynd\reap($db);
	}, ['SELECT, logged: SELECT nonsense ! 1054 1054 1054 (42S22): Unknown column ?']],
	'a pipeline, of which the second fails' => [static function () use ($db): void {
		foreach (Mynd\pipeline($db, ["SELECT 'secret'", 'SELECT nonsense', ['SELECT ? + 1', [5]], 'DO SLEEP(0.1)']) as $result);
	}, ['SELECT, logged: SELECT ?', 'SELECT, logged: SELECT nonsense ! 1054 1054 1054 (42S22): Unknown column ?', 'PREPARE SELECT (PREPARE): SELECT ? + 1', 'SELECT: SELECT ? + 1', 'DO, logged: DO SLEEP(?), a tenth of a second']],
	'prepare, execute' => [static function () use ($db): void {
		$s = $db->prepare("SELECT 'fixed', ? FROM otel_t");
		$s->execute(['secret']);
		$s->get_result();
	}, ["PREPARE SELECT otel_t (PREPARE): SELECT 'fixed', ? FROM otel_t", "SELECT otel_t: SELECT 'fixed', ? FROM otel_t"]],
	'a prepare that fails' => [static fn () => $db->prepare('SELECT nonsense'), ['PREPARE SELECT (PREPARE): SELECT nonsense ! 1054 1054 1054 (42S22): Unknown column ?']],
	'execute_query' => [static fn () => $db->execute_query('SELECT ? + 2', [1]), ['SELECT: SELECT ? + 2']],
	'many rows' => [static fn () => Mynd\execute_many($db, 'INSERT INTO otel_t VALUES (?, ?)', [[1, 'a'], [2, 'secret']]), $system === 'mariadb'
		? ['PREPARE INSERT otel_t (PREPARE): INSERT INTO otel_t VALUES (?, ?)', 'BATCH INSERT otel_t (BATCH of 2): INSERT INTO otel_t VALUES (?, ?)'] : null],
	'PDO, emulated' => [static function () use ($emulated): void {
		$emulated->query("SELECT 'secret'")->fetchAll();
		$emulated->prepare('SELECT ?')->execute(['secret']);
		$emulated->exec('DO nonsense');
	}, ['SELECT, logged: SELECT ?', 'SELECT, logged: SELECT ?', 'DO, logged: DO nonsense ! 1054 1054 1054 (42S22): Unknown column ?']],
	'PDO, native' => [static function () use ($native): void {
		$s = $native->prepare('SELECT ?');
		$s->execute(['secret']);
		$s->fetchAll();
		$native->query("SELECT 'secret'")->fetchAll();
	}, ['PREPARE SELECT (PREPARE): SELECT ?', 'SELECT: SELECT ?', 'PREPARE SELECT (PREPARE): SELECT ?', 'SELECT: SELECT ?']],
	'errors among the rows' => [static function () use ($db, $emulated, $native): void {
		$sql = 'SELECT (SELECT 1 UNION SELECT 2)';
		$ways = [
			static fn () => $db->query($sql), static fn () => $db->query($sql, MYSQLI_USE_RESULT)->fetch_all(), static fn () => $db->execute_query($sql),
			static fn () => $emulated->query($sql)->fetchAll(), static fn () => $native->query($sql)->fetchAll(),
		];
		array_map(thrown(...), $ways);
	}, ['SELECT SELECT SELECT, logged: SELECT (SELECT ? UNION SELECT ?) ! 1242 1242 1242 (21000): Subquery returns more than one row', 'SELECT SELECT SELECT, logged: SELECT (SELECT ? UNION SELECT ?) ! 1242 1242 1242 (21000): Subquery returns more than one row',
		'SELECT SELECT SELECT: SELECT (SELECT ? UNION SELECT ?) ! 1242 1242 1242 (21000): Subquery returns more than one row', 'SELECT SELECT SELECT, logged: SELECT (SELECT ? UNION SELECT ?) ! 1242 1242 1242 (21000): Subquery returns more than one row',
		'PREPARE SELECT SELECT SELECT (PREPARE): SELECT (SELECT ? UNION SELECT ?)', 'SELECT SELECT SELECT: SELECT (SELECT ? UNION SELECT ?) ! 1242 1242 1242 (21000): Subquery returns more than one row']],
	'a message with a value' => [static function () use ($db): void {
		$db->query('CREATE TEMPORARY TABLE otel_u (mail VARCHAR(40) UNIQUE)');
		$db->execute_query('INSERT INTO otel_u VALUES (?), (?)', ['alice@example.com', 'alice@example.com']);
	}, ['CREATE TABLE otel_u: CREATE TEMPORARY TABLE otel_u (mail VARCHAR(?) UNIQUE)', 'INSERT otel_u: INSERT INTO otel_u VALUES (?), (?) ! 1062 1062 1062 (23000): Duplicate entry ? for key ?']],
	'the same again' => [static function () use ($db): void {
		for ($i = 0; $i < 3; $i++) {
			$db->query("SELECT $i FROM otel_t");
		}
	}, ['SELECT otel_t, logged: SELECT ? FROM otel_t', 'SELECT otel_t, logged: SELECT ? FROM otel_t', 'SELECT otel_t, logged: SELECT ? FROM otel_t']],
	'one row of many' => [static fn () => Mynd\execute_many($db, 'INSERT INTO otel_t VALUES (?, ?)', [[1, 'a']]), $system === 'mariadb'
		? ['PREPARE INSERT otel_t (PREPARE): INSERT INTO otel_t VALUES (?, ?)', 'INSERT otel_t: INSERT INTO otel_t VALUES (?, ?)'] : null],
	'a procedure' => [static fn () => $db->query("CALL otel_t_('secret')"), ['CALL otel_t_ of otel_t_, logged: CALL otel_t_(?) ! 1305 1305 1305 (42000): Routine ? does not exist']],
	'commands without a text' => [static function () use ($db): void {
		@$db->ping();
		$db->select_db((string) getenv('MYND_TEST_DB'));
		$db->set_charset('utf8mb4');
	}, ['ping mynd_test (ping)', 'change_database mynd_test (change_database)', 'set_charset mynd_test (set_charset)']],
];
$interception = $gathered->intercept(new Options(comments: true, tags: ['route' => '/shop/:id']));
$db->select_db((string) getenv('MYND_TEST_DB')); /* from here on the server reports it */
$gathered->spans();
$found = [];
foreach ($programs as $name => [$program]) {
	thrown($program);
	$found[$name] = $gathered->spans();
}
$admin->query('SET GLOBAL general_log = 0');
$interception->remove();
$gathered->spans();
foreach ($programs as $name => [, $expected]) {
	$said = array_map(static fn (SpanDataInterface $span): string => str_replace((string) getenv('MYND_TEST_SOCKET'), 'mynd_test', describe($span)), $found[$name]);
	$expected === null || check($name, $expected, str_replace((string) getenv('MYND_TEST_DB'), 'mynd_test', $said));
}
check('a view has no comment', false, str_contains((string) $admin->query('SHOW CREATE VIEW otel_v')->fetch_row()[1], '/*'));
$admin->query('DROP VIEW otel_v');

/* Connects, from which on the server reports its database. */
$interception = $gathered->intercept();
$new = connect();
$new->query('SELECT 1');
$tcp = new mysqli('127.0.0.1', ...array_slice(where(), 1, 4));
thrown(static fn () => new mysqli('127.0.0.1', 'mynd_nobody', 'secret', '', (int) getenv('MYND_TEST_PORT')));
[$connect, $query, $over_tcp, $refused] = array_map(static fn (SpanDataInterface $span): array => [$span->getName(), $span->getAttributes()->toArray()], $gathered->spans());
check('a connect', ['connect ' . getenv('MYND_TEST_DB'), $system, getenv('MYND_TEST_DB')], [$connect[0], $connect[1]['db.system.name'], $connect[1]['db.namespace']]);
check('a query behind it knows the database', getenv('MYND_TEST_DB'), $query[1]['db.namespace']);
check('a connect over TCP', ['127.0.0.1', (int) getenv('MYND_TEST_PORT') === 3306 ? null : (int) getenv('MYND_TEST_PORT')], [$over_tcp[1]['server.address'], $over_tcp[1]['server.port'] ?? null]);
check('a connect that is refused', ['connect 127.0.0.1:' . getenv('MYND_TEST_PORT'), '1045'], [$refused[0], $refused[1]['error.type']]);
check('no password anywhere', false, str_contains(json_encode([$connect, $over_tcp, $refused]), 'secret') || str_contains(json_encode($connect), (string) getenv('MYND_TEST_PASSWORD')));
$interception->remove();

/* The active span is the parent, in {main} and in fibers. */
$interception = $gathered->intercept();
$parent = $gathered->tracers->getTracer('program')->spanBuilder('page')->startSpan();
$scope = $parent->activate();
$db->query('SELECT 1');
$fiber = new Fiber(static function () use ($db, $gathered): void {
	$db->query('SELECT 2');
	$own = $gathered->tracers->getTracer('program')->spanBuilder('fiber')->setParent(Context::getRoot())->startSpan();
	$scope = $own->storeInContext(Context::getRoot())->activate();
	$db->query('SELECT 3');
	$scope->detach();
	$own->end();
});
error_clear_last();
$fiber->start();
check('nothing is warned of in a fiber', null, error_get_last());
$scope->detach();
$parent->end();
[$in_main, $in_fiber, $in_own, $own] = $gathered->spans();
check('the active span is the parent', $parent->getContext()->getSpanId(), $in_main->getParentSpanId());
check("in a fiber it is main's", $parent->getContext()->getSpanId(), $in_fiber->getParentSpanId());
check("or the fiber's own", $own->getSpanId(), $in_own->getParentSpanId());
$interception->remove();

/* What can be switched. */
$said = [];
$says = static function (Options $options, callable $program, string $flags = '01') use ($gathered, &$said): array {
	$said = [];
	$interception = $gathered->intercept($options, $flags);
	$listener = Mynd\intercept(static function (Mynd\Command $command, callable $next) use (&$said): Mynd\Reply {
		$said[] = $command->kind->name . ' ' . preg_replace('/[0-9a-f]{16,32}/', '...', (string) $command->sql);
		return $next($command);
	});
	$program();
	$listener->remove();
	$interception->remove();
	return [$said, array_map(static fn (SpanDataInterface $span): ?string => $span->getAttributes()->get('db.query.text'), $gathered->spans())];
};
$query = static fn () => $db->query("SELECT 'ä', 1");
check('the whole text', [["Query SELECT 'ä', 1 /*traceparent='00-...-...-01'*/"], ["SELECT 'ä', 1"]], $says(new Options(text: QueryText::Full, comments: true), $query));
check('the whole text of each', ["SELECT 'a'", "SELECT 'b'"], $says(new Options(text: QueryText::Full), static fn () => array_map($db->query(...), ["SELECT 'a'", "SELECT 'b'"]))[1]);
check('no text', [["Query SELECT 'ä', 1 /*traceparent='00-...-...-01'*/"], [null]], $says(new Options(text: QueryText::None, comments: true), $query));
check('no comments', [["Query SELECT 'ä', 1"], ['SELECT ?, ?']], $says(new Options(), $query));
check('what is not sampled says so', [["Query SELECT 'ä', 1 /*traceparent='00-...-...-00'*/"], []], $says(new Options(comments: true), $query, '00'));
check('a text that is not UTF-8', [["Query SELECT '\xE4' /*traceparent='00-...-...-01'*/"], ["SELECT '?'"]], $says(new Options(text: QueryText::Full, comments: true), static fn () => $db->query("SELECT '\xE4'")));
check('a comment in what is prepared', [["Prepare SELECT ? /*traceparent='00-...-...-01'*/", "Execute SELECT ? /*traceparent='00-...-...-01'*/"], ['SELECT ?', "SELECT ? /*traceparent"]], (static function () use ($says, $db): array {
	[$said, $texts] = $says(new Options(comments: true, commentPrepared: true), static function () use ($db): void {
		$s = $db->prepare('SELECT ?');
		$s->execute([1]);
		$s->get_result();
	});
	return [$said, array_map(static fn (?string $text): string => substr((string) $text, 0, 22), $texts)];
})());
check('other interceptors may throw', 'DomainException 3', thrown(static function () use ($gathered, $db): void {
	$outer = $gathered->intercept();
	$inner = Mynd\intercept(static fn () => throw new DomainException('no', 3));
	try {
		$db->query('SELECT 1');
	} finally {
		$inner->remove();
		$outer->remove();
	}
}));
check('the span says it', ['DomainException', StatusCode::STATUS_ERROR], (static fn (array $spans): array => [$spans[0]->getAttributes()->get('error.type'), $spans[0]->getStatus()->getCode()])($gathered->spans()));
$admin->query('DROP TABLE otel_t');
finish();
