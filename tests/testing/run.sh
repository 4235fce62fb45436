#!/usr/bin/env bash
# packages/testing: applications under PHPUnit are recorded against the server, then answered where there is
# none; what must be refused; random programs. PHPUnit is the machine's, and the newest that composer brings;
# Laravel's database component comes from Debian's packages, and for samples with Doctrine and Amp from
# composer. Run by `./dev test testing`; what cannot be had
# is skipped.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
ROOT=$MYND_ROOT
work=$BUILD
. "$ROOT/tools/dev/common.sh"
use unpacked
use composer
set +e
. "$here/../lib.sh"
mkdir -p "$work"
scratch=$(mktemp -d "$work/scratch.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export SOCKETS_FILE=$scratch/sockets
seed=${MYND_TEST_SEED:-20261125}
laravel=$ROOT/build/eloquent/files/usr/share/php
laravel_packages=(
	php-illuminate-database php-illuminate-collections php-illuminate-container php-illuminate-contracts php-illuminate-macroable
	php-illuminate-support php-illuminate-events php-illuminate-filesystem php-illuminate-bus php-illuminate-pipeline
	php-doctrine-inflector php-nesbot-carbon php-psr-container php-psr-simple-cache php-voku-portable-ascii
	php-symfony-console php-symfony-finder php-symfony-service-contracts php-symfony-string php-symfony-translation
	php-symfony-translation-contracts php-symfony-deprecation-contracts php-symfony-polyfill-php80
)

# Where nothing is: no socket, and a port at which nobody listens.
without_server() { # COMMAND...
	MYND_TEST_SOCKET=$scratch/none MYND_TEST_HOST=127.0.0.1 MYND_TEST_PORT=1 "$@"
}

fetch_phpunit() {
	[[ -f $work/vendor/bin/phpunit ]] ||
		(cd "$work" && COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$work/home" timeout 120 composer require \
			--no-interaction --no-plugins --no-scripts --quiet 'phpunit/phpunit:^10.5 || ^11')
}

# The last line but its times and memory; "OK (5 tests, 17 assertions)".
phpunit() { # SCRIPT CASE MODE [PHP-OPTION...]; PHPUNIT_OPTIONS: options of PHPUnit
	local script=$1 name=$2 mode=$3
	shift 3
	# shellcheck disable=SC2086 # several options
	MYND_TESTING=$mode "$MYND_PHP_CMD" "$@" "$script" ${PHPUNIT_OPTIONS:-} --no-configuration --do-not-cache-result --bootstrap "$scratch/cases/bootstrap.php" "$scratch/cases/$name.php" 2>&1
}

says_ok() { # OUTPUT
	[[ $1 == *$'\n''OK ('* ]] || { printf '%s\n' "$1"; return 1; }
}

test_case() { # TITLE SCRIPT CASE [PHP-OPTION...]
	local title="$1: $3" script=$2 name=$3 recorded answered
	shift 3
	rm -rf "$scratch/cases"
	cp -r "$here/cases" "$scratch/cases"
	recorded=$(phpunit "$script" "$name" record "$@")
	check "$title is recorded" says_ok "$recorded" || return
	answered=$(without_server phpunit "$script" "$name" replay "$@")
	check "$title is answered without a server" says_ok "$answered"
	check_equal "$title: no socket was tried" 0 "$(cat "$SOCKETS_FILE")"
	# without a recording there is nothing to answer
	rm -r "$scratch/cases/recordings"
	answered=$(without_server phpunit "$script" "$name" replay "$@")
	check_equal "$title: without its recording it fails" yes "$([[ $answered == *'there is no recording'* ]] && echo yes)"
}

# A test that has failed is not written; one that asks what was not recorded fails by that.
check_failing() { # TITLE SCRIPT
	local title=$1 script=$2 said
	rm -rf "$scratch/cases"
	cp -r "$here/cases" "$scratch/cases"
	sed -i "s/assertEquals(0, /assertEquals(3, /" "$scratch/cases/PdoTest.php"
	said=$(phpunit "$script" PdoTest record)
	check_equal "$title: recordings of the tests that pass alone" "3" "$(find "$scratch/cases/recordings" -name '*.json' 2>/dev/null | wc -l)"
	cp "$here/cases/PdoTest.php" "$scratch/cases/"
	phpunit "$script" PdoTest record >/dev/null
	sed -i "s/SELECT name FROM goods ORDER BY id/SELECT name FROM goods ORDER BY name/" "$scratch/cases/PdoTest.php"
	said=$(without_server phpunit "$script" PdoTest replay)
	check_equal "$title: a query that was never recorded" yes \
		"$([[ $said == *'never recorded: SELECT name FROM goods ORDER BY name'*'The nearest that was recorded: SELECT name FROM goods ORDER BY id'* ]] && echo yes)"
	cp "$here/cases/PdoTest.php" "$scratch/cases/"
	sed -i "/SELECT @a/d" "$scratch/cases/PdoTest.php"
	said=$(without_server phpunit "$script" PdoTest replay)
	check_equal "$title: what was recorded and not asked" yes "$([[ $said == *$'recorded, and not asked:\n  SELECT @a'* ]] && echo yes)"
}

# Of a class that makes its tables once, each test alone, and all in any order.
check_state_apart() { # TITLE SCRIPT
	local title="$1: a class that migrates once" script=$2 options
	rm -rf "$scratch/cases"
	cp -r "$here/cases" "$scratch/cases"
	check "$title is recorded" says_ok "$(phpunit "$script" MigratesOnceTest record)" || return
	check_equal "$title: its files" \
		"MigratesOnceTest.migrations.state.json MigratesOnceTest.testNone.json MigratesOnceTest.testOneMore.json MigratesOnceTest.testWhatIsThere.json" \
		"$(cd "$scratch/cases/recordings" && printf '%s\n' *.json | sort | paste -sd' ')"
	for options in --filter=testWhatIsThere --filter=testOneMore --filter=testNone --order-by=default --order-by=reverse "--order-by=random --random-order-seed=$seed"; do
		check "$title is answered with $options" says_ok "$(PHPUNIT_OPTIONS=$options without_server phpunit "$script" MigratesOnceTest replay)"
	done
	PHPUNIT_OPTIONS=--order-by=reverse phpunit "$script" MigratesOnceTest record >/dev/null
	check "$title is recorded in another order" says_ok "$(PHPUNIT_OPTIONS=--filter=testNone without_server phpunit "$script" MigratesOnceTest replay)"
}

test_phpunit() { # TITLE SCRIPT
	test_case "$1" "$2" PdoTest
	test_case "$1" "$2" MysqliTest
	test_case "$1, mynd.round_trips=fewer" "$2" PdoTest -d mynd.round_trips=fewer
	check_failing "$1" "$2"
	check_state_apart "$1" "$2"
	[[ -d $laravel ]] && LARAVEL_FILES=$laravel test_case "$1" "$2" EloquentTest
}

count_checks() { # TITLE COMMAND...: a program that ends with "N passed, N failed"
	local title=$1 said
	shift
	said=$("$@" 2>&1)
	if [[ ${said##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))
		[[ ${BASH_REMATCH[2]} -eq 0 ]] || printf '=== %s\n%s\n' "$title" "${said%$'\n'*}"
	else
		check_equal "$title: it runs to its end" "N passed, N failed" "$said"
	fi
}

if reason=$(get_packages_of_packagist); then
	for sample in laravel doctrine amp; do
		count_checks "a sample of $sample" "$MYND_PHP_CMD" "$here/samples.php" "$PACKAGES/vendor/autoload.php" "$sample" "$scratch" "$seed" 100
	done
else
	skip_check "samples of Laravel, Doctrine and Amp" "$reason"
fi
reason=$(get_unpacked "$ROOT/build/eloquent" "${laravel_packages[@]}") || { laravel=/nowhere && skip_check "Laravel's database component" "$reason"; }
count_checks refusals "$MYND_PHP_CMD" "$here/refusals.php" "$scratch"
count_checks "tasks side by side" "$MYND_PHP_CMD" "$here/concurrent.php" "$scratch" "$seed" 100
count_checks "random programs" "$MYND_PHP_CMD" "$here/generator.php" "$scratch" "$seed" 20
# what applications have, and what looks at replies or sends others with them
for settings in mynd.round_trips=fewer mynd.preset=web mynd.async=1 "mynd.request_report=1 mynd.scoreboard=$scratch/board" "mynd.fiber_turns=1 mynd.prefetch=50ms"; do
	read -ra options <<<"-d ${settings// / -d }"
	count_checks "random programs, $settings" "$MYND_PHP_CMD" "${options[@]}" "$here/generator.php" "$scratch" "$seed" 5
done
if [[ -f /usr/bin/phpunit ]]; then
	test_phpunit "$(/usr/bin/phpunit --version | sed -n 's/^\(PHPUnit [0-9]*\).*/\1/p')" /usr/bin/phpunit
else
	skip_check "the machine's PHPUnit" "there is none"
fi
if command -v composer >/dev/null && fetch_phpunit; then
	test_phpunit "$("$work/vendor/bin/phpunit" --version | sed -n 's/^\(PHPUnit [0-9]*\).*/\1/p')" "$work/vendor/bin/phpunit"
else
	skip_check "a newer PHPUnit" "composer cannot bring it"
fi
finish
