<?php
declare(strict_types=1);

namespace Mynd\Testing;

/**
 * Questions and their answers in the order in which they were asked, and who asks them again.
 *
 * Each connection repeats one that was recorded, in the order of that one (see Conversation); which of two
 * asks first is not looked at, because tasks that run side by side end as they like. Connections appear in
 * another order then, too: a connection stands for the recorded one of the same number until it asks what
 * that one had not, and then for one whose recording it has followed from its first question on.
 *
 * Always true: no two connections stand for the same one, and each has got the answers of the one that it
 * stands for.
 *
 * @internal
 */
final class Tape
{
	/** @var list<Question> */
	private array $questions = [];
	/** @var array<int, Answer> by the question's place; while recording, those that were taken */
	private array $answers = [];
	/**
	 * @var array<int, Conversation> what was recorded, by the connection's number; nothing of it was asked
	 */
	private array $recorded = [];
	/** @var array<int, Conversation> what each connection that asks now stands for */
	private array $conversations = [];
	/** @var array<int, int> connections that ask, by the number of the recorded one that they stand for */
	private array $owners = [];
	/** @var array<int, list<array{Question, Answer}>> what each connection has asked, and was told */
	private array $told = [];

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
		$this->recorded = $this->conversations = $this->owners = $this->told = [];
		foreach ($this->answers as $place => $answer) {
			$question = $this->questions[$place];
			$this->recorded[$question->connection] ??= new Conversation();
			$this->recorded[$question->connection]->add($place, $question, $answer);
		}
	}

	/** @throws NotRecorded */
	public function take(Question $question): Answer
	{
		$number = $question->connection;
		if (!isset($this->conversations[$number]) && isset($this->recorded[$number]) && !isset($this->owners[$number])) {
			$this->stand($number, $number, clone $this->recorded[$number]);
		}
		$answer = ($this->conversations[$number] ?? null)?->take($question);
		if ($answer === null) {
			$owners = $this->owners;
			$this->owners = self::without($owners, $number); /* others may stand for the one that it leaves */
			if ($this->move($number, $question, [])) {
				$answer = $this->conversations[$number]->take($question);
			} else {
				$this->owners = $owners;
			}
		}
		if ($answer === null) {
			throw new NotRecorded($this->why($question));
		}
		$this->told[$number][] = [$question, $answer];
		return $answer;
	}

	private function stand(int $number, int $for, Conversation $conversation): void
	{
		$this->owners = self::without($this->owners, $number);
		$this->owners[$for] = $number;
		$this->conversations[$number] = $conversation;
	}

	/**
	 * @param array<int, int> $owners
	 * @return array<int, int>
	 */
	private static function without(array $owners, int $number): array
	{
		return array_filter($owners, static fn(int $owner): bool => $owner !== $number);
	}

	/**
	 * Lets a connection stand for another recorded one, where the question may be asked now. Who stands for
	 * that one moves on first. Returns false, and changes nothing, if there is none.
	 *
	 * @param Question|null $question null: none is asked
	 * @param array<int, true> $tried recorded ones that others move away from
	 */
	private function move(int $number, ?Question $question, array $tried): bool
	{
		foreach ($this->recorded as $for => $recorded) {
			if (isset($tried[$for]) || ($this->owners[$for] ?? null) === $number) {
				continue;
			}
			$conversation = clone $recorded;
			if (!$this->follows($number, $conversation) || ($question !== null && (clone $conversation)->take($question) === null)) {
				continue;
			}
			$owner = $this->owners[$for] ?? null;
			if ($owner === null || $this->move($owner, null, $tried + [$for => true])) {
				$this->stand($number, $for, $conversation);
				return true;
			}
		}
		return false;
	}

	/** Whether all that the connection was told stands in that recording, too. It is asked there then. */
	private function follows(int $number, Conversation $conversation): bool
	{
		foreach ($this->told[$number] ?? [] as [$question, $answer]) {
			if ($conversation->take($question)?->isAs($answer, $question->kind !== 'Connect') !== true) {
				return false;
			}
		}
		return true;
	}

	/** @return list<Question> */
	public function notAsked(): array
	{
		$left = [];
		foreach ($this->recorded as $number => $recorded) {
			$owner = $this->owners[$number] ?? null;
			$left += ($owner === null ? $recorded : $this->conversations[$owner])->notAsked();
		}
		ksort($left);
		return array_values($left);
	}

	/** @return list<array{Question, Answer}> */
	public function all(): array
	{
		$all = [];
		foreach ($this->questions as $place => $question) {
			$all[] = [$question, $this->answers[$place] ?? Answer::untaken()];
		}
		return $all;
	}

	private function why(Question $question): string
	{
		$said = ($this->conversations[$question->connection] ?? null)?->why($question);
		if ($said !== null) {
			return $said;
		}
		$said = 'never recorded: ' . $question->show();
		$nearest = $this->nearest($question);
		return $nearest === null ? "$said\nNothing of its kind was recorded." : "$said\nThe nearest that was recorded: " . $nearest->show();
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
