--TEST--
Filters: the end of a link's filters runs code of the program that connects another link
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/** Puts a filter on the stream that it is shown. */
class First extends php_user_filter
{
	private bool $done = false;
	public function filter($in, $out, &$consumed, bool $closing): int
	{
		if (!$this->done) {
			$this->done = true;
			stream_filter_append($this->stream, 'second', STREAM_FILTER_READ);
		}
		while ($bucket = stream_bucket_make_writeable($in)) {
			$consumed += $bucket->datalen;
			stream_bucket_append($out, $bucket);
		}
		return PSFS_PASS_ON;
	}
	public function onClose(): void
	{
		connect('the first closes');
	}
}
class Second extends php_user_filter
{
	public function onClose(): void
	{
		connect('the second closes');
	}
}
/** Once in each way. */
function connect(string $why): void
{
	static $links = [];
	if (!isset($links[$why])) {
		echo "  $why\n";
		$links[$why] = true;
		$link = link_for_test();
		echo '  connected: ', $link->query('SELECT 1')->fetch_column(), "\n";
	}
}
stream_filter_register('first', 'First');
stream_filter_register('second', 'Second');
$filter = Mynd\filter('first', null, STREAM_FILTER_READ);
foreach (['close()', 'unset()'] as $way) {
	echo "$way\n";
	$m = link_for_test();
	var_dump($m->query('SELECT 2')->fetch_column());
	$way === 'close()' ? $m->close() : null;
	unset($m);
	link_for_test()->query('SELECT 3')->fetch_column();
}
$filter->remove();
echo link_for_test()->query('SELECT "works"')->fetch_column(), "\n";
?>
--EXPECT--
close()
string(1) "2"
  the second closes
  connected: 1
  the first closes
  connected: 1
unset()
string(1) "2"
works
