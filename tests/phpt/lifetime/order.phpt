--TEST--
Lifetime: link, results, rows and iterators let go in every order, in every way
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lifetime.inc';

function permutations(array $of): Generator
{
	if (count($of) < 2) {
		yield $of;
	}
	foreach ($of as $i => $first) {
		$rest = $of;
		unset($rest[$i]);
		foreach ($of === [$first] ? [] : permutations(array_values($rest)) as $tail) {
			yield [$first, ...$tail];
		}
	}
}

/** What lives while a result is read. */
function set_up(int $mode, string $cell): array
{
	$link = link_for_test();
	$other = $link->query("SELECT 'other', $cell AS b UNION ALL SELECT 'second', 'o'");
	$result = $link->query("SELECT seq AS a, $cell AS b FROM seq_1_to_50", $mode);
	$iterator = $result->getIterator();
	$iterator->rewind();
	return [
		'link' => $link,
		'other' => $other,
		'result' => $result,
		'iterator' => $iterator,
		'row' => $result->fetch_assoc(),
	];
}

$rounds = 0;
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	foreach (["'small'" => 5, "REPEAT('large', 20000)" => 100000] as $cell => $length) {
		foreach (permutations(['link', 'other', 'result', 'iterator', 'row']) as $order) {
			$all = set_up($mode, $cell);
			$whole = $all['row'];
			foreach ($order as $what) {
				if ($what === 'row' && strlen($all['row']['b']) !== $length) {
					echo implode(' ', $order), ": $what has changed\n";
				}
				unset($all[$what]);
			}
			if (strlen($whole['b']) !== $length) {
				echo implode(' ', $order), ": the value is gone\n";
			}
			$rounds++;
		}
		/* The same by calls: everything that is left must go on or say clearly that it cannot. */
		foreach (permutations(['close', 'free', 'query', 'fetch', 'fetch other']) as $order) {
			['link' => $link, 'other' => $other, 'result' => $result] = set_up($mode, $cell);
			$done = [];
			foreach ($order as $what) {
				try {
					$said = match ($what) {
						'close' => $link->close(),
						'free' => $result->free(),
						'query' => $link->query('SELECT 1')->fetch_column(),
						'fetch' => $result->fetch_row()[0],
						'fetch other' => $other->fetch_column(0),
					};
				} catch (mysqli_sql_exception $e) {
					$said = $e->getCode();
				} catch (Error $e) {
					$said = $e->getMessage();
				}
				$expected = match ($what) {
					'close' => true,
					'free' => null,
					'query' => isset($done['close']) ? 'mysqli object is already closed' : ($mode === MYSQLI_USE_RESULT && !isset($done['free']) ? 2014 : '1'),
					'fetch' => isset($done['free']) ? 'mysqli_result object is already closed' : ($mode === MYSQLI_USE_RESULT && isset($done['close']) ? 2014 : '3'),
					'fetch other' => 'other',
				};
				if ($said !== $expected) {
					echo implode(', ', $order), ": $what said ", show($said), ' for ', show($expected), "\n";
				}
				$done[$what] = true;
				/*
				 * The current row's lengths lie where the row does: in the store, or in a buffer that may be
				 * gone.
				 */
				$lengths = isset($done['free']) ? null : $result->lengths;
				$row = $mode === MYSQLI_STORE_RESULT || !isset($done['close']);
				if ($lengths !== (isset($done['free']) || !$row ? null : [1, $length])) {
					echo implode(', ', $order), ": after $what the lengths are ", show($lengths), "\n";
				}
			}
			$rounds++;
		}
	}
}
echo "$rounds rounds\n";
echo mysqli_get_links_stats()['total'], " links left\n";
echo mysqli_get_client_stats()['active_connections'], " connections open\n";
?>
--EXPECT--
960 rounds
0 links left
0 connections open
