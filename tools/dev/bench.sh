# Measurements side by side with stock: bench/drivers/NAME.php, run by the stock PHP, against a server of its
# own (bench/README.md).
use setup build server stores

all_benches() {
	local file
	for file in "$ROOT"/bench/drivers/*.php; do
		file=${file##*/}
		[[ $file == lib* ]] || echo "${file%.php}"
	done
}

# MariaDB's data lies in memory, where there is room: a bench of drivers is none of disks.
fast_folder() { # SERVER
	local free
	free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || free=0
	if [[ $1 == mariadb && -w /dev/shm && $free -gt 2000000 ]]; then echo /dev/shm; else echo "${TMPDIR:-/tmp}"; fi
}

# A build that has no room for interceptors, and a PHP with APCu for the cache of examples/.
prepare_hooks_bench() {
	build --without-hooks
	prepare_stores
	export MYND_PHP_WITHOUT_HOOKS_CMD=$BUILD/bin/php-mynd-without-hooks MYND_PHP_WITH_STORES_CMD="env PHP_INI_SCAN_DIR=$PHP_BUILD/ini-mynd:$STORES_INI $PHP"
	export MYND_REDIS_SERVER="${REDIS_SERVER[*]}"
}

cmd_bench() {
	local names=() name status=0 server=mariadb
	if [[ ${1:-} == --server ]]; then
		server=${2:-}
		known_server "$server"
		shift 2
	fi
	if [[ ${1:-} != --* && -n ${1:-} ]]; then
		[[ -f $ROOT/bench/drivers/$1.php ]] || die "bench: there is no '$1'; there are: $(all_benches | tr '\n' ' ')"
		names=("$1")
		shift
	else
		mapfile -t names < <(all_benches)
	fi
	setup
	setup_benches "${names[@]}"
	build
	[[ " ${names[*]} " != *" hooks "* ]] || prepare_hooks_bench
	TMPDIR=$(fast_folder "$server") with_private_server "$server"
	export MYND_PHP_CMD=$BUILD/bin/php-mynd MYND_STOCK_CMD=$BUILD/bin/php-stock
	for name in "${names[@]}"; do
		"$MYND_STOCK_CMD" "$ROOT/bench/drivers/$name.php" "$@" || status=$?
	done
	return "$status"
}
