<?php
/* What packages/testing uses of PHPUnit, and test cases with its traits, for the analysers. Not run. */
declare(strict_types=1);

namespace PHPUnit\Framework\Attributes {
	#[\Attribute(\Attribute::TARGET_METHOD)]
	final class Before
	{
	}

	#[\Attribute(\Attribute::TARGET_METHOD)]
	final class After
	{
	}

	#[\Attribute(\Attribute::TARGET_METHOD)]
	final class BeforeClass
	{
	}

	#[\Attribute(\Attribute::TARGET_METHOD)]
	final class AfterClass
	{
	}
}

namespace PHPUnit\Framework {
	abstract class TestCase
	{
		final public static function assertSame(mixed $expected, mixed $actual, string $message = ''): void
		{
		}
	}
}

namespace Mynd\Analysis {
	final class EachTest extends \PHPUnit\Framework\TestCase
	{
		use \Mynd\Testing\AnswersFromRecording;
	}

	final class OneForAll extends \PHPUnit\Framework\TestCase
	{
		use \Mynd\Testing\AnswersFromOneRecording;
	}
}
