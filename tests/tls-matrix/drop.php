<?php
/* Drops the users that a part has made, so that the next one can make them. */
require __DIR__ . '/connect.inc';
foreach (server()->query("SELECT User, Host FROM mysql.user WHERE User REGEXP '^(native|ed25519|parsec|caching|sha256|needs|by|none)_|^by_socket$|^nobody$|^mynd_pam$'")->fetch_all() as [$user, $host]) {
	server()->query("DROP USER '$user'@'$host'");
}
