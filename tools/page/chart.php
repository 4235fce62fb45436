<?php
/*
 * A chart and its table, of the same figures. Not here: how they are drawn (rows.php, lines.php) and written
 * (html.php).
 */

declare(strict_types=1);

namespace Mynd\Page;

/** A case of a chart: its figure, and of what stock's figure is where mynd alone has such a thing. */
final class Entry
{
	public function __construct(public readonly string $group, public readonly string $label, public readonly Figure $figure, public readonly ?string $instead = null)
	{
	}

	/**
	 * @return list<string> the sides that are drawn; stock's figure of something else is in the table alone
	 */
	public function sides(): array
	{
		return $this->instead === null && $this->figure->value('stock') !== null ? ['stock', 'mynd'] : ['mynd'];
	}
}

/** A cell of a table: a number, and below it what a reader has to know of it. */
final class Cell
{
	public function __construct(public readonly ?float $value, public readonly string $note = '')
	{
	}

	/** @param 'mynd'|'stock'|'limit' $side */
	public static function of(Figure $figure, string $side, string $note = ''): self
	{
		$quartiles = $figure->quartiles($side);
		if ($quartiles !== null && number($quartiles[0]) !== number($quartiles[1])) {
			$note = number($quartiles[0]) . '–' . number($quartiles[1]) . ($note === '' ? '' : ", $note");
		}
		return new self($figure->value($side), $note);
	}
}

final class Table
{
	/** @var array<string, array<string, list<Cell>>> by group ('': none) and heading */
	public array $rows = [];

	/** @param list<string> $columns the heading of the first one, then those of the numbers */
	public function __construct(public readonly string $caption, public readonly array $columns)
	{
	}

	/** @param list<Cell> $cells */
	public function add(string $group, string $heading, array $cells): void
	{
		$this->rows[$group][$heading] = $cells;
	}

	/**
	 * stock, mynd, mynd / stock, and the limit where one was measured.
	 *
	 * @param list<Entry> $entries
	 */
	public static function of(string $caption, string $first, array $entries): self
	{
		$limited = array_filter($entries, static fn (Entry $entry) => $entry->figure->value('limit') !== null) !== [];
		$table = new self($caption, [$first, 'stock', 'mynd', 'mynd / stock', ...($limited ? ['limit'] : [])]);
		foreach ($entries as $entry) {
			$figure = $entry->figure;
			$cells = [Cell::of($figure, 'stock', $entry->instead ?? ''), Cell::of($figure, 'mynd'), new Cell($figure->ratio())];
			$table->add($entry->group, $entry->label, $limited ? [...$cells, new Cell($figure->value('limit'))] : $cells);
		}
		return $table;
	}
}

/**
 * Two bars of the overview, stock's and mynd's; stock's is null where it has none. Those of one group have
 * one scale.
 */
final class Pair
{
	public function __construct(public readonly string $label, public readonly ?float $stock, public readonly float $mynd, public readonly string $group = '')
	{
	}

	/** `label`: where another one than the entry's is to stand there. */
	public static function of(Entry $entry, ?string $label = null, string $group = ''): self
	{
		return new self($label ?? $entry->label, $entry->figure->value('stock'), (float) $entry->figure->value('mynd'), $group);
	}
}

/** A chart in a few pairs of bars, for the picture of the README. */
final class Summary
{
	/** @param non-empty-list<Pair> $pairs */
	public function __construct(public readonly string $unit, public readonly array $pairs)
	{
	}
}

/** A chart with what it shows in a sentence, how that was measured, and the same figures as a table. */
final class Chart
{
	/**
	 * @param string $finding plain text, made of the figures
	 * @param array<string, Drawing> $drawings by heading; a single one needs none ('')
	 * @param array<string, Table> $tables one for each drawing
	 * @param Figure $headline the one figure that stands for the chart
	 * @param string $headlineText what it is of
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $title,
		public readonly string $finding,
		public readonly string $how,
		public readonly array $drawings,
		public readonly array $tables,
		public readonly Figure $headline,
		public readonly string $headlineText,
		public readonly ?Summary $summary = null,
	) {
	}
}

/** What can be drawn at any width. */
interface Drawing
{
	public function draw(int $width): Svg;
}
