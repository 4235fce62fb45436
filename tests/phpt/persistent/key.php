<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$watch->query("DROP USER IF EXISTS persistent_key");
$watch->query("CREATE USER persistent_key IDENTIFIED BY 'one'");
$watch->query("GRANT ALL ON *.* TO persistent_key");

$first = plink();
$thread = $first->thread_id;
attempt('two at once are two', fn() => plink()->thread_id !== $thread);
$first->close();
/* Hands a link over, made one way and asked for in another: is it the same? */
$same = fn(callable $made, callable $asked) => (function () use ($made, $asked) {
	$m = $made();
	$thread = $m->thread_id;
	$m->close();
	$m = $asked();
	return $m->thread_id === $thread;
})();
$plain = fn() => plink();
$tcp = ['host' => 'p:127.0.0.1'];
$is = fn(string $name, callable $made, callable $asked) => attempt($name, fn() => $same($made, $asked));
$is('the same', $plain, $plain);
$is('P: in capitals', $plain, fn() => plink(host: 'P:localhost'));
$is('real_connect()', $plain, fn() => plink_with(fn() => null));
$is('mysqli_connect()', $plain, fn() => mysqli_connect(...where(host: 'p:localhost')));
$is('TCP and TCP', fn() => plink(...$tcp), fn() => plink(...$tcp));
$is('TCP', $plain, fn() => plink(...$tcp));
$is('another name of the host', fn() => plink(...$tcp), fn() => plink(host: 'p:' . getenv('MYND_TEST_HOST') . ':' . getenv('MYND_TEST_PORT')));
$is('another database', $plain, fn() => plink(database: 'mysql'));
$is('no database', $plain, fn() => plink(database: null));
$is('another user', $plain, fn() => plink(user: 'persistent_key', password: 'one'));
$is('a flag', $plain, fn() => plink_with(fn() => null, MYSQLI_CLIENT_FOUND_ROWS));
$is('several statements are no flag', $plain, fn() => plink_with(fn() => null, 1 << 16));
$is('compression', $plain, fn() => plink_with(fn() => null, MYSQLI_CLIENT_COMPRESS));
$is('a character set', $plain, fn() => plink_with(fn($m) => $m->options(MYSQLI_SET_CHARSET_NAME, 'latin2')));
$is('an init command', $plain, fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @a = 1')));
$is('the same init command', fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @b = 1')), fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @b = 1')));
/* Longer than any piece that is hashed at once. */
$long = fn(string $first, string $last) => fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, "SET @c = '$first" . str_repeat('x', 2000) . "$last'"));
$is('the same long init command', $long('a', 'a'), $long('a', 'a'));
$is('another long one at its beginning', $long('b', 'a'), $long('c', 'a'));
$is('another long one at its end', $long('d', 'a'), $long('d', 'b'));
$is('TLS', fn() => plink(...$tcp), fn() => plink_with(fn() => null, MYSQLI_CLIENT_SSL, ...$tcp));
$is('TLS and TLS', fn() => plink_with(fn() => null, MYSQLI_CLIENT_SSL, ...$tcp), fn() => plink_with(fn() => null, MYSQLI_CLIENT_SSL, ...$tcp));
$is('TLS and TLS that is verified', fn() => plink_with(fn() => null, MYSQLI_CLIENT_SSL, ...$tcp),
	fn() => plink_with(fn($m) => $m->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null), MYSQLI_CLIENT_SSL, ...$tcp));
$is('a time limit', $plain, fn() => plink_with(fn($m) => $m->options(MYSQLI_OPT_READ_TIMEOUT, 77)));
$is('the shape of numbers', $plain, fn() => plink_with(fn($m) => $m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1)));
$is('an ordinary link', $plain, fn() => link_for_test());

/* A wrong password never gets a link, and a changed one does not get the old one's. */
$user = fn(string $password) => plink(user: 'persistent_key', password: $password);
attempt('the right password', fn() => $user('one')->query('SELECT 1')->fetch_column());
attempt('a wrong one', fn() => preg_replace("/'@'.*?'/", "'@'...'", $user('two')->error));
$watch->query("ALTER USER persistent_key IDENTIFIED BY 'two'");
attempt('the new one', fn() => $user('two')->query('SELECT 1')->fetch_column());

/* Options outside the key come from the object that takes the link. */
$numbers = plink_with(fn($m) => $m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 1));
attempt('numbers', fn() => $numbers->query('SELECT 1')->fetch_row());
$numbers->close();
attempt('text again', fn() => plink()->query('SELECT 1')->fetch_row());
$limit = plink_with(fn($m) => $m->options(MYSQLI_OPT_READ_TIMEOUT, 1));
attempt('a time limit of one second', fn() => $limit->query('SELECT SLEEP(5)'));
$limit = null;
attempt('none again', fn() => plink()->query('SELECT SLEEP(1.2)')->fetch_column());

/* The keys tell no secrets. */
$told = json_encode(Mynd\pools());
attempt('secrets', fn() => array_filter([getenv('MYND_TEST_PASSWORD'), '"one"', '"two"', '@b'], fn($secret) => str_contains($told, $secret)));
$key = Mynd\pools()[0]['key'];
attempt('a key', fn() => [$key['host'], $key['port'], $key['socket'] === getenv('MYND_TEST_SOCKET'), $key['user'], $key['database'], $key['charset'], $key['flags'], $key['tls'], $key['init_commands']]);
?>
