<?php
/*
 * DB::concurrently(): values, errors, what is cancelled, calls within calls. The second argument is "revolt":
 * in Revolt's loop; without it, where there is no loop. Nothing hangs on the clock: locks of the server show
 * what runs at the same time.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Illuminate\Database\Capsule\Manager as DB;
use Illuminate\Database\Eloquent\Model;

class Person extends Model
{
	protected $table = 'laravel_people';
	public $timestamps = false;
	protected $guarded = [];
}

$is_revolt = ($argv[2] ?? '') === 'revolt';
if ($is_revolt) {
	Mynd\Revolt\install();
}
$capsule = capsule(['maximum' => 8]);
$witness = connect();
DB::schema()->dropIfExists('laravel_people');
DB::schema()->create('laravel_people', static function ($table): void {
	$table->id();
	$table->string('name')->unique();
});
Person::insert([['name' => 'Ann'], ['name' => 'Ben']]);

check('nothing', [[], []], [DB::concurrently([]), Mynd\Laravel\Concurrently::run([])]);
check('closures and builders, under their keys', ['count' => 2, 'rows' => ['Ann', 'Ben'], 'models' => ['Ben'], 7 => null], array_map(
	static fn (mixed $value): mixed => $value instanceof Illuminate\Support\Collection ? $value->pluck('name')->all() : $value,
	DB::concurrently([
		'count' => static fn (): int => Person::count(),
		'rows' => DB::table('laravel_people')->orderBy('id'),
		'models' => Person::where('name', 'Ben'),
		7 => static fn () => null,
	]),
));
check('a task that is none', 'TypeError 0', thrown(static fn () => DB::concurrently(['SELECT 1'])));

/* Each needs all the others: they end when all hold their locks. */
$meet = static fn (int $i, int $all): Closure => static function () use ($i, $all): int {
	DB::scalar("SELECT GET_LOCK('laravel_meet_$i', 0)");
	$others = implode(' + ', array_map(static fn (int $n): string => "(IS_USED_LOCK('laravel_meet_$n') IS NOT NULL)", range(1, $all)));
	while ((int) DB::scalar("SELECT $others") < $all) {
	}
	DB::select('SELECT SLEEP(0.1)'); // the others see it, too
	return $i;
};
check('they run side by side', [1, 2, 3, 4], DB::concurrently([$meet(1, 4), $meet(2, 4), $meet(3, 4), $meet(4, 4)]));
check('more than there are connections', range(1, 30), DB::concurrently(array_map(static fn (int $i): Closure => static fn (): int => (int) DB::scalar('SELECT ?', [$i]), range(1, 30))));
check('calls within calls', [[[1, 2], [3, 4]], 'beside'], [array_slice($got = DB::concurrently([
	static fn (): array => DB::concurrently([$meet(1, 4), $meet(2, 4)]),
	static fn (): array => DB::concurrently([$meet(3, 4), $meet(4, 4)]),
	static fn (): string => 'beside',
]), 0, 2), $got[2]]);

/* A task sends what it asks for, and nothing else: no login, reset or SET of its own. */
$points = static fn (): array => array_map(static fn (int $id): Closure => static fn (): mixed => DB::select('SELECT name, @@sql_mode AS mode FROM laravel_people WHERE id = ?', [$id]), [1, 2, 3]);
$writes = static function (bool $sync) use ($points): int {
	$before = Mynd\stats()['writes'];
	DB::concurrently($points(), $sync);
	return Mynd\stats()['writes'] - $before;
};
$writes(true);
$writes(false);
check('warm tasks write no more than one after the other', $writes(true), $writes(false));
$modes = static fn (): array => array_unique(DB::concurrently(array_fill(0, 3, static fn (): string => DB::scalar('SELECT @@sql_mode'))));
$mode = DB::scalar('SELECT @@sql_mode');
check('their sessions are as Laravel sets them up', [$mode], $modes());
DB::concurrently([static fn () => DB::statement("SET sql_mode = ''"), static fn () => DB::statement('USE information_schema')]);
check('also behind one that has changed its own', [[$mode], getenv('MYND_TEST_DB')], [$modes(), DB::concurrently([static fn () => DB::scalar('SELECT DATABASE()')])[0]]);
/* A connection for reading, whose configuration changes: another pool. */
$reads = static function (string $database) use ($capsule): string {
	$capsule->addConnection(config_of(['maximum' => 2], ['read' => ['database' => $database], 'write' => ['database' => getenv('MYND_TEST_DB')]]), 'split');
	$capsule->getDatabaseManager()->purge('split');
	return DB::concurrently([static fn (): string => DB::connection('split')->scalar('SELECT DATABASE()')])[0];
};
check('a read configuration that changes', ['information_schema', getenv('MYND_TEST_DB')], [$reads('information_schema'), $reads((string) getenv('MYND_TEST_DB'))]);
if (!$is_revolt && function_exists('pcntl_alarm')) {
	pcntl_async_signals(true);
	pcntl_signal(SIGALRM, static fn () => null, false);
	pcntl_alarm(1);
	check('a signal interrupts nothing', [0], DB::concurrently([static fn (): int => DB::scalar('SELECT SLEEP(1.5)')]));
}
$capsule->getContainer()->bind('db.connector.mariadb', Illuminate\Database\Connectors\MariaDbConnector::class);
$capsule->addConnection(config_of(['maximum' => 3], ['timezone' => '+05:00']), 'plain');
$zones = static fn (): array => DB::concurrently(array_fill(0, 6, static fn (): string => DB::connection('plain')->scalar('SELECT @@time_zone')));
check('with a connector of others', array_fill(0, 6, '+05:00'), array_merge(array_slice($zones(), 0, 3), array_slice($zones(), 0, 3)));

