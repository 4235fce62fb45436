# A PHP with mysqlnd, mysqli and PDO built in, as images and FrankenPHP have parts of it: stock's faces
# cannot be taken out of it. Built from Debian's source package under build/, once (some minutes), and mynd
# for it. What of mynd works there is tests/builtin.
use setup build conformance-tests php-debug

PHP_BUILTIN=$BUILD/php-builtin

php_builtin_options() { # FOLDER
	echo --disable-all --enable-cli --disable-cgi --disable-phpdbg --without-pear --with-openssl --enable-session \
		--enable-mysqlnd --with-mysqli=mysqlnd --enable-pdo \
		--prefix="$1/php" --with-config-file-path="$1/php/etc" --with-config-file-scan-dir="$1/php/etc/conf.d"
}

compile_php_builtin() { # FOLDER ARCHIVE VERSION
	local options
	rm -rf "$1/source" "$1/obj" "$1/php"
	mkdir -p "$1/source" "$1/obj" "$1/php/etc/conf.d"
	tar -xJf "$2" -C "$1/source" --strip-components=1
	read -ra options < <(php_builtin_options "$1" | tr '\n' ' ')
	(cd "$1/obj" && CFLAGS=-O1 nice -n 5 ../source/configure --quiet "${options[@]}")
	nice -n 5 make -C "$1/obj" -s -j2
	make -C "$1/obj" -s install
	link_versioned_names "$1/php/bin" "$3"
	rm -rf "$1/obj" "$1/source"
}

has_php_builtin() {
	[[ -f $PHP_BUILTIN/$PHP_VERSION/complete ]]
}

build_php_builtin() { # FOLDER
	local folder=$1 sources archive stamp lock version=$PHP_VERSION
	sources=$(php_sources "$version") || exit
	archive=$(echo "$sources"/archive/*.orig.tar.xz)
	stamp=$(printf '%s\n' "$(php_builtin_options "$folder")" "${archive##*/}")
	mkdir -p "$folder"
	exec {lock}>"$folder/lock"
	flock "$lock"
	if [[ ! -f $folder/complete || $(<"$folder/complete") != "$stamp" ]]; then
		rm -f "$folder/complete"
		setup_packages gcc libc6-dev make pkg-config xz-utils libssl-dev
		say "building a PHP with stock's driver built in under ${folder#"$ROOT"/}; that takes some minutes, once"
		(set -e && compile_php_builtin "$folder" "$archive" "$version") >"$folder/log" 2>&1 {lock}>&- || {
			tail -n 40 "$folder/log" >&2
			die "PHP cannot be built; all that was said is in ${folder#"$ROOT"/}/log"
		}
		echo "$stamp" >"$folder/complete"
	fi
	exec {lock}>&-
}

# The suite: where that PHP is there, or the suite is named.
run_builtin() {
	if [[ $suites_are_named == no ]] && ! has_php_builtin; then
		echo "there is no PHP with stock's driver built in; ./dev test builtin builds it"
		echo "0 passed, 0 failed, 1 skipped"
		return 0
	fi
	local folder=$PHP_BUILTIN/$PHP_VERSION
	build_php_builtin "$folder"
	enter_php_debug "$folder"
	build
	MYND_BUILTIN_PHP=$PHP MYND_BUILTIN_SO=$PHP_BUILD/obj/modules/mynd.so "$ROOT/tests/builtin/run.sh"
}
