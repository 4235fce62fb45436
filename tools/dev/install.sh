# Into a Debian PHP and out again, by phpenmod and phpdismod. What was enabled, and by whom, is remembered for
# each SAPI in /var/lib/php/mynd/VERSION, and is put back by ./dev uninstall. Its lines:
#     SAPI MODULE enabled_by_maint|enabled_by_admin  a stock module that was enabled, the folder of its marker
#     SAPI - FOLDER                                  a folder of markers that was not there
#
# `install` takes all three stock modules out; with --keep-pdo only mysqli: pdo_mysql stays stock's, and with
# it mysqlnd, which it needs.
use setup build

STOCK_MODULES=(mysqli pdo_mysql mysqlnd)

find_debian_php() {
	{ command -v phpenmod >/dev/null && [[ -d /etc/php/$PHP_VERSION/mods-available ]]; } ||
		die "this PHP is not Debian's: copy $PHP_BUILD/obj/modules/mynd.so to its extension folder and load it in place of mysqlnd, mysqli and pdo_mysql"
	MODS=/etc/php/$PHP_VERSION/mods-available
	MARKERS=/var/lib/php/modules/$PHP_VERSION
	STATE=/var/lib/php/mynd/$PHP_VERSION
	EXTENSIONS=$("$PHP_CONFIG" --extension-dir)
	COMMAND=/usr/lib/php/mynd/$PHP_VERSION COMMAND_LINK=/usr/local/bin/mynd
	mapfile -t SAPIS < <(phpquery -S -v "$PHP_VERSION")
}

present_state() {
	local sapi module marker
	for sapi in "${SAPIS[@]}"; do
		for marker in enabled_by_admin disabled_by_admin; do
			[[ -d $MARKERS/$sapi/$marker ]] || echo "$sapi - $marker"
		done
		for module in "${STOCK_MODULES[@]}"; do
			phpquery -q -v "$PHP_VERSION" -s "$sapi" -m "$module" >/dev/null 2>&1 || continue
			marker=enabled_by_admin
			[[ ! -e $MARKERS/$sapi/enabled_by_maint/$module ]] || marker=enabled_by_maint
			echo "$sapi $module $marker"
		done
	done
}

# The SAPIs that had a stock driver; where there was none at all, every SAPI.
sapis_for_mynd() {
	if grep -qv ' - ' "$STATE"; then
		grep -v ' - ' "$STATE" | cut -d' ' -f1 | sort -u
	else
		printf '%s\n' "${SAPIS[@]}"
	fi
}

# Replaces a file of the system in one step: processes that have it open keep the old one.
put_file() { # SOURCE TARGET
	as_root install -m 644 "$1" "$2.new"
	as_root mv "$2.new" "$2"
}

put_files() {
	local ini
	ini=$(mktemp)
	printf '; mynd, a native MySQL and MariaDB driver: mysqli, pdo_mysql and mysqlnd\n; priority=30\nextension=mynd.so\n' >"$ini"
	put_file "$PHP_BUILD/obj/modules/mynd.so" "$EXTENSIONS/mynd.so"
	put_file "$ini" "$MODS/mynd.ini"
	rm -f "$ini"
	put_command
}

