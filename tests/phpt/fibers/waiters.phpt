--TEST--
Mynd\waiter(): several waiters, asked from the newest on, restored, and removed one by one
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/** A waiter that notes that it was asked, and answers so. */
function waiter(string $name, ?bool $answer): Closure
{
	return function ($stream, int $events, ?float $timeout) use ($name, $answer): ?bool {
		$GLOBALS['asked'][$name] = true;
		return $answer;
	};
}

/** Who is asked in a query, in this order; in a fiber and outside. */
function show_asked(string $what): void
{
	$query = function () use ($what): string {
		$GLOBALS['asked'] = [];
		return $GLOBALS['m']->query("SELECT '$what'")->fetch_column();
	};
	$fiber = new Fiber($query);
	$fiber->start();
	$in_fiber = implode(' ', array_keys($GLOBALS['asked']));
	echo $fiber->getReturn(), ': ', $in_fiber ?: 'nobody';
	$query();
	echo '; outside of fibers: ', implode(' ', array_keys($GLOBALS['asked'])) ?: 'nobody', "\n";
}

final class Held
{
	public function __construct(private string $name)
	{
	}

	public function __invoke(): ?bool
	{
		return null;
	}

	public function __destruct()
	{
		echo "$this->name is freed, ", Mynd\remove_waiter($this) ? 'and was there' : 'and not there', "\n";
	}
}

$m = link_for_test();
$a = waiter('a', null);
$b = waiter('b', null);
$c = waiter('c', true);
$everywhere = waiter('everywhere', null);
show_asked('none');
var_dump(Mynd\waiter($a));
show_asked('a');
var_dump(Mynd\waiter($b) === $a);
show_asked('a, b');
var_dump(Mynd\waiter($everywhere, true) === $b);
show_asked('a, b, everywhere');
Mynd\waiter($c);
show_asked('a, b, everywhere, c that waits');

echo "-- one is removed\n";
var_dump(Mynd\remove_waiter($c), Mynd\remove_waiter($c), Mynd\remove_waiter($b));
show_asked('a, everywhere');
var_dump(Mynd\waiter($b) === $everywhere);
show_asked('a, everywhere, b');

echo "-- one is installed again\n";
var_dump(Mynd\waiter($a, true) === $b, Mynd\remove_waiter($b));
show_asked('a');
$poller = new Mynd\Poller(function (int $wait) {
	$GLOBALS['asked']['poller'] = true;
	return null;
});
var_dump(Mynd\waiter($poller, true) === $a);
show_asked('a, poller');
$before = Mynd\waiter($c);
var_dump($before === $poller);
Mynd\waiter($before);
show_asked('a, poller that only fibers ask');
var_dump(Mynd\waiter(null) === $poller, Mynd\waiter($before, true));
show_asked('poller');
Mynd\waiter(null);
show_asked('all removed');

echo "-- what changes the list while it is asked\n";
Mynd\waiter($a);
Mynd\waiter($changes = function () use (&$changes, $b) {
	$GLOBALS['asked']['changes'] = true;
	Mynd\remove_waiter($changes);
	Mynd\waiter($b);
	return null;
});
show_asked('the ones before that are left');
show_asked('from now on');
Mynd\waiter(null);

echo "-- code that runs as they are freed\n";
foreach ([1, 2, 3] as $i) {
	Mynd\waiter(new Held("number $i"));
}
Mynd\waiter(null);
Mynd\waiter($a);
Mynd\waiter(new Held('one'));
Mynd\waiter($a);
Mynd\waiter(new Held('another'));
Mynd\remove_waiter('strtolower');
attempt('no callable', fn() => Mynd\remove_waiter('nothing of the kind'));
attempt('null', fn() => Mynd\remove_waiter(null));
Mynd\waiter('strtolower');
var_dump(Mynd\remove_waiter('STRTOLOWER'), Mynd\remove_waiter('strtolower'));
echo "-- the end\n";
?>
--EXPECT--
none: nobody; outside of fibers: nobody
NULL
a: a; outside of fibers: nobody
bool(true)
a, b: b a; outside of fibers: nobody
bool(true)
a, b, everywhere: everywhere b a; outside of fibers: everywhere
a, b, everywhere, c that waits: c; outside of fibers: everywhere
-- one is removed
bool(true)
bool(false)
bool(true)
a, everywhere: everywhere a; outside of fibers: everywhere
bool(true)
a, everywhere, b: b everywhere a; outside of fibers: everywhere
-- one is installed again
bool(true)
bool(false)
a: a; outside of fibers: a
bool(true)
a, poller: poller a; outside of fibers: poller a
bool(true)
a, poller that only fibers ask: poller a; outside of fibers: a
bool(true)
NULL
poller: poller; outside of fibers: poller
all removed: nobody; outside of fibers: nobody
-- what changes the list while it is asked
the ones before that are left: changes a; outside of fibers: nobody
from now on: b a; outside of fibers: nobody
-- code that runs as they are freed
number 2 is freed, and not there
number 1 is freed, and not there
number 3 is freed, and not there
one is freed, and not there
no callable: ! TypeError Mynd\remove_waiter(): Argument #1 ($waiter) must be a valid callback, function "nothing of the kind" not found or invalid function name
null: ! TypeError Mynd\remove_waiter(): Argument #1 ($waiter) must be a valid callback, no array or string given
bool(false)
bool(true)
-- the end
another is freed, and was there
