# Runs the phpt tests by PHP's own run-tests.php, which phpize puts into every build.
# Tests leave their traces beside themselves, so they run in a copy of tests/ under build/.

# Tests of the engine's memory mean nothing where the engine's allocator is off, as it is under
# AddressSanitizer and valgrind.
drop_memory_tests() { # FOLDER OPTIONS...
	[[ -z ${SKIP_ASAN:-} && " $* " != *" --asan "* ]] || rm -rf "$1/tests/phpt/memory"
}

# In CI a commit runs one half of the tests under AddressSanitizer, and the next of the other parity the other
# half: no suite takes longer.
take_sample() { # FOLDER OPTIONS...
	[[ ${MYND_TEST_PART:-} == sample && " $* " == *" --asan "* ]] || return 0
	find "$1/tests" -name '*.phpt' | LC_ALL=C sort | awk -v left_out=$((MYND_TEST_SEED % 2)) 'NR % 2 == left_out' | xargs rm -f
}

copy_tests() { # FOLDER
	local entry
	rm -rf "$1"
	mkdir -p "$1"
	cp -r "$ROOT/tests" "$1/tests"
	for entry in bench examples packages src stubs tools; do
		[[ ! -e $ROOT/$entry ]] || ln -s "$ROOT/$entry" "$1/$entry"
	done
}

# A summary line of run-tests.php: "Tests passed    :   12 ( 80.0%) ..."
summary_count() { # LOG LABEL
	sed -n "s/^$2 *: *\([0-9]*\) .*/\1/p" "$1" | tail -n 1
}

count_phpt() { # LOG LATE: that many of the failed ones have passed since
	local label failed=0 number
	for label in 'Tests failed' 'Tests warned' 'Tests borked' 'Tests leaked' 'Expected fail'; do
		number=$(summary_count "$1" "$label")
		failed=$((failed + ${number:-0}))
	done
	number=$(summary_count "$1" 'Tests skipped')
	printf '%d passed, %d failed, %d skipped\n' $(($(summary_count "$1" 'Tests passed') + $2)) $((failed - $2)) "${number:-0}"
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

# Tests run two at a time beside other work, so that one which measures time can be late. Up to three that
# have failed run once more, alone: one that passes then has passed, and is named. A crash or a sanitizer's
# report is never tried again. (run-tests.php does the same at once with a test whose source names a clock,
# and warns of it.)
SECOND_ATTEMPT='(warn: Test passed on retry attempt)'
tests_to_try_again() { # FOLDER LOG: their paths; none: the failures stand
	local test tests worse
	worse=$(verdicts 'BORK|WARN|LEAK' "$2" | grep -vF "$SECOND_ATTEMPT") || true
	[[ -z $worse ]] || return 0
	mapfile -t tests < <(verdicts FAIL "$2" | sed -n 's/.*\[\([^]]*\.phpt\)\].*/\1/p')
	((${#tests[@]} >= 1 && ${#tests[@]} <= 3)) || return 0
	for test in "${tests[@]}"; do
		! grep -qE 'Termsig=|Sanitizer|runtime error:|Assertion' "$1/${test#"$1"/}" "${test%.phpt}.out" || return 0
	done
	printf '%s\n' "${tests[@]}"
}

try_again() { # FOLDER PHP-COMMAND RUN-TESTS-OPTIONS...: sets late to the number of those that pass alone
	local dir=$1 php=$2 log=$1/log passed tests
	shift 2
	late=$(verdicts WARN "$log" | grep -cF "$SECOND_ATTEMPT") || true
	mapfile -t tests < <(tests_to_try_again "$dir" "$log")
	[[ ${#tests[@]} -gt 0 ]] || return 0
	printf -- '--- once more, alone: %s\n' "${tests[@]#"$dir"/}"
	run_tests "$php" "$@" "${tests[@]}" >"$log.alone" 2>&1 || true
	passed=$(summary_count "$log.alone" 'Tests passed')
	late=$((late + ${passed:-0}))
	verdicts 'PASS|FAIL|BORK|WARN|LEAK' "$log.alone"
}

run_tests() { # PHP-COMMAND ARGUMENTS...
	local php=$1
	shift
	NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$php "$PHP" -n "$PHP_BUILD/ext/run-tests.php" \
		-p "$php" -q --offline --no-color --set-timeout 120 "$@"
}

run_phpt() { # FOLDER PHP-COMMAND OPTIONS...
	local dir=$1 php=$2 log said status=0 late=0
	shift 2
	copy_tests "$dir"
	drop_memory_tests "$dir" "$@"
	take_sample "$dir" "$@"
	log=$dir/log
	cd "$dir"
	run_tests "$php" "$@" -j2 tests >"$log" 2>&1 || status=$?
	report_phpt "$dir" "$log"
	grep -qE '^Tests passed' "$log" || {
		tail -n 20 "$log"
		return 1
	}
	try_again "$dir" "$php" "$@" # whatever the status: a test that passes late is a warning, with status 0
	said=$(count_phpt "$log" "$late")
	echo "$said"
	[[ $said == *" 0 failed,"* ]] || return 1
	((late > 0)) || return "$status"
}

# --- under valgrind ---

# Each process writes valgrind's report into a file that has the name of its test.
write_valgrind_wrapper() {
	cat >"$BUILD/bin/php-mynd-valgrind" <<-WRAPPER
		#!/usr/bin/env bash
		# Written by ./dev test phpt-valgrind.
		test=no-test
		for word in "\$@"; do
			[[ \$word != */tests/*.php ]] || test=\${word##*/tests/}
		done
		case \$test in # nothing of these is the driver's
		*.skip.php | *.clean.php) exec env PHP_INI_SCAN_DIR=$(printf %q "$PHP_BUILD/ini-mynd") $(printf %q "$PHP") "\$@" ;;
		esac
		exec env PHP_INI_SCAN_DIR=$(printf %q "$PHP_BUILD/ini-mynd") USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind --quiet \\
			--leak-check=full --show-leak-kinds=definite --num-callers=40 --suppressions=$(printf %q "$ROOT/tests/phpt/valgrind.supp") \\
			--suppressions=$(printf %q "$ROOT/tests/loading/valgrind.supp") \\
			--log-file="\$MYND_MEMCHECK/\${test//\//-}.%p" $(printf %q "$PHP") -d pcre.jit=0 "\$@"
	WRAPPER
	chmod +x "$BUILD/bin/php-mynd-valgrind"
}

report_memcheck() { # FOLDER
	local log
	while IFS= read -r log; do
		printf -- '--- memcheck: %s\n' "${log##*/}"
		sed -n '1,60p' "$log"
	done < <(find "$1" -type f -size +0 | sort)
}

# As run_phpt; a test with a report of valgrind has failed.
run_phpt_memcheck() { # FOLDER PHP-COMMAND
	local said p f s wrong
	export SKIP_ASAN=1 USE_ZEND_ALLOC=0 MYND_MEMCHECK=$1-said MYND_PHP_CMD=$2
	rm -rf "$MYND_MEMCHECK"
	mkdir -p "$MYND_MEMCHECK"
	said=$(run_phpt "$1" "$2" --set-timeout 900) || true
	echo "$said"
	report_memcheck "$MYND_MEMCHECK"
	[[ $said =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]] || return 1
	p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]} s=${BASH_REMATCH[3]}
	wrong=$(find "$MYND_MEMCHECK" -type f -size +0 -printf '%f\n' | sed 's/\.[0-9]*$//' | sort -u | wc -l)
	printf '%d passed, %d failed, %d skipped\n' "$p" $((f + wrong)) "$s"
	[[ $((f + wrong)) -eq 0 ]]
}
