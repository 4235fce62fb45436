<?php
/* What the store takes, and what happens where memory_limit does not allow it. The limit is 512 MB here. */
require __DIR__ . '/check.inc';
if (QUICK) {
    return; /* the system's allocator counts nothing and has no limit */
}
const MB = 1 << 20;

/* Never much above the data, or above what stock takes, while it grows and when it is done. */
columns('text');
$sweep = [];
foreach ([1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24] as $total) {
    foreach ([10, 30, 100, 250, 300, 700, 1100, 1500, 2100, 3000, 4100, 5000, 8200, 17000, 33000, 70000, 200000, 300000, 1000000, 3000000] as $cell) {
        if ($cell <= $total && $total / $cell <= 500000) {
            $sweep[] = [$total, $cell];
        }
    }
}
/* A debug build and opcache take memory of their own. */
$left = 0;
foreach (PHP_DEBUG || extension_loaded('Zend OPcache') ? [] : [PHP_INT_MAX, 4096] as $large) {
    foreach ($sweep as [$total, $cell]) {
        $row = [str_repeat('x', $cell)];
        $n = intdiv($total, $cell);
        memory_reset_peak_usage();
        $before = memory_get_usage();
        store_new();
        for ($i = 0; $i < $n; $i += 100) {
            $large === PHP_INT_MAX ? store_add($row, min(100, $n - $i)) : array_map(fn () => store_add($row, 1, $large), range(1, min(100, $n - $i)));
        }
        store_finish();
        $peak = memory_get_peak_usage() - $before - 2 * ($cell + 4096) /* the row given, packed twice */;
        $after = memory_get_usage() - $before;
        /* Stock packs rows into arenas of 16,000 bytes, four pages; a larger row gets whole pages. */
        $fit = intdiv(16000, ($cell + 15) & ~7);
        $stock = $fit > 0 ? intdiv($n + $fit - 1, $fit) * 16384 : $n * (($cell + 4200) & ~4095);
        $room = max($n * ($cell + 9) * 1.05, $stock) + 1500 /* store, tables */;
        check("peak of $n cells of $cell, large from $large", $peak <= $room * 1.05, "peak $peak for $room");
        check("memory of $n cells of $cell, large from $large", $after <= $room, "after $after for $room");
        store_free();
        $left = memory_get_usage() - $before;
        check("nothing left of $n cells of $cell", $left <= 64, "$left bytes");
    }
}

/* Columns go with the last that holds them. */
columns('one', 'two');
$before = memory_get_usage();
for ($i = 0; $i < 200; $i++) {
    store_new();
    store_add(['1', '2']);
    store_add(['1', '2']);
    store_finish();
    store_fetch(NUM);
    store_fetch(ASSOC);
    rows_field(1);
    store_free();
    columns('one', 'two');
}
check('columns and stores leave nothing', memory_get_usage() - $before < 1000, (string) (memory_get_usage() - $before));

/* An allocation that cannot fit is refused, one that fits is made, and the limit stays the same. */
$limit = fn () => ini_get('memory_limit');
same('no limit in the way', [rows_try(100), rows_try(100 * MB), rows_try(400 * MB)], [true, true, true]);
foreach ([513, 600, 1000, 1 << 20, 1 << 40] as $mb) {
    same("$mb MB", rows_try($mb * MB), false);
}
same('absurd sizes', [rows_try(-1), rows_try(PHP_INT_MAX), rows_try(PHP_INT_MIN)], [false, false, false]);
$peak = memory_get_peak_usage(true);
rows_try(5000 * MB);
same('what is refused is not taken', memory_get_peak_usage(true), $peak);

ini_set('memory_limit', '64M');
for ($size = 1 << 8; $size <= 1 << 24; $size *= 4) {
    /* Fill up to the limit, then some bytes less, in every kind of block. */
    $held = [];
    while (($one = rows_large($size)) !== null) {
        $held[] = $one;
    }
    $used = memory_get_usage(true);
    check("filled with $size", $used <= 64 * MB && $used > 64 * MB - $size - 3 * MB && count($held) > 1, "$used");
    check("no more with $size", rows_large(4 * MB + $size) === null && rows_large(64 * MB) === null);
    $last = array_pop($held);
    unset($last, $one);
    check("again after a free with $size", ($again = rows_large($size)) !== null && strlen($again) === $size);
    unset($again, $held);
}
check('empty again', rows_large(30 * MB) !== null);

/* At the limit itself the engine's free blocks are still there for the taking. */
gc_mem_caches();
ini_set('memory_limit', (string) memory_get_usage(true));
same('small blocks at the limit, and a new one', [rows_try(100), rows_try(4 * MB)], [true, false]);
ini_set('memory_limit', '64M');

/* The limit still stands behind all this: the engine's own error comes as ever. */
$code = <<<'P'
$a = []; while (($x = rows_large(100000)) !== null) { $a[] = $x; }
for ($i = 0; $i < 20; $i++) { if (rows_large(1500000) !== null) { echo "odd\n"; } }
echo "full\n"; register_shutdown_function(function () { echo "shutdown\n"; });
$b = str_repeat("x", 70 << 20); echo "never\n";
P;
$out = shell_exec(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg(getenv('ROWS_MODULE')) . ' -d memory_limit=64M -d display_errors=1 -r ' . escapeshellarg($code) . ' 2>&1');
check('the limit bites afterwards', str_starts_with(trim($out), 'full') && str_contains($out, 'Allowed memory size of 67108864 bytes exhausted') && str_contains($out, 'shutdown') && !str_contains($out, 'never'), $out);

/*
 * A store that fills up: it says so, nothing of the row stays, and the rest can be read. Cells of 615 bytes
 * and more become strings.
 */
foreach ([10, 250, 500, 615, 2023, 30000, 1 << 20, 1 << 22] as $cell) {
    columns('one', 'two', 'three');
    rows_counts();
    store_new();
    $row = [str_repeat('1', $cell), null, str_repeat('2', $cell)];
    $rc = store_add($row, PHP_INT_MAX);
    $n = store_count();
    $used = memory_get_usage(true);
    store_finish();
    store_seek($n - 2);
    $read = store_fetch(NUM) === $row && store_fetch(NUM) === $row && store_fetch(NUM) === null;
    store_free(); /* before anything is printed: that, too, needs memory */
    check("full with cells of $cell", $rc === 'more' && $n * $cell * 2 > 24 * MB && $used <= 64 * MB, "$rc $n $used");
    check("read back with cells of $cell", $read);
    $counts = rows_counts();
    check("given back with cells of $cell", $counts['allocated_bytes'] === $counts['freed_bytes'] && $counts['allocations'] === $counts['frees'], json_encode($counts));
}
check('and empty again', rows_large(30 * MB) !== null);
