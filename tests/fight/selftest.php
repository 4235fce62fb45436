<?php
/*
 * The machine itself: what must be found is found, what is legal passes, a seed makes one program, a shrunk
 * program still fails. Run by run.sh; prints what is wrong.
 */
require __DIR__ . '/all.inc';
require __DIR__ . '/process.inc';
require __DIR__ . '/shrink.inc';

/** What becomes of a program: the kind of its failure. */
function fate(string $code, float $limit = 60.0): string
{
	$file = tempnam(sys_get_temp_dir(), 'fight');
	file_put_contents($file, "<?php\n\$w = new World;\n$code\n\$w->end();\n");
	$command = explode("\n", getenv('MYND_FIGHT_PHP'));
	$process = new Process([...$command, '-d', 'display_errors=0', __DIR__ . '/worker.php', '--program', $file], $limit);
	$failure = $process->run(INF);
	unlink($file);
	return $failure === null ? 'passed' : "$failure->kind: $failure->what";
}

function expect(string $name, string $pattern, string $told): void
{
	if (!preg_match($pattern, $told)) {
		echo "$name: $told\n";
	}
}

$query = fn (string $rows) => '$w->m0 = $w->link(); $w->whole(' . $rows . ', 3, 5);';
expect('the right rows', '/^passed$/', fate($query('$w->m0->query("SELECT id, t, n, b FROM fight_rows WHERE id BETWEEN 3 AND 5")->fetch_all()')));
expect('a row less', '/^wrong: 2 rows/', fate($query('$w->m0->query("SELECT id, t, n, b FROM fight_rows WHERE id BETWEEN 3 AND 4")->fetch_all()')));
expect('other rows', '/^wrong: the row of id 3/', fate($query('$w->m0->query("SELECT id, t, n, b FROM fight_rows WHERE id BETWEEN 4 AND 6")->fetch_all()')));
expect('a row out of two', '/^wrong: a row out of two/', fate('$w->row([1, 3, row_text(3), row_number(3), row_blob(4)]);'));
expect('a value with a wrong byte', '/^wrong: no such value/', fate('$x = text("a", 9); $x[8] = "b"; $w->row($x);'));
expect('a crash', '/^crash: /', fate('posix_kill(getmypid(), 11);'));
expect('a crash within a call', '/^crash: /', fate('$w->m0 = $w->link(); $w->do(fn () => $w->m0->execute_query("SELECT ?", [new Mine("x", $w->block(1, fn () => posix_kill(getmypid(), 11)))]));'));
expect('a hang', '/^hang: /', fate('for (;;) { usleep(1000); }', 2.0));
expect('all memory', '/^memory: /', fate('ini_set("memory_limit", -1); $x = str_repeat("x", 3 << 29); sleep(30);'));
expect('an unknown fatal error', '/^fatal: /', fate('eval("function fate() {} function fate() {}");'));
expect('an uncaught exception', '/^passed$/', fate('throw new Exception;'));
expect('an exit within a call', '/^passed$/', fate('$w->m0 = $w->link(); $w->do(fn () => $w->m0->execute_query("SELECT ?", [new Mine("x", $w->block(1, function () { exit; }))]));'));
expect('a fatal error within a call', '/^passed$/', fate('$w->m0 = $w->link(); $w->do(fn () => $w->m0->execute_query("SELECT ?", [new Mine("x", $w->block(1, fn () => trigger_error("the fight is over", E_USER_ERROR)))]));'));
expect('a socket that stays open', '/^wrong: .*sockets/', fate('$GLOBALS["kept"] = $w->link();'));
expect('a session that is not clean', '/^passed$/', fate('$w->m0 = $w->link("persistent"); $w->m0->query("SET @fight = 1"); $w->m0->autocommit(false);'));

$program = fn (int $seed) => written((new Maker($seed))->program());
$two = fn (string $before) => "$before \$w->m0 = \$w->link(); foreach ([true, false] as \$commits) { \$w->loop->start(\$w->block(1, fn () => \$w->ledger->transaction(\$w->m0, 1, \$commits))); } \$w->loop->run(50);";
expect('fibers that take no turns', '/^wrong: of a transaction/', fate($two('$w->turns = true;')));
expect('fibers that take turns', '/^passed$/', fate($two('$w->set("mynd.fiber_turns", "on"); Mynd\waiter($w->loop->waiter("well", 1, $w->block(0, fn () => null)));')));
expect('half a transaction', '/^wrong: of a transaction that is to have all/', fate('$w->turns = true; $w->m0 = $w->link(); $w->ledger->transaction($w->m0, 0, true); $w->m0->query("DELETE FROM fight_turns WHERE part = 2");'));
expect('rows of another fiber', '/^wrong: rows of another fiber/', fate('$w->ledger->own(5, [[5, "a"], [6, "b"]]);'));
expect('a connection that does not come back to its pool', '/^wrong: a pool has the numbers/', fate('$w->l0 = $w->pool("mysqli", $w->block(0, fn () => null), 1); $GLOBALS["kept"] = $w->l0->acquire();'));
expect('a program whose fibers share', '/^same$/', $program(Maker::SHARING + 1) === $program(Maker::SHARING + 1) && str_contains($program(Maker::SHARING + 1), '$w->loop->run(') ? 'same' : 'another');

expect('a seed makes one program', '/^same$/', $program(7) === $program(7) ? 'same' : 'two');
expect('another seed makes another', '/^two$/', $program(7) === $program(8) ? 'same' : 'two');

/* A program fails that says "a" and, in the middle of something behind it, "b". */
$fails = function (array $list): ?Failure {
	return preg_match('/^\$w->do.*\ba\(\).*^\t+b\(\)/ms', written($list)) ? new Failure('crash', 'x') : null;
};
$long = [];
for ($i = 0; $i < 9; $i++) {
	$long[] = $statement = new Statement($i === 3 ? 'a();' : "other$i({{0}});");
	if ($i !== 3) {
		$statement->blocks[0] = [new Statement('x();'), new Statement($i === 6 ? 'b();' : 'y();'), new Statement('z();')];
	}
}
$short = (new Shrinker($fails, 'crash x', 30))->shrink($long);
expect('a program is shrunk', '/^3 still$/', Shrinker::size($short) . ($fails($short) ? ' still' : ' no more'));
