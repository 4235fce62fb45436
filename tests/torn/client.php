<?php
/*
 * Runs cases of some conversations over a relay, and judges them. Started by torn.php, once for each group of
 * settings; says what it does in lines of JSON: [what, ...].
 *
 *     php client.php '{"relay": FILE, "server": KIND, "folder": DIR, "names": [...], "seed": N, "part": F,
 *                      "until": TIME, "at": CASE, "stalls": BOOL, "slice": NUMBER}'
 *
 * A case is K:D:N:WAY, as relay.c has it. `part` of 1 is every byte; less is a sample by the seed; a slice is
 * that hundredth of all which record.inc says. With
 * "kernel" the conversations go straight to the server, and a case is KIND:N, a system call that fails.
 */
require __DIR__ . '/conversations.inc';
require_once __DIR__ . '/record.inc';
require __DIR__ . '/kernel.inc';
require __DIR__ . '/relay.inc';
require __DIR__ . '/judge.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

const WAYS = ['f', 'r', 's'];
const WHOLE = 4096; // longer directions are tried at a stride

function say(mixed ...$words): void
{
	fwrite(STDOUT, json_encode($words, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR) . "\n");
}

final class Client
{
	private ?Relay $relay = null;
	private int $wrong = 0; // cases of this conversation
	private ?Kernel $kernel = null;

	public function __construct(private array $o)
	{
		if ($o['kernel']) {
			$this->kernel = new Kernel;
		} else {
			$this->relay = new Relay($o['relay'], (int) getenv('MYND_TEST_PORT'));
		}
		mt_srand($o['seed']);
	}

	private function tell(callable $program, int $read): Tale
	{
		$t = new Tale(['port' => $this->relay->port ?? (int) getenv('MYND_TEST_PORT'), 'read' => $read, 'folder' => $this->o['folder']]);
		$t->run($program);
		return $t;
	}

	/**
	 * @return array{list<mixed>, array<string, list<int>>, array<string, int>} what it says; boundaries and
	 * sizes by "K:D"
	 */
	private function record(string $name, callable $program): array
	{
		for ($i = 0; $i < 3; $i++) { /* what is learned of a server is known from then on */
			$this->relay?->plan([], $i === 2);
			$t = $this->tell($program, 30);
			if ($t->error !== null || $t->warnings !== []) {
				throw new Exception("$name fails by itself: " . ($t->error === null ? implode($t->warnings) : Tale::number($t->error) . " {$t->error->getMessage()}"));
			}
			if ($i > 0 && $t->said !== $said) {
				throw new Exception("$name does not say the same each time: " . shown($t->said, $said));
			}
			$said = $t->said;
		}
		$places = $sizes = [];
		foreach ($this->relay?->end()[1] ?? [] as $k => $bytes) {
			foreach ($bytes as $d => $size) {
				$places["$k:$d"] = boundaries($this->relay->bytes($k, $d), $d, substr(strrchr($name, '/'), 1));
				$sizes["$k:$d"] = $size;
			}
		}
		return [$said, $places, $sizes];
	}

	/**
	 * Each byte, or at a stride; where something begins or ends, and one byte around it, always. @return
	 * list<int>
	 */
	private function positions(int $size, array $places): array
	{
		$stride = max(1, intdiv($size, WHOLE / 2) | 1);
		$all = $size <= WHOLE ? range(0, $size) : range(0, $size, $stride);
		foreach ($size <= WHOLE ? [] : $places as $place) {
			array_push($all, $place - 1, $place, $place + 1);
		}
		return array_values(array_unique(array_filter($all, fn($n) => $n >= 0 && $n <= $size)));
	}

	private function one(string $name, callable $program, array $whole, string $case): void
	{
		say('case', $name, $case);
		[$k, $d, $n, $way] = explode(':', $case);
		$this->relay->plan([[(int) $k, (int) $d, (int) $n, $way]]);
		$t = $this->tell($program, $way === 'h' ? 1 : 10);
		$wrong = judge($t, $whole, $way) ?? (str_contains($name, 'reconnect') ? judge_inserts($t) : null);
		if ($wrong !== null) {
			$this->wrong++;
			say('wrong', $name, $case, $wrong);
		}
		if (isset($this->o['at'])) {
			say('told', $this->relay->end(), $t->said, $t->error === null ? null : [Tale::number($t->error), $t->error->getMessage()], $t->phase, $t->after);
		}
	}

	/**
	 * Without an epoll descriptor, or an eventfd to wake it, the functions that wait for many connections say
	 * so, without an eventfd the fiber that cannot wait for its turn; no connection is lost.
	 */
	private static function cannot_wait(Tale $t, string $call): bool
	{
		if ($call === 'eventfd' && $t->error !== null && Tale::number($t->error) === 2008) {
			return $t->after === [['still here']];
		}
		return (str_starts_with($call, 'epoll_') || in_array($call, ['timerfd_create', 'eventfd'], true)) && (preg_match('/^Mynd\\\\((as_completed|pipeline)\(\): cannot wait: |Poller: no descriptor for it )/', (string) $t->error?->getMessage())
			|| preg_grep('/^mysqli_poll\(\): Unable to wait \[\d+\]/', $t->warnings));
	}

