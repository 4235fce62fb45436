--TEST--
Mynd\wire_log(): no password and no key is in it, whichever way it went
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mysqli.allow_local_infile=1
mynd.pipelining=on
mynd.persistent=asked
mynd.round_trips=stock
mynd.wire_log={PWD}/secrets.d
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
mysqli_report(MYSQLI_REPORT_OFF);
$folder = __DIR__ . '/secrets.d';
mkdir($folder);
$password = 's3cr3t-' . bin2hex(random_bytes(4));

/* logins, good and bad */
foreach (['localhost' => 0, '127.0.0.1' => MYSQLI_CLIENT_COMPRESS] as $host => $flags) {
	foreach ([getenv('MYND_TEST_PASSWORD'), $password] as $with) {
		foreach (array_filter(getenv(), fn($name) => preg_match('/^MYND_TEST_USER/', $name), ARRAY_FILTER_USE_KEY) as $user) {
			$db = mysqli_init();
			@$db->real_connect($host, $user, $with, '', $host === 'localhost' ? 0 : (int) getenv('MYND_TEST_PORT'), getenv('MYND_TEST_SOCKET'), $flags);
		}
	}
}
$db = link_for_test();
$is_mariadb = str_contains($db->server_info, 'MariaDB');
$db->query('CREATE TEMPORARY TABLE options (name VARCHAR(50) UNIQUE, value VARCHAR(200))');
$db->query('CREATE TEMPORARY TABLE users (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(50), passwd VARCHAR(50))');

/* texts */
$texts = [
	"CREATE USER wire_log_user IDENTIFIED BY '$password'",
	"ALTER USER wire_log_user IDENTIFIED BY '$password'",
	"SET PASSWORD FOR wire_log_user = PASSWORD('$password')",
	"SET PASSWORD FOR wire_log_user = '$password'",
	"CHANGE MASTER TO MASTER_PASSWORD='$password'",
	"CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (PASSWORD '$password')",
	"INSERT INTO users (name, passwd) VALUES ('anna', '$password')",
	"INSERT INTO users (name, passwd) VALUES ('berta', '$password') /* */ ON DUPLICATE KEY UPDATE passwd = '$password'",
	"SELECT passwd AS x FROM users",
	"SELECT * FROM users",
	"SELECT * FROM users WHERE passwd = \"$password\" OR passwd = MD5('$password')",
	"SELECT AES_ENCRYPT('text', '$password'), SHA2('$password', 256)",
	"SELECT '$password' password",
	"SELECT PASSWD('$password')",
	"SELECT passwd FROM users WHERE '$password",
	"INSERT INTO options VALUES ('smtp_password', '$password')",
	"SELECT * FROM options",
	"SELECT value, name FROM options",
	"PREPARE p FROM 'SELECT \'$password\' AS passwd'",
	"EXECUTE p",
	"SELECT '$password'," . str_repeat(' ', 5000) . '1 AS passwd',
	"SHOW CREATE USER CURRENT_USER",
	"SHOW GRANTS",
];
foreach ($texts as $text) {
	$result = $db->query($text);
	if ($result instanceof mysqli_result) {
		$result->fetch_all();
	}
}
$db->multi_query("SELECT 1; SELECT passwd FROM users; SELECT '$password'");
do {
	$db->store_result()?->free();
} while ($db->more_results() && $db->next_result());
$db->query('DROP USER wire_log_user');

/* statements */
$statement = $db->prepare('INSERT INTO users (name, passwd) VALUES (?, ?)');
$statement->execute(['carla', $password]);
$blob = null;
$statement->bind_param('sb', $password, $blob);
$statement->send_long_data(1, $password);
$statement->execute();
$statement = $db->prepare('INSERT INTO options VALUES (?, ?)');
$statement->execute(['api_key', $password]);
$statement->execute(['api_key', $password]); /* Duplicate entry */
foreach ([MYSQLI_CURSOR_TYPE_NO_CURSOR, MYSQLI_CURSOR_TYPE_READ_ONLY] as $cursor) {
	$statement = $db->prepare('SELECT name n, passwd AS x FROM users WHERE name <> ?');
	$statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, $cursor);
	$statement->execute([$password]);
	$statement->get_result()->fetch_all();
}
Mynd\execute_many($db, 'INSERT INTO users (name, passwd) VALUES (?, ?)', [['d', $password], ['e', $password]]);
iterator_to_array(Mynd\pipeline($db, [['SELECT ? AS passwd', [$password]], "SELECT passwd FROM users"]));
$statement = $db->prepare('SELECT passwd x FROM users');
Mynd\wire_log($db, "$folder/joined"); /* it does not know that statement */
$statement->execute();
$statement->get_result()->fetch_all();
$db->query('SELECT value FROM options', MYSQLI_ASYNC);
Mynd\wire_log($db, "$folder/joined2");
$db->reap_async_query()->fetch_all();

/* a file, users */
file_put_contents("$folder/file", "f\t$password\n");
$db->query("LOAD DATA LOCAL INFILE '$folder/file' INTO TABLE users (name, passwd)");
unlink("$folder/file");
$db->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
@$db->change_user(getenv('MYND_TEST_USER'), $password, '');

$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
foreach ([true, false] as $emulated) {
	$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulated);
	$pdo->prepare('SELECT ? AS passwd')->execute([$password]);
}
unset($db, $pdo, $statement);

$all = '';
foreach (glob("$folder/*") as $file) {
	$all .= file_get_contents($file);
}
foreach ([$password, getenv('MYND_TEST_PASSWORD')] as $word) {
	foreach ([$word, bin2hex($word), chunk_split(bin2hex($word), 2, ' '), sha1($word), sha1(sha1($word, true)), md5($word), hash('sha256', $word), base64_encode($word)] as $form) {
		if (preg_match('/.*' . preg_quote(trim($form), '/') . '.*/i', $all, $m)) {
			echo 'FOUND: ', $m[0], "\n";
		}
	}
}
preg_match_all('/[*][0-9A-F]{40}|\$A\$\d{3}\$/', $all, $m);
echo count($m[0]), " proofs\n";
foreach (['proof of', 'its values are left out', 'row: (left out), (left out)', 'execute of statement', 'of the file', 'SET PASSWORD FOR wire_log_user = ', '"smtp_password"', 'AES_ENCRYPT(?'] as $seen) {
	printf("%s: %s\n", $seen, str_contains($all, $seen) ? 'yes' : 'no');
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/secrets.d/*'));
@rmdir(__DIR__ . '/secrets.d');
?>
--EXPECT--
0 proofs
proof of: yes
its values are left out: yes
row: (left out), (left out): yes
execute of statement: yes
of the file: yes
SET PASSWORD FOR wire_log_user = : yes
"smtp_password": no
AES_ENCRYPT(?: yes
