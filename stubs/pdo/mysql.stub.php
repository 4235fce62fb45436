<?php

/** @generate-class-entries */

namespace Pdo;

/**
 * PHP 8.4 and later: what PDO::connect() makes for "mysql:", and new Pdo\Mysql. Its constants are made from
 * the names of PDO's.
 *
 * @strict-properties
 * @not-serializable
 */
class Mysql extends \PDO
{
    /** Warnings of the last command, as the server told. */
    public function getWarningCount(): int {}
}
