--TEST--
Mynd\Pool: a fiber that waits in line and takes the connection of another one makes the system calls of one that keeps its own
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php
if (!getenv('MYND_PHP_CMD')) die('skip needs MYND_PHP_CMD');
if (!preg_match('/^strace -- version/', (string) shell_exec('strace -V 2>&1'))) die('skip needs strace');
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
const TIMES = 1000, CONNECTIONS = 5;

/** A loop that looks again and again, as those of the packages. */
final class Looks
{
	public static Mynd\Poller $poller;
	/** @var array<int, Fiber> */
	private static array $waiting = [];

	public static function install(): void
	{
		self::$poller = new Mynd\Poller(function (int $number) {
			self::$waiting[$number] = Fiber::getCurrent();
			return Fiber::suspend();
		});
		Mynd\waiter(self::$poller);
	}

	public static function run(callable ...$programs): void
	{
		foreach ($programs as $program) {
			(new Fiber($program))->start();
		}
		while (self::$waiting) {
			$read = [self::$poller->stream()];
			$none = null;
			stream_select($read, $none, $none, 20) === 1 || exit("nothing comes\n");
			while ($ready = self::$poller->ready(again: true)) {
				foreach ($ready as $number => $is_ready) {
					$fiber = self::$waiting[$number];
					unset(self::$waiting[$number]);
					$fiber->resume($is_ready);
				}
			}
		}
	}
}

/** The same number of queries: each fiber with a connection of its own, or twice as many with a pool. */
function work(string $how): void
{
	Looks::install();
	if ($how === 'kept') {
		Looks::run(...array_fill(0, CONNECTIONS, function () {
			$m = link_for_test();
			for ($i = 0; $i < TIMES / CONNECTIONS; $i++) {
				$m->query('SELECT 1')->fetch_column();
			}
		}));
		return;
	}
	$pool = new Mynd\Pool(fn() => link_for_test(), maximum: CONNECTIONS, acquireTimeout: 60);
	$left = TIMES; /* of all, so that somebody waits in line up to the end, however fast each of them is */
	Looks::run(...array_fill(0, 2 * CONNECTIONS, function () use ($pool, &$left) {
		while ($left-- > 0) {
			$pool->use(fn(mysqli $m) => $m->query('SELECT 1')->fetch_column());
		}
	}));
}

if (isset($argv[1])) {
	work($argv[1]);
	exit;
}

/** @return array<string, int> the system calls by their names */
function calls(string $how): array
{
	$process = proc_open(['strace', '-f', '-c', '-o', '/dev/fd/3', getenv('MYND_PHP_CMD'), __FILE__, $how], [1 => STDERR, 2 => STDERR, 3 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[3]);
	proc_close($process);
	preg_match_all('/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+([a-z]\w*)$/m', $said, $found);
	/* without those of the allocator, which AddressSanitizer has many of */
	return array_diff_key(array_combine($found[2], array_map('intval', $found[1])), array_flip(['total', 'mmap', 'munmap', 'mremap', 'mprotect', 'madvise', 'brk']));
}

[$kept, $pool] = array_map(calls(...), ['kept', 'pool']);
foreach (['sendto', 'recvfrom', 'epoll_ctl', 'timerfd_settime', 'geteuid', 'poll'] as $name) {
	$most = ($kept[$name] ?? 0) + TIMES / 20;
	echo "$name: ", ($pool[$name] ?? 0) <= $most ? 'alike' : "{$pool[$name]} and not {$kept[$name]}", "\n";
}
/* two looks at the poller where one would do, for each batch of replies */
$more = array_sum($pool) - array_sum($kept);
echo 'in all: ', $more <= TIMES * 0.4 ? 'alike' : "$more more", "\n";
?>
--EXPECT--
sendto: alike
recvfrom: alike
epoll_ctl: alike
timerfd_settime: alike
geteuid: alike
poll: alike
in all: alike
