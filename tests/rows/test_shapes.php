<?php
/*
 * Stores of every shape, made of a seed: what went in comes out, whatever the sizes, the lengths before them,
 * the NULLs, and the allocations that fail; everything is given back. A failure prints the seed:
 * ROWS_SEED=... repeats the run.
 */
require __DIR__ . '/check.inc';

$seed = (int) (getenv('ROWS_SEED') ?: random_int(1, PHP_INT_MAX >> 33));
const TEXT = 253, TINY = 1, SHORT = 2, LONG = 3, LONGLONG = 8, DATE = 10;
const WIDTHS = [TINY => 1, SHORT => 2, LONG => 4, LONGLONG => 8];
const SIZES = [0, 1, 2, 5, 20, 64, 65, 200, 249, 250, 251, 252, 255, 256, 257, 300, 400, 500, 511, 512, 513, 600, 615, 616, 900, 1000, 2023, 2024, 3000, 4072, 8168,
    16384, 65534, 65535, 65536, 65537, 70000];

function one_of(array $list): mixed
{
    return $list[mt_rand(0, count($list) - 1)];
}

/** A length in so many bytes as it needs, or in more. */
function length_of(int $n, bool $longer): string
{
    $forms = $n < 251 ? [chr($n), "\xFC" . pack('v', $n), "\xFD" . substr(pack('V', $n), 0, 3), "\xFE" . pack('P', $n)]
        : ($n < 65536 ? ["\xFC" . pack('v', $n), "\xFD" . substr(pack('V', $n), 0, 3), "\xFE" . pack('P', $n)] : ["\xFD" . substr(pack('V', $n), 0, 3), "\xFE" . pack('P', $n)]);
    return $longer ? one_of($forms) : $forms[0];
}

final class Form
{
    public array $types;
    public int $nulls;
    public array $sizes;
    public bool $binary;

    public function __construct()
    {
        $this->binary = mt_rand(0, 2) === 0;
        $columns = one_of([1, 1, 2, 3, 4, 7, 8, 20, 31, 32, 33, 62, 63, 64, 65, 300, QUICK ? 301 : 4096]);
        $this->nulls = one_of([0, 0, 10, 50, 100]);
        $most = $columns > 60 ? 5 : ($columns > 10 ? 13 : count(SIZES) - 1);
        $this->sizes = [one_of(SIZES), one_of([615, 1000, 2023])]; /* the latter are worth a string */
        for ($i = mt_rand(0, 5); $i > 0; $i--) {
            $this->sizes[] = SIZES[mt_rand(0, $most)];
        }
        if ($columns > 60 && max($this->sizes) > 2000) {
            $this->sizes = [250, 251, 255, 0, 1, 8];
        }
        $this->types = array_map(fn () => $this->binary && mt_rand(0, 1) ? one_of([TINY, SHORT, LONG, LONGLONG, DATE]) : TEXT, range(1, $columns));
    }

    /** A row: its cells, and its bytes on the wire. */
    public function row(bool $longer): array
    {
        $cells = [];
        $bytes = '';
        $nulls = array_fill(0, intdiv(count($this->types) + 9, 8), 0);
        foreach ($this->types as $i => $type) {
            if (mt_rand(1, 100) <= $this->nulls) {
                $cells[] = null;
                $nulls[intdiv($i + 2, 8)] |= 1 << ($i + 2) % 8;
                $bytes .= $this->binary ? '' : "\xFB";
                continue;
            }
            if (isset(WIDTHS[$type])) {
                $n = mt_rand(0, 127);
                $cells[] = $n;
                $bytes .= str_pad(chr($n), WIDTHS[$type], "\0");
            } elseif ($type === DATE) {
                $n = mt_rand(1, 28);
                $cells[] = sprintf('2024-02-%02d', $n);
                $bytes .= length_of(4, $longer) . pack('vC2', 2024, 2, $n);
            } else {
                $cell = str_repeat(chr(mt_rand(33, 126)), one_of($this->sizes));
                $cells[] = $cell;
                $bytes .= length_of(strlen($cell), $longer) . $cell;
            }
        }
        return [$cells, $this->binary ? "\0" . implode('', array_map(chr(...), $nulls)) . $bytes : $bytes];
    }

