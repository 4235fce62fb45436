--TEST--
A reply that ends at any byte: never a row that was not whole, always 2006
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
$reply = Peer::result(['a', 'b'], [['first', 'row'], [null, str_repeat('long', 90)], ['third', 'row']]);
$whole = [['first', 'row'], [null, str_repeat('long', 90)], ['third', 'row']];
$bad = 0;
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	for ($cut = 0; $cut < strlen($reply); $cut += $cut < 150 ? 1 : 7) {
		$peer = Peer::start(fn ($p) => $p->login()->command()->raw(substr($reply, 0, $cut))->close());
		$link = $peer->connect();
		$rows = [];
		try {
			$result = $link->query('SELECT', $mode);
			while ($row = $result->fetch_row()) {
				$rows[] = $row;
			}
			echo "cut at $cut: no error\n";
		} catch (mysqli_sql_exception $e) {
			if ($e->getCode() !== 2006 || $rows !== array_slice($whole, 0, count($rows))) {
				echo "cut at $cut: {$e->getCode()} ", json_encode($rows), "\n";
			}
		}
		unset($result, $link);
		$peer->end();
	}
}
echo "done\n";
?>
--EXPECT--
done
