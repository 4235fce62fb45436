#!/usr/bin/env bash
# The life of the Debian package: run by `./dev package deb` in a folder with a Debian of its own, as root,
# with the package as argument. After each step what PHP loads, what the module manager has noted, and what
# php-fpm says are looked at.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/lib.sh"
deb=$1
v=8.2
name=php$v-mynd
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
export DEBIAN_FRONTEND=noninteractive

apt() { # ARGUMENTS...: its last words are shown if it fails
	apt-get -q -y -o Acquire::Check-Valid-Until=false --no-install-recommends --allow-downgrades "$@" >"$temp/apt" 2>&1 || {
		tail -n 15 "$temp/apt"
		return 1
	}
}

# What the module manager knows of stock's modules: links, markers, registered names.
stock_state() {
	find /etc/php/$v -type l -printf '%P\n' 2>/dev/null | grep -E '(mysqlnd|mysqli|pdo_mysql)\.ini$' | LC_ALL=C sort
	find /var/lib/php/modules/$v -type f -printf '%P\n' | grep -E '/(mysqlnd|mysqli|pdo_mysql)$' | LC_ALL=C sort
}

# Whatever is of mynd on this system.
remains() {
	find /etc/php /var/lib/php /var/lib/php$v-mynd /usr/lib/php /usr/share/php$v-mynd -name '*mynd*' 2>/dev/null | LC_ALL=C sort
}

program_of() { # SAPI
	case $1 in
	cli) command -v php$v ;;
	fpm) command -v php-fpm$v ;;
	cgi) command -v php-cgi$v ;;
	esac
}

# "mynd mysqli mysqlnd pdo_mysql", or what of them PHP has; and each word that is none of modules' names.
modules_of() { # SAPI
	"$(program_of "$1")" -m 2>&1 | grep -E '^(mynd|mysqli|mysqlnd|pdo_mysql)$|Warning|Error|unable' | LC_ALL=C sort | xargs
}

# Stock's shared objects that are enabled.
links_of() { # SAPI
	find "/etc/php/$v/$1/conf.d" -printf '%f\n' | grep -E '(mynd|mysqlnd|mysqli|pdo_mysql)\.ini$' | LC_ALL=C sort | xargs
}

MYND='mynd mysqli mysqlnd pdo_mysql: 30-mynd.ini'
STOCK='mysqli mysqlnd pdo_mysql: 10-mysqlnd.ini 20-mysqli.ini 20-pdo_mysql.ini'

is_on() { # TITLE SAPI MYND|STOCK|''
	check_equal "$1: $2" "$3" "$(modules_of "$2"): $(links_of "$2")"
}

newer_deb() { # FILE
	dpkg-deb -R "$deb" "$temp/tree"
	sed -i 's/^Version: .*/&+next/' "$temp/tree/DEBIAN/control"
	dpkg-deb --root-owner-group -b "$temp/tree" "$1" >/dev/null
	rm -rf "$temp/tree"
}

# A package that needs a driver by one of the names that stock's has.
needy_deb() { # FILE
	mkdir -p "$temp/needy/DEBIAN"
	printf 'Package: needy\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@mynd.example>\nDepends: php-mysql, php-mysqli, php-mysqlnd, php-pdo-mysql, php%s-mysql, php%s-mysqli, php%s-mysqlnd, php%s-pdo-mysql\nDescription: needs a driver\n' \
		$v $v $v $v >"$temp/needy/DEBIAN/control"
	dpkg-deb --root-owner-group -b "$temp/needy" "$1" >/dev/null
}

apt update || true

# --- stock is there ---
check "stock is installed" apt install php$v-mysql
before=$(stock_state)
is_on "before" cli "$STOCK"
is_on "before" fpm "$STOCK"

