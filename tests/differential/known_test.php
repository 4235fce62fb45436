<?php
// The lists of known differences themselves: each entry names a line that a page of docs/ has, and its calls
// show that difference, so none is left over when a difference is gone. Last line: "N passed, N failed".
// Arguments as those of differential.php.

foreach (['dice', 'values', 'server', 'schema', 'texts', 'settings', 'sides', 'before', 'compare', 'print'] as $name) {
	require __DIR__ . "/$name.php";
}

final class KnownTest
{
	public int $passed = 0;
	public int $failed = 0;
	private bool $mariadb;

	public function __construct(private array $options)
	{
		is_dir($options['folder']) || mkdir($options['folder'], 0777, true);
		file_put_contents("$options[folder]/infile.txt", "301,a\n302,\\N\nx\n303,\"q\",more\n1\n");
		putenv("MYND_TEST_FILE=$options[folder]/infile.txt");
		$link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
		$this->mariadb = str_contains($link->server_info, 'MariaDB');
	}

	/** @param list<string> $with settings of mynd's side @param list<string> $pages that name what differs */
	public function list(array $list, array $with, array $pages): void
	{
		$settings = new Settings($with);
		$document = preg_replace('/\s+/', ' ', implode(' ', array_map(file_get_contents(...), $pages)));
		$sides = new Sides(explode(' ', $this->options['stock']), [...explode(' ', $this->options['mynd']), ...$settings->arguments()], $this->options['folder']);
		foreach ($list as $name => $known) {
			$fault = str_contains($document, $known['line']) ? $this->fault($name, $known, $settings, $sides) : "no page has \"$known[line]\"";
			$fault === null ? $this->passed++ : $this->failed++;
			echo $fault === null ? '' : "--- $name: $fault\n";
		}
		$sides->stop();
	}

	/** Entries of expressions: their lines stand in a page. */
	public function expressions(array $list, array $pages): void
	{
		$document = preg_replace('/\s+/', ' ', implode(' ', array_map(file_get_contents(...), $pages)));
		foreach ($list as $name => $known) {
			str_contains($document, $known['line']) ? $this->passed++ : $this->failed++;
			echo str_contains($document, $known['line']) ? '' : "--- $name: no page has \"$known[line]\"\n";
		}
	}

	/** @return ?string what is wrong with an entry */
	private function fault(string $name, array $known, Settings $settings, Sides $sides): ?string
	{
		if (isset($known['server']) && ($known['server'] === 'MariaDB') !== $this->mariadb) {
			return null;
		}
		$program = $settings->adapted(['seed' => 0, 'report' => 3, 'precision' => 14, 'masked' => ['thread_id', 'id'], 'calls' => $known['shows'],
			'tables' => [['name' => 't0', 'columns' => [['id', 'INT NOT NULL PRIMARY KEY'], ['c0', 'VARCHAR(3)']], 'options' => 'ENGINE=InnoDB', 'rows' => [['1', "'a'"], ['2', "'b'"]]]],
			'procedures' => ["CREATE PROCEDURE p0() BEGIN SELECT 1 AS a; SELECT 'b' AS b UNION ALL SELECT 'c'; END", 'CREATE PROCEDURE p1(IN n INT) BEGIN SELECT n AS n; IF n > 1 THEN SELECT nope; END IF; END']]);
		[$stock, $mynd] = $sides->both($program);
		$comparison = Comparison::of($program, $stock, $mynd, $settings->known());
		if ($comparison->unexplained !== null) {
			return 'its calls show another: ' . $comparison->unexplained->sign() . "\n" . Printed::source($program, $comparison->unexplained);
		}
		return isset($comparison->known[$name]) ? null : 'its calls do not show it (they show: ' . implode(', ', array_keys($comparison->known)) . ")\n" . implode("\n", $stock) . "\n---\n" . implode("\n", $mynd);
	}
}

$docs = dirname(__DIR__, 2) . '/docs';
$compatibility = glob("$docs/compatibility*.md");
$test = new KnownTest(getopt('', ['stock:', 'mynd:', 'folder:']));
$test->list((new Settings([]))->known(), [], $compatibility);
$test->expressions(require __DIR__ . '/known_expressions.php', $compatibility);
foreach (require __DIR__ . '/known_with.php' as $setting => $list) {
	$pages = [
		'mynd.round_trips=fewer' => ['round-trips', 'deferred-prepares'],
		'mynd.persistent=all' => ['persistent-connections', 'persistent-resets'],
		'mynd.reconnect=1' => ['reconnect'],
	][$setting];
	$test->list($list, [$setting, 'mynd.pipelining=on'], [...$compatibility, ...array_map(fn (string $page) => "$docs/$page.md", $pages)]);
}
printf("%d passed, %d failed\n", $test->passed, $test->failed);
exit($test->failed > 0 ? 1 : 0);
