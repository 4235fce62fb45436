#!/usr/bin/env bash
# WordPress and a PDO program on the PHP that the Debian package has left: run by `./dev package deb` in a
# folder with a Debian of its own, as root. Arguments: the package, and the project's folder. The eighty
# pages are those of tests/apps, by php-fpm with the settings under /etc/php; stock's side of them has the
# same settings with stock's modules.
set -uo pipefail

deb=$1 root=$2
. "$root/tests/lib.sh"
v=8.2
temp=$(mktemp -d)
export DEBIAN_FRONTEND=noninteractive

check "install" apt-get -q -y install "$deb" || finish
check_equal "php-fpm has mynd, beside stock's package" "mynd mysqli mysqlnd pdo_mysql" \
	"$(php-fpm$v -m 2>&1 | grep -E '^(mynd|mysqli|mysqlnd|pdo_mysql)$|Warning|Error' | xargs)"

# The folders of settings that tests/apps asks for, as ./dev build would have made them.
mkdir -p "$temp/obj/modules" "$temp/ini-stock"
ln -s /etc/php/$v/fpm/conf.d "$temp/ini-mynd"
cp -P /etc/php/$v/fpm/conf.d/*.ini "$temp/ini-stock/"
rm "$temp/ini-stock/30-mynd.ini"
for module in 10-mysqlnd 20-mysqli 20-pdo_mysql; do
	ln -s "/etc/php/$v/mods-available/${module#*-}.ini" "$temp/ini-stock/$module.ini"
done
printf '#!/bin/sh\nPHP_INI_SCAN_DIR=%s exec php%s "$@"\n' "$temp/ini-stock" "$v" >"$temp/php-stock"
chmod +x "$temp/php-stock"

export PHP=/usr/bin/php$v MYND_ROOT=$root MYND_PHP_VERSION=$v MYND_PHP_BINARY=/usr/bin/php$v MYND_SO=$temp/obj/modules/mynd.so
export MYND_STOCK_CMD=$temp/php-stock MYND_PHP_CMD=/usr/bin/php$v MYND_APPS=wordpress MYND_NO_SETUP=1

# --- a PDO program ---
cat >"$temp/program.php" <<'PHP'
<?php
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=mynd_test;charset=utf8mb4',
	getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
$pdo->exec('CREATE TABLE fruit (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40), price DECIMAL(6, 2)) CHARSET utf8mb4');
$pdo->beginTransaction();
$insert = $pdo->prepare('INSERT INTO fruit (name, price) VALUES (:name, :price)');
foreach (['Äpfel' => 1.5, "d'Anjou" => 2.25, '🍌' => 0.99] as $name => $price) {
	$insert->execute(compact('name', 'price'));
}
$last = $pdo->lastInsertId();
$pdo->commit();
$select = $pdo->prepare('SELECT id, name, price FROM fruit WHERE price < ? ORDER BY id');
$select->execute([2]);
echo extension_loaded('mynd') ? 'mynd' : 'stock', ' ', json_encode($select->fetchAll(PDO::FETCH_ASSOC), JSON_UNESCAPED_UNICODE), " $last\n";
try {
	$pdo->query('SELECT nothing FROM nowhere');
} catch (PDOException $e) {
	echo $e->getCode(), "\n";
}
PHP
ROOT=$root MYND_BUILD=$temp/build
. "$root/tools/dev/common.sh"
use server
set +e
trap 'server_stop "$temp/server.env"; rm -rf "$temp"' EXIT
server_start "$temp/server.env" && . "$temp/server.env"
check_equal "a PDO program" 'mynd [{"id":1,"name":"Äpfel","price":"1.50"},{"id":3,"name":"🍌","price":"0.99"}] 3
42S02' "$(php$v "$temp/program.php" 2>&1)"
server_stop "$temp/server.env"

# --- WordPress ---
"$root/tests/apps/run.sh" >"$temp/pages" 2>&1
grep -vE '^[0-9]+ passed' "$temp/pages"
if [[ $(tail -n 1 "$temp/pages") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ 0\ skipped$ ]]; then
	checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))
else
	check_equal "WordPress" "N passed, N failed, 0 skipped" "$(tail -n 3 "$temp/pages")"
fi
finish
