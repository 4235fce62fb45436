#!/bin/sh
# Every fuzzing target: its corpus, then ten seconds with new inputs, in CI (MYND_TEST_PART=sample) four. The
# last line is "N passed, N failed, N skipped".
#   tests/fuzz/run.sh [SECONDS]
[ "${MYND_TEST_PART:-}" = sample ] && seconds=4 || seconds=10
exec "$(dirname "$0")/../../dev" fuzz --check --seconds "${1:-$seconds}"
