# A PHP that watches: built from Debian's source package with assertions and reports of leaks, under build/,
# once. Its own assertions find what a driver does to the engine, and at the end of each request it names
# every block of the request's memory that nobody freed.
#
#     VERSION       debug, with threads (ZTS): cli, fpm, stock's modules beside; mynd is built for it as for
#                   any PHP that lies elsewhere
#     VERSION-asan  debug, without threads, by clang with AddressSanitizer, embed as well: what fuzz targets
#                   are linked with
#
# A folder of these has php/ (PHP as it is installed), mynd/ (builds of mynd for it) and source/ (PHP's
# sources, for debuggers).
use setup build php conformance-tests

PHP_DEBUG=$BUILD/php-debug

# Only the extensions that the tests need: each one costs a minute of compiling.
php_debug_options() { # FOLDER
	echo --disable-all --enable-debug --enable-cli --disable-cgi --disable-phpdbg --enable-ctype --enable-filter --enable-tokenizer \
		--enable-session --enable-pcntl --enable-posix --enable-pdo --with-openssl --with-zlib --without-pear \
		--prefix="$1/php" --with-config-file-path="$1/php/etc" --with-config-file-scan-dir="$1/php/etc/conf.d"
	case $1 in
	*-asan) echo --enable-embed=static --enable-address-sanitizer --disable-opcache --without-pcre-jit ;;
	*) echo --enable-zts --enable-fpm --enable-opcache --enable-mbstring --disable-mbregex --enable-sockets \
		--enable-mysqlnd=shared --with-mysqli=shared,mysqlnd --with-pdo-mysql=shared,mysqlnd ;;
	esac
}

# UBSan checks mynd only. For one of the engine's files clang would take a quarter of an hour, and its
# findings would not be ours.
php_debug_compiler() { # FOLDER
	[[ $1 != *-asan ]] || printf '%s\n' CC=clang CXX=clang++
}

# --enable-debug switches off all optimisation; tests that loop millions of times need some.
php_debug_flags() { # FOLDER
	[[ $1 != *-asan ]] || echo -O1 -fno-omit-frame-pointer
}

php_debug_packages() { # FOLDER
	# whose header makes fibers tell it of their stacks
	echo gcc libc6-dev make pkg-config xz-utils libssl-dev zlib1g-dev valgrind
	[[ $1 != *-asan ]] || echo clang
}

# Names the commands as Debian does (php8.2 beside php), so that common.sh finds these first.
link_versioned_names() { # BIN-FOLDER VERSION
	local name
	for name in php phpize php-config; do
		ln -sf "$name" "$1/$name$2"
	done
}

compile_php_debug() { # FOLDER ARCHIVE VERSION
	local compiler options
	rm -rf "$1/source" "$1/obj" "$1/php"
	mkdir -p "$1/source" "$1/obj" "$1/php/etc/conf.d"
	tar -xJf "$2" -C "$1/source" --strip-components=1
	mapfile -t compiler < <(php_debug_compiler "$1")
	read -ra options < <(php_debug_options "$1" | tr '\n' ' ')
	(cd "$1/obj" && nice -n 5 ../source/configure --quiet "${options[@]}" "${compiler[@]}")
	# The PHP that has just been made runs in its own build; what it leaves at its end is nobody's concern
	# there.
	ASAN_OPTIONS=detect_leaks=0 nice -n 5 make -C "$1/obj" -s -j2 EXTRA_CFLAGS="$(php_debug_flags "$1")"
	ASAN_OPTIONS=detect_leaks=0 make -C "$1/obj" -s install
	[[ ! -e $1/obj/libs/libphp.a ]] || cp "$1/obj/libs/libphp.a" "$1/php/lib/"
	# shellcheck disable=SC2072 # versions of PHP, as text
	[[ $3 > 8.4 || $1 == *-asan ]] || echo zend_extension=opcache >"$1/php/etc/conf.d/10-opcache.ini"
	link_versioned_names "$1/php/bin" "$3"
	[[ ! -e $1/php/sbin/php-fpm ]] || ln -sf ../sbin/php-fpm "$1/php/bin/php-fpm$3"
	rm -rf "$1/obj"
}

# What the build depends on; when it changes PHP is built anew.
php_debug_stamp() { # FOLDER ARCHIVE
	printf '%s\n' "$(php_debug_options "$1")" "$(php_debug_compiler "$1")" "$(php_debug_flags "$1")" "${2##*/}"
}

# Builds it unless it is there. Needs PHP_VERSION.
build_php_debug() { # FOLDER
	local folder=$1 sources archive stamp lock version=$PHP_VERSION
	sources=$(php_sources "$version") || exit
	archive=$(echo "$sources"/archive/*.orig.tar.xz)
	stamp=$(php_debug_stamp "$folder" "$archive")
	mkdir -p "$folder"
	exec {lock}>"$folder/lock"
	flock "$lock"
	if [[ ! -f $folder/complete || $(<"$folder/complete") != "$stamp" ]]; then
		rm -f "$folder/complete"
		setup_packages $(php_debug_packages "$folder")
		say "building a PHP with assertions under ${folder#"$ROOT"/}; that takes some minutes, once"
		(set -e && compile_php_debug "$folder" "$archive" "$version") >"$folder/log" 2>&1 {lock}>&- || {
			tail -n 40 "$folder/log" >&2
			die "PHP cannot be built; all that was said is in ${folder#"$ROOT"/}/log"
		}
		echo "$stamp" >"$folder/complete"
	fi
	exec {lock}>&-
}

has_php_debug() { # FOLDER
	[[ -f $1/complete ]]
}

# From here on this PHP is the shell's, as if it were the machine's, and builds of mynd are kept beside it.
enter_php_debug() { # FOLDER
	PATH=$1/php/bin:$PATH BUILD=$1/mynd PHP_BUILD=
	hash -r
	find_php
}

# mynd by the compiler of that PHP, under the sanitizers that it is under itself: nothing needs to be
# preloaded.
build_mynd_asan() {
	local dir=$PHP_BUILD lock
	mkdir -p "$dir"
	exec {lock}>"$dir/lock"
	flock "$lock"
	build_afresh_if_needed "$dir" --enable-mynd-asan --enable-mynd-werror CC=clang {lock}>&- || {
		tail -n 40 "$dir/log" >&2
		die "the build failed; all of its output is in ${dir#"$ROOT"/}/log"
	}
	write_ini_folder "$dir" mynd
	write_wrapper "$BUILD/bin/php-mynd" "$dir/ini-mynd" UBSAN_OPTIONS=print_stacktrace=1 USE_ZEND_ALLOC=0 SKIP_ASAN=1
	must_load "$BUILD/bin/php-mynd"
	exec {lock}>&-
}

# Enters the folder of the PHP that the options ask for, with mynd built for it. In a subshell this ends with
# the subshell.
prepare_php_debug() { # [--asan]
	local folder=$PHP_DEBUG/$PHP_VERSION${1:+-asan}
	build_php_debug "$folder"
	enter_php_debug "$folder"
	if [[ -n ${1:-} ]]; then
		build_mynd_asan
	else
		build --checked
	fi
}

cmd_php-debug() {
	local asan=
	if [[ ${1:-} == --asan ]]; then
		asan=--asan
		shift
	fi
	setup
	[[ $# -eq 0 ]] || with_shared_server
	prepare_php_debug ${asan:+"$asan"}
	if [[ $# -eq 0 ]]; then
		say "built: $("$BUILD/bin/php-mynd" -v | head -n 1), in ${BUILD#"$ROOT"/}/bin/php-mynd"
		return
	fi
	exec_php php-mynd "$@"
}
