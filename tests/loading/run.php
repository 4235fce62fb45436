<?php
/*
 * Every order of mynd with PHP's own mysqlnd, mysqli, pdo and pdo_mysql, present or not: no crash, no output,
 * one line in the log, the right faces. An order that PHP does not accept without mynd (mysqli before mysqlnd
 * ...) is left out. Usage: run.php PHP MODULE
 */

require __DIR__ . '/fastcgi.php';

[, $php, $so] = $argv;
$folder = sys_get_temp_dir() . '/mynd-loading-' . getmypid();
mkdir($folder, 0755);
$passed = $failed = $skipped = 0;

function check(string $what, array $problems): void
{
	global $passed, $failed;
	if ($problems === []) {
		$passed++;
		return;
	}
	$failed++;
	echo "FAILED  $what\n        ", implode("\n        ", $problems), "\n";
}

function skip(string $what, string $why): void
{
	global $skipped;
	$skipped++;
	echo "skipped $what: $why\n";
}

/*
 * Runs a command; [exit status, standard output, standard error]. A signal is a status of -1 (8.2) or above
 * 128.
 */
function run(array $command, array $environment = []): array
{
	$files = [1 => tmpfile(), 2 => tmpfile()];
	$process = proc_open($command, [0 => ['file', '/dev/null', 'r']] + $files, $pipes, null, $environment + getenv());
	$status = proc_close($process);
	foreach ($files as $file) {
		rewind($file);
	}
	return [$status, stream_get_contents($files[1]), stream_get_contents($files[2])];
}

/* Every order of every subset. */
function orders(array $names): array
{
	$all = [[]];
	foreach ($names as $i => $name) {
		$others = $names;
		unset($others[$i]);
		foreach (orders(array_values($others)) as $order) {
			$all[] = [$name, ...$order];
		}
	}
	return array_values(array_unique($all, SORT_REGULAR));
}

function php_arguments(array $modules, array $more = []): array
{
	global $so;
	$arguments = ['-n', '-d', 'display_errors=1', '-d', 'display_startup_errors=1', '-d', 'html_errors=0', ...$more];
	foreach ($modules as $module) {
		array_push($arguments, '-d', 'extension=' . ($module === 'mynd' ? $so : $module));
	}
	return $arguments;
}

/* Which modules of the four are there, built in or as files of their own. */
function stock_modules(): array
{
	global $php;
	$there = [];
	foreach (['pdo', 'mysqlnd', 'mysqli', 'pdo_mysql'] as $name) {
		$there[$name] = extension_loaded($name) ? 'built in' : (is_file(ini_get('extension_dir') . "/$name.so") ? 'shared' : null);
	}
	return $there;
}

/* PHP accepts these modules in this order, by itself and without a word. */
function php_accepts(array $stock): bool
{
	global $php;
	static $known = [];
	return $known[implode(' ', $stock)] ??= run([$php, ...php_arguments($stock), '-r', '']) === [0, '', ''];
}

/* What the probe must print. */
function expected(array $modules): array
{
	global $built_in, $settings, $statistics;
	$modules = [...$modules, ...$built_in];
	$ours = ['mysqlnd' => !in_array('mysqlnd', $modules), 'mysqli' => !in_array('mysqli', $modules),
		'pdo_mysql' => in_array('pdo', $modules) && !in_array('pdo_mysql', $modules)];
	$loaded = array_values(array_filter(['mysqlnd', 'mysqli', 'pdo', 'pdo_mysql', 'mynd'],
		fn($name) => ($ours[$name] ?? false) || in_array($name, $modules)));
	return [
		'loaded' => $loaded,
		'reflected' => count($loaded),
		'mysqli is mynd' => $ours['mysqli'],
		'faces' => array_map(fn($taken) => $taken ? 'provided' : 'not', $ours),
		'provided' => array_keys(array_filter($ours)),
		'owner of class' => 'mysqli',
		'owner of function' => 'mysqli',
		'owner of exception' => 'mysqli',
		'versions' => [true, true],
		'client' => 'mysqlnd ' . PHP_VERSION . ' ok',
		'settings' => [10, 11, '86400', '3306', '-1'],
		'all settings' => $settings,
		'statistics' => $statistics,
		'phpinfo' => ['mynd', 'mysqli', 'mysqlnd', ...(in_array('pdo_mysql', $loaded) ? ['pdo_mysql'] : [])],
		'connect' => '2002 No such file or directory',
		'pdo driver' => in_array('pdo', $modules),
		'pdo connect' => in_array('pdo', $modules) ? 'SQLSTATE[HY000] [2002] No such file or directory' : null,
	];
}

