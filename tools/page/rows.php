<?php
/*
 * A row for each case, stock above mynd: bars from 0 on, or marks where numbers differ by powers of ten. Each
 * bar says its number and whose it is. A thin line shows where the middle half of the samples lies.
 */

declare(strict_types=1);

namespace Mynd\Page;

/** How much room there is for what. */
final class RowsLayout
{
	public readonly bool $is_narrow;
	public readonly float $left;
	public readonly float $right;

	public function __construct(public readonly int $width, public readonly float $bar = 19)
	{
		$this->is_narrow = $width < 480;
		$this->left = $this->is_narrow ? 6 : 176;
		$this->right = $width - 104;
	}
}

final class Rows implements Drawing
{
	/** @param list<Entry> $entries */
	public function __construct(private readonly array $entries, private readonly string $axis, private readonly bool $logarithmic = false, private readonly string $limit = '')
	{
	}

	public function draw(int $width): Svg
	{
		$layout = new RowsLayout($width);
		$scale = new Scale($this->values(), $layout->left, $layout->right, $this->logarithmic);
		$svg = new Svg($width);
		$top = $this->has_limit() ? 26.0 : 4.0;
		$bottom = $top + $this->height($layout);
		$this->axis($svg, $scale, $layout, $top, $bottom);
		if ($this->has_limit()) {
			$svg->line($layout->left + 3, 4, $layout->left + 3, 18, 'limit');
			$svg->text($layout->left + 12, 16, $this->limit, 'small');
		}
		$y = $top;
		$group = '';
		foreach ($this->entries as $entry) {
			if ($entry->group !== $group) {
				$group = $entry->group;
				$svg->text(0, $y + 17, $group, 'group');
				$y += 24;
			}
			$y = $this->entry($svg, $scale, $layout, $entry, $y);
		}
		$svg->height = $bottom + 40;
		return $svg;
	}

	private function has_limit(): bool
	{
		return $this->limit !== '' && array_filter($this->entries, static fn (Entry $entry) => $entry->figure->value('limit') !== null) !== [];
	}

	/** @return list<float> */
	private function values(): array
	{
		$values = [];
		foreach ($this->entries as $entry) {
			foreach ($entry->sides() as $side) {
				array_push($values, $entry->figure->value($side), ...($entry->figure->quartiles($side) ?? []));
			}
		}
		return $values;
	}

	private function height(RowsLayout $layout): float
	{
		$height = 0.0;
		$group = '';
		foreach ($this->entries as $entry) {
			$height += ($entry->group === $group ? 0 : 24) + ($layout->is_narrow ? 19 : 0) + count($entry->sides()) * $layout->bar + 8;
			$group = $entry->group;
		}
		return $height;
	}

	private function axis(Svg $svg, Scale $scale, RowsLayout $layout, float $top, float $bottom): void
	{
		foreach ($scale->ticks as $tick) {
			$x = $scale->place($tick);
			$svg->line($x, $top, $x, $bottom, 'grid');
			$svg->text($x, $bottom + 15, tick($tick), 'tick', 'middle');
		}
		$svg->text($layout->left, $bottom + 34, $this->axis . ($this->logarithmic ? ', by powers of ten' : ''), 'small');
	}

	/** Returns where the next one begins. */
	private function entry(Svg $svg, Scale $scale, RowsLayout $layout, Entry $entry, float $y): float
	{
		$sides = $entry->sides();
		$middle = $y + count($sides) * $layout->bar / 2;
		if ($layout->is_narrow) {
			$svg->text(0, $y + 14, $entry->label, 'label');
			$y += 19;
		} else {
			$svg->text($layout->left - 10, $middle + 4, $entry->label, 'label', 'end');
		}
		$begin = $y;
		foreach ($sides as $side) {
			$this->bar($svg, $scale, $entry->figure, $side, $y + $layout->bar / 2);
			$y += $layout->bar;
		}
		$limit = $this->has_limit() ? $entry->figure->value('limit') : null;
		if ($limit !== null) {
			$svg->line($scale->place($limit), $begin - 1, $scale->place($limit), $y + 1, 'limit');
		}
		return $y + 8;
	}

	private function bar(Svg $svg, Scale $scale, Figure $figure, string $side, float $y): void
	{
		$value = (float) $figure->value($side);
		$x = $scale->place($value);
		$begin = $scale->place($scale->ticks[0]);
		$end = $x;
		if ($this->logarithmic) {
			$svg->line($begin, $y, $x, $y, 'guide');
		} else {
			$svg->add('rect', ['x' => $begin, 'y' => $y - 7, 'width' => max(1.0, $x - $begin), 'height' => 14, 'rx' => 2, 'class' => "mark $side", 'data-value' => (string) $value]);
		}
		$quartiles = $figure->quartiles($side);
		if ($quartiles !== null && number($quartiles[0]) !== number($quartiles[1])) {
			[$low, $high] = array_map($scale->place(...), $quartiles);
			$svg->line($low, $y, $high, $y, 'whisker');
			$end = max($x, $high);
		}
		if ($this->logarithmic) {
			$svg->mark($side, $x, $y, $value);
		}
		$svg->text($end + 9, $y + 4, number($value) . " $side", 'value');
	}
}
