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
