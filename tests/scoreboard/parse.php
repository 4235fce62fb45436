<?php
/*
 * A strict reader of Prometheus' text exposition format (0.0.4), as mynd writes it: each family has one HELP
 * and one TYPE line before its samples, all in one place; counters end in _total; units are base units;
 * buckets grow, end with +Inf, and that is the count; no sample stands there twice. Prints the samples, one a
 * line; ends with status 1 and the line that is wrong.
 */
$text = stream_get_contents(STDIN);
function wrong(string $why): never
{
	fwrite(STDERR, "$why\n");
	exit(1);
}
if ($text === '' || !str_ends_with($text, "\n")) {
	wrong('the last line has no end');
}
$family = $type = $help = null;
$seen = $samples = [];
/** @var array<string, list<array{string, float}>> */
$buckets = [];
foreach (explode("\n", substr($text, 0, -1)) as $line) {
	if (preg_match('/^# HELP ([a-z_][a-z0-9_]*) (\S.*\.)$/D', $line, $match)) {
		[$family, $type, $help] = [$match[1], null, $match[2]];
		isset($seen[$family]) && wrong("twice: $line");
		$seen[$family] = 0;
		str_starts_with($family, 'mynd_') || wrong("no prefix: $line");
	} elseif (preg_match('/^# TYPE ([a-z0-9_]+) (counter|gauge|histogram)$/D', $line, $match)) {
		($match[1] !== $family || $type !== null) && wrong("not after its HELP: $line");
		$type = $match[2];
		str_ends_with($family, '_total') === ($type === 'counter') || wrong("a name that is not of its type: $line");
		preg_match('/_(milliseconds|ms|us|ns|kilobytes|kb|mb)(_|$)/', $family) && wrong("no base unit: $line");
	} elseif (preg_match('/^([a-z_][a-z0-9_]*)(?:\{((?:[a-z_]+="[^"\\\\\n]*")(?:,[a-z_]+="[^"\\\\\n]*")*)\})? (-?\d+(?:\.\d+)?)$/D', $line, $match)) {
		[, $name, $labels, $value] = $match;
		$type === null && wrong("no TYPE: $line");
		$suffix = substr($name, strlen($family));
		if (!str_starts_with($name, $family) || !in_array($suffix, $type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''], true)) {
			wrong("of another family: $line");
		}
		isset($samples["$name{{$labels}}"]) && wrong("twice: $line");
		$type !== 'gauge' && $value < 0 && wrong("negative: $line");
		$samples["$name{{$labels}}"] = $value;
		$seen[$family]++;
		if ($suffix === '_bucket') {
			preg_match('/^le="(\d+(?:\.\d+)?|\+Inf)"$/D', $labels, $le) || wrong("no le: $line");
			$buckets[$family][] = [$le[1] === '+Inf' ? INF : (float) $le[1], (int) $value];
		}
	} else {
		wrong("not understood: $line");
	}
}
foreach ($seen as $family => $number) {
	$number > 0 || wrong("no sample: $family");
}
foreach ($buckets as $family => $list) {
	for ($i = 1; $i < count($list); $i++) {
		($list[$i][0] <= $list[$i - 1][0] || $list[$i][1] < $list[$i - 1][1]) && wrong("buckets do not grow: $family, {$list[$i][0]}");
	}
	[$last, $count] = end($list);
	($last !== INF || $count !== (int) ($samples["{$family}_count{}"] ?? -1) || !isset($samples["{$family}_sum{}"])) && wrong("no end: $family");
}
foreach ($samples as $name => $value) {
	echo str_replace('{}', '', $name), " $value\n";
}
