--TEST--
Waits: what another fiber does with a link, a statement or a result, at each wait of each call that is under way on it
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/calls.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping() and kill(), from 8.4 on */
print_warnings();

/** All that can be done to what a call works on, without closing it. */
function use_all(Things $t): array
{
	$said = [];
	$try = function (string $what, callable $program) use (&$said) {
		$said[$what] = outcome_of($program);
	};
	if ($m = $t->link) {
		$try('query', fn() => $m->query('SELECT 1'));
		$try('query, asynchronous', fn() => $m->query('SELECT 1', MYSQLI_ASYNC));
		$try('query, unbuffered', fn() => $m->query('SELECT 1', MYSQLI_USE_RESULT));
		$try('multi_query', fn() => $m->multi_query('SELECT 1; SELECT 2'));
		$try('store_result', fn() => $m->store_result());
		$try('use_result', fn() => $m->use_result());
		$try('next_result', fn() => $m->next_result());
		$try('prepare', fn() => $m->prepare('SELECT 1'));
		$try('execute_query', fn() => $m->execute_query('SELECT ?', [1]));
		$try('ping', fn() => $m->ping());
		$try('stat', fn() => $m->stat());
		$try('select_db', fn() => $m->select_db('mysql'));
		$try('change_user', fn() => $m->change_user('nobody', 'x', null));
		$try('set_charset', fn() => $m->set_charset('latin1'));
		$try('begin_transaction', fn() => $m->begin_transaction() || throw new mysqli_sql_exception($m->error, $m->errno)); /* it answers in silence */
		$try('reap_async_query', fn() => $m->reap_async_query());
		$try('Mynd\reap()', fn() => Mynd\reap($m));
		$try('Mynd\pipeline()', fn() => throw iterator_to_array(Mynd\pipeline($m, ['SELECT 1']))[0]);
		$try('new result', fn() => new mysqli_result($m));
		$try('connect', fn() => @$m->real_connect(...where()));
		$try('what is known', fn() => var_export([$m->errno, $m->info, $m->affected_rows], true));
	}
	if ($s = $t->stmt) {
		$try('stmt: execute', fn() => $s->execute());
		$try('stmt: execute_async', fn() => Mynd\execute_async($s));
		$try('stmt: Mynd\reap()', fn() => Mynd\reap($s));
		$try('stmt: fetch', fn() => $s->fetch());
		$try('stmt: get_result', fn() => $s->get_result());
		$try('stmt: store_result', fn() => $s->store_result());
		$try('stmt: next_result', fn() => $s->next_result());
		$try('stmt: reset', fn() => $s->reset());
		$try('stmt: prepare', fn() => $s->prepare('SELECT 1'));
		$try('stmt: get_warnings', fn() => $s->get_warnings());
		$try('stmt: what is known', fn() => $s->result_metadata());
	}
	if ($r = $t->result) {
		$try('result: fetch_row', fn() => $r->fetch_row());
		$try('result: fetch_all', fn() => $r->fetch_all());
		$try('result: fetch_object', fn() => $r->fetch_object());
		$try('result: lengths', fn() => $r->lengths);
	}
	return $said;
}

$acts = [
	'use' => fn(Things $t) => use_all($t),
	'close the link' => fn(Things $t) => $t->link->close(),
	'close the statement' => fn(Things $t) => $t->stmt?->close(),
	'prepare another one' => fn(Things $t) => $t->stmt?->prepare('SELECT 1'),
	'begin the statement anew' => fn(Things $t) => $t->stmt?->__construct(link_for_test(), 'SELECT 1'),
	'free the result' => fn(Things $t) => $t->result?->free(),
	'free the statement\'s' => fn(Things $t) => $t->stmt?->free_result(),
	'a new result in its object' => function (Things $t) {
		$other = link_for_test();
		$other->real_query('SELECT 1');
		$t->result?->__construct($other);
	},
	'bind other variables' => fn(Things $t) => $t->stmt?->field_count ? $t->stmt->bind_result(...array_fill(0, $t->stmt->field_count, null)) : null,
	'drop what is known' => fn(Things $t) => $t->forget(),
	'all of these' => function (Things $t) {
		$s = $t->stmt;
		$r = $t->result;
		$m = $t->link;
		outcome_of(fn() => $r?->free());
		outcome_of(fn() => $s?->close());
		outcome_of(fn() => $m?->close());
		use_all($t);
		$t->forget();
	},
];
/*
 * A link that is merely polled, or taken steps on, is in no call: to use it is allowed, and changes what
 * comes.
 */
