<?php
/*
 * The page: one file, nothing loaded, no script. Each drawing is there twice, for wide and for narrow
 * screens, of which one is shown (page.css).
 */

declare(strict_types=1);

namespace Mynd\Page;

const WIDE = 640;
const NARROW = 340;

/** A drawing as an element that says what it shows. */
function drawing_element(Drawing $drawing, string $id, string $class, int $width, string $title, string $finding): string
{
	$svg = $drawing->draw($width);
	return sprintf('<svg class="%s" role="img" aria-labelledby="%s-title %2$s-desc" viewBox="0 0 %d %s"><title id="%2$s-title">%s</title><desc id="%2$s-desc">%s</desc>%s</svg>',
		$class, $id, $width, Svg::coordinate($svg->height), escaped($title), escaped("$finding The table beside it has all figures."), $svg->body());
}

/** Text that may break within a long name. */
function breakable(string $text): string
{
	return preg_replace('/(?<=[=_])/', '<wbr>', escaped($text));
}

/** Below the number stands its note. */
function cell_element(?Cell $cell): string
{
	if ($cell === null) {
		return '<td class="none"></td>';
	}
	$note = $cell->note === '' ? '' : ' <small>' . breakable($cell->note) . '</small>';
	$number = $cell->value === null ? '–' : sprintf('<data value="%s">%s</data>', $cell->value, number($cell->value));
	return "<td>$number$note</td>";
}

function table_element(Table $table): string
{
	$html = '<table><caption>' . escaped($table->caption) . "</caption>\n<thead><tr>";
	foreach ($table->columns as $column) {
		$html .= '<th scope="col">' . breakable($column) . '</th>';
	}
	$html .= "</tr></thead>\n";
	foreach ($table->rows as $group => $rows) {
		$html .= '<tbody>' . ($group === '' ? '' : sprintf('<tr class="group"><th scope="rowgroup" colspan="%d">%s</th></tr>', count($table->columns), escaped($group))) . "\n";
		foreach ($rows as $heading => $cells) {
			$html .= '<tr><th scope="row">' . breakable((string) $heading) . '</th>';
			for ($i = 0; $i < count($table->columns) - 1; $i++) {
				$html .= cell_element($cells[$i] ?? null);
			}
			$html .= "</tr>\n";
		}
		$html .= "</tbody>\n";
	}
	return "$html</table>\n";
}

function chart_section(Chart $chart): string
{
	$html = sprintf("<section id=\"%s\" aria-labelledby=\"%1\$s-heading\">\n<h2 id=\"%1\$s-heading\">%s</h2>\n<p class=\"finding\">%s</p>\n", $chart->id, escaped($chart->title), escaped($chart->finding));
	$number = 0;
	foreach ($chart->drawings as $heading => $drawing) {
		$id = $chart->id . '-' . ++$number;
		$title = $chart->title . ($heading === '' ? '' : ": $heading");
		$html .= $heading === '' ? '' : '<h3>' . escaped($heading) . "</h3>\n";
		$html .= "<div class=\"pair\">\n<figure>\n"
			. drawing_element($drawing, "$id-wide", 'wide', WIDE, $title, $chart->finding) . "\n"
			. drawing_element($drawing, "$id-narrow", 'narrow', NARROW, $title, $chart->finding) . "\n"
			. ($number === 1 ? '<figcaption>' . escaped($chart->how) . "</figcaption>\n" : '') . "</figure>\n"
			. '<div class="figures">' . table_element($chart->tables[$heading]) . "</div>\n</div>\n";
	}
	return "$html</section>\n";
}

/** @param array<string, ?Chart> $charts */
function headlines(array $charts): string
{
	$html = '';
	foreach (array_filter($charts) as $chart) {
		$figure = $chart->headline;
		$html .= sprintf("<li><a href=\"#%s\"><span class=\"title\">%s</span> <span class=\"number\">%s <span class=\"unit\">%s</span></span> <span class=\"instead\">instead of %s</span> <span class=\"what\">%s</span></a></li>\n",
			$chart->id, escaped($chart->title), number($figure->value('mynd')), escaped(short_unit($figure->unit())), number($figure->value('stock') ?? 0.0), escaped($chart->headlineText));
	}
	return "<nav aria-label=\"The charts\"><ul>\n$html</ul></nav>\n";
}

function short_unit(string $unit): string
{
	return ['us/row' => 'µs', '/s' => 'a second', 'a page' => 'round trips', 'us/answer' => 'µs'][$unit] ?? unit($unit);
}

/** @param array<string, string> $about */
function about_section(array $about): string
{
	$html = '';
	unset($about['Size']); /* said at the top */
	foreach ($about as $name => $value) {
		$html .= '<div><dt>' . escaped($name) . '</dt><dd>' . ($name === 'Command' ? '<code>' . escaped($value) . '</code>' : escaped($value)) . "</dd></div>\n";
	}
	return "<section id=\"machine\" aria-labelledby=\"machine-heading\">\n<h2 id=\"machine-heading\">Machine and versions</h2>\n<dl>\n$html</dl>\n</section>\n";
}

/** @param array<string, string> $missing why, by bench */
function missing_section(array $missing): string
{
	$html = '';
	foreach ($missing as $bench => $reason) {
		$html .= '<li>' . escaped("$bench: $reason") . "</li>\n";
	}
	return $html === '' ? '' : "<section id=\"missing\" aria-labelledby=\"missing-heading\">\n<h2 id=\"missing-heading\">Not measured in this run</h2>\n<ul class=\"missing\">\n$html</ul>\n</section>\n";
}

/** How to read the figures; a small run says that it is one. */
function introduction(array $about): string
{
	$small = ($about['Size'] ?? '') === '' ? '' : '<p class="small-run">' . escaped($about['Size']) . "</p>\n";
	return "<p>The same programs on <em>stock</em>, PHP’s own drivers, and on <em>mynd</em>, in turn, on one machine. "
		. "The machine’s noise is in both, so look at the ratio before the number: <em>mynd / stock</em> below 1 means that mynd needs less, "
		. "and of rates, where more is better, above 1 that it does more.</p>\n$small";
}

/** @param array<string, ?Chart> $charts */
function page(Figures $figures, array $charts): string
{
	$sections = implode('', array_map(chart_section(...), array_filter($charts)));
	$title = 'mynd beside stock' . (isset($figures->about['Date']) ? ', ' . $figures->about['Date'] : '');
	return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		. "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" . escaped($title) . "</title>\n<style>\n" . file_get_contents(__DIR__ . '/page.css') . "</style>\n</head>\n<body>\n"
		. "<header>\n<h1>mynd beside stock</h1>\n" . introduction($figures->about) . headlines($charts) . "</header>\n"
		. "<main>\n$sections" . missing_section($figures->missing) . about_section($figures->about) . "</main>\n"
		. "<footer><p>What each bench measures, and how to read its figures, stands in <code>bench/README.md</code>.</p></footer>\n</body>\n</html>\n";
}
