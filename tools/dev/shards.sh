# examples/shards.php against three servers of its own; at the end one of them is stopped, and two answer.
use setup build server

# Servers by name, started side by side; each has its state file in the folder.
start_shards() { # FOLDER NAME...
	local dir=$1 name job status=0 jobs=()
	shift
	for name in "$@"; do
		server_start "$dir/$name.env" &
		jobs+=($!)
	done
	for job in "${jobs[@]}"; do
		wait "$job" || status=1
	done
	return "$status"
}

stop_shards() { # FOLDER NAME...
	local dir=$1 name
	shift
	for name in "$@"; do
		server_stop "$dir/$name.env"
	done
}

# As the example wants them.
shard_addresses() { # FOLDER NAME...
	local dir=$1 name
	shift
	for name in "$@"; do
		(. "$dir/$name.env" && printf '%s=%s ' "$name" "$MYND_TEST_SOCKET")
	done
}

run_shards() { # PHP ADDRESSES SCENE...
	local php=$1 addresses=$2
	shift 2
	SHARDS=$addresses SHARDS_DB=mynd_test "$php" -d mysqli.default_user=mynd -d 'mysqli.default_pw=throw away' \
		"$ROOT/examples/shards.php" "$@"
}

cmd_shards() {
	local dir addresses
	setup
	build
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-shards.XXXXXX")
	at_exit rm -rf "$dir"
	at_exit stop_shards "$dir" a b c
	start_shards "$dir" a b c
	addresses=$(shard_addresses "$dir" a b c)
	if [[ $# -gt 0 ]]; then
		[[ " $* " == *" split "* ]] || run_shards "$BUILD/bin/php-mynd" "$addresses" split
		run_shards "$BUILD/bin/php-mynd" "$addresses" "$@"
		return
	fi
	run_shards "$BUILD/bin/php-mynd" "$addresses"
	say "shard b is stopped"
	stop_shards "$dir" b
	run_shards "$BUILD/bin/php-mynd" "$addresses" counts top
}
