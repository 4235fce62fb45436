<?php
/*
 * One connection object of Laravel's, and what makes a connection for each fiber behind it; time limits,
 * asynchronous selects.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Illuminate\Database\Capsule\Manager as DB;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseTransactionsManager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\QueryException;
use Mynd\Laravel\Loop;
use Mynd\Laravel\MariaDbConnection;

class Row extends Model
{
	protected $table = 'laravel_own';
	public $timestamps = false;
	protected $guarded = [];
}

$capsule = capsule(['maximum' => 4]);
$db = DB::connection();
check('its class', MariaDbConnection::class, $db::class);
DB::schema()->dropIfExists('laravel_own');
DB::schema()->create('laravel_own', static function ($table): void {
	$table->id();
	$table->integer('who');
	$table->integer('n')->unique();
});

/* Each has begun when the other goes on. */
$levels = [];
$heard = [];
$program = static function (int $who, bool $is_committed) use ($db, &$levels, &$heard): array {
	$db->beginTransaction();
	while (count($levels) < 2) {
		$levels[$who] = $db->transactionLevel();
		$db->select('SELECT SLEEP(0.001)');
	}
	$db->afterCommit(static function () use ($who, &$heard): void {
		$heard[] = $who;
	});
	$row = Row::create(['who' => $who, 'n' => $who]);
	$seen = [Row::pluck('who')->all(), Row::find($row->id)->who];
	$db->beginTransaction();
	$seen[] = $db->transactionLevel();
	$db->rollBack();
	$is_committed ? $db->commit() : $db->rollBack();
	return [...$seen, $db->transactionLevel(), number()];
};
$got = DB::concurrently([1 => static fn () => $program(1, true), 2 => static fn () => $program(2, false)]);
ksort($levels);
check('two transactions at a time: each has its own level', [1 => 1, 2 => 1], $levels);
check('each sees its own rows', [[[1], 1, 2, 0], [[2], 2, 2, 0]], [array_slice($got[1], 0, 4), array_slice($got[2], 0, 4)]);
check('three connections', 3, count(array_unique([$got[1][4], $got[2][4], number()])));
check('one was committed', [1], Row::pluck('who')->all());
check('what is to happen after a commit happens after that one', [1], $heard);
check('the main program has no transaction', 0, $db->transactionLevel());

/* What a fiber leaves is gone. */
$left = static function (): array {
	$before = [DB::connection()->transactionLevel(), DB::scalar('SELECT @left'), DB::connection()->hasModifiedRecords()];
	DB::statement('SET @left = 1');
	DB::beginTransaction();
	Row::create(['who' => 9, 'n' => 100 + random_int(0, 1 << 30)]);
	return $before;
};
check('nothing of a fiber is left', array_fill(0, 12, [0, null, false]), DB::concurrently(array_fill(0, 12, $left)));
check('its transaction was rolled back', [1], Row::lockForUpdate()->pluck('who')->all());
check('twelve fibers, four connections', [12, true], [count($numbers = DB::concurrently(array_fill(0, 12, static fn (): int => number()))), count(array_unique($numbers)) <= 4]);

/* A builder, a model, a schema of the main program in fibers. */
$builder = DB::table('laravel_own')->selectRaw('CONNECTION_ID() AS c');
$numbers = DB::concurrently(array_fill(0, 2, static function () use ($builder): bool {
	DB::select('SELECT SLEEP(0.005)');
	return (int) $builder->first()->c === number();
}));
check('a builder asks in the fiber that uses it', [true, true], $numbers);
check('a prefix that is left out for a while is', ['p_', ''], (static function () use ($db): array {
	$db->setTablePrefix('p_');
	$seen = DB::concurrently(['other' => static function () use ($db): string {
		DB::select('SELECT SLEEP(0.01)');
		return $db->getTablePrefix();
	}, 'without' => static fn (): string => $db->withoutTablePrefix(static function () use ($db): string {
		DB::select('SELECT SLEEP(0.02)');
		return $db->getTablePrefix();
	})]);
	$db->setTablePrefix('');
	return array_values($seen);
})());

