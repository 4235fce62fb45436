<?php
/*
 * The code blocks of a page, and what their tags say. The words after a block's opening ``` are its language
 * and its tag:
 *
 *     ```php run                      it is run, and must end well without a warning
 *     ```sh output                    the same, and it prints the block after it, ```text output,
 *                                     whatever times and sizes are (counts must be the same); of
 *                                     ```text output exact each figure counts
 *     ```sh not-run: it needs a GPU   it is not run, for this reason
 *     ```text picture                 it is no code (neither is a block of mermaid)
 *
 * A program runs with the settings of the last block of ini lines above it on its page.
 *
 *     php tests/docs/blocks.php FOLDER   writes each PHP block to a file there, for tools that read programs
 */

final class Block
{
	public ?Block $output = null;

	/** The ini lines above it; null: there are none. */
	public ?Block $settings = null;

	public function __construct(
		public readonly string $page,
		public readonly int $line,
		public readonly string $language,
		public readonly string $tag,
		public readonly string $text,
	) {
	}

	public function is_code(): bool
	{
		return $this->language !== 'mermaid' && $this->tag !== 'picture' && !$this->is_output();
	}

	/** What a block prints. */
	public function is_output(): bool
	{
		return $this->language === 'text' && ($this->tag === 'output' || $this->tag === 'output exact');
	}

	/**
	 * That text, as two of it are compared: times, sizes (of packets in a wire log, too), numbers of
	 * statements and versions change from run to run, and with them how they are padded. Any other figure is
	 * a count.
	 */
	public function comparable(string $text): string
	{
		$text = implode("\n", array_map(rtrim(...), explode("\n", trim($text))));
		return $this->tag === 'output exact' ? $text :
			preg_replace(['/(?<=[<>]) +\d+ +\d+/', '/(?<=statement )\d+/', '/\d+(?:[.,:]\d+)+/', '/\d+(?= (?:ms|s|seconds|bytes|KB|MB)\b)/', '/ {2,}/'], [' N N', 'N', 'N', 'N', ' '], $text);
	}

	/**
	 * Lines of a php.ini, which programs below them have. A pool of php-fpm, lines that load modules, and
	 * those that put interceptors before a program that is not on the page are none.
	 */
	public function is_settings(): bool
	{
		return $this->language === 'ini' && preg_match('/^\[www\]|^extension=|prepend_interceptors/m', $this->text) === 0;
	}

	public function is_run(): bool
	{
		return $this->is_code() && ($this->tag === 'run' || $this->tag === 'output');
	}

	/** Why it is not run; null: it is, or it says nothing. */
	public function reason(): ?string
	{
		return preg_match('/^not-run: (\S.*)$/', $this->tag, $match) === 1 ? $match[1] : null;
	}

	/** A PHP block as a file: a block begins in the middle of a program, where nobody writes `<?php`. */
	public function php(): string
	{
		return str_starts_with($this->text, '<?php') ? $this->text : "<?php\n" . $this->text;
	}

	public function name(): string
	{
		return "$this->page:$this->line";
	}
}

/**
 * @param list<string> $lines
 * @return list<Block>
 */
function blocks_of(string $page, array $lines): array
{
	$blocks = [];
	$begun = null;
	foreach ($lines as $number => $line) {
		if (preg_match('/^\s*```(\S*)\s*(.*)$/', $line, $match) !== 1) {
			continue;
		}
		if ($begun === null) {
			$begun = [$number, $match[1], trim($match[2])];
			continue;
		}
		[$at, $language, $tag] = $begun;
		$text = implode("\n", array_slice($lines, $at + 1, $number - $at - 1)) . "\n";
		$blocks[] = new Block($page, $at + 1, $language, $tag, $text);
		$begun = null;
	}
	$settings = null;
	foreach ($blocks as $i => $block) {
		$settings = $block->is_settings() ? $block : $settings;
		$block->settings = $block->is_settings() ? null : $settings;
		$next = $blocks[$i + 1] ?? null;
		if ($block->tag === 'output' && $block->is_code() && $next !== null && $next->is_output()) {
			$block->output = $next;
		}
	}
	return $blocks;
}

/** @return array<string, list<string>> the lines of each page, under its path from the top */
function read_pages(string $root): array
{
	$pages = [];
	foreach (['README.md', 'docs/*.md', 'docs/*/*.md', 'packages/*/README.md'] as $pattern) {
		foreach (glob("$root/$pattern") as $file) {
			$pages[substr($file, strlen($root) + 1)] = file($file, FILE_IGNORE_NEW_LINES);
		}
	}
	return $pages;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
	$folder = $argv[1] ?? exit("usage: blocks.php FOLDER\n");
	is_dir($folder) || mkdir($folder, 0777, true);
	foreach (read_pages(dirname(__DIR__, 2)) as $page => $lines) {
		foreach (blocks_of($page, $lines) as $block) {
			if ($block->language === 'php') {
				file_put_contents(sprintf('%s/%s-%d.php', $folder, str_replace(['/', '.md'], ['-', ''], $page), $block->line), $block->php());
			}
		}
	}
}
