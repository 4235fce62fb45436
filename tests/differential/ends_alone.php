<?php
// What a printed program of the kind "ends" begins with. In the first process: the tables are made, the
// program runs once more in a process of its own, and what the server holds is told. In the second: the
// functions that the program calls.

foreach (['dice', 'ends_schema', 'holds', 'ends_run'] as $name) {
	require_once __DIR__ . "/$name.php";
}

function call(string $source, Closure $call): void
{
	echo "$source\n";
	try {
		echo '  gives ', json_encode(canon($call()), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
	} catch (Throwable $thrown) {
		echo '  throws ', $thrown::class, ' ', $thrown->getCode(), ': ', $thrown->getMessage(), "\n";
	}
}

if (getenv('MYND_ENDS_CHILD') === false) {
	$link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
	$holds = new Holds($link, 'mynd_ends_alone', str_contains($link->server_info, 'MariaDB'));
	$holds->make();
	$environment = ['MYND_ENDS_CHILD' => '1', 'MYND_TEST_USER' => $holds->database, 'MYND_TEST_DB' => $holds->database] + getenv();
	$settings = array_filter((array) ini_get_all('mynd', false), fn ($value) => $value !== null && $value !== '') ?: [];
	$options = array_merge(...array_map(fn ($name, $value) => ['-d', "$name=$value"], array_keys($settings), $settings), ...[[]]);
	proc_close(proc_open([PHP_BINARY, ...$options, '-d', 'zend.exception_ignore_args=1', $_SERVER['SCRIPT_FILENAME']], [], $pipes, null, $environment));
	echo 'holds ', json_encode($holds->now(true, true), JSON_PRETTY_PRINT), "\n";
	exit;
}
