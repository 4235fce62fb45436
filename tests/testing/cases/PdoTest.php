<?php
/* A small shop on plain PDO. */
declare(strict_types=1);

use Mynd\Testing\AnswersFromRecording;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class PdoTest extends TestCase
{
	use AnswersFromRecording;

	private ?PDO $db = null;

	private function open(bool $emulates): PDO
	{
		$this->db = shop_pdo([PDO::ATTR_EMULATE_PREPARES => $emulates]);
		$this->db->exec('CREATE TEMPORARY TABLE goods (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE, price DOUBLE, picture BLOB)');
		return $this->db;
	}

	public static function ways(): array
	{
		return ['emulated' => [true], 'native' => [false]];
	}

	/** @dataProvider ways */
	#[DataProvider('ways')]
	public function testCountsBeforeAndAfter(bool $emulates): void
	{
		$db = $this->open($emulates);
		$count = $db->prepare('SELECT COUNT(*) FROM goods');
		$count->execute();
		self::assertEquals(0, $count->fetchColumn());
		$insert = $db->prepare('INSERT INTO goods (name, price, picture) VALUES (?, ?, ?)');
		$insert->execute(['teapot', 12.5, "\x00\xff'\\"]);
		self::assertSame(['1', 1], [$db->lastInsertId(), $insert->rowCount()]);
		$count->execute();
		self::assertEquals(1, $count->fetchColumn());
		$row = $db->query('SELECT name, price, picture FROM goods')->fetch(PDO::FETCH_ASSOC);
		self::assertSame(['teapot', 12.5, "\x00\xff'\\"], array_values($row));
	}

	/** @dataProvider ways */
	#[DataProvider('ways')]
	public function testFailures(bool $emulates): void
	{
		$db = $this->open($emulates);
		$insert = $db->prepare('INSERT INTO goods (name) VALUES (?)');
		$insert->execute(['cup']);
		try {
			$insert->execute(['cup']);
			self::fail('a name came twice');
		} catch (PDOException $e) {
			self::assertSame(['23000', 1062], [$e->getCode(), $e->errorInfo[1]]);
			self::assertStringContainsString("'cup'", $e->getMessage());
		}
		$this->expectException(PDOException::class);
		$this->expectExceptionMessage('42S02');
		$db->query('SELECT * FROM nothing');
	}

	public function testTransactions(): void
	{
		$db = $this->open(false);
		$db->beginTransaction();
		self::assertTrue($db->inTransaction());
		$db->exec("INSERT INTO goods (name) VALUES ('kettle')");
		$db->rollBack();
		self::assertFalse($db->inTransaction());
		self::assertEquals(0, $db->query('SELECT COUNT(*) FROM goods')->fetchColumn());
	}

	public function testUnbuffered(): void
	{
		$db = $this->open(true);
		$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
		$db->exec("INSERT INTO goods (name) VALUES ('a'), ('b'), ('c')");
		self::assertSame(['a', 'b', 'c'], $db->query('SELECT name FROM goods ORDER BY id')->fetchAll(PDO::FETCH_COLUMN));
		$db->setAttribute(PDO::ATTR_AUTOCOMMIT, false);
		$db->query('SET @a = 1')->closeCursor();
		self::assertEquals(1, $db->query('SELECT @a')->fetchColumn());
	}
}
