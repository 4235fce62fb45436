<?php
// A program as PHP source that runs by itself: `./dev stock FILE` and `./dev php FILE` show the difference.

final class Printed
{
	public static function source(array $program, ?Difference $difference = null): string
	{
		$lines = ['<?php', "// seed $program[seed]; run it by ./dev stock and ./dev php, after ./dev server start" . ($difference === null ? '' : "\n" . self::comment($difference)), self::PREAMBLE];
		$shapes = array_filter($program['calls'], fn ($call) => preg_match('/"(Plain|Bare|Typed|Hidden|Fixed|Strict|Unmade|Lister|closure)"/', json_encode($call)));
		if ($shapes !== []) {
			$lines[] = "require '" . 'tests/differential/shapes.php' . "'; // from the project's folder";
		}
		foreach (Schema::statements($program['tables'], $program['procedures']) as $sql) {
			$lines[] = '$stage->query(' . self::text($sql) . ');';
		}
		if ($program['precision'] !== 14) {
			$lines[] = "ini_set('precision', '$program[precision]');";
		}
		$lines[] = "mysqli_report($program[report]);";
		foreach ($program['calls'] as $call) {
			$lines[] = self::call($call);
		}
		return implode("\n", $lines) . "\n";
	}

	private const PREAMBLE = <<<'PHP'
	set_error_handler(function ($level, $text) { echo "  warning: $text\n"; return true; });
	mysqli_report(0);
	$stage = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
	$stage->query("SET sql_mode=''");
	$stage->query('DROP DATABASE IF EXISTS mynd_diff');
	$stage->query('CREATE DATABASE mynd_diff CHARACTER SET latin1');
	$stage->select_db('mynd_diff');
	putenv('MYND_TEST_DB=mynd_diff');
	function look(string $name, mixed $value): void
	{
		echo "  $name: ";
		$value instanceof PDO || $value instanceof PDOStatement ? print(json_encode([$value->errorInfo(), $value instanceof PDOStatement ? [$value->rowCount(), $value->columnCount()] : '']) . "\n") : var_dump($value);
	}
	function call(string $source, Closure $call): void
	{
		echo "\n$source\n";
		try {
			look('gives', $call());
		} catch (Throwable $thrown) {
			echo '  throws ', $thrown::class, ' ', $thrown->getCode(), ': ', $thrown->getMessage(), "\n";
		}
		foreach ($GLOBALS as $name => $object) {
			if (preg_match('/^[mrswdp]\d$/', $name) && is_object($object)) {
				look("\$$name", $object);
			}
		}
	}
	PHP;

	public static function comment(Difference $difference): string
	{
		$json = fn ($side) => substr(json_encode($side, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), 0, 1500);
		return "// call $difference->number, {$difference->called()}: $difference->what" . ($difference->slot !== null ? " of \$$difference->slot" : '')
			. "\n//   stock: {$json($difference->stock)}\n//   mynd:  {$json($difference->mynd)}";
	}

	public static function call(array $call): string
	{
		$args = implode(', ', array_map(self::value(...), $call['args'] ?? []));
		$object = isset($call['on']) ? "\$$call[on]" : '';
		$source = match ($call['do']) {
			'method' => "{$object}->$call[name]($args)",
			'function' => "$call[name]($args)",
			'new' => "new $call[name]($args)",
			'read' => "{$object}->$call[name]",
			'write' => "{$object}->$call[name] = $args",
			'isset' => "isset({$object}->$call[name])",
			'drop' => "$object = null",
			'assign' => "\$$call[name] = $args",
			'vars' => 'get_defined_vars()',
			'foreach' => "array_slice(iterator_to_array($object, false), 0, $call[limit])",
			'poll' => "mysqli_poll(\$read, \$error, \$reject, 3)",
			'dump' => $object,
		};
		$source = isset($call['to']) ? "\$$call[to] = $source" : $source;
		preg_match_all('/\$([mrswdpvb]\d+|read|error|reject)\b/', $source, $found);
		$globals = $found[1] === [] ? '' : 'global $' . implode(', $', array_unique($found[1])) . '; ';
		if ($call['do'] === 'poll') {
			$globals = "global \$" . implode(', $', $call['links']) . "; \$read = \$error = \$reject = [\$" . implode(', $', $call['links']) . ']; ';
		}
		return 'call(' . var_export(strlen($source) > 300 ? substr($source, 0, 300) . '...' : $source, true) . ", function () { {$globals}return $source; });";
	}

	private static function value(mixed $value): string
	{
		if (!is_array($value)) {
			return is_string($value) ? self::text($value) : var_export($value, true);
		}
		$kind = array_key_first($value);
		$inner = $value[$kind];
		return match ($kind) {
			'hex' => "hex2bin('$inner')",
			'repeat' => "str_repeat(hex2bin('$inner[0]'), $inner[1])",
			'float', 'const' => $inner,
			'env' => str_ends_with($inner, '_PORT') ? "(int) getenv('$inner')" : "getenv('$inner')",
			'slot', 'var' => "\$$inner",
			'bits' => implode(' | ', array_map(self::value(...), $inner)),
			'join' => implode(' . ', array_map(self::value(...), $inner)),
			'map' => self::map($inner),
			'object' => "new $inner[0](" . implode(', ', array_map(self::value(...), $inner[1])) . ')',
			'closure' => "Shapes::closure('$inner')",
		};
	}

	private static function map(array $pairs): string
	{
		$list = array_column($pairs, 0) === array_keys($pairs);
		return '[' . implode(', ', array_map(fn ($pair) => ($list ? '' : self::value($pair[0]) . ' => ') . (is_array($pair[1]) && isset($pair[1]['var']) ? '&' : '') . self::value($pair[1]), $pairs)) . ']';
	}

	private static function text(string $text): string
	{
		return preg_match('/[^\x20-\x7e]/', $text) ? '"' . addcslashes($text, "\0..\37\"\\\$\177..\377") . '"' : var_export($text, true);
	}
}
