--TEST--
Persistent links: what the server says of a user counts for the next connect once the login is older than mynd.login_lifetime, at each connect with 0, as with stock
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.login_lifetime=0
mysqli.allow_persistent=1
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$root = link_for_test();
$mariadb = is_mariadb($root);
$here = getenv('MYND_TEST_DB');
create_anew($root, 'TABLE', 'login_rows', '(a INT)');
$root->query('DROP USER IF EXISTS login_user');

/* "allowed", or the number of the error, and whose it is. */
function ask(string $face): string
{
	$sql = 'SELECT COUNT(*) FROM login_rows';
	$at = 'connect';
	try {
		if ($face === 'mysqli') {
			$db = plink(user: 'login_user', password: 'one');
			$at = 'query';
			$db->query($sql);
			$db->close();
		} else {
			$db = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), 'login_user', 'one', [PDO::ATTR_PERSISTENT => true]);
			$at = 'query';
			$db->query($sql)->fetchAll();
		}
		return 'allowed';
	} catch (mysqli_sql_exception $e) {
		return "{$e->getCode()} at $at";
	} catch (PDOException $e) {
		return "{$e->errorInfo[1]} at $at";
	}
}
$changes = [
	'REVOKE on all' => ['GRANT SELECT ON *.* TO login_user', 'REVOKE SELECT ON *.* FROM login_user'],
	'REVOKE on a table' => ["GRANT SELECT ON $here.login_rows TO login_user", "REVOKE SELECT ON $here.login_rows FROM login_user"],
	'REVOKE on a database' => ["GRANT ALL ON $here.* TO login_user", "REVOKE ALL ON $here.* FROM login_user"],
	'GRANT' => ["GRANT INSERT ON $here.* TO login_user", 'GRANT SELECT ON *.* TO login_user'],
	'ACCOUNT LOCK' => ["GRANT ALL ON $here.* TO login_user", 'ALTER USER login_user ACCOUNT LOCK'],
	'PASSWORD EXPIRE' => ["GRANT ALL ON $here.* TO login_user", 'ALTER USER login_user PASSWORD EXPIRE'],
	'another password' => ["GRANT ALL ON $here.* TO login_user", "ALTER USER login_user IDENTIFIED BY 'two'"],
	'DROP USER' => ["GRANT ALL ON $here.* TO login_user", 'DROP USER login_user'],
];
$plugins = array_column($root->query("SELECT PLUGIN_NAME FROM information_schema.PLUGINS WHERE PLUGIN_STATUS = 'ACTIVE' AND PLUGIN_TYPE = 'AUTHENTICATION'")->fetch_all(), 0);
$methods = ['default' => "IDENTIFIED BY 'one'"];
if (in_array('ed25519', $plugins)) {
	$methods['ed25519'] = "IDENTIFIED VIA ed25519 USING PASSWORD('one')";
}
$answers = [];
foreach ($methods as $method => $by) {
	foreach ($changes as $name => [$before, $change]) {
		/* a server that refuses takes its time */
		$faces = $method !== 'default' && $name !== 'another password' ? [] : ($name === 'REVOKE on all' ? ['mysqli', 'pdo'] : ['mysqli']);
		foreach ($faces as $face) {
			$root->query('DROP USER IF EXISTS login_user');
			$root->query("CREATE USER login_user $by");
			$root->query($before);
			ask($face);
			$sum = array_sum(array_column(Mynd\pools(), 'logins_renewed'));
			$said = [ask($face)];
			$renewed = array_sum(array_column(Mynd\pools(), 'logins_renewed')) - $sum;
			$root->query($change);
			$said[] = ask($face);
			$answers[$name][] = implode(', ', $said) . "; a login was repeated: $renewed";
		}
	}
}
/* MySQL refuses an expired password at the login (1862), its number for a locked account is 3118. */
foreach ($answers as $name => $same) {
	$same = array_unique(str_replace(['1862 at connect', '3118'], ['1820 at query', '4151'], $same));
	echo "$name: ", implode(' | ', $same), "\n";
}
echo 'refused, and so closed: ';
var_dump(pools_sum('login_refused') > 0);
$m = plink();
$m->close();
$before = Mynd\stats()['logins_renewed'];
$m = plink();
echo 'counted: ', Mynd\stats()['logins_renewed'] - $before, ', of the link: ', Mynd\stats($m)['logins_renewed'], "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP USER IF EXISTS login_user');
link_for_test()->query('DROP TABLE IF EXISTS login_rows');
?>
--EXPECT--
REVOKE on all: allowed, 1044 at connect; a login was repeated: 1
REVOKE on a table: allowed, 1044 at connect; a login was repeated: 1
REVOKE on a database: allowed, 1044 at connect; a login was repeated: 1
GRANT: 1142 at query, allowed; a login was repeated: 1
ACCOUNT LOCK: allowed, 4151 at connect; a login was repeated: 1
PASSWORD EXPIRE: allowed, 1820 at query; a login was repeated: 1
another password: allowed, 1045 at connect; a login was repeated: 1
DROP USER: allowed, 1045 at connect; a login was repeated: 1
refused, and so closed: bool(true)
counted: 1, of the link: 1
