<?php
require __DIR__ . '/../connect.inc';

/** Runs code when it goes. */
class Last
{
	public function __construct(private Closure $code)
	{
	}

	public function __destruct()
	{
		($this->code)();
	}
}
class Plain
{
	public $a, $b;
}
class Typed
{
	public mixed $a;
	public string|null|Last|array $b = null;
}

$m = link_for_test();
foreach ([new Plain, new Typed] as $place) {
	echo '-- ', $place::class, "\n";
	$s = $m->prepare("SELECT 'one', 'two' UNION ALL SELECT 'three', 'four'");
	$s->execute();
	$place->a = new Last(function () use ($place) {
		echo '  in place of the first: ', show($place->a), ', ', show($place->b), "\n";
		$place->a = null;
	});
	$place->b = new Last(function () use ($place) {
		echo '  in place of the second: ', show($place->a), ', ', show($place->b), "\n";
		$place->b = 'assigned';
	});
	$s->bind_result($place->a, $place->b);
	while ($s->fetch()) {
		echo '  fetched: ', show($place->a), ', ', show($place->b), "\n";
	}
}

foreach ([new Plain, new Typed] as $place) {
	echo '-- poll: ', $place::class, "\n";
	$m->query('SELECT 1', MYSQLI_ASYNC);
	$read = [$m];
	$error = null;
	$place->b = [new Last(function () use ($place) {
		echo '  in place of the array: ', show($place->b), "\n";
		$place->b = ['assigned'];
	})];
	$ready = mysqli_poll($read, $error, $place->b, 10);
	echo "  $ready, ", show($place->b), "\n";
	echo '  ', $m->reap_async_query()->fetch_column(), "\n";
}
?>
