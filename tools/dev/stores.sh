# Where the query cache keeps answers: APCu, phpredis and a Redis server, out of Debian's packages, unpacked
# and not installed: APCu in the machine's PHP would change what applications do. What the machine has itself
# is taken as it is.
use unpacked build

# Sets STORES_INI (a folder of ini files for PHP_INI_SCAN_DIR, after the build's) and REDIS_SERVER (a
# command). Prints what cannot be had, and why; the rest works.
prepare_stores() {
	local dir=$BUILD/stores/$PHP_VERSION missing wanted reason
	mkdir -p "$dir/ini"
	STORES_INI=$dir/ini
	missing=$(missing_modules apcu redis | paste -sd ' ')
	command -v redis-server >/dev/null || missing+=" redis-server"
	# shellcheck disable=SC2086 # a list of words
	wanted=$(printf '%s\n' $missing | sed "s/^\(apcu\|redis\)\$/php$PHP_VERSION-\1/")
	if [[ -n $wanted && ! -d $dir/packages/files ]]; then
		# shellcheck disable=SC2086 # a list of words
		reason=$(unpack_stores "$dir/packages" $wanted) || say "the query cache goes without $missing: $reason"
	fi
	# shellcheck disable=SC2086 # a list of words
	write_stores_ini "$dir" $missing
	REDIS_SERVER=(redis-server)
	command -v redis-server >/dev/null ||
		REDIS_SERVER=(env "LD_LIBRARY_PATH=$(dirname -- "$(find_file "$dir" 'libjemalloc.so*')")" "$dir/packages/files/usr/bin/redis-server")
}

unpack_stores() { # FOLDER PACKAGE...
	local all
	command -v apt-get >/dev/null || { echo "this is no Debian"; return 1; }
	mapfile -t all < <(with_what_they_need "${@:2}")
	[[ ${#all[@]} -gt 0 ]] || { echo "Debian has no ${*:2}"; return 1; }
	get_unpacked "$1" "${all[@]}"
}

missing_modules() { # MODULE...
	local module
	for module in "$@"; do
		"$BUILD/bin/php-stock" -r 'exit(extension_loaded($argv[1]) ? 0 : 1);' "$module" || echo "$module"
	done
}

find_file() { # FOLDER NAME: the first among the packages'; nothing: none is there
	{ find "$1/packages/files" -name "$2" 2>/dev/null || true; } | head -n 1
}

write_stores_ini() { # FOLDER MISSING...
	local module file
	rm -f "$1"/ini/*
	for module in igbinary "${@:2}"; do # phpredis loads after igbinary
		file=$(find_file "$1" "$module.so")
		[[ -z $file ]] || echo "extension=$file" >"$1/ini/$([[ $module == igbinary ]] && echo 50 || echo 60)-$module.ini"
	done
}
