--TEST--
Lifetime: a session handler that writes through a link when everything else is over
--EXTENSIONS--
mysqli
session
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
$m = link_for_test();
$m->query('CREATE TABLE session_handler (id VARCHAR(64) PRIMARY KEY, data BLOB)');
$handler = <<<'P'
	class Handler implements SessionHandlerInterface
	{
		public function __construct(private mysqli $m) {}
		public function open($path, $name): bool { return true; }
		public function close(): bool { echo "closed\n"; return true; }
		public function read($id): string|false { return (string) $this->m->query("SELECT data FROM session_handler WHERE id = '$id'")->fetch_column(); }
		public function write($id, $data): bool
		{
			$this->m->query("REPLACE session_handler VALUES ('$id', '" . $this->m->real_escape_string($data) . "')");
			echo 'written: ', $this->m->query("SELECT data FROM session_handler WHERE id = '$id'")->fetch_column(), "\n";
			return true;
		}
		public function destroy($id): bool { return true; }
		public function gc($lifetime): int|false { return 0; }
		public function create_sid(): string { return 'mynd'; } // PHP 8.6 misses them
		public function validateId($id): bool { return true; }
	}
	session_set_save_handler(new Handler(link_for_test()), false);
	session_id('mynd');
	session_start(['use_cookies' => 0, 'cache_limiter' => '']);
	$_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
	P;
foreach (['ends', 'exits' => 'exit(3);', 'dies of an error' => 'nothing();', 'reads another link' => '$other = link_for_test(); $r = $other->query("SELECT 1 UNION SELECT 2", MYSQLI_USE_RESULT); exit;'] as $name => $end) {
	[$output, $status] = run_child($handler . (is_int($name) ? '' : $end), '-d session.save_path=/tmp');
	echo is_int($name) ? $end : $name, ": $status\n", preg_replace(['/^\n?Fatal error.*?line \d+\n/ms', '/^#.*\n/m'], ["fatal error\n"], $output);
}
$m->query('DROP TABLE session_handler');
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS session_handler');
?>
--EXPECT--
ends: 0
written: count|i:1;
closed
exits: 3
written: count|i:2;
closed
dies of an error: 255
fatal error
written: count|i:3;
closed
reads another link: 0
written: count|i:4;
closed
