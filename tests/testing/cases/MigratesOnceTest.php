<?php
/* A class of which the first test that runs makes the tables, as those of Laravel with RefreshDatabase. */
declare(strict_types=1);

use Mynd\Testing\AnswersFromRecording;
use PHPUnit\Framework\TestCase;

final class MigratesOnceTest extends TestCase
{
	use AnswersFromRecording;

	private static bool $hasMigrated = false;
	private ?PDO $db = null;

	protected function setUp(): void
	{
		$this->db = shop_pdo();
		if (!self::$hasMigrated) {
			$this->recordApart('migrations', $this->migrate(...));
			self::$hasMigrated = true;
		}
		$this->db->beginTransaction();
	}

	protected function tearDown(): void
	{
		$this->db?->rollBack();
	}

	private function migrate(): void
	{
		$this->db?->exec('DROP TABLE IF EXISTS migrated_once');
		$this->db?->exec('CREATE TABLE migrated_once (id INT PRIMARY KEY, name VARCHAR(20))');
		$this->db?->exec("INSERT INTO migrated_once VALUES (1, 'teapot')");
	}

	/** @return list<mixed> */
	private function names(): array
	{
		return $this->db?->query('SELECT name FROM migrated_once ORDER BY id')->fetchAll(PDO::FETCH_COLUMN) ?? [];
	}

	public function testWhatIsThere(): void
	{
		self::assertSame(['teapot'], $this->names());
	}

	public function testOneMore(): void
	{
		$this->db?->exec("INSERT INTO migrated_once VALUES (2, 'cup')");
		self::assertSame(['teapot', 'cup'], $this->names());
	}

	public function testNone(): void
	{
		self::assertSame(1, $this->db?->exec('DELETE FROM migrated_once'));
		self::assertSame([], $this->names());
	}
}
