--TEST--
PDO: a stream without a byte is an empty text, however the statement is run
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
foreach (['emulated' => [true, false], 'native' => [false, false], 'emulated, asynchronous' => [true, true], 'native, asynchronous' => [false, true]] as $how => [$emulated, $async]) {
	$db = pdo_for_test();
	attempt($how, function () use ($db, $emulated, $async) {
		$statement = $db->prepare('SELECT ? AS a, ? AS b', [PDO::ATTR_EMULATE_PREPARES => $emulated, PDO::MYND_ATTR_ASYNC => $async]);
		$statement->bindValue(1, fopen('php://memory', 'r'), PDO::PARAM_LOB);
		$statement->bindValue(2, 'x');
		$statement->execute();
		return $statement->fetch(PDO::FETCH_NUM);
	});
}
?>
--EXPECT--
emulated: ["","x"]
native: ["","x"]
emulated, asynchronous: ["","x"]
native, asynchronous: ["","x"]
