# Builds the extension out of the tree: build/VERSION[-asan]/ext has links to the sources and phpize's files,
# obj/ the objects. A build also writes what runs PHP with it: ini-mynd/, ini-stock/ and bin/php-mynd,
# bin/php-stock (build/bin: the last built).
use setup

# What the configuration depends on; when it changes the build starts anew.
configuration_of() {
	printf '%s\n' "$@"
	cat "$ROOT/config.m4"
	(cd "$ROOT" && find src -name '*.c' | LC_ALL=C sort)
	"$PHP_CONFIG" --version
	"$PHP_CONFIG" --extension-dir
	gcc -dumpfullversion
}

configure_build() { # FOLDER CONFIGURE-OPTIONS...
	local dir=$1
	shift
	rm -rf "$dir/ext" "$dir/obj"
	mkdir -p "$dir/ext" "$dir/obj"
	ln -s "$ROOT/config.m4" "$dir/ext/config.m4"
	ln -s "$ROOT/src" "$dir/ext/src"
	(cd "$dir/ext" && "$PHPIZE")
	(cd "$dir/obj" && ../ext/configure --quiet --with-php-config="$PHP_CONFIG" --enable-mynd=shared "$@")
}

build_extension() { # FOLDER CONFIGURE-OPTIONS...
	local dir=$1 stamp
	shift
	mkdir -p "$dir"
	stamp=$(configuration_of "$@" | sha256sum)
	if [[ ! -f $dir/stamp || $(<"$dir/stamp") != "$stamp" ]]; then
		rm -f "$dir/stamp"
		configure_build "$dir" "$@"
		echo "$stamp" >"$dir/stamp"
	fi
	set_apart "$dir/obj/modules/mynd.so"
	make -C "$dir/obj" -s -j2
}

# The linker's result is copied over the last one. A program that has the last one loaded keeps it.
set_apart() { # FILE
	[[ ! -f $1 ]] || { cp -p "$1" "$1.new" && mv "$1.new" "$1"; }
}

# Make fails if a header is gone that the last build depended on.
build_afresh_if_needed() { # FOLDER CONFIGURE-OPTIONS...
	build_extension "$@" >"$1/log" 2>&1 && return
	grep -q 'No rule to make target' "$1/log" || return
	rm -f "$1/stamp"
	build_extension "$@" >"$1/log" 2>&1
}

# Links the machine's ini files, except for those of the drivers.
machine_ini_files() { # FOLDER
	local ini scan
	scan=$("$PHP" -n -r 'echo PHP_CONFIG_FILE_SCAN_DIR;')
	for ini in "$scan"/*.ini; do
		[[ -e $ini ]] || continue
		case ${ini##*/} in
		*mysqlnd.ini | *mysqli.ini | *pdo_mysql.ini | *mynd.ini) ;;
		*) ln -s "$(readlink -f "$ini")" "$1/${ini##*/}" ;;
		esac
	done
}

mynd_ini_files() { # FOLDER BUILD-FOLDER
	echo "extension=$2/obj/modules/mynd.so" >"$1/30-mynd.ini"
}

