<?php
/*
 * All that makes a page or a picture of figures; tools/figures/ draws the picture, too.
 */

declare(strict_types=1);

foreach (['figures', 'svg', 'chart', 'rows', 'lines', 'charts', 'html', 'overview'] as $part) {
	require __DIR__ . "/$part.php";
}
