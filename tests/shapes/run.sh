#!/usr/bin/env bash
# Rows of every shape: see `./dev shapes`. The last line is "N passed, N failed, N skipped", a check each
# part.
#
# Without a time it is a number of cases that takes about a minute, made of the commit's seed; with a time the
# cases are new ones, unless a seed is given.
#
#   run.sh [--seconds N] [--seed S] [--part NAME]... [--build normal|asan]...
#
# `--seed 123` begins with that run's first case; `--seed PART-456`, as a failure prints it, repeats one case,
# and PART-456:ROWSxCOLUMNS as much of it.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -- "$here/../.." && pwd)
. "$here/../lib.sh"

# On which build each part runs, what it gets of a minute, how many cases those are about, and settings.
parts='
rows asan 13 200
session asan 6 140
peer normal 12 130
peer asan 12 130
server normal 6 250
server asan 6 90
server normal 2 40 mynd.round_trips=fewer mynd.pipelining=on mynd.persistent=all
server normal 3 50 mynd.preset=web
'

seconds='' run='' case='' only='' builds=''
while [[ $# -gt 0 ]]; do
	[[ $# -gt 1 ]] || { echo "shapes: $1 needs a value" >&2; exit 2; }
	case $1 in
	--seconds) seconds=$2 ;;
	--seed) run=$2 ;;
	--part) only+=" $2 " ;;
	--build) builds+=" $2 " ;;
	*)
		echo "shapes: unknown option $1" >&2
		exit 2
		;;
	esac
	shift 2
done
if [[ -z $run ]]; then
	run=$((RANDOM * 32768 + RANDOM))
	[[ -n $seconds ]] || run=${MYND_TEST_SEED:-$run}
fi
if [[ $run == *-* ]]; then
	case=${run#*-} only=" ${run%-*} "
	[[ $only =~ ^\ (rows|session|peer|server)\ $ && $case =~ ^[0-9]+(:[0-9]+x[0-9]+)?$ ]] || { echo "shapes: $run is no seed" >&2; exit 2; }
fi

BUILD=${BUILD:-${MYND_SO%/obj/*}/shapes}
unit=${MYND_PHP_CMD%/bin/*}/unit # as the suite of that name has it, which locks it as well
mkdir -p "$BUILD"
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-shapes.XXXXXX")
trap 'rm -rf "$temp"' EXIT

sanitizers='-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined -DMYND_CHECKED'

# A short memory of what was freed, and of who took it, makes three times as many cases.
asan=detect_leaks=0:verify_asan_link_order=0:malloc_context_size=6:quarantine_size_mb=32

# The extension of tests/rows under sanitizers, and what PHP needs to load it.
build_rows() {
	gcc -shared -fPIC -O1 -o "$BUILD/dlopen.so" "$root/tools/sanitizer-dlopen.c" &&
		BUILD=$BUILD/rows ROWS_CFLAGS=$sanitizers LDFLAGS=-fsanitize=address,undefined "$here/../rows/run.sh" build
}

program() { # PART BUILD COMMAND-LINE...: runs a part's program
	local part=$1 build=$2 php=$MYND_PHP_CMD setting options=()
	shift 2
	for setting in $settings; do
		options+=(-d "$setting")
	done
	[[ $build == normal ]] || php+=-asan
	case $part in
	rows)
		env LD_PRELOAD="$BUILD/dlopen.so:$(gcc -print-file-name=libasan.so)" USE_ZEND_ALLOC=0 UBSAN_OPTIONS=print_stacktrace=1 \
			ASAN_OPTIONS=$asan "$MYND_PHP_BINARY" -n -d memory_limit=-1 -d "extension=$module" "$here/rows.php" rows "$@"
		;;
	session) "$unit/test_session_shapes" "$@" ;;
	*) "$php" -d memory_limit=2G "${options[@]}" "$here/$part.php" "$part" "$@" ;;
	esac
}

# The same case with fewer rows and columns, as long as it fails: as few as are found in half a minute.
shrink() { # PART BUILD SEED ROWS COLUMNS; sets smaller
	local part=$1 build=$2 seed=$3 rows=$4 columns=$5 end=$((SECONDS + 30)) step kept log=$temp/shrink
	smaller=
	for ((step = 2; step <= 16 && SECONDS < end; )); do
		kept=
		for try in "$((rows - rows / step))x$columns" "${rows}x$((columns - columns / step))"; do
			[[ $try != "${rows}x$columns" && $SECONDS -lt $end ]] || continue
			program "$part" "$build" 0 "case=$seed:$try" "$temp/shrink-note" >"$log" 2>&1 && continue
			rows=${try%x*} columns=${try#*x} kept=1 smaller=$seed:$try
		done
		[[ -n $kept ]] || step=$((step * 2))
	done
}

# One part: says how many cases it was, or what has failed, also if the process has died of it.
run_part() { # PART BUILD SECONDS|CASESx
	local part=$1 build=$2 what=$run log=$temp/log note=$temp/note status=0 with=${settings:+ --with }${settings// / --with }
	[[ -z $case ]] || what=case=$case
	: >"$note"
	program "$part" "$build" "$3" "$what" "$note" >"$log" 2>&1 || status=$?
	if [[ $status -eq 0 ]] && grep -q '^done: ' "$log"; then
		echo "$part ($build$with): $(sed -n 's/^done: //p' "$log")"
		return
	fi
	grep -v '^failed$' "$log" | head -n 120
	if ! grep -q '^failed$' "$log"; then
		echo "$part ($build) ended with status $status in this case:"
		cat "$note"
	fi
	echo "repeat it: ./dev shapes --build $build$with $(grep -oE -- '--seed [a-z]+-[0-9:x]+' "$note")"
	if [[ -z $case && $part != session && $(cat "$note") =~ --seed\ $part-([0-9]+).*rows:\ ([0-9]+)\ of\ ([0-9]+) ]]; then
		shrink "$part" "$build" "${BASH_REMATCH[@]:1}"
		[[ -z $smaller ]] || echo "and a smaller one: ./dev shapes --build $build$with --seed $part-$smaller"
	fi
	return 1
}

prepare() { # PART: false if it cannot be run, which was told
	case $1 in
	rows) module=$(build_rows) || { check "the extension of tests/rows builds" false; return 1; } ;;
	session) check "the program for sessions builds" flock "$unit.lock" make -C "$here/../unit" -s -j2 BUILD="$unit" "$unit/test_session_shapes" ;;
	*)
		SHAPES_CERTIFICATE=$temp/certificate.pem
		export SHAPES_CERTIFICATE
		cat "$MYND_TEST_SERVER_FOLDER/tls/server.pem" "$MYND_TEST_SERVER_FOLDER/tls/server-key.pem" >"$SHAPES_CERTIFICATE"
		;;
	esac
}

[[ -n $case ]] || echo "the run's seed is $run"
while read -r part build share cases settings; do
	[[ -n $part ]] || continue
	[[ -z $only || $only == *" $part "* ]] || continue
	[[ -z $builds || $builds == *" $build "* ]] || continue
	prepare "$part" || continue
	[[ -z $seconds ]] && limit=${cases}x || limit=$((seconds * share / 60 > 0 ? seconds * share / 60 : 1))
	check "$part ($build${settings:+ $settings})" run_part "$part" "$build" "$limit" && sed -n "s/^done:/$part ($build${settings:+ $settings}):/p" "$temp/log"
done <<<"$parts"
finish
