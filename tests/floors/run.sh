#!/usr/bin/env bash
# Persistent connections are no slower than stock's on any road, with default settings and both ends on one
# processor and on two, and their resets are seldom asked about: what `./dev bench connect` fails for. Run by
# `./dev test floors`, with nothing beside it.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"

if ! command -v taskset >/dev/null || [[ $(nproc) -lt 2 ]]; then
	skip_suite "there is no taskset, or one processor alone" "persistent connections"
fi
for road in unix tcp tls; do
	cases=()
	for work in "SELECT 1" INSERT "a page"; do
		cases+=("--case=$road, p:, $work, one core" "--case=$road, p:, $work, two cores")
	done
	check "$road: persistent connections are as fast as stock's" "$MYND_ROOT/dev" bench connect --samples=5 "${cases[@]}"
done
finish
