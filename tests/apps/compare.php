<?php
/*
 * compare.php APPLICATION STOCK-FOLDER MYND-FOLDER: the pages of both sides, one by one, and what was written
 * to logs and mailed. Before that the masks are applied: those of the application (masks() in
 * APPLICATION.php) and those below. A mask stands for a time, or for a value that is drawn by chance and used
 * once, and says which; nothing else may differ.
 * One line a difference; the last line is "N passed, N failed".
 */
declare(strict_types=1);

/** What HTTP itself has: each a pattern, what stands for it, and why. */
const HEADER_MASKS = [
	['/^(Date|Expires|Last-Modified): .*/mi', '$1: TIME', 'a time'],
	['/\b(expires)=\w{3}, [\w -]+ [\d:]+ GMT/i', '$1=TIME', 'until when a cookie is good'],
	['/\bMax-Age=2591999\b/', 'Max-Age=2592000', 'thirty days, of which a second may pass between the program and its cookie'],
	['/^(ETag): .*/m', '$1: TIME', 'nginx makes it from the time of the file'],
	['/^(Content-Length): \d+/m', '$1: LENGTH', 'that of a page with times in it; the pages themselves are compared'],
];

/** What any page may have; the application's own masks go before them. */
const PAGE_MASKS = [
	['/\b1[789]\d{8}(?:\d{3})?\b/', 'TIME', 'seconds or milliseconds since 1970'],
	['/\b20\d\d-\d\d-\d\d(?:T| |\+|%20|&nbsp;)\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:Z|\b)/', 'TIME', 'a time'],
	['/\b\w{3}, \d\d \w{3} 20\d\d [\d:]+ (?:\+0000|GMT)/', 'TIME', 'a time'],
	['~/mynd-apps\.\w+/\w+/~', '/CHANCE/', "the name of the side's folder, drawn by chance"],
];

/** Logs and mails. */
const LOG_MASKS = [
	['/^\[\d\d-\w{3}-\d{4} [\d:]+ \w+\] /m', '[TIME] ', 'a time'],
	['/^Date: .*/m', 'Date: TIME', 'a time'],
	['/^Message-ID: <[\w.]+@/m', 'Message-ID: <CHANCE@', 'drawn by chance'],
	['/([?&]key=)\w+/', '$1CHANCE', 'what a link in a mail must know'],
	['~/mynd-apps\.\w+/\w+/~', '/CHANCE/', "the name of the side's folder, drawn by chance"],
];

function masked(string $text, array $masks): string
{
	foreach ($masks as [$pattern, $instead]) {
		$text = $instead instanceof Closure ? preg_replace_callback($pattern, $instead, $text) : preg_replace($pattern, $instead, $text);
		$text ?? throw new RuntimeException("$pattern: " . preg_last_error_msg());
	}
	return $text;
}

/** A picture is compared as it is. */
function masked_page(string $page): string
{
	[$head, $body] = explode("\n\n", $page, 2);
	if (!preg_match('~^Content-Type: image/~mi', $head)) {
		$body = masked($body, [...masks(), ...PAGE_MASKS]);
	}
	return masked($head, [...HEADER_MASKS, ...masks(), ...PAGE_MASKS]) . "\n\n$body";
}

/** Where two texts begin to differ, with what stands around it. */
function difference(string $ours, string $theirs): string
{
	$at = strspn($ours ^ $theirs, "\0");
	$line = 1 + substr_count($ours, "\n", 0, $at);
	$from = max(0, $at - 150, (int) strrpos(substr($theirs, 0, $at), "\n"));
	$part = fn (string $text) => json_encode(substr($text, $from, $at - $from + 150), JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
	return "line $line\n    stock " . $part($theirs) . "\n    mynd  " . $part($ours);
}

final class Comparison
{
	public int $passed = 0;
	public int $failed = 0;

	public function __construct(private string $application)
	{
	}

	public function equal(string $what, string $stock, string $mynd): void
	{
		$this->say($stock === $mynd, "$what is not the same: " . ($stock === $mynd ? '' : difference($mynd, $stock)));
	}

	public function say(bool $good, string $otherwise): void
	{
		$good ? $this->passed++ : $this->failed++;
		if (!$good) {
			echo "--- {$this->application}: $otherwise\n";
		}
	}
}

/** @return array<string, string> name => content */
function pages(string $folder): array
{
	$files = glob("$folder/*.http");
	return array_combine(array_map(fn ($file) => basename($file, '.http'), $files), array_map(file_get_contents(...), $files));
}

/** Every line of a log, and how often. */
function counted_lines(string $file): array
{
	return array_count_values(explode("\n", trim(masked((string) @file_get_contents($file), LOG_MASKS))));
}

[, $application, $stock, $mynd] = $argv;
require __DIR__ . '/browser.php';
require __DIR__ . "/$application.php";

$comparison = new Comparison($application);
[$theirs, $ours] = [pages("$stock/pages/$application"), pages("$mynd/pages/$application")];
$comparison->equal('the list of pages', implode("\n", array_keys($theirs)), implode("\n", array_keys($ours)));
foreach (array_intersect_key($theirs, $ours) as $name => $page) {
	$comparison->equal("page $name", masked_page($page), masked_page($ours[$name]));
}
[$known, $said] = [counted_lines("$stock/php.log"), counted_lines("$mynd/php.log")];
$more = array_filter($said, fn ($count, $line) => $count > ($known[$line] ?? 0), ARRAY_FILTER_USE_BOTH);
$comparison->say($more === [], "PHP's log has what stock's has not:\n    " . implode("\n    ", array_keys($more)));
$mail = fn (string $side) => masked(file_get_contents("$side/mail"), [...LOG_MASKS, ...masks(), ...PAGE_MASKS]);
$comparison->equal('the mail', $mail($stock), $mail($mynd));
printf("%d passed, %d failed\n", $comparison->passed, $comparison->failed);
