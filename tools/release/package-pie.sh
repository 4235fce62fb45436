# PIE builds and installs mynd, out of a copy of the project in a clean folder. PIE is the one in the PATH,
# or that of MYND_PIE (a command, or the file bin/pie of its sources). It comes as an archive of its own,
# from no registry that `./dev` asks: without it there is nothing to try, and composer.json is held against
# PIE's documented rules alone (tests/package/check_composer.sh). PHP's folders are private copies meanwhile
# (a mount namespace), so the machine's PHP stays as it is.
use package build release

find_pie() {
	local name=${MYND_PIE:-pie}
	command -v "$name" >/dev/null || [[ -f $name ]] || unavailable "there is no PIE here; MYND_PIE can name one"
	if [[ -f $name ]] && head -c 60 "$name" | grep -q php; then
		pie=("$PHP" "$name")
	else
		pie=("$name")
	fi
}

pie_steps() { # FOLDER: in the namespace
	local folder php config
	folder=$1 php=$(readlink -f "$PHP") config=$(command -v "$PHP_CONFIG")
	phpdismod -v "$PHP_VERSION" -s cli mysqli pdo_mysql mysqlnd
	cd "$folder/mynd"
	"${pie[@]}" install --no-interaction --with-php-config="$config" >&2 || return
	cd "$folder"
	env -u PHP_INI_SCAN_DIR "$php" -r 'echo "PHP says: mynd ", phpversion("mynd"), " ", (new ReflectionClass("mysqli"))->getExtensionName(), "\n";'
}

package_pie() {
	local folder pie said private
	find_php
	find_pie
	if [[ $(id -u) -ne 0 ]] || ! unshare --mount --propagation private true 2>/dev/null; then
		unavailable "PHP's folders can be private copies only for root, where namespaces are allowed"
	fi
	command -v phpdismod >/dev/null || unavailable "this PHP is not Debian's"
	"${pie[@]}" --version >&2
	folder=$(mktemp -d "${TMPDIR:-/tmp}/mynd-pie.XXXXXX")
	at_exit rm -rf "$folder"
	export_tree "$folder/mynd"
	mkdir -p "$folder/etc/php" "$folder/var/lib/php" "$folder/usr/lib/php" "$folder/pie"
	for private in etc/php var/lib/php usr/lib/php; do
		cp -a "/$private/." "$folder/$private/"
	done
	export -f pie_steps
	export PHP PHPIZE PHP_CONFIG PHP_VERSION
	export PIE_WORKING_DIRECTORY=$folder/pie COMPOSER_ALLOW_SUPERUSER=1 HOME=$folder
	# shellcheck disable=SC2016
	said=$(unshare --mount --propagation private bash -c '
		set -e
		folder=$1
		shift
		pie=("$@")
		for private in etc/php var/lib/php usr/lib/php; do mount --bind "$folder/$private" "/$private"; done
		pie_steps "$folder"' pie "$folder" "${pie[@]}")
	echo "$said"
	[[ $said == "PHP says: mynd $(release_version) mysqli" ]]
}
