<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** A recording's file: JSON, one object a command. */
final class File
{
	private const VERSION = 1;

	/** @throws Unreadable */
	public static function read(string $path): Tape
	{
		$text = is_file($path) ? file_get_contents($path) : false;
		if (!is_string($text)) {
			throw new Unreadable("there is no recording $path");
		}
		try {
			return self::tape(Fields::of(json_decode($text, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING)));
		} catch (\JsonException | Unreadable $why) {
			throw new Unreadable("$path is no recording: {$why->getMessage()}", 0, $why);
		}
	}

	private static function tape(Fields $from): Tape
	{
		if ($from->any('mynd/testing') !== self::VERSION) {
			throw new Unreadable('it is of another version');
		}
		$tape = new Tape;
		foreach ($from->objects('commands') as $command) {
			$tape->answer($tape->add(Question::unpack($command)), Answer::unpack(Fields::of($command->any('reply'))));
		}
		$tape->rewind();
		return $tape;
	}

	/** The file is there as a whole, or as it was. */
	public static function write(string $path, Tape $tape): void
	{
		$commands = [];
		foreach ($tape->all() as [$question, $answer]) {
			$commands[] = $question->pack() + ['reply' => $answer->pack()];
		}
		$text = Text::json(['mynd/testing' => self::VERSION, 'commands' => $commands], JSON_PRETTY_PRINT) . "\n";
		$folder = dirname($path);
		if (!is_dir($folder) && !mkdir($folder, 0777, true) && !is_dir($folder)) {
			throw new \RuntimeException("the folder $folder cannot be made");
		}
		$temporary = $path . '.' . getmypid();
		if (file_put_contents($temporary, $text) !== strlen($text) || !rename($temporary, $path)) {
			throw new \RuntimeException("the recording $path cannot be written");
		}
	}
}
