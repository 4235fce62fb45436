<?php
/*
 * Links of Markdown files to other files of the project: each file is there, and so is the heading after a
 * #.
 *
 *     php tools/check-links.php ROOT FILE...     names each link that leads nowhere; status 1 if there is one
 *
 * What is on the web is not looked at.
 */

/* A heading's name as GitHub and others make it: small letters, no punctuation, hyphens for spaces. */
function slug(string $heading): string
{
	$text = preg_replace('/\[([^]]*)\]\([^)]*\)/', '$1', $heading);
	return str_replace(' ', '-', preg_replace('/[^\p{L}\p{N} _-]/u', '', strtolower(trim($text))));
}

/* @return string[] the lines that are no code */
function prose(string $file): array
{
	$lines = [];
	$code = false;
	foreach (file($file, FILE_IGNORE_NEW_LINES) as $number => $line) {
		if (preg_match('/^\s*(```|~~~)/', $line)) {
			$code = !$code;
		} elseif (!$code) {
			$lines[$number + 1] = $line;
		}
	}
	return $lines;
}

/* @return array<string, true> */
function anchors(string $file): array
{
	$found = [];
	foreach (prose($file) as $line) {
		if (!preg_match('/^#{1,6}\s+(.*?)\s*#*$/', $line, $match)) {
			continue;
		}
		$name = $slug = slug($match[1]);
		for ($i = 1; isset($found[$name]); $i++) {
			$name = "$slug-$i";
		}
		$found[$name] = true;
	}
	return $found;
}

/* Why a link leads nowhere, or null. */
function fault(string $root, string $file, string $target): ?string
{
	[$path, $anchor] = explode('#', rawurldecode($target), 2) + [1 => ''];
	$full = $path === '' ? "$root/$file" : realpath(dirname("$root/$file") . "/$path");
	if ($full === false || !str_starts_with($full, $root . '/')) {
		return 'there is no such file';
	}
	if ($anchor !== '' && str_ends_with($full, '.md') && !isset(anchors($full)[$anchor])) {
		return 'there is no such heading';
	}
	return null;
}

$root = realpath($argv[1]);
$bad = $seen = 0;
foreach (array_slice($argv, 2) as $file) {
	foreach (prose("$root/$file") as $number => $line) {
		preg_match_all('/\]\(([^)\s]+)\)/', preg_replace('/`[^`]*`/', '', $line), $links);
		foreach ($links[1] as $target) {
			if (preg_match('/^[a-z]+:/', $target)) {
				continue;
			}
			$seen++;
			$fault = fault($root, $file, $target);
			if ($fault !== null) {
				$bad++;
				echo "$file:$number: $target: $fault\n";
			}
		}
	}
}
if ($seen === 0) {
	echo "no link was found\n";
}
exit($bad > 0 || $seen === 0 ? 1 : 0);
