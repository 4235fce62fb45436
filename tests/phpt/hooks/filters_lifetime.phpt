--TEST--
Mynd\filter(): what it takes, which links have which filters, when they begin and end
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/filters.inc';
print_warnings();
class Noisy extends php_user_filter
{
	public $stream;
	public function onCreate(): bool
	{
		echo "  $this->params begins\n";
		return true;
	}
	public function onClose(): void
	{
		echo "  $this->params ends\n";
	}
	public function filter($in, $out, &$consumed, bool $closing): int
	{
		if ($closing) {
			echo "  $this->params is told of the end\n";
		}
		while ($bucket = stream_bucket_make_writeable($in)) {
			$consumed += $bucket->datalen;
			stream_bucket_append($out, $bucket);
		}
		return PSFS_PASS_ON;
	}
}
class Unwilling extends php_user_filter
{
	public function onCreate(): bool
	{
		return false;
	}
}
stream_filter_register('noisy', 'Noisy');
stream_filter_register('unwilling', 'Unwilling');
$nowhere = PHP_VERSION_ID < 80600 ? ['nowhere'] : []; /* which PHP 8.6 refuses to register */
$nowhere !== [] && stream_filter_register('nowhere', 'NoSuchClass');
attempt('an unknown name', fn() => Mynd\filter('no.such.filter'));
attempt('no name', fn() => Mynd\filter(''));
attempt('direction 0', fn() => Mynd\filter('noisy', null, 0));
attempt('direction 4', fn() => Mynd\filter('noisy', null, 4));
attempt('by hand', fn() => new Mynd\Filter);
$rot = Mynd\filter('string.rot13', direction: STREAM_FILTER_READ);
attempt('cloned', fn() => clone $rot);
attempt('serialized', fn() => serialize($rot));
attempt('removed', fn() => $rot->remove());
attempt('removed again', fn() => $rot->remove());
foreach (['unwilling', ...$nowhere] as $name) {
	$f = Mynd\filter($name);
	attempt("connect with $name", fn() => link_for_test());
	$f->remove();
}

echo "filters begin with a link's connect, and not on links that are there\n";
$there = link_for_test();
$initialised = mysqli_init();
Mynd\filter('noisy', 'reader', STREAM_FILTER_READ);
$w = Mynd\filter('noisy', 'writer', STREAM_FILTER_WRITE);
$there->query('SELECT 1');
echo "connect\n";
$initialised->real_connect(...where());
echo "another\n";
$second = link_for_test();
$second->query('SELECT 1');
$w->remove();
echo "close, and what was removed stays on its link\n";
$second->close();
echo "unset: what ends with it may wait for the next occasion\n";
unset($initialised);
echo "connect\n";
$third = link_for_test();
echo "connect anew\n";
$third->real_connect(...where());
echo "a failed connect\n";
attempt('refused', fn() => link_for_test(user: 'nobody'));
echo "killed\n";
$there->query('KILL ' . $third->thread_id);
attempt('killed', fn() => $third->query('SELECT 1'));
echo "close\n";
$third->close();
echo "left open\n";
$fourth = link_for_test();
$fourth->query('SELECT 1', MYSQLI_USE_RESULT);
final class Late
{
	public function __construct(public mixed $link)
	{
	}
	public function __destruct()
	{
		echo 'a destructor: ', $this->link->query("SELECT 'still works'")->fetch_column(), "\n";
	}
}
$late = new Late(link_for_test());
Late::class;
register_shutdown_function(function () {
	echo "the program is over\n";
});
?>
--EXPECTF--
an unknown name: ! ValueError Mynd\filter(): Argument #1 ($name) must be the name of a stream filter, there is no "no.such.filter"
no name: ! ValueError Mynd\filter(): Argument #1 ($name) must be the name of a stream filter, there is no ""
direction 0: ! ValueError Mynd\filter(): Argument #3 ($direction) must be STREAM_FILTER_READ, STREAM_FILTER_WRITE, or both
direction 4: ! ValueError Mynd\filter(): Argument #3 ($direction) must be STREAM_FILTER_READ, STREAM_FILTER_WRITE, or both
by hand: ! Error Call to private Mynd\Filter::__construct() from global scope
cloned: ! Error Trying to clone an uncloneable object of class Mynd\Filter
serialized: ! Exception Serialization of 'Mynd\Filter' is not allowed
removed: true
removed again: false
  Warning: mysqli::__construct(): Unable to create or locate filter "unwilling"
connect with unwilling: ! 2002 HY000 The stream filter "unwilling" cannot be made
%r(  Warning: mysqli::__construct\(\): User-filter "nowhere" requires class "NoSuchClass", but that class is not defined
  Warning: mysqli::__construct\(\): Unable to create or locate filter "nowhere"
connect with nowhere: ! 2002 HY000 The stream filter "nowhere" cannot be made
)?%rfilters begin with a link's connect, and not on links that are there
connect
  reader begins
  writer begins
another
  reader begins
  writer begins
close, and what was removed stays on its link
  writer is told of the end
  reader ends
  writer ends
unset: what ends with it may wait for the next occasion
connect
  reader ends
  writer ends
  reader begins
connect anew
  reader ends
  reader begins
a failed connect
  reader begins
refused: ! 1045 HY000 Access denied for user 'nobody'@'localhost' (using password: YES)
killed
  reader is told of the end
killed: ! 2006 HY000 MySQL server has gone away
close
  reader ends
  reader ends
left open
  reader begins
  reader begins
the program is over
a destructor: still works
  reader ends
  reader ends
