<?php
declare(strict_types=1);

namespace Mynd\Testing;

/**
 * Questions and their answers in the order in which they were asked.
 *
 * A question is answered by the first answer to it that is left, as long as the same has happened before it
 * as when it was recorded: what changes something is asked in the recorded order, and what only reads between
 * the same two changes.
 */
final class Tape
{
	/** @var list<Question> */
	private array $questions = [];
	/** @var array<int, Answer> by the question's place; an answer that nobody has taken is missing */
	private array $answers = [];
	/** @var array<string, list<int>> the places of the same questions */
	private array $places = [];
	/** @var list<int> the places of what changes something */
	private array $changes = [];
	private int $changed = 0;
	/** @var array<int, true> */
	private array $asked = [];

	/** Returns the question's place, for its answer. */
	public function add(Question $question): int
	{
		$this->questions[] = $question;
		return count($this->questions) - 1;
	}

	public function answer(int $place, Answer $answer): void
	{
		$this->answers[$place] = $answer;
	}

	/** All has been added. */
	public function rewind(): void
	{
		$this->places = $this->changes = $this->asked = [];
		$this->changed = 0;
		foreach ($this->questions as $place => $question) {
			$this->places[$question->key()][] = $place;
			if ($question->changes($this->answers[$place] ?? null)) {
				$this->changes[] = $place;
			}
		}
	}

	/** @throws NotRecorded */
	public function take(Question $question): Answer
	{
		$places = $this->places[$question->key()] ?? [];
		$left = array_values(array_filter($places, fn(int $place): bool => !isset($this->asked[$place])));
		if ($left === []) {
			throw new NotRecorded($places === [] ? $this->never($question) : $this->tooOften($question, count($places)));
		}
		$place = $this->find($left) ?? throw new NotRecorded($this->atAnotherTime($question, $left));
		$this->asked[$place] = true;
		if ($place === ($this->changes[$this->changed] ?? null)) {
			$this->changed++;
		}
		return $this->answers[$place];
	}

	/** @return list<Question> */
	public function notAsked(): array
	{
		return array_values(array_diff_key($this->questions, $this->asked));
	}

	/** @return list<array{Question, Answer}> those with answers */
	public function all(): array
	{
		$all = [];
		foreach ($this->answers as $place => $answer) {
			$all[$place] = [$this->questions[$place], $answer];
		}
		ksort($all);
		return array_values($all);
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

	private function never(Question $question): string
	{
		$said = 'never recorded: ' . $question->show();
		$nearest = $this->nearest($question);
		return $nearest === null ? "$said\nNothing of its kind was recorded." : "$said\nThe nearest that was recorded: " . $nearest->show();
	}

	private function tooOften(Question $question, int $times): string
	{
		return "recorded $times " . ($times === 1 ? 'time' : 'times') . ', and asked once more: ' . $question->show();
	}

	/** @param list<int> $left */
	private function atAnotherTime(Question $question, array $left): string
	{
		$next = $this->changes[$this->changed] ?? PHP_INT_MAX;
		$last = $this->changes[$this->changed - 1] ?? null;
		$said = 'asked in another order than recorded: ' . $question->show();
		if ($left !== [] && max($left) > $next) {
			return "$said\nIt was recorded after what was not asked yet: " . $this->questions[$next]->show();
		}
		return $last === null ? $said : "$said\nIt was recorded only before what has been asked: " . $this->questions[$last]->show();
	}

	private function nearest(Question $question): ?Question
	{
		$best = null;
		$likeness = -1.0;
		foreach ($this->questions as $other) {
			if ($other->kind !== $question->kind) {
				continue;
			}
			similar_text(Text::show($question->sql, $question->values), Text::show($other->sql, $other->values), $percent);
			if ($percent > $likeness) {
				$likeness = $percent;
				$best = $other;
			}
		}
		return $best;
	}
}
