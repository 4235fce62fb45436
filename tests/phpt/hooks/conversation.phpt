--TEST--
The examples record.php and replay_conversation.php: an unchanged program hears the same again, with no server at all
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
$folder = sys_get_temp_dir() . '/mynd-conversation-' . getmypid();
mkdir($folder);
file_put_contents("$folder/program.php", '<?php
	mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	$flags = (int) $argv[1];
	$m = mysqli_init();
	$m->real_connect("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), getenv("MYND_TEST_DB"), flags: $flags);
	$other = new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"));
	foreach ($m->query("SELECT seq, REPEAT(CHAR(64 + seq), seq) FROM seq_1_to_5") as $row) {
		echo implode(" ", $row), "\n";
	}
	echo $other->query("SELECT CONNECTION_ID() + RAND()")->fetch_column(), "\n";
	echo json_encode($m->execute_query("SELECT ?, NOW(6)", ["value"])->fetch_assoc()), "\n";
	try {
		$m->query("SELECT nonsense");
	} catch (mysqli_sql_exception $e) {
		echo $e->getMessage(), "\n";
	}
	echo strlen($m->query("SELECT REPEAT(RAND(), 100000)")->fetch_column()) > 1000000, " ", md5($m->query("SELECT RANDOM_BYTES(1024), REPEAT(RAND(), 10000)")->fetch_column(1)), "\n";
	$m->query("SELECT UUID() u", MYSQLI_ASYNC);
	$links = [$m];
	$none = [];
	while (mysqli_poll($links, $none, $none, 5) === 0);
	echo $m->reap_async_query()->fetch_column(), "\n";
	foreach (Mynd\pipeline($m, ["SELECT 1, UUID()", "SELECT 2, UUID()", ["SELECT ?, UUID()", [3]]]) as $r) {
		echo implode(" ", $r->fetch_row()), "\n";
	}
	$m->close();
	echo $other->query("SELECT \'" . ($argv[2] ?? "the same") . "\'")->fetch_column(), "\n";
');
$examples = realpath(__DIR__ . '/../../../examples');
putenv("CONVERSATION=$folder/talk");
$run = fn(string $prepend, string $socket, string $arguments) => shell_exec(php_command("-d auto_prepend_file=$examples/$prepend -d display_errors=1 -d mysqli.default_socket=$socket $folder/program.php $arguments") . ' 2>&1');
foreach (['plain' => 0, 'compressed' => MYSQLI_CLIENT_COMPRESS] as $name => $flags) {
	$first = $run('record.php', getenv('MYND_TEST_SOCKET'), $flags);
	$again = $run('replay_conversation.php', "$folder/nobody.sock", $flags);
	echo "$name: ", substr_count($first, "\n"), ' lines, ', $first === $again ? 'the same' : "\n$first---\n$again", "\n";
	$third = $run('replay_conversation.php', "$folder/nobody.sock", "$flags another");
	preg_match('/LogicException: ([^\n]*?) in /', $third, $m);
	echo "$name, another program: ", $m[1] ?? $third, "\n";
}
unlink("$folder/talk");
unlink("$folder/program.php");
echo rmdir($folder) ? 'nothing is left' : 'something is left', "\n";
?>
--EXPECT--
plain: 14 lines, the same
plain, another program: The program says another thing than it did then: SELECT 'another', not SELECT 'the same'
compressed: 14 lines, the same
compressed, another program: The program says another thing than it did then: SELECT 'another', not SELECT 'the same'
nothing is left