/* The first that fails. */
$until_it_runs = static function (string $mark) use ($witness): void {
	while (DB::scalar("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%$mark%' AND state = 'User sleep'") == 0) {
	}
};
$trace = [];
$long = static function (string $mark) use (&$trace): Closure {
	return static function () use ($mark, &$trace): void {
		try {
			DB::transaction(static function () use ($mark): void {
				Person::create(['name' => $mark]);
				DB::select("SELECT SLEEP(60) /* $mark */");
			});
		} catch (Throwable $e) {
			$trace[] = "$mark is told";
			throw $e;
		} finally {
			$trace[] = "$mark ends";
		}
	};
};
$fails = static function () use ($until_it_runs): never {
	$until_it_runs('long one');
	$until_it_runs('long two');
	throw new DomainException('first', 5);
};
check('the first error is thrown', 'DomainException 5', thrown(static fn () => DB::concurrently([$long('long one'), $fails, $long('long two')])));
sort($trace);
check('the others have ended by then', ['long one ends', 'long one is told', 'long two ends', 'long two is told'], $trace);
check('nothing of theirs is there', ['Ann', 'Ben'], Person::lockForUpdate()->orderBy('name')->pluck('name')->all());
for ($tries = 0; $tries < 2000 && ask($witness, "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%long one%' AND state = 'User sleep'") !== '0'; $tries++) {
	usleep(5000);
}
check('the server does not go on with them', true, $tries < 2000);
check('an error of the server is as ever', 'Illuminate\Database\UniqueConstraintViolationException', explode(' ', (string) thrown(static fn () => DB::concurrently([static fn () => Person::create(['name' => 'Ann']), static fn () => 1])))[0]);
$begun = 0;
check('what fails at once', 'DomainException 0', thrown(static fn () => DB::concurrently([static fn () => throw new DomainException(), static function () use (&$begun): void {
	DB::select('SELECT 1');
	$begun++;
}])));
check('an error within an inner call', 'DomainException 5', thrown(static fn () => DB::concurrently([
	static fn () => DB::concurrently([$long('long one'), $fails]),
	static fn () => DB::concurrently([$long('long two')]),
])));
$caught = DB::concurrently([
	static function () use ($fails, $long): string {
		try {
			DB::concurrently([$long('long one'), $fails]);
			return '';
		} catch (DomainException) {
			return 'caught ' . DB::scalar('SELECT 1');
		}
	},
	static function (): string {
		DB::select('SELECT SLEEP(0.3) /* long two */');
		return 'went on';
	},
]);
$begun = 0;
check('one that is told to end begins no others', ['DomainException 5', 0], [thrown(static fn () => DB::concurrently([
	static function () use ($long, &$begun): void {
		try {
			$long('long one')();
		} finally {
			DB::concurrently([static function () use (&$begun): void {
				$begun++;
			}]);
		}
	},
	$fails,
	$long('long two'),
])), $is_revolt ? 0 : $begun]);
check('an inner call that fails, and is caught', ['caught 1', 'went on'], $caught);
check('afterwards all is as before', [['Ann', 'Ben'], 0], [Person::orderBy('name')->pluck('name')->all(), DB::connection()->transactionLevel()]);
if ($is_revolt) {
	/* Beside other tasks of the loop. */
	$ticks = 0;
	$id = Revolt\EventLoop::repeat(0.001, static function () use (&$ticks): void {
		$ticks++;
	});
	DB::concurrently([static fn () => DB::select('SELECT SLEEP(0.05)'), static fn () => DB::select('SELECT SLEEP(0.05)')]);
	Revolt\EventLoop::cancel($id);
	check('the loop goes on', true, $ticks > 0);
	$numbers = $fibers = [];
	Mynd\Revolt\uninstall(); // Revolt uses a fiber again whose task has not been suspended
	for ($i = 0; $i < 5; $i++) {
		$numbers[] = Amp\async(static function () use (&$fibers): array {
			$fibers[] = spl_object_id(Fiber::getCurrent());
			$before = [DB::connection()->transactionLevel(), DB::scalar('SELECT @left')];
			DB::beginTransaction();
			DB::statement('SET @left = 1');
			return $before;
		})->await();
	}
	check('a task has nothing of the one before it', array_fill(0, 5, [0, null]), $numbers);
	check('which ran in the same fiber', true, count(array_unique($fibers)) < 5);
} else {
	check('a waiter that was there is there again', true, (static function (): bool {
		$waiter = static fn (): ?bool => null;
		Mynd\waiter($waiter);
		DB::concurrently([static fn () => DB::select('SELECT 1')]);
		return Mynd\waiter(null) === $waiter;
	})());
	check('a task that suspends by itself', 'LogicException 0', thrown(static fn () => DB::concurrently([static fn () => Fiber::suspend(), static fn () => DB::select('SELECT 1')])));
}
DB::schema()->drop('laravel_people');
finish();
