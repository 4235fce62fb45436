<?php
// A smaller program that differs in the same way: first fewer calls (delta debugging), then less of the
// schema, then smaller texts and values.

final class Shrink
{
	public int $tries = 0;
	private float $until;

	/** @param Closure(array): bool $same whether a program differs in the same way */
	public function __construct(private Closure $same, float $seconds = 90)
	{
		$this->until = microtime(true) + $seconds;
	}

	public function smallest(array $program): array
	{
		do {
			$before = strlen(json_encode($program));
			$program = $this->fewer($program, ['calls']);
			foreach (array_keys($program['tables']) as $at) {
				$program = $this->fewer($program, ['tables', $at, 'rows']);
				$program = $this->fewer_columns($program, $at);
			}
			$program = $this->fewer($program, ['tables']);
			$program = $this->fewer($program, ['procedures']);
			$program = $this->plainer($program);
		} while (strlen(json_encode($program)) < $before && microtime(true) < $this->until);
		return $program;
	}

	private function try(array $program): bool
	{
		if (microtime(true) >= $this->until) {
			return false;
		}
		$this->tries++;
		return ($this->same)($program);
	}

	private static function get(array $program, array $path): mixed
	{
		return array_reduce($path, fn ($part, $key) => $part[$key], $program);
	}

	private static function with(array $program, array $path, mixed $value): array
	{
		$part = &$program;
		foreach ($path as $key) {
			$part = &$part[$key];
		}
		$part = $value;
		return $program;
	}

	/** A list with as many parts left out as can be: halves first, single ones last. */
	private function fewer(array $program, array $path): array
	{
		$size = max(1, intdiv(count(self::get($program, $path)), 2));
		while (true) {
			$list = self::get($program, $path);
			for ($at = count($list) - $size; $at > -$size; $at -= $size) {
				$shorter = $list;
				array_splice($shorter, max(0, $at), $at < 0 ? $size + $at : $size);
				if (count($shorter) < count($list) && $this->try(self::with($program, $path, $shorter))) {
					$program = self::with($program, $path, $shorter);
					$list = $shorter;
				}
			}
			if ($size === 1) {
				return $program;
			}
			$size = intdiv($size + 1, 2);
		}
	}

	private function fewer_columns(array $program, int $at): array
	{
		for ($column = count($program['tables'][$at]['columns']) - 1; $column > 0; $column--) {
			$smaller = $program;
			array_splice($smaller['tables'][$at]['columns'], $column, 1);
			foreach ($smaller['tables'][$at]['rows'] as &$row) {
				array_splice($row, $column, 1);
			}
			unset($row);
			if ($this->try($smaller)) {
				$program = $smaller;
			}
		}
		return $program;
	}

	private function plainer(array $program): array
	{
		foreach (['report' => 3, 'precision' => 14] as $name => $usual) {
			if ($program[$name] !== $usual && $this->try([$name => $usual] + $program)) {
				$program = [$name => $usual] + $program;
			}
		}
		foreach (array_keys($program['calls']) as $at) {
			$program = $this->plainer_call($program, $at);
		}
		return $program;
	}

	private function plainer_call(array $program, int $at): array
	{
		$call = $program['calls'][$at];
		if (isset($call['to']) && $this->try(self::with($program, ['calls', $at], array_diff_key($call, ['to' => 1])))) {
			unset($program['calls'][$at]['to']);
		}
		foreach (array_keys($call['args'] ?? []) as $index) {
			$program = $this->plainer_value($program, ['calls', $at, 'args', $index]);
		}
		return $program;
	}

	private function plainer_value(array $program, array $path): array
	{
		$value = self::get($program, $path);
		if (is_string($value)) {
			return $this->shorter_text($program, $path);
		}
		if (!is_array($value)) {
			return $program;
		}
		if (isset($value['repeat']) && $value['repeat'][1] > 1) {
			foreach ([1, 251, 65535] as $count) {
				$smaller = self::with($program, [...$path, 'repeat', 1], $count);
				if ($count < $value['repeat'][1] && $this->try($smaller)) {
					return $smaller;
				}
			}
		}
		foreach (array_keys($value['map'] ?? []) as $key) {
			$program = $this->plainer_value($program, [...$path, 'map', $key, 1]);
		}
		return $program;
	}

	/** Leaves out words of a text, from long runs to single ones. */
	private function shorter_text(array $program, array $path): array
	{
		foreach (['/(;\s*|\s+(?=FROM|WHERE|ORDER|LIMIT|UNION))/', '/(,\s*)/', '/(\s+)/'] as $pattern) {
			$words = preg_split($pattern, self::get($program, $path), -1, PREG_SPLIT_DELIM_CAPTURE);
			for ($at = count($words) - 1; $at >= 0 && count($words) > 1; $at--) {
				$fewer = $words;
				array_splice($fewer, max(0, $at - 1), 2);
				$smaller = self::with($program, $path, implode('', $fewer));
				if (count($fewer) < count($words) && $this->try($smaller)) {
					$program = $smaller;
					$words = $fewer;
					$at--;
				}
			}
		}
		return $program;
	}
}
