<?php
/* The user and the tables of calls_page.php, and the file that it loads: calls_setup.php FILE. */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
foreach ([
	'DROP DATABASE IF EXISTS calls', 'CREATE DATABASE calls CHARACTER SET latin1', 'DROP USER IF EXISTS calls', "CREATE USER calls IDENTIFIED BY 'throw away'", 'GRANT ALL ON calls.* TO calls',
	'CREATE TABLE calls.ledger (token VARCHAR(255), KEY (token)) ENGINE=InnoDB', 'CREATE TABLE calls.numbers (n INT PRIMARY KEY) ENGINE=InnoDB',
	'INSERT INTO calls.numbers VALUES (' . implode('), (', range(1, 100)) . ')',
] as $sql) {
	$link->query($sql);
}
file_put_contents($argv[1], str_repeat(str_repeat('a line of the file ', 10) . "\n", 10000));
