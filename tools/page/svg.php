<?php
/*
 * A drawing as text. Colours and sizes of letters come from classes (page.css, overview.php), but for the
 * sizes that a layout depends on. Coordinates are pixels of a drawing that is as wide as it says.
 */

declare(strict_types=1);

namespace Mynd\Page;

function escaped(string $text): string
{
	return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5);
}

final class Svg
{
	private string $body = '';

	public function __construct(public readonly float $width, public float $height = 0)
	{
	}

	/** @param array<string, string|float|int> $attributes */
	public function add(string $element, array $attributes, ?string $text = null): void
	{
		$this->body .= "<$element";
		foreach ($attributes as $name => $value) {
			$this->body .= " $name=\"" . escaped(is_float($value) ? self::coordinate($value) : (string) $value) . '"';
		}
		$this->body .= $text === null ? '/>' : '>' . escaped($text) . "</$element>";
	}

	public function text(float $x, float $y, string $text, string $class = '', string $anchor = 'start'): void
	{
		$this->add('text', ['x' => $x, 'y' => $y] + ($anchor === 'start' ? [] : ['text-anchor' => $anchor]) + ($class === '' ? [] : ['class' => $class]), $text);
	}

	public function line(float $x1, float $y1, float $x2, float $y2, string $class): void
	{
		$this->add('line', ['x1' => $x1, 'y1' => $y1, 'x2' => $x2, 'y2' => $y2, 'class' => $class]);
	}

	/** @param list<array{float, float}> $points */
	public function path(array $points, string $class): void
	{
		$steps = array_map(static fn (array $point) => self::coordinate($point[0]) . ' ' . self::coordinate($point[1]), $points);
		$this->add('path', ['d' => 'M' . implode('L', $steps), 'class' => $class]);
	}

	/**
	 * The mark of a value (null: in a legend). Each series has a shape of its own, so that nobody needs to
	 * tell colours apart.
	 */
	public function mark(string $series, float $x, float $y, ?float $value): void
	{
		$more = ['class' => "mark $series"] + ($value === null ? [] : ['data-value' => (string) $value]);
		match ($series) {
			'stock' => $this->add('rect', ['x' => $x - 4.5, 'y' => $y - 4.5, 'width' => 9, 'height' => 9] + $more),
			'more' => $this->add('path', ['d' => sprintf('M%s %sl6 10h-12z', self::coordinate($x), self::coordinate($y - 6))] + $more),
			default => $this->add('circle', ['cx' => $x, 'cy' => $y, 'r' => 5] + $more),
		};
	}

	public function body(): string
	{
		return $this->body;
	}

	public static function coordinate(float $value): string
	{
		return rtrim(rtrim(number_format($value, 1, '.', ''), '0'), '.');
	}
}

/** Values to pixels: from 0 on, or by powers of ten. */
final class Scale
{
	/** @var list<float> */
	public readonly array $ticks;
	private readonly float $least;
	private readonly float $most;

	/** @param list<float> $values all that have to find their place */
	public function __construct(array $values, private readonly float $from, private readonly float $to, public readonly bool $logarithmic)
	{
		$this->ticks = $logarithmic ? self::powers($values) : self::steps(max($values) ?: 1.0);
		$this->least = $this->ticks[0];
		$this->most = $this->ticks[count($this->ticks) - 1];
	}

	public function place(float $value): float
	{
		$part = $this->logarithmic
			? log(max($value, $this->least) / $this->least) / log($this->most / $this->least)
			: $value / $this->most;
		return $this->from + $part * ($this->to - $this->from);
	}

	/** @return list<float> */
	private static function powers(array $values): array
	{
		$values = array_filter($values, static fn (float $value) => $value > 0);
		$first = (int) floor(log10(min($values ?: [1])));
		$last = max($first + 1, (int) ceil(log10(max($values ?: [1]))));
		return array_map(static fn (int $power) => 10.0 ** $power, range($first, $last));
	}

	/** @return list<float> four or five round steps from 0 on, the last at or beyond the highest value */
	private static function steps(float $most): array
	{
		$power = 10.0 ** floor(log10($most / 4));
		foreach ([1, 2, 2.5, 5, 10] as $round) {
			if ($round * $power * 5 >= $most) {
				$step = $round * $power;
				break;
			}
		}
		return array_map(static fn (int $n) => $n * $step, range(0, max(1, (int) ceil($most / $step - 1e-9))));
	}
}

/** A tick's number: no more digits than it needs. */
function tick(float $value): string
{
	return $value >= 1000 ? number_format($value) : rtrim(rtrim(number_format($value, 4, '.', ''), '0'), '.');
}
