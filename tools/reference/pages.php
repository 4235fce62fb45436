<?php
/*
 * Declarations as pages of Markdown.
 */

const WIDTH = 110;
const MADE = '<!-- Made by ./dev reference from the stubs and the code. Changes belong there. -->';

function page(string $title, string $intro): string
{
	return "# $title\n\n" . MADE . "\n\n" . paragraph($intro);
}

function paragraph(string $text, string $indent = ''): string
{
	return $indent . wordwrap($text, WIDTH - strlen($indent), "\n" . str_replace('-', ' ', $indent)) . "\n";
}

/** Words that end in "()" or begin with "$" or a constant's prefix are code. */
function text(string $text): string
{
	return preg_replace('/(?<![\w`\\\\$>:])((?:[A-Za-z_\\\\]+(?:::|->))?[a-z_]\w*\(\)|\$[a-z]\w*|(?:MYSQLI|STREAM|PSFS)_\w+)(?![\w`])/', '`$1`', $text);
}

function throws(Docblock $doc): string
{
	$text = '';
	foreach ($doc->tags['throws'] ?? [] as $throws) {
		[$classes, $when] = explode(' ', $throws, 2) + [1 => ''];
		$text .= '- **Throws** `' . str_replace('\\', '', str_replace('|', '`, `', $classes)) . '`' . ($when === '' ? '' : ' ' . text($when)) . ".\n";
	}
	return $text;
}

/**
 * Type and sentence of a tag such as "@return callable|null the one before"; a type's blanks are within
 * brackets. @return array{string, string}
 */
function typed(string $tag): array
{
	$depth = 0;
	for ($i = 0; $i < strlen($tag) && ($depth > 0 || $tag[$i] !== ' '); $i++) {
		$depth += (int) str_contains('<{(', $tag[$i]) - (int) str_contains('>})', $tag[$i]);
	}
	return [substr($tag, 0, $i), trim(substr($tag, $i))];
}

/** A function of Mynd, or a method of its classes, with all that its docblock says. */
function entry(Declaration $declaration, string $heading, string $signature): string
{
	$doc = $declaration->doc;
	$text = "$heading\n\n" . "> " . wordwrap("`$signature`", WIDTH - 2, "\n> ") . "\n\n";
	foreach ($doc->paragraphs as $paragraph) {
		$text .= paragraph(text($paragraph)) . "\n";
	}
	$facts = '';
	foreach ($doc->tags['param'] ?? [] as $param) {
		[$type, $rest] = typed($param);
		$facts .= paragraph('**Parameter** `' . strtok($rest, ' ') . "`: `$type`" . (str_contains($rest, ' ') ? ', ' . text(strstr($rest, ' ')) : ''), '- ');
	}
	foreach ($doc->tags['return'] ?? [] as $return) {
		[$type, $rest] = typed($return);
		$facts .= paragraph("**Returns** `$type`" . ($rest === '' ? '' : ': ' . text($rest)), '- ');
	}
	foreach (array_filter(explode("\n", throws($doc))) as $line) {
		$facts .= paragraph(substr($line, 2), '- ');
	}
	return $text . $facts . paragraph('**Since** ' . ($doc->tags['since'][0] ?? '0.1.0'), '- ') . "\n";
}

/** @param list<Declaration> $all */
function mynd_functions(array $all): string
{
	$page = page('Functions and constants of Mynd', 'What mynd adds to mysqli and PDO is in the namespace `Mynd`. Parameters of type `object` take a ' .
		'`mysqli`, a `mysqli_stmt` or a `PDO`, as the text says. An argument of a wrong type is a `TypeError`; a closed connection or statement is an `Error`. ' .
		'Errors of the server are reported as those of mysqli are (`mysqli_report()`), or of PDO by its error mode.') . "\n";
	foreach ($all as $declaration) {
		if ($declaration->kind === 'function') {
			$page .= entry($declaration, "## `Mynd\\{$declaration->name}()`", "Mynd\\" . $declaration->signature());
		}
	}
	$page .= "## Constants\n\n| constant | meaning |\n|---|---|\n";
	foreach ($all as $declaration) {
		if ($declaration->kind === 'constant') {
			$page .= "| `Mynd\\$declaration->name` | " . text(implode(' ', $declaration->doc->paragraphs)) . " |\n";
		}
	}
	return rtrim($page) . "\n";
}

/** @param list<Declaration> $all */
function mynd_classes(array $all): string
{
	$page = page('Classes of Mynd', 'Objects of these classes come from the functions of the [namespace](mynd-functions.md); a program makes none of them by `new`, ' .
		'and none can be serialised. To give one a property that is not declared is an `Error`.') . "\n";
	foreach ($all as $declaration) {
		if ($declaration->kind === 'class' || $declaration->kind === 'enum') {
			$page .= a_class($declaration, array_values(array_filter($all, fn(Declaration $other) => $other->class === $declaration->name)));
		}
	}
	return rtrim($page) . "\n";
}