function problems_of_probe(string $output, array $modules): array
{
	$found = json_decode($output, true);
	if (!is_array($found) || json_encode($found) . "\n" !== $output) {
		return ['it printed: ' . json_encode(substr($output, 0, 400), JSON_INVALID_UTF8_SUBSTITUTE)];
	}
	$problems = [];
	foreach (expected($modules) as $name => $value) {
		if ($found[$name] !== $value) {
			$problems[] = "$name: " . json_encode($found[$name]) . ', not ' . json_encode($value);
		}
	}
	return $problems;
}

/* One line that names what was left, or none if nothing was. */
function problems_of_log(string $log, array $modules): array
{
	global $built_in;
	$left = array_intersect(['mysqlnd', 'mysqli', 'pdo_mysql'], [...$modules, ...$built_in]);
	$lines = array_values(array_filter(explode("\n", $log), fn($line) => str_contains($line, 'mynd')));
	$wanted = $left ? 'left to modules of that name that PHP has loaded already: ' . implode(', ', $left) : '';
	if (count($lines) !== (int) ($left !== []) || ($left && !str_ends_with($lines[0], $wanted))) {
		return ['the log says: ' . json_encode($lines) . ($wanted ? ", not \"$wanted\"" : '')];
	}
	return [];
}

function problems_of_run(array $result, array $modules): array
{
	[$status, $output, $errors] = $result;
	$problems = $status === 0 ? [] : ["exit status $status"];
	if ($errors !== '') {
		$problems[] = 'on standard error: ' . json_encode(substr($errors, 0, 400), JSON_INVALID_UTF8_SUBSTITUTE);
	}
	return [...$problems, ...problems_of_probe($output, $modules)];
}

function check_order(array $modules, string $name, array $more = [], array $before = [], array $environment = []): void
{
	global $php, $folder;
	$log = "$folder/error.log";
	@unlink($log);
	$result = run([...$before, $php, ...php_arguments($modules, ["-d", "error_log=$log", ...$more]), __DIR__ . '/probe.php'],
		$environment);
	$written = is_file($log) ? file_get_contents($log) : '';
	check("$name " . implode(' ', $modules), [...problems_of_run($result, $modules), ...problems_of_log($written, $modules)]);
}

/* --- the suites --- */

function every_order(array $names): array
{
	return array_values(array_filter(orders(['mynd', ...$names]),
		fn($order) => in_array('mynd', $order) && php_accepts(array_values(array_diff($order, ['mynd'])))));
}

/* A few of them, for what takes long: mynd alone, first, last, and with one face of each owner. */
function some_orders(array $orders): array
{
	$few = [['mynd'], ['mynd', 'mysqlnd'], ['mynd', 'pdo', 'mysqlnd', 'mysqli', 'pdo_mysql'],
		['pdo', 'mysqlnd', 'pdo_mysql', 'mynd'], ['mysqlnd', 'mysqli', 'mynd']];
	return array_values(array_filter($few, fn($order) => in_array($order, $orders, true)));
}

/* Without error_log nothing may appear anywhere: the log would be the terminal. */
function check_silence(array $orders): void
{
	global $php;
	foreach ($orders as $modules) {
		$result = run([$php, ...php_arguments($modules), '-r', 'echo 1;']);
		check('silent ' . implode(' ', $modules), $result === [0, '1', ''] ? [] : ['it gave ' . json_encode($result)]);
	}
}

/* On a terminal a person is told, unless mysqlnd alone is PHP's. */
function check_terminal(array $orders): void
{
	global $php, $built_in;
	if (run(['sh', '-c', 'command -v script'])[0] !== 0) {
		skip('a terminal', 'script is not here');
		return;
	}
	foreach ($orders as $modules) {
		$command = implode(' ', array_map(escapeshellarg(...), [$php, ...php_arguments($modules), '-r', 'echo 1;']));
		[$status, $output] = run(['script', '-qec', $command, '/dev/null'], ['SHELL' => '/bin/sh']);
		$left = array_intersect(['mysqlnd', 'mysqli', 'pdo_mysql'], [...$modules, ...$built_in]);
		$wanted = array_values($left) === ['mysqlnd'] || $left === [] ? '' : 'left to modules of that name that PHP has loaded already: ' . implode(', ', $left);
		$good = $status === 0 && str_ends_with($output, '1') && ($wanted === '' ? $output === '1' : preg_match('~^mynd \S+: ' . preg_quote($wanted) . "\r\n1$~", $output));
		check('terminal ' . implode(' ', $modules), $good ? [] : ['it shows ' . json_encode([$status, $output])]);
	}
}

