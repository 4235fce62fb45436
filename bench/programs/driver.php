<?php
/* Which driver is this? */
if (!extension_loaded('mysqli')) {
    fwrite(STDERR, "no mysqli here\n");
    exit(1);
}
echo json_encode(['mynd' => extension_loaded('mynd'), 'version' => PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION]), "\n";
