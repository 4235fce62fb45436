<?php
/*
 * The attributes of PDO's driver: names are the code's (src/php/pdo/startup.c), what they mean stands in
 * pdo.tsv. One without the other is an error.
 */

/** @param list<Declaration> $class */
function pdo_page(string $root, array $class): string
{
	$meanings = read_meanings("$root/tools/reference/pdo.tsv");
	preg_match_all('/^    \{"((?:MYSQL|MYND)_ATTR_\w+)", /m', file_get_contents("$root/src/php/pdo/startup.c"), $matches);
	$page = page('PDO', 'The driver `mysql:` has these attributes beside those of PDO itself. A wrong value is a `TypeError` or `ValueError`; a failure of the server ' .
		'is reported by `PDO::ATTR_ERRMODE`: a `PDOException` by default. From PHP 8.4 on the names that begin with `PDO::MYSQL_` are also constants of `Pdo\Mysql`, without ' .
		'`MYSQL_`: `Pdo\Mysql::ATTR_SSL_CA`. From 8.5 on the long names are deprecated. Data sources are stock\'s: `mysql:host=...;port=...;dbname=...;charset=...`, or ' .
		'`unix_socket=...` in place of host and port. See [PDO](../pdo.md).') . "\n";
	$page .= "## Attributes\n\n| attribute | value | where | meaning |\n|---|---|---|---|\n";
	foreach ($matches[1] as $name) {
		[$value, $where, $meaning] = explode("\t", $meanings[$name] ?? throw new RuntimeException("pdo.tsv has no meaning for $name")) + [1 => '', 2 => ''];
		unset($meanings[$name]);
		$page .= "| `PDO::$name` | $value | $where | $meaning |\n";
	}
	if ($meanings !== []) {
		throw new RuntimeException('pdo.tsv has what is no attribute: ' . implode(', ', array_keys($meanings)));
	}
	$page .= "\n## `Pdo\\Mysql`\n\n";
	foreach ($class as $declaration) {
		$page .= paragraph(text(implode(' ', $declaration->doc->paragraphs))) . "\n";
		$page .= $declaration->kind === 'method' ? '' : '> `' . rtrim($declaration->line, ' {') . "`\n\n";
		$page .= $declaration->kind === 'method' ? '> `' . $declaration->signature() . "`\n\n" : '';
	}
	return rtrim($page) . "\n";
}
