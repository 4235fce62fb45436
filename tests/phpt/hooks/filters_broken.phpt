--TEST--
Mynd\filter(): filters that fail, throw, lie, swallow, and meddle with their own link
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/filters.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), from 8.4 on */
print_warnings();
$on = null;
/** Tries a query on a link whose filter does `$what` once it is armed. */
function with(string $label, int $way, callable $what): void
{
	global $on;
	$on = null;
	$f = Mynd\filter('test.it', function (string $bytes, bool $closing, $filter) use ($what) {
		global $on;
		return $on === null || $bytes === '' ? $bytes : $what($bytes, $on, $closing, $filter);
	}, $way);
	$m = link_for_test();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	$f->remove();
	$on = $m;
	attempt($label, fn() => $m->query("SELECT 'before'")->fetch_column());
	$on = null;
	attempt('  known', fn() => [$m->errno, ...array_filter(array_values(Mynd\last_failure($m) ?? []), fn($said) => in_array($said, ['lost', 'malformed', 'timed out', 'a stream filter has failed, or has closed the connection'], true))]);
	attempt('  then', fn() => $m->query("SELECT 'after'")->fetch_column());
	attempt('  close', fn() => $m->close());
}
foreach ([STREAM_FILTER_READ => 'read', STREAM_FILTER_WRITE => 'write'] as $way => $name) {
	with("$name: fails", $way, fn() => null);
	with("$name: throws", $way, fn() => throw new DomainException('thrown by the filter'));
	with("$name: rubbish", $way, fn($bytes) => str_repeat("\xff", strlen($bytes)));
	with("$name: swallows", $way, fn($bytes) => '');
	with("$name: queries its link", $way, fn($bytes, $m) => $m->query('SELECT 1'));
	with("$name: queries its link and goes on", $way, function ($bytes, $m) {
		attempt('  in the filter, query', fn() => $m->query('SELECT 1'));
		attempt('  in the filter, ping', fn() => $m->ping());
		attempt('  in the filter, prepare', fn() => $m->prepare('SELECT 1'));
		attempt('  in the filter, async', fn() => $m->query('SELECT 1', MYSQLI_ASYNC));
		attempt('  in the filter, stat', fn() => $m->stat());
		attempt('  in the filter, what is known', fn() => $m->thread_id > 0 && $m->host_info);
		return $bytes;
	});
	with("$name: closes its link", $way, function ($bytes, $m) {
		attempt('  in the filter', fn() => $m->close());
		return $bytes;
	});
	with("$name: suspends", $way, function ($bytes) {
		attempt('  in the filter', fn() => Fiber::suspend());
		return $bytes;
	});
	with("$name: another link", $way, function ($bytes) {
		attempt('  in the filter', fn() => link_for_test()->query("SELECT 'of another link'")->fetch_column());
		return $bytes;
	});
	with("$name: plays with its stream", $way, function ($bytes, $m, $closing, $filter) {
		attempt('  fwrite', fn() => @fwrite($filter->stream, 'x'));
		attempt('  fread', fn() => fread($filter->stream, 10));
		attempt('  fclose', fn() => @fclose($filter->stream));
		return $bytes;
	});
}
$f = Mynd\filter('test.it', function (string $bytes, bool $closing, $filter) use (&$stream) {
	$stream = $filter->stream;
	return $bytes;
});
$m = link_for_test();
$f->remove();
for ($i = 0; $i < 3; $i++) {
	attempt('its stream closed from outside', fn() => fclose($stream) ? $m->query('SELECT 1')->fetch_column() : null);
}
unset($m);
attempt('and the link gone', fn() => fclose($stream));
echo "in a fiber\n";
$fiber = new Fiber(fn() => with('read: suspends', STREAM_FILTER_READ, function ($bytes) {
	attempt('  in the filter', fn() => Fiber::suspend());
	return $bytes;
}));
$fiber->start();

