<?php
// What a seed decides: every choice of the generator goes through one Dice, so the same seed gives the same
// program.

final class Dice
{
	private Random\Randomizer $random;

	public function __construct(public readonly int $seed)
	{
		$this->random = new Random\Randomizer(new Random\Engine\Xoshiro256StarStar($seed));
	}

	public function int(int $low, int $high): int
	{
		return $this->random->getInt($low, $high);
	}

	public function chance(float $probability): bool
	{
		return $this->random->getInt(0, 999999) < $probability * 1000000;
	}

	public function pick(array $list): mixed
	{
		return $list[array_keys($list)[$this->random->getInt(0, count($list) - 1)]];
	}

	/** A key of the list, by its weight. */
	public function weighted(array $weights): string|int
	{
		$point = $this->random->getInt(1, array_sum($weights));
		foreach ($weights as $key => $weight) {
			$point -= $weight;
			if ($point <= 0) {
				return $key;
			}
		}
	}

	public function bytes(int $length): string
	{
		return $length > 0 ? $this->random->getBytes($length) : '';
	}

	public function shuffled(array $list): array
	{
		return $this->random->shuffleArray($list);
	}

	/** A length: small ones mostly, else one at which a length prefix, a buffer or a packet changes. */
	public function length(int $limit): int
	{
		$length = $this->weighted(['small' => 60, 'edge' => 34, 'large' => 6]) === 'small'
			? $this->int(0, 12)
			: $this->pick([15, 16, 249, 250, 251, 252, 253, 255, 256, 257, 511, 512, 513, 1023, 1024, 4095, 4096, 16383, 65534, 65535, 65536, 65537]);
		return min($length, $limit);
	}
}
