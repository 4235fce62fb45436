--TEST--
Settings: mynd.preset gives other settings their defaults; what is set by itself wins, and phpinfo says where a value is from
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/settings.inc';
const PROGRAM = <<<'PHP'
	$changed = [];
	foreach (ini_get_all('mynd', false) as $name => $value) {
		$changed[$name] = $value;
	}
	echo json_encode($changed), "\n";
	ob_start();
	phpinfo(INFO_MODULES);
	preg_match_all('/^(mynd\.\w+) => (\S*) => (php\.ini|mynd\.preset|changed since the start)$/m', ob_get_clean(), $rows);
	echo implode("\n", $rows[0]);
	PHP;
[$output] = start_with([], PROGRAM);
$stock = json_decode(explode("\n", $output)[0], true);
echo 'by default: ', $stock['mynd.preset'], "\n", explode("\n", $output, 2)[1] ?? '', "\n";
/** Starts PHP with settings: prints what is otherwise than by default, and where values are from. */
function told(array $settings): void
{
	global $stock;
	[$output, $lines] = start_with($settings, PROGRAM);
	[$values, $from] = explode("\n", $output, 2) + ['', ''];
	echo '-- ', json_encode($settings), ': ', json_encode(array_diff_assoc(json_decode($values, true), $stock)), "\n";
	echo $from, $from === '' ? '' : "\n", $lines === [] ? '' : implode("\n", $lines) . "\n";
}
told(['mynd.preset' => 'web']);
told(['mynd.preset' => 'WEB', 'mynd.reconnect' => '0', 'mynd.persistent' => 'all']);
told(['mynd.preset' => 'web', 'mynd.round_trips' => 'less']);
told(['mynd.preset' => 'async']);
told(['mynd.preset' => 'stock']);
told(['mynd.preset' => 'fast']);

echo "-- a program's own\n";
var_dump(ini_set('mynd.preset', 'web'), ini_set('mynd.preset', 'stock'), ini_get('mynd.persistent'));
[$output] = start_with(['mynd.preset' => 'async'], 'ini_set("mynd.async", "0"); ob_start(); phpinfo(INFO_MODULES); echo preg_match("/^mynd.async => .* => .*start$/m", ob_get_clean(), $row), " ", $row[0] ?? "";');
echo $output, "\n";
?>
--EXPECTF--
by default: stock

-- {"mynd.preset":"web"}: {"mynd.dead_after":"30s","mynd.persistent":"all","mynd.preset":"web","mynd.reconnect":"1","mynd.round_trips":"fewer"}
mynd.dead_after => 30s => mynd.preset
mynd.persistent => all => mynd.preset
mynd.reconnect => 1 => mynd.preset
mynd.round_trips => fewer => mynd.preset
-- {"mynd.preset":"WEB","mynd.reconnect":"0","mynd.persistent":"all"}: {"mynd.dead_after":"30s","mynd.persistent":"all","mynd.preset":"WEB","mynd.round_trips":"fewer"}
mynd.dead_after => 30s => mynd.preset
mynd.persistent => all => php.ini
mynd.reconnect => 0 => php.ini
mynd.round_trips => fewer => mynd.preset
-- {"mynd.preset":"web","mynd.round_trips":"less"}: {"mynd.dead_after":"30s","mynd.persistent":"all","mynd.preset":"web","mynd.reconnect":"1","mynd.round_trips":"fewer"}
mynd.dead_after => 30s => mynd.preset
mynd.persistent => all => mynd.preset
mynd.reconnect => 1 => mynd.preset
mynd.round_trips => fewer => mynd.preset
PHP Warning:  PHP Startup: mynd.round_trips = "less" is refused. Allowed: stock or fewer. Used instead: "fewer" in Unknown on line 0
-- {"mynd.preset":"async"}: {"mynd.async":"1","mynd.preset":"async"}
mynd.async => 1 => mynd.preset
-- {"mynd.preset":"stock"}: []
-- {"mynd.preset":"fast"}: []
PHP Warning:  PHP Startup: mynd.preset = "fast" is refused. Allowed: stock, web or async. Used instead: "stock" in Unknown on line 0
-- a program's own

Warning: ini_set(): mynd.preset = "web" is refused. Allowed: what php.ini or -d say, before php-fpm or Apache fork their workers. Used instead: "stock" in %s on line %d
bool(false)
string(5) "stock"
string(5) "asked"
1 mynd.async => 0 => changed since the start
