--TEST--
Mynd\filter(): a session handler that queries through a filtered link when its filters have ended
--EXTENSIONS--
mysqli
session
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
[$output, $status] = run_child('require "' . __DIR__ . '/filters.inc";' . <<<'P'
	class Handler implements SessionHandlerInterface
	{
		public function __construct(private mysqli $filtered, private mysqli $other) {}
		public function open($path, $name): bool { return true; }
		public function close(): bool { return true; }
		public function read($id): string|false { return ''; }
		public function write($id, $data): bool
		{
			attempt('filtered', fn() => $this->filtered->query('SELECT 1')->fetch_row());
			attempt('its cause', fn() => Mynd\last_failure($this->filtered)['cause']);
			attempt('filtered, again', fn() => $this->filtered->query('SELECT 2')->fetch_row());
			attempt('the other', fn() => $this->other->query('SELECT 3')->fetch_row());
			return true;
		}
		public function destroy($id): bool { return true; }
		public function gc($lifetime): int|false { return 0; }
		public function create_sid(): string { return 'mynd'; } // PHP 8.6 misses them
		public function validateId($id): bool { return true; }
	}
	$other = link_for_test();
	Mynd\filter('test.same', fn(string $bytes) => $bytes);
	session_set_save_handler(new Handler(link_for_test(), $other), false);
	session_id('mynd');
	session_start(['use_cookies' => 0, 'cache_limiter' => '']);
	$_SESSION['count'] = 1;
	unset($other);
	P);
echo "$status\n$output";
?>
--EXPECT--
0
filtered: ! 2006 HY000 MySQL server has gone away
its cause: "lost"
filtered, again: ! 2006 HY000 MySQL server has gone away
the other: ["3"]
