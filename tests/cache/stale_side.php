<?php
/* A connection of stale.php's programs: of mysqli or PDO, persistent or not, by a socket or by TCP. */

/** One of the two connections. */
final class Side
{
	public mysqli|PDO|null $link = null;
	public string $database = DATABASES[0];

	public function __construct(private readonly bool $is_pdo)
	{
	}

	public function connect(): void
	{
		$this->link = null;
		$this->database = pick(DATABASES[0], DATABASES[0], DATABASES[1]);
		[$user, $password, $socket, $port] = array_map(getenv(...), ['MYND_TEST_USER', 'MYND_TEST_PASSWORD', 'MYND_TEST_SOCKET', 'MYND_TEST_PORT']);
		$persistent = pick(true, false);
		$is_tcp = pick(true, false, false);
		if ($this->is_pdo) {
			$where = $is_tcp ? "host=127.0.0.1;port=$port" : "unix_socket=$socket";
			$options = [PDO::ATTR_PERSISTENT => $persistent, PDO::ATTR_EMULATE_PREPARES => pick(true, false), PDO::MYSQL_ATTR_LOCAL_INFILE => true];
			$this->link = new PDO("mysql:$where;dbname=$this->database;charset=utf8mb4", $user, $password, $options);
		} else {
			$this->link = mysqli_init();
			$this->link->options(MYSQLI_OPT_LOCAL_INFILE, 1);
			$this->link->real_connect(($persistent ? 'p:' : '') . ($is_tcp ? '127.0.0.1' : 'localhost'), $user, $password, $this->database, $is_tcp ? (int) $port : null, $is_tcp ? null : $socket);
			$this->link->set_charset('utf8mb4');
		}
		$this->run('SET ' . WAITS);
	}

	public function number(): int
	{
		return $this->link instanceof mysqli ? $this->link->thread_id : (int) $this->link->query('SELECT /* mynd:ttl=0 */ CONNECTION_ID()')->fetchColumn();
	}

	/** @return list<list<mixed>> as texts */
	public function run(string $sql): array
	{
		$result = $this->link->query($sql);
		if (is_bool($result)) {
			return [];
		}
		$rows = $result instanceof PDOStatement ? ($result->columnCount() > 0 ? $result->fetchAll(PDO::FETCH_NUM) : []) : $result->fetch_all();
		return array_map(static fn (array $row): array => array_map(static fn (mixed $cell): ?string => $cell === null ? null : (string) $cell, $row), $rows);
	}

	public function run_prepared(string $sql): void
	{
		$statement = $this->link->prepare($sql);
		$statement->execute();
	}
}

function pick(mixed ...$of): mixed
{
	return $of[mt_rand(0, count($of) - 1)];
}
