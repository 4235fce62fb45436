--TEST--
Persistent links with mynd.pipelining=off: a connection on which profiles or a role are left after the reset is not used again
--EXTENSIONS--
mysqli
--INI--
; it stays so with ./dev test --with: it counts connections of this process
mynd.shared_pool=0
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$mariadb = str_contains(link_for_test()->server_info, 'MariaDB');

/** What a user leaves, and what the next one finds. */
function leave(string $what, string ...$queries): void
{
	global $mariadb;
	$m = link_for_test(host: 'p:' . getenv('MYND_TEST_HOST'));
	$thread = $m->thread_id;
	array_map($m->query(...), $queries);
	$m->close();
	$m = link_for_test(host: 'p:' . getenv('MYND_TEST_HOST'));
	$profiles = $mariadb ? $m->query('SHOW PROFILES')->num_rows : 0;
	$role = $m->query('SELECT CURRENT_ROLE()')->fetch_column();
	/* MySQL's reset leaves no profiles */
	$is_kept = $what === 'nothing' || $what === 'profiles' && !$mariadb;
	echo $what, ': ', ($m->thread_id === $thread) === $is_kept ? '' : ($is_kept ? 'ANOTHER CONNECTION ' : 'THE SAME CONNECTION '), $profiles === 0 ? '' : 'PROFILES ', $role === null || $role === 'NONE' ? '' : 'ROLE ', $m->query('SELECT @left IS NULL')->fetch_column() ? 'clean' : 'DIRTY', "\n";
	$m->close();
}
$root = link_for_test();
$root->query('DROP ROLE IF EXISTS left_role');
$root->query('CREATE ROLE left_role');
$root->query('GRANT left_role TO CURRENT_USER()');
leave('nothing', 'SET @left = 1');
leave('profiles', 'SET @left = 1', 'SET profiling = 1', "SELECT 'a text of this user'", 'SET profiling = 0');
leave('a role', 'SET ROLE left_role');
leave('both', 'SET profiling = 1', 'SET ROLE left_role', 'SELECT 1');
$root->query('DROP ROLE left_role');
?>
--EXPECT--
nothing: clean
profiles: clean
a role: clean
both: clean
