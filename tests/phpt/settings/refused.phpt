--TEST--
Settings: a value that is none is refused at start, and told once with what is allowed and what is used instead
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/settings.inc';
const NUMBERS = ['many', '', '-2', '1.5', '1e3', '7 ', ' 7', '0x10', '99999999999', '99999999999999999999'];
const SIZES = ['many', '', '-1', '8X', '8KB', 'K', '1.5M', '4G', '99999999999999999G'];
const DURATIONS = ['soon', '', '-1', '90x', '1.5h', 'h', '1h30m', '5K', '500ms', '99999999d', '99999999999999d'];
const SWITCHES = ['maybe', '2', '-1', 'onn', 'auto'];
const TEXTS = ['anything at all', '', '-1'];
$wrong = [
	'mynd.allow_cleartext_password' => SWITCHES,
	'mynd.trust_server_key' => SWITCHES,
	'mynd.idle_timeout' => DURATIONS,
	'mynd.max_lifetime' => DURATIONS,
	'mynd.login_lifetime' => DURATIONS,
	'mynd.async' => SWITCHES,
	'mynd.tls_by_password' => SWITCHES,
	'mynd.dead_after' => DURATIONS,
	'mynd.connect_patience' => DURATIONS,
	'mynd.fiber_turns' => ['maybe', '2', 'automatic'],
	'mynd.kill_abandoned' => ['maybe', '2', 'automatic'],
	'mynd.source_fibers' => ['maybe', '2', 'automatic'],
	'mynd.acquire_timeout' => ['long', '-1', '1s', '.5', '5.', '86401', ''],
	'mynd.max_per_key' => [...NUMBERS, '-2', '8K'],
	'mynd.max_idle' => [...NUMBERS, '-1', '8K'],
	'mynd.persistent' => ['some', '1', 'on', ''],
	'mynd.pipelining' => ['maybe', '2', 'automatic'],
	'mynd.prefetch' => ['soon', '1', '500', '-1ms', '0.5s', '11s', '50 ms'],
	'mynd.preset' => ['', '1', 'on', 'webb', 'web,async'],
	'mynd.reconnect' => SWITCHES,
	'mynd.max_shared' => ['-1', 'many', '1K'],
	'mynd.shared_pool' => ['maybe', '2'],
	'mynd.round_trips' => ['less', '1', 'on', ''],
	'mynd.request_report' => SWITCHES,
	'mynd.send_queue' => SIZES,
	'mynd.slow_literals' => SWITCHES,
	'mynd.slow_repeats' => [...NUMBERS, '-1', '8K'],
	'mynd.slow_seconds' => ['soon', '', '-1', '1m', '1.', '.5x', '1.2.3', '1e3', '86401', '99999999999'],
	'mynd.wire_log_size' => SIZES,
	'mynd.scoreboard_slots' => ['0', '1025', '-1', 'many', '8K'],
	'mysqlnd.collect_statistics' => SWITCHES,
	'mysqlnd.collect_memory_statistics' => SWITCHES,
	'mysqlnd.net_cmd_buffer_size' => [...NUMBERS, '4095', '8K', '4294967296'],
	'mysqlnd.net_read_buffer_size' => SIZES,
	'mysqlnd.net_read_timeout' => DURATIONS,
	'mysqlnd.log_mask' => NUMBERS,
	'mysqlnd.mempool_default_size' => SIZES,
	'mysqli.max_links' => NUMBERS,
	'mysqli.max_persistent' => NUMBERS,
	'mysqli.allow_persistent' => SWITCHES,
	'mysqli.rollback_on_cached_plink' => SWITCHES,
	'mysqli.default_port' => [...NUMBERS, '-1', '65536'],
	'mysqli.allow_local_infile' => SWITCHES,
];
$with_a_test = ['mynd.scoreboard', 'mynd.clusters']; /* scoreboard/refused.phpt, connect/clusters.phpt */
$any_text = ['mynd.prepend_interceptors', 'mynd.callers_skipped', 'mynd.slow_log', 'mynd.wire_log', 'mysqlnd.debug', 'mysqlnd.trace_alloc', 'mysqlnd.sha256_server_public_key', 'mysqli.default_host',
	'mysqli.default_user', 'mysqli.default_pw', 'mysqli.default_socket', 'mysqli.local_infile_directory', 'pdo_mysql.default_socket'];
echo 'settings without a case here: ', json_encode(array_values(array_diff(all_settings(), array_keys($wrong), $any_text, $with_a_test))), "\n";

