--TEST--
Statements: values of one that is executed again are read in the character set that the connection has by then
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';

const READ = 'SELECT HEX(CONVERT(? USING utf8mb4)), ?';

function read(mysqli_stmt $statement): string
{
	return implode(' ', $statement->get_result()->fetch_row());
}

$link = link_for_test();
foreach (['bound anew' => true, 'bound once' => false] as $name => $anew) {
	$link->set_charset('utf8mb4');
	$statement = $link->prepare(READ);
	[$text, $number] = ["\u{e9}", 1];
	$statement->bind_param('si', $text, $number);
	$statement->execute();
	echo "$name: ", read($statement);
	$link->set_charset('latin1');
	$text = "\xe9";
	$anew && $statement->bind_param('si', $text, $number);
	$statement->execute();
	echo ', ', read($statement), "\n";
}

$link->set_charset('utf8mb4');
$statement = $link->prepare(READ);
$statement->execute(["\u{e9}", 1]);
echo 'an array: ', read($statement);
$link->query('SET NAMES latin1');
$statement->execute(["\xe9", 1]);
echo ', ', read($statement), "\n";
?>
--EXPECT--
bound anew: C3A9 1, C3A9 1
bound once: C3A9 1, C3A9 1
an array: C3A9 1, C3A9 1
