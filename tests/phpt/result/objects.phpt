--TEST--
Results: rows as objects
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL);
print_warnings();
class Plain
{
	private $a;
	public readonly string $b;
	public ?array $arguments = null;

	public function __construct(...$arguments)
	{
		echo '  constructor sees ', show([$this->a, $this->b]), "\n";
		$this->arguments = $arguments;
	}

	public function look(): array
	{
		return [$this->a, $this->b, $this->arguments];
	}
}
class Half
{
	public $a;
}
class Typed
{
	public int $a;
	public int $b;
}
class Strict
{
	public readonly int $a;
	public readonly string $b;
}
class Hidden
{
	private function __construct()
	{
		echo "  private constructor\n";
	}
}
class Thrower
{
	public $a, $b;

	public function __construct()
	{
		throw new LogicException('no');
	}
}
class Magic
{
	public function __set($name, $value)
	{
		echo "  $name := $value\n";
	}
}
class Needy
{
	public function __construct(int $x)
	{
	}
}
abstract class Abstracted
{
}
interface Faced
{
}
trait Traited
{
}
enum Listed
{
	case A;
}
$m = link_for_test();
$query = fn() => $m->query("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y'");
$r = $query();
attempt('stdClass', fn() => (array) $r->fetch_object());
attempt('function', fn() => (array) mysqli_fetch_object($r));
attempt('end', fn() => [$r->fetch_object(), $r->fetch_object('Plain')]);
$r = $query();
attempt('Plain', fn() => $r->fetch_object('Plain')->look());
attempt('Plain, with arguments', fn() => mysqli_fetch_object($r, 'Plain', [5, 'six'])->look());
foreach (['Half', 'Typed', 'Strict', 'Hidden', 'Thrower', 'Magic', 'Needy', 'Abstracted', 'Faced', 'Traited', 'Listed', 'Nowhere', 'Closure', 'Generator'] as $class) {
	if ($class === 'Listed' && !str_contains(phpversion('mynd') ?: '', '.')) {
		continue; /* stock crashes */
	}
	$r = $query();
	attempt($class, fn() => (array) $r->fetch_object($class));
}
$r = $query();
attempt('Needy, with arguments', fn() => $r->fetch_object('Needy', [1]));
$r = $query();
attempt('numeric names', fn() => $m->query("SELECT 'a' AS `1`, 'b' AS `x`")->fetch_object()->{'1'});
try {
	$r->fetch_object('Half', [1]);
} catch (Exception $e) { /* an Exception in PHP 8.2, a ValueError from 8.3 on */
	echo $e->getMessage(), "\n";
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
attempt('not an array', fn() => $r->fetch_object('Half', 'x'));
attempt('the row after', fn() => $r->fetch_row());
$r->free();
attempt('freed', fn() => $r->fetch_object());
?>
--EXPECTF--
stdClass: {"a":"1","b":"x"}
function: {"a":"2","b":"y"}
end: [null,null]
  constructor sees ["1","x"]
Plain: ["1","x",[]]
  constructor sees ["2","y"]
Plain, with arguments: ["2","y",[5,"six"]]
  Deprecated: Creation of dynamic property Half::$b is deprecated
Half: {"a":"1","b":"x"}
Typed: ! TypeError Cannot assign string to property Typed::$b of type int
Strict: {"a":1,"b":"x"}
  private constructor
Hidden: {"a":"1","b":"x"}
Thrower: ! LogicException no
  a := 1
  b := x
Magic: []
Needy: ! ArgumentCountError Too few arguments to function Needy::__construct(), 0 passed and exactly 1 expected
Abstracted: ! Error Class Abstracted cannot be instantiated
Faced: ! Error Class Faced cannot be instantiated
Traited: ! Error Class Traited cannot be instantiated
Listed: ! Error Class Listed cannot be instantiated
Nowhere: ! TypeError mysqli_result::fetch_object(): Argument #1 ($class) must be a valid class name, %r"?Nowhere"?%r given
Closure: ! Error Instantiation of class Closure is not allowed
Generator: ! Error The "Generator" class is reserved for internal use and cannot be manually instantiated
Needy, with arguments: Needy
numeric names: "a"
  Deprecated: Creation of dynamic property Half::$b is deprecated
mysqli_result::fetch_object(): Argument #2 ($constructor_args) must be empty when the specified class (Half) does not have a constructor
not an array: ! TypeError mysqli_result::fetch_object(): Argument #2 ($constructor_args) must be of type array, string given
the row after: ["2","y"]
freed: ! Error mysqli_result object is already closed
