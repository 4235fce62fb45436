<?php
declare(strict_types=1);

namespace Mynd\Testing;

use PHPUnit\Framework\Attributes\AfterClass;
use PHPUnit\Framework\Attributes\BeforeClass;

/**
 * For a test case of PHPUnit whose tests share a connection: all its tests have one recording, so they must
 * run in the same order each time, and all of them.
 */
trait AnswersFromOneRecording
{
	private static ?Recording $myndRecording = null;

	protected static function recordingFile(): string
	{
		return TestNames::fileOfClass(static::class);
	}

	protected static function openRecording(string $file): Recording
	{
		return Recording::open($file);
	}

	/** @beforeClass */
	#[BeforeClass]
	public static function beginRecording(): void
	{
		self::$myndRecording = static::openRecording(static::recordingFile());
	}

	/** @afterClass */
	#[AfterClass]
	public static function endRecording(): void
	{
		$recording = self::$myndRecording;
		self::$myndRecording = null;
		$recording?->close();
	}
}