# The command mynd, with its parts in a folder of this PHP's. The link leads to the version installed last.
put_command() {
	local part
	as_root mkdir -p "$COMMAND/parts/checks"
	for part in "$ROOT"/bin/parts/*.php "$ROOT"/bin/parts/checks/*.php; do
		as_root install -m 644 "$part" "$COMMAND/${part#"$ROOT"/bin/}"
	done
	sed "1s|.*|#!$PHP|" "$ROOT/bin/mynd" | as_root tee "$COMMAND/mynd" >/dev/null
	as_root chmod 755 "$COMMAND/mynd"
	as_root ln -sfn "$COMMAND/mynd" "$COMMAND_LINK"
}

remove_command() {
	[[ $(readlink "$COMMAND_LINK") != "$COMMAND/mynd" ]] || as_root rm -f "$COMMAND_LINK"
	as_root rm -rf "$COMMAND"
	as_root rmdir --ignore-fail-on-non-empty "${COMMAND%/*}" 2>/dev/null || true
}

disable_stock() { # KEEP-PDO
	local sapi module marker
	while read -r sapi module marker; do
		[[ $module != - && (-z $1 || $module == mysqli) ]] || continue
		as_root phpdismod -v "$PHP_VERSION" -s "$sapi" "$module"
	done <"$STATE"
}

enable_mynd() {
	local sapi
	while read -r sapi; do
		as_root phpenmod -v "$PHP_VERSION" -s "$sapi" mynd
	done < <(sapis_for_mynd)
}

# phpenmod notes that the administrator enabled a module; where Debian's package had done it, that is put
# right.
restore_module() { # SAPI MODULE MARKER
	local dir=$MARKERS/$1
	as_root phpenmod -v "$PHP_VERSION" -s "$1" "$2"
	[[ $3 == enabled_by_maint && -e $dir/enabled_by_admin/$2 ]] || return 0
	as_root mkdir -p "$dir/enabled_by_maint"
	as_root mv "$dir/enabled_by_admin/$2" "$dir/enabled_by_maint/$2"
}

remove_mynd() {
	local sapi
	for sapi in "${SAPIS[@]}"; do
		as_root phpdismod -p -v "$PHP_VERSION" -s "$sapi" mynd >/dev/null 2>&1 || true
	done
	as_root rm -f "$MODS/mynd.ini" "$EXTENSIONS/mynd.so"
	remove_command
}

# Two passes: the folders that were not there can go when the markers are back in theirs.
restore_stock() {
	local sapi module marker
	while read -r sapi module marker; do
		[[ $module == - ]] || restore_module "$sapi" "$module" "$marker"
	done < <(tac "$STATE")
	while read -r sapi module marker; do
		[[ $module != - || ! -d $MARKERS/$sapi/$marker ]] || as_root rmdir --ignore-fail-on-non-empty "$MARKERS/$sapi/$marker"
	done <"$STATE"
	as_root rm -f "$STATE"
	as_root rmdir --ignore-fail-on-non-empty "${STATE%/*}"
}

uninstall() {
	remove_mynd
	restore_stock
}

# The ini files that PHP itself has now; the build's own do not count here.
installed_php() {
	env -u PHP_INI_SCAN_DIR "$PHP" "$@"
}

advise_restart() {
	local sapi
	for sapi in "${SAPIS[@]}"; do
		case $sapi in
		fpm) say "php-fpm takes it over at its next start: systemctl restart php$PHP_VERSION-fpm" ;;
		apache2) say "Apache takes it over at its next start: systemctl restart apache2" ;;
		esac
	done
}

cmd_install() {
	local keep_pdo= list
	case ${1:-} in
	'') ;;
	--keep-pdo) keep_pdo=1 ;;
	*) die "install: unknown option $1" ;;
	esac
	setup_by packages_to_install
	build
	find_debian_php
	! dpkg-query -W -f='${db:Status-Status}\n' "php$PHP_VERSION-mynd" 2>/dev/null | grep -qx installed ||
		die "the package php$PHP_VERSION-mynd is installed; take it out first: apt-get purge php$PHP_VERSION-mynd"
	if [[ -e $STATE ]]; then
		uninstall # a new version, or other options: from the start
	fi
	list=$(mktemp)
	present_state >"$list"
	as_root mkdir -p "${STATE%/*}"
	put_file "$list" "$STATE"
	rm -f "$list"
	put_files
	disable_stock "$keep_pdo"
	enable_mynd
	if ! installed_php -r 'exit(extension_loaded("mynd") && function_exists("mysqli_connect") ? 0 : 1);'; then
		uninstall
		die "PHP does not load mynd; everything is as it was"
	fi
	say "mynd is installed into PHP $PHP_VERSION ($(sapis_for_mynd | tr '\n' ' ' | sed 's/ $//')); ./dev uninstall puts everything back"
	advise_restart
}
