<?php
/*
 * Lines of points, with a legend of their marks: over time, or over a number that grows by powers of ten.
 */

declare(strict_types=1);

namespace Mynd\Page;

/** One line of a drawing. */
final class Series
{
	/**
	 * @param 'stock'|'mynd'|'more' $kind which gives it its mark
	 * @param list<array{float, float}> $points
	 */
	public function __construct(public readonly string $kind, public readonly string $name, public readonly array $points)
	{
	}
}

final class Lines implements Drawing
{
	/** @param list<Series> $series */
	public function __construct(private readonly array $series, private readonly string $across, private readonly string $up, private readonly bool $logarithmic = false)
	{
	}

	public function draw(int $width): Svg
	{
		$svg = new Svg($width);
		$top = $this->legend($svg) + 26;
		$bottom = $top + ($width < 480 ? 210 : 240);
		$y = new Scale($this->values(1), $bottom, $top, $this->logarithmic);
		$left = 14 + 7.5 * max(array_map(static fn (float $tick) => strlen(tick($tick)), $y->ticks));
		$x = new Scale($this->values(0), $left, $width - 26, $this->logarithmic);
		$this->axes($svg, $x, $y, $top, $bottom);
		foreach ($this->series as $series) {
			$places = array_map(static fn (array $point) => [$x->place($point[0]), $y->place($point[1])], $series->points);
			$svg->path($places, "line $series->kind");
			foreach ($places as $i => $place) {
				$svg->mark($series->kind, $place[0], $place[1], $series->points[$i][1]);
			}
		}
		$svg->height = $bottom + 44;
		return $svg;
	}

	/** Returns where it ends. */
	private function legend(Svg $svg): float
	{
		$y = 12.0;
		foreach ($this->series as $series) {
			$svg->path([[4, $y], [36, $y]], "line $series->kind");
			$svg->mark($series->kind, 20, $y, null);
			$svg->text(46, $y + 4, $series->name, 'label');
			$y += 20;
		}
		return $y - 10;
	}

	/** @return list<float> */
	private function values(int $axis): array
	{
		return array_merge(...array_map(static fn (Series $series) => array_column($series->points, $axis), $this->series));
	}

	private function axes(Svg $svg, Scale $x, Scale $y, float $top, float $bottom): void
	{
		[$left, $right] = [$x->place($x->ticks[0]), $x->place($x->ticks[count($x->ticks) - 1])];
		$more = $this->logarithmic ? ', by powers of ten' : '';
		foreach ($y->ticks as $tick) {
			$svg->line($left, $y->place($tick), $right, $y->place($tick), 'grid');
			$svg->text($left - 8, $y->place($tick) + 4, tick($tick), 'tick', 'end');
		}
		foreach ($x->ticks as $tick) {
			$svg->line($x->place($tick), $bottom, $x->place($tick), $bottom + 4, 'grid');
			$svg->text($x->place($tick), $bottom + 19, tick($tick), 'tick', 'middle');
		}
		$svg->text(0, $top - 12, $this->up . $more, 'small');
		$svg->text($right, $bottom + 38, $this->across . $more, 'small', 'end');
	}
}
