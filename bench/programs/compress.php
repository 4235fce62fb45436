<?php
/*
 * Asks something on a compressed link. Arguments: what, times. Prints client CPU in all (microseconds), the
 * engine's peak, the growth of the process' peak (bytes), the length of the values that were looked at, and
 * whether the server says that the link is compressed.
 */
require __DIR__ . '/common.php';

/** Text that compresses to about a tenth. */
function text(int $len): string
{
    $parts = array_map(static fn (int $i) => sprintf('%08d', $i) . substr(md5((string) ($i % 64)), 0, 24), range(0, intdiv($len, 32)));
    return substr(implode('', $parts), 0, $len);
}

[, $what, $times] = $argv;
$link = mysqli_init();
$link->real_connect('localhost', (string) getenv('MYND_TEST_USER'), (string) getenv('MYND_TEST_PASSWORD'),
    (string) getenv('MYND_TEST_DB'), 0, (string) getenv('MYND_TEST_SOCKET'), MYSQLI_CLIENT_COMPRESS);
$rows = "SELECT seq, CONCAT('name of ', seq) name, seq * 7.5, CONCAT(LPAD(CRC32(seq), 10, '0'), '-', CRC32(seq + 1)), 'constant text' FROM seq_1_to_100000";
$text = $what === 'command' ? text(3_000_000) : '';
$length = static fn (array $row) => strlen($row['name']);
$unbuffered = static function () use ($link, $rows, $length): int {
    $bytes = 0;
    foreach ($link->query($rows, MYSQLI_USE_RESULT) as $row) {
        $bytes += $length($row);
    }
    return $bytes;
};
$ask = match ($what) {
    'rows buffered' => static fn (): int => array_sum(array_map($length, $link->query($rows)->fetch_all(MYSQLI_ASSOC))),
    'rows unbuffered' => $unbuffered,
    'cell' => static fn (): int => strlen($link->query("SELECT REPEAT(CONCAT(MD5(1), MD5(2)), 250000)")->fetch_row()[0]),
    'command' => static fn (): int => (int) $link->query("SELECT LENGTH('$text')")->fetch_row()[0],
    'small' => static fn (): int => strlen($link->query('SELECT 1')->fetch_row()[0]),
};
$resident = resident_peak();
$bytes = $ask(); /* warm */
memory_reset_peak_usage();
$cpu = cpu();
for ($i = 0; $i < $times; $i++) {
    $bytes += $ask();
}
$cpu = cpu() - $cpu;
report(['cpu' => $cpu, 'peak' => memory_get_peak_usage(), 'resident' => resident_peak() - $resident, 'bytes' => $bytes,
    'on' => $link->query("SHOW STATUS LIKE 'Compression'")->fetch_row()[1]]);
