--TEST--
Functions of the program that are kept: methods that only their class sees, and functions that return by reference
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/fibers.inc';

final class Kept
{
	/** @var list<string> */
	public static array $log = [];

	public function waiter(): void
	{
		Mynd\waiter([$this, 'wait'], everywhere: true);
	}

	public function poller(): void
	{
		Mynd\waiter(new Mynd\Poller([$this, 'wait_for_number']), everywhere: true);
	}

	public function interceptor(): Mynd\Interception
	{
		return Mynd\intercept(function (Mynd\Command $command, callable $next) {
			return match ($command->sql) {
				'later' => Mynd\Reply::later([$this, 'make']),
				default => $next($command)->then([$this, 'told']),
			};
		});
	}

	public function pool(): Mynd\Pool
	{
		return new Mynd\Pool([$this, 'connect'], 1);
	}

	private function wait(mixed $stream, int $events, ?float $timeout): ?bool
	{
		self::$log['wait'] = 'wait';
		return null;
	}

	private function wait_for_number(int $number): ?bool
	{
		self::$log['number'] = 'number';
		return null;
	}

	private function make(): Mynd\Reply
	{
		self::$log['make'] = 'make';
		return Mynd\Reply::done(7);
	}

	private function told(Mynd\Reply $reply): void
	{
		self::$log['told'] = 'told';
	}

	private function connect(): mysqli
	{
		self::$log['connect'] = 'connect';
		return link_for_test();
	}
}

function log_of(callable $program): string
{
	Kept::$log = [];
	$said = json_encode($program());
	return implode(' ', Kept::$log) . ": $said\n";
}

Mynd\waiter(null);
$kept = new Kept();
$m = link_for_test();
echo "-- methods that only their class sees\n";
$kept->waiter();
echo log_of(fn() => $m->query('SELECT SLEEP(0.01)')->fetch_column());
Mynd\waiter(null);
$kept->poller();
echo log_of(fn() => $m->query('SELECT SLEEP(0.01)')->fetch_column());
Mynd\waiter(null);
$interceptor = $kept->interceptor();
echo log_of(function () use ($m) {
	$m->query('SELECT 1', MYSQLI_ASYNC);
	return $m->reap_async_query()->fetch_column();
});
echo log_of(function () use ($m) {
	$m->query('later', MYSQLI_ASYNC);
	return [$m->reap_async_query(), $m->affected_rows];
});
$interceptor->remove();
echo log_of(fn() => $kept->pool()->use(fn(mysqli $of_pool) => $of_pool->query('SELECT 2')->fetch_column()));

echo "-- the list of waiters has them as they were given\n";
final class Restores
{
	public function __invoke(): array
	{
		return [Mynd\waiter([$this, 'wait'], true), Mynd\waiter([$this, 'other'], true) == [$this, 'wait'], Mynd\remove_waiter([$this, 'other'])];
	}

	public function removed(): bool
	{
		return Mynd\remove_waiter([$this, 'wait']);
	}

	private function wait(): void
	{
	}

	private function other(): void
	{
	}
}
$restores = new Restores();
echo json_encode($restores()), ' ', json_encode($restores->removed()), "\n";

echo "-- by reference\n";
$asked = 0;
Mynd\waiter(function &() use (&$asked) {
	$asked++;
	$nothing = null;
	return $nothing;
}, everywhere: true);
echo $m->query('SELECT SLEEP(0.01)')->fetch_column(), $asked > 0 ? ", asked\n" : ", not asked\n";
Mynd\waiter(null);
$interceptor = Mynd\intercept(function &(Mynd\Command $command, callable $next) {
	if ($command->sql === 'later') {
		$reply = Mynd\Reply::later(function &() {
			$made = Mynd\Reply::done(8);
			return $made;
		});
	} else {
		$reply = $next($command);
	}
	return $reply;
});
echo $m->query('SELECT 3')->fetch_column(), "\n";
$m->query('later', MYSQLI_ASYNC);
echo json_encode([$m->reap_async_query(), $m->affected_rows]), "\n";
$interceptor->remove();
$pool = new Mynd\Pool(function &() {
	$made = link_for_test();
	return $made;
}, 1);
$used = $pool->use(function &(mysqli $of_pool) {
	static $value;
	$value = $of_pool->query('SELECT 4')->fetch_column();
	return $value;
});
echo "$used\n";

echo "-- objects of interceptors are compared by what they have\n";
$is = fn(bool $is) => $is ? 'equal' : 'not equal';
echo $is(Mynd\Reply::done(1, 2) == Mynd\Reply::failed(1064, 'x')), ', ', $is(Mynd\Reply::done(1, 2) == Mynd\Reply::done(1, 2)), ', ';
[$read, $unread] = [Mynd\Reply::done(1, 2), Mynd\Reply::done(1, 2)];
(array) $read;
echo $is($read == $unread), "\n";
$interceptor = Mynd\intercept(function (Mynd\Command $command, callable $next) use ($is) {
	echo $is($command == $command->withSql('SELECT 6')), ', ', $is($command == $command->withSql('SELECT 5')), "\n";
	return $next($command);
});
$m->query('SELECT 5');
?>
--EXPECT--
-- methods that only their class sees
wait: "0"
number: "0"
told: "1"
make: [true,7]
connect: "2"
-- the list of waiters has them as they were given
[null,true,true] true
-- by reference
0, asked
3
[true,8]
4
-- objects of interceptors are compared by what they have
not equal, equal, equal
not equal, equal