    /** As the extension packs it: numbers as their bytes. */
    public function packable(array $cells): array
    {
        return array_map(fn ($cell, $type) => is_int($cell) ? str_pad(chr($cell), WIDTHS[$type], "\0") : ($type === DATE && $cell !== null ? pack('vC2', 2024, 2, (int) substr($cell, 8)) : $cell),
            $cells, $this->types);
    }

    public function begin(): void
    {
        $definitions = array_map(fn ($type, $i) => ['name' => "c$i", 'type' => $type], $this->types, array_keys($this->types));
        rows_columns($definitions, $this->binary);
    }
}

/** Adds a row in one of the ways there are; false: an allocation failed, and the row is not there. */
function add(Form $form, array $cells, string $bytes): bool
{
    $large = one_of([PHP_INT_MAX, PHP_INT_MAX, 1, 100, 256, 600]);
    return match (mt_rand(0, 4)) {
        0, 1 => store_add($bytes) === 'ok',
        2, 3 => store_add($form->packable($cells), 1, $large) === 'ok',
        4 => store_add_failing($form->packable($cells), $large, mt_rand(0, 4)) === 'ok',
    };
}

/** What is wrong with a store of these rows; '' if nothing is. */
function wrong(array $rows): string
{
    $n = count($rows);
    if (store_count() !== $n) {
        return store_count() . " rows, should be $n";
    }
    for ($i = 0; $i < $n; $i++) {
        if (store_fetch(NUM) !== $rows[$i]) {
            return "row $i of $n";
        }
    }
    if (store_fetch(NUM) !== null) {
        return 'a row behind the last';
    }
    for ($i = 0; $n > 0 && $i < 10; $i++) {
        $at = one_of([0, $n - 1, 63 % $n, 64 % $n, mt_rand(0, $n - 1)]);
        store_seek($at);
        if (store_fetch(NUM) !== $rows[$at] || store_position() !== $at + 1) {
            return "row $at of $n after a seek";
        }
        if ($at + 1 < $n && store_column($c = mt_rand(0, count($rows[0]) - 1)) !== $rows[$at + 1][$c]) {
            return 'column ' . $c . ' of row ' . $at + 1;
        }
    }
    return '';
}

function attempt(int $seed): string
{
    mt_srand($seed);
    $form = new Form;
    $form->begin();
    rows_counts();
    store_new();
    $rows = [];
    $size = 0;
    for ($n = one_of([0, 1, 2, 5, 63, 64, 65, 128, 200]); $n > 0 && $size < (QUICK ? 100000 : 400000); $n--) {
        [$cells, $bytes] = $form->row(mt_rand(0, 3) === 0);
        $size += strlen($bytes);
        if (mt_rand(0, 20) === 0 && store_add(substr($bytes, 0, -1)) === 'ok' | store_add($bytes . "\1") === 'ok') {
            return 'what is no row is in the store';
        }
        if (add($form, $cells, $bytes)) {
            $rows[] = $cells;
        }
    }
    if (mt_rand(0, 9) === 0) { /* given up before it is finished */
        store_free();
    } else {
        store_finish(mt_rand(0, 3) === 0 ? 0 : -1);
        $wrong = wrong($rows);
        if ($wrong === '') {
            $wrong = store_replay() ? wrong($rows) : 'the rows as bytes are none';
            $wrong .= $wrong === '' ? '' : ' (as bytes)';
        }
        if ($wrong !== '') {
            return $wrong;
        }
        store_seek(0);
        if (array_map('array_values', store_all(mt_rand(0, 1) ? NUM : ASSOC)) !== $rows) {
            return 'all rows at once';
        }
        store_free();
    }
    $counts = rows_counts();
    return $counts['allocations'] === $counts['frees'] && $counts['allocated_bytes'] === $counts['freed_bytes'] ? '' : 'not all was given back: ' . json_encode($counts);
}

for ($i = 0; $i < (QUICK ? 50 : 600); $i++) {
    $wrong = attempt($seed + $i);
    if ($wrong !== '') {
        check("shape $i", false, "$wrong (ROWS_SEED=$seed)");
        break;
    }
}
check('stores of every shape', $wrong === '');
