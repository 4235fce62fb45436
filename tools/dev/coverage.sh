# Coverage of branches (clang, llvm-cov): the unit tests, failing allocations among them, and the corpora of
# the fuzzing targets together for src/wire and src/session; tests/rows for src/rows. What is missing has to
# be listed with its reason in tests/coverage/missing.tsv.
use setup fuzz

COVERAGE_BUILD=$BUILD/coverage
# Assertions that always hold are branches that are never taken: they are left out.
COVERAGE_FLAGS="-fprofile-instr-generate -fcoverage-mapping -UMYND_CHECKED"

# Of the same version as clang.
llvm_tool() { # NAME
	local version
	version=$(clang -dumpversion | cut -d. -f1)
	command -v "$1-$version" || command -v "$1" || unavailable "$1 is not here"
}

coverage_of_units() {
	local test
	say "coverage: the unit tests"
	make -C "$ROOT/tests/unit" -s -j2 BUILD="$COVERAGE_BUILD/unit" CC=clang SAN="$COVERAGE_FLAGS" all >&2
	for test in "$COVERAGE_BUILD"/unit/test_wire_* "$COVERAGE_BUILD"/unit/test_auth_* "$COVERAGE_BUILD"/unit/test_session_*; do
		[[ -x $test && -f $test ]] || continue
		LLVM_PROFILE_FILE=$COVERAGE_BUILD/profile/${test##*/}.profraw "$test" >"$COVERAGE_BUILD/unit.out" 2>&1 ||
			say "coverage: ${test##*/} has failed, see ./dev test unit"
		coverage_objects+=("$test")
	done
}

coverage_of_corpora() {
	local name
	make -C "$FUZZ" -s -j2 BUILD="$COVERAGE_BUILD/fuzz" SAN= DRIVER_FLAGS="$COVERAGE_FLAGS" LINK_FLAGS="-fsanitize=fuzzer $COVERAGE_FLAGS" all >&2
	for name in $(fuzz_targets); do
		[[ -x $COVERAGE_BUILD/fuzz/$name && -e $FUZZ/corpus/$name.tar.xz ]] || continue
		say "coverage: the corpus of $name"
		unpack_seeds "$name"
		find "$(seeds_of "$name")" -type f -print0 | LLVM_PROFILE_FILE=$COVERAGE_BUILD/profile/$name-%p.profraw \
			xargs -0 -r "$COVERAGE_BUILD/fuzz/$name" >"$COVERAGE_BUILD/fuzz.out" 2>&1 || say "coverage: the corpus of $name has failed"
		coverage_objects+=("$COVERAGE_BUILD/fuzz/$name")
	done
}

# A fixed number of cases, always the same ones: what they reach must not depend on the machine's speed.
COVERAGE_SHAPES=1000

coverage_of_rows() {
	say "coverage: tests/rows, through PHP"
	rm -f "$COVERAGE_BUILD/rows/modules/rowstest.so"
	BUILD=$COVERAGE_BUILD/rows PHP=$PHP PHPIZE=$PHPIZE PHP_CONFIG=$PHP_CONFIG CC=clang ROWS_DEFINES= ROWS_CFLAGS="-g -O0 $COVERAGE_FLAGS" \
		LDFLAGS="-fprofile-instr-generate" LLVM_PROFILE_FILE=$COVERAGE_BUILD/profile/rows-%p.profraw "$ROOT/tests/rows/run.sh" plain >"$COVERAGE_BUILD/rows.out" 2>&1 ||
		say "coverage: tests/rows has failed: $(tail -n 3 "$COVERAGE_BUILD/rows.out")"
	local test module=$COVERAGE_BUILD/rows/modules/rowstest.so
	[[ -e $module ]] || return 0
	coverage_objects+=("$module")
	# With opcache the names of columns are other strings; the system's allocator has other blocks and no
	# limit.
	for test in "$ROOT"/tests/rows/test_*.php; do
		LLVM_PROFILE_FILE=$COVERAGE_BUILD/profile/opcache-%p.profraw "$PHP" -n -d zend_extension=opcache -d opcache.enable_cli=1 \
			-d "extension=$module" -d memory_limit=512M "$test" >"$COVERAGE_BUILD/opcache.out" 2>&1 || true
		USE_ZEND_ALLOC=0 LLVM_PROFILE_FILE=$COVERAGE_BUILD/profile/system-%p.profraw "$PHP" -n \
			-d "extension=$module" -d memory_limit=512M "$test" quick >"$COVERAGE_BUILD/system.out" 2>&1 || true
	done
	say "coverage: rows of $COVERAGE_SHAPES shapes"
	LLVM_PROFILE_FILE=$COVERAGE_BUILD/profile/shapes-%p.profraw "$PHP" -n -d memory_limit=-1 -d "extension=$module" \
		"$ROOT/tests/shapes/rows.php" rows "${COVERAGE_SHAPES}x" 1 "$COVERAGE_BUILD/note" >"$COVERAGE_BUILD/shapes.out" 2>&1 ||
		say "coverage: the shapes have failed: $(tail -n 3 "$COVERAGE_BUILD/shapes.out")"
}

coverage_report() { # ROOMS
	local object list=() profdata cov
	profdata=$(llvm_tool llvm-profdata) cov=$(llvm_tool llvm-cov)
	"$profdata" merge -sparse -o "$COVERAGE_BUILD/all.profdata" "$COVERAGE_BUILD"/profile/*.profraw
	for object in "${coverage_objects[@]}"; do
		list+=(-object "$object")
	done
	"$cov" export -instr-profile "$COVERAGE_BUILD/all.profdata" "${list[@]}" >"$COVERAGE_BUILD/all.json" 2>"$COVERAGE_BUILD/export.log"
	"$PHP" -n -d memory_limit=-1 "$ROOT/tools/coverage.php" "$COVERAGE_BUILD/all.json" "$ROOT" "$@"
}

cmd_coverage() {
	local coverage_objects=() rooms=("$@")
	[[ ${#rooms[@]} -gt 0 ]] || rooms=(wire session rows)
	setup
	setup_suites fuzz
	command -v clang >/dev/null || unavailable "clang is not here"
	rm -rf "$COVERAGE_BUILD/profile"
	mkdir -p "$COVERAGE_BUILD/profile"
	if [[ " ${rooms[*]} " == *" wire "* || " ${rooms[*]} " == *" session "* ]]; then
		coverage_of_units
		coverage_of_corpora
	fi
	[[ " ${rooms[*]} " != *" rows "* ]] || coverage_of_rows
	coverage_report "${rooms[@]}"
}
