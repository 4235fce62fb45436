<?php
/* Requests to the php-fpm of tests/shared, some at a time. Each answer must say that all was as new. */
require_once __DIR__ . '/../fastcgi.php';

const WAYS = ['variable', 'table', 'lock', 'sql_mode', 'transaction', 'autocommit', 'database', 'role'];

final class Requests
{
	public int $sent = 0, $answered = 0, $lost = 0, $killed = 0;
	/** @var array<int, true> by the workers' ids */
	public array $workers = [];
	/** @var list<string> */
	public array $wrong = [];
	private array $out = [];
	private ?mysqli $watch = null;
	private bool $pause = false;
	private int $kill_every = 0;
	/** So many more wait than the workers count: one was killed while it counted. */
	private int $more = 0;
	private string $parent = '', $user = '';

	public function __construct(private string $path, private string $page, private int $concurrency)
	{
		mt_srand(20261123);
	}

	/**
	 * From now on the server (as `$watch` sees it) has seen each end of a connection of `$user` before the
	 * next request: those of roles, and those of workers that are killed. One of `$parent` is killed after
	 * each so many answers (0: none), in the middle of what is asked then; its request is lost, and no other.
	 */
	public function await_ends(mysqli $watch, string $user, int $kill_every, string $parent): void
	{
		[$this->watch, $this->user, $this->kill_every, $this->parent] = [$watch, $user, $kill_every, $parent];
	}

	/** So many more; the seconds that they took. */
	public function run(int $number): float
	{
		$end = $this->sent + $number;
		$began = hrtime(true);
		while ($this->answered + $this->lost < $end) {
			while (!$this->pause && count($this->out) < $this->concurrency && $this->sent < $end) {
				$this->out[] = [$this->ask($this->question($this->sent++)), ''];
			}
			$this->wait();
			if ($this->pause && $this->out === []) {
				$this->settle();
				$this->pause = false;
			}
		}
		return (hrtime(true) - $began) / 1e9;
	}

	private function question(int $i): array
	{
		$query = ['way' => WAYS[crc32("way $i") % count(WAYS)], 'token' => "t$i"];
		return $query + (crc32("face $i") % 3 === 0 ? ['pdo' => 1] : []) + ($this->watch === null ? [] : ['await' => 1]);
	}

	/** @return resource */
	private function ask(array $query): mixed
	{
		$socket = stream_socket_client("unix://$this->path", $no, $text, 15);
		@fwrite($socket, request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $this->page, 'QUERY_STRING' => http_build_query($query)]));
		stream_set_blocking($socket, false);
		return $socket;
	}

	private function wait(): void
	{
		$read = array_column($this->out, 0);
		$none = null;
		if (stream_select($read, $none, $none, 20) === 0) {
			echo "nothing for 20 seconds\n";
			exit(1);
		}
		foreach ($this->out as $i => [$socket]) {
			if (!in_array($socket, $read, true)) {
				continue;
			}
			$this->out[$i][1] .= stream_get_contents($socket);
			if (feof($socket)) {
				$this->take($this->out[$i][1]);
				unset($this->out[$i]);
			}
		}
	}

	/** What it printed, and its errors. */
	private function read(string $bytes): array
	{
		$printed = printed($bytes);
		return [json_decode(explode("\r\n\r\n", $printed[0] ?? '', 2)[1] ?? '', true), $printed[1] ?? null];
	}

	private function take(string $bytes): void
	{
		[$body, $errors] = $this->read($bytes);
		if ($body === null && $this->kill_every > 0 && $this->lost < $this->killed) {
			$this->lost++;
			return;
		}
		$this->answered++;
		$this->workers[$body['pid'] ?? 0] = true;
		if ($body === null || isset($body['wrong']) || isset($body['error']) || $errors !== '') {
			$this->wrong[] = json_encode([$body, $errors]);
		}
		if ($this->kill_every > 0 && $this->answered % $this->kill_every === 0) {
			$workers = children($this->parent);
			posix_kill((int) $workers[array_rand($workers)], SIGKILL);
			$this->killed++;
			$this->pause = true;
		}
	}

	/** Nothing is asked: the server has seen the ends of all connections but those that wait for a taker. */
	private function settle(): void
	{
		$socket = $this->ask(['way' => 'count']);
		stream_set_blocking($socket, true);
		$waiting = $this->read(stream_get_contents($socket))[0]['waiting'] ?? 0;
		$count = "SELECT COUNT(*) FROM information_schema.processlist WHERE user = '$this->user'";
		$end = microtime(true) + 5;
		while (($more = $this->watch->query($count)->fetch_row()[0] - $waiting) > $this->more && microtime(true) < $end) {
			usleep(500);
		}
		$this->more = max(0, $more);
	}
}

/** @return list<string> ids */
function children(string $parent): array
{
	return array_values(array_filter(explode(' ', trim(file_get_contents("/proc/$parent/task/$parent/children")))));
}
