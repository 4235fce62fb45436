<?php
/*
 * mysqli in a program that leaves its report mode as PHP has it since 8.1: an error is an exception, so
 * nothing answers false for one. Whether query() and its kin answer a result or true is for the SQL to say,
 * which analysers do not read: here it is a result, and a program that does not know what it runs is not to
 * use this file. For Psalm; exceptions.neon is the same for PHPStan. Never loaded by a program.
 */

class mysqli
{
    /** @return mysqli_result */
    public function query(string $query, int $result_mode = MYSQLI_STORE_RESULT) {}

    /**
     * @param list<mixed>|null $params
     * @return mysqli_result
     */
    public function execute_query(string $query, ?array $params = null) {}

    /** @return mysqli_stmt */
    public function prepare(string $query) {}

    /** @return mysqli_result */
    public function store_result(int $mode = 0) {}

    /** @return mysqli_result */
    public function use_result() {}

    /** @return mysqli_result */
    public function reap_async_query() {}

    /**
     * @param string|int|bool $value
     * @return bool
     */
    public function options(int $option, $value) {}
}

class mysqli_stmt
{
    /** @return mysqli_result */
    public function get_result() {}

    /** @return mysqli_result */
    public function result_metadata() {}
}

/** @implements IteratorAggregate<int, array<string, mixed>> */
class mysqli_result implements IteratorAggregate
{
    /** @return Iterator<int, array<string, mixed>> */
    public function getIterator(): Iterator {}

    /** @return array<int, float|int|string|null>|null */
    public function fetch_row() {}

    /** @return array<string, float|int|string|null>|null */
    public function fetch_assoc() {}

    /** @return list<array<array-key, float|int|string|null>> */
    public function fetch_all(int $mode = MYSQLI_NUM) {}
}
