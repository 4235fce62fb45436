#!/bin/sh
# Runs each cmocka program, prints what failed, and adds the counts up: the last line is "N passed, N failed".
passed=0; failed=0
for t in "$@"; do
	out="$BUILD/$(basename "$t").out"
	timeout 120 "$t" >"$out" 2>&1; rc=$?
	ok=$(grep -c '^\[       OK \]' "$out"); bad=$(grep -c '^\[  FAILED  \] [A-Za-z_0-9]*$' "$out")
	if [ $rc -ne 0 ]; then
		[ "$bad" -gt 0 ] || bad=1
		echo "--- $(basename "$t") (exit $rc)"; grep -v '^\[ *\(RUN\|OK\) *\]' "$out" | tail -60
	fi
	passed=$((passed + ok)); failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
