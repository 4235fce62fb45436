<?php
/* A page with Laravel's database component, whose default are native statements. */
use Illuminate\Database\Capsule\Manager as DB;

require_once 'Illuminate/Database/autoload.php';
require_once 'Illuminate/Events/autoload.php';

return static function (): array {
    $capsule = new DB();
    $capsule->addConnection(['driver' => 'mysql', 'host' => '127.0.0.1', 'port' => getenv('MYND_TEST_PORT'), 'database' => getenv('MYND_TEST_DB'),
        'username' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'charset' => 'utf8mb4', 'collation' => 'utf8mb4_unicode_ci',
        'prefix' => '', 'strict' => true, 'options' => getenv('MYND_FAR_PERSISTENT') ? [PDO::ATTR_PERSISTENT => true] : []]);
    $capsule->setAsGlobal();
    $people = static fn () => DB::table('far_people');
    $read = [
        $people()->where('id', 3)->first(),
        $people()->where('name', 'person 17')->value('id'),
        $people()->where('price', '>', 150.5)->count(),
        $people()->whereIn('id', [5, 6, 7])->pluck('name', 'id'),
        $people()->whereBetween('id', [20, 25])->sum('price'),
        $people()->where('born', '<', '2001-02-10')->orderBy('born', 'desc')->get(['name', 'born']),
        $people()->whereNotNull('born')->where('id', '<=', 100)->max('price'),
        $people()->where('name', 'like', 'person 19%')->orderBy('id')->limit(3)->get(),
        $people()->where('id', 999)->exists(),
        $people()->selectRaw('COUNT(*) AS n, LEFT(name, ?) AS begin', [8])->groupBy('begin')->orderBy('begin')->get(),
    ];
    DB::connection()->transaction(static function (): void {
        DB::table('far_orders')->insert(['person' => 3, 'what' => 'tea']);
        DB::insert('INSERT INTO far_orders (person, what) VALUES (?, UPPER(?))', [4, 'coffee']);
    });
    return $read;
};