/* A lost connection: Laravel connects again, for that fiber. */
$lost = DB::concurrently([static function (): array {
	$first = number();
	connect()->query("KILL $first");
	$second = number();
	return [$first !== $second, $second === number()];
}, static function (): bool {
	$first = number();
	DB::select('SELECT SLEEP(0.02)');
	return $first === number();
}]);
check('a lost connection', [[true, true], true], $lost);
$closed = DB::concurrently([static function () use ($db): bool {
	$db->getPdo();
	$db->disconnect();
	return $db->getRawPdo() === null && number() > 0;
}, static function (): bool {
	$first = number();
	DB::select('SELECT SLEEP(0.01)');
	return $first === number();
}]);
check('disconnect() is the fiber\'s', [true, true], $closed);

/* Reading and writing apart. */
$config = config_of(['maximum' => 3], ['read' => ['charset' => 'utf8mb4'], 'write' => ['charset' => 'utf8mb4'], 'sticky' => true]);
$capsule->addConnection($config, 'split');
$have_both = 0;
$apart = DB::concurrently(array_fill(0, 2, static function () use (&$have_both): array {
	$split = DB::connection('split');
	$read = $split->scalar('SELECT CONNECTION_ID()');
	$write = $split->scalar('SELECT CONNECTION_ID()', [], false);
	/* What a fiber gives back at its end, the other one may take: neither ends before both have theirs. */
	for ($have_both++, $tries = 0; $have_both < 2 && $tries < 10000; $tries++) {
		$split->statement('DO 1');
	}
	$split->statement('DO 1');
	return [$read !== $write, $split->scalar('SELECT CONNECTION_ID()') === $write, $read, $write];
}));
check('readers and writers', [true, true, true, true], [...array_slice($apart[0], 0, 2), ...array_slice($apart[1], 0, 2)]);
check('each fiber has its own of both', 4, count(array_unique([$apart[0][2], $apart[0][3], $apart[1][2], $apart[1][3]])));
check('a reader by name', [true, true], DB::concurrently(array_fill(0, 2, static fn (): bool => DB::connection('split::read')->scalar('SELECT CONNECTION_ID()') === DB::connection('split::read')->scalar('SELECT CONNECTION_ID()', [], false))));
/*
 * The first use of a name by several fibers at once: the manager keeps one object, and each fiber has one
 * session of it.
 */
foreach (['split::write', 'split::read', 'default::write', 'default::read'] as $name) {
	$capsule->getDatabaseManager()->purge($name);
	$seen = DB::concurrently(array_fill(0, 3, static function () use ($name): array {
		$first = DB::connection($name);
		$ids = [];
		foreach ([true, false, true] as $reads) {
			$ids[] = DB::connection($name)->scalar('SELECT CONNECTION_ID()', [], $reads);
		}
		return [spl_object_id($first), spl_object_id(DB::connection($name)), ...$ids];
	}));
	check("$name: one object", 1, count(array_unique(array_merge(...array_map(static fn (array $of): array => array_slice($of, 0, 2), $seen)))));
	check("$name: one session for a fiber, and another for each", [1, 1, 1, 3], [...array_map(static fn (array $of): int => count(array_unique(array_slice($of, 2))), $seen), count(array_unique(array_column($seen, 2)))]);
}

