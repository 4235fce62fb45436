<?php
// The answers of both sides to a program of the kind "ends": first what it saw, call by call, as other
// programs are compared; then what the server holds after each of its requests.
// Always true: what is held is compared unless a known difference, which the program was told of, made the
// rest of it another program.

final class EndsComparison
{
	public ?Difference $difference = null;
	/** @var array<string, int> known differences that were met: name => times */
	public array $known = [];
	/** What the program was told ends the comparison: see above. */
	public bool $isTold = false;
	/** Mynd did all that the program has sent, where stock has aborted some of it. */
	public bool $isWhole = false;
	/**
	 * Stock's pool has an idle connection whose command waits for a reader, or an asynchronous query was
	 * left: rows were not compared.
	 */
	public bool $isLeftRunning = false;

	/** @param list<string> $stock @param list<string> $mynd */
	public function __construct(private array $program, array $stock, array $mynd, array $known)
	{
		if ($stock === $mynd || str_contains(implode($stock), '"ended"')) {
			return; // the second is a fault of PHP's own
		}
		$held = [[], []];
		foreach ([&$stock, &$mynd] as $side => &$lines) {
			foreach ($lines as $number => $line) {
				$answer = json_decode($line, true);
				if (isset($answer['holds'])) {
					$held[$side][$number] = $answer['holds'];
					$lines[$number] = '{"n":' . $number . ',"value":"over","said":[],"seen":[]}';
				}
			}
		}
		unset($lines);
		$seen = Comparison::of($this->program, $stock, $mynd, $known);
		$this->known = $seen->known;
		$this->difference = $seen->unexplained;
		if ($this->difference !== null && $this->leaves_asynchronous() && isset($this->difference->stock['value'], $this->difference->mynd['value'])) {
			$this->difference = null; // rows of a later connection
			$this->isLeftRunning = true;
			return;
		}
		$this->isTold = $this->difference === null && $seen->isEnded;
		$this->isTold || $this->compare_held(...$held);
	}

	/**
	 * The answers of stock, with the rows that another run of it has left.
	 *
	 * @param list<string> $lines @param list<string> $other its answers; it has as many requests
	 * @return list<string>
	 */
	public static function with_rows(array $lines, array $other): array
	{
		$rows = array_column(array_filter(array_map(fn ($line) => json_decode($line, true)['holds'] ?? null, $other)), 'rows');
		foreach ($lines as $at => $line) {
			$answer = json_decode($line, true);
			if (isset($answer['holds'])) {
				$answer['holds']['rows'] = array_shift($rows);
				$lines[$at] = json_encode($answer);
			}
		}
		return $lines;
	}

	/** The difference is in a call of a program that has given up a persistent connection before it. */
	public function is_of_later_connection(): bool
	{
		$gives_up = fn (array $call) => $call['do'] === 'end' || $call['do'] === 'drop' || ($call['name'] ?? '') === 'close';
		return $this->difference !== null && self::is_persistent($this->program) && array_filter(array_slice($this->program['calls'], 0, $this->difference->number), $gives_up) !== [];
	}

	/**
	 * The answers to the calls of the program itself.
	 *
	 * @param array $waiting a program that waits @param list<string> $lines its answers
	 * @return list<string>
	 */
	public static function without_waits(array $waiting, array $lines): array
	{
		$kept = array_filter($lines, fn (int $at) => ($waiting['calls'][$at]['do'] ?? '') !== 'wait', ARRAY_FILTER_USE_KEY);
		return array_map(fn (string $line, int $at) => preg_replace('/^\{"n":\d+/', '{"n":' . $at, $line), array_values($kept), array_keys(array_values($kept)));
	}

	private function compare_held(array $stock, array $mynd): void
	{
		foreach ($stock + $mynd as $number => $either) {
			$what = $this->what_differs($stock[$number] ?? [], $mynd[$number] ?? []);
			if ($what !== '') {
				$seen = $this->difference;
				$this->difference = new Difference($seen?->number ?? $number, $seen?->call ?? $this->program['calls'][$number] ?? ['do' => 'end', 'how' => 'fall'], ($seen === null ? '' : "$seen->what, ") . "held: $what",
					$seen === null ? $stock[$number] ?? null : ['held' => $stock[$number] ?? null, 'seen' => $seen->stock], $seen === null ? $mynd[$number] ?? null : ['held' => $mynd[$number] ?? null, 'seen' => $seen->mynd], $seen?->slot);
				return;
			}
		}
	}

	/**
	 * An idle connection of mynd's pool may hold less than one of stock's. What stock's left running in its
	 * pool has no end: whoever takes the connection next ends it.
	 */
	private function what_differs(array $stock, array $mynd): string
	{
		$what = [];
		$this->isLeftRunning = $this->isLeftRunning || isset($stock['held']['running commands']) || $this->leaves_asynchronous();
		if (!$this->isLeftRunning && ($stock['rows'] ?? null) !== ($mynd['rows'] ?? null) && isset($stock['rows'], $mynd['rows'])) {
			$names = array_keys(array_diff_assoc($stock['rows'], $mynd['rows']) + array_diff_assoc($mynd['rows'], $stock['rows']));
			$lacks = array_filter($names, fn ($name) => (int) ($mynd['rows'][$name] ?? 0) < (int) ($stock['rows'][$name] ?? 0)) !== [];
			$what[] = implode(' ', array_unique(array_map(fn ($name) => 'rows of ' . explode(' ', $name)[0], $names))) . ($lacks ? ' (mynd lacks some)' : ' (mynd has more)');
		}
		foreach ($mynd['held'] ?? [] as $name => $count) {
			$count > ($stock['held'][$name] ?? 0) && $what[] = $name;
		}
		if (($mynd['sessions'] ?? 0) > ($stock['sessions'] ?? 0) && !self::is_persistent($this->program)) {
			$what[] = 'sessions';
		}
		return implode(', ', $what);
	}

	/**
	 * One asynchronous query that nobody reaps is left as stock leaves it: how far the server gets with its
	 * results depends on the moment.
	 */
	private function leaves_asynchronous(): bool
	{
		$open = false;
		foreach ($this->program['calls'] as $call) {
			$open = ($open || str_contains(json_encode($call), 'MYSQLI_ASYNC')) && ($call['name'] ?? '') !== 'reap_async_query';
			if ($open && ($call['do'] !== 'method' || $call['name'] === 'close')) {
				return true;
			}
		}
		return false;
	}

	/** Two objects of stock's PDO share a persistent connection. */
	public static function is_persistent(array $program): bool
	{
		return preg_match('/ATTR_PERSISTENT|"p:/', json_encode($program['calls'])) === 1;
	}
}
