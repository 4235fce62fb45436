--TEST--
Mynd\intercept(): fatal errors, exit and destructors in interceptors; what is left serves the rest of the request, and the next one
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
function child(string $label, string $program, string $settings = ''): void
{
	[$output, $code] = run_child($program, '-d html_errors=0 -d display_errors=1 -d memory_limit=64M ' . $settings);
	$output = preg_replace(['/ in \S*child on line \d+/', '/^PHP .*\n/m', '/\d{7,} bytes/'], ['', '', 'N bytes'], $output);
	echo "-- $label\n", trim(preg_replace('/\n+/', "\n", $output)), "\n", $code, "\n";
}
const AFTERWARDS = '
	$m = link_for_test();
	$other = link_for_test();
	register_shutdown_function(function () use ($m, $other) {
		foreach ([$m, $other] as $link) {
			try {
				echo "shutdown: ", $link->query("SELECT 1")->fetch_column(), "\n";
			} catch (mysqli_sql_exception $e) {
				echo "shutdown: ", $e->getCode(), "\n";
			}
		}
	});
';
const FATAL = '@trigger_error("fatal", E_USER_ERROR);'; /* 8.4 would rather have it unused */
child('fatal before $next', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { ' . FATAL . ' }); $m->query("SELECT 2");');
child('fatal behind $next', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { $next($c); ' . FATAL . ' }); $m->query("SELECT 2");');
child('fatal in then()', AFTERWARDS . 'Mynd\intercept(fn($c, $next) => $next($c)->then(function () { ' . FATAL . ' })); $m->query("SELECT 2");');
child('fatal in then() at the reap', AFTERWARDS . 'Mynd\intercept(fn($c, $next) => $next($c)->then(function () { ' . FATAL . ' })); $m->query("SELECT 2", MYSQLI_ASYNC); $m->reap_async_query();');
child('fatal in later()', AFTERWARDS . 'Mynd\intercept(fn($c, $next) => Mynd\Reply::later(function () { ' . FATAL . ' })); $m->query("SELECT 2", MYSQLI_ASYNC); $m->reap_async_query();');
child('fatal in an execute', AFTERWARDS . '$s = $m->prepare("SELECT ?"); Mynd\intercept(function ($c, $next) { $next($c); ' . FATAL . ' }); $s->execute([1]);');
child('fatal in a connect', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { $next($c); ' . FATAL . ' }); link_for_test(host: "p:localhost");');
child('fatal in a pipeline', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { if ($c->sql === "SELECT 3") { ' . FATAL . ' } return $next($c); }); foreach (Mynd\pipeline($m, ["SELECT 2", "SELECT 3"]) as $o);');
child('exit', AFTERWARDS . 'Mynd\intercept(function ($c, $next) { static $n = 0; $r = $next($c); if (!$n++) { exit("exits\n"); } return $r; }); $m->query("SELECT 2");');
child('exit in then() at the reap', AFTERWARDS . 'Mynd\intercept(fn($c, $next) => $next($c)->then(function () { static $n = 0; if (!$n++) exit("exits\n"); })); $m->query("SELECT 2", MYSQLI_ASYNC); $m->reap_async_query();');
child('the end, with replies that nobody took', AFTERWARDS . '$x = new class { function __destruct() { echo "destructed\n"; } }; Mynd\intercept(fn($c, $next) => $next($c)->then(function () use ($x) { echo "told\n"; })); unset($x);
	$other->query("SELECT 2", MYSQLI_ASYNC); $n = link_for_test(); $n->query("SELECT 3", MYSQLI_ASYNC);');
child('destructors that query', '
	class Q { function __construct(public $m, public $n) {} function __destruct() { try { echo $this->n, " ", $this->m->query("SELECT 1")->fetch_column(), "\n"; } catch (mysqli_sql_exception $e) { echo $this->n, " ", $e->getCode(), "\n"; } } }
	$m = link_for_test(); $other = link_for_test();
	$i = Mynd\intercept(function ($c, $next) use ($m, $other) {
		if ($c->sql === "SELECT 1") return $next($c);
		new Q($m, "at once");
		new Q($other, "elsewhere");
		$r = $next($c->withAttribute("x", new Q($m, "attribute")));
		$r->then(function () use ($m) { new Q($m, "told"); });
		$q = new Q($m, "variable");
		return $r;
	});
	echo $m->query("SELECT 5")->fetch_column(), "\n";
	$m->query("SELECT 6", MYSQLI_ASYNC);
	echo $m->reap_async_query()->fetch_column(), "\n";
	$i->remove();
	$held = new Q($m, "held by a closure");
	$i = Mynd\intercept(function ($c, $next) use ($held) { return $next($c); });
	unset($held);
	$j = Mynd\intercept(function ($c, $next) use (&$i) { if ($i !== null) { $i->remove(); $i = null; } return $next($c); });
	echo $m->query("SELECT 7")->fetch_column(), "\n";
	echo $m->query("SELECT 8")->fetch_column(), "\n";');
?>
--EXPECT--
-- fatal before $next
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- fatal behind $next
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- fatal in then()
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- fatal in then() at the reap
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- fatal in later()
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- fatal in an execute
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- fatal in a connect
Fatal error: fatal
shutdown: 1
shutdown: 1
255
-- fatal in a pipeline
Fatal error: fatal
shutdown: shutdown: 2014
shutdown: 1
255
-- exit
exits
shutdown: 1
shutdown: 1
0
-- exit in then() at the reap
exits
shutdown: exits
0
-- the end, with replies that nobody took
told
shutdown: told
1
shutdown: told
shutdown: 2014
destructed
0
-- destructors that query
at once at once 2014
elsewhere 1
attribute attribute 2014
told told 2014
variable variable 2014
5
at once at once 2014
elsewhere 1
attribute attribute 2014
variable variable 2014
told told 2014
6
held by a closure held by a closure 2014
7
8
0
