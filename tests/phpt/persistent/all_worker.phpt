--TEST--
mynd.persistent=all: an ordinary connect of a worker's next request gets the connection of the last one, however that has ended
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$worker = new Worker(__DIR__ . '/requests.inc', '-d display_errors=1 -d html_errors=0 -d mynd.persistent=all');
$watch = link_for_test();
function ask(string $way): array
{
	global $worker;
	[$thread, $seen] = explode(':', $worker->request(way: $way, ordinary: '1'), 3);
	if ($seen !== '[null,"1","' . getenv('MYND_TEST_DB') . '"]') {
		echo "$way: sees $seen\n";
	}
	return [(int) $thread, $way];
}
foreach (['well', 'close', 'exit', 'static', 'cycle', 'destructor', 'unread, small', 'statements', 'results'] as $way) {
	[$thread] = ask($way);
	[$next] = ask('well');
	echo $way, $next === $thread ? "\n" : ": another connection\n";
}
[$thread] = ask('uncaught');
[$next] = ask('well');
echo 'uncaught: ', $next === $thread ? 'the same' : 'another', ', ', is_gone($watch, $thread) ? 'gone' : 'still there', "\n";
?>
--EXPECT--
well
close
exit
static
cycle
destructor
unread, small
statements
results
uncaught: another, gone
