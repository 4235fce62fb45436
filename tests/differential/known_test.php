<?php
// The list of known differences itself: each entry names a line that docs/compatibility*.md has, and its
// calls show that difference, so none is left over when a difference is gone. Last line: "N passed, N
// failed". Arguments as those of differential.php.

foreach (['dice', 'values', 'server', 'schema', 'texts', 'sides', 'compare', 'print'] as $name) {
	require __DIR__ . "/$name.php";
}
$known_list = require __DIR__ . '/known.php';
$options = getopt('', ['stock:', 'mynd:', 'folder:']);
is_dir($options['folder']) || mkdir($options['folder'], 0777, true);
file_put_contents("$options[folder]/infile.txt", "301,a\n302,\\N\nx\n303,\"q\",more\n1\n");
putenv("MYND_TEST_FILE=$options[folder]/infile.txt");
$sides = new Sides(explode(' ', $options['stock']), explode(' ', $options['mynd']), $options['folder']);
$pages = array_map(file_get_contents(...), glob(dirname(__DIR__, 2) . '/docs/compatibility*.md'));
$document = preg_replace('/\s+/', ' ', implode(' ', $pages));

function is_server(string $title): bool
{
	static $mariadb = null;
	$mariadb ??= str_contains((new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET')))->server_info, 'MariaDB');
	return ($title === 'MySQL') === !$mariadb;
}

/** @return ?string what is wrong with an entry */
function fault(string $name, array $known_list, string $document, Sides $sides): ?string
{
	$known = $known_list[$name];
	if (!str_contains($document, $known['line'])) {
		return "docs/compatibility*.md has no \"$known[line]\"";
	}
	if (isset($known['server']) && !is_server($known['server'])) {
		return null;
	}
	$program = ['seed' => 0, 'report' => 3, 'precision' => 14, 'masked' => ['thread_id', 'id'], 'calls' => $known['shows'],
		'tables' => [['name' => 't0', 'columns' => [['id', 'INT NOT NULL PRIMARY KEY'], ['c0', 'VARCHAR(3)']], 'options' => 'ENGINE=InnoDB', 'rows' => [['1', "'a'"], ['2', "'b'"]]]],
		'procedures' => ["CREATE PROCEDURE p0() BEGIN SELECT 1 AS a; SELECT 'b' AS b UNION ALL SELECT 'c'; END", 'CREATE PROCEDURE p1(IN n INT) BEGIN SELECT n AS n; IF n > 1 THEN SELECT nope; END IF; END']];
	[$stock, $mynd] = $sides->both($program);
	$comparison = Comparison::of($program, $stock, $mynd, $known_list);
	if ($comparison->unexplained !== null) {
		return 'its calls show another: ' . $comparison->unexplained->sign() . "\n" . Printed::source($program, $comparison->unexplained);
	}
	return isset($comparison->known[$name]) ? null : 'its calls do not show it (they show: ' . implode(', ', array_keys($comparison->known)) . ")\n" . implode("\n", $stock) . "\n---\n" . implode("\n", $mynd);
}

$failed = 0;
foreach (array_keys($known_list) as $name) {
	$fault = fault($name, $known_list, $document, $sides);
	if ($fault !== null) {
		$failed++;
		echo "--- $name: $fault\n";
	}
}
$sides->stop();
printf("%d passed, %d failed\n", count($known_list) - $failed, $failed);
exit($failed > 0 ? 1 : 0);
