<?php
/*
 * An application of Laravel: its container finds the package's provider, events wait for the commit of their
 * own fiber, and spans of mynd/opentelemetry have the connection's name and the place in the program.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';
require __DIR__ . '/config.php';

use Illuminate\Contracts\Events\ShouldDispatchAfterCommit;
use Illuminate\Foundation\Application;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Event;
use Mynd\Laravel\MariaDbConnection;
use Mynd\Laravel\MySqlConnection;
use Mynd\Laravel\Tracing;
use Mynd\Laravel\TransactionsManager;
use Mynd\OpenTelemetry\Instrumentation;
use Mynd\OpenTelemetry\Options;
use OpenTelemetry\SDK\Trace\SpanExporter\InMemoryExporter;
use OpenTelemetry\SDK\Trace\SpanProcessor\SimpleSpanProcessor;
use OpenTelemetry\SDK\Trace\TracerProvider;

final class Placed implements ShouldDispatchAfterCommit
{
	public function __construct(public readonly int $who)
	{
	}
}

$spans = new InMemoryExporter();
Mynd\intercept(new Instrumentation(new TracerProvider(new SimpleSpanProcessor($spans)), options: new Options(attributes: Tracing::attributes(...))));

$folder = sys_get_temp_dir() . '/mynd-laravel.' . bin2hex(random_bytes(6));
mkdir("$folder/bootstrap/cache", 0777, true);
mkdir("$folder/config");
register_shutdown_function(static fn () => (new Illuminate\Filesystem\Filesystem())->deleteDirectory($folder));
$packages = json_decode((string) file_get_contents(dirname($argv[1]) . '/composer/installed.json'), true)['packages'];
$ours = array_values(array_filter($packages, static fn (array $one): bool => $one['name'] === 'mynd/laravel'))[0];
file_put_contents("$folder/config/app.php", '<?php return ' . var_export(['key' => str_repeat('k', 32), 'providers' => [Illuminate\Database\DatabaseServiceProvider::class, ...$ours['extra']['laravel']['providers']]], true) . ';');
file_put_contents("$folder/config/database.php", '<?php return ' . var_export(['default' => 'shop', 'connections' => ['shop' => config_of(['maximum' => 5, 'deadline' => 30]), 'other' => config_of([], ['driver' => 'mysql'])]], true) . ';');
$app = new Application($folder);
$app->bootstrapWith([Illuminate\Foundation\Bootstrap\LoadConfiguration::class, Illuminate\Foundation\Bootstrap\RegisterFacades::class,
	Illuminate\Foundation\Bootstrap\RegisterProviders::class, Illuminate\Foundation\Bootstrap\BootProviders::class]);

check('connections are the package\'s', [MariaDbConnection::class, MySqlConnection::class, TransactionsManager::class], [DB::connection()::class, DB::connection('other')::class, $app['db.transactions']::class]);
DB::statement('CREATE OR REPLACE TABLE laravel_orders (id INT AUTO_INCREMENT PRIMARY KEY, who INT)');
$heard = [];
Event::listen(static function (Placed $event) use (&$heard): void {
	$heard[] = [$event->who, DB::table('laravel_orders')->where('who', $event->who)->count()];
});
$begun = 0;
$order = static function (int $who, bool $is_placed) use (&$begun, &$heard): Closure {
	return static function () use ($who, $is_placed, &$begun, &$heard): int {
		DB::beginTransaction();
		$begun++;
		while ($begun < 3) {
			DB::select('SELECT SLEEP(0.001)');
		}
		DB::table('laravel_orders')->insert(['who' => $who]);
		event(new Placed($who));
		$heard_before = count(array_filter($heard, static fn (array $one): bool => $one[0] === $who));
		$is_placed ? DB::commit() : DB::rollBack();
		return $heard_before;
	};
};
check('events wait for the commit', [0, 0, 0], DB::concurrently([$order(1, true), $order(2, false), $order(3, true)]));
sort($heard);
check('of their own fiber', [[1, 1], [3, 1]], $heard);

/* A test that runs in a transaction, as Laravel's own traits open it. */
$test = new class ($app) {
	use Illuminate\Foundation\Testing\DatabaseTransactions {
		beginDatabaseTransaction as public begin;
	}
	/** @var list<Closure> */
	private array $ends = [];
	protected array $connectionsToTransact = ['shop', 'other'];

	public function __construct(protected Application $app)
	{
	}

	protected function beforeApplicationDestroyed(callable $end): void
	{
		$this->ends[] = $end(...);
	}

	public function end(): void
	{
		array_map(static fn (Closure $end): mixed => $end(), $this->ends);
	}
};
$count = static fn (): int => DB::table('laravel_orders')->count();
$here = static fn (): array => [Fiber::getCurrent() === null, DB::scalar('SELECT CONNECTION_ID()'), DB::transactionLevel()];
$manager = $app['db.transactions'];
$app['env'] = 'testing';
check('a test without a transaction: side by side', false, DB::concurrently([$here])[0][0]);
$test->begin();
DB::table('laravel_orders')->insert(['who' => 100]);
$caller = $here();
check('in a test\'s transaction: in order, and there', [$caller, $caller], DB::concurrently([$here, $here]));
check('what the test has written is seen', [3, 3], [DB::concurrently([$count])[0], (int) DB::concurrently([DB::table('laravel_orders')->selectRaw('COUNT(*) AS n')])[0][0]->n]);
check('tasks write for each other', [['one' => 4, 'two' => 5], 5], [DB::concurrently([
	'one' => static fn (): int => DB::table('laravel_orders')->insert(['who' => 101]) ? $count() : 0,
	'two' => static fn (): int => DB::transaction(static fn (): int => DB::table('laravel_orders')->insert(['who' => 102]) ? $count() : 0),
]), $count()]);
$ran = 0;
check('the first exception ends them, and what is left open is rolled back', ['RuntimeException 0', 0, 5, 1], [thrown(static fn () => DB::concurrently([
	static function (): never {
		DB::connection('other')->beginTransaction();
		DB::beginTransaction();
		DB::table('laravel_orders')->insert(['who' => 103]);
		throw new RuntimeException('no');
	},
	static function () use (&$ran): void {
		$ran++;
	},
])), $ran, $count(), DB::connection('other')->transactionLevel()]);
DB::purge('other');
DB::concurrently([static fn () => DB::connection('other')->beginTransaction()]);
check('also of a connection that a task has made', 0, DB::connection('other')->transactionLevel());
DB::connection('other')->beginTransaction();
check('calls within calls', [[5, [5]]], DB::concurrently([static fn (): array => [$count(), DB::concurrently([$count])]]));
check('sync: false', [false, 2], [DB::concurrently([$here], sync: false)[0][0], DB::concurrently([$count], sync: false)[0]]);
$app['env'] = 'production';
check('not in a test', [false, 2], [DB::concurrently([$here])[0][0], DB::concurrently([$count])[0]]);
check('sync: true', [true, 5], [DB::concurrently([$here], sync: true)[0][0], DB::concurrently([$count], sync: true)[0]]);
$test->end();
$app->instance('db.transactions', $manager);
check('a test leaves nothing', [2, 0, 0], [$count(), DB::transactionLevel(), DB::connection('other')->transactionLevel()]);

