<?php
/*
 * The pages, and the figures in them: <!--figure NAME SIDE-->16 MiB<!--/-->, which nobody sees where the page
 * is read. Not here: what was measured (results.php), and figures that have no such marker (claims.php).
 */

declare(strict_types=1);

namespace Mynd\Figures;

/* Not those in code, which show what one looks like. */
const MARKER = '~(?<!`)<!--figure\s+([\w.-]+)(?:\s+([\w/-]+))?\s*-->(.*?)<!--/-->~s';

/** @return list<string> of the root's folder */
function pages(string $root): array
{
	$pages = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'RELEASING.md', 'bench/README.md'];
	foreach (['docs/*.md', 'packages/*/README.md'] as $pattern) {
		array_push($pages, ...array_map(static fn (string $file) => substr($file, strlen($root) + 1), glob("$root/$pattern")));
	}
	return array_values(array_filter($pages, static fn (string $page) => is_file("$root/$page")));
}

/**
 * The part of a page that changes with what is measured, as [offset, length]: of the changelog what no
 * version has yet, because a released version keeps what it said.
 */
function living_part(string $page, string $text): array
{
	if ($page !== 'CHANGELOG.md') {
		return [0, strlen($text)];
	}
	$begin = (int) strpos($text, "\n## [Unreleased]");
	$end = preg_match('/^## \[\d/m', $text, $match, PREG_OFFSET_CAPTURE) === 1 ? $match[0][1] : strlen($text);
	return [$begin, max(0, $end - $begin)];
}

function line_at(string $text, int $offset): int
{
	return substr_count($text, "\n", 0, $offset) + 1;
}

/** A figure's text as it stands in a page, which may break its line anywhere. */
function unbroken(string $text): string
{
	return trim(preg_replace('/\s+/', ' ', $text));
}

/** What was found in all pages, and what is wrong. */
final class Pages
{
	/** @var list<string> "FILE:LINE: what is wrong" */
	public array $wrong = [];
	/** @var array<string, true> names that a page has, other than the changelog */
	public array $used = [];
	/** @var int figures whose bench is still to be recorded */
	public int $waiting = 0;
	/** @var array<string, string> pages whose figures are others than those of the results: their new text */
	public array $changed = [];
	/** @var list<string> "FILE:LINE: which figure is another" */
	public array $differing = [];
	public int $figures = 0;

	public function __construct(private readonly string $root, private readonly Results $results)
	{
		foreach (pages($root) as $page) {
			$this->look($page, file_get_contents("$root/$page"));
		}
	}

	private function look(string $page, string $text): void
	{
		[$offset, $length] = living_part($page, $text);
		$living = substr($text, $offset, $length);
		foreach ([substr($text, 0, $offset), substr($text, $offset + $length)] as $dead) {
			preg_match(MARKER, $dead) === 1 && $this->wrong[] = "$page: a marker of a figure outside of Unreleased";
		}
		$new = preg_replace_callback(MARKER, function (array $match) use ($page, $text, $offset): string {
			return $this->marker($match, $page . ':' . line_at($text, $offset + $match[0][1]));
		}, $living, -1, $count, PREG_OFFSET_CAPTURE);
		if ([$count, $count] !== [preg_match_all('/(?<!`)<!--figure/', $living), preg_match_all('~<!--/-->(?!`)~', $living)]) {
			$this->wrong[] = "$page: a marker of a figure that does not begin or end";
		}
		if ($new !== $living) {
			$this->changed[$page] = substr_replace($text, $new, $offset, $length);
		}
	}

	/** What stands there from now on. */
	private function marker(array $match, string $where): string
	{
		[$whole, $name, $side, $text] = [$match[0][0], $match[1][0], $match[2][0] ?? '', $match[3][0]];
		$this->figures++;
		if (!str_starts_with($where, 'CHANGELOG.md:')) { /* a release takes its markers away */
			$this->used[$name] = true;
		}
		try {
			$new = $this->results->text($name, $side);
		} catch (\RuntimeException $e) {
			$this->wrong[] = "$where: " . $e->getMessage();
			return $whole;
		}
		if ($new === null) {
			$this->waiting++;
			trim($text) !== '' || $this->wrong[] = "$where: there is no figure between the marks of $name";
			return $whole;
		}
		if (unbroken($text) === $new) {
			return $whole;
		}
		$this->differing[] = sprintf('%s: %s is "%s" here and "%s" in bench/results/: ./dev figures', $where, trim("$name $side"), unbroken($text), $new);
		return substr($whole, 0, -strlen("$text<!--/-->")) . "$new<!--/-->";
	}
}
