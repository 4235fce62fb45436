<?php
/*
 * What was recorded: bench/results/BENCH.json, lines of JSON as `./dev bench --record` writes them, and the
 * names by which pages mean figures of them (bench/figures.tsv). Not here: the pages.
 */

declare(strict_types=1);

namespace Mynd\Figures;

use Mynd\Page\Figures;
use RuntimeException;

use function Mynd\Page\number;

/** Benches of which the README's picture is made. */
const PICTURE = ['blob', 'fetch', 'connect', 'insert', 'scatter', 'far'];

/**
 * The fields of a file of tabs, without its comments.
 *
 * @return list<list<string>>
 */
function fields_of(string $file, int $count): array
{
	$all = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES) as $i => $line) {
		if ($line !== '' && $line[0] !== '#') {
			$fields = explode("\t", $line);
			count($fields) === $count || throw new RuntimeException(sprintf('%s:%d: %d fields instead of %d', basename($file), $i + 1, count($fields), $count));
			$all[] = $fields;
		}
	}
	return $all;
}

/** A figure that has a name. */
final class Named
{
	public function __construct(public readonly string $bench, public readonly string $case, public readonly string $metric, public readonly string $unit)
	{
	}
}

final class Results
{
	/** @var array<string, Named> by name */
	public readonly array $names;
	/** @var array<string, string> benches that nobody has recorded yet, and why */
	public readonly array $missing;
	/** @var array<string, Figures> by bench */
	private array $recorded = [];

	public function __construct(private readonly string $root)
	{
		$names = [];
		foreach (fields_of("$root/bench/figures.tsv", 5) as [$name, $bench, $case, $metric, $unit]) {
			!isset($names[$name]) || throw new RuntimeException("figures.tsv: $name stands there twice");
			str_starts_with($name, "$bench.") || throw new RuntimeException("figures.tsv: the name $name does not begin with its bench, \"$bench.\"");
			$names[$name] = new Named($bench, $case, $metric, $unit);
		}
		$this->names = $names;
		$this->missing = array_column(fields_of("$root/bench/results/to-be-recorded.tsv", 2), 1, 0);
		foreach (glob("$root/bench/results/*.json") as $file) {
			$this->recorded[basename($file, '.json')] = new Figures(file($file));
		}
	}

	/** @return list<string> benches that a page or the picture shows something of */
	public function benches(): array
	{
		$benches = array_unique([...array_map(static fn (Named $named) => $named->bench, array_values($this->names)), ...PICTURE]);
		sort($benches);
		return $benches;
	}

	public function of(string $bench): ?Figures
	{
		return $this->recorded[$bench] ?? null;
	}

	/** The benches of `BENCH.run`, `BENCH.date`: one; of `picture` and `all` several. */
	private function runs(string $of): array
	{
		return match ($of) {
			'picture' => PICTURE,
			'all' => $this->benches(),
			default => [$of],
		};
	}

	/**
	 * What stands in a page for a name and a side; of a run, which has no sides, '' is the side. Null: the
	 * bench is still to be recorded.
	 */
	public function text(string $name, string $side): ?string
	{
		$named = $this->names[$name] ?? null;
		if ($named === null && preg_match('/^(\w+)\.(run|date)$/', $name, $match) === 1 && $side === '') {
			return $this->text_of_run($match[1], $match[2]);
		}
		$named !== null || throw new RuntimeException("bench/figures.tsv has no figure $name" . ($side === '' ? '' : ", $side"));
		if (isset($this->missing[$named->bench])) {
			return null;
		}
		return self::shown($named, $name, $side, fn (string $side): float => $this->value($named, $side));
	}

	private function text_of_run(string $of, string $what): ?string
	{
		$lines = [];
		foreach ($this->runs($of) as $bench) {
			if (isset($this->missing[$bench])) {
				return null;
			}
			$lines[] = ['about' => ($this->recorded[$bench] ?? throw new RuntimeException("bench/results/ has no $bench.json"))->about];
		}
		$about = (new Figures(array_map(json_encode(...), $lines)))->about;
		$day = preg_replace('/, \d+:\d+ UTC/', '', $about['Date']);
		$server = preg_replace('/ \([^)]*\)/', '', $about['Server']);
		return $what === 'date' ? $day : "$day, mynd $about[mynd], PHP $about[PHP], $server";
	}

	private function value(Named $named, string $side): float
	{
		$figures = $this->recorded[$named->bench] ?? throw new RuntimeException("bench/results/ has no $named->bench.json");
		$figure = $figures->get($named->bench, $named->metric, $named->case) ?? throw new RuntimeException("bench/results/$named->bench.json has no \"$named->metric\" of \"$named->case\"");
		$value = $figure->value($side) ?? throw new RuntimeException("bench/results/$named->bench.json: \"$named->metric\" of \"$named->case\" has nothing of \"$side\"");
		return $named->unit === '-' ? $value : converted($value, $figure->unit(), $named->unit);
	}

	/** `side`: a side; "a/b", a ratio without a unit; "a-b", what a has more than b. */
	private static function shown(Named $named, string $name, string $side, callable $value): string
	{
		if (preg_match('~^(\w+)([/-])(\w+)$~', $side, $match) === 1) {
			[$a, $b] = [$value($match[1]), $value($match[3])];
			if ($match[2] === '/') {
				return $b != 0 ? ratio($a / $b) : throw new RuntimeException("$name: $match[3] is 0");
			}
			return shown_with_unit($a - $b, $named->unit);
		}
		return shown_with_unit($value($side), $named->unit);
	}
}

function shown_with_unit(float $value, string $unit): string
{
	return number($value) . match ($unit) {
		'-' => '',
		'%' => '%',
		default => " $unit",
	};
}

/** Two decimals below ten, as 0.47 of something, or 2.13 times. */
function ratio(float $ratio): string
{
	return $ratio < 10 ? sprintf('%.2f', $ratio) : number($ratio);
}

/** A bench's unit ("us/row", "/s") as a page's: a rate becomes the time of one. */
function converted(float $value, string $from, string $to): float
{
	$units = ['us' => 'µs', 'ms' => 'ms', 'MiB' => 'MiB', '%' => '%', 's' => 's'];
	$own = $units[preg_replace('~ of \w+$|/\w+$~', '', $from)] ?? $from;
	return match (true) {
		$own === $to => $value,
		$own === 'µs' && $to === 'ms' => $value / 1000,
		in_array($own, ['/s', '1/s'], true) && $to === 'ms' => 1000 / $value,
		in_array($own, ['/s', '1/s'], true) && $to === 'µs' => 1e6 / $value,
		default => throw new RuntimeException("\"$from\" cannot be shown in $to"),
	};
}
