<?php
/* Allows packets of up to 1 GiB, for connections opened afterwards. */
require __DIR__ . '/common.php';
connect()->query('SET GLOBAL max_allowed_packet = 1073741824');
report([]);
