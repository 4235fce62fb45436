<?php
/*
 * Fibers at random, of a seed: each asks, waits, is cancelled, closes connections of others. Whatever comes
 * between, each answer is the one to its own question, and at the end the loop has what it had before.
 * MYND_TEST_SEED, or the second argument, repeats them.
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';

use Amp\CancelledException;
use Amp\DeferredCancellation;
use Revolt\EventLoop;
use function Amp\async;
use function Amp\Future\await;

const FIBERS = 12, STEPS = 60;

final class Actor
{
	/** Closed by another fiber; the last one: before the KILL of a cancellation came. */
	private const LOST = [2006, 2013, 1094];

	private ?mysqli $db = null;
	/** @var list<self> */
	public array $others = [];
	/** @var list<string> */
	public array $wrong = [];
	public int $answers = 0, $cancelled = 0, $lost = 0;
	private ?DeferredCancellation $source = null;

	public function __construct(private readonly int $number, private readonly Random\Randomizer $dice)
	{
	}

	public function live(): void
	{
		for ($step = 0; $step < STEPS; $step++) {
			try {
				$this->step($step);
			} catch (CancelledException) {
				$this->cancelled++;
			} catch (mysqli_sql_exception $e) {
				in_array($e->getCode(), self::LOST, true) ? $this->lost++ : $this->wrong[] = "$this->number.$step: {$e->getCode()} {$e->getMessage()}";
				$this->db = null;
			} catch (Error $e) {
				str_contains($e->getMessage(), 'already closed') ? $this->lost++ : $this->wrong[] = "$this->number.$step: {$e->getMessage()}";
				$this->db = null;
			}
			$this->source = null;
		}
		$this->db = null;
	}

	private function step(int $step): void
	{
		$db = $this->db ??= connect();
		$want = $this->number * 1000 + $step;
		$pause = $this->dice->getInt(0, 3) / 1000;
		switch ($this->dice->getInt(0, 9)) {
			case 0:
				Amp\delay($pause);
				break;
			case 1:
				$this->other()->source?->cancel();
				break;
			case 2:
				$this->dice->getInt(0, 3) === 0 && $this->other()->close();
				break;
			case 3:
				$db->query("SELECT $want, SLEEP($pause)", MYSQLI_ASYNC);
				$this->expect($want, Mynd\reap($db)->fetch_column());
				break;
			case 4:
			case 5:
			case 6:
				$this->source = new DeferredCancellation();
				$this->expect($want, Mynd\Revolt\cancellable(static fn () => ask($db, "SELECT $want, SLEEP(" . 30 * $pause . ')'), $this->source->getCancellation(), $db, 5.0));
				break;
			default:
				$statement = $db->prepare('SELECT ?, SLEEP(?)');
				$statement->execute([$want, $pause]);
				$this->expect($want, $statement->get_result()->fetch_column());
		}
	}

	private function close(): void
	{
		$this->db?->close();
	}

	private function other(): self
	{
		return $this->others[$this->dice->getInt(0, count($this->others) - 1)];
	}

	private function expect(int $want, mixed $got): void
	{
		(string) $want === (string) $got ? $this->answers++ : $this->wrong[] = "$this->number: $got instead of $want";
	}
}

Mynd\Revolt\install();
$seed = (int) ($argv[2] ?? getenv('MYND_TEST_SEED') ?: 1);
$dice = new Random\Randomizer(new Random\Engine\Mt19937($seed));
EventLoop::queue(static fn () => null);
Amp\delay(0.001);
connect()->query('SELECT 1', MYSQLI_ASYNC); // the spare connection, with what watches it
$before = [EventLoop::getIdentifiers(), count(get_resources('stream'))];
$actors = array_map(static fn (int $number): Actor => new Actor($number, $dice), range(1, FIBERS));
foreach ($actors as $actor) {
	$actor->others = $actors;
}
await(array_map(static fn (Actor $actor) => async($actor->live(...)), $actors));
check("seed $seed: each has its own answers", [], array_merge(...array_column($actors, 'wrong')));
check("seed $seed: something was answered", true, array_sum(array_column($actors, 'answers')) > FIBERS * STEPS / 4);
$counts = [array_sum(array_column($actors, 'cancelled')), array_sum(array_column($actors, 'lost'))];
check("seed $seed: something was cancelled, and something lost", true, min($counts) > 0 ?: $counts);
foreach ($actors as $actor) {
	$actor->others = [];
}
unset($actors, $actor);
gc_collect_cycles();
check("seed $seed: what is left of callbacks and streams", $before, [EventLoop::getIdentifiers(), count(get_resources('stream'))]);
finish();
