<?php
// The pages: what can be said without running anything, then each block that is to be run. Arguments: folder
// for temporary files, and the pages whose blocks are run (none: all). The last line is "N passed, N failed,
// N skipped".

require __DIR__ . '/blocks.php';
require __DIR__ . '/pages.php';
require __DIR__ . '/run_block.php';

const NOT_RUN_AT_MOST = 10; // of a hundred

$root = dirname(__DIR__, 2);
$pages = read_pages($root);
$passed = $failed = 0;

function check(string $name, ?string $wrong): void
{
	global $passed, $failed;
	if ($wrong === null) {
		$passed++;
		return;
	}
	$failed++;
	echo "--- $name\n", rtrim($wrong), "\n";
}

/** @param list<string> $wrong */
function check_list(string $name, array $wrong): void
{
	check($name, $wrong === [] ? null : implode("\n", $wrong));
}

$runner = new Runner($root, $argv[1]);
require __DIR__ . '/selftest.php';

function are_few(int $not_run, int $blocks): bool
{
	return $not_run * 100 <= $blocks * NOT_RUN_AT_MOST;
}

$blocks = [];
foreach ($pages as $page => $lines) {
	check_list("$page: each block has a tag", wrong_tags($page, $lines));
	check_list("$page: links lead somewhere", wrong_links($root, $page, $lines, $pages));
	check_list("$page: ten minutes", too_long($page, $lines));
	check_list("$page: the length of a guide", too_long_guide($page, $lines));
	check_list("$page: columns", too_wide($page, $lines));
	array_push($blocks, ...array_filter(blocks_of($page, $lines), fn(Block $block) => $block->is_code()));
}

$not_run = array_filter($blocks, fn(Block $block) => !$block->is_run());
check('at most a tenth is not run', are_few(count($not_run), count($blocks)) ? null :
	sprintf("%d of %d are not:\n%s", count($not_run), count($blocks), implode("\n", array_map(fn(Block $block) => $block->name() . ' ' . $block->tag, $not_run))));

$server = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
$shop = file_get_contents(__DIR__ . '/shop.sql');
foreach ($blocks as $block) {
	if (!$block->is_run() || ($argc > 2 && !in_array($block->page, array_slice($argv, 2), true))) {
		continue;
	}
	for ($server->multi_query($shop); $server->more_results();) {
		$server->next_result();
	}
	check($block->name(), $runner->run($block));
}
$server->multi_query("DROP DATABASE IF EXISTS shop; DROP USER IF EXISTS shop");
for (; $server->more_results();) {
	$server->next_result();
}
printf("%d blocks, %d not run\n", count($blocks), count($not_run));
printf("%d passed, %d failed\n", $passed, $failed);
exit($failed > 0 ? 1 : 0);
