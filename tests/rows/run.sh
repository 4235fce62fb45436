#!/bin/sh
# Tests of src/rows without a server: builds a small extension around it and runs the PHP programs beside this
# file: as they are, with opcache (names of columns are other strings then), and under valgrind with the
# system's allocator. In CI (MYND_TEST_PART=sample) valgrind looks at each with opcache or without it, as the
# seed says. The last line is "N passed, N failed".
#   BUILD=dir tests/rows/run.sh            everything
#   BUILD=dir tests/rows/run.sh plain      without opcache and valgrind
#   BUILD=dir tests/rows/run.sh build      builds it and prints the extension's name (tests/shapes)
#   BUILD=dir tests/rows/run.sh bench      nanoseconds of CPU a row instead
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=${BUILD:-$root/build/rows}
if [ "${1:-}" = bench ]; then # as it is shipped: without assertions
	build=$build-bench
	export ROWS_DEFINES=
fi
php=${PHP:-php8.2}
phpize=${PHPIZE:-phpize8.2}
config=${PHP_CONFIG:-php-config8.2}

mkdir -p "$build"
build=$(cd "$build" && pwd)
cp -p "$here/config.m4" "$here"/*.c "$here"/*.h "$build/"
# Sources only: somebody's object files may lie beside them.
for dir in src/wire src/auth src/session src/rows; do
	rm -rf "${build:?}/$dir"
	mkdir -p "$build/$dir"
	find -L "$root/$dir" -maxdepth 1 -name '*.[ch]' -exec cp -p {} "$build/$dir/" ';'
done
cd "$build"
find src -name '*.c' | LC_ALL=C sort >sources.new
# shellcheck disable=SC3013 # dash and bash know -nt
if [ ! -f Makefile ] || [ "$here/config.m4" -nt Makefile ] || ! cmp -s sources.new sources; then
	"$phpize" >phpize.log 2>&1 || { cat phpize.log; exit 1; }
	./configure --with-php-config="$config" ${ROWS_CFLAGS:+CFLAGS="$ROWS_CFLAGS"} >configure.log 2>&1 || { tail -20 configure.log; exit 1; }
	mv sources.new sources
fi
make >make.log 2>&1 || { grep -E 'error:|warning:' make.log; tail -5 make.log; exit 1; }
module=$build/modules/rowstest.so
export ROWS_MODULE="$module"
if [ "${1:-}" = build ]; then
	echo "$module"
	exit
fi

if [ "${1:-}" = bench ]; then
	shift
	exec "$php" -n -d extension="$module" -d memory_limit=-1 "$here/bench.php" "$@"
fi

mode=${1:-}
passed=0
failed=0
run() { # name, command ...
	name=$1
	shift
	rc=0
	"$@" >out.log 2>&1 || rc=$?
	passed=$((passed + $(grep -c '^ok ' out.log || true)))
	bad=$(grep -c '^FAILED ' out.log || true)
	if [ "$rc" -ne 0 ] || [ "$bad" -gt 0 ] || ! grep -q '^done$' out.log; then
		[ "$bad" -gt 0 ] || bad=1
		echo "--- $name (exit $rc)"
		grep -v '^ok ' out.log | tail -40
	fi
	failed=$((failed + bad))
}
opcache=
if "$php" -n -d zend_extension=opcache -v >/dev/null 2>&1; then
	opcache="-d zend_extension=opcache -d opcache.enable_cli=1 -d opcache.jit=tracing -d opcache.jit_buffer_size=32M"
fi
memcheck() {
	env USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 valgrind -q --error-exitcode=99 --leak-check=full \
		--errors-for-leak-kinds=definite --num-callers=30 "$php" -n "$@"
}
turn=${MYND_TEST_SEED:-0}
under_valgrind() { # sets kinds
	kinds='plain opcache'
	if [ -z "$opcache" ]; then
		kinds=plain
	elif [ "${MYND_TEST_PART:-}" = sample ]; then
		turn=$((turn + 1))
		kinds=opcache
		[ $((turn % 2)) -eq 0 ] || kinds=plain
	fi
}
for test in "$here"/test_*.php; do
	name=$(basename "$test" .php)
	set -- -d extension="$module" -d memory_limit=512M "$test"
	run "$name" "$php" -n "$@"
	[ "$mode" != plain ] || continue
	# shellcheck disable=SC2086
	[ -z "$opcache" ] || run "$name (opcache)" "$php" -n $opcache "$@"
	under_valgrind
	for kind in $kinds; do
		if [ "$kind" = plain ]; then
			run "$name (valgrind)" memcheck "$@" quick
		else
			# shellcheck disable=SC2086
			run "$name (valgrind, opcache)" memcheck ${opcache%-d opcache.jit=*} "$@" quick
		fi
	done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