/** @param list<Declaration> $members */
function a_class(Declaration $class, array $members): string
{
	$text = "## `Mynd\\$class->name`\n\n" . '> `' . rtrim($class->line, ' {') . "`\n\n";
	foreach ($class->doc->paragraphs as $paragraph) {
		$text .= paragraph(text($paragraph)) . "\n";
	}
	$text .= paragraph('**Since** ' . ($class->doc->tags['since'][0] ?? '0.1.0'), '- ') . "\n";
	$rows = '';
	foreach ($members as $member) {
		if ($member->kind === 'property' || $member->kind === 'case') {
			$name = $member->kind === 'case' ? $member->name : preg_replace('/^public readonly (.*);$/', '$1', $member->line);
			$rows .= '| `' . str_replace('|', '\|', $name) . '` | ' . text(implode(' ', $member->doc->paragraphs)) . " |\n";
		}
	}
	if ($rows !== '') {
		$text .= '| ' . (str_starts_with($class->line, 'enum') ? 'case' : 'property') . " | meaning |\n|---|---|\n$rows\n";
	}
	foreach ($members as $member) {
		if ($member->kind === 'method') {
			$text .= entry($member, "### `$class->name::$member->name()`", $member->signature());
		}
	}
	return $text;
}

/**
 * Declarations of one name, under conditions of their own, as one: the newest, and what it was before. @param
 * list<Declaration> $all
 */
function merged(array $all): array
{
	$rows = [];
	foreach ($all as $declaration) {
		$rows[$declaration->name][] = $declaration;
	}
	return array_map(function (array $same): array {
		$newest = $same[0];
		$notes = [];
		if (count($same) === 1) {
			$notes[] = $newest->versions;
		} elseif ($newest->returns() !== $same[1]->returns()) {
			$notes[] = "`{$newest->returns()}` $newest->versions";
		}
		if ($newest->doc->is_deprecated()) {
			$notes[] = trim('deprecated ' . (count($same) > 1 ? $newest->versions : ''));
		}
		return [$newest, implode('; ', array_filter($notes))];
	}, $rows);
}

/** How a failure is told, by the type that it is told with. */
function failure(Declaration $declaration): string
{
	$types = explode('|', $declaration->returns());
	return match (true) {
		in_array('false', $types, true) || $types === ['bool'] || $types === ['bool', 'mysqli_result'] || in_array('bool', $types, true) => '`false`',
		default => '',
	};
}

/** @param list<Declaration> $all */
function table_of_functions(array $all, string $prefix = ''): string
{
	$table = "| signature | on failure, or at the end | PHP |\n|---|---|---|\n";
	foreach (merged($all) as [$declaration, $note]) {
		$alias = isset($declaration->doc->tags['alias']) && $prefix === '' ? 'the same as `' . $declaration->doc->tags['alias'][0] . '()`' : '';
		$table .= sprintf("| `%s%s` | %s | %s |\n", $prefix, str_replace('|', '\|', $declaration->signature()), failure($declaration), implode('; ', array_filter([$note, $alias])));
	}
	return $table;
}

const REPORTED = 'A failure is reported as `mysqli_report()` says: a `mysqli_sql_exception` by default, else a warning, or nothing; then what stands in the ' .
	'second column is returned. Arguments of a wrong type or value are a `TypeError` or `ValueError`, and an object that is closed is an `Error`. ' .
	'What each one does is described in [PHP\'s manual](https://www.php.net/manual/en/book.mysqli.php); where mynd differs stands in ' .
	'[Compatibility](../compatibility-mysqli.md). The last column names the versions of PHP, where not all from 8.2 on are the same.';

/** @param list<Declaration> $all @param list<string> $classes */
function mysqli_classes(array $all, string $title, array $classes): string
{
	$page = page($title, REPORTED) . "\n";
	foreach ($classes as $class) {
		$page .= "## `$class`\n\n";
		$members = array_filter($all, fn(Declaration $d) => $d->class === $class);
		$properties = array_filter($members, fn(Declaration $d) => $d->kind === 'property');
		if ($properties !== []) {
			$page .= paragraph('Properties: ' . implode(', ', array_map(fn(Declaration $d) => '`' . preg_replace('/^(?:public|protected) (.*?)(?: = .*)?;$/', '$1', $d->line) . '`', $properties)) . '.') . "\n";
		}
		$methods = array_values(array_filter($members, fn(Declaration $d) => $d->kind === 'method'));
		$page .= $methods === [] ? '' : table_of_functions($methods, '->') . "\n";
	}
	return rtrim($page) . "\n";
}

/** @param list<Declaration> $all */
function mysqli_functions(array $all): string
{
	return page('Functions of mysqli', REPORTED) . "\n" . table_of_functions(array_values(array_filter($all, fn(Declaration $d) => $d->kind === 'function')));
}

/** @param list<Declaration> $all */
function mysqli_constants(array $all): string
{
	$page = page('Constants of mysqli', 'Names and values are stock\'s. The last column names the versions of PHP, where not all from 8.2 on are the same. ' .
		'What they mean is described in [PHP\'s manual](https://www.php.net/manual/en/mysqli.constants.php).') . "\n| constant | value | PHP |\n|---|---|---|\n";
	foreach (merged(array_values(array_filter($all, fn(Declaration $d) => $d->kind === 'constant'))) as [$declaration, $note]) {
		$page .= sprintf("| `%s` | %s | %s |\n", $declaration->name, preg_replace('/^const \w+ = (.*);$/', '$1', $declaration->line), $note);
	}
	return $page;
}
