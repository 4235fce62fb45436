<?php
/*
 * The figures of a run: lines of JSON, as the benches print them (bench/README.md), and what the run says of
 * itself. A line is a figure; or {"about": {...}}, the machine and the versions; or {"missing": BENCH,
 * "reason": TEXT}. A second line "about" with a date begins another run; one without tells more of the same.
 * Not here: what is shown of them.
 */

declare(strict_types=1);

namespace Mynd\Page;

/** One figure, mynd beside stock. */
final class Figure
{
	/** @param array<string, mixed> $line */
	public function __construct(private readonly array $line)
	{
	}

	public function case(): string
	{
		return $this->line['case'];
	}

	public function unit(): string
	{
		return $this->line['unit'];
	}

	/**
	 * `side`: mynd, stock, limit, or how a bench calls what stands in stock's place; null where that was not
	 * measured, or cannot do it.
	 */
	public function value(string $side): ?float
	{
		return isset($this->line[$side]) ? (float) $this->line[$side] : null;
	}

	/** mynd / stock. */
	public function ratio(): ?float
	{
		return isset($this->line['ratio']) ? (float) $this->line['ratio'] : null;
	}

	/** @return ?array{float, float} between which the middle half of the samples lies */
	public function quartiles(string $side): ?array
	{
		$quartiles = $this->line['quartiles'][$side] ?? null;
		return $quartiles === null ? null : array_map(floatval(...), $quartiles);
	}

	public function samples(): ?int
	{
		return $this->line['samples'] ?? null;
	}
}

final class Figures
{
	/** @var array<string, string> of all runs */
	public array $about = [];
	/** @var list<array<string, string>> */
	public array $runs = [];
	/** @var array<string, string> why, by bench */
	public array $missing = [];
	/** @var array<string, array<string, array<string, Figure>>> by bench, metric and case */
	private array $figures = [];

	/** @param list<string> $lines */
	public function __construct(public readonly array $lines)
	{
		foreach ($lines as $line) {
			if (trim($line) !== '') {
				$this->take(json_decode($line, true, 8, JSON_THROW_ON_ERROR));
			}
		}
		$this->about = about_all($this->runs);
	}

	private function take(array $line): void
	{
		if (isset($line['about']['Date']) || isset($line['about']) && $this->runs === []) {
			$this->runs[] = $line['about'];
		} elseif (isset($line['about'])) {
			$this->runs[count($this->runs) - 1] += $line['about'];
		} elseif (isset($line['missing'])) {
			$this->missing[$line['missing']] = $line['reason'];
		} else {
			$this->figures[$line['bench']][$line['metric']][$line['case']] = new Figure($line);
		}
	}

	public function get(string $bench, string $metric, string $case): ?Figure
	{
		return $this->figures[$bench][$metric][$case] ?? null;
	}

	/**
	 * The figures whose case a pattern matches, by what its first group has found; of two with the same, the
	 * first.
	 *
	 * @return array<string, Figure>
	 */
	public function like(string $bench, string $metric, string $pattern): array
	{
		$found = [];
		foreach ($this->figures[$bench][$metric] ?? [] as $case => $figure) {
			if (preg_match($pattern, $case, $match) === 1) {
				$found += [$match[1] => $figure];
			}
		}
		return $found;
	}
}

/**
 * What several runs say of themselves, as one: the days, the highest load, and of everything else what there
 * was.
 *
 * @param list<array<string, string>> $runs
 * @return array<string, string>
 */
function about_all(array $runs): array
{
	$all = [];
	foreach (count($runs) < 2 ? [] : array_keys(array_merge(...$runs)) as $name) {
		$told = array_values(array_unique(array_column($runs, $name)));
		$all[$name] = match ($name) {
			'Date' => days($told),
			'Load', 'Load at the end' => array_reduce($told, static fn (string $most, string $load) => (float) $load > (float) $most ? $load : $most, $told[0]),
			default => implode('; ', $told),
		};
	}
	return count($runs) < 2 ? $runs[0] ?? [] : $all;
}

/** "28 November 2026 to 29 November 2026"; @param list<string> $dates with the time of day */
function days(array $dates): string
{
	usort($dates, static fn (string $a, string $b) => strtotime($a) <=> strtotime($b));
	$days = array_map(static fn (string $date) => strtok($date, ','), $dates);
	return implode(' to ', array_unique([$days[0], end($days)]));
}

/** A number as it is shown: three digits that count, at the most three decimals; a count has none. */
function number(float $value): string
{
	$size = abs($value);
	return number_format($value, match (true) {
		$size >= 100 || $size < 0.0005 || ($size >= 2 && $value === round($value)) => 0,
		$size >= 10 => 1,
		$size >= 1 => 2,
		default => 3,
	});
}

/** A unit of the benches, in a page's words. */
function unit(string $unit): string
{
	return ['us/row' => 'µs a row', '/s' => 'a second', 'ms/page' => 'ms a page', 'us/answer' => 'µs an answer', 'a page' => 'round trips a page'][$unit] ?? $unit;
}
