#!/usr/bin/env bash
# What fails around the driver: names that cannot be resolved, hang, or have twenty dead addresses; files that
# break off while they are sent; a disk that is full; a clock that jumps. Run by `./dev test environment`.
# System calls that fail: tests/torn.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-environment.XXXXXX")
at_exit rm -rf "$temp"
preload=$temp/preload.so
kernel=$temp/kernel.so
gcc -std=gnu11 -Wall -Wextra -Werror -O2 -shared -fPIC "$here/preload.c" -o "$preload" -lcares || exit
gcc -std=gnu11 -Wall -Wextra -Werror -O2 -shared -fPIC "$ROOT/tests/torn/kernel.c" -o "$kernel" || exit
php=(env LD_PRELOAD="$preload${LD_PRELOAD:+ $LD_PRELOAD}" "$MYND_PHP_CMD" -d mynd.shared_pool=0 -d error_log="$temp/errors")
stock=(env LD_PRELOAD="$preload${LD_PRELOAD:+ $LD_PRELOAD}" "$MYND_STOCK_CMD")

coproc dns { exec "$MYND_STOCK_CMD" "$here/dns.php" "$MYND_TEST_PORT"; }
at_exit kill "$dns_PID"
read -r port <&"${dns[0]}"
[[ $port =~ ^[0-9]+$ ]] || die "the DNS says $port"

programs=() # that run at once: their output is in a file each
begin() { # NAME COMMAND...
	local name=$1 file=$temp/program-${#programs[@]}
	shift
	programs+=("$name")
	timeout 120 "$@" >"$file" 2>&1 &
}
end_all() {
	local i
	for job in $(jobs -p); do
		[[ $job == "$dns_PID" ]] || wait "$job"
	done
	for i in "${!programs[@]}"; do
		run_program "${programs[i]}" cat "$temp/program-$i"
	done
	programs=()
}

# --- the clock ---

clock() { # NAME PART SETTINGS...
	local file
	file=$(mktemp "$temp/clock.XXXXXX")
	head -c 16 /dev/zero >"$file"
	begin "$1" env ENVIRONMENT_CLOCK="$file" "${php[@]}" "${@:3}" "$here/clock.php" "$2"
}
clock "a clock that jumps: connections" ordinary
clock "a clock that jumps: pools" pools -d mynd.idle_timeout=3600 -d mynd.max_lifetime=3600
clock "a clock that jumps: idle_timeout" pools -d mynd.idle_timeout=1 -d mynd.max_lifetime=3600
clock "a clock that jumps: max_lifetime" pools -d mynd.idle_timeout=3600 -d mynd.max_lifetime=1
clock "a log has the wall clock's time" pools -d mynd.idle_timeout=3600 -d mynd.max_lifetime=3600 -d mynd.slow_log="$temp/slow" -d mynd.slow_seconds=0.01

# --- names ---

export ENVIRONMENT_DNS=$port
for face in mysqli pdo; do
	for way in blocking fibers; do
		begin "names, $face, $way" "${php[@]}" "$here/names.php" "$face" "$way"
	done
done
check_equal "names that cannot be resolved, as in stock" "$("${stock[@]}" "$here/names.php" unknown 2>&1)" "$("${php[@]}" "$here/names.php" unknown 2>&1)"
check_equal "four reasons" 4 "$("${php[@]}" "$here/names.php" unknown 2>/dev/null | grep -o 'failed: .* \[' | sort -u | wc -l)"
for face in mysqli pdo; do # c-ares asks again at once, so that no call that fails costs seconds
	head -c 64 /dev/zero >"$temp/orders-$face"
	begin "system calls of c-ares, $face" env LD_PRELOAD="$kernel:$preload${LD_PRELOAD:+ $LD_PRELOAD}" TORN_KERNEL="$temp/orders-$face" \
		TORN_KERNEL_OF=libcares.so RES_OPTIONS="retrans:1000 retry:2" "${php[@]:2}" "$here/names.php" calls "$face"
done
check_equal "a program ends while names hang" "4 hang, status 7" "$(timeout 20 "${php[@]}" "$here/names.php" leave 2>&1 | tr -d '\n'; echo ", status ${PIPESTATUS[0]}")"
unset ENVIRONMENT_DNS

# --- files ---

export ENVIRONMENT_FILES=1
infile=(-d mysqli.allow_local_infile=1 "$here/infile.php" "$temp")
of_mynd=$("${php[@]}" "${infile[@]}" 2>&1)
check_equal "files that break off" "$(cat "$here/infile.out")" "$of_mynd"
unset ENVIRONMENT_FILES

# --- a full disk ---

disk() { # in a mount namespace of its own
	unshare -m bash -c 'mount -t tmpfs -o size=64k,mode=700 tmpfs "$1" && shift && exec "$@"' - "$temp/disk" "$@"
}
mkdir "$temp/disk"
if why=$(disk true 2>&1); then
	log=(-d mynd.slow_log="$temp/disk/slow.log" -d mynd.slow_seconds=0.000001 -d mynd.wire_log="$temp/disk" -d error_log="$temp/disk-errors")
	run_program "a full disk" disk "$MYND_PHP_CMD" "${log[@]}" "$here/disk.php" "$temp/disk"
	check_equal "each log that cannot be written is told once" "mynd.slow_log = \"$temp/disk/slow.log\" cannot be written: No space left on device
mynd: the wire log \"LOG\" cannot be written: No space left on device" "$(sed 's/^\[[^]]*\] //; s#wire log "[^"]*"#wire log "LOG"#' "$temp/disk-errors" | sort)"
	check_equal "a scoreboard without room: told, and PHP works" 'mynd.scoreboard = "BOARD": No space left on device. There is no scoreboard
1' "$(disk bash -c 'cat /dev/zero >"$1/ballast" 2>/dev/null; "${@:2}"' - "$temp/disk" "$MYND_PHP_CMD" -d mynd.scoreboard="$temp/disk/board" -d display_errors=stderr -d error_log= \
		-r 'echo (new mysqli(null, getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), "", 0, getenv("MYND_TEST_SOCKET")))->query("SELECT 1")->fetch_column();' 2>&1 |
			sed "s#$temp/disk/board#BOARD#; s/^.*\(mynd.scoreboard = .* no scoreboard\).*/\1/")"
else
	skip_check "a full disk" "no file system can be mounted here: $why"
fi

end_all
finish
