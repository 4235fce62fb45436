--TEST--
Settings: durations with units, sizes with suffixes, words for switches; and a program's ini_set() as stock has it
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/settings.inc';
/** What phpinfo() shows of settings that have these values, and of rows of other names. */
function shown(array $settings, string ...$rows): string
{
	[$output, $lines] = start_with($settings, 'phpinfo(INFO_MODULES);');
	$shown = [];
	foreach ($rows ?: array_keys($settings) as $name) {
		preg_match('/^' . preg_quote($name) . ' => (.*)$/m', $output, $found);
		$shown[] = $found[1] ?? 'not there';
	}
	return implode(', ', $shown) . ($lines === [] ? '' : ' ' . implode(' ', $lines)) . "\n";
}
foreach (['0', '90', '0090', '90s', '5m', '5min', '1h', '2H', '1d', '24855d'] as $value) {
	echo "$value: ", shown(array_fill_keys(['mynd.idle_timeout', 'mynd.max_lifetime', 'mysqlnd.net_read_timeout'], $value));
	echo '  read timeout: ', shown(['mysqlnd.net_read_timeout' => $value], 'Read timeout');
}
foreach (['65536', '64K', '64k', '1M', '1G'] as $value) {
	echo "$value: ", shown(['mysqlnd.net_read_buffer_size' => $value, 'mysqlnd.mempool_default_size' => $value], 'Read buffer size', 'mysqlnd.mempool_default_size');
}
echo 'the buffer for commands: ', shown(['mysqlnd.net_cmd_buffer_size' => '4097'], 'Command buffer size');
foreach (['1', 'on', 'On', 'yes', 'true', '0', '', 'off', 'no', 'FALSE', 'none'] as $value) {
	echo "switches, $value: ", shown(array_fill_keys(['mynd.trust_server_key', 'mynd.pipelining', 'mysqlnd.collect_statistics'], $value));
}
echo 'pipelining: ', shown(['mynd.pipelining' => 'AUTO']);
foreach (['-1', '0', '7'] as $value) {
	echo "limits, $value: ", shown(['mysqli.max_links' => $value, 'mysqli.max_persistent' => $value]);
}

echo "-- a program's own\n";
const READ_TIMEOUT = 'function read_timeout() { ob_start(); phpinfo(INFO_MODULES); preg_match("/^Read timeout => (.*)$/m", ob_get_clean(), $f); return $f[1]; } ';
foreach (['5', '1K', '-1', '2h'] as $value) {
	[$output, $lines] = start_with(['mysqlnd.net_read_timeout' => '1h'], READ_TIMEOUT . "echo json_encode([read_timeout(), ini_set('mysqlnd.net_read_timeout', '$value'), read_timeout(), ini_restore('mysqlnd.net_read_timeout'), read_timeout(), ini_get('mysqlnd.net_read_timeout')]);");
	echo "$value: $output", preg_replace('/ in \S+ on line \d+/', '', implode('', $lines)), "\n";
}
?>
--EXPECT--
0: 0 => 0, 0 => 0, 0 => 0
  read timeout: 0
90: 90 => 90, 90 => 90, 90 => 90
  read timeout: 90
0090: 0090 => 0090, 0090 => 0090, 0090 => 0090
  read timeout: 90
90s: 90s (90 seconds) => 90s (90 seconds), 90s (90 seconds) => 90s (90 seconds), 90s (90 seconds) => 90s (90 seconds)
  read timeout: 90
5m: 5m (300 seconds) => 5m (300 seconds), 5m (300 seconds) => 5m (300 seconds), 5m (300 seconds) => 5m (300 seconds)
  read timeout: 300
5min: 5min (300 seconds) => 5min (300 seconds), 5min (300 seconds) => 5min (300 seconds), 5min (300 seconds) => 5min (300 seconds)
  read timeout: 300
1h: 1h (3600 seconds) => 1h (3600 seconds), 1h (3600 seconds) => 1h (3600 seconds), 1h (3600 seconds) => 1h (3600 seconds)
  read timeout: 3600
2H: 2H (7200 seconds) => 2H (7200 seconds), 2H (7200 seconds) => 2H (7200 seconds), 2H (7200 seconds) => 2H (7200 seconds)
  read timeout: 7200
1d: 1d (86400 seconds) => 1d (86400 seconds), 1d (86400 seconds) => 1d (86400 seconds), 1d (86400 seconds) => 1d (86400 seconds)
  read timeout: 86400
24855d: 24855d (2147472000 seconds) => 24855d (2147472000 seconds), 24855d (2147472000 seconds) => 24855d (2147472000 seconds), 24855d (2147472000 seconds) => 24855d (2147472000 seconds)
  read timeout: 2147472000
65536: 65536, 65536 => 65536
64K: 65536, 64K => 64K
64k: 65536, 64k => 64k
1M: 1048576, 1M => 1M
1G: 1073741824, 1G => 1G
the buffer for commands: 4097
switches, 1: On => On, on => on, On => On
switches, on: On => On, on => on, On => On
switches, On: On => On, on => on, On => On
switches, yes: On => On, on => on, On => On
switches, true: On => On, on => on, On => On
switches, 0: Off => Off, off => off, Off => Off
switches, : Off => Off, off => off, Off => Off
switches, off: Off => Off, off => off, Off => Off
switches, no: Off => Off, off => off, Off => Off
switches, FALSE: Off => Off, off => off, Off => Off
switches, none: Off => Off, off => off, Off => Off
pipelining: auto => auto
limits, -1: Unlimited => Unlimited, Unlimited => Unlimited
limits, 0: 0 => 0, 0 => 0
limits, 7: 7 => 7, 7 => 7
-- a program's own
5: ["3600","1h","5",null,"3600","1h"]
1K: ["3600","1h","1024",null,"3600","1h"]
-1: ["3600","1h","-1",null,"3600","1h"]
2h: ["3600","1h","2",null,"3600","1h"]PHP Warning:  Invalid "mysqlnd.net_read_timeout" setting. Invalid quantity "2h": unknown multiplier "h", interpreting as "2" for backwards compatibility
