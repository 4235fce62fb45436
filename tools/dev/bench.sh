# Measurements side by side with stock: bench/drivers/NAME.php, run by the stock PHP, against a server of its
# own (bench/README.md).
use setup build server stores far page composer figures

all_benches() {
	local file
	for file in "$ROOT"/bench/drivers/*.php; do
		file=${file##*/}
		[[ $file == lib* ]] || echo "${file%.php}"
	done
}

# MariaDB keeps its data in memory if there is room, because a bench of drivers does not measure disks.
fast_folder() { # SERVER
	local free
	free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || free=0
	if [[ $1 == mariadb && -w /dev/shm && $free -gt 2000000 ]]; then echo /dev/shm; else echo "${TMPDIR:-/tmp}"; fi
}

# Builds what the bench compares with: a build without interceptors, and a PHP with APCu for the cache of
# examples/.
prepare_hooks_bench() {
	build --without-hooks
	prepare_stores
	export MYND_PHP_WITHOUT_HOOKS_CMD=$BUILD/bin/php-mynd-without-hooks MYND_PHP_WITH_STORES_CMD="env PHP_INI_SCAN_DIR=$PHP_BUILD/ini-mynd:$STORES_INI $PHP"
	export MYND_REDIS_SERVER="${REDIS_SERVER[*]}"
}

# The packages of bench/packages.json; without amphp/mysql where Packagist does not have it.
prepare_async_bench() {
	local reason dir=$ROOT/build/bench-async
	if ! reason=$(get_composed "$ROOT/bench/packages.json" "$dir"); then
		export MYND_BENCH_WITHOUT_AMPHP=$reason
		get_packages_of_packagist || die "bench: the packages of async cannot be had"
		dir=$PACKAGES
	fi
	export MYND_BENCH_PACKAGES=$dir/vendor/autoload.php
}

prepare_tracing_bench() {
	get_packages_of_packagist || die "bench: the packages of tracing cannot be had"
	export MYND_BENCH_PACKAGES=$PACKAGES/vendor/autoload.php
}

# The same driver as it was at another commit, in a folder of its own; sets MYND_PHP_BEFORE_CMD.
prepare_build_before() { # COMMIT
	local commit folder
	commit=$(git -C "$ROOT" rev-parse --verify --quiet "$1^{commit}") || die "bench: there is no commit $1"
	folder=$BUILD/before/$commit
	if [[ ! -x $folder/dev ]]; then
		rm -rf "$folder" && mkdir -p "$folder"
		git -C "$ROOT" archive "$commit" | tar -x -C "$folder"
	fi
	(unset MYND_BUILD && "$folder/dev" build) || die "bench: the build of $1 has failed"
	export MYND_PHP_BEFORE_CMD=$folder/build/bin/php-mynd
}

QUICK_RUN="A quick run with little data and few samples: its figures show that the benches work, and the shape of things, no more."

# Of these benches what the page shows.
bench_for_page() { # NAMES -- OPTIONS
	local names=() name size=
	while [[ $1 != -- ]]; do
		[[ " ${page_benches[*]} " == *" $1 "* ]] || die "bench: the page shows ${page_benches[*]}, not $1"
		names+=("$1")
		shift
	done
	shift
	if [[ " $* " == *" --quick "* ]]; then
		[[ " $* " == *" --samples="* ]] || set -- "$@" --samples=3
		size=$QUICK_RUN
	fi
	begin_page "$size"
	for name in "${names[@]}"; do
		measure_for_page "$name" "$@"
	done
	finish_page
}

# Names and options of the command, in whatever order; sets what cmd_bench says.
read_bench_arguments() { # ARGUMENTS...
	while [[ $# -gt 0 ]]; do
		if is_page_option "$1"; then
			take_page_option "$1" "${2:-}"
			shift
		else
			case $1 in
			--server)
				server=${2:-}
				known_server "$server"
				shift
				;;
			--record) record=1 ;;
			--before=*) before=${1#*=} ;;
			--with=*) export MYND_BENCH_WITH=${1#*=} ;;
			--*) arguments+=("$1") ;;
			*)
				[[ -f $ROOT/bench/drivers/$1.php && $1 != lib* ]] || die "bench: there is no '$1'; there are: $(all_benches | tr '\n' ' ')"
				names+=("$1")
				;;
			esac
		fi
		shift
	done
}

check_bench_arguments() {
	[[ -z $before$MYND_BENCH_WITH || ${names[*]} == instructions ]] || die "bench: --before and --with are for instructions alone"
	[[ -n $record ]] || return 0
	[[ -z $page_html$page_svg$before$MYND_BENCH_WITH && $server == mariadb && " ${arguments[*]}" != *" --only="* && " ${arguments[*]}" != *" --case="* ]] ||
		die "bench: --record takes whole benches, beside stock, on MariaDB"
}

# All benches, or those that pages show.
names_of_benches() {
	if [[ -n $page_html$page_svg ]]; then
		printf '%s\n' "${page_benches[@]}"
	elif [[ -n $record ]]; then
		"$PHP" -n "$ROOT/tools/figures/figures.php" benches "$ROOT"
	else
		all_benches
	fi
}

cmd_bench() {
	local names=() name status=0 server=mariadb before='' record='' arguments=()
	export MYND_BENCH_WITH=
	page_command="./dev bench $*"
	read_bench_arguments "$@"
	check_bench_arguments
	setup
	[[ ${#names[@]} -gt 0 ]] || mapfile -t names < <(names_of_benches)
	setup_benches "${names[@]}"
	build
	[[ " ${names[*]} " != *" hooks "* ]] || prepare_hooks_bench
	[[ " ${names[*]} " != *" async "* ]] || prepare_async_bench
	[[ " ${names[*]} " != *" tracing "* ]] || prepare_tracing_bench
	[[ -n $page_html$page_svg || " ${names[*]} " != *" far "* ]] || prepare_far_bench
	[[ -z $before ]] || prepare_build_before "$before"
	TMPDIR=$(fast_folder "$server") with_private_server "$server"
	export MYND_PHP_CMD=$BUILD/bin/php-mynd MYND_STOCK_CMD=$BUILD/bin/php-stock
	if [[ -n $page_html$page_svg ]]; then
		bench_for_page "${names[@]}" -- "${arguments[@]}"
		return
	fi
	for name in "${names[@]}"; do
		if [[ -n $record ]]; then
			record_bench "$name" "${arguments[@]}" || status=$?
		else
			"$MYND_STOCK_CMD" "$ROOT/bench/drivers/$name.php" "${arguments[@]}" || status=$?
		fi
	done
	[[ -z $record ]] || say "recorded in bench/results; ./dev figures puts them into the pages"
	return "$status"
}