stock_ini_files() { # FOLDER
	local extensions module
	extensions=$("$PHP_CONFIG" --extension-dir)
	for module in 10-mysqlnd 20-mysqli 20-pdo_mysql; do
		if [[ -e $extensions/${module#*-}.so ]]; then
			echo "extension=${module#*-}.so" >"$1/$module.ini"
		fi
	done
}

# Programs may be running with the folder: it is replaced only when its content changes.
write_ini_folder() { # BUILD-FOLDER mynd|stock
	local new
	new=$(mktemp -d "$1/ini.XXXXXX")
	machine_ini_files "$new"
	"$2_ini_files" "$new" "$1"
	if diff -r "$new" "$1/ini-$2" >/dev/null 2>&1; then
		rm -rf "$new"
	else
		rm -rf "$1/ini-$2"
		mv "$new" "$1/ini-$2"
		chmod 755 "$1/ini-$2"
	fi
}

# MYND_WITH_INI, a folder of ini files, comes after those of mynd's build: settings of one run of tests (see
# with_settings).
write_wrapper() { # FILE INI-FOLDER [ENVIRONMENT...]
	local file=$1 ini=$2
	shift 2
	mkdir -p "${file%/*}"
	{
		echo '#!/bin/sh'
		echo '# Written by ./dev build.'
		printf 'exec env PHP_INI_SCAN_DIR=%q' "$ini"
		# shellcheck disable=SC2016
		[[ ${ini##*/} != ini-mynd ]] || printf '"${MYND_WITH_INI:+:$MYND_WITH_INI}"'
		[[ $# -eq 0 ]] || printf ' %q' "$@"
		printf ' %q "$@"\n' "$PHP"
	} >"$file.new"
	chmod +x "$file.new"
	mv "$file.new" "$file"
}

# PHP itself has no sanitizer, so the runtime is preloaded; the engine's own allocator would hide overruns.
sanitizer_environment() { # BUILD-FOLDER
	echo "LD_PRELOAD=$1/dlopen.so:$(gcc -print-file-name=libasan.so)"
	echo ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0
	echo UBSAN_OPTIONS=print_stacktrace=1
	echo USE_ZEND_ALLOC=0
	echo SKIP_ASAN=1
}

# Programs that have it preloaded may be starting.
build_preloaded() { # FILE
	gcc -shared -fPIC -O1 -o "$1.new" "$ROOT/tools/sanitizer-dlopen.c"
	mv "$1.new" "$1"
}

must_load() { # WRAPPER
	local said
	said=$("$1" -r 'exit(extension_loaded("mynd") ? 0 : 1);' 2>&1) || die "PHP does not load mynd: $said"
}

# The folder of the build in which warnings are errors: one of its own, so that what the ordinary build has
# made is compiled anew. In CI the ordinary build is that build.
werror_build() {
	[[ ${CI:-} == true ]] && echo "$PHP_BUILD" || echo "$PHP_BUILD-werror"
}

# build [--asan] [--checked] [--werror] [--without-hooks]: quiet when all goes well.
build() {
	local dir=$PHP_BUILD options=() wrapper=php-mynd environment=() option
	for option in "$@"; do
		case $option in
		--asan)
			dir=$dir-asan wrapper=php-mynd-asan
			options+=(--enable-mynd-asan)
			mapfile -t environment < <(sanitizer_environment "$dir")
			;;
		# in a folder of builds of its own, see php-debug.sh
		--checked) options+=(--enable-mynd-checked --enable-mynd-werror) ;;
		--werror) dir=$(werror_build) wrapper= ;;
		--without-hooks) options+=(--disable-mynd-hooks) dir=$dir-without-hooks wrapper=php-mynd-without-hooks ;;
		*) die "build: unknown option $option" ;;
		esac
	done
	[[ $dir != "$(werror_build)" || " ${options[*]} " == *werror* ]] || options+=(--enable-mynd-werror)
	mkdir -p "$dir"
	exec {lock}>"$dir/lock"
	flock "$lock"
	say "building mynd for PHP $PHP_VERSION${options[*]:+ (${options[*]#--enable-mynd-})}"
	build_afresh_if_needed "$dir" "${options[@]}" {lock}>&- || {
		grep -vE '^(libtool|cc|make)\b' "$dir/log" | tail -n 40 >&2
		die "the build failed; all of its output is in ${dir#"$ROOT"/}/log"
	}
	[[ " ${options[*]} " != *asan* ]] || build_preloaded "$dir/dlopen.so"
	grep -E '\.[ch]:[0-9]+:[0-9]+: warning:' "$dir/log" >&2 || true
	if [[ -n $wrapper ]]; then
		write_ini_folder "$dir" mynd
		write_wrapper "$BUILD/bin/$wrapper" "$dir/ini-mynd" "${environment[@]}"
		must_load "$BUILD/bin/$wrapper"
	fi
	exec {lock}>&-
	prepare_stock
}

# PHP with the stock driver: only its ini folder is ours.
prepare_stock() {
	mkdir -p "$PHP_BUILD"
	write_ini_folder "$PHP_BUILD" stock
	write_wrapper "$BUILD/bin/php-stock" "$PHP_BUILD/ini-stock"
}

# Settings of php.ini for everything that runs by php-mynd from here on; stock's side does not get them.
with_settings() { # NAME=VALUE...
	local setting
	[[ $# -gt 0 ]] || return 0
	MYND_WITH_INI=$(mktemp -d "${TMPDIR:-/tmp}/mynd-with.XXXXXX")
	export MYND_WITH_INI
	at_exit rm -rf "$MYND_WITH_INI"
	chmod 755 "$MYND_WITH_INI"
	for setting in "$@"; do
		printf '%s="%s"\n' "${setting%%=*}" "${setting#*=}" >>"$MYND_WITH_INI/99-with.ini"
		# shellcheck disable=SC2016
		"$BUILD/bin/php-mynd" -r 'exit(ini_get($argv[1]) === $argv[2] ? 0 : 1);' -- "${setting%%=*}" "${setting#*=}" ||
			die "with: PHP does not take the setting $setting"
	done
}

cmd_build() {
	setup
	build "$@"
	say "built: $(cd "$BUILD" && echo "$PHP_VERSION"*/obj/modules/mynd.so | xargs -n1 | sed "s,^,${BUILD#"$ROOT"/}/," | xargs)"
}
