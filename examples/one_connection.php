<?php
/*
 * Fibers on one PDO object: each transaction belongs to the fiber that began it.
 *
 *     php -d mynd.fiber_turns=on examples/one_connection.php
 *
 * Without the setting the last order becomes a part of the first one's transaction, or is error 2014. The
 * server is the one of pdo_mysql.default_socket, or of MYND_TEST_*.
 */

require __DIR__ . '/loop.php';

/** An ordinary program: an order and its lines, or nothing. */
function order(PDO $db, string $customer, int $lines): void
{
	$db->beginTransaction();
	$db->prepare('INSERT INTO orders (customer) VALUES (?)')->execute([$customer]);
	$id = $db->lastInsertId();
	for ($n = 1; $n <= $lines; $n++) {
		$db->prepare('INSERT INTO order_lines (order_id, n) VALUES (?, ?)')->execute([$id, $n]);
	}
	if ($lines === 0) {
		$db->rollBack();
		return;
	}
	$db->commit();
}

$socket = getenv('MYND_TEST_SOCKET') ?: '';
$db = new PDO('mysql:dbname=' . (getenv('MYND_TEST_DB') ?: 'test') . ($socket === '' ? '' : ";unix_socket=$socket"),
	getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null);
$db->exec('CREATE TEMPORARY TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, customer VARCHAR(20)) ENGINE=InnoDB');
$db->exec('CREATE TEMPORARY TABLE order_lines (order_id INT, n INT) ENGINE=InnoDB');

Mynd\waiter(Loop::await(...));
Loop::all(
	fn() => order($db, 'Ada', 0),
	fn() => order($db, 'Grace', 3),
	fn() => order($db, 'Alan', 2),
	fn() => $db->exec("INSERT INTO orders (customer) VALUES ('Edsger')"),
);
foreach ($db->query('SELECT customer, (SELECT COUNT(*) FROM order_lines l WHERE l.order_id = o.id) AS count FROM orders o ORDER BY o.id') as $row) {
	echo "{$row['customer']}: {$row['count']}\n";
}
