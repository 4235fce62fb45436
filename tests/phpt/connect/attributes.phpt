--TEST--
Connecting: the attributes tell who is there
--EXTENSIONS--
mysqli
pcntl
--FILE--
<?php
require __DIR__ . '/../../faults/peer.inc';

/** The attributes at the end of a login packet that has user, password and no database. */
function attributes(string $login): array
{
	$take = function () use (&$login): string {
		$n = ord($login[0]);
		$text = substr($login, 1, $n);
		$login = substr($login, 1 + $n);
		return $text;
	};
	$login = substr($login, 32);
	$login = substr($login, strpos($login, "\0") + 1); /* user */
	$take(); /* answer to the challenge */
	$login = substr($login, strpos($login, "\0") + 1); /* method */
	$login = $take();
	$attributes = [];
	while ($login !== '') {
		$name = $take();
		$attributes[$name] = $take();
	}
	return $attributes;
}

$scenario = function (Peer $p) {
	$p->packet(Peer::greeting());
	$attributes = attributes($p->hear());
	$p->packet(Peer::ok())->command();
	$p->raw(Peer::result(['attributes'], [[json_encode($attributes)]]))->stall();
};
/** What the peer was told. */
function told(Peer $peer): array
{
	$link = $peer->connect();
	$attributes = json_decode($link->query('SELECT')->fetch_column(), true);
	$peer->end();
	return $attributes;
}
echo "in clear over the network: stock's two\n";
foreach (told(Peer::start($scenario)) as $name => $value) {
	echo "$name: $value\n";
}
echo "on a unix socket\n";
$path = sys_get_temp_dir() . '/attributes.' . getmypid();
$attributes = told(Peer::start($scenario, unix: $path));
unlink($path);
foreach ($attributes as $name => $value) {
	echo $name, ': ', match ($name) {
		'_pid' => (int) $value === getmypid() ? 'ours' : $value,
		'php_version' => $value === PHP_VERSION ? 'ours' : $value,
		'_connector_version' => $value === phpversion('mynd') ? 'of mynd' : $value,
		'_os', '_platform' => $value === php_uname($name === '_os' ? 's' : 'm') ? 'ours' : $value,
		default => $value,
	}, "\n";
}
?>
--EXPECT--
in clear over the network: stock's two
_client_name: mysqlnd
_server_host: 127.0.0.1
on a unix socket
_client_name: mysqlnd
_server_host: localhost
_connector_name: mynd
_connector_version: of mynd
_os: ours
_platform: ours
_pid: ours
program_name: cli
php_version: ours
php_driver: mysqli
