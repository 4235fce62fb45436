<?php
// What the calls of the lists of known differences are written with.

return [
	'connect' => ['do' => 'new', 'name' => 'mysqli', 'to' => 'm0', 'args' => ['localhost', ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD'], ['env' => 'MYND_TEST_DB'], ['env' => 'MYND_TEST_PORT'], ['env' => 'MYND_TEST_SOCKET']]],
	'pdo' => ['do' => 'new', 'name' => 'PDO', 'to' => 'd0', 'args' => [['join' => ['mysql:unix_socket=', ['env' => 'MYND_TEST_SOCKET'], ';dbname=', ['env' => 'MYND_TEST_DB']]], ['env' => 'MYND_TEST_USER'], ['env' => 'MYND_TEST_PASSWORD']]],
	'call' => fn (string $on, string $name, array $args = [], ?string $to = null) => ['do' => 'method', 'on' => $on, 'name' => $name, 'args' => $args] + ($to === null ? [] : ['to' => $to]),
];
