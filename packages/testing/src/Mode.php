<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** Whether a recording is made or answers. */
enum Mode: string
{
	/** The server answers, and the recording is written anew. */
	case Record = 'record';
	/** The recording answers, and nothing is connected to. */
	case Replay = 'replay';
	/** Replay where there is a recording, Record where there is none. */
	case Missing = 'missing';

	/** What the environment variable MYND_TESTING names; Missing if it is not set. */
	public static function ofEnvironment(): self
	{
		$name = getenv('MYND_TESTING');
		if (!is_string($name) || $name === '') {
			return self::Missing;
		}
		return self::tryFrom($name) ?? throw new \ValueError("MYND_TESTING must be record, replay or missing, '$name' given");
	}

	/** True: it is to be made now. */
	public function records(string $file): bool
	{
		return $this === self::Record || ($this === self::Missing && !file_exists($file));
	}
}
