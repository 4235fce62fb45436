<?php
/*
 * Certificates of the server and of clients, sessions that are resumed, TLS taken out of the greeting.
 *
 *     certificates.php FOLDER   checks, and "N passed, N failed"
 *
 * The server's certificate is changed while it runs: by FLUSH SSL, or ALTER INSTANCE RELOAD TLS. What MySQL
 * does not load is shown by a relay before it.
 */
require __DIR__ . '/connect.inc';
[, $folder] = $argv;
$ca = getenv('MYND_TEST_TLS_CA');
$mariadb = str_contains(server()->query('SELECT VERSION()')->fetch_row()[0], 'MariaDB');
$user = 'mynd';
$refused = '2002';

/** A relay of this kind; its port, and the file with what it has heard. */
function relay(string ...$arguments): array
{
	$log = tempnam(sys_get_temp_dir(), 'mynd-relay');
	$process = proc_open([getenv('MYND_STOCK_CMD'), __DIR__ . '/relay.php', $arguments[0], $log, ...array_slice($arguments, 1)], [1 => ['pipe', 'w']], $pipes);
	$port = (int) fgets($pipes[1]);
	register_shutdown_function(function () use ($process, $log) {
		proc_terminate($process, 9);
		unlink($log);
	});
	return [$port, $log];
}

/** The server shows this certificate from now on, or who stands before it ($shown is that one's file). */
function show(string $name): void
{
	global $folder, $mariadb, $shown;
	if ($shown !== null) {
		file_put_contents($shown, file_get_contents("$folder/$name.pem") . file_get_contents("$folder/$name-key.pem"));
		return;
	}
	$tls = getenv('MYND_TEST_SERVER_FOLDER') . '/tls';
	copy("$folder/$name.pem", "$tls/server.pem");
	copy("$folder/$name-key.pem", "$tls/server-key.pem");
	server()->query($mariadb ? 'FLUSH SSL' : 'ALTER INSTANCE RELOAD TLS');
}

$strict = new How(tls: true, verify: true, ca: $ca);
$trusting = new How(tls: true);
$system = new How(tls: true, verify: true);

/* --- the server's --- */

$shown = null;
$port_of_server = getenv('MYND_TEST_PORT');
if (!$mariadb) { /* MySQL loads no certificate that does not hold */
	$shown = "$folder/shown.pem";
	[$port] = relay('middle', $shown);
	putenv("MYND_TEST_PORT=$port");
}
foreach ([
	'good' => null,
	'expired' => 'certificate has expired',
	'early' => 'certificate is not yet valid',
	'other-name' => 'IP address mismatch',
	'other-address' => 'IP address mismatch',
	'address-as-name' => 'IP address mismatch',
	'wildcard' => 'IP address mismatch',
	'stranger' => 'unable to get local issuer certificate',
	'self' => 'self',
] as $name => $words) {
	show($name);
	if ($words === null) {
		check("$name: verified", 'in', outcome($strict, $user, PASSWORD));
	} elseif ($name === 'address-as-name' && !is_mynd()) {
		check("$name: verified", 'in', outcome($strict, $user, PASSWORD)); /* an address is a name to stock */
	} else {
		check_refused("$name: verified", $refused, $words, $strict, $user);
	}
	check("$name: not verified", 'in', outcome($trusting, $user, PASSWORD));
	if (is_mynd()) { /* stock's PDO asks for TLS by an authority alone */
		check_refused("$name: verified by the system", $refused, '', $system, $name === 'self' ? 'mynd_nopass' : $user, $name === 'self' ? '' : PASSWORD);
	}
}
if (getenv('MYND_TLS_NAMES')) {
	$named = fn (string $host) => new How($host, tls: true, verify: true, ca: $ca);
	show('wildcard');
	check('wildcard: a name under it', 'in', outcome($named('db.tls.test'), $user, PASSWORD));
	check_refused('wildcard: a name below that', $refused, 'hostname mismatch', $named('a.db.tls.test'), $user);
	check_refused('wildcard: the name itself', $refused, 'hostname mismatch', $named('tls.test'), $user);
	show('name-only');
	check('no alternative names: the common name counts', 'in', outcome($named('db.tls.test'), $user, PASSWORD));
	check_refused('no alternative names: another', $refused, 'hostname mismatch', $named('tls.test'), $user);
	foreach (['good', 'other-name'] as $name) {
		show($name);
		check_refused("$name: another name", $refused, 'hostname mismatch', $named('db.tls.test'), $user);
	}
}

