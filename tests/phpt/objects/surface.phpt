--TEST--
Objects: what is declared works
--EXTENSIONS--
mysqli
--FILE--
<?php
$module = new ReflectionExtension('mysqli');
$of_stock = match (true) { PHP_VERSION_ID < 80400 => 114, PHP_VERSION_ID < 80600 => 109, default => 110 };
echo count(array_diff(array_keys($module->getConstants()), ['MYSQLI_TYPE_VECTOR'])) - $of_stock, " constants amiss\n";
$new = PHP_VERSION_ID < 80600 ? 0 : 1; /* quote_string() */
echo count($module->getFunctions()) - $new, " functions\n";
foreach (['mysqli', 'mysqli_stmt', 'mysqli_result', 'mysqli_driver', 'mysqli_warning', 'mysqli_sql_exception'] as $class) {
	$class = new ReflectionClass($class);
	$own = array_filter($class->getMethods(), fn($method) => $method->class === $class->name);
	echo $class->name, ': ', count($own) - ($class->name === 'mysqli' ? $new : 0), ' methods, ', count(array_filter($class->getProperties(), fn($p) => $p->class === $class->name)), ' properties',
		$class->isFinal() ? ', final' : '', $class->isCloneable() ? ', cloneable' : '', $class->isIterable() ? ', iterable' : '', "\n";
}
echo (new ReflectionFunction('mysqli_connect'))->getParameters()[2]->getAttributes()[0]->getName(), "\n";
echo (new ReflectionMethod('mysqli', '__construct'))->getParameters()[2]->getAttributes()[0]->getName(), "\n";
/* Every function without arguments it can use answers with an ArgumentCountError, and with nothing worse. */
$odd = [];
foreach ($module->getFunctions() as $function) {
	if ($function->getNumberOfRequiredParameters() > 0) {
		try {
			@$function->invoke();
			$odd[] = $function->name;
		} catch (ArgumentCountError) {
		}
	}
}
echo $odd ? implode(' ', $odd) : 'all functions check their arguments', "\n";
?>
--EXPECT--
0 constants amiss
106 functions
mysqli: 44 methods, 18 properties
mysqli_stmt: 20 methods, 10 properties
mysqli_result: 16 methods, 5 properties, iterable
mysqli_driver: 0 methods, 4 properties, final
mysqli_warning: 2 methods, 3 properties, final
mysqli_sql_exception: 1 methods, 1 properties, final
SensitiveParameter
SensitiveParameter
all functions check their arguments
