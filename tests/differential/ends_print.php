<?php
// A program of the kind "ends" as PHP source that runs by itself: ends_alone.php makes the tables, runs it in
// a process of its own, and tells what the server holds when that is over.

final class EndsPrinted
{
	public static function source(array $program, ?Difference $difference = null): string
	{
		$lines = ['<?php', "// seed $program[seed] ($program[way], holder: $program[holder]); in the project's folder, after ./dev server start: ./dev stock FILE, ./dev php FILE" . ($difference === null ? '' : "\n" . Printed::comment($difference)),
			"require getcwd() . '/tests/differential/ends_alone.php';", "mysqli_report($program[report]);"];
		foreach ($program['calls'] as $at => $call) {
			$lines[] = $call['do'] === 'end' ? self::end($call['how'], $at === count($program['calls']) - 1) : Printed::call($call);
		}
		return implode("\n", $lines) . "\n";
	}

	private static function end(string $how, bool $isLast): string
	{
		return ($isLast ? '' : '// the request ends, another begins in the same worker: ') . "end_of_program('$how');";
	}
}