/* One PHP takes one wrong value of each setting. */
$told = [];
for ($i = 0; $settings = array_map(fn($values) => $values[$i], array_filter($wrong, fn($values) => isset($values[$i]))); $i++) {
	[$output, $lines] = start_with($settings, 'echo json_encode(array_map("ini_get", ' . var_export(array_combine(array_keys($settings), array_keys($settings)), true) . '));');
	$used = json_decode($output, true);
	foreach ($settings as $name => $value) {
		$start = "PHP Warning:  PHP Startup: $name = \"$value\" is refused. ";
		$end = " Used instead: \"$used[$name]\" in Unknown on line 0";
		$mine = array_values(array_filter($lines, fn($line) => str_contains($line, "$name ") && str_ends_with($line, $end)));
		if (count($mine) !== 1 || !str_starts_with($mine[0], $start)) {
			echo "$name = $value: ", json_encode([$used[$name], $mine]), "\n";
			continue;
		}
		$told[$name][substr($mine[0], strlen($start), -strlen(' in Unknown on line 0'))] = true;
	}
	if (count($lines) !== count($settings)) {
		echo count($settings), ' wrong values, told: ', json_encode($lines), "\n";
	}
}
foreach ($told as $name => $lines) {
	echo "$name: ", implode(' / ', array_keys($lines)), "\n";
}
foreach (TEXTS as $value) {
	echo json_encode(start_with(array_fill_keys($any_text, $value), 'echo "any text";')), "\n";
}
echo 'while a program runs: ', start_with(['mynd.max_idle' => 5], 'echo json_encode([ini_set("mynd.max_idle", "x"), ini_get("mynd.max_idle"), ini_set("mysqlnd.net_cmd_buffer_size", "4095"), ini_set("mysqlnd.net_cmd_buffer_size", "8K")]);')[0], "\n";
?>
--EXPECT--
settings without a case here: []
mynd.allow_cleartext_password: Allowed: on or off. Used instead: "0"
mynd.trust_server_key: Allowed: on or off. Used instead: "1"
mynd.idle_timeout: Allowed: a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds; 0 is no limit. Used instead: "60"
mynd.max_lifetime: Allowed: a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds; 0 is no limit. Used instead: "3600"
mynd.login_lifetime: Allowed: a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds; 0 is at each connect. Used instead: "60"
mynd.async: Allowed: on or off. Used instead: "0"
mynd.tls_by_password: Allowed: on or off. Used instead: "0"
mynd.dead_after: Allowed: a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds; 0 is no limit. Used instead: "0"
mynd.connect_patience: Allowed: a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds; 0 is not at all. Used instead: "0"
mynd.fiber_turns: Allowed: auto, on or off. Used instead: "auto"
mynd.kill_abandoned: Allowed: auto, on or off. Used instead: "auto"
mynd.source_fibers: Allowed: auto, on or off. Used instead: "auto"
mynd.acquire_timeout: Allowed: auto, or a number of seconds from 0 to 86400, as 30 or 0.25. Used instead: "auto"
mynd.max_per_key: Allowed: a number from 0 to 2147483647, or -1 for no limit. Used instead: "-1"
mynd.max_idle: Allowed: a number from 0 to 2147483647. Used instead: "8"
mynd.persistent: Allowed: asked or all. Used instead: "asked"
mynd.pipelining: Allowed: auto, on or off. Used instead: "auto"
mynd.prefetch: Allowed: a time from 1ms to 10s, as 50ms; or 0, which is off. Used instead: "0"
mynd.preset: Allowed: stock, web or async. Used instead: "stock"
mynd.reconnect: Allowed: on or off. Used instead: "0"
mynd.max_shared: Allowed: a number from 0 to 2147483647. Used instead: "64"
mynd.shared_pool: Allowed: on or off. Used instead: "0"
mynd.round_trips: Allowed: stock or fewer. Used instead: "stock"
mynd.request_report: Allowed: on or off. Used instead: "0"
mynd.send_queue: Allowed: a number of bytes, or a number with the unit K, M or G, up to 2147483647 bytes. Used instead: "1M"
mynd.slow_literals: Allowed: on or off. Used instead: "0"
mynd.slow_repeats: Allowed: a number from 0 to 2147483647. Used instead: "0"
mynd.slow_seconds: Allowed: a number of seconds from 0 to 86400, as 1 or 0.25. Used instead: "1"
mynd.wire_log_size: Allowed: a number of bytes, or a number with the unit K, M or G, up to 2147483647 bytes. Used instead: "16M"
mynd.scoreboard_slots: Allowed: a number from 1 to 1024. Used instead: "256"
mysqlnd.collect_statistics: Allowed: on or off. Used instead: "1"
mysqlnd.collect_memory_statistics: Allowed: on or off. Used instead: "0"
mysqlnd.net_cmd_buffer_size: Allowed: a number of bytes without a unit, from 4096 to 2147483647. Used instead: "4096"
mysqlnd.net_read_buffer_size: Allowed: a number of bytes, or a number with the unit K, M or G, up to 2147483647 bytes. Used instead: "32768"
mysqlnd.net_read_timeout: Allowed: a number of seconds, or a number with the unit s, m, h or d (90s, 5m, 1h), up to 2147483647 seconds. Used instead: "86400"
mysqlnd.log_mask: Allowed: a number from 0 to 2147483647. Used instead: "0"
mysqlnd.mempool_default_size: Allowed: a number of bytes, or a number with the unit K, M or G, up to 2147483647 bytes. Used instead: "16000"
mysqli.max_links: Allowed: a number from 0 to 2147483647, or -1 for no limit. Used instead: "-1"
mysqli.max_persistent: Allowed: a number from 0 to 2147483647, or -1 for no limit. Used instead: "-1"
mysqli.allow_persistent: Allowed: on or off. Used instead: "1"
mysqli.rollback_on_cached_plink: Allowed: on or off. Used instead: "0"
mysqli.default_port: Allowed: a number from 0 to 65535. Used instead: "3306"
mysqli.allow_local_infile: Allowed: on or off. Used instead: "0"
["any text",[]]
["any text",[]]
["any text",[]]
while a program runs: [false,"5",false,false]
