<?php
/*
 * visit.php APPLICATION ADDRESS SIDE-FOLDER: lives the application's ordinary life once, in
 * SIDE-FOLDER/pages/APPLICATION. Ends with status 0 and "N pages", or with what was not as it should be. The
 * life itself is in APPLICATION.php.
 */
declare(strict_types=1);

require __DIR__ . '/browser.php';

[, $application, $address, $side] = $argv;
require __DIR__ . "/$application.php";

$folder = "$side/pages/$application";
mkdir($folder, 0777, true);
$browser = new Browser("http://$application.test", $address, $folder);
try {
	live($browser, $side);
	$browser->pages === PAGES or throw new Unexpected('this was the last, but ' . PAGES . ' were expected');
} catch (Unexpected $reason) {
	echo "page {$browser->pages}: {$reason->getMessage()}\n";
	exit(1);
}
echo "{$browser->pages} pages\n";
