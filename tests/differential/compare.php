<?php
// The answers of both sides to one program, call by call: what differs, and whether the list of known
// differences explains it. Properties come as changes; they are put together again, so that a difference that
// stays is one difference.

final class Difference
{
	/** @param string $what outcome, said, ended, or KIND.property (mysqli.errno) */
	public function __construct(
		public readonly int $number,
		public readonly array $call,
		public readonly string $what,
		public readonly mixed $stock,
		public readonly mixed $mynd,
		public readonly ?string $slot = null,
	) {
	}

	public function called(): string
	{
		return $this->call['name'] ?? $this->call['do'];
	}

	/** What a smaller program must show as well to be the same. */
	public function sign(): string
	{
		$kind = fn ($side) => is_array($side) ? array_key_first($side) : 'other';
		return preg_replace('/^mysqli_(stmt_)?/', '', $this->called()) . " $this->what" . ($this->what === 'outcome' ? " {$kind($this->stock)}/{$kind($this->mynd)}" : '');
	}
}

final class Comparison
{
	/** @var array<string, array<string, mixed>> [side][slot.property] */
	private array $states = [[], []];
	private array $told = [];
	/** @var array<string, int> known differences that were met: name => times */
	public array $known = [];
	public ?Difference $unexplained = null;
	public int $calls = 0;
	/** A known difference made the rest another program, which was not compared. */
	public bool $isEnded = false;
	/**
	 * @var array<string, bool> whether mynd's last prepare or execute of a statement failed: slot => failed
	 */
	private array $failed = [];
	/** What mynd has answered up to this call, as it came. */
	private string $past = '';

	/** @param list<string> $lines all that mynd has answered */
	public function __construct(private array $program, private array $known_list, private array $lines)
	{
	}

	public static function of(array $program, array $stock, array $mynd, array $known_list): self
	{
		$comparison = new self($program, $known_list, $mynd);
		if ($stock === $mynd) {
			$comparison->calls = count(array_filter($stock, fn ($line) => !str_contains($line, '"left out"')));
		} else {
			$comparison->walk($stock, $mynd);
		}
		return $comparison;
	}

	private function walk(array $stock, array $mynd): void
	{
		foreach ($this->program['calls'] as $number => $call) {
			$sides = [json_decode($stock[$number] ?? '{"ended":"no line"}', true) ?? ['ended' => $stock[$number]], json_decode($mynd[$number] ?? '{"ended":"no line"}', true) ?? ['ended' => $mynd[$number]]];
			$this->calls += isset($sides[0]['left out']) ? 0 : 1;
			$this->past .= $mynd[$number] ?? '';
			if (isset($sides[0]['ended']) && $sides[0] === $sides[1]) {
				return; // a fault of PHP's own
			}
			$failed = isset($sides[1]['thrown']) || ($sides[1]['value'] ?? '') === 'bool false';
			if (in_array(method_of($call), ['execute', 'prepare', 'query'], true)) {
				$this->failed[$call['to'] ?? $call['on'] ?? $call['args'][0]['slot'] ?? ''] = $failed;
			}
			if ($failed && str_contains(json_encode($call), 'LOAD DATA')) {
				$this->failed['LOAD DATA'] = true;
			}
			$were = $this->states;
			foreach ($this->differences($number, $call, $sides) as $difference) {
				$known = $this->explain($difference, $sides, $were);
				if ($known === null) {
					$this->unexplained = $difference;
					return;
				}
				if ($known['ends'] ?? false) {
					$this->isEnded = true;
					return;
				}
			}
		}
	}

	private function explain(Difference $difference, array $sides, array $were): ?array
	{
		$before = new Before($this->program, $sides, $this->states, $were, $this->failed, $this->past, $this->lines);
		foreach ($this->known_list as $name => $known) {
			if ($known['is']($difference, $before)) {
				$this->known[$name] = ($this->known[$name] ?? 0) + 1;
				return $known;
			}
		}
		return null;
	}

	/** @return list<Difference> */
	private function differences(int $number, array $call, array $sides): array
	{
		[$stock, $mynd] = array_map(fn ($side) => array_diff_key($side, ['n' => 1, 'seen' => 1, 'said' => 1]), $sides);
		$found = [];
		if (isset($stock['ended']) || isset($mynd['ended'])) {
			return [new Difference($number, $call, 'ended', $stock, $mynd)];
		}
		$seen = $this->differences_seen($number, $call, $sides);
		$called_on = $call['on'] ?? $call['args'][0]['slot'] ?? null;
		if ($stock !== $mynd && !$this->is_told($call, $stock, $mynd)) {
			$found[] = new Difference($number, $call, 'outcome', $stock, $mynd, $called_on);
		}
		if ($sides[0]['said'] !== $sides[1]['said']) {
			$found[] = new Difference($number, $call, 'said', $sides[0]['said'], $sides[1]['said'], $called_on);
		}
		return [...$found, ...$seen];
	}

	/** Whether the call only asks for a property that differs, which has been told. */
	private function is_told(array $call, array $stock, array $mynd): bool
	{
		$slot = $call['on'] ?? $call['args'][0]['slot'] ?? '';
		if ($call['do'] === 'dump') {
			return array_filter($this->told, fn ($pair, $key) => $pair !== null && str_starts_with($key, "$slot."), ARRAY_FILTER_USE_BOTH) !== [];
		}
		$property = preg_replace('/^mysqli_(stmt_|fetch_(?=lengths))?/', '', $call['name'] ?? '');
		$pair = $this->told["$slot.$property"] ?? null;
		if ($pair !== null && ($property === 'lengths' || $call['do'] === 'isset')) {
			return true;
		}
		return $pair !== null && $stock === ['value' => $pair[0]] && $mynd === ['value' => $pair[1]];
	}

	private function differences_seen(int $number, array $call, array $sides): array
	{
		$changed = [];
		foreach ($sides as $side => $line) {
			foreach ($line['seen'] as $slot => $properties) {
				foreach ($properties as $property => $value) {
					$this->states[$side]["$slot.$property"] = $value;
					$changed["$slot.$property"] = true;
				}
			}
		}
		$found = [];
		foreach (array_keys($changed) as $key) {
			$pair = array_map(fn ($state) => $state[$key] ?? null, $this->states);
			if ($pair[0] === $pair[1] || str_ends_with($key, '.no object') || ($this->told[$key] ?? null) === $pair) {
				$pair[0] === $pair[1] && $this->told[$key] = null;
				continue;
			}
			$this->told[$key] = $pair;
			[$slot, $property] = explode('.', $key, 2);
			$kind = $slot === 'vars' ? 'variable' : ['m' => 'mysqli', 'r' => 'mysqli_result', 's' => 'mysqli_stmt', 'w' => 'mysqli_warning', 'd' => 'PDO', 'p' => 'PDOStatement'][$slot[0]];
			$found[] = new Difference($number, $call, $kind === 'variable' ? $kind : "$kind.$property", $pair[0], $pair[1], $slot);
		}
		return $found;
	}
}