check "install" apt install "$deb"
is_on "installed" cli "$MYND"
is_on "installed" fpm "$MYND"
check "stock's package stays" dpkg -s php$v-mysql
check_equal "mysqli and PDO's driver are mynd's" "yes mysql" "$(php$v -r 'echo (new ReflectionExtension("mysqli"))->getVersion() === phpversion("mysqli") && extension_loaded("mynd") ? "yes" : "no", " ", implode(" ", PDO::getAvailableDrivers());' 2>&1)"

check "stock is reinstalled" apt install --reinstall php$v-mysql
is_on "after stock's reinstall" cli "$MYND"
is_on "after stock's reinstall" fpm "$MYND"

newer_deb "$temp/newer.deb"
check "upgrade" apt install "$temp/newer.deb"
is_on "upgraded" cli "$MYND"
is_on "upgraded" fpm "$MYND"

check "remove" apt remove $name
check_equal "removed: stock is enabled as it was" "$before" "$(stock_state)"
is_on "removed" cli "$STOCK"
is_on "removed" fpm "$STOCK"

check "install again" apt install "$deb"
is_on "installed again" cli "$MYND"
check "purge" apt purge $name
check_equal "purged: stock is enabled as it was" "$before" "$(stock_state)"
check_equal "purged: nothing is left" "" "$(remains)"

# --- the administrator has decided ---
phpdismod -v $v -s fpm mysqli pdo_mysql mysqlnd
phpdismod -v $v -s cli pdo_mysql
phpdismod -v $v -s cli mysqli
phpenmod -v $v -s cli mysqli
decided=$(stock_state)
check "install where the administrator has disabled modules" apt install "$deb"
is_on "where stock's mysqli is on" cli "$MYND"
is_on "where no driver is wanted" fpm ": "
check "purge there" apt purge $name
check_equal "what the administrator has decided stays" "$decided" "$(stock_state)"
phpenmod -v $v -s ALL mysqlnd mysqli pdo_mysql

check "install, to be changed by the administrator" apt install "$deb"
phpenmod -v $v -s cli mysqlnd mysqli pdo_mysql
phpdismod -v $v -s cli mynd
check "upgrade of what the administrator has changed" apt install "$temp/newer.deb"
is_on "the administrator went back to stock" cli "$STOCK"
check "purge of it" apt purge $name
is_on "and stays there" cli "$STOCK"

# --- stock leaves, and comes back ---
check "install once more" apt install "$deb"
check "stock leaves" apt purge php$v-mysql
is_on "without stock" cli "$MYND"
needy_deb "$temp/needy.deb"
check "what needs a driver can be installed" apt install "$temp/needy.deb"
check_equal "and brings no stock" "" "$(dpkg-query -W -f='${db:Status-Abbrev}' php$v-mysql 2>/dev/null | grep ^ii)"
check "stock comes back" apt install php$v-mysql
is_on "stock came later" cli "$MYND"
is_on "stock came later" fpm "$MYND"

# --- a SAPI comes, goes, and comes again ---
check "a SAPI comes" apt install php$v-cgi
is_on "the SAPI that came" cgi "$MYND"
check "it goes" apt purge php$v-cgi
check "it comes again" apt install php$v-cgi
is_on "the SAPI that came again" cgi "$MYND"
check "remove, and needy with it" apt remove $name
is_on "all have stock" cli "$STOCK"
is_on "all have stock" fpm "$STOCK"
is_on "all have stock" cgi "$STOCK"

# --- nothing of stock, ever ---
check "stock leaves, but for its settings" apt remove php$v-mysql
check "install without stock" apt install "$deb"
is_on "without stock" fpm "$MYND"
check "remove without stock" apt remove $name
is_on "no driver at all" cli ": "
check "purge without stock" apt purge $name php$v-mysql
check_equal "nothing is left" "" "$(remains)"

# --- ./dev install was there first ---
mkdir -p /var/lib/php/mynd
touch /var/lib/php/mynd/$v
check "not beside ./dev install" bash -c '! apt-get -q -y install "$0" >"$1" 2>&1 && grep -q "./dev uninstall" "$1"' "$deb" "$temp/said"
rm -r /var/lib/php/mynd
finish
