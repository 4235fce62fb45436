# Runs the phpt tests by PHP's own run-tests.php, which phpize puts into every build.
# Tests leave their traces beside themselves, so they run in a copy of tests/ under build/.

# Tests of the engine's memory mean nothing where the engine's allocator is off, as it is under AddressSanitizer and valgrind.
drop_memory_tests() { # FOLDER OPTIONS...
	[[ -z ${SKIP_ASAN:-} && " $* " != *" --asan "* ]] || rm -rf "$1/tests/phpt/memory"
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

# --- under valgrind ---

# What valgrind has to say of a process goes into a file that is named by the test that runs in it.
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

# As run_phpt; a test of which valgrind has something to say has failed.
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
