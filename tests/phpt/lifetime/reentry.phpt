--TEST--
Lifetime: code of the program that runs inside a fetch and uses, frees or closes what is being fetched from (mynd; stock crashes in some)
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
const ROWS = "SELECT seq AS a, REPEAT('x', 1000) AS b FROM seq_1_to_5000";

#[AllowDynamicProperties]
class Row
{
	public static Closure $do;

	public function __construct()
	{
		(self::$do)();
	}
}
class Magic
{
	public array $seen = [];

	public function __set(string $name, mixed $value): void
	{
		(Row::$do)();
		$this->seen[$name] = is_string($value) ? strlen($value) : $value;
	}
}
final class Typed
{
	public readonly int $a;
	private ?string $b = null;

	public function __construct()
	{
		(Row::$do)();
	}

	public function all(): array
	{
		return [$this->a, strlen($this->b)];
	}
}

$acts = [
	'queries' => fn() => $GLOBALS['m']->query('SELECT 5')->fetch_column(),
	'fetches' => fn() => $GLOBALS['r']->fetch_row()[0],
	'fetches all' => fn() => count($GLOBALS['r']->fetch_all()),
	'fetches as objects of its own' => function () {
		$do = Row::$do;
		Row::$do = fn() => null;
		$a = $GLOBALS['r']->fetch_object('Row')->a;
		Row::$do = $do;
		return $a;
	},
	'frees the result' => fn() => $GLOBALS['r']->free(),
	'drops the result' => function () {
		$GLOBALS['r'] = null;
	},
	'closes the link' => fn() => $GLOBALS['m']->close(),
	'drops both' => function () {
		$GLOBALS['r'] = $GLOBALS['m'] = null;
	},
	'connects anew' => fn() => $GLOBALS['m']->connect(...where()),
	'constructs the result anew' => function () {
		$GLOBALS['m']->real_query('SELECT 8');
		$GLOBALS['r']->__construct($GLOBALS['m']);
		return $GLOBALS['r']->fetch_column();
	},
	'throws' => fn() => throw new Exception('from inside'),
];
/** What a piece of program answers, in a word. */
function word(callable $program): string
{
	try {
		return show($program());
	} catch (mysqli_sql_exception $e) {
		return (string) $e->getCode();
	} catch (Error $e) {
		return str_contains($e->getMessage(), 'already closed') ? 'closed' : $e->getMessage();
	}
}

/** One row of the class, in whose making the program acts. */
function fetch_and(string $class, Closure $act): string
{
	$inside = 'nothing';
	Row::$do = function () use ($act, &$inside) {
		if ($inside === 'nothing') { /* once a row */
			$inside = '...';
			$inside = word($act);
		}
	};
	$said = word(function () use ($class) {
		$row = $GLOBALS['r']->fetch_object($class);
		return match ($class) {
			'Row' => [(int) $row->a, strlen($row->b)],
			'Magic' => [(int) $row->seen['a'], $row->seen['b']],
			'Typed' => $row->all(),
		};
	});
	return "inside $inside, then $said";
}

foreach ([MYSQLI_STORE_RESULT => 'stored', MYSQLI_USE_RESULT => 'used'] as $mode => $how) {
	foreach ($acts as $name => $act) {
		$said = [];
		foreach (['Row', 'Magic', 'Typed'] as $class) {
			$m = link_for_test();
			$r = $m->query(ROWS, $mode);
			try {
				$now = fetch_and($class, $act);
			} catch (Exception $e) {
				$now = $e->getMessage();
			}
			Row::$do = fn() => null;
			foreach (['fetch' => fn() => $r?->fetch_row()[0] ?? null, 'free' => fn() => $r?->free(), 'query' => fn() => $m?->query('SELECT 6')->fetch_column()] as $what => $then) {
				$now .= ", $what " . word($then);
			}
			$said[$class] = $now;
		}
		echo "$how, $name: ", count(array_unique($said)) === 1 ? $now : print_r($said, true), "\n";
	}
	foreach ($acts as $name => $act) {
		$m = link_for_test();
		$r = $m->query('SELECT seq AS a FROM seq_1_to_4', $mode);
		echo "$how, loop that $name:";
		try {
			$end = word(function () use ($act) {
				foreach ($GLOBALS['r'] as $row) {
					echo ' ', $row['a'], '=', word($act);
				}
			});
		} catch (Exception $e) {
			$end = $e->getMessage();
		}
		echo ", then $end\n";
	}
}
echo "done\n";
?>
--EXPECT--
stored, queries: inside "5", then [1,1000], fetch "2", free null, query "6"
stored, fetches: inside "2", then [1,1000], fetch "3", free null, query "6"
stored, fetches all: inside 4999, then [1,1000], fetch null, free null, query "6"
stored, fetches as objects of its own: inside "2", then [1,1000], fetch "3", free null, query "6"
stored, frees the result: inside null, then [1,1000], fetch closed, free closed, query "6"
stored, drops the result: inside null, then [1,1000], fetch null, free null, query "6"
stored, closes the link: inside true, then [1,1000], fetch "2", free null, query closed
stored, drops both: inside null, then [1,1000], fetch null, free null, query null
stored, connects anew: inside true, then [1,1000], fetch "2", free null, query "6"
stored, constructs the result anew: inside "8", then [1,1000], fetch null, free null, query "6"
stored, throws: from inside, fetch "2", free null, query "6"
stored, loop that queries: 1="5" 2="5" 3="5" 4="5", then null
stored, loop that fetches: 1="2" 3="4", then null
stored, loop that fetches all: 1=3, then null
stored, loop that fetches as objects of its own: 1="2" 3="4", then null
stored, loop that frees the result: 1=null, then closed
stored, loop that drops the result: 1=null 2=null 3=null 4=null, then null
stored, loop that closes the link: 1=true 2=closed 3=closed 4=closed, then null
stored, loop that drops both: 1=null 2=null 3=null 4=null, then null
stored, loop that connects anew: 1=true 2=true 3=true 4=true, then null
stored, loop that constructs the result anew: 1="8", then null
stored, loop that throws: 1=, then from inside
used, queries: inside 2014, then [1,1000], fetch "2", free null, query "6"
used, fetches: inside "2", then [1,1000], fetch "3", free null, query "6"
used, fetches all: inside 4999, then [1,1000], fetch null, free null, query "6"
used, fetches as objects of its own: inside "2", then [1,1000], fetch "3", free null, query "6"
used, frees the result: inside null, then [1,1000], fetch closed, free closed, query "6"
used, drops the result: inside null, then [1,1000], fetch null, free null, query "6"
used, closes the link: inside true, then [1,1000], fetch 2014, free null, query closed
used, drops both: inside null, then [1,1000], fetch null, free null, query null
used, connects anew: inside true, then [1,1000], fetch 2014, free null, query "6"
used, constructs the result anew: inside 2014, then [1,1000], fetch "2", free null, query "6"
used, throws: from inside, fetch "2", free null, query "6"
used, loop that queries: 1=2014 2=2014 3=2014 4=2014, then null
used, loop that fetches: 1="2" 3="4", then null
used, loop that fetches all: 1=3, then null
used, loop that fetches as objects of its own: 1="2" 3="4", then null
used, loop that frees the result: 1=null, then closed
used, loop that drops the result: 1=null 2=null 3=null 4=null, then null
used, loop that closes the link: 1=true, then 2014
used, loop that drops both: 1=null, then 2014
used, loop that connects anew: 1=true, then 2014
used, loop that constructs the result anew: 1=2014 2=2014 3=2014 4=2014, then null
used, loop that throws: 1=, then from inside
done
