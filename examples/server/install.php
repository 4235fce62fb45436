<?php
/* Makes the tables anew: 200 products, no orders. */
declare(strict_types=1);

$settings = require __DIR__ . '/src/settings.php';
$db = new PDO($settings['dsn'], $settings['user'], $settings['password']);
$db->exec('DROP TABLE IF EXISTS orders, products');
$db->exec('CREATE TABLE products (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, price DECIMAL(10, 2) NOT NULL, stock INT NOT NULL) ENGINE=InnoDB');
$db->exec('CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, order_key VARCHAR(36) CHARACTER SET ascii NOT NULL UNIQUE,
	product INT NOT NULL, pieces INT NOT NULL, KEY (product)) ENGINE=InnoDB');
$insert = $db->prepare('INSERT INTO products VALUES (?, ?, ?, 100000)');
$db->beginTransaction();
for ($id = 1; $id <= 200; $id++) {
	$insert->execute([$id, "product $id", $id * 1.5]);
}
$db->commit();
echo "200 products\n";
