--TEST--
Mynd\PoolExhausted names the application's line: files of mynd.callers_skipped are passed over
--EXTENSIONS--
mysqli
--INI--
mynd.callers_skipped=/framework_of_pool/
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$folder = sys_get_temp_dir() . '/framework_of_pool';
@mkdir($folder);
$file = "$folder/database" . getmypid() . '.php';
file_put_contents($file, <<<'PHP'
	<?php
	final class Database
	{
		private Mynd\Pool $pool;
		public function __construct()
		{
			$this->pool = new Mynd\Pool(fn() => link_for_test(), 1, acquireTimeout: 0);
		}
		public function connection(): mysqli
		{
			return $this->pool->acquire();
		}
		public function run(callable $work): mixed
		{
			return $this->pool->use(fn($db) => $work($db));
		}
	}
	PHP);
require $file;
unlink($file);

function told(callable $program): void
{
	try {
		$program();
	} catch (Mynd\PoolExhausted $exhausted) {
		echo preg_replace('~^.*acquired at |' . preg_quote(sys_get_temp_dir(), '~') . '/~', '', $exhausted->getMessage()), "\n";
	}
}

$database = new Database();
$held = $database->connection(); // line 39
told($database->connection(...));
unset($held);
$database->run(function () use ($database) { // line 42
	told($database->connection(...));
});
// Where all of a fiber's are passed over, it is who has started the fiber.
$method = new ReflectionMethod($database, 'connection');
$fiber = new Fiber($method->getClosure($database));
$fiber->start(); // line 48
told($database->connection(...));
@rmdir($folder);
?>
--EXPECTF--
%swho.php:39
%swho.php:42
%swho.php:48
