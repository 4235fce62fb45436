#!/usr/bin/env bash
# The round trips of real applications' pages, as docs/round-trips.md and docs/prefetching.md promise them:
# the bench `far` with the settings of those pages alone, whose goals are counts. Replies that are read ahead
# may be a second old, not 100 ms: beside other suites a page takes longer than that. Run by `./dev test
# round-trips`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use unpacked far
set +e

if ! reason=$(get_unpacked "$ROOT/build/far" "${far_packages[@]}"); then
	skip_suite "$reason" "round trips of pages"
fi
status=0
said=$(MYND_FAR_AGE=1s "$ROOT/dev" bench far --quick --only='1 ms' 2>&1) || status=$?
check_equal "each page takes as many round trips as docs/round-trips.md says" "status 0: 8 goals, 0 missed" \
	"status $status: ${said##*interleaved; }$(sed -n 's/^\(.*[^ ]\)  *MISSED$/; \1/p' <<<"$said")"
[[ $status -eq 0 ]] || printf '%s\n' "$said"
finish
