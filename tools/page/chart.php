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

/** A bar of the overview; those of one group have one scale. */
final class Bar
{
	/** @param 'mynd'|'stock' $side */
	public function __construct(public readonly string $label, public readonly string $side, public readonly float $value, public readonly string $group = '')
	{
	}

	/** @return list<self> of the sides that are drawn of an entry */
	public static function of(Entry $entry, string $group = ''): array
	{
		return array_map(static fn (string $side) => new self("$side, $entry->label", $side, $entry->figure->value($side), $group), $entry->sides());
	}
}

/** A chart in a few bars, for the picture of the README; a line over them if there is one. */
final class Summary
{
	/**
	 * @param list<Bar> $bars
	 * @param list<Series> $lines
	 */
	public function __construct(public readonly string $unit, public readonly array $bars, public readonly array $lines = [])
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
