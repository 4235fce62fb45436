<?php
/*
 * Generated for every function and every parameter: its name, what it refuses and with which words, links and
 * results that are closed, foreign or of the other kind, and what happens without any link. Included by
 * checks.php.
 */
declare(strict_types=1);

/** A value of each type of PHP 5, by the name that its warnings have for it. */
function one_of_each_type(): array
{
	return ['null' => null, 'boolean' => false, 'integer' => 3, 'double' => 1.5, 'string' => 'no number', 'array' => [1],
		'object' => new stdClass(), 'resource' => fopen('php://memory', 'r')];
}

const REFUSED = [
	'text' => ['string' => ['array', 'object', 'resource']],
	'text?' => ['string' => ['array', 'object', 'resource']],
	'number' => ['long' => ['string', 'array', 'object', 'resource']],
	'flag' => ['boolean' => ['array', 'object', 'resource']],
	'link' => ['resource' => ['null', 'boolean', 'integer', 'double', 'string', 'array', 'object']],
	'result' => ['resource' => ['null', 'boolean', 'integer', 'double', 'string', 'array', 'object']],
	'any' => [],
];

/** Arguments that are good as far as their types go. */
function good_arguments(array $parameters, mixed $link, mixed $result): array
{
	return array_map(fn (string $kind): mixed => match ($kind) {
		'text', 'text?' => 'x',
		'number' => 0,
		'flag' => false,
		'link' => $link,
		'result' => $result,
		'any' => 0,
	}, array_values($parameters));
}

/** What is said beside the warning in question. */
function said_without_deprecations(array $said): array
{
	return array_values(array_filter($said, fn (string $text): bool => !str_starts_with($text, 'Deprecated: ')));
}

function check_signature(string $name, array $parameters, int $required): void
{
	same("$name exists", true, function_exists($name));
	$function = new ReflectionFunction($name);
	same("$name: parameters", array_keys($parameters), array_map(fn ($parameter) => $parameter->getName(), $function->getParameters()));
	same("$name: required", $required, $function->getNumberOfRequiredParameters());
}

function check_refused_values(string $name, array $parameters, mixed $link, mixed $result): void
{
	foreach (array_values($parameters) as $at => $kind) {
		foreach (REFUSED[$kind] as $wanted => $types) {
			foreach ($types as $type) {
				$arguments = good_arguments($parameters, $link, $result);
				$arguments[$at] = one_of_each_type()[$type];
				[$answer, $said] = told(fn () => $name(...$arguments));
				$number = $at + 1;
				same("$name: parameter $number is $type", [null, ["Warning: $name() expects parameter $number to be $wanted, $type given"]],
					[$answer, said_without_deprecations($said)]);
			}
		}
	}
}

function check_too_many(string $name, array $parameters, int $required, mixed $link, mixed $result): void
{
	$most = count($parameters);
	$arguments = [...good_arguments($parameters, $link, $result), 'one more'];
	[$answer, $said] = told(fn () => $name(...$arguments));
	$text = sprintf('Warning: %s() expects %s %d parameter%s, %d given', $name, $required === $most ? 'exactly' : 'at most', $most,
		$most === 1 ? '' : 's', $most + 1);
	same("$name: too many", [null, [$text]], [$answer, said_without_deprecations($said)]);
}

/** Closed ones, streams of somebody else, and a link where a result is wanted. */
function check_wrong_resources(string $name, array $parameters, mixed $link, mixed $result): void
{
	foreach (array_values($parameters) as $at => $kind) {
		if ($kind !== 'link' && $kind !== 'result' && !($name === 'mysql_fetch_object' && $at === 0)) {
			continue;
		}
		$what = $kind === 'link' ? 'MySQL-Link' : 'MySQL result';
		$closed = mysql_query('SELECT 1', $link);
		mysql_free_result($closed);
		$id = get_resource_id($closed);
		$cases = ['closed' => [$closed, "$id is not a valid $what resource"],
			'foreign' => [fopen('php://memory', 'r'), "supplied resource is not a valid $what resource"],
			'of the other kind' => [$kind === 'link' ? $result : $link, "supplied resource is not a valid $what resource"]];
		foreach ($cases as $case => [$value, $text]) {
			$arguments = $name === 'mysql_fetch_object' ? [] : good_arguments($parameters, $link, $result);
			$arguments[$at] = $value;
			[$answer, $said] = told(fn () => $name(...$arguments));
			same("$name: a resource that is $case", [false, ["Warning: $name(): $text"]], [$answer, said_without_deprecations($said)]);
		}
	}
}

function check_deprecation(string $name, bool $deprecated, array $parameters, mixed $link): void
{
	$result = mysql_query('SELECT 1', $link);
	$arguments = $name === 'mysql_fetch_object' ? [$result] : good_arguments($parameters, $link, $result);
	if ($name === 'mysql_close') {
		$arguments = [connect(true)];
	}
	[, $said] = told(fn () => $name(...$arguments));
	same("$name: PHP calls it deprecated", $deprecated, in_array("Deprecated: Function $name() is deprecated", $said, true));
	mysql_select_db((string) getenv('MYND_TEST_DB'), $link);
}

$link = linked();
foreach (every_function() as $name => [$parameters, $required, $deprecated]) {
	$result = mysql_query('SELECT 1', $link);
	check_signature($name, $parameters, $required);
	check_refused_values($name, $parameters, $link, $result);
	check_too_many($name, $parameters, $required, $link, $result);
	check_wrong_resources($name, $parameters, $link, $result);
	check_deprecation($name, $deprecated, $parameters, $link);
}
foreach (CONSTANTS as $name => $value) {
	same($name, $value, constant($name));
}
mysql_close($link);
unset($link, $result);
