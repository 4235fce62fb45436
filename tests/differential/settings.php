<?php
// What settings of mynd's side (--with NAME=VALUE) change in a run: the differences that are known of them,
// what the runner looks at, and what programs begin with. A seed gives the same program with the same
// settings.

final class Settings
{
	public const FEWER_TRIPS = 'mynd.round_trips=fewer';
	public const ALL_PERSISTENT = 'mynd.persistent=all';

	/**
	 * @param list<string> $given NAME=VALUE
	 * @param list<string> $of_preset what mynd.preset, if it is given, gives other settings
	 */
	public function __construct(private array $given, private array $of_preset = [])
	{
	}

	public static function of(array $options): self
	{
		$given = (array) ($options['with'] ?? []);
		$of_preset = [];
		foreach (preg_grep('/^mynd\.preset=/', $given) as $preset) {
			$told = shell_exec(implode(' ', array_map('escapeshellarg', [...explode(' ', $options['mynd']), '-d', $preset, '--ri', 'mynd'])));
			preg_match_all('/^(mynd\.\w+) => (\S+) => mynd\.preset$/m', (string) $told, $rows, PREG_SET_ORDER);
			$of_preset = array_map(fn ($row) => "$row[1]=$row[2]", $rows) ?: throw new RuntimeException("$preset gives no setting a value");
		}
		return new self($given, $of_preset);
	}

	public function has(string $setting): bool
	{
		return in_array($setting, [...$this->given, ...$this->of_preset], true);
	}

	/** Arguments of mynd's PHP. */
	public function arguments(): array
	{
		return array_merge(...array_map(fn ($setting) => ['-d', $setting], $this->given), ...[[]]);
	}

	/** The known differences: those of the settings come first, since they say more. */
	public function known(): array
	{
		$known = [];
		foreach (require __DIR__ . '/known_with.php' as $setting => $list) {
			$known += $this->has($setting) ? $list : [];
		}
		return $known + require __DIR__ . '/known.php';
	}

	/**
	 * The sessions with which the program of a seed begins, so that their pool learns a prologue; null: it
	 * has none.
	 */
	public function prologues(Dice $dice): ?Prologues
	{
		$wanted = $this->prefetches() ? $dice->seed % 10 < 6 : intdiv($dice->seed, 10) % 3 === 0;
		return $this->learns() && $wanted ? new Prologues($dice, $this->prefetches()) : null;
	}

	public function learns(): bool
	{
		return $this->has(self::ALL_PERSISTENT) && ($this->has(self::FEWER_TRIPS) || $this->prefetches());
	}

	private function prefetches(): bool
	{
		return array_filter($this->given, fn (string $setting) => str_starts_with($setting, 'mynd.prefetch=')) !== [];
	}

	/**
	 * Numbers of statements are others as soon as some are not sent, or a session had a user before. Who asks
	 * a statement for what only the server knows makes its prepare go at once: most programs ask as late as
	 * they can, the others after each call.
	 */
	public function adapted(array $program): array
	{
		if ($this->given === []) {
			return $program;
		}
		return ['masked' => ['thread_id', 'id'], 'late' => $this->has(self::FEWER_TRIPS) && $program['seed'] % 10 < 7] + $program;
	}
}
