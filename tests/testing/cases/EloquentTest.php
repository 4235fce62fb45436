<?php
/* The shop on Laravel's database component. */
declare(strict_types=1);

use Illuminate\Database\Capsule\Manager;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\QueryException;
use Illuminate\Database\Schema\Blueprint;
use Mynd\Testing\AnswersFromRecording;
use PHPUnit\Framework\TestCase;

final class Good extends Model
{
	protected $guarded = [];
	protected $casts = ['price' => 'float'];
}

final class EloquentTest extends TestCase
{
	use AnswersFromRecording;

	private ?Manager $manager = null;

	protected function setUp(): void
	{
		Illuminate\Support\Carbon::setTestNow('2026-01-02 03:04:05');
		$this->manager = new Manager;
		$this->manager->addConnection(['driver' => 'mysql', 'unix_socket' => getenv('MYND_TEST_SOCKET'), 'database' => getenv('MYND_TEST_DB'),
			'username' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'charset' => 'utf8mb4', 'collation' => 'utf8mb4_unicode_ci']);
		$this->manager->setAsGlobal();
		$this->manager->bootEloquent();
		Manager::schema()->create('goods', static function (Blueprint $table): void {
			$table->temporary();
			$table->id();
			$table->string('name')->unique();
			$table->double('price')->nullable();
			$table->timestamps();
		});
	}

	public function testModels(): void
	{
		self::assertSame(0, Good::count());
		$pot = Good::create(['name' => 'teapot', 'price' => 12.5]);
		Good::create(['name' => 'cup', 'price' => 3]);
		self::assertSame([1, 2], [$pot->id, Good::count()]);
		self::assertSame(['cup' => 3.0, 'teapot' => 12.5], Good::orderBy('name')->pluck('price', 'name')->all());
		$pot->update(['price' => 14]);
		self::assertSame(14.0, $pot->fresh()->price);
		self::assertSame('2026-01-02 03:04:05', $pot->fresh()->created_at->format('Y-m-d H:i:s'));
		self::assertSame(1, Good::where('price', '<', 5)->delete());
	}

	public function testTransactions(): void
	{
		Manager::connection()->transaction(static fn() => Good::create(['name' => 'teapot']));
		try {
			Manager::connection()->transaction(static function (): void {
				Good::create(['name' => 'cup']);
				Good::create(['name' => 'teapot']);
			});
			self::fail('a name came twice');
		} catch (QueryException $e) {
			self::assertSame('23000', $e->getCode());
		}
		self::assertSame(['teapot'], Good::pluck('name')->all());
	}
}
