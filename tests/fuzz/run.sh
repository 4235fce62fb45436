#!/bin/sh
# Every fuzzing target: its corpus, then ten seconds with new inputs. The last line is "N passed, N failed, N
# skipped".
#   tests/fuzz/run.sh [SECONDS]
exec "$(dirname "$0")/../../dev" fuzz --check --seconds "${1:-10}"
