<?php
/* A connection of config/database.php. */
declare(strict_types=1);

/** @return array<string, mixed> */
function config_of(array $mynd = [], array $more = []): array
{
	return $more + ['driver' => 'mariadb', 'unix_socket' => getenv('MYND_TEST_SOCKET'), 'database' => getenv('MYND_TEST_DB'), 'username' => getenv('MYND_TEST_USER'),
		'password' => getenv('MYND_TEST_PASSWORD'), 'charset' => 'utf8mb4', 'prefix' => '', 'strict' => true, 'mynd' => $mynd];
}
