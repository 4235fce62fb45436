<?php
/*
 * A program with Laravel's database component: migrations, the query builder, models, eager loading,
 * transactions. What it prints must be the same with either driver; its last line is "done".
 *
 *   program.php FOLDER-OF-PHP-FILES native|emulated
 */
declare(strict_types=1);

use Illuminate\Container\Container;
use Illuminate\Database\Capsule\Manager as DB;
use Illuminate\Database\Migrations\DatabaseMigrationRepository;
use Illuminate\Database\Migrations\Migrator;
use Illuminate\Database\QueryException;
use Illuminate\Events\Dispatcher;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Support\Carbon;

error_reporting(E_ALL & ~E_DEPRECATED); // the component's own
set_include_path($argv[1]);
require 'Illuminate/Database/autoload.php';
require 'Illuminate/Events/autoload.php';
require 'Illuminate/Filesystem/autoload.php';
require __DIR__ . '/models.php';

Carbon::setTestNow('2021-03-04 05:06:07');
$capsule = new DB();
$capsule->addConnection(['driver' => 'mysql', 'unix_socket' => getenv('MYND_TEST_SOCKET'), 'database' => getenv('MYND_TEST_DB'),
	'username' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'charset' => 'utf8mb4', 'collation' => 'utf8mb4_unicode_ci',
	'prefix' => 'eloquent_', 'strict' => true, 'options' => [PDO::ATTR_EMULATE_PREPARES => $argv[2] === 'emulated']]);
$capsule->setEventDispatcher(new Dispatcher(new Container()));
$capsule->setAsGlobal();
$capsule->bootEloquent();
$db = DB::connection();

function show(string $what, mixed $value): void
{
	echo "$what: ", json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR), "\n";
}

/** The error's number and words. */
function attempt(string $what, callable $program): void
{
	try {
		show($what, $program());
	} catch (QueryException | PDOException $e) {
		show("$what fails", [$e::class, $e->getCode(), $e->errorInfo, $e->getMessage()]);
	} catch (Throwable $e) {
		show("$what fails", [$e::class, $e->getMessage()]);
	}
}

function migrate(): Migrator
{
	$databases = $GLOBALS['capsule']->getDatabaseManager();
	$repository = new DatabaseMigrationRepository($databases, 'migrations');
	$repository->repositoryExists() || $repository->createRepository();
	$migrator = new Migrator($repository, $databases, new Filesystem());
	$migrated = array_map(fn ($file) => basename($file), $migrator->run([__DIR__ . '/migrations']));
	show('migrated', array_values($migrated));
	return $migrator;
}

foreach (['comments', 'post_tag', 'tags', 'posts', 'people', 'migrations'] as $table) {
	DB::schema()->dropIfExists($table);
}
show('server', str_contains($db->getPdo()->getAttribute(PDO::ATTR_SERVER_VERSION), '.'));
$statements = 0;
$db->listen(function () use (&$statements) { $statements++; });

$migrator = migrate();
show('again', $migrator->run([__DIR__ . '/migrations']));
show('tables', [DB::schema()->hasTable('people'), DB::schema()->hasTable('nothing')]);
show('columns', DB::schema()->getColumnListing('posts'));
show('type', DB::schema()->hasColumn('posts', 'views'));

require __DIR__ . '/queries.php';
require __DIR__ . '/eloquent.php';

show('rolled back', array_map(fn ($file) => basename($file), $migrator->rollback([__DIR__ . '/migrations'])));
show('tables', [DB::schema()->hasTable('people'), DB::schema()->hasTable('posts')]);
show('statements', $statements);
DB::schema()->dropIfExists('migrations');
echo "done\n";
