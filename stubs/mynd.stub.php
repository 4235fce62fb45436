<?php

/**
 * @generate-class-entries
 * @generate-function-entries
 */

namespace Mynd;

/**
 * What the driver has counted beside mysqlnd's statistics: calls, bytes and waits of the network, as integers.
 * Without a link: of all links of this process's thread, closed ones too. With one: of that link.
 *
 * @return array<string, int|float>
 */
function stats(?object $link = null): array {}

/**
 * The last loss of the link, time-out or broken packet, with its cause; null if there was none. "may_have_run" is about the command
 * that failed last: false if the server cannot have run it, for it has not got all of it.
 *
 * @return array<string, int|string|bool>|null
 */
function last_failure(object $link): ?array {}

/**
 * The pools of persistent links that this process (its thread, where there are several) has, those used last first. The numbers are counted
 * since the process started; `idle` and `live` are of this moment. Passwords, init commands and paths of keys are not told.
 *
 * @return list<array{key: array<string, mixed>, idle: int, live: int, made: int, reused: int, reset: int, found_dead: int, closed: array<string, int>}>
 */
function pools(): array {}


/**
 * What a command without a result set has done. The numbers are strings only where they do not fit an integer.
 *
 * @strict-properties
 * @not-serializable
 */
final class Done
{
    public readonly int|string $affected_rows;
    public readonly int|string $insert_id;
    public readonly int $warnings;
    public readonly ?string $info;

    private function __construct() {}
}

/**
 * What stands behind the Generators of this namespace. Of no use to a program.
 *
 * @strict-properties
 * @not-serializable
 */
final class Steps
{
    private function __construct() {}
}

/**
 * Runs commands, many under way at once, and yields their outcomes in order, each under its command's key: a mysqli_result, a Done,
 * or a mysqli_sql_exception (which is not thrown). A command is a text, or [text, list of values], which is prepared once and run as
 * mysqli_stmt::execute() would. A procedure that has several results yields each under the same key.
 *
 * Commands are asked for as they are needed: memory does not grow with their number. What the iterable throws is thrown when the outcomes
 * before it have been yielded. A Generator that is let go before its end leaves the link usable; what was sent runs.
 */
function pipeline(\mysqli $link, iterable $commands): \Generator {}
