<?php
/*
 * The picture for the README: the charts in a few bars each, one file that needs nothing else. It has a
 * ground of its own, light or dark, so that it can be read on any page.
 */

declare(strict_types=1);

namespace Mynd\Page;

const PANEL = ['width' => 372, 'height' => 268, 'gap' => 26, 'margin' => 22, 'columns' => 3];

const OVERVIEW_STYLE = <<<'CSS'
	.ground { fill: #ffffff; stroke: #d5dbe2; } text { fill: #17202a; font: 17px system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
	.title { font-size: 22px; font-weight: 700; } .soft { fill: #4a5663; font-size: 16px; } .number { font-weight: 700; }
	.mark { stroke-width: 1.5; } .mark.mynd { fill: #0a6577; stroke: #0a6577; } .mark.stock { fill: #f6e2c4; stroke: #8f5410; }
	.line { fill: none; stroke-width: 3; stroke-linejoin: round; } .line.mynd { stroke: #0a6577; } .line.stock { stroke: #8f5410; stroke-dasharray: 8 5; } .grid { stroke: #d5dbe2; }
	@media (prefers-color-scheme: dark) {
		.ground { fill: #171e26; stroke: #36424e; } text { fill: #e8edf2; } .soft { fill: #aab5c0; } .grid { stroke: #36424e; }
		.mark.mynd { fill: #4fc4d8; stroke: #4fc4d8; } .mark.stock { fill: #463418; stroke: #e5ac60; } .line.mynd { stroke: #4fc4d8; } .line.stock { stroke: #e5ac60; }
	}
	CSS;

/** A line of text and a bar below it for each. */
function draw_bars(Svg $svg, Summary $summary, float $x, float $y): void
{
	$most = [];
	foreach ($summary->bars as $bar) {
		$most[$bar->group] = max($most[$bar->group] ?? 0.0, $bar->value);
	}
	foreach ($summary->bars as $bar) {
		$svg->text($x, $y + 15, $bar->label);
		$svg->text($x + PANEL['width'], $y + 15, number($bar->value), 'number', 'end');
		$length = $most[$bar->group] > 0 ? PANEL['width'] * $bar->value / $most[$bar->group] : 0.0;
		$svg->add('rect', ['x' => $x, 'y' => $y + 22, 'width' => max(2.0, $length), 'height' => 13, 'rx' => 2, 'class' => "mark $bar->side", 'data-value' => (string) $bar->value]);
		$y += 51;
	}
}

/** @param list<Series> $lines in the room below two bars */
function draw_lines(Svg $svg, array $lines, float $x, float $y): void
{
	$points = array_merge(...array_map(static fn (Series $series) => $series->points, $lines));
	$across = new Scale(array_column($points, 0), $x, $x + PANEL['width'], false);
	$up = new Scale(array_column($points, 1), $y + 92, $y + 8, false);
	$svg->line($x, $y + 92, $x + PANEL['width'], $y + 92, 'grid');
	foreach ($lines as $series) {
		$svg->path(array_map(static fn (array $point) => [$across->place($point[0]), $up->place($point[1])], $series->points), "line $series->kind");
	}
}

function draw_panel(Svg $svg, Chart $chart, float $x, float $y): void
{
	$svg->text($x, $y + 22, $chart->title, 'title');
	$svg->text($x, $y + 46, $chart->summary->unit, 'soft');
	draw_bars($svg, $chart->summary, $x, $y + 62);
	if ($chart->summary->lines !== []) {
		draw_lines($svg, $chart->summary->lines, $x, $y + 166);
	}
}

function shortened(string $text, int $most): string
{
	return strlen($text) <= $most ? $text : substr($text, 0, $most - 1) . '…';
}

/** @return list<string> where, when and of what the figures are */
function source(Figures $figures, array $charts): array
{
	$about = $figures->about;
	$samples = array_filter(array_map(static fn (Chart $chart) => $chart->headline->samples(), $charts));
	$says = static fn (string ...$names) => implode(', ', array_filter(array_map(static fn (string $name) => $about[$name] ?? '', $names)));
	return [
		shortened($says('Command'), 110) . ($about['Size'] ?? '' ? ' (a small run)' : ''),
		$says('Date') . ', commit ' . ($about['Commit'] ?? 'unknown') . ($samples === [] ? '' : '; medians of ' . min($samples) . ' samples or more') . '; fewer is better but for connects',
		'mynd ' . $says('mynd') . ' beside ' . $says('Stock') . ', PHP ' . $says('PHP', 'Server') . '; ' . $says('Processor') . ', ' . $says('Cores') . ' cores'
			. (isset($about['Load']) ? '; load ' . strtok($about['Load'], ' ') : ''),
	];
}

/** @param array<string, ?Chart> $charts */
function overview(Figures $figures, array $charts): string
{
	$charts = array_values(array_filter($charts, static fn (?Chart $chart) => $chart?->summary !== null));
	$rows = (int) ceil(count($charts) / PANEL['columns']);
	$width = 2 * PANEL['margin'] + PANEL['columns'] * PANEL['width'] + (PANEL['columns'] - 1) * PANEL['gap'];
	$height = PANEL['margin'] + $rows * (PANEL['height'] + PANEL['gap']) + 66;
	$svg = new Svg($width, $height);
	$svg->add('rect', ['x' => 1, 'y' => 1, 'width' => $width - 2, 'height' => $height - 2, 'rx' => 10, 'class' => 'ground']);
	foreach ($charts as $i => $chart) {
		draw_panel($svg, $chart, PANEL['margin'] + $i % PANEL['columns'] * (PANEL['width'] + PANEL['gap']), PANEL['margin'] + intdiv($i, PANEL['columns']) * (PANEL['height'] + PANEL['gap']));
	}
	foreach (source($figures, $charts) as $i => $line) {
		$svg->text(PANEL['margin'], $height - 60 + 22 * $i, $line, 'soft');
	}
	$findings = implode(' ', array_map(static fn (Chart $chart) => "$chart->title: $chart->finding", $charts));
	return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 $width $height\" role=\"img\" aria-labelledby=\"title desc\">\n"
		. '<title id="title">mynd beside stock</title><desc id="desc">' . escaped($findings) . "</desc>\n<style>\n" . OVERVIEW_STYLE . "\n</style>\n" . $svg->body() . "\n</svg>\n";
}
