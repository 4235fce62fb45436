<?php
/*
 * Reads a stub: what it declares, each with its docblock and the versions of PHP that have it. Stubs have one
 * declaration a line, which is all that is understood here; PHP's own generator makes the code from them and
 * would refuse anything odd.
 */

final class Declaration
{
	public function __construct(
		public readonly string $kind, // function, class, enum, method, property, constant, case
		public readonly string $name,
		public readonly string $line,
		public readonly Docblock $doc,
		/** Conditions, as "PHP 8.4 and later". */
		public readonly string $versions,
		public readonly ?string $class = null,
	) {
	}

	/** A function's parameters and type, without what only the engine needs. */
	public function signature(): string
	{
		$text = preg_replace(['/#\[[^]]*\] */', '/ *\{\}$/', '/^(public |static |final )*function /'], '', $this->line);
		return trim($text);
	}

	public function returns(): string
	{
		return preg_match('/\): ([^{]+?) *\{?\}?$/', $this->line, $match) === 1 ? $match[1] : '';
	}
}

/** A comment's sentences and tags. */
final class Docblock
{
	/** @var list<string> */
	public array $paragraphs = [];
	/** @var array<string, list<string>> */
	public array $tags = [];

	public function __construct(string $comment)
	{
		$text = preg_replace(['~^/\*\*~', '~\*/$~', '~^[ \t]*\*[ ]?~m'], '', trim($comment));
		$last = null;
		foreach (explode("\n", $text) as $line) {
			$line = trim($line);
			if (preg_match('/^@([\w-]+) *(.*)$/', $line, $match) === 1) {
				$this->tags[$match[1]][] = $match[2];
				$last = $match[1];
			} elseif ($line === '') {
				$last = '';
			} elseif ($last !== null && $last !== '') {
				$this->tags[$last][array_key_last($this->tags[$last])] .= " $line";
			} elseif ($last === '' || $this->paragraphs === []) {
				$this->paragraphs[] = $line;
				$last = null;
			} else {
				$this->paragraphs[array_key_last($this->paragraphs)] .= " $line";
			}
		}
	}

	public function is_deprecated(): bool
	{
		return isset($this->tags['deprecated']);
	}
}

/** "PHP_VERSION_ID >= 80400" in words. */
function versions(string $condition): string
{
	if (preg_match('/^PHP_VERSION_ID (>=|<) (\d)0(\d)00$/', $condition, $match) !== 1) {
		throw new RuntimeException("a condition that is not understood: $condition");
	}
	return $match[1] === '>=' ? "from PHP $match[2].$match[3]" : "before PHP $match[2].$match[3]";
}

function otherwise(string $condition): string
{
	return str_contains($condition, '>=') ? str_replace('>=', '<', $condition) : str_replace('<', '>=', $condition);
}

/** @return list<Declaration> */
function read_stub(string $file): array
{
	$patterns = [
		'class' => '/^(?:final |abstract )*class (\w+)/',
		'enum' => '/^enum (\w+)/',
		'function' => '/^function (\w+)\(/',
		'method' => '/^(?:public |protected |static |final )*function (\w+)\(/',
		'property' => '/^(?:public|protected) (?:readonly )?[\w|\\\\?]+ \$(\w+)/',
		'constant' => '/^const (\w+) =/',
		'case' => '/^case (\w+);/',
	];
	$found = [];
	$comment = '';
	$inside = false;
	$class = null;
	$conditions = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES) as $raw) {
		$line = trim($raw);
		if ($inside || str_starts_with($line, '/**')) {
			$comment = $inside ? "$comment\n$line" : $line;
			$inside = !str_ends_with($line, '*/');
			continue;
		}
		if (preg_match('/^#if (.*)$/', $line, $match) === 1) {
			$conditions[] = $match[1];
		} elseif ($line === '#else') {
			$conditions[] = otherwise(array_pop($conditions));
		} elseif ($line === '#endif') {
			array_pop($conditions);
		} elseif ($raw === '}') {
			$class = null;
		} elseif (!str_starts_with($line, 'private ')) {
			foreach ($patterns as $kind => $pattern) {
				if (($kind === 'function' || $kind === 'class' || $kind === 'enum') !== ($class === null) && $kind !== 'constant') {
					continue;
				}
				if (preg_match($pattern, $line, $match) === 1) {
					$found[] = new Declaration($kind, $match[1], $line, new Docblock($comment), implode(', ', array_map(versions(...), $conditions)), $class);
					$class = $kind === 'class' || $kind === 'enum' ? $match[1] : $class;
					break;
				}
			}
		}
		if ($line !== '' && !str_starts_with($line, '#')) {
			$comment = '';
		}
	}
	return $found;
}