/* Spans. */
$spans->getStorage()->exchangeArray([]);
function ask_for_orders(): int
{
	return DB::table('laravel_orders')->where('who', 1)->count();
}
$line = (new ReflectionFunction('ask_for_orders'))->getStartLine() + 2;
ask_for_orders();
DB::concurrently([static fn () => DB::connection('other')->select('SELECT 1'), static fn () => ask_for_orders()]);
$found = [];
foreach ($spans->getSpans() as $span) {
	$of = $span->getAttributes();
	if (str_starts_with((string) $of->get('db.query.text'), 'select count')) {
		$found[] = [$of->get('db.client.connection.pool.name'), basename((string) $of->get('code.file.path')), $of->get('code.line.number'), $of->get('code.function.name')];
	} elseif ($of->get('db.query.text') === 'SELECT 1' || $of->get('db.query.text') === 'SELECT ?') {
		$found['other'] = $of->get('db.client.connection.pool.name');
	}
}
check('spans have the connection and the place', true, count($found) >= 3);
check('of each', [['shop', 'application.php', $line, 'ask_for_orders']], array_values(array_unique(array_filter($found, is_array(...)), SORT_REGULAR)));
check('of another connection in another fiber', 'other', $found['other'] ?? null);
(new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD')))->query('SELECT 8');
$last = $spans->getSpans();
check('what is not Laravel\'s has neither', [null, null], [end($last)->getAttributes()->get('db.client.connection.pool.name'), end($last)->getAttributes()->get('code.file.path')]);
DB::statement('DROP TABLE laravel_orders');
finish();
