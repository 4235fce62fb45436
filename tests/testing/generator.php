<?php
/*
 * Random programs, recorded and answered: all that they have seen must be the same, no socket may be tried,
 * and a program that leaves one step out must be told. Ends with "N passed, N failed".
 *
 *   generator.php FOLDER SEED PROGRAMS
 */
declare(strict_types=1);

require __DIR__ . '/cases/bootstrap.php';
require __DIR__ . '/../checks.php';

use Mynd\Testing\{Mode, NotAsked, NotRecorded, Recording};

[, $folder, $seed, $programs] = $argv;
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

/** A program is a list of steps, each a name and its values, so that it can be run twice. */
function program(int $seed): array
{
	mt_srand($seed);
	$values = fn(): mixed => [null, 0, -7, PHP_INT_MAX, 1.5, -0.0, 1e300, '', "it's", "\x00\xff\"\\", str_repeat('ä', 300), random_text(70000)][mt_rand(0, 11)];
	$names = ['count', 'count', 'read', 'read', 'insert', 'insert', 'update', 'duplicate', 'mistake', 'begin', 'commit', 'rollback', 'warning', 'unbuffered', 'quote', 'typed', 'async', 'charset', 'again', 'lookup', 'several', 'procedure', 'bulk', 'bulk'];
	$steps = [];
	for ($i = mt_rand(5, 25); $i > 0; $i--) {
		$steps[] = [$names[mt_rand(0, count($names) - 1)], mt_rand(0, 2), $values(), mt_rand(0, 9)];
	}
	return $steps;
}

function random_text(int $most): string
{
	$text = '';
	for ($i = mt_rand(0, $most); $i > 0; $i -= 8) {
		$text .= pack('V', mt_rand()) . 'abcd';
	}
	return $text;
}

/** Three connections: PDO that emulates, PDO that does not, mysqli. */
final class Run
{
	private array $links;
	public array $seen = [];

	public function __construct()
	{
		$this->links = [shop_pdo([PDO::ATTR_EMULATE_PREPARES => true]), shop_pdo([PDO::ATTR_EMULATE_PREPARES => false]), shop_mysqli()];
		foreach ($this->links as $link) {
			$link->query('CREATE TEMPORARY TABLE g (id INT AUTO_INCREMENT PRIMARY KEY, k INT UNIQUE, v LONGBLOB, d DOUBLE)');
		}
	}

	public function step(string $name, int $on, mixed $value, int $number): void
	{
		$link = $this->links[$on];
		try {
			$this->seen[] = $this->$name($link, $value, $number);
		} catch (PDOException | mysqli_sql_exception $e) {
			$this->seen[] = [$e->getMessage(), $e->getCode(), $e instanceof PDOException ? $e->errorInfo : $e->getSqlState()];
		}
		$this->seen[] = $link instanceof PDO ? [$link->lastInsertId(), $link->inTransaction()] : [$link->insert_id, $link->affected_rows, $link->errno, $link->warning_count, $link->info];
	}

	private function all(object $result): array
	{
		return $result instanceof PDOStatement ? [$result->rowCount(), $result->fetchAll(PDO::FETCH_ASSOC)] : [$result->num_rows, $result->fetch_all(MYSQLI_ASSOC), $result->fetch_fields()];
	}

	private function run(object $link, string $sql, array $values): array
	{
		$statement = $link->prepare($sql);
		if ($statement instanceof PDOStatement) {
			foreach ($values as $i => $value) {
				$statement->bindValue($i + 1, $value, $value === null ? PDO::PARAM_NULL : (is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR));
			}
			$statement->execute();
			return $statement->columnCount() > 0 ? $this->all($statement) : [$statement->rowCount()];
		}
		$statement->execute($values);
		$result = $statement->get_result();
		return [$statement->affected_rows, $statement->insert_id, $statement->field_count, $result === false ? null : $this->all($result)];
	}

	private function count(object $link): array
	{
		return $this->all($link->query('SELECT COUNT(*) AS n FROM g'));
	}

	private function read(object $link, mixed $value, int $number): array
	{
		return $this->run($link, 'SELECT * FROM g WHERE k >= ? ORDER BY id', [$number]);
	}

