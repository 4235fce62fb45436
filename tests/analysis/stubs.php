<?php
/*
 * stubs.php FOLDER: compares packages/stubs with the driver that runs this: functions and classes of the
 * namespace Mynd with their parameters and types, constants with their values. Prints what differs, or "the
 * same".
 */
declare(strict_types=1);

/**
 * What is declared, in a form that can be compared: the file in the names of another namespace, the module in
 * its own.
 */
function signature(ReflectionFunctionAbstract $function): string
{
	$parameters = array_map(static fn (ReflectionParameter $one): string => trim("{$one->getType()} " . ($one->isVariadic() ? '...' : '') . '$' . $one->getName()
		. ($one->isDefaultValueAvailable() ? ' = ' . var_export($one->getDefaultValue(), true) : '')), $function->getParameters());
	return strtr('(' . implode(', ', $parameters) . '): ' . $function->getReturnType(), ['StubsOf' => '', 'Traversable|array' => 'iterable']);
}

/** @return array<string, string> name => what it is */
function members(ReflectionClass $class): array
{
	$parent = $class->getParentClass();
	$kind = ($class->isInterface() ? 'interface ' : ($class->isEnum() ? 'enum ' : ($class->isFinal() ? 'final class ' : 'class '))) . ($parent === false ? '' : $parent->getName());
	$kind .= ' ' . implode(' ', array_filter($class->getInterfaceNames(), static fn (string $name): bool => str_contains($name, 'Mynd')));
	$members = ['' => strtr($kind, ['StubsOf' => ''])];
	foreach ($class->getMethods() as $method) {
		if ($method->getDeclaringClass()->getName() === $class->getName()) {
			$members["{$method->getName()}()"] = implode(' ', Reflection::getModifierNames($method->getModifiers())) . signature($method);
		}
	}
	foreach ($class->getProperties() as $property) {
		if ($property->getDeclaringClass()->getName() === $class->getName() && !$class->isEnum()) {
			$members["\${$property->getName()}"] = ($property->isReadOnly() ? 'readonly ' : '') . strtr((string) $property->getType(), ['StubsOf' => '']);
		}
	}
	foreach ($class->isEnum() ? $class->getConstants() : [] as $name => $case) {
		$members["::$name"] = 'case';
	}
	ksort($members);
	return $members;
}

function compare(string $what, mixed $driver, mixed $stub): void
{
	global $differ;
	if ($driver !== $stub) {
		$differ = true;
		printf("%s\n    driver %s\n    stub   %s\n", $what, json_encode($driver), json_encode($stub));
	}
}

$differ = false;
$text = (string) file_get_contents("$argv[1]/mynd.php");
$copy = tempnam(sys_get_temp_dir(), 'stubs');
// Bodies are empty, so what is declared to return something only has to be compiled.
file_put_contents($copy, preg_replace('/\bnamespace Mynd;/', 'namespace StubsOfMynd;', $text));
require $copy;
unlink($copy);

$module = new ReflectionExtension('mynd');
$functions = array_filter(array_keys($module->getFunctions()), static fn (string $name): bool => str_starts_with(strtolower($name), 'mynd\\'));
$declared = array_filter(get_defined_functions()['user'], static fn (string $name): bool => str_starts_with($name, 'stubsofmynd\\'));
compare('functions', count($functions), count($declared));
foreach ($functions as $name) {
	$stub = 'StubsOf' . $name;
	compare("$name()", signature(new ReflectionFunction($name)), function_exists($stub) ? signature(new ReflectionFunction($stub)) : 'nothing');
}
$classes = array_filter(array_keys($module->getClasses()), static fn (string $name): bool => str_starts_with($name, 'Mynd\\'));
compare('classes', count($classes), count(array_filter([...get_declared_classes(), ...get_declared_interfaces()], static fn (string $name): bool => str_starts_with($name, 'StubsOfMynd\\'))));
foreach ($classes as $name) {
	compare($name, members(new ReflectionClass($name)), class_exists("StubsOf$name") || interface_exists("StubsOf$name") ? members(new ReflectionClass("StubsOf$name")) : 'nothing');
}
foreach ($module->getConstants() as $name => $value) {
	if (str_starts_with($name, 'Mynd\\')) {
		compare($name, $value, defined("StubsOf$name") ? constant("StubsOf$name") : 'nothing');
	}
}
preg_match_all('/const (MYND_\w+) = (\d+);/', (string) file_get_contents("$argv[1]/pdo.php"), $attributes);
$ours = array_filter((new ReflectionClass('PDO'))->getConstants(), static fn (string $name): bool => str_starts_with($name, 'MYND_'), ARRAY_FILTER_USE_KEY);
compare("PDO's constants", $ours, array_map(intval(...), array_combine($attributes[1], $attributes[2])));
echo $differ ? '' : "the same\n";
