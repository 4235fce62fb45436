<?php
/* Without mynd.tls_by_password a self-signed certificate is refused, whoever has it. */
require __DIR__ . '/connect.inc';
[, $folder] = $argv;
$tls = getenv('MYND_TEST_SERVER_FOLDER') . '/tls';
copy("$folder/self.pem", "$tls/server.pem");
copy("$folder/self-key.pem", "$tls/server-key.pem");
server()->query('FLUSH SSL');
check_refused('switched off', '2002', 'self', new How(tls: true, verify: true), 'by_native');
finish();