$shown = null;
putenv("MYND_TEST_PORT=$port_of_server");

/* --- sessions, and a certificate that changes --- */

if (is_mynd()) {
	$resumed = function (How $how) use ($user): string {
		$GLOBALS['last_message'] = '';
		try {
			$link = mysqli_link($how, $user, PASSWORD);
			$link->query('DO 0'); /* tickets come with a reply at the latest */
			return Mynd\stats($link)['tls_resumed'] ? 'resumed' : 'in full';
		} catch (mysqli_sql_exception $e) {
			return (string) $e->getCode();
		}
	};
	show('good');
	check('session: the first', 'in full', $resumed($strict));
	check('session: the next', 'resumed', $resumed($strict));
	foreach ($mariadb ? ['stranger', 'expired', 'other-name', 'self'] : ['other-name'] as $name) {
		show('good');
		$resumed($strict);
		check("session: $name is to follow", 'resumed', $resumed($strict));
		show($name);
		check("session: $name", $refused, $resumed($strict));
		check("session: $name, once more", $refused, $resumed($strict));
	}
	show('good');
	check('session: the good one is back', 'in full', $resumed($strict));
	check('session: and resumed', 'resumed', $resumed($strict));
}

/* --- the client's --- */

show('good');
$tls = getenv('MYND_TEST_SERVER_FOLDER') . '/tls';
$known = new How(tls: true, verify: true, ca: $ca, cert: getenv('MYND_TEST_TLS_CERT'), key: getenv('MYND_TEST_TLS_KEY'));
$unknown = new How(tls: true, verify: true, ca: $ca, cert: "$folder/wrong-client.pem", key: "$folder/wrong-client-key.pem");
$server_as_client = new How(tls: true, verify: true, ca: $ca, cert: "$folder/good.pem", key: "$folder/good-key.pem");
$mixed = new How(tls: true, verify: true, ca: $ca, cert: getenv('MYND_TEST_TLS_CERT'), key: "$folder/good-key.pem");
$by = fn (string $requirement) => "IDENTIFIED BY '" . PASSWORD . "' REQUIRE $requirement";
server()->query("CREATE USER needs_tls " . $by('SSL'));
server()->query("CREATE USER needs_x509 " . $by('X509'));
server()->query("CREATE USER needs_subject " . $by("SUBJECT '/CN=mynd test client'"));
server()->query("CREATE USER needs_issuer " . $by("ISSUER '/CN=mynd throw-away ca'"));
check('REQUIRE SSL: without', '1045', outcome(new How(), 'needs_tls', PASSWORD));
check('REQUIRE SSL: with', 'in', outcome($strict, 'needs_tls', PASSWORD));
foreach (['needs_x509', 'needs_subject', 'needs_issuer'] as $who) {
	check("$who: no TLS", '1045', outcome(new How(), $who, PASSWORD));
	check("$who: no certificate", '1045', outcome($strict, $who, PASSWORD));
	check("$who: the certificate", 'in', outcome($known, $who, PASSWORD));
	check("$who: another one of the authority", $who === 'needs_subject' ? '1045' : 'in', outcome($server_as_client, $who, PASSWORD));
	check("$who: one of another authority is refused", 'yes', str_contains($said = outcome($unknown, $who, PASSWORD), 'in') ? $said : 'yes');
	check("$who: a key of another", $refused, outcome($mixed, $who, PASSWORD));
	check("$who: the certificate, and a wrong password", '1045', outcome($known, $who, 'wrong'));
}

/* --- TLS taken out of the greeting, and somebody in the middle --- */

/** What the last client has said to the relay, in hexadecimal; waits until the relay has written it. */
function heard(string $log, int $connections): string
{
	for ($until = microtime(true) + 20; microtime(true) < $until; usleep(10000)) {
		$lines = file($log, FILE_IGNORE_NEW_LINES);
		if (count($lines) >= $connections) {
			return end($lines);
		}
	}
	return 'nothing was written';
}

