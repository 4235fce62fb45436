--TEST--
Persistent links: users with one and the same password, or with names that read the same together with theirs, never get each other's links
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$users = ['persistent_k1' => 'same', 'persistent_k2' => 'same', 'persistent_key' => 'same', 'persistent_keys' => 'ame'];
foreach ($users as $user => $password) {
	$watch->query("DROP USER IF EXISTS $user");
	$watch->query("CREATE USER $user IDENTIFIED BY '$password'");
	$watch->query('GRANT SELECT ON ' . getenv('MYND_TEST_DB') . ".* TO $user");
}
$threads = [];
foreach (['the first time', 'again'] as $time) {
	foreach ($users as $user => $password) {
		$m = plink(user: $user, password: $password);
		$threads[$user][] = $m->thread_id;
		echo "$user, $time: ", strstr($m->query('SELECT CURRENT_USER()')->fetch_column(), '@', true), "\n";
		$m->close();
	}
}
echo 'connections: ', count(array_unique(array_merge(...array_values($threads)))), ', each its own again: ',
	json_encode(array_filter($threads, fn($of) => $of[0] !== $of[1]) === []), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach (['persistent_k1', 'persistent_k2', 'persistent_key', 'persistent_keys'] as $user) {
	$m->query("DROP USER IF EXISTS $user");
}
?>
--EXPECT--
persistent_k1, the first time: persistent_k1
persistent_k2, the first time: persistent_k2
persistent_key, the first time: persistent_key
persistent_keys, the first time: persistent_keys
persistent_k1, again: persistent_k1
persistent_k2, again: persistent_k2
persistent_key, again: persistent_key
persistent_keys, again: persistent_keys
connections: 4, each its own again: true
