<?php
/*
 * That each check of the pages finds what it is for: bad pages and bad blocks, which must be found, beside
 * good ones, which must not. Sourced by docs.php, whose check() and $runner it uses.
 */

/** Bad lines are found, good ones are not. */
function finds(string $name, callable $look, array $bad, array $good): void
{
	check("finds: $name", $look($bad) !== [] ? null : 'it did not find ' . implode("\n", $bad));
	check("does not find: $name", $look($good) === [] ? null : implode("\n", $look($good)));
}

$tags = fn(array $lines) => wrong_tags('page.md', $lines);
$links = fn(array $lines) => wrong_links($root, 'docs/page.md', $lines, ['docs/page.md' => $lines]);
finds('no tag', $tags, ['```php', '```'], ['```php run', '```']);
finds('no language', $tags, ['```', '```'], ['```text picture', '```']);
finds('another tag', $tags, ['```php maybe', '```'], ['```php not-run: it needs a moon', '```']);
finds('no reason', $tags, ['```php not-run:', '```'], ['```mermaid', '```']);
finds('no output', $tags, ['```php output', '```', '```php run', '```'], ['```php output', '```', '```text output exact', '```']);
finds('a language that nothing runs', $tags, ['```cobol run', '```'], ['```ini run', '```']);
finds('a block by indentation', $tags, ['text', '', '    code'], ['- item', '', '    - item']);
finds('a link to nowhere', $links, ['[a](nowhere.md)'], ['[a](../dev) [b](https://example.com/x) `[c](nowhere.md)`']);
finds('a heading that is not there', $links, ['# One', '[a](#two)'], ['# One: `two()`', '[a](#one-two)']);
finds('a long page', fn(array $lines) => too_long('page.md', $lines), [str_repeat('word ', MOST_WORDS + 1)], [str_repeat('word ', MOST_WORDS), '```', 'code', '```']);
$length = fn(array $lines) => too_long_guide('docs/page.md', $lines);
finds('a long guide', $length, ['```php run', str_repeat('word ', MOST_WORDS_OF_A_GUIDE - 2), '```'], ['```php run', str_repeat('word ', MOST_WORDS_OF_A_GUIDE - 3), '```']);
foreach (['docs/start.md' => true, 'docs/testing-without-a-server.md' => true, 'docs/testing.md' => false, 'docs/compatibility-mysqli.md' => false, 'docs/reference/settings.md' => false, 'README.md' => false] as $page => $is_guide) {
	check("$page is a guide, or is none", is_guide($page) === $is_guide ? null : 'it is taken for the other');
}
finds('a wide line', fn(array $lines) => too_wide('page.md', $lines), [str_repeat('é', MOST_COLUMNS + 1)], [str_repeat('é', MOST_COLUMNS), '<!--figure-->' . str_repeat('x', MOST_COLUMNS) . '<!--/-->', '|' . str_repeat('x', 200)]);
check('a tenth', are_few(1, 10) && !are_few(2, 19) ? null : 'it is counted in another way');

/** What is wrong with one block, and what its output is said to be. */
$run = function (string $opening, string $text, ?string $output = null, string $how = 'output') use ($runner): ?string {
	$lines = ["```$opening", ...explode("\n", $text), '```'];
	$lines = $output === null ? $lines : [...$lines, "```text $how", $output, '```'];
	return $runner->run(blocks_of('page.md', $lines)[0]);
};
$must_fail = fn(string $name, ?string $said) => check("fails: $name", $said !== null ? null : 'it did not fail');
$must_pass = fn(string $name, ?string $said) => check("passes: $name", $said);
$must_fail('a PHP block with a warning', $run('php run', 'echo $nothing;'));
$must_fail('a PHP block that ends with another status', $run('php run', 'exit(3);'));
$must_fail('a PHP block that prints something else', $run('php output', 'echo "a";', 'b'));
$must_pass('times and sizes are masked', $run('php output', 'echo "12.5 ms, 12 bytes";', '3.0 ms, 7 bytes'));
$must_fail('but not counts', $run('php output', 'echo "12 rows";', '3 rows'));
$must_fail('unless they count', $run('php output', 'echo "12 rows";', '3 rows', 'output exact'));
$must_fail('a shell block in the middle', $run('sh run', "false\ntrue"));
$must_pass('a shell block has this PHP', $run('sh output', 'php -r "echo extension_loaded(\"mynd\");"', '1', 'output exact'));
$with_settings = blocks_of('page.md', ['```ini run', 'mynd.idle_timeout = 77', '```', '```php output', 'echo ini_get("mynd.idle_timeout");', '```', '```text output exact', '77', '```'])[1];
$must_pass('a program has the ini lines above it', $runner->run($with_settings));
$must_fail('a setting that is none', $run('ini run', 'mynd.no_such_setting = 1'));
$must_fail('a value that is refused', $run('ini run', 'mynd.idle_timeout = soon'));
$must_pass('a value with a unit', $run('ini run', 'mynd.idle_timeout = 90s'));
if (getenv('MYND_PHP_FPM') !== '') {
	$must_fail('a pool that php-fpm does not take', $run('ini run', "[www]\npm = sometimes"));
}
