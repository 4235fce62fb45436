<?php
/*
 * Prints what a run has to say of itself, as a line of JSON for the page and for bench/results/: the machine,
 * the versions, the date. Run by PHP with mynd; the server is that of MYND_TEST_SOCKET.
 *
 *   about.php STOCK-PHP ROOT SIZE COMMAND...
 *
 * SIZE is a sentence that the page shows if this was a small run. What is changed in documents and
 * figures changes nothing that is measured: it is not told.
 */

declare(strict_types=1);

function found(string $file, string $pattern): ?string
{
	return preg_match($pattern, (string) @file_get_contents($file), $match) === 1 ? trim($match[1]) : null;
}

function output(string ...$command): string
{
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
	$output = trim((string) stream_get_contents($pipes[1]));
	return proc_close($process) === 0 ? $output : '';
}

function commit(string $root): ?string
{
	$commit = output('git', '-C', $root, 'rev-parse', '--short=12', 'HEAD');
	$changes = output('git', '-C', $root, 'status', '--porcelain', '--untracked-files=no', '--', '.', ':!bench/results', ':!docs', ':!*.md');
	return $commit === '' ? null : $commit . ($changes === '' ? '' : ', with changes');
}

/** "after 0.2.0", the newest version, if there is something that no version has yet. */
function version(string $root): string
{
	$is_under_way = preg_match('/^## \[Unreleased\]\s+(?!## )\S.*?^## \[(\d[^]]*)\]/ms', (string) @file_get_contents("$root/CHANGELOG.md"), $newest) === 1;
	return $is_under_way ? "after $newest[1]" : (string) phpversion('mynd');
}

function server_version(): string
{
	$link = new mysqli('localhost', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'), null, 0, (string) getenv('MYND_TEST_SOCKET'));
	[$version, $comment] = $link->query('SELECT VERSION(), @@version_comment')->fetch_row();
	return (str_contains($version, 'MariaDB') ? 'MariaDB ' : 'MySQL ') . strtok($version, '-') . " ($comment)";
}

[, $stock, $root, $size] = $argv;
$load = sys_getloadavg() ?: [0.0];
$about = [
	'Date' => gmdate('j F Y, H:i') . ' UTC',
	'Command' => implode(' ', array_slice($argv, 4)),
	'Size' => $size,
	'Commit' => commit($root),
	'mynd' => version($root),
	'Stock' => output($stock, '-r', 'echo mysqli_get_client_info();'),
	'PHP' => PHP_VERSION . (PHP_ZTS ? ', with threads' : ''),
	'Server' => server_version(),
	'Processor' => found('/proc/cpuinfo', '/^model name\s*:(.*)$/m') ?? php_uname('m'),
	'Cores' => output('nproc'),
	'Memory' => sprintf('%.1f GiB', (int) found('/proc/meminfo', '/^MemTotal:\s*(\d+) kB/m') / 1048576),
	'Load' => sprintf('%.2f processes, in the minute before it began', $load[0]),
	'Kernel' => php_uname('s') . ' ' . php_uname('r'),
	'System' => found('/etc/os-release', '/^PRETTY_NAME="?([^"\n]*)/m'),
];
echo json_encode(['about' => array_filter($about)], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