function check_opcache(array $orders): void
{
	global $folder;
	if (!is_file(ini_get('extension_dir') . '/opcache.so') && PHP_VERSION_ID < 80500) {
		skip('opcache', 'it is not here');
		return;
	}
	$opcache = PHP_VERSION_ID < 80500 ? ['-d', 'zend_extension=opcache'] : [];
	array_push($opcache, '-d', 'opcache.enable_cli=1', '-d', 'opcache.enable=1');
	foreach ($orders as $modules) {
		check_order($modules, 'opcache', $opcache);
	}
	file_put_contents("$folder/preload.php", '<?php class Kept extends mysqli { public int $calls = 0; }');
	$preload = ['-d', "opcache.preload=$folder/preload.php"];
	$user = function_exists('posix_getpwuid') ? posix_getpwuid(posix_geteuid())['name'] : get_current_user();
	check_order(['mynd'], 'preload', [...$opcache, ...$preload, '-d', "opcache.preload_user=$user"]);
}

function check_valgrind(array $orders): void
{
	if (run(['sh', '-c', 'command -v valgrind'])[0] !== 0) {
		skip('valgrind', 'it is not here');
		return;
	}
	$valgrind = ['valgrind', '-q', '--error-exitcode=99', '--leak-check=full', '--errors-for-leak-kinds=definite',
		'--show-leak-kinds=definite', '--suppressions=' . __DIR__ . '/valgrind.supp'];
	foreach ($orders as $modules) {
		check_order($modules, 'valgrind', ['-d', 'pcre.jit=0'], $valgrind, ['USE_ZEND_ALLOC' => '0', 'ZEND_DONT_UNLOAD_MODULES' => '1']);
	}
}

/*
 * dl() answers false with one warning, and the process goes on and ends well; a loaded mynd stays as it was.
 */
function check_dl(): void
{
	global $php, $so;
	$code = 'var_dump(dl(' . var_export(basename($so), true) . '), function_exists("Mynd\stats"), extension_loaded("mysqli"));';
	foreach ([[[], 'false'], [['mynd'], 'true']] as [$modules, $there]) {
		[$status, $output, $errors] = run([$php, ...php_arguments($modules, ['-d', 'extension_dir=' . dirname($so)]), '-r', $code]);
		$pattern = "~^\nWarning: [^\n]*mynd at run time[^\n]*\nbool\(false\)\nbool\($there\)\nbool\($there\)\n$~";
		$good = $status === 0 && $errors === '' && preg_match($pattern, $output);
		check('dl() ' . implode(' ', $modules), $good ? [] : [json_encode([$status, $output, $errors])]);
	}
}

function check_other_entrances(): void
{
	global $php;
	$arguments = php_arguments(['mynd']);
	foreach (['mynd', 'mysqli', 'mysqlnd'] as $name) {
		[$status, $output, $errors] = run([$php, ...$arguments, '--ri', $name]);
		check("php --ri $name", $status === 0 && $errors === '' && str_starts_with($output, "\n$name\n") ? [] : [$output . $errors]);
	}
	[$status, $output] = run([$php, ...$arguments, '-m']);
	$names = array_intersect(explode("\n", $output), ['mynd', 'mysqli', 'mysqlnd']);
	check('php -m', $status === 0 && count($names) === 3 ? [] : [$output]);
	[$status, $output] = run([$php, ...$arguments, '-d', 'mysqli.default_port=3399', '-d', 'mysqlnd.net_read_buffer_size=65536', '-i']);
	$shown = str_contains($output, 'mysqli.default_port => 3399 => 3399') && str_contains($output, 'Read buffer size => 65536');
	check('php -i with settings of ours', $status === 0 && $shown ? [] : ["exit status $status"]);
}

/* Settings that stock owns are read anew: what ini_set() made of them counts. Its mysqlnd, our mysqli. */
function check_settings(): void
{
	global $php, $built_in;
	if (!in_array('mysqlnd', $built_in) && !php_accepts(['mysqlnd'])) {
		skip('settings of stock', 'there is no mysqlnd');
		return;
	}
	$code = 'try { new mysqli("localhost", "nobody", "", "", 0, "/nonexistent/mysqld.sock"); } catch (mysqli_sql_exception) {}'
		. 'foreach (["1", "0", "on"] as $on) { ini_set("mysqlnd.collect_statistics", $on); echo mysqli_get_client_stats()["connect_failure"]; }';
	foreach ([['mynd'], ['mysqlnd', 'mynd'], ['mynd', 'mysqlnd']] as $modules) {
		$result = run([$php, ...php_arguments(array_diff($modules, $built_in)), '-r', $code]);
		check('settings ' . implode(' ', $modules), $result === [0, '101', ''] ? [] : [json_encode($result)]);
	}
}

