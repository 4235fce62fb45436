<?php
/*
 * composer.json by the rules that PIE documents for maintainers of extensions, and by this project's own:
 * config.m4 knows each option that is offered.
 *
 *     php tools/check-php-ext.php composer.json     names what is wrong; status 1 if anything is
 *
 * PIE itself is run by `./dev package pie`, where it is to be had.
 */

const OS_FAMILIES = ['windows', 'bsd', 'darwin', 'solaris', 'linux', 'unknown'];

/* What a php-ext section may hold, and what each is to be. */
const DIRECTIVES = [
	'extension-name' => 'is_string',
	'priority' => 'is_int',
	'support-zts' => 'is_bool',
	'support-nts' => 'is_bool',
	'build-path' => 'is_string',
	'download-url-method' => 'is_string',
	'os-families' => 'is_array',
	'os-families-exclude' => 'is_array',
	'configure-options' => 'is_array',
];

function complain(string $what): void
{
	global $bad;
	$bad = true;
	echo "composer.json: $what\n";
}

function check_package(array $package): void
{
	if (($package['type'] ?? null) !== 'php-ext') {
		complain('"type" is not "php-ext"');
	}
	if (!preg_match('~^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]|-{1,2})?[a-z0-9]+)*$~', $package['name'] ?? '')) {
		complain('"name" is not vendor/package');
	}
	if (str_starts_with($package['name'] ?? '', 'php/')) {
		complain('"name" begins with php/, which PIE takes for extensions that come with PHP');
	}
	if (isset($package['version'])) {
		complain('"version" is set: Packagist and PIE go by the tag');
	}
	if (!isset($package['require']['php'])) {
		complain('"require" does not name the versions of PHP');
	}
	foreach (array_keys($package['require'] ?? []) as $name) {
		if ($name !== 'php' && !str_starts_with($name, 'ext-')) {
			complain("an extension cannot require the package $name");
		}
	}
}

function check_directives(array $directives): void
{
	foreach ($directives as $name => $value) {
		if (!isset(DIRECTIVES[$name])) {
			complain("php-ext: PIE does not know \"$name\"");
		} elseif (!(DIRECTIVES[$name])($value)) {
			complain("php-ext: \"$name\" is of another type");
		}
	}
	if (!preg_match('/^[A-Za-z][A-Za-z0-9_]+$/', $directives['extension-name'] ?? '')) {
		complain('php-ext: "extension-name" is none');
	}
	$priority = $directives['priority'] ?? 80;
	if ($priority < 10 || $priority > 99) {
		complain('php-ext: "priority" is not within 10 to 99');
	}
	if (!($directives['support-zts'] ?? true) && !($directives['support-nts'] ?? true)) {
		complain('php-ext: no PHP could load it');
	}
	if (!in_array($directives['download-url-method'] ?? 'composer-default', ['composer-default', 'pre-packaged-source'], true)) {
		complain('php-ext: "download-url-method" is none');
	}
}

function check_families(array $directives): void
{
	if (isset($directives['os-families'], $directives['os-families-exclude'])) {
		complain('php-ext: "os-families" and "os-families-exclude" exclude each other');
	}
	foreach (['os-families', 'os-families-exclude'] as $name) {
		$families = $directives[$name] ?? ['linux'];
		if ($families === [] || array_diff($families, OS_FAMILIES) !== []) {
			complain("php-ext: \"$name\" names other families than " . implode(', ', OS_FAMILIES));
		}
	}
}

/* configure takes an option that it does not know with a warning alone: a wrong name would do nothing. */
function check_options(array $options, string $config): void
{
	foreach ($options as $option) {
		$name = $option['name'] ?? '';
		if (!preg_match('/^[A-Za-z0-9][A-Za-z0-9_-]*$/', $name)) {
			complain("php-ext: \"$name\" is no name of an option");
		} elseif (!str_contains($config, "[--$name]")) {
			complain("php-ext: config.m4 does not have --$name");
		}
		if (!is_bool($option['needs-value'] ?? false) || !is_string($option['description'] ?? null)) {
			complain("php-ext: the option $name has no description, or a wrong \"needs-value\"");
		}
	}
}

$bad = false;
$package = json_decode((string) @file_get_contents($argv[1]), true);
if (!is_array($package)) {
	complain('it is no JSON: ' . json_last_error_msg());
	exit(1);
}
$directives = $package['php-ext'] ?? [];
$path = dirname($argv[1]) . '/' . ($directives['build-path'] ?? '.') . '/config.m4';
if (!is_file($path)) {
	complain("php-ext: there is no config.m4 in its build-path");
}
check_package($package);
check_directives($directives);
check_families($directives);
check_options($directives['configure-options'] ?? [], (string) @file_get_contents($path));
exit($bad ? 1 : 0);
