#!/usr/bin/env bash
# The benches of bench/, each with one sample and little data: they run, both sides read the same, and the
# figures are there. What they measure is not looked at. Run by `./dev test bench`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
dev=$ROOT/dev
. "$ROOT/tools/dev/common.sh"
use unpacked far
set +e

# What a bench says in the end, with the number of its goals as N and that of those it has missed as M.
quickly() { # NAME
	local output status=0
	output=$("$dev" bench "$1" --quick 2>&1) || status=$?
	[[ $status -eq 0 ]] || { printf '%s\nstatus %s\n' "$output" "$status"; return; }
	printf '%s\n' "${output##*$'\n'}" | sed -E 's/; [0-9]+ goals, [0-9]+ missed$/; N goals, M missed/'
}

# The figures of one case as JSON lines: how many of them are no numbers above 0 for mynd.
bad_figures() { # NAME CASE
	"$dev" bench "$1" --quick --json --only="$2" 2>/dev/null |
		"$MYND_STOCK_CMD" -r '
			$lines = array_filter(array_map(static fn ($line) => json_decode($line, true), file("php://stdin")));
			$bad = array_filter($lines, static fn ($figure) => !is_numeric($figure["mynd"]) || $figure["mynd"] <= 0);
			echo count($lines) > 0 ? count($bad) : "no lines";'
}

reason=$(get_unpacked "$ROOT/build/far" "${far_packages[@]}")
without_far=$?
for file in "$ROOT"/bench/drivers/*.php; do
	name=$(basename "$file" .php)
	if [[ $name == lib* ]]; then
		continue
	elif [[ $name == far && $without_far -ne 0 ]]; then
		skip_check "bench far" "$reason"
		continue
	elif [[ $name == hooks && -z ${MYND_BENCH_HOOKS:-} ]]; then
		skip_check "bench hooks" "three minutes; with MYND_BENCH_HOOKS=1"
		continue
	fi
	check_equal "bench $name" "$name: medians of 1, interleaved; N goals, M missed" "$(quickly "$name")"
done
check_equal "bench query: figures as JSON" 0 "$(bad_figures query 'SELECT 1')"
check_equal "bench query: a case that does not exist" "query: no case has this in its name: nothing of the kind" \
	"$("$dev" bench query --quick --only='nothing of the kind' 2>&1 | tail -n 1)"
finish
