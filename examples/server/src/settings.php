<?php
/* Where the database is, and where the application listens: from the environment. */
declare(strict_types=1);

return [
	'dsn' => \getenv('SHOP_DSN') ?: 'mysql:host=localhost;dbname=shop',
	'user' => \getenv('SHOP_USER') ?: 'shop',
	'password' => (string) \getenv('SHOP_PASSWORD'),
	'address' => \getenv('SHOP_ADDRESS') ?: '127.0.0.1',
	'port' => (int) (\getenv('SHOP_PORT') ?: 8080),
	'workers' => (int) (\getenv('SHOP_WORKERS') ?: 2),
	'connections' => (int) (\getenv('SHOP_CONNECTIONS') ?: 10),
];
