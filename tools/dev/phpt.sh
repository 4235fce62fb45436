# Runs the phpt tests by PHP's own run-tests.php, which phpize puts into every build.
# Tests leave their traces beside themselves, so they run in a copy of tests/ under build/.

# Tests of the engine's memory mean nothing where the engine's allocator is off, as it is under AddressSanitizer.
drop_memory_tests() { # FOLDER OPTIONS...
	[[ " $* " != *" --asan "* ]] || rm -rf "$1/tests/phpt/memory"
}

copy_tests() { # FOLDER
	local entry
	rm -rf "$1"
	mkdir -p "$1"
	cp -r "$ROOT/tests" "$1/tests"
	for entry in bench examples src stubs tools; do
		[[ ! -e $ROOT/$entry ]] || ln -s "$ROOT/$entry" "$1/$entry"
	done
}

# A summary line of run-tests.php: "Tests passed    :   12 ( 80.0%) ..."
summary_count() { # LOG LABEL
	sed -n "s/^$2 *: *\([0-9]*\) .*/\1/p" "$1" | tail -n 1
}

count_phpt() { # LOG
	local label failed=0 number
	for label in 'Tests failed' 'Tests warned' 'Tests borked' 'Tests leaked' 'Expected fail'; do
		number=$(summary_count "$1" "$label")
		failed=$((failed + ${number:-0}))
	done
	number=$(summary_count "$1" 'Tests skipped')
	printf '%d passed, %d failed, %d skipped\n' "$(summary_count "$1" 'Tests passed')" "$failed" "${number:-0}"
}

# The lines of a verdict; run-tests.php overwrites its progress line with them.
verdicts() { # VERDICTS LOG
	tr '\r' '\n' <"$2" | grep -E "^ *($1) .*\.phpt\]" | sed 's/^ *//' || true
}

# What failed, with its difference (or what run-tests.php said instead), and what was skipped and why.
report_phpt() { # FOLDER LOG
	local diff
	verdicts SKIP "$2"
	while IFS= read -r diff; do
		printf -- '--- %s\n' "${diff#"$1"/}"
		sed -n '1,60p' "$diff"
		echo
	done < <(find "$1/tests" -name '*.diff' | sort)
	verdicts 'FAIL|BORK|WARN|LEAK' "$2"
}

run_phpt() { # FOLDER PHP-COMMAND OPTIONS...
	local dir=$1 php=$2 log status=0
	shift 2
	copy_tests "$dir"
	drop_memory_tests "$dir" "$@"
	log=$dir/log
	cd "$dir"
	NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$php "$PHP" -n "$PHP_BUILD/ext/run-tests.php" \
		-p "$php" -q -j2 --offline --no-color --set-timeout 120 "$@" tests >"$log" 2>&1 || status=$?
	report_phpt "$dir" "$log"
	grep -qE '^Tests passed' "$log" || {
		tail -n 20 "$log"
		return 1
	}
	count_phpt "$log"
	return "$status"
}
