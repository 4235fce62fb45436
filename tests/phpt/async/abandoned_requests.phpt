--TEST--
mynd.kill_abandoned: at the end of a worker's request what is given up is killed, if need be over a new spare connection; one that rests long is closed
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/abandoned.inc';
require __DIR__ . '/../lifetime/lifetime.inc';
watcher();
['user' => $user, 'password' => $password] = as_own_user();

function ask(Worker $worker, string $spare): void
{
	global $user, $password;
	$said = $worker->request(spare: $spare, user: $user, password: $password);
	tell('the spare connection ' . (str_starts_with($said, 'lost') ? 'is lost' : $spare), (int) preg_replace('/\D/', '', $said));
}

$worker = new Worker(__DIR__ . '/abandoned_requests.inc', '-d mynd.kill_abandoned=1');
ask($worker, 'open');
ask($worker, 'lost');
ask($worker, 'open');
until(fn() => count(own_threads()) === 1);
$worker->request(spare: 'none');
echo 'spare connections: ', count(own_threads()), "\n";
unset($worker);

$worker = new Worker(__DIR__ . '/abandoned_requests.inc', '-d mynd.kill_abandoned=1 -d mynd.idle_timeout=1');
ask($worker, 'open');
$closed = until(function () use ($worker) {
	$worker->request(spare: 'none');
	return own_threads() === [];
});
echo $closed ? "it is closed\n" : "it is not closed\n";
?>
--EXPECT--
the spare connection open: killed
the spare connection is lost: killed
the spare connection open: killed
spare connections: 1
the spare connection open: killed
it is closed