/* Asynchronous selects. */
$holder = connect();
ask($holder, "SELECT GET_LOCK('laravel_own', 60)");
$prepared = static fn (): int => (int) $db->select("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")[0]->Value;
$before = $prepared();
$pending = $db->selectAsync("SELECT GET_LOCK('laravel_own', 60) AS a, RELEASE_LOCK('laravel_own') AS b");
check('it is not waited for', false, Mynd\as_completed([$pending->statement()], 0.0)->valid());
ask($holder, "SELECT RELEASE_LOCK('laravel_own')");
check('its rows come', 1, (int) $pending->result()[0]->a);
check('it was not prepared, which would wait', $before, $prepared());
$pending = $db->selectAsync('SELECT (SELECT 1 UNION SELECT 2) AS x');
check('another command does not meet its error', 5, $db->select('SELECT 5 AS v')[0]->v);
check('it has its own error', 'Illuminate\Database\QueryException', explode(' ', (string) thrown(static fn () => $pending->result()))[0]);
$log = [];
$db->listen(static function ($event) use (&$log): void {
	$log[] = [$event->sql, $event->bindings];
});
$sync = $db->select('SELECT n, who, ? AS x, 1.5 AS y FROM laravel_own WHERE n IN (?, ?)', ['x', 1, 2]);
$pending = [$db->selectAsync('SELECT n, who, ? AS x, 1.5 AS y FROM laravel_own WHERE n IN (?, ?)', ['x', 1, 2]), $db->selectAsync('SELECT 2 AS b')];
check('rows are those of select()', [(array) $sync[0], 2], [(array) $pending[0]->result()[0], $pending[1]->result()[0]->b]);
check('it is asked once', true, $pending[0]->result() === $pending[0]->result());
check('listeners hear of it', 3, count($log));
check('an error', 'Illuminate\Database\QueryException', explode(' ', (string) thrown(static fn () => $db->selectAsync('SELECT nothing FROM laravel_own')->result()))[0]);

/* Time limits. */
const LONG = 'SELECT COUNT(*) FROM information_schema.columns a, information_schema.columns b, information_schema.columns c';
$capsule->addConnection(config_of(['deadline' => 0.5]), 'limited');
$limited = DB::connection('limited');
$code = static function (Closure $program): int {
	try {
		$program();
		return 0;
	} catch (QueryException $e) {
		return in_array($e->errorInfo[1] ?? 0, [1317, 2006], true) ? 1317 : -1;
	}
};
check('the first query, with its connect', 1317, $code(static fn () => $limited->select(LONG)));
check('and further ones', [1317, 1317], [$code(static fn () => $limited->select(LONG . ' WHERE a.ordinal_position > ?', [0])), $code(static fn () => $limited->unprepared(LONG . ' INTO @x'))]);
check('each has a limit of its own', 1, $limited->scalar('SELECT 1'));
usleep(600000);
check('nothing of it is left between queries', '1', (string) $limited->getPdo()->query('SELECT 1')->fetchColumn());
check('a transaction is rolled back', [1317, 0], [$code(static fn () => $limited->transaction(static fn () => $limited->select(LONG))), $limited->transactionLevel()]);
check('in fibers', [1317, 1317], DB::concurrently(array_fill(0, 2, static fn (): int => $code(static fn () => $limited->select(LONG)))));
foreach ([['deadline' => 0], ['deadline' => 'soon'], ['maximum' => -1], ['limit' => 1], 7] as $i => $wrong) {
	check("wrong options $i", 'ValueError 0', thrown(static fn () => Mynd\Laravel\Options::of(['mynd' => $wrong])));
}

/* A property of Laravel's that a later version has, and that nobody has looked at, is found here. */
$of = static fn (string $class): array => array_values(array_diff(array_column(array_filter((new ReflectionClass($class))->getProperties(), static fn (ReflectionProperty $one): bool => !$one->isStatic()), 'name'),
	['readPdoConfig', 'database', 'readWriteType', 'config', 'reconnector', 'queryGrammar', 'schemaGrammar', 'postProcessor', 'events', 'fetchMode', 'transactionsManager', 'queryLog', 'loggingQueries',
		'totalQueryDuration', 'queryDurationHandlers', 'beforeStartingTransaction', 'beforeExecutingCallbacks', 'doctrineConnection']));
$own = ['lastInsertId', 'pdo', 'readPdo', 'tablePrefix', 'transactions', 'recordsModified', 'readOnWriteConnection', 'pretending', 'latestPdoTypeRetrieved'];
check('Laravel keeps nothing else of a session', [], array_values(array_diff($of(Illuminate\Database\MariaDbConnection::class), $own)));
check('what is kept for each fiber is Laravel\'s', [], array_values(array_diff($own, $of(Illuminate\Database\MariaDbConnection::class))));
check('nor of transactions', ['committedTransactions', 'currentTransaction', 'pendingTransactions'], (static function () use ($of): array {
	$names = $of(DatabaseTransactionsManager::class);
	sort($names);
	return $names;
})());

DB::schema()->drop('laravel_own');
finish();