/* --- php-fpm --- */

function fpm_binary(): ?string
{
	$name = 'php-fpm' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
	foreach ([$name, 'php-fpm'] as $candidate) {
		foreach (['/usr/sbin/', '/usr/local/sbin/', '/usr/bin/', dirname(PHP_BINARY) . '/'] as $path) {
			if (is_executable($path . $candidate)) {
				return $path . $candidate;
			}
		}
	}
	return null;
}

function write_fpm_configuration(): void
{
	global $folder;
	$user = trim(run(['id', '-un'])[1]);
	file_put_contents("$folder/fpm.conf", implode("\n", ['[global]', 'daemonize = no', 'error_log = /proc/self/fd/2', '[www]',
		"user = $user", "listen = $folder/fpm.sock", 'pm = static', 'pm.max_children = 1', 'catch_workers_output = yes', '']));
}

/* Starts it and waits until it says that it is ready: [process, its standard error, what it said]. */
function start_fpm(array $command): array
{
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes);
	$said = '';
	while (($line = fgets($pipes[2])) !== false) {
		$said .= $line;
		if (str_contains($line, 'ready to handle connections')) {
			break;
		}
	}
	return [$process, $pipes[2], $said];
}

/* Three requests to one worker: what the second finds is what the first left behind. */
function problems_of_fpm(array $command, array $modules): array
{
	global $folder;
	[$process, $log, $said] = start_fpm($command);
	$problems = [];
	if (!str_contains($said, 'ready to handle connections')) {
		$problems[] = "it did not start: $said";
	}
	for ($i = 0; $i < 3 && !$problems; $i++) {
		try {
			[$output, $errors] = fastcgi_request("$folder/fpm.sock", __DIR__ . '/probe.php');
			$parts = explode("\r\n\r\n", $output, 2);
			$problems = [...problems_of_probe($parts[1] ?? $output, $modules), ...($errors === '' ? [] : ["it logged $errors"])];
		} catch (RuntimeException $e) {
			$problems = [$e->getMessage()];
		}
	}
	proc_terminate($process);
	$said .= stream_get_contents($log);
	$status = proc_close($process);
	if ($status !== 0 || preg_match('~SIG(SEGV|ABRT|BUS)~', $said)) {
		$problems[] = "it ended with $status: $said";
	}
	return [...$problems, ...problems_of_log(preg_replace('~"$~m', '', $said), $modules)];
}

function check_fpm(array $orders): void
{
	global $folder;
	$fpm = fpm_binary();
	if ($fpm === null) {
		skip('php-fpm', 'it is not here');
		return;
	}
	write_fpm_configuration();
	$root = posix_or_id_is_root() ? ['-R'] : [];
	foreach ($orders as $modules) {
		$command = [$fpm, ...php_arguments($modules), ...$root, '-y', "$folder/fpm.conf"];
		$name = implode(' ', $modules);
		[$status, $output, $errors] = run([...$command, '-t']);
		check("php-fpm -t $name", $status === 0 && $output === '' ? [] : ["exit status $status: $output$errors"]);
		check("php-fpm $name", problems_of_fpm([...$command, '-F'], $modules));
	}
}

function posix_or_id_is_root(): bool
{
	return trim(run(['id', '-u'])[1]) === '0';
}

/* --- all of it --- */

$stock = stock_modules();
$built_in = array_keys($stock, 'built in', true);
$shared = array_keys($stock, 'shared', true);
foreach (array_keys($stock, null, true) as $name) {
	skip($name, 'it is not here');
}

/* What stock has, where it is there to be asked. */
$probe_of = fn(array $modules) => json_decode(run([$php, ...php_arguments($modules), __DIR__ . '/reference.php'])[1], true);
$reference = php_accepts(['mysqlnd', 'mysqli']) ? $probe_of(['mysqlnd', 'mysqli']) : $probe_of(['mynd']);
[$settings, $statistics] = $reference;

$orders = every_order($shared);
foreach ($orders as $modules) {
	check_order($modules, 'cli');
}
$few = some_orders($orders);
check_silence($few);
check_terminal($few);
check_opcache($few);
check_dl();
check_other_entrances();
check_settings();
check_fpm($few);
check_valgrind($few);

array_map('unlink', glob("$folder/*"));
rmdir($folder);
echo count($orders), " orders\n$passed passed, $failed failed, $skipped skipped\n";
exit($failed > 0 || $passed === 0 ? 1 : 0);
