<?php
require __DIR__ . '/calls.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping() and kill(), from 8.4 on */
print_warnings();

final class Wanted extends Exception
{
}

/** What a link answers that was given up in the middle: its next command, and why. */
function is_lost(mysqli $link): string
{
	try {
		$link->query('SELECT 1');
		return 'not lost';
	} catch (mysqli_sql_exception $e) {
		$failure = Mynd\last_failure($link);
		return $e->getCode() === 2006 && $failure['cause'] === 'lost' && $failure['errno'] === PCNTL_ECANCELED ? 'lost' : "{$e->getCode()} " . json_encode($failure);
	} catch (Error $e) {
		return 'lost'; /* it never was connected, or close() was the call */
	}
}

defined('PCNTL_ECANCELED') || define('PCNTL_ECANCELED', 125);
/* While nothing but the readiness of several links is waited for, no link is in a call. */
$merely_polled = ['mysqli_poll', 'Mynd\as_completed()'];
$seldom = ['stmt: next_result', 'real_connect, persistent', 'close']; /* what these wait for is mostly here */
$not_interrupted = [];
foreach (calls() as $name => [$make, $call]) {
	foreach (['dropped', 'thrown'] as $end) {
		for ($n = 1; $n <= 5; $n++) {
			$fiber = Nth::fiber($n, function () use ($make, $call, $end, &$t, &$answer, &$finally) {
				$t = $make();
				$answer = 'nothing';
				$finally = '';
				return function () use ($t, $call, $end, &$answer, &$finally) {
					try {
						$answer = 'nothing';
						$answer = show($call($t));
					} catch (Wanted) {
						$answer = 'wanted';
					} finally {
						/* a fiber that is being destroyed is not asked to suspend */
						Nth::$left = $end === 'dropped' && $answer === 'nothing' ? 1 : 0;
						$finally = link_for_test()->query("SELECT 'finally'")->fetch_column();
					}
				};
			});
			if ($fiber->isTerminated()) {
				if ($n === 1 && !in_array($name, $seldom)) {
					$not_interrupted[] = "$name, $end";
				}
				break;
			}
			if ($end === 'dropped') {
				$fiber = null;
				gc_collect_cycles();
			} else {
				$fiber->throw(new Wanted);
				$fiber->isTerminated() || $fiber->resume(true);
			}
			if ($answer !== ($end === 'dropped' ? 'nothing' : 'wanted') || $finally !== 'finally') {
				echo "$name, wait $n, $end: $answer, $finally\n";
			}
			$state = is_lost($t->link);
			if (!in_array($name, $merely_polled) && $state !== 'lost') {
				echo "$name, wait $n, $end: the link is $state\n";
			}
			$t->forget();
		}
	}
}
echo link_for_test()->query("SELECT 'well'")->fetch_column(), ', not interrupted: ', show($not_interrupted), "\n";