[$port, $log] = relay('strip');
check('stripped: who asks for no TLS is in', 'in', outcome(new How(port: $port), $user, PASSWORD));
check('stripped: and the relay has heard it', 'yes', heard($log, 2) !== '' ? 'yes' : 'no');
$connections = 2;
foreach (['TLS' => new How(port: $port, tls: true), 'verified TLS' => new How(port: $port, tls: true, verify: true, ca: $ca)] as $what => $how) {
	$outcome = outcome($how, $user, PASSWORD);
	if (is_mynd()) {
		check("stripped: $what", '2006', $outcome);
		check("stripped: $what: not a byte was sent", '', heard($log, $connections += 2));
	}
}

/* --- a certificate that the password vouches for --- */

if (is_mynd() && getenv('MYND_TLS_PROVES')) {
	$proved = new How(tls: true, verify: true);
	$methods = ['native' => 'mysql_native_password', 'ed25519' => 'ed25519', 'parsec' => 'parsec'];
	foreach ($methods as $method => $plugin) {
		server()->query("CREATE USER by_$method IDENTIFIED VIA $plugin USING PASSWORD('" . PASSWORD . "')");
		server()->query("CREATE USER none_$method IDENTIFIED VIA $plugin USING PASSWORD('')");
	}
	show('self');
	foreach ($methods as $method => $plugin) {
		check("proof: $plugin", 'in', outcome($proved, "by_$method", PASSWORD));
		check("proof: $plugin, again", 'in', outcome($proved, "by_$method", PASSWORD));
		check("proof: $plugin, wrong password", '1045', outcome($proved, "by_$method", 'wrong'));
		check_refused("proof: $plugin, no password", '2002', 'self', $proved, "none_$method", '');
		check_refused("proof: $plugin, an authority is named", '2002', 'self', $strict, "by_$method");
	}
	if (getenv('MYND_TLS_NAMES')) {
		check('proof: a name that is not in it', 'in', outcome(new How('db.tls.test', tls: true, verify: true), 'by_native', PASSWORD));
	}
	$link = mysqli_link($proved, 'by_native', PASSWORD);
	check('proof: it is no info of the connection', 'none', $link->info ?? 'none');
	$link->change_user('by_parsec', PASSWORD, null);
	check('proof: afterwards the connection is as any', 'by_parsec', explode('@', $link->query('SELECT CURRENT_USER()')->fetch_row()[0])[0]);
	if (getenv('MYND_TEST_USER_PAM')) {
		server()->query('CREATE USER ' . getenv('MYND_TEST_USER_PAM') . " IDENTIFIED VIA pam USING 'mynd'");
		check_refused('proof: mysql_clear_password', '2026', 'proves nothing about the server', $proved, getenv('MYND_TEST_USER_PAM'));
		$link->change_user(getenv('MYND_TEST_USER_PAM'), PASSWORD, null);
		check('proof: afterwards it is allowed', getenv('MYND_TEST_USER_PAM'), explode('@', $link->query('SELECT CURRENT_USER()')->fetch_row()[0])[0]);
	}
	show('self-expired');
	check_refused('proof: expired', '2002', 'expired', $proved, 'by_native');
	show('stranger');
	check_refused('proof: of an unknown authority', '2002', 'unable to get local issuer', $proved, 'by_native');
	show('self');
	[$port, $log] = relay('middle', "$folder/middle-both.pem");
	check('middle: who verifies nothing is in', 'in', outcome(new How(port: $port, tls: true), 'by_native', PASSWORD));
	check('middle: and heard', 'yes', str_contains((string) hex2bin(heard($log, 2)), 'SELECT CURRENT_USER') ? 'yes' : 'no');
	$connections = 2;
	foreach ($methods as $method => $plugin) {
		check_refused("middle: $plugin", '2026', 'has not proved that it knows the password', new How(port: $port, tls: true, verify: true), "by_$method");
		check("middle: $plugin: no command, no password", 'yes', preg_match('/SELECT|' . PASSWORD . '/', (string) hex2bin(heard($log, $connections += 2))) ? 'no' : 'yes');
	}
	show('good');
}
finish();
