--TEST--
Objects that go: destructors of what they hold find no weak reference to them any more
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/** Its destructor looks for the object that has held it. */
class Looking
{
	public ?WeakReference $for = null;
	public function __construct(private string $name)
	{
	}
	public function __toString(): string
	{
		return 'x';
	}
	public function __destruct()
	{
		$GLOBALS['found'] = $this->for?->get();
		echo "  $this->name: ", get_debug_type($GLOBALS['found']), "\n";
	}
	public function __invoke(): void
	{
	}
}
$m = link_for_test();

echo "-- a statement\n";
foreach (['bind_param', 'bind_result'] as $method) {
	$s = $m->prepare('SELECT ?');
	$x = new Looking($method);
	$x->for = WeakReference::create($s);
	$method === 'bind_param' ? $s->bind_param('s', $x) : $s->bind_result($x);
	unset($x, $s);
}

echo "-- what a Generator goes over\n";
$g = Mynd\pipeline($m, (function () {
	yield new Looking('key') => 'DO SLEEP(0.5)'; /* the next is asked for before its reply is here */
	yield new Looking('another key') => 'DO SLEEP(0.5)';
})());
$key = $g->key();
foreach ((new ReflectionGenerator($g))->getTrace() as $frame) {
	foreach ($frame['args'] ?? [] as $argument) {
		$key->for = WeakReference::create($argument);
	}
}
unset($frame, $argument, $key);
$g = null;

echo "-- a command and its reply\n";
$interception = Mynd\intercept(function ($command, $next) {
	$x = new Looking('attribute');
	$command = $command->withAttribute('x', $x);
	$x->for = WeakReference::create($command);
	return $next($command);
});
$m->query('DO 1');
$interception->remove();
$interception = Mynd\intercept(function ($command, $next) {
	$x = new Looking('then');
	$reply = Mynd\Reply::later(fn () => throw new LogicException('not made'));
	$reply->then($x);
	$x->for = WeakReference::create($reply);
	unset($x);
	throw new LogicException('thrown');
});
attempt('  query', fn () => $m->query('DO 1'));
$interception->remove();
var_dump($GLOBALS['found']);
echo $m->query('SELECT "works"')->fetch_column(), "\n";
?>
--EXPECT--
-- a statement
  bind_param: null
  bind_result: null
-- what a Generator goes over
  another key: null
  key: null
-- a command and its reply
  attribute: null
  then: null
  query: ! LogicException thrown
NULL
works