echo "at the connect\n";
foreach ([STREAM_FILTER_READ => 'read', STREAM_FILTER_WRITE => 'write'] as $way => $name) {
	foreach (['fails' => fn() => null, 'throws' => fn() => throw new DomainException('thrown by the filter'), 'rubbish' => fn($b) => str_repeat('?', strlen($b))] as $label => $what) {
		$f = Mynd\filter('test.it', $what, $way);
		attempt("$name: $label", fn() => link_for_test());
		$f->remove();
	}
}
$f = Mynd\filter('test.it', function ($bytes) {
	exit("exit() in a filter\n");
}, STREAM_FILTER_WRITE);
register_shutdown_function(function () use ($f) {
	$f->remove();
	attempt('afterwards', fn() => link_for_test()->query("SELECT 'works'")->fetch_column());
});
link_for_test();
?>
--EXPECTF--
read: fails: ! 2006 HY000 MySQL server has gone away
  known: [2006,"lost","a stream filter has failed, or has closed the connection"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
read: throws: ! DomainException thrown by the filter
  known: [2006,"lost","a stream filter has failed, or has closed the connection"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
read: rubbish: ! 2027 HY000 Packets out of order. Expected 1 received 255. Packet size=16777215
  known: [2027,"malformed"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
read: swallows: ! 2006 HY000 MySQL server has gone away
  known: [2006,"timed out"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
read: queries its link: ! 2014 HY000 Commands out of sync; you can't run this command now
  known: [2006,"lost","a stream filter has failed, or has closed the connection"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
  in the filter, query: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, ping: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, prepare: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, async: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, stat: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, what is known: true
read: queries its link and goes on: "before"
  known: [0]
  then: "after"
  close: true
  in the filter: true
read: closes its link: ! 2006 HY000 MySQL server has gone away
  known: ! Error mysqli object is already closed
  then: ! Error mysqli object is already closed
  close: ! Error mysqli object is already closed
  in the filter: ! FiberError Cannot suspend outside of a fiber
read: suspends: "before"
  known: [0]
  then: "after"
  close: true
  in the filter: "of another link"
read: another link: "before"
  known: [0]
  then: "after"
  close: true
  fwrite: false
  fread: false
  fclose: false
read: plays with its stream: "before"
  known: [0]
  then: "after"
  close: true
write: fails: ! 2006 HY000 MySQL server has gone away
  known: [2006,"lost","a stream filter has failed, or has closed the connection"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
write: throws: ! DomainException thrown by the filter
  known: [2006,"lost","a stream filter has failed, or has closed the connection"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
write: rubbish: ! %r(2006 HY000 MySQL server has gone away|1156 08S01 Got packets out of order)%r
  known: [%r(2006|1156)%r,"lost"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
write: swallows: ! 2006 HY000 MySQL server has gone away
  known: [2006,"timed out"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
write: queries its link: ! 2014 HY000 Commands out of sync; you can't run this command now
  known: [2006,"lost","a stream filter has failed, or has closed the connection"]
  then: ! 2006 HY000 MySQL server has gone away
  close: true
  in the filter, query: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, ping: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, prepare: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, async: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, stat: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the filter, what is known: true
write: queries its link and goes on: "before"
  known: [0]
  then: "after"
  close: true
  in the filter: true
write: closes its link: ! 2006 HY000 MySQL server has gone away
  known: ! Error mysqli object is already closed
  then: ! Error mysqli object is already closed
  close: ! Error mysqli object is already closed
  in the filter: ! FiberError Cannot suspend outside of a fiber
write: suspends: "before"
  known: [0]
  then: "after"
  close: true
  in the filter: "of another link"
write: another link: "before"
  known: [0]
  then: "after"
  close: true
  fwrite: false
  fread: false
  fclose: false
write: plays with its stream: "before"
  known: [0]
  then: "after"
  close: true
its stream closed from outside: "1"
its stream closed from outside: "1"
its stream closed from outside: "1"
and the link gone: true
in a fiber
  in the filter: ! FiberError Cannot switch fibers in current execution context
read: suspends: "before"
  known: [0]
  then: "after"
  close: true
at the connect
  Warning: mysqli::__construct(): Error while reading greeting packet. PID=%d
read: fails: ! 2006 HY000 MySQL server has gone away
read: throws: ! DomainException thrown by the filter
  Warning: mysqli::__construct(): Error while reading greeting packet. PID=%d
read: rubbish: ! 2006 HY000 MySQL server has gone away
write: fails: ! 2006 HY000 MySQL server has gone away
write: throws: ! DomainException thrown by the filter
write: rubbish: ! 2027 HY000 Packets out of order. Expected 2 received 1. Packet size=33
exit() in a filter
afterwards: "works"
