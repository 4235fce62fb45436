<?php
/* The shop on mysqli; its tests share one connection, and so one recording. */
declare(strict_types=1);

use Mynd\Testing\AnswersFromOneRecording;
use PHPUnit\Framework\TestCase;

final class MysqliTest extends TestCase
{
	use AnswersFromOneRecording;

	private static ?mysqli $db = null;

	private static function db(): mysqli
	{
		return self::$db ??= shop_mysqli();
	}

	public function testTable(): void
	{
		self::assertTrue(self::db()->query('CREATE TEMPORARY TABLE goods (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE, price DECIMAL(6,2))'));
		self::assertSame(0, self::db()->query('SELECT * FROM goods')->num_rows);
	}

	public function testStatements(): void
	{
		$insert = self::db()->prepare('INSERT INTO goods (name, price) VALUES (?, ?)');
		self::assertSame(2, $insert->param_count);
		[$name, $price] = ['teapot', 12.5];
		$insert->bind_param('sd', $name, $price);
		$insert->execute();
		self::assertSame([1, 1], [$insert->insert_id, $insert->affected_rows]);
		[$name, $price] = ['cup', 3];
		$insert->execute();
		self::assertSame(2, self::db()->insert_id);
		$select = self::db()->prepare('SELECT id, name FROM goods WHERE price > ? ORDER BY id');
		self::assertSame('name', $select->result_metadata()->fetch_fields()[1]->name);
		$select->bind_result($id, $name);
		$found = [];
		foreach ([5, 1] as $least) {
			$select->execute([$least]);
			while ($select->fetch()) {
				$found[$least][] = [$id, $name];
			}
		}
		self::assertSame([5 => [[1, 'teapot']], 1 => [[1, 'teapot'], [2, 'cup']]], $found);
		self::assertSame([['cup']], self::db()->execute_query('SELECT name FROM goods WHERE id = ?', [2])->fetch_all());
	}

	public function testWarningsAndFailures(): void
	{
		self::db()->query('SELECT 1 / 0');
		self::assertSame(1, self::db()->warning_count);
		self::assertSame('1365', self::db()->query('SHOW WARNINGS')->fetch_row()[1]);
		try {
			self::db()->query("INSERT INTO goods (name) VALUES ('cup')");
			self::fail('a name came twice');
		} catch (mysqli_sql_exception $e) {
			self::assertSame([1062, '23000'], [$e->getCode(), $e->getSqlState()]);
		}
	}

	public function testOtherCommands(): void
	{
		$db = self::db();
		self::assertTrue($db->set_charset('latin1'));
		self::assertSame('latin1', $db->character_set_name());
		self::assertTrue(@$db->ping());
		self::assertTrue($db->select_db((string) getenv('MYND_TEST_DB')));
		self::assertStringContainsString('Uptime', $db->stat());
		$db->query('SELECT name FROM goods ORDER BY id', MYSQLI_ASYNC);
		$read = [$db];
		$failed = $refused = [];
		self::assertSame(1, mysqli_poll($read, $failed, $refused, 5));
		self::assertSame([['teapot'], ['cup']], $db->reap_async_query()->fetch_all());
		$db->change_user((string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), (string) getenv('MYND_TEST_DB'));
		$this->expectException(mysqli_sql_exception::class);
		$db->query('SELECT * FROM goods');
	}
}
