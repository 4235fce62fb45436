--TEST--
Mynd\replay() in one request after another, without a connection: each counts its rows, of texts and of native numbers
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
require __DIR__ . '/../lifetime/lifetime.inc';

$kept = '';
$keeps = Mynd\intercept(function (Mynd\Command $c, callable $next) use (&$kept) {
	$reply = $next($c);
	$kept = $c->kind === Mynd\Kind::Query ? $reply->capture() : $kept;
	return $reply;
});
$worker = new Worker(__DIR__ . '/replay_requests.inc');
foreach (['texts' => 0, 'native numbers' => 1] as $name => $native) {
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, $native);
	$m->real_connect(...where());
	$m->query('SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3')->fetch_all();
	for ($i = 1; $i <= 3; $i++) {
		echo "$name, request $i: ", $worker->request(kept: base64_encode($kept)), "\n";
	}
}
?>
--EXPECT--
texts, request 1: [[["1"],["2"],["3"]],[3,3]]
texts, request 2: [[["1"],["2"],["3"]],[3,3]]
texts, request 3: [[["1"],["2"],["3"]],[3,3]]
native numbers, request 1: [[[1],[2],[3]],[3,3]]
native numbers, request 2: [[[1],[2],[3]],[3,3]]
native numbers, request 3: [[[1],[2],[3]],[3,3]]
