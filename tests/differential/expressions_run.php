<?php
// Asks for expressions on the PHP it is started with: a text a line on standard input, as JSON; on standard
// output a line with what each way of asking has given. The connections live as long as the process.

require __DIR__ . '/canon.php';

final class Ways
{
	/** @var array<string, mysqli> */
	private array $mysqli = [];
	/** @var array<string, PDO> */
	private array $pdo = [];

	public function __construct()
	{
		foreach (['text' => 0, 'native' => 1] as $name => $native) {
			$link = mysqli_init();
			$link->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, $native);
			$link->real_connect('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
			$link->set_charset('utf8mb4');
			$this->mysqli[$name] = $link;
		}
		$options = ['emulated' => [], 'unbuffered' => [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false], 'prepared' => [PDO::ATTR_EMULATE_PREPARES => false], 'prepared unbuffered' => [PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false], 'strings' => [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_STRINGIFY_FETCHES => true]];
		foreach ($options as $name => $list) {
			$this->pdo[$name] = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB') . ';charset=utf8mb4', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION] + $list);
		}
		foreach ([...$this->mysqli, ...$this->pdo] as $link) {
			$link->query("SET sql_mode = ''");
		}
	}

	/** @return array<string, mixed> by way */
	public function ask(string $sql): array
	{
		$given = [];
		foreach ($this->mysqli as $name => $link) {
			$given["mysqli $name"] = $this->outcome(fn () => self::result($link->query($sql)));
			$given["mysqli $name, used"] = $this->outcome(fn () => self::result($link->query($sql, MYSQLI_USE_RESULT)));
		}
		$given['mysqli get_result'] = $this->outcome(function () use ($sql) {
			$statement = $this->mysqli['text']->prepare($sql);
			$statement->execute();
			return self::result($statement->get_result());
		});
		$given['mysqli bind_result'] = $this->outcome(fn () => $this->bound($sql, false));
		$given['mysqli bind_result, stored'] = $this->outcome(fn () => $this->bound($sql, true));
		foreach ($this->pdo as $name => $link) {
			$given["PDO $name"] = $this->outcome(function () use ($link, $sql) {
				$statement = $link->prepare($sql);
				$statement->execute();
				$columns = array_map($statement->getColumnMeta(...), range(0, $statement->columnCount() - 1));
				return [$columns, $statement->fetchAll(PDO::FETCH_NUM)];
			});
		}
		return $given;
	}

	private function outcome(Closure $ask): mixed
	{
		try {
			return canon($ask());
		} catch (Throwable $thrown) {
			return ['thrown' => canon_throwable($thrown)];
		}
	}

	private static function result(mysqli_result $result): array
	{
		$fields = array_map(get_object_vars(...), $result->fetch_fields());
		return [$fields, $result->fetch_all(MYSQLI_NUM)];
	}

	private function bound(string $sql, bool $isStored): array
	{
		$statement = $this->mysqli['text']->prepare($sql);
		$statement->execute();
		$isStored && $statement->store_result();
		$values = array_fill(0, $statement->field_count, null);
		$statement->bind_result(...$values);
		$rows = [];
		while ($statement->fetch()) {
			$rows[] = array_map(fn ($value) => $value, $values);
		}
		return $rows;
	}
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$ways = new Ways();
while (($line = fgets(STDIN)) !== false) {
	echo json_encode($ways->ask(json_decode($line, true, 4, JSON_THROW_ON_ERROR)), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
