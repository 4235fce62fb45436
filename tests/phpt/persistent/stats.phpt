--TEST--
Persistent links: statistics go by their names; a link keeps its own from hand to hand, and its thread id
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: what a connection has counted stays in the process that has counted it
mynd.shared_pool=0
--FILE--
<?php
require __DIR__ . '/persistent.inc';
const NAMES = ['connect_success', 'connect_failure', 'connection_reused', 'reconnect', 'pconnect_success', 'active_connections', 'active_persistent_connections', 'explicit_close', 'implicit_close', 'disconnect_close', 'in_middle_of_command_close', 'init_command_executed_count'];
$stats = fn(string $name) => attempt($name, fn() => array_filter(array_intersect_key(mysqli_get_client_stats(), array_flip(NAMES))));
$stats('before');
$m = plink();
$stats('connected');
$m->query('SELECT 1');
$queries = $m->get_connection_stats()['result_set_queries'];
$m->close();
$stats('handed back');
$m = plink();
$stats('reused');
attempt('its own', fn() => array_filter(array_intersect_key($m->get_connection_stats(), array_flip(NAMES))));
$m->query('SELECT 1');
/* the session is asked after its first use: two questions on MariaDB */
attempt('its queries', fn() => [$queries, (string) ($m->get_connection_stats()['result_set_queries'] - (int) is_mariadb($m))]);
$other = link_for_test();
$stats('and an ordinary one');
unset($m, $other);
$stats('both gone');
@attempt('a failure', fn() => plink(password: 'wrong'));
$stats('after it');
$m = plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @a = 1') && $m->options(MYSQLI_INIT_COMMAND, 'SELECT 1'));
$m->query('SELECT 1');
$m->close();
$m = plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET @a = 1') && $m->options(MYSQLI_INIT_COMMAND, 'SELECT 1'));
attempt('init commands', fn() => [$m->query('SELECT @a')->fetch_column(), $m->get_connection_stats()['init_command_executed_count']]);
ob_start();
phpinfo(INFO_MODULES);
preg_match_all('/^(.*Links) => (\d+)$/m', ob_get_clean(), $rows);
attempt('phpinfo', fn() => array_combine($rows[1], $rows[2]));
?>
--EXPECT--
before: []
connected: {"connect_success":"1","pconnect_success":"1","active_connections":"1","active_persistent_connections":"1"}
handed back: {"connect_success":"1","pconnect_success":"1","active_connections":"1","active_persistent_connections":"1"}
reused: {"connect_success":"1","connection_reused":"1","pconnect_success":"1","active_connections":"1","active_persistent_connections":"1"}
its own: {"connect_success":"1","connection_reused":"1","pconnect_success":"1","active_connections":"1","active_persistent_connections":"1"}
its queries: ["2","4"]
and an ordinary one: {"connect_success":"2","connection_reused":"1","pconnect_success":"1","active_connections":"2","active_persistent_connections":"1"}
both gone: {"connect_success":"2","connection_reused":"1","pconnect_success":"1","active_connections":"1","active_persistent_connections":"1","implicit_close":"1"}
a failure: ! 1045 HY000 Access denied for user 'mynd'@'localhost' (using password: YES)
after it: {"connect_success":"2","connect_failure":"1","connection_reused":"1","pconnect_success":"1","active_connections":"1","active_persistent_connections":"1","implicit_close":"1"}
init commands: ["1","4"]
phpinfo: {"Active Persistent Links":"1","Inactive Persistent Links":"1","Active Links":"1"}
