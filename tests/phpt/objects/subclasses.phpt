--TEST--
Objects: classes that extend mysqli and mysqli_result
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
class Db extends mysqli
{
	public int $queries = 0;
	private string $secret = 'x';

	public function query(string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool
	{
		$this->queries++;
		return parent::query($query, $result_mode);
	}
}
class Rows extends mysqli_result
{
	public string $note = 'mine';

	public function fetch_row(): array|false|null
	{
		$row = parent::fetch_row();
		return $row ? array_map('strtoupper', $row) : $row;
	}

	public function getIterator(): Iterator
	{
		return new ArrayIterator(['over', 'ridden']);
	}
}
class Late extends mysqli
{
	public function __construct(private array $where)
	{
		parent::__construct();
	}

	public function open(): bool
	{
		return $this->real_connect(...$this->where);
	}
}
$m = new Db(...where());
attempt('query()', fn() => $m->query('SELECT 1')->fetch_column());
attempt('counted', fn() => $m->queries);
attempt('written', fn() => $m->errno = 1);
$m->real_query("SELECT 'a' UNION SELECT 'b'");
$rows = new Rows($m);
attempt('row', fn() => $rows->fetch_row());
attempt('property', fn() => [$rows->note, $rows->num_rows, isset($rows->note, $rows->num_rows)]);
attempt('foreach', fn() => iterator_to_array($rows));
attempt('the constructor again', fn() => $rows->__construct($m));
attempt('the result is still there', fn() => $rows->num_rows);
$m->real_query("SELECT 'c'");
$rows->__construct($m);
attempt('another result', fn() => $rows->fetch_row());
$late = new Late(where());
attempt('not open', fn() => $late->query('SELECT 1'));
attempt('open()', fn() => $late->open());
attempt('query()', fn() => mysqli_query($late, 'SELECT 1')->fetch_column());
$late->close();
attempt('closed', fn() => $late->query('SELECT 1'));
?>
--EXPECT--
query(): "1"
counted: 1
written: ! Error Cannot write read-only property Db::$errno
row: ["A"]
property: ["mine",2,true]
foreach: ["over","ridden"]
the constructor again: false
the result is still there: 2
another result: ["C"]
not open: ! Error Late object is not fully initialized
open(): true
query(): "1"
closed: ! Error Late object is already closed