	/** One call fails. What only delays it, or moves less, changes nothing. @return array{int, string} */
	private function failing(string $name, callable $program, array $whole, int $kind, int $n): array
	{
		say('case', $name, "$kind:$n");
		$this->kernel->order($kind, $n);
		$t = $this->tell($program, 10);
		[$count, $call] = $this->kernel->ordered();
		$harmless = in_array(Kernel::KINDS[$kind], ['EINTR', 'short', 'clock'], true) || (Kernel::KINDS[$kind] === 'EAGAIN' && $call !== 'connect');
		$wrong = self::cannot_wait($t, $call) ? null : judge($t, $whole, $harmless || $call === '' ? 's' : 'f') ?? (str_contains($name, 'reconnect') ? judge_inserts($t) : null);
		if ($wrong !== null) {
			say('wrong', $name, "$kind:$n", "$call fails with " . Kernel::KINDS[$kind] . ": $wrong");
		}
		if (isset($this->o['at'])) {
			say('told', [$count, $call], $t->said, $t->error === null ? null : [Tale::number($t->error), $t->error->getMessage()], $t->phase, $t->after);
		}
		return [$count, $call];
	}

	private function kernel(string $name, callable $program): void
	{
		[$whole] = $this->record($name, $program);
		if (isset($this->o['at'])) {
			$this->failing($name, $program, $whole, ...array_map(intval(...), explode(':', $this->o['at'])));
			return;
		}
		$done = $possible = 0;
		foreach (Kernel::KINDS as $kind => $_) {
			[$count] = $this->failing($name, $program, $whole, $kind, -1);
			$possible += $kind === 7 ? 1 : $count;
			foreach ($kind === 7 || $count === 0 ? [] : $this->sample(range(1, $count)) as $n) {
				if (microtime(true) > $this->o['until']) {
					break 2;
				}
				$this->failing($name, $program, $whole, $kind, $n);
				$done++;
			}
			/* What failed may have led to further calls. */
			for ($n = $count + 1; $this->o['part'] == 1 && $kind !== 7 && $this->failing($name, $program, $whole, $kind, $n)[1] !== ''; $n++) {
				$done++;
			}
		}
		say('done', $name, $done, $possible, 0, 0);
	}

	/** Forty connections that stall at once, each in a process of its own. */
	private function stalls(string $name, callable $program, array $whole, array $cases): void
	{
		say('case', $name, 'stalls ' . implode(' ', $cases));
		$this->relay->plan(array_map(fn($i, $case) => [$i, ...array_slice(explode(':', $case), 1)], array_keys($cases), $cases));
		$pipes = [];
		foreach ($cases as $case) {
			[$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
			if (pcntl_fork() === 0) {
				$t = $this->tell($program, 1);
				fwrite($its, judge($t, $whole, 'h') ?? 'fine');
				posix_kill(getmypid(), SIGKILL);
			}
			fclose($its);
			$pipes[] = $ours;
		}
		foreach ($pipes as $pipe) {
			$said = stream_get_contents($pipe);
			if ($said !== 'fine') {
				$this->wrong++;
				say('wrong', $name, 'stall among ' . implode(' ', $cases), $said === '' ? 'crashed' : $said);
			}
			pcntl_wait($status);
		}
	}

	/** @return list<string> */
	private function sample(array $cases): array
	{
		mt_srand($this->o['seed'] ^ crc32(serialize($cases)));
		shuffle($cases);
		return array_slice($cases, 0, max(3, (int) ceil(count($cases) * $this->o['part'])));
	}

	/** @return list<string> */
	private function choose(string $name, array $cases): array
	{
		return $this->o['slice'] === null ? $this->sample($cases) : array_values(array_filter($cases, fn($case) => slice_of($name, $case) === $this->o['slice']));
	}

	/** The stalls, forty at once. @return list<list<string>> */
	private function forties(string $name, array $stalls): array
	{
		if ($this->o['slice'] === null) {
			return array_chunk($this->sample($stalls), 40);
		}
		return array_values(array_filter(array_chunk($stalls, 40), fn($i) => slice_of($name, "stalls $i") === $this->o['slice'], ARRAY_FILTER_USE_KEY));
	}

	private function conversation(string $name, callable $program): void
	{
		[$whole, $places, $sizes] = $this->record($name, $program);
		if (isset($this->o['at'])) {
			$this->one($name, $program, $whole, $this->o['at']);
			return;
		}
		$cases = $stalls = [];
		foreach ($sizes as $side => $size) {
			foreach ($this->positions($size, $places[$side]) as $n) {
				foreach (WAYS as $way) {
					$cases[] = "$side:$n:$way";
				}
			}
			foreach (str_starts_with($side, '0:') ? $places[$side] : [] as $place) {
				foreach ([$place - 1, $place, $place + 1] as $n) {
					$n >= 0 && $n < $size && $stalls[] = "$side:$n:h";
				}
			}
		}
		$chosen = $this->choose($name, $cases);
		$done = 0;
		foreach ($chosen as $case) {
			if (microtime(true) > $this->o['until']) {
				break;
			}
			$this->one($name, $program, $whole, $case);
			$done++;
		}
		$forties = $this->o['stalls'] && count($sizes) === 2 ? $this->forties($name, array_values(array_unique($stalls))) : [];
		$stalled = 0;
		foreach ($forties as $forty) {
			if (microtime(true) > $this->o['until']) {
				break;
			}
			$this->stalls($name, $program, $whole, $forty);
			$stalled += count($forty);
		}
		$this->wrong === 0 && $done === count($chosen) && $stalled === count($forties, COUNT_RECURSIVE) - count($forties) && say('passed', $name, $done, $stalled);
		say('done', $name, $done, count($cases), array_sum($sizes), $stalled);
	}

	public function run(): void
	{
		$all = conversations($this->o['server']);
		foreach ($this->o['names'] as $name) {
			if (microtime(true) > $this->o['until']) {
				break;
			}
			$this->wrong = 0;
			try {
				$this->{$this->o['kernel'] ? 'kernel' : 'conversation'}($name, $all[$name]['program']);
			} catch (Exception $e) {
				say('wrong', $name, '', $e->getMessage());
			}
		}
		say('end');
	}
}

(new Client(json_decode($argv[1], true)))->run();
