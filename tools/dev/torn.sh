# Conversations whose connection is cut, split or stalled behind each byte, or whose system calls fail:
# tests/torn.
use setup build server

torn_compile() { # NAME GCC-OPTIONS...: of tests/torn/NAME.c; prints the file
	local name=$1 file=$PHP_BUILD/torn/$1
	shift
	mkdir -p "$PHP_BUILD/torn"
	if [[ ! -e $file || $ROOT/tests/torn/$name.c -nt $file ]]; then
		gcc -std=gnu11 -Wall -Wextra -Werror -O2 "$@" "$ROOT/tests/torn/$name.c" -o "$file.$$" && mv "$file.$$" "$file"
	fi
	echo "$file"
}

# PHP-COMMAND KIND ARGUMENTS...: against the server of the environment
run_torn() {
	local php=$1 kind=$2 relay folder status=0
	shift 2
	relay=$(torn_compile relay) || return
	folder=$(mktemp -d "${TMPDIR:-/tmp}/mynd-torn.XXXXXX")
	"$php" "$ROOT/tests/torn/torn.php" --php "$php" --relay "$relay" --server "$kind" --folder "$folder" "$@" || status=$?
	rm -rf "$folder"
	return "$status"
}

# Cut connections leave sessions that the server has not ended yet.
torn_options=(--max-connections=2000 --max-connect-errors=1000000000)

# [--seconds N] [--seed S] [--part F] [--conversation NAME [--at CASE]] [--kernel] [--no-stalls] [--jobs N]
# [--list] [--server mariadb|mysql] [--with NAME=VALUE] [--asan] [--resume]
cmd_torn() {
	local kind=mariadb kernel=no resume=no part=no php=$BUILD/bin/php-mynd asan=() with=() arguments=()
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server) kind=${2:-} && known_server "$kind" && shift ;;
		--with) with+=("${2:-}") part=yes && shift ;;
		--part | --at | --no-stalls) part=yes arguments+=("$1") ;;
		--asan) asan=(--asan) php=$BUILD/bin/php-mynd-asan ;;
		--kernel) kernel=yes ;;
		--resume) resume=yes ;;
		*) arguments+=("$1") ;;
		esac
		shift
	done
	[[ $resume == no || $kernel$part == nono ]] || die "torn: --resume takes whole slices of cases on the network: none of --kernel, --part, --at, --no-stalls, --with beside it"
	setup
	build "${asan[@]}"
	with_settings "${with[@]}"
	# shellcheck disable=SC2034
	server_options+=("${torn_options[@]}")
	with_private_server "$kind"
	[[ $kernel == no ]] || arguments+=(--kernel "$(torn_compile kernel -shared -fPIC)")
	[[ $resume == no ]] || arguments+=(--resume "$ROOT/tests/torn/record.tsv" --commit "$(git -C "$ROOT" rev-parse --short=8 HEAD)")
	run_torn "$php" "$kind" "${arguments[@]}"
}
