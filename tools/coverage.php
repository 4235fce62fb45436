<?php
/*
 * Branches that were never taken, of what llvm-cov exports: a table a room, and each missing branch that
 * tests/coverage/missing.tsv does not name.
 *
 *   php coverage.php EXPORT.json ROOT ROOM...
 *
 * A branch is known by its file, its function, its condition's text and its side, so that lines may move. The
 * list has those four and a reason; "perhaps: " before it says that it depends on the machine. Exit status 1:
 * a room is below its goal, a missing branch is not listed, or a listed one is taken.
 */
const GOALS = ['wire' => 95, 'session' => 95, 'rows' => 90];

[, $export, $root] = $argv;
$rooms = array_slice($argv, 3);

/** The text of a condition, in one line. */
function condition(array $lines, array $b): string
{
    [$from, $fromColumn, $to, $toColumn] = $b;
    $text = '';
    for ($i = $from; $i <= $to; $i++) {
        $line = $lines[$i - 1] ?? '';
        $start = $i === $from ? $fromColumn - 1 : 0;
        $text .= ' ' . ($i === $to ? substr($line, $start, $toColumn - 1 - $start) : substr($line, $start));
    }
    return trim(preg_replace('/\s+/', ' ', $text));
}

/** file => "line:column-line:column" => [place, condition, function, times true, times false] */
function branches(string $export, string $root, array $rooms): array
{
    $found = $texts = [];
    foreach (json_decode(file_get_contents($export), true)['data'][0]['functions'] as $function) {
        $name = preg_replace('/^.*:/', '', $function['name']);
        foreach ($function['branches'] ?? [] as $b) {
            $file = realpath($function['filenames'][$b[6]] ?? $function['filenames'][0]) ?: '';
            // tests/rows is built from copies of the sources
            if (!preg_match('~/src/((?:' . implode('|', $rooms) . ')/[^/]+)$~', $file, $m)) {
                continue;
            }
            $short = 'src/' . $m[1];
            $texts[$short] ??= file("$root/$short", FILE_IGNORE_NEW_LINES);
            $place = sprintf('%05d:%03d', $b[0], $b[1]) . "-$b[2]:$b[3]";
            $found[$short][$place] ??= [$b[0], condition($texts[$short], $b), $name, 0, 0];
            $found[$short][$place][3] += $b[4];
            $found[$short][$place][4] += $b[5];
        }
    }
    ksort($found);
    return $found;
}

/** "file\tfunction\tcondition\tside" => [reason, used] */
function listed(string $file): array
{
    $list = [];
    foreach (is_file($file) ? file($file, FILE_IGNORE_NEW_LINES) : [] as $line) {
        $fields = explode("\t", $line);
        if (count($fields) === 5 && $line[0] !== '#') {
            $list[implode("\t", array_slice($fields, 0, 4))] = [$fields[4], false];
        }
    }
    return $list;
}

$list = listed("$root/tests/coverage/missing.tsv");
$bad = 0;
$unlisted = [];
foreach ($rooms as $room) {
    $roomAll = $roomTaken = 0;
    foreach (branches($export, $root, [$room]) as $file => $places) {
        $all = $taken = 0;
        ksort($places);
        foreach ($places as [$line, $condition, $function, $true, $false]) {
            foreach (['true' => $true, 'false' => $false] as $side => $times) {
                $all++;
                if ($times > 0) {
                    $taken++;
                    continue;
                }
                $key = "$file\t$function\t$condition\t$side";
                if (isset($list[$key])) {
                    $list[$key][1] = true;
                } else {
                    $unlisted[] = "$key\t(line $line)";
                }
            }
        }
        printf("%-28s %5d of %5d branches  %6.2f%%\n", $file, $taken, $all, $all ? 100 * $taken / $all : 100);
        $roomAll += $all;
        $roomTaken += $taken;
    }
    $percent = $roomAll ? 100 * $roomTaken / $roomAll : 0;
    printf("%-28s %5d of %5d branches  %6.2f%%  goal %d%%\n\n", "src/$room", $roomTaken, $roomAll, $percent, GOALS[$room] ?? 0);
    $bad += $percent < (GOALS[$room] ?? 0);
}
foreach ($unlisted as $line) {
    echo "not listed: $line\n";
}
foreach ($list as $key => [$reason, $used]) {
    if (!$used && !str_starts_with($reason, 'perhaps: ') && preg_match('~^src/(' . implode('|', $rooms) . ')/~', $key)) {
        echo "listed, and not missing: $key\n";
        $bad++;
    }
}
exit($bad + count($unlisted) > 0 ? 1 : 0);