	private function insert(object $link, mixed $value, int $number): array
	{
		return $this->run($link, 'INSERT INTO g (k, v, d) VALUES (?, ?, ?)', [$number, $value, 0.1 * $number]);
	}

	private function update(object $link, mixed $value, int $number): array
	{
		return $this->run($link, 'UPDATE g SET v = ? WHERE k < ?', [$value, $number]);
	}

	private function duplicate(object $link): mixed
	{
		return $link->query('INSERT INTO g (k) VALUES (1), (1)');
	}

	private function mistake(object $link, mixed $value, int $number): array
	{
		return $this->run($link, ['SELEC ?', 'SELECT nothing FROM g WHERE k = ?'][$number % 2], [$number]);
	}

	private function begin(object $link): mixed
	{
		return $link instanceof PDO ? $link->beginTransaction() : $link->begin_transaction();
	}

	private function commit(object $link): mixed
	{
		return $link->commit();
	}

	private function rollback(object $link): mixed
	{
		return $link->rollBack();
	}

	private function warning(object $link): array
	{
		return [$this->all($link->query('SELECT 1 / 0')), $this->all($link->query('SHOW WARNINGS'))];
	}

	private function unbuffered(object $link): array
	{
		if ($link instanceof mysqli) {
			return $link->query('SELECT k, v FROM g ORDER BY id', MYSQLI_USE_RESULT)->fetch_all();
		}
		$link->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
		try {
			return $link->query('SELECT k, v FROM g ORDER BY id')->fetchAll(PDO::FETCH_NUM);
		} finally {
			$link->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
		}
	}

	private function quote(object $link, mixed $value): array
	{
		$quoted = $link instanceof PDO ? $link->quote((string) $value) : "'" . $link->real_escape_string((string) $value) . "'";
		return $this->all($link->query("SELECT $quoted AS q"));
	}

	private function typed(object $link): array
	{
		return $this->run($link, "SELECT ? AS a, CAST(? AS DECIMAL(10, 3)) b, DATE '2026-01-02' c, TIME '-838:59:59' d, b'101' e, 18446744073709551615 f", ['x', '1.25']);
	}

	private function async(object $link): array
	{
		if ($link instanceof PDO) {
			return [];
		}
		$link->query('SELECT k FROM g ORDER BY id', MYSQLI_ASYNC);
		$read = [$link];
		$none = [];
		mysqli_poll($read, $none, $none, 10);
		return $this->all($link->reap_async_query());
	}

	private function charset(object $link, mixed $value, int $number): mixed
	{
		return $link instanceof mysqli ? [$link->set_charset($charset = ['utf8mb4', 'latin1'][$number % 2]), $link->character_set_name()] : $link->exec('SET @x = 1');
	}

	private function again(object $link): array
	{
		return $link instanceof mysqli ? [$link->ping(), $link->server_info] : [$link->getAttribute(PDO::ATTR_SERVER_VERSION), $link->getAttribute(PDO::ATTR_CONNECTION_STATUS)];
	}

	/** Several results of one text; of a text that fails in its middle, those before it. */
	private function several(object $link, mixed $value, int $number): array
	{
		$sql = ['SELECT 1 AS a; DO 1; SELECT k FROM g', "INSERT INTO g (k) VALUES ($number); SELECT COUNT(*) FROM g", "SELECT 1; SELECT 2 FROM nowhere; SELECT 3"][$number % 3];
		if ($link instanceof PDO) {
			return $this->rowsets($link->query($sql));
		}
		$link->multi_query($sql);
		return $this->further($link);
	}

	private function procedure(object $link, mixed $value, int $number): array
	{
		$statement = $link->prepare('CALL testing_several(?)');
		if ($statement instanceof PDOStatement) {
			$statement->execute([$number]);
			return $this->rowsets($statement);
		}
		$statement->execute([$number]);
		$all = [];
		do {
			$result = $statement->get_result();
			$all[] = $result === false ? $statement->affected_rows : $this->all($result);
		} while ($statement->next_result());
		return $all;
	}

	private function rowsets(PDOStatement $statement): array
	{
		$all = [];
		do {
			$all[] = $statement->columnCount() > 0 ? $this->all($statement) : $statement->rowCount();
		} while ($statement->nextRowset());
		return $all;
	}