$free = ['mysqli_poll', 'Mynd\as_completed()', 'Mynd\pipeline()', 'close'];
/* Stock reports no failure of these. Rows go to what is bound when they come. */
$harmless = fn(string $name, string $what, string $answer) => (in_array($name, ['stmt: reset', 'stat', 'savepoint', 'get_warnings']) && in_array($answer, ['false', 'null'])) || ($what === 'bind other variables' && is_numeric($answer));
/* What a call may come to where its link, statement or result was done away with. */
$expected = '~^(! (2006|2014|2002) |! Error mysqli(_stmt|_result)? object is already closed|! Error Call to a member function|\[.*"failed"\]$|0$|\[\]$)~';
$seldom = ['stmt: next_result', 'real_connect, persistent', 'close']; /* what these wait for is mostly here */
$not_interrupted = [];
foreach (calls() as $name => [$make, $call]) {
	$t = $make();
	$undisturbed = outcome_of(fn() => $call($t));
	$t = null;
	foreach ($acts as $what => $act) {
		for ($n = 1; $n <= 5; $n++) {
			$fiber = Nth::fiber($n, function () use ($make, $call, &$t, &$answer) {
				$t = $make();
				$answer = null;
				return function () use ($t, $call, &$answer) {
					$answer = outcome_of(fn() => $call($t));
				};
			});
			if ($fiber->isTerminated()) {
				if ($n === 1 && !in_array($name, $seldom)) {
					$not_interrupted[] = "$name, $what";
				}
				break;
			}
			$said = null;
			$thrown = outcome_of(function () use ($act, $t, &$said) {
				$said = $act($t);
			});
			if ($what === 'use' && !in_array($name, $free)) {
				foreach ($said as $method => $answered) {
					if (!str_starts_with($answered, '! 2014 ') && !preg_match('~lengths|what is known|get_warnings|Error mysqli|must have an outstanding~', "$method $answered")
						&& $answered !== "\"mysqli_result\"" && !($method === 'stmt: fetch' && $answered === 'null')) { /* its rows have been skipped by then */
						echo "$name, wait $n: $method: $answered\n";
					}
				}
			}
			$fiber->resume(true);
			if (!$fiber->isTerminated()) {
				echo "$name, wait $n, $what: does not come back\n";
			} elseif ($answer !== $undisturbed && ($what === 'use' ? !in_array($name, $free) : !$harmless($name, $what, $answer) && !preg_match($expected, $answer))) {
				echo "$name, wait $n, $what: $answer\n";
			}
			if ($what === 'use' && $t->link && !in_array($name, $free)) {
				try { /* it goes on as ever */
					if ($t->link->query("SELECT 'on'")->fetch_column() !== 'on') {
						echo "$name, wait $n: another answer\n";
					}
				} catch (Throwable $e) {
					$left = $e->getCode() === 2014 && ($t->result || $t->stmt);
					echo $left ? '' : "$name, wait $n: then ! {$e->getCode()}\n";
				}
			}
			$t = $fiber = null;
		}
	}
}
echo link_for_test()->query("SELECT 'well'")->fetch_column(), ', not interrupted: ', show($not_interrupted), "\n";
--EXPECT--
well, not interrupted: []
