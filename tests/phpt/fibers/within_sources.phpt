--TEST--
Mynd\within() in the source of a pipeline: its limits are its own, and end in any order
--EXTENSIONS--
mysqli
--INI--
mynd.async=1
mynd.source_fibers=1
--FILE--
<?php
require __DIR__ . '/fibers.inc';

/** Commands, of which the second is there when a query with a limit has ended. */
final class Source implements Iterator
{
	private int $number = 1;

	public function __construct(private mysqli $own, private float $limit)
	{
	}

	public function current(): string
	{
		return 'SELECT SLEEP(0.2)';
	}

	public function key(): int
	{
		return $this->number;
	}

	public function next(): void
	{
		if (++$this->number === 2) {
			Mynd\within($this->limit, function () {
				echo "the source's limit begins\n";
				$this->own->query('SELECT SLEEP(0.5)');
			});
			echo "the source's limit ends\n";
		}
	}

	public function rewind(): void
	{
	}

	public function valid(): bool
	{
		return $this->number < 3;
	}
}

$m = link_for_test();
$other = link_for_test();
foreach ([60, 1] as $limit) {
	echo "-- the source has $limit seconds\n";
	Loop::start(function () use ($m, $other, $limit) {
		Mynd\within(60, function () use ($m, $other, $limit) {
			foreach (Mynd\pipeline($m, new Source(link_for_test(), $limit)) as $number => $outcome) {
				echo "outcome $number\n";
				if ($number === 1) {
					Mynd\within(50, function () use ($other) {
						echo "the consumer's limit begins\n";
						$other->query('SELECT SLEEP(1.2)');
					});
					echo "the consumer's limit ends\n";
				}
				echo $other->query("SELECT 'not limited'")->fetch_column(), "\n";
			}
		});
	});
	Loop::run();
}
?>
--EXPECT--
-- the source has 60 seconds
the source's limit begins
outcome 1
the consumer's limit begins
the source's limit ends
the consumer's limit ends
not limited
outcome 2
not limited
-- the source has 1 seconds
the source's limit begins
outcome 1
the consumer's limit begins
the source's limit ends
the consumer's limit ends
not limited
outcome 2
not limited
