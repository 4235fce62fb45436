<?php
declare(strict_types=1);

namespace Mynd\Testing;

/**
 * What was asked on one connection when it was recorded, and how much of that has been asked again.
 *
 * A question is answered by the first answer to it that is left, as long as the same has happened before it
 * as when it was recorded: what changes something is asked in the recorded order, and what only reads between
 * the same two changes.
 *
 * @internal
 */
final class Conversation
{
	/** @var array<int, Question> by their places in the recording */
	private array $questions = [];
	/** @var array<int, Answer> */
	private array $answers = [];
	/** @var array<string, list<int>> the places of the same questions */
	private array $places = [];
	/** @var list<int> the places of what changes something */
	private array $changes = [];
	private int $changed = 0;
	/** @var array<int, true> */
	private array $asked = [];

	public function add(int $place, Question $question, Answer $answer): void
	{
		$this->questions[$place] = $question;
		$this->answers[$place] = $answer;
		$this->places[$question->key()][] = $place;
		if ($question->changes($answer)) {
			$this->changes[] = $place;
		}
	}

	/** Returns the answer to a question that may be asked now, which is asked then; else null. */
	public function take(Question $question): ?Answer
	{
		$place = $this->find($this->left($question));
		if ($place === null) {
			return null;
		}
		$this->asked[$place] = true;
		if ($place === ($this->changes[$this->changed] ?? null)) {
			$this->changed++;
		}
		return $this->answers[$place];
	}

	/** @return array<int, Question> by their places; without those whose replies nobody has taken */
	public function notAsked(): array
	{
		$taken = array_filter($this->answers, static fn (Answer $answer): bool => $answer->isTaken);
		return array_intersect_key(array_diff_key($this->questions, $this->asked), $taken);
	}

	/** @return list<int> where this question was recorded, and was not asked yet */
	private function left(Question $question): array
	{
		return array_values(array_filter($this->places[$question->key()] ?? [], fn(int $place): bool => !isset($this->asked[$place])));
	}

	/**
	 * The first of these places that may be asked now.
	 *
	 * @param list<int> $left
	 */
	private function find(array $left): ?int
	{
		$last = $this->changes[$this->changed - 1] ?? -1;
		$next = $this->changes[$this->changed] ?? PHP_INT_MAX;
		foreach ($left as $place) {
			if ($this->questions[$place]->isHarmless() || ($place > $last && $place <= $next)) {
				return $place;
			}
		}
		return null;
	}

	/** Why take() has no answer; null: the question was never recorded here. */
	public function why(Question $question): ?string
	{
		$places = $this->places[$question->key()] ?? [];
		$left = $this->left($question);
		if ($left === []) {
			$times = count($places);
			return $times === 0 ? null : "recorded $times " . ($times === 1 ? 'time' : 'times') . ', and asked once more: ' . $question->show();
		}
		$next = $this->changes[$this->changed] ?? PHP_INT_MAX;
		$last = $this->changes[$this->changed - 1] ?? null;
		$said = 'asked in another order than recorded: ' . $question->show();
		if (max($left) > $next) {
			return "$said\nIt was recorded after what was not asked yet: " . $this->questions[$next]->show();
		}
		return $last === null ? $said : "$said\nIt was recorded only before what has been asked: " . $this->questions[$last]->show();
	}
}
