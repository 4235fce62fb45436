--TEST--
Objects: clone, serialize, unserialize, compare, objects of the engine's making
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$result = $m->query('SELECT 1');
$m->query("DO 1/'a'");
$warning = $m->get_warnings();
foreach (['mysqli' => $m, 'mysqli_result' => $result, 'mysqli_warning' => $warning] as $class => $object) {
	attempt("clone $class", fn() => clone $object);
	attempt("serialize $class", fn() => serialize($object));
}
attempt('unserialized', fn() => unserialize('O:6:"mysqli":0:{}')->query('SELECT 1'));
attempt('a result', fn() => unserialize('O:13:"mysqli_result":0:{}')->fetch_row());
attempt('a warning', fn() => unserialize('O:14:"mysqli_warning":0:{}')->next());
attempt('a warning\'s property', fn() => unserialize('O:14:"mysqli_warning":0:{}')->message);
attempt('a driver', fn() => is_int(unserialize('O:13:"mysqli_driver":1:{s:11:"report_mode";i:5;}')->report_mode));
$empty = (new ReflectionClass('mysqli_result'))->newInstanceWithoutConstructor();
attempt('foreach over an empty result', function () use ($empty) {
	foreach ($empty as $row) {
		echo "a row?\n";
	}
});
attempt('new mysqli_warning', fn() => new mysqli_warning());
attempt('new mysqli_result', fn() => new mysqli_result($m));
attempt('new mysqli_result of nothing', fn() => new mysqli_result(mysqli_init()));
attempt('the link is well', fn() => $m->query('SELECT 2')->fetch_column());
?>
--EXPECTF--
clone mysqli: ! Error Trying to clone an uncloneable object of class mysqli
serialize mysqli: "O:6:\"mysqli\":0:{}"
clone mysqli_result: ! Error Trying to clone an uncloneable object of class mysqli_result
serialize mysqli_result: "O:13:\"mysqli_result\":0:{}"
clone mysqli_warning: ! Error Trying to clone an uncloneable object of class mysqli_warning
serialize mysqli_warning: "O:14:\"mysqli_warning\":0:{}"
unserialized: ! Error mysqli object is already closed
a result: ! Error mysqli_result object is already closed
a warning: false
a warning's property: ! Error mysqli_warning object is already closed
a driver: true
foreach over an empty result: ! Error mysqli_result object is already closed
new mysqli_warning: ! Error Call to private mysqli_warning::__construct() from global scope
new mysqli_result: mysqli_result
new mysqli_result of nothing: ! Error mysqli object is not fully initialized
the link is well: "2"