	private function further(mysqli $link): array
	{
		$all = [];
		do {
			$result = $link->store_result();
			$all[] = $result === false ? [$link->affected_rows, $link->insert_id, $link->info] : $this->all($result);
		} while ($link->next_result());
		return $all;
	}

	private function bulk(object $link, mixed $value, int $number): array
	{
		$rows = [];
		$version = $link instanceof PDO ? $link->getAttribute(PDO::ATTR_SERVER_VERSION) : $link->server_info;
		$third = str_contains($version, 'MariaDB') ? Mynd\Indicator::Default : null; /* bulk execute */
		for ($i = 0; $i < $number * $number; $i++) {
			$rows["row $i"] = [100 * $number + $i % 70, $i % 3 === 0 ? $third : $value];
		}
		$sql = 'INSERT INTO g (k, v) VALUES (?, ?)';
		if ($number % 3 === 2) { /* row by row on every server; rows after one that fails were sent already */
			$sql = 'UPDATE g SET d = ? WHERE k = IF(? IS NULL, (SELECT 1 UNION SELECT 2), 1)';
			$rows = array_map(static fn (array $row): array => [$row[0], $row[1] instanceof Mynd\Indicator ? 'x' : $row[1]], $rows);
		}
		try {
			return [Mynd\execute_many($link, $sql, $rows)];
		} catch (PDOException | mysqli_sql_exception $e) {
			$row = $e->getPrevious();
			return [$e->getMessage(), $row->key, $row->number, $row->count, $row->sent];
		}
	}

	private function lookup(object $link, mixed $value, int $number): array
	{
		return $link instanceof mysqli ? $this->all($link->execute_query('SELECT v FROM g WHERE k = ?', [$number])) : $this->run($link, 'SELECT v FROM g WHERE k = ?', [$number]);
	}
}

function run(array $steps): string
{
	$run = new Run;
	foreach ($steps as $step) {
		$run->step(...$step);
	}
	return serialize($run->seen);
}

$socket = getenv('MYND_TEST_SOCKET');
$maker = shop_mysqli();
$maker->query('DROP PROCEDURE IF EXISTS testing_several');
$maker->query('CREATE PROCEDURE testing_several (n INT) BEGIN SELECT n AS first; INSERT INTO g (k) VALUES (n); SELECT COUNT(*) AS second, NULL AS nothing FROM g; END');
$maker->close();
for ($i = 0; $i < (int) $programs; $i++) {
	$steps = program((int) $seed + $i);
	$file = "$folder/generated.json";
	putenv("MYND_TEST_SOCKET=$socket");
	$plain = run($steps);
	$recording = Recording::open($file, Mode::Record);
	$first = run($steps);
	$recording->close();
	$of = 'seed ' . ((int) $seed + $i);
	check("$of: recording changes nothing of what it sees", true, $plain === $first);
	putenv('MYND_TEST_SOCKET=/nowhere');
	$tried = Mynd\stats()['connects'];
	$recording = Recording::open($file, Mode::Replay);
	try {
		$second = run($steps);
		$recording->close();
	} catch (NotRecorded | NotAsked $e) {
		$recording->abandon();
		$second = $e->getMessage();
	}
	$same = $first === $second && Mynd\stats()['connects'] === $tried;
	check("$of: the same" . ($same ? '' : ', and not ' . substr($second, 0, 300)), true, $same);
	/* without one of its steps */
	$left_out = mt_rand(0, count($steps) - 1);
	$silent = in_array($steps[$left_out][0], ['again', 'async'], true) || in_array($steps[$left_out][0], ['commit', 'rollback', 'begin'], true)
		|| ($steps[$left_out][0] === 'bulk' && $steps[$left_out][3] === 0); /* no rows */
	unset($steps[$left_out]);
	$recording = Recording::open($file, Mode::Replay);
	$told = false;
	try {
		run($steps);
		$recording->close();
	} catch (NotRecorded | NotAsked) {
		$recording->abandon();
		$told = true;
	}
	check("$of: step $left_out is told to be missing", true, $told || $silent);
}
finish();
