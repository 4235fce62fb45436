<?php
/*
 * Each authentication method that this server has, over each transport, with the right password, a wrong one,
 * none, and long ones; and changes of user from each method to each other. The users are made here.
 *
 *     methods.php   checks, and "N passed, N failed"
 */
require __DIR__ . '/connect.inc';

/* 204 bytes: behind the 255 of one length byte are none of stock's */
$long = str_repeat('a long password, ', 12);
$mariadb = str_contains(server()->query('SELECT VERSION()')->fetch_row()[0], 'MariaDB');
$names = [];

/** Makes a user of a method for each kind of password; false: the server has not the method. */
function has_users(string $method, callable $identified, array $passwords): bool
{
	foreach ($passwords as $kind => $password) {
		$user = "{$method}_$kind";
		try {
			server()->query("CREATE USER $user " . $identified($password));
		} catch (mysqli_sql_exception) {
			return false;
		}
	}
	return true;
}

$passwords = ['usual' => PASSWORD, 'empty' => '', 'long' => $long];
$via = fn (string $plugin) => fn (string $password) => "IDENTIFIED VIA $plugin USING PASSWORD('$password')";
$with = fn (string $plugin) => fn (string $password) => "IDENTIFIED WITH $plugin BY '$password'";
$candidates = $mariadb
	? ['native' => $via('mysql_native_password'), 'ed25519' => $via('ed25519'), 'parsec' => $via('parsec'), 'caching' => $via('caching_sha2_password')]
	: ['native' => $with('mysql_native_password'), 'caching' => $with('caching_sha2_password'), 'sha256' => $with('sha256_password')];
foreach ($candidates as $method => $identified) {
	if (has_users($method, $identified, $passwords)) {
		$names[] = $method;
	}
}
if (getenv('MYND_TEST_USER_PAM')) { /* the machine's password, sent in clear */
	$names[] = 'clear';
	server()->query('CREATE USER ' . getenv('MYND_TEST_USER_PAM') . " IDENTIFIED VIA pam USING 'mynd'");
}
$plugins = array_column(server()->query("SELECT PLUGIN_NAME FROM information_schema.PLUGINS WHERE PLUGIN_TYPE = 'AUTHENTICATION' AND PLUGIN_STATUS = 'ACTIVE'")->fetch_all(), 0);
$plugin_of = ['native' => 'mysql_native_password', 'ed25519' => 'ed25519', 'parsec' => 'parsec', 'caching' => 'caching_sha2_password', 'sha256' => 'sha256_password', 'clear' => 'pam'];
check('each method that the server has is tried', implode(' ', array_keys(array_intersect($plugin_of, $plugins))), implode(' ', array_intersect(array_keys($plugin_of), $names)));
$socket_method = array_values(array_intersect(['unix_socket', 'auth_socket'], $plugins))[0] ?? null;

$ca = getenv('MYND_TEST_TLS_CA');
$transports = [
	'plain TCP' => new How(),
	'TLS' => new How(tls: true),
	'verified TLS' => new How(tls: true, verify: true, ca: $ca),
	'unix socket' => new How(host: null),
];
$stock_lacks = ['ed25519', 'parsec'];

/** MariaDB 10.11 keeps nothing of an empty password of ed25519, and lets nobody in. */
$nobody_is_in = array_column(server()->query("SELECT User FROM mysql.user WHERE User LIKE 'ed25519\\_%' AND plugin = 'ed25519' AND authentication_string = ''")->fetch_all(), 0);

/** What must come of it. */
function due(string $method, string $transport, bool $right, string $user = ''): string
{
	$right = $right && !in_array($user, $GLOBALS['nobody_is_in']);
	if (!is_mynd() && in_array($method, $GLOBALS['stock_lacks'])) {
		return '2054';
	}
	if (!is_mynd() && $user === 'sha256_empty' && in_array($transport, ['plain TCP', 'unix socket'])) {
		return '1045'; /* stock encrypts an empty password as well, and MySQL takes it for one */
	}
	if (is_mynd() && $method === 'clear' && $transport === 'plain TCP') {
		return '2061'; /* stock sends it */
	}
	return $right ? 'in' : '1045';
}

function look(string $what, string $due, How $how, string $user, string $password): void
{
	check($what, $due, outcome($how, $user, $password));
}

foreach ($names as $method) {
	foreach ($transports as $transport => $how) {
		if ($method === 'clear') {
			look("$method, $transport", due($method, $transport, true), $how, getenv('MYND_TEST_USER_PAM'), PASSWORD);
			look("$method, $transport, wrong", due($method, $transport, false), $how, getenv('MYND_TEST_USER_PAM'), 'wrong');
			continue;
		}
		foreach ($passwords as $kind => $password) {
			/* and with them what caching_sha2_password has in its cache */
			server()->query('FLUSH PRIVILEGES');
			look("$method, $transport, $kind", due($method, $transport, true, "{$method}_$kind"), $how, "{$method}_$kind", $password);
			look("$method, $transport, $kind, again", due($method, $transport, true, "{$method}_$kind"), $how, "{$method}_$kind", $password);
			look("$method, $transport, $kind, wrong", due($method, $transport, false), $how, "{$method}_$kind", 'wrong');
			look("$method, $transport, $kind, long and wrong", due($method, $transport, false), $how, "{$method}_$kind", $long . 'b');
			if ($password !== '') {
				look("$method, $transport, $kind, none", due($method, $transport, false), $how, "{$method}_$kind", '');
			}
		}
	}
}

