<?php
/*
 * The settings: names, defaults, who may change them and what they allow are the code's (src/php/ini.c,
 * src/php/settings.c); what they mean stands in settings.tsv. A setting without a meaning is an error, and so
 * is a meaning without a setting.
 */

/** @return array<string, string> what a kind of value allows, in the words of the code's own warning */
function allowed_of_kinds(string $code): array
{
	preg_match_all('/^#define (\w+)\s*(?:\\\\\n\s*)?"([^"]*)"/m', $code, $macros, PREG_SET_ORDER);
	foreach ($macros as [, $name, $text]) {
		$code = preg_replace('/\b' . $name . '\b(?=[ ,])/', '"' . $text . '"', $code);
	}
	$kinds = [];
	preg_match_all('/mynd_setting_(\w+) = \{([^}]*)\}/', $code, $matches, PREG_SET_ORDER);
	foreach ($matches as [, $kind, $members]) {
		preg_match_all('/"([^"]*)"/', $members, $texts);
		$kinds[$kind] = implode('', $texts[1]);
	}
	return $kinds;
}

/** @return list<array{name: string, default: string, access: string, allowed: string}> */
function read_settings(string $root): array
{
	$kinds = allowed_of_kinds(file_get_contents("$root/src/php/settings.c"));
	$code = file_get_contents("$root/src/php/ini.c");
	preg_match('/MYND_DEFAULT_SOCKET "([^"]+)"/', $code, $socket);
	preg_match_all('/^\s+((?:STARTED_)?(?:SWITCH|SETTING|TEXT)|SHOWN|SHOWN_TEXT)\("([\w.]+)", ("[^"]*"|\w+), PHP_INI_(\w+), (\w+)/m', $code, $matches, PREG_SET_ORDER);
	$settings = [];
	foreach ($matches as [, $macro, $name, $default, $access, $kind]) {
		$settings[] = [
			'name' => $name,
			'default' => match (true) {
				$default === 'NULL' => 'none',
				$default === 'MYND_DEFAULT_SOCKET' => "`$socket[1]`",
				default => '`' . trim($default, '"') . '`',
			},
			'access' => $macro === 'STARTED_SWITCH' ? 'php.ini; off: pool' : (str_starts_with($macro, 'STARTED_') ? 'php.ini' : ['ALL' => 'anywhere', 'SYSTEM' => 'php.ini, pool', 'PERDIR' => 'php.ini, pool, directory'][$access]),
			'allowed' => match (true) {
				str_ends_with($macro, 'SWITCH') => $kinds['switch'],
				str_contains($macro, 'TEXT') => 'a text',
				default => $kinds[$kind] ?? throw new RuntimeException("there is no kind $kind"),
			},
		];
	}
	return $settings;
}

/** @return array<string, string> */
function read_meanings(string $file): array
{
	$meanings = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) as $line) {
		if (!str_starts_with($line, '#')) {
			[$name, $meaning] = explode("\t", $line, 2);
			$meanings[$name] = $meaning;
		}
	}
	return $meanings;
}

/** The rows of one table, mynd's own settings first. */
function settings_table(string $root): string
{
	$meanings = read_meanings("$root/tools/reference/settings.tsv");
	$settings = read_settings($root);
	usort($settings, fn(array $a, array $b) => [!str_starts_with($a['name'], 'mynd.'), $a['name']] <=> [!str_starts_with($b['name'], 'mynd.'), $b['name']]);
	$table = "| setting | default | allowed | where | meaning |\n|---|---|---|---|---|\n";
	foreach ($settings as ['name' => $name, 'default' => $default, 'access' => $access, 'allowed' => $allowed]) {
		$meaning = $meanings[$name] ?? throw new RuntimeException("settings.tsv has no meaning for $name");
		unset($meanings[$name]);
		$table .= "| `$name` | $default | $allowed | $access | $meaning |\n";
	}
	if ($settings === [] || $meanings !== []) {
		throw new RuntimeException('settings.tsv has what is no setting: ' . implode(', ', array_keys($meanings)));
	}
	return $table;
}
