--TEST--
Mynd\filter(): filters that undo each other under every kind of command, with compression, with TLS, with both
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/filters.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), from 8.4 on */
/*
 * Rotated twice is what it was; a filter that the program wrote gives bytes on in small pieces, and holds
 * each time some of them back.
 */
Mynd\filter('string.rot13');
$passed = ['in' => 0, 'out' => 0];
Mynd\filter('test.in', function (string $bytes) use (&$passed) {
	static $held = '';
	$passed['in'] += strlen($bytes);
	$all = $held . $bytes;
	$held = $bytes === '' ? '' : substr($all, -5);
	return $held === '' ? $all : substr($all, 0, -5);
}, STREAM_FILTER_READ);
Mynd\filter('test.out', function (string $bytes) use (&$passed) {
	$passed['out'] += strlen($bytes);
	return $bytes;
}, STREAM_FILTER_WRITE);
Mynd\filter('string.rot13');

$file = tempnam(sys_get_temp_dir(), 'mynd');
file_put_contents($file, implode("\n", range(1, 500)));
function everything(mysqli $m): string
{
	global $file;
	$said = [];
	$m->query('CREATE TEMPORARY TABLE t (i INT, s LONGTEXT)');
	$text = str_repeat(md5('x'), 20000);
	$m->query("INSERT INTO t VALUES (1, '$text'), (2, NULL)");
	$said[] = $m->query('SELECT * FROM t')->fetch_all() === [['1', $text], ['2', null]];
	$said[] = count($m->query('SELECT seq, REPEAT(char(65 + seq % 26), seq % 300) FROM seq_1_to_20000', MYSQLI_USE_RESULT)->fetch_all());
	$said[] = $m->execute_query('SELECT s FROM t WHERE i = ?', [1])->fetch_column() === $text;
	$s = $m->prepare('SELECT seq FROM seq_1_to_100');
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$s->execute();
	$s->bind_result($seq);
	for ($sum = 0; $s->fetch(); $sum += $seq);
	$said[] = $sum;
	$s->close();
	$m->multi_query('SELECT 1; SELECT 2; DO 1');
	do {
		$said[] = $m->store_result() ? 'set' : 'none';
	} while ($m->next_result());
	$said[] = array_sum(array_map(fn($r) => $r->fetch_column(), iterator_to_array(Mynd\pipeline($m, array_map(fn($i) => "SELECT $i", range(1, 300))))));
	$m->query('SELECT SLEEP(0.01)', MYSQLI_ASYNC);
	$links = [$m];
	$none = [];
	while (mysqli_poll($links, $none, $none, 5) === 0);
	$said[] = $m->reap_async_query()->fetch_column();
	$m->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE t (i)");
	$said[] = $m->affected_rows;
	try {
		$m->query('SELECT nonsense');
	} catch (mysqli_sql_exception $e) {
		$said[] = $e->getCode();
	}
	$said[] = $m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
	$said[] = $m->ping();
	return show($said);
}
foreach (['plain' => [null, 0], 'TCP' => ['127.0.0.1', 0], 'compressed' => [null, MYSQLI_CLIENT_COMPRESS], 'TLS' => ['127.0.0.1', MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT],
	'TLS and compressed' => ['127.0.0.1', MYSQLI_CLIENT_COMPRESS | MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT]] as $name => [$host, $flags]) {
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
	$m->real_connect(...[...where(host: $host), $flags]);
	$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
	$before = $passed;
	echo "$name: ", everything($m), "\n";
	if ($flags === 0) {
		echo '  passed all that was read and written: ', show([$passed['in'] - $before['in'] > 1000000, $passed['out'] - $before['out'] > 600000]), "\n";
	}
	echo '  compressed bytes passed: ', show($passed['in'] - $before['in'] < 1000000), "\n";
	$m->close();
}
unlink($file);
?>
--EXPECT--
plain: [true,20000,true,5050,"set","set","none",45150,"0",500,1054,true,true]
  passed all that was read and written: [true,true]
  compressed bytes passed: false
TCP: [true,20000,true,5050,"set","set","none",45150,"0",500,1054,true,true]
  passed all that was read and written: [true,true]
  compressed bytes passed: false
compressed: [true,20000,true,5050,"set","set","none",45150,"0",500,1054,true,true]
  compressed bytes passed: true
TLS: [true,20000,true,5050,"set","set","none",45150,"0",500,1054,true,true]
  compressed bytes passed: false
TLS and compressed: [true,20000,true,5050,"set","set","none",45150,"0",500,1054,true,true]
  compressed bytes passed: true
