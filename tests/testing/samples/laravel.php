<?php
/* A shop on Laravel's database component with mynd/laravel: models, transactions, selects side by side. */
declare(strict_types=1);

require __DIR__ . '/../../laravel/config.php';

use Illuminate\Container\Container;
use Illuminate\Database\Capsule\Manager as DB;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\HasMany;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Database\UniqueConstraintViolationException;
use Illuminate\Events\Dispatcher;
use Mynd\Laravel\ServiceProvider;
use Mynd\Laravel\TransactionsManager;

final class SampleGood extends Model
{
	protected $table = 'sample_goods';
	protected $guarded = [];
	protected $casts = ['price' => 'float', 'tags' => 'array'];

	public function reviews(): HasMany
	{
		return $this->hasMany(SampleReview::class, 'good_id');
	}
}

final class SampleReview extends Model
{
	protected $table = 'sample_reviews';
	protected $guarded = [];
	public $timestamps = false;
}

Illuminate\Support\Carbon::setTestNow('2026-01-02 03:04:05');

return [
	'connect' => static function (): object {
		$container = new Container();
		ServiceProvider::install($container);
		$capsule = new DB($container);
		$capsule->addConnection(config_of(['maximum' => 3]));
		$capsule->setEventDispatcher(new Dispatcher($container));
		$container->singleton('db.transactions', static fn (): TransactionsManager => new TransactionsManager());
		$capsule->setAsGlobal();
		$capsule->bootEloquent();
		DB::connection()->getPdo();
		return $capsule;
	},
	'migrate' => static function (): void {
		DB::schema()->dropIfExists('sample_reviews');
		DB::schema()->dropIfExists('sample_goods');
		DB::schema()->create('sample_goods', static function (Blueprint $table): void {
			$table->id();
			$table->string('name')->unique();
			$table->double('price')->nullable();
			$table->json('tags')->nullable();
			$table->timestamps();
		});
		DB::schema()->create('sample_reviews', static function (Blueprint $table): void {
			$table->id();
			$table->foreignId('good_id')->constrained('sample_goods')->cascadeOnDelete();
			$table->integer('stars');
		});
	},
	'tests' => [
		'models' => static function (): array {
			$pot = SampleGood::create(['name' => 'teapot', 'price' => 12.5, 'tags' => ['hot', 'ä']]);
			SampleReview::insert([['good_id' => $pot->id, 'stars' => 5], ['good_id' => $pot->id, 'stars' => 3]]);
			$seen = SampleGood::with('reviews')->where('name', 'teapot')->get()->toArray();
			$pot->update(['price' => 14]);
			$seen[] = $pot->fresh()?->price;
			$seen[] = [$pot->delete(), SampleReview::count()];
			return $seen;
		},
		'upserts' => static function (): array {
			$seen = [SampleGood::upsert([['name' => 'cup', 'price' => 3], ['name' => 'mug', 'price' => 4]], ['name'], ['price'])];
			$seen[] = SampleGood::upsert([['name' => 'cup', 'price' => 5]], ['name'], ['price']);
			$seen[] = SampleGood::orderBy('name')->whereIn('name', ['cup', 'mug'])->pluck('price', 'name')->all();
			$seen[] = SampleGood::whereIn('name', ['cup', 'mug'])->delete();
			return $seen;
		},
		'transactions' => static function (): array {
			$seen = [];
			DB::connection()->transaction(static function () use (&$seen): void {
				SampleGood::create(['name' => 'spoon']);
				try {
					DB::connection()->transaction(static fn () => SampleGood::create(['name' => 'spoon']));
				} catch (UniqueConstraintViolationException $e) {
					$seen[] = [$e->getCode(), DB::connection()->transactionLevel()];
				}
			});
			$seen[] = SampleGood::where('name', 'spoon')->count();
			DB::connection()->beginTransaction();
			$seen[] = [SampleGood::where('name', 'spoon')->delete(), DB::connection()->getPdo()->inTransaction()];
			DB::connection()->rollBack();
			$seen[] = [SampleGood::where('name', 'spoon')->count(), DB::connection()->getPdo()->inTransaction()];
			SampleGood::where('name', 'spoon')->delete();
			return $seen;
		},
		'side by side' => static function (): array {
			$tasks = [];
			foreach (['a', 'b', 'c', 'd'] as $i => $name) {
				$tasks[$name] = static function () use ($name, $i): array {
					SampleGood::create(['name' => "side $name", 'price' => $i]);
					DB::select('SELECT SLEEP(0.00' . (4 - $i) . ')');
					return SampleGood::where('name', "side $name")->pluck('price')->all();
				};
			}
			$seen = DB::concurrently($tasks);
			$seen[] = SampleGood::where('name', 'LIKE', 'side %')->delete();
			return $seen;
		},
		'asynchronous' => static function (): array {
			$first = DB::connection()->selectAsync('SELECT ? AS a', [1]);
			$second = DB::connection()->selectAsync('SELECT COUNT(*) AS n FROM sample_goods WHERE price > ?', [1000]);
			return json_decode((string) json_encode([$first->result(), $second->result()]), true);
		},
		'chunks' => static function (): array {
			SampleGood::insert(array_map(static fn (int $i): array => ['name' => "chunk $i", 'price' => $i], range(1, 25)));
			$seen = [];
			SampleGood::where('name', 'LIKE', 'chunk %')->chunkById(10, static function ($goods) use (&$seen): void {
				$seen[] = [count($goods), $goods->sum('price')];
			});
			foreach (SampleGood::where('name', 'LIKE', 'chunk %')->orderBy('id')->cursor() as $good) {
				$seen[] = $good->price;
			}
			$seen[] = SampleGood::where('name', 'LIKE', 'chunk %')->delete();
			return $seen;
		},
		'many rows' => static function (): array {
			$pdo = DB::connection()->getPdo();
			$seen = [Mynd\execute_many($pdo, 'INSERT INTO sample_goods (name, price) VALUES (?, ?)', array_map(static fn (int $i): array => ["many $i", $i], range(1, 300)))];
			$seen[] = SampleGood::where('name', 'LIKE', 'many %')->sum('price');
			$seen[] = SampleGood::where('name', 'LIKE', 'many %')->delete();
			return $seen;
		},
	],
];
