# Conversations whose connection is cut, split or stalled behind each byte: tests/torn.
use setup build server

# A relay of two to three hundred lines of C (tests/torn/relay.c).
torn_relay() { # prints its file
	local relay=$PHP_BUILD/torn/relay
	mkdir -p "$PHP_BUILD/torn"
	if [[ ! -x $relay || $ROOT/tests/torn/relay.c -nt $relay ]]; then
		gcc -std=gnu11 -Wall -Wextra -Werror -O2 "$ROOT/tests/torn/relay.c" -o "$relay.$$" && mv "$relay.$$" "$relay"
	fi
	echo "$relay"
}

# PHP-COMMAND KIND ARGUMENTS...: against the server of the environment
run_torn() {
	local php=$1 kind=$2 relay folder status=0
	shift 2
	relay=$(torn_relay)
	folder=$(mktemp -d "${TMPDIR:-/tmp}/mynd-torn.XXXXXX")
	"$php" "$ROOT/tests/torn/torn.php" --php "$php" --relay "$relay" --server "$kind" --folder "$folder" "$@" || status=$?
	rm -rf "$folder"
	return "$status"
}

# Cut connections leave sessions that the server has not ended yet.
torn_options=(--max-connections=2000 --max-connect-errors=1000000000)

# [--seconds N] [--seed S] [--conversation NAME [--at K:D:N:WAY]] [--server mariadb|mysql] [--asan] [--list]
cmd_torn() {
	local kind=mariadb php=$BUILD/bin/php-mynd asan=() with=() arguments=()
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server) kind=${2:-} && known_server "$kind" && shift ;;
		--with) with+=("${2:-}") && shift ;;
		--asan) asan=(--asan) php=$BUILD/bin/php-mynd-asan ;;
		*) arguments+=("$1") ;;
		esac
		shift
	done
	setup
	build "${asan[@]}"
	with_settings "${with[@]}"
	server_options+=("${torn_options[@]}")
	with_private_server "$kind"
	run_torn "$php" "$kind" "${arguments[@]}"
}
