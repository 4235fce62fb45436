<?php
/*
 * What docs/ uses of Swoole, for the analysers.
 */

namespace {
	const SWOOLE_EVENT_READ = 512;
	const SWOOLE_EVENT_WRITE = 1024;
}

namespace Swoole {
	class Coroutine
	{
		public static function getCid(): int
		{
			return -1;
		}
	}
}

namespace Swoole\Coroutine {
	class System
	{
		/** @param resource $socket */
		public static function waitEvent($socket, int $events, float $timeout = -1): int|false
		{
			return false;
		}
	}
}
