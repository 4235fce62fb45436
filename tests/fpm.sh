# php-fpm for tests written in shell. Each has a folder with its configuration and what it says; `fpm` is the
# program, empty if there is none here.

fpm=$(command -v "php-fpm$MYND_PHP_VERSION" || command -v php-fpm || true)

fpm_configure() { # FOLDER SETTING...; standard input: the pools, but for the user if root runs them as itself
	local dir=$1
	shift
	printf '%s\n' 'display_errors = 0' 'html_errors = 0' "error_log = $dir/php.log" 'log_errors = 1' "$@" >"$dir/php.ini"
	{
		printf '[global]\nerror_log = %s\n' "$dir/fpm.log"
		cat
	} >"$dir/fpm.conf"
}

# Waits until its last pool's socket is there. Not in a subshell: sets fpm_pid.
fpm_start() { # FOLDER INI-FOLDER SOCKET
	local tries as_root=()
	[[ $(id -u) -ne 0 ]] || as_root=(-R)
	rm -f "$3"
	PHP_INI_SCAN_DIR=$2 "$fpm" "${as_root[@]}" -F -c "$1/php.ini" -y "$1/fpm.conf" >"$1/fpm.out" 2>&1 </dev/null &
	fpm_pid=$!
	for ((tries = 0; tries < 200; tries++)); do
		[[ ! -S $3 ]] || return 0
		sleep 0.1
	done
	cat "$1/fpm.out" "$1/fpm.log"
	return 1
}

fpm_end() { # PID; empty: none
	[[ -z $1 ]] || { kill "$1" 2>/dev/null && wait "$1" 2>/dev/null; }
}

fpm_complaints() { # FOLDER
	sed -n 's/^\[[^]]*\] \(WARNING\|ALERT\|ERROR\)/\1/p' "$1/fpm.log"
	cat "$1/php.log" 2>/dev/null
}
