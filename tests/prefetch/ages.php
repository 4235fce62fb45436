<?php
/*
 * Reads that came ahead (mynd.prefetch) are never older than the setting, nor than the program's own writes,
 * nor than its transaction. Two programs (worker.php) read and write the same rows; each row has a version
 * that every write raises by one. A read of a version is right if that version may have been the row's at a
 * time between the setting's age before the read began (in a transaction: the transaction's begin) and its
 * end. Arguments: seed, reads, age in milliseconds.
 */
declare(strict_types=1);

[, $seed, $reads, $age] = $argv + [1 => '1', 2 => '20000', 3 => '20'];
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$db = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), '', 0, getenv('MYND_TEST_SOCKET'));
$db->query('CREATE DATABASE IF NOT EXISTS mynd_prefetch');
$db->query('DROP TABLE IF EXISTS mynd_prefetch.rows_of_ages');
$db->query('CREATE TABLE mynd_prefetch.rows_of_ages (id INT PRIMARY KEY, version INT NOT NULL) ENGINE = InnoDB');
$db->query('INSERT INTO mynd_prefetch.rows_of_ages VALUES ' . implode(',', array_map(static fn (int $i) => "($i, 0)", range(1, 24))));

$php = [...explode(' ', getenv('MYND_PHP_CMD')), '-d', 'memory_limit=1G', '-d', "mynd.prefetch={$age}ms", '-d', 'mynd.login_lifetime=1h', '-d', 'mynd.round_trips=fewer'];
$workers = [];
foreach ([1, 2] as $number) {
    $log = tempnam(sys_get_temp_dir(), 'mynd-ages');
    $command = [...$php, __DIR__ . '/worker.php', $seed, (string) $number, (string) intdiv((int) $reads, 2), $age];
    $workers[$number] = [proc_open($command, [['file', '/dev/null', 'r'], ['file', $log, 'w'], ['file', 'php://stderr', 'a']], $pipes), $log];
}
$failed = 0;
$tell = static function (string $what) use (&$failed): void {
    if (++$failed <= 10) {
        echo "$what\n";
    }
};

/* The writes of all programs, by row and version: begin, end, program. */
$writes = [];
$logs = [];
foreach ($workers as $number => [$process, $log]) {
    $status = proc_close($process);
    $status === 0 || $tell("program $number has ended with status $status");
    $logs[$number] = $log;
    foreach (new SplFileObject($log) as $line) {
        if ($line !== '' && $line[0] === 'W') {
            [, $id, $version, $begin, $end] = array_map('intval', explode(' ', $line));
            $writes[$id][$version] = [$begin, $end, $number];
        }
    }
}
$seen = 0;
$sums = [0, 0, 0, 0];
foreach ($logs as $number => $log) {
    foreach (new SplFileObject($log) as $line) {
        $fields = explode(' ', trim($line));
        if ($fields[0] === 'S') {
            $sums = array_map(static fn (int $a, string $b) => $a + (int) $b, $sums, array_slice($fields, 1));
        } elseif ($fields[0] === 'OWN' || !in_array($fields[0], ['R', 'W', ''], true)) {
            $tell("program $number: " . trim($line));
        } elseif ($fields[0] === 'R') {
            [, $id, $version, $begin, $end, $began] = array_map('intval', $fields);
            $seen++;
            $this_one = $writes[$id][$version] ?? [0, 0, 0];
            $next = $writes[$id][$version + 1] ?? null;
            $since = $began > 0 ? $began : $begin - (int) $age * 1000000;
            $own = $next !== null && $next[2] === $number && $began === 0;
            if ($this_one[0] > $end || ($next !== null && $next[1] < ($own ? $begin : $since))) {
                $late = $next === null ? 0 : ($begin - $next[1]) / 1e6;
                $tell("seed $seed, program $number, row $id: version $version was over " . round($late, 3) . ' ms before the read' .
                    ($own ? ', by the program itself' : '') . ($began > 0 ? ', in a transaction' : ''));
            }
        }
    }
    unlink($log);
}
$db->query('DROP DATABASE mynd_prefetch');
/* a third of the reads came ahead at least, else this has shown nothing */
printf("%d reads, %d outside; sent ahead %d, taken %d, wasted %d, repeated %d\n", $seen, $failed, ...$sums);
exit($failed > 0 || $sums[1] * 3 < $seen ? 1 : 0);
