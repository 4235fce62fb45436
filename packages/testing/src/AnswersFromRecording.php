<?php
declare(strict_types=1);

namespace Mynd\Testing;

use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;

/**
 * For a test case of PHPUnit: each test has a recording of its own, in the folder "recordings" beside the
 * test case. What a test asks in its setUp() belongs to it. If the test fails, nothing is written.
 */
trait AnswersFromRecording
{
	private ?Recording $myndRecording = null;

	/** Where the recording of this test is kept. */
	protected function recordingFile(): string
	{
		return TestNames::file($this);
	}

	/**
	 * Opens it; a test case may do so with secrets or a normaliser.
	 */
	protected function openRecording(string $file): Recording
	{
		return Recording::open($file);
	}

	/**
	 * Calls `state`, which makes what the class' tests need and only the first of them makes, with a
	 * recording of its own beside theirs (Recording::apart()). Returns what `state` returns.
	 *
	 * @template T
	 * @param callable(): T $state
	 * @return T
	 */
	protected function recordApart(string $name, callable $state): mixed
	{
		return Recording::apart(TestNames::fileOfState(static::class, $name), $state);
	}

	/** @before */
	#[Before]
	protected function beginRecording(): void
	{
		$this->myndRecording = $this->openRecording($this->recordingFile());
	}

	/** @after */
	#[After]
	protected function endRecording(): void
	{
		$recording = $this->myndRecording;
		$this->myndRecording = null;
		if ($recording === null) {
			return;
		}
		if (TestNames::hasFailed($this)) {
			$recording->abandon();
		} else {
			$recording->close();
		}
	}
}
