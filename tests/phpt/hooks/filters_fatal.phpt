--TEST--
Mynd\filter(): fatal errors in every method of a filter, in one process: its requests end in order, and the next one starts clean
--EXTENSIONS--
mysqli
zlib
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
$script = tempnam(sys_get_temp_dir(), 'mynd');
file_put_contents($script, '<?php require ' . var_export(__DIR__ . '/../lifetime/lifetime.inc', true) . '; answer_probe();' . <<<'PHP'
	function fatal() { eval('class fatal_twice {} class fatal_twice {}'); } /* an error of the compiler's */
	class Fatal extends php_user_filter
	{
			public function onCreate(): bool
		{
			$this->params !== 'onCreate' or fatal();
			return true;
		}
		public function onClose(): void
		{
			$this->params !== 'onClose' or fatal();
		}
		public function filter($in, $out, &$consumed, bool $closing): int
		{
			if (in_array($this->params, ['read', 'write'], true) && $GLOBALS['armed']) {
				fatal();
			}
			while ($bucket = stream_bucket_make_writeable($in)) {
				stream_bucket_append($out, $bucket);
			}
			return PSFS_PASS_ON;
		}
	}
	stream_filter_register('fatal', 'Fatal');
	Mynd\filter('zlib.deflate', null, STREAM_FILTER_WRITE)->remove();
	$m = null;
	$armed = false;
	register_shutdown_function(function () use (&$m) {
		if ($m) {
			attempt('its link', fn() => $m->query('SELECT 1'));
		}
		if ($_GET['close']) {
			attempt('its close', fn() => $m?->close());
		}
		echo 'shut down';
	});
	$f = $_GET['what'] === 'none' ? null : Mynd\filter('fatal', $_GET['what'], $_GET['what'] === 'read' ? STREAM_FILTER_READ : STREAM_FILTER_WRITE);
	$m = mysqli_init();
	$m->real_connect(...where());
	echo $m->query("SELECT 'as ever'")->fetch_column(), ' ';
	$armed = true;
	$m->query('SELECT 5');
	$_GET['close'] and $m->close();
PHP);
$worker = new Worker($script, '-d display_errors=1 -d html_errors=0');
$worker->request(what: 'none', close: 0);
$open = $worker->descriptors();
foreach (['onCreate', 'read', 'write', 'onClose'] as $what) {
	foreach ([0, 1] as $close) {
		echo "$what, $close: ", trim(preg_replace(['/Fatal error: .* on line \d+/', '/\s+/'], ['(a fatal error)', ' '], $worker->request(what: $what, close: $close))), "\n";
		echo 'next: ', trim(preg_replace('/\s+/', ' ', $worker->request(what: 'none', close: 0))), "\n";
	}
}
echo $worker->descriptors() === $open ? 'no descriptor is left open' : 'descriptors are left open', "\n";
unlink($script);
?>
--EXPECT--
onCreate, 0: (a fatal error) its link: ! Error mysqli object is not fully initialized shut down
next: as ever its link: mysqli_result shut down
onCreate, 1: (a fatal error) its link: ! Error mysqli object is not fully initialized its close: true shut down
next: as ever its link: mysqli_result shut down
read, 0: as ever (a fatal error) its link: ! 2014 HY000 Commands out of sync; you can't run this command now shut down
next: as ever its link: mysqli_result shut down
read, 1: as ever (a fatal error) its link: ! 2014 HY000 Commands out of sync; you can't run this command now its close: true shut down
next: as ever its link: mysqli_result shut down
write, 0: as ever (a fatal error) its link: ! 2014 HY000 Commands out of sync; you can't run this command now shut down
next: as ever its link: mysqli_result shut down
write, 1: as ever (a fatal error) its link: ! 2014 HY000 Commands out of sync; you can't run this command now its close: true shut down
next: as ever its link: mysqli_result shut down
onClose, 0: as ever its link: mysqli_result shut down (a fatal error)
next: as ever its link: mysqli_result shut down
onClose, 1: as ever (a fatal error) its link: ! Error mysqli object is already closed its close: ! Error mysqli object is already closed shut down
next: as ever its link: mysqli_result shut down
no descriptor is left open
