<?php
/*
 * The picture for the README: what mynd is, and the charts in a few bars each, one below the other. It is as
 * narrow as a phone, so that its letters can be read there; one file that needs nothing else, with a ground
 * of its own, light or dark, so that it can be read on any page.
 */

declare(strict_types=1);

namespace Mynd\Page;

const PICTURE_WIDTH = 440;
const PICTURE_MARGIN = 20;
/* Of a bar: its height, and how far below it the next one begins. */
const PICTURE_BAR = ['height' => 12, 'step' => 18];
const WHAT_IT_IS = ['A MySQL and MariaDB driver for PHP, in one extension.', 'It runs programs on mysqli and PDO as they are.'];

const OVERVIEW_STYLE = <<<'CSS'
	.ground { fill: #ffffff; stroke: #d5dbe2; } text { fill: #17202a; font: 14px system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
	.name { font-size: 22px; font-weight: 700; } .title { font-size: 17px; font-weight: 700; } .soft { fill: #4a5663; font-size: 13px; } .number { font-weight: 700; } .grid { stroke: #d5dbe2; }
	.mark { stroke-width: 1.5; } .mark.mynd { fill: #0a6577; stroke: #0a6577; } .mark.stock { fill: #f6e2c4; stroke: #8f5410; }
	@media (prefers-color-scheme: dark) {
		.ground { fill: #171e26; stroke: #36424e; } text { fill: #e8edf2; } .soft { fill: #aab5c0; } .grid { stroke: #36424e; }
		.mark.mynd { fill: #4fc4d8; stroke: #4fc4d8; } .mark.stock { fill: #463418; stroke: #e5ac60; }
	}
	CSS;

/** mynd as a multiple of stock: "0.47 of stock’s", "2.1 times stock’s". */
function multiple(float $mynd, float $stock): string
{
	$ratio = $stock > 0 ? $mynd / $stock : 0.0;
	return match (true) {
		$stock <= 0 => '',
		$ratio < 0.01 => 'below 0.01 of stock’s',
		$ratio <= 1.005 => sprintf('%.2f of stock’s', $ratio),
		default => rtrim(rtrim(number_format($ratio, $ratio < 10 ? 2 : 0), '0'), '.') . ' times stock’s',
	};
}

/** A line of text, and below it a bar for stock and one for mynd. Returns where the next one begins. */
function draw_pair(Svg $svg, Pair $pair, float $most, float $y): float
{
	[$left, $right] = [PICTURE_MARGIN, PICTURE_WIDTH - PICTURE_MARGIN];
	$svg->text($left, $y + 14, $pair->label);
	if ($pair->stock !== null) {
		$svg->text($right, $y + 14, multiple($pair->mynd, $pair->stock), 'number', 'end');
	}
	$y += 20;
	foreach (array_filter(['stock' => $pair->stock, 'mynd' => $pair->mynd], static fn (?float $value) => $value !== null) as $side => $value) {
		$length = $most > 0 ? ($right - $left - 64) * $value / $most : 0.0;
		$svg->add('rect', ['x' => $left, 'y' => $y, 'width' => max(2.0, $length), 'height' => PICTURE_BAR['height'], 'rx' => 2, 'class' => "mark $side", 'data-value' => (string) $value]);
		$svg->text($left + max(2.0, $length) + 7, $y + 11, number($value), 'soft');
		$y += PICTURE_BAR['step'];
	}
	return $y + 8;
}

/** Returns where it ends. Bars of one group have one scale. */
function draw_panel(Svg $svg, Chart $chart, float $y): float
{
	$svg->line(PICTURE_MARGIN, $y, PICTURE_WIDTH - PICTURE_MARGIN, $y, 'grid');
	$svg->text(PICTURE_MARGIN, $y + 28, $chart->title, 'title');
	$svg->text(PICTURE_MARGIN, $y + 48, $chart->summary->unit, 'soft');
	$y += 58;
	$most = [];
	foreach ($chart->summary->pairs as $pair) {
		$most[$pair->group] = max($most[$pair->group] ?? 0.0, $pair->mynd, (float) $pair->stock);
	}
	foreach ($chart->summary->pairs as $pair) {
		$y = draw_pair($svg, $pair, $most[$pair->group], $y);
	}
	return $y + 6;
}

/** Whose bars are which. */
function draw_legend(Svg $svg, float $y): void
{
	$x = (float) PICTURE_MARGIN;
	foreach (['stock' => 'stock: PHP’s own drivers', 'mynd' => 'mynd'] as $side => $text) {
		$svg->add('rect', ['x' => $x, 'y' => $y - 11, 'width' => 20, 'height' => PICTURE_BAR['height'], 'rx' => 2, 'class' => "mark $side"]);
		$svg->text($x + 28, $y, $text);
		$x += 226;
	}
}

/** @return list<string> lines of so many letters at most */
function wrapped(string $text, int $most): array
{
	return explode("\n", wordwrap($text, $most, "\n", true));
}

/** @return list<string> where, when and of what the figures are */
function source(Figures $figures, array $charts): array
{
	$about = $figures->about;
	$samples = array_filter(array_map(static fn (Chart $chart) => $chart->headline->samples(), $charts));
	$says = static fn (string ...$names) => implode(', ', array_filter(array_map(static fn (string $name) => $about[$name] ?? '', $names)));
	return array_merge(
		wrapped($says('Date') . ($about['Size'] ?? '' ? ', a small run' : '') . ', commit ' . ($about['Commit'] ?? 'unknown')
			. ($samples === [] ? '' : '; medians of ' . min($samples) . ' samples or more') . '.', 58),
		wrapped('mynd ' . $says('mynd') . ' beside ' . $says('Stock') . ', PHP ' . $says('PHP', 'Server') . '.', 58),
		wrapped($says('Processor') . ', ' . $says('Cores') . ' cores' . (isset($about['Load']) ? '; load ' . strtok($about['Load'], ' ') . ' when it began' : '') . '.', 58),
	);
}

/** @param array<string, ?Chart> $charts */
function overview(Figures $figures, array $charts): string
{
	$charts = array_values(array_filter($charts, static fn (?Chart $chart) => $chart?->summary !== null));
	$body = new Svg(PICTURE_WIDTH);
	$body->text(PICTURE_MARGIN, 38, 'mynd', 'name');
	foreach (WHAT_IT_IS as $i => $line) {
		$body->text(PICTURE_MARGIN, 62 + 20 * $i, $line);
	}
	draw_legend($body, 112);
	$y = 130.0;
	foreach ($charts as $chart) {
		$y = draw_panel($body, $chart, $y);
	}
	$body->line(PICTURE_MARGIN, $y, PICTURE_WIDTH - PICTURE_MARGIN, $y, 'grid');
	foreach (source($figures, $charts) as $line) {
		$body->text(PICTURE_MARGIN, $y += 18, $line, 'soft');
	}
	[$width, $height] = [PICTURE_WIDTH, $y + 16];
	$ground = new Svg($width);
	$ground->add('rect', ['x' => 1, 'y' => 1, 'width' => $width - 2, 'height' => $height - 2, 'rx' => 10, 'class' => 'ground']);
	$findings = implode(' ', WHAT_IT_IS) . ' ' . implode(' ', array_map(static fn (Chart $chart) => "$chart->title: $chart->finding", $charts));
	return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 $width $height\" role=\"img\" aria-labelledby=\"title desc\">\n"
		. '<title id="title">mynd beside stock</title><desc id="desc">' . escaped($findings) . "</desc>\n<style>\n" . OVERVIEW_STYLE . "\n</style>\n" . $ground->body() . $body->body() . "\n</svg>\n";
}
