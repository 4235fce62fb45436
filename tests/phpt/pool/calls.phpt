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
	public static int $count = 0;
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
			while (self::$count++ >= 0 && $ready = self::$poller->ready(again: true)) {
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
	echo Looks::$count;
	exit;
}

/** @return array<string, int> the system calls by their names, and "looks" for those at the poller */
function calls(string $how): array
{
	$process = proc_open(['strace', '-f', '-c', '-o', '/dev/fd/3', getenv('MYND_PHP_CMD'), __FILE__, $how], [1 => ['pipe', 'w'], 2 => STDERR, 3 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[3]);
	$looks = (int) stream_get_contents($pipes[1]);
	proc_close($process);
	preg_match_all('/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)(?:\s+\d+)?\s+([a-z]\w*)$/m', $said, $found);
	/* without those of the allocator, which AddressSanitizer has many of */
	return ['looks' => $looks] + array_diff_key(array_combine($found[2], array_map('intval', $found[1])), array_flip(['total', 'mmap', 'munmap', 'mremap', 'mprotect', 'madvise', 'brk']));
}

[$kept, $pool] = array_map(calls(...), ['kept', 'pool']);
foreach (['sendto', 'recvfrom', 'epoll_ctl', 'timerfd_settime', 'geteuid'] as $name) {
	$most = ($kept[$name] ?? 0) + TIMES / 20;
	echo "$name: ", ($pool[$name] ?? 0) <= $most ? 'alike' : "{$pool[$name]} and not {$kept[$name]}", "\n";
}
/* How many replies one look finds is the machine's affair; that it takes one system call is not. */
foreach ([$kept, $pool] as $calls) {
	echo 'looks: ', $calls['looks'] > 20 && $calls['epoll_wait'] <= $calls['looks'] + 5 ? 'one call each' : json_encode($calls), "\n";
}
$of_loop = array_flip(['looks', 'epoll_wait', 'pselect6', 'select', 'poll']);
$more = array_sum(array_diff_key($pool, $of_loop)) - array_sum(array_diff_key($kept, $of_loop));
echo 'all others: ', $more <= TIMES / 10 ? 'alike' : "$more more: " . json_encode([$kept, $pool]), "\n";
?>
--EXPECT--
sendto: alike
recvfrom: alike
epoll_ctl: alike
timerfd_settime: alike
geteuid: alike
looks: one call each
looks: one call each
all others: alike
