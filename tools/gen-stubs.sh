#!/bin/sh
# Makes src/php/<face>/<name>_arginfo.h from stubs/**.stub.php with PHP's own gen_stub.php.
#
#   tools/gen-stubs.sh            writes the files that are not up to date
#   tools/gen-stubs.sh --check    writes nothing; exit 1 and a diff if a file is not up to date
#
# stubs/mysqli.stub.php becomes src/php/mysqli/mysqli_arginfo.h; stubs/pdo/driver.stub.php would become
# src/php/pdo/driver_arginfo.h. The generator is PHP 8.2's, so that its output compiles from 8.2 on: what
# another PHP's generator writes differs. With another PHP, --check compares the stubs' hashes alone (each
# file carries its stub's).
#
# gen_stub.php looks for the library PHP-Parser beside itself and would download it from a place that is not
# always reachable; here composer brings the very version that it asks for, once, into build/gen_stub/. Needs:
# php8.2-dev, composer. PHP_CONFIG names another php-config, BUILD another folder than build/.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
work=${BUILD:-$root/build}/gen_stub
check=false
[ "${1:-}" = "--check" ] && check=true

die() { echo "gen-stubs: $*" >&2; exit 1; }

# Where the header of a stub belongs, below the root.
header_of() {
	rel=${1#"$root"/stubs/}
	rel=${rel%.stub.php}
	case $rel in
	*/*) echo "src/php/${rel}_arginfo.h" ;;
	*) echo "src/php/$rel/${rel}_arginfo.h" ;;
	esac
}

stubs=$(find "$root/stubs" -name '*.stub.php' | LC_ALL=C sort)
[ -n "$stubs" ] || die "there are no stubs"

php_config=${PHP_CONFIG:-$(command -v php-config8.2 || command -v php-config || true)}
[ -n "$php_config" ] || die "no php-config: install php-dev"
vernum=$("$php_config" --vernum)

if [ "$vernum" -lt 80200 ] || [ "$vernum" -ge 80300 ]; then
	$check || die "the generator must be PHP 8.2's; this php-config is of $("$php_config" --version)"
	bad=0
	for stub in $stubs; do
		header=$(header_of "$stub")
		hash=$(tr -d '\r' <"$stub" | sha1sum | cut -d' ' -f1)
		grep -q "Stub hash: $hash" "$root/$header" 2>/dev/null || { echo "not up to date: $header"; bad=1; }
	done
	echo "gen-stubs: compared by hash alone (PHP $("$php_config" --version))"
	exit $bad
fi

php=$("$php_config" --php-binary)
# No ini files: the stubs must not depend on what this PHP has loaded, mynd itself least of all.
# shellcheck disable=SC2086 # an option and its value, or nothing
run_php() { "$php" -n $tokenizer "$@"; }
tokenizer=
"$php" -n -m | grep -qx tokenizer || tokenizer="-d extension=tokenizer"

generator=$("$php_config" --phpapi)
generator=$("$php_config" --prefix)/lib/php/$generator/build/gen_stub.php
[ -f "$generator" ] || generator=$(dirname "$("$php_config" --extension-dir)")/build/gen_stub.php
[ -f "$generator" ] || die "gen_stub.php of this PHP was not found"

mkdir -p "$work"
cp "$generator" "$work/gen_stub.php"
version=$(sed -n 's/^ *\$version = "\([0-9.]*\)";.*/\1/p' "$work/gen_stub.php" | head -1)
[ -n "$version" ] || die "gen_stub.php names no version of PHP-Parser"

if [ ! -f "$work/PHP-Parser-$version/lib/PhpParser/Parser.php" ]; then
	command -v composer >/dev/null || die "composer is needed once, to fetch nikic/php-parser $version"
	fetch=$(mktemp -d "$work/fetch.XXXXXX")
	trap 'rm -rf "$fetch"' EXIT
	(cd "$fetch" && COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$fetch/home" composer require --no-interaction \
		--no-plugins --no-scripts --quiet "nikic/php-parser:$version") >&2 || die "composer could not fetch it"
	rm -rf "$work/PHP-Parser-$version"
	mv "$fetch/vendor/nikic/php-parser" "$work/PHP-Parser-$version"
	rm -rf "$fetch"
	trap - EXIT
fi

out=$(mktemp -d "$work/out.XXXXXX")
trap 'rm -rf "$out"' EXIT
bad=0
for stub in $stubs; do
	header=$(header_of "$stub")
	base=$(basename "$stub" .stub.php)
	cp "$stub" "$out/$base.stub.php"
	{ run_php "$work/gen_stub.php" --force-regeneration "$out/$base.stub.php" >"$out/log" 2>&1 &&
		[ -f "$out/${base}_arginfo.h" ]; } || { cat "$out/log" >&2; die "gen_stub.php failed on ${stub#"$root"/}"; }
	if cmp -s "$out/${base}_arginfo.h" "$root/$header"; then
		:
	elif $check; then
		echo "not up to date: $header (run tools/gen-stubs.sh)"
		diff -u "$root/$header" "$out/${base}_arginfo.h" | head -40 || true
		bad=1
	else
		mkdir -p "$(dirname "$root/$header")"
		cp "$out/${base}_arginfo.h" "$root/$header"
		echo "wrote $header"
	fi
	rm -f "$out/$base.stub.php" "$out/${base}_arginfo.h"
done
exit $bad