/* The socket's own method: this process is root, whatever it says of itself. */
if ($socket_method !== null && posix_geteuid() === 0) {
	server()->query($mariadb ? "ALTER USER root@localhost IDENTIFIED VIA $socket_method OR mysql_native_password USING ''" : "CREATE USER by_socket IDENTIFIED WITH $socket_method AS 'root'");
	/* stock waits for one more packet of MySQL's caching_sha2_password, for a day */
	if ($mariadb || is_mynd()) {
		look("$socket_method", 'in', $transports['unix socket'], $mariadb ? 'root' : 'by_socket', 'any');
	}
	server()->query("CREATE USER nobody IDENTIFIED " . ($mariadb ? 'VIA' : 'WITH') . " $socket_method");
	look("$socket_method, another user", '1698', $transports['unix socket'], 'nobody', PASSWORD);
	look("$socket_method over TCP", '1698', $transports['plain TCP'], 'nobody', PASSWORD);
}

/* --- from one user to another --- */

foreach ($transports as $transport => $how) {
	foreach (array_diff($names, ['clear'], is_mynd() ? [] : $stock_lacks) as $from) {
		foreach (array_diff($names, ['clear'], is_mynd() ? [] : $stock_lacks) as $to) {
			/* without TLS stock loses the connection where sha256_password takes part in a change of user */
			if (!is_mynd() && !$how->tls && in_array('sha256', [$from, $to])) {
				continue;
			}
			foreach ($passwords as $kind => $password) {
				server()->query('FLUSH PRIVILEGES');
				$link = mysqli_link($how, "{$from}_usual", PASSWORD);
				try {
					$link->change_user("{$to}_$kind", $password, null);
					$said = explode('@', $link->query('SELECT CURRENT_USER()')->fetch_row()[0])[0];
				} catch (mysqli_sql_exception $e) {
					$said = (string) $e->getCode();
				}
				check("change from $from to $to, $kind, $transport", in_array("{$to}_$kind", $nobody_is_in) ? '1045' : "{$to}_$kind", $said);
				try {
					$link->change_user("{$to}_usual", 'wrong', null);
					$said = 'in';
				} catch (mysqli_sql_exception $e) {
					$said = (string) $e->getCode();
				}
				check("change from $from to $to, wrong, $transport", '1045', $said);
			}
		}
	}
}

/* --- which way caching_sha2_password took --- */

/** The packets that the client sent and got in a login. */
function packets(How $how, string $user, array $options = []): string
{
	$link = mysqli_init();
	foreach ($options as $option => $value) {
		$link->options($option, $value);
	}
	try {
		$link->real_connect($how->host ?? 'localhost', $user, PASSWORD, null, (int) getenv('MYND_TEST_PORT'), getenv('MYND_TEST_SOCKET'), $how->tls ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT : 0);
	} catch (mysqli_sql_exception $e) {
		return (string) $e->getCode();
	}
	$stats = $link->get_connection_stats();
	return "$stats[packets_received] from the server";
}

if (in_array('caching', $names)) {
	foreach ([['plain TCP', '4', '3'], ['TLS', '3', '3'], ['unix socket', '3', '3']] as [$transport, $full, $fast]) {
		server()->query('FLUSH PRIVILEGES');
		check("caching, $transport: the full way", "$full from the server", packets($transports[$transport], 'caching_usual'));
		check("caching, $transport: the fast way", "$fast from the server", packets($transports[$transport], 'caching_usual'));
	}
	$pem = server()->query("SHOW STATUS LIKE '" . ($mariadb ? 'x' : 'Caching_sha2_password_rsa_public_key') . "'")->fetch_row()[1] ?? '';
	if ($pem !== '') {
		$own = tempnam(sys_get_temp_dir(), 'mynd-key');
		$other = tempnam(sys_get_temp_dir(), 'mynd-key');
		file_put_contents($own, $pem);
		file_put_contents($other, openssl_pkey_get_details(openssl_pkey_new(['private_key_bits' => 2048]))['key']);
		server()->query('FLUSH PRIVILEGES');
		check('caching, plain TCP: the key that is pinned is not asked for', '3 from the server', packets($transports['plain TCP'], 'caching_usual', [MYSQLI_SERVER_PUBLIC_KEY => $own]));
		server()->query('FLUSH PRIVILEGES');
		check('caching, plain TCP: another key', '1045', packets($transports['plain TCP'], 'caching_usual', [MYSQLI_SERVER_PUBLIC_KEY => $other]));
		unlink($own);
		unlink($other);
	}
}

fwrite(STDERR, 'methods: ' . implode(' ', $names) . ' ' . ($socket_method ?? '') . "\n");
finish();
