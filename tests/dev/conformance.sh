# ./dev conformance without its servers: what it makes of verdicts, and of names. Sourced by run.sh.

verdicts() { # RUN SIDE VERDICT TEST...: pairs
	local dir=$1/$2
	shift 2
	mkdir -p "$dir/ext/some/tests"
	: >"$dir/log"
	printf '%s\text/some/tests/%s.phpt\n' "$@" >"$dir/verdicts"
}

lists=$temp/lists run=$temp/some-8.2-mysql
mkdir -p "$lists"
printf '# a comment\nlater.phpt is for later\nready.phpt was for later\nelsewhere.phpt is in no suite\n' >"$lists/waiting.list"
printf 'counter.phpt [8.2 mysql] counts otherwise\nfails.phpt [8.4 mysql] fails there\n' >"$lists/counters.list"
: >"$lists/differences.list"
verdicts "$run" stock PASSED both PASSED fails PASSED crashes PASSED skipped PASSED later PASSED ready PASSED counter FAILED better SKIPPED none
printf -- '--\n001+\n002+ %s/mynd/ext/some/tests/fails.php went wrong\n003- right\n' "$run" >"$temp/fails.diff"
printf 'SKIP a title [ext/some/tests/none.phpt] reason: nothing to see\n' >"$run/stock/log"

judge() { # MYND'S VERDICTS... -- OPTIONS...
	local pairs=()
	while [[ $1 != -- ]]; do
		pairs+=("$1")
		shift
	done
	shift
	verdicts "$run" mynd "${pairs[@]}"
	cp "$temp/fails.diff" "$run/mynd/ext/some/tests/"
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/conformance/report.php" "$run" "$lists" "$@"
}

bad=(PASSED both FAILED fails BORKED crashes SKIPPED skipped FAILED later PASSED ready FAILED counter PASSED better SKIPPED none)
good=(PASSED both PASSED fails PASSED crashes PASSED skipped FAILED later FAILED ready PASSED counter PASSED better SKIPPED none)
last_line() {
	"$@" 2>/dev/null | tail -n 1
}
check_equal "conformance: counts what stock passes and mynd does not" "3 missing of 7" "$(last_line judge "${bad[@]}" --)"
check "conformance: something missing ends in failure" ends_with 1 judge "${bad[@]}" --
check "conformance: names a missing test and a line of its output" says "fails.phpt: FAILED 002+ fails.php went wrong" judge "${bad[@]}" --
check "conformance: a crash is missing" says "crashes.phpt: BORKED" judge "${bad[@]}" --
check "conformance: a skipped test is missing" says "skipped.phpt: SKIPPED" judge "${bad[@]}" --
check "conformance: a listed test is shown apart" says "later.phpt: is for later" judge "${bad[@]}" --
check "conformance: lists are counted" says "waiting: 1, counters: 1, differences: 0" judge "${bad[@]}" --
check "conformance: a listed test that passes is reported" says 'ready.phpt: the test is on the list "waiting" and passes' judge "${bad[@]}" --
check "conformance: what stock fails is nobody's business" fails says better judge "${bad[@]}" --
check "conformance: but can be seen" says "better.phpt: FAILED, mynd PASSED" judge "${bad[@]}" -- --verbose
check "conformance: with the reason of a skip" says "none.phpt: SKIPPED, mynd SKIPPED; nothing to see" judge "${bad[@]}" -- --verbose
check_equal "conformance: as a suite" "2 passed, 3 failed, 2 skipped" "$(last_line judge "${bad[@]}" -- --count)"
check_equal "conformance: nothing is missing" "0 missing of 7" "$(last_line judge "${good[@]}" --)"
check "conformance: which is success" ends_with 0 judge "${good[@]}" --
verdicts "$run" stock PASSED fails PASSED crashes PASSED skipped PASSED later PASSED counter SKIPPED none
check_equal "conformance: what mynd passes needs no run on stock" "3 passed, 3 failed, 2 skipped" "$(last_line judge "${bad[@]}" -- --count)"
verdicts "$run" stock FAILED both FAILED fails
check "conformance: a stock that passes nothing judges nobody" ends_with 1 judge FAILED both FAILED fails --
echo 'no-reason.phpt' >"$lists/differences.list"
check "conformance: a list without a reason is refused" ends_with 1 judge PASSED both --

for list in waiting counters differences; do
	check "conformance: $list names each test once for a setting" ends_with 1 \
		bash -c 'sed -nE "s/^([^ ]+\.phpt)( +\[[^]]*=[^]]*\])?.*/\1\2/p" "$@" | sort | uniq -d | grep .' -- "$MYND_ROOT"/tests/conformance/*/$list.list
done
# What a later PHP corrected is restricted to the versions before it, and not counted.
for extension in mysqli pdo; do
	check "conformance: $extension never has five differences" bash -c '[[ $(grep "^[^#]" "$0" | grep -vc "^[^ ]* \[") -lt 5 ]]' \
		"$MYND_ROOT/tests/conformance/$extension/differences.list"
done

in_conformance() { # COMMAND...: with the functions of ./dev
	(
		ROOT=$MYND_ROOT MYND_BUILD=$temp/build
		. "$ROOT/tools/dev/common.sh"
		use conformance
		"$@"
	)
}
mkdir -p "$temp"/suite/ext/{one,two}/tests
touch "$temp"/suite/ext/{one/tests/{a1,b},two/tests/a2}.phpt
echo '--REDIRECTTEST--' >"$temp/suite/ext/one/tests/common.phpt"
chosen() { # NAMES...
	in_conformance chosen_tests "$temp/suite" "ext/one/tests ext/two/tests" "$@" | xargs
}
all_three="ext/one/tests/a1.phpt ext/one/tests/b.phpt ext/two/tests/a2.phpt"
check_equal "conformance: all tests" "$all_three" "$(chosen)"
check_equal "conformance: some tests" "$all_three" "$(chosen b.phpt 'a*' a1)"
check "conformance: a test that is not there fails" fails in_conformance chosen_tests "$temp/suite" "ext/one/tests ext/two/tests" b c
check_equal "conformance: PDO's tests are in two folders" "ext/pdo_mysql/tests ext/pdo/tests" "$(in_conformance suite_folders pdo)"
check "conformance: an unknown extension fails" ends_with 1 "$dev" conformance oci8
check "conformance: an unknown server fails" ends_with 1 "$dev" conformance mysqli --server oracle
check "conformance: an unknown option fails" ends_with 1 "$dev" conformance mysqli --fast

# A setting is for mynd's side alone.
seen_with() { # NAME=VALUE...
	(
		ROOT=$MYND_ROOT BUILD=$(dirname -- "$(dirname -- "$MYND_PHP_CMD")")
		. "$ROOT/tools/dev/common.sh"
		use build
		with_settings "$@"
		"$MYND_PHP_CMD" -r 'echo ini_get("mynd.persistent"), ini_get("mysqli.default_user");'
		"$MYND_STOCK_CMD" -r 'echo " ", ini_get("mysqli.default_user");'
	)
}
check_equal "with: mynd gets the settings, stock does not" "allnobody " "$(seen_with mynd.persistent=all mysqli.default_user=nobody)"
check_equal "with: none is as ever" "asked " "$(seen_with)"
check "with: a setting that PHP does not know is refused" says "PHP does not take the setting mynd.persistance=all" seen_with mynd.persistance=all
check "with: so is a value that mynd refuses" says "PHP does not take the setting mynd.persistent=perhaps" seen_with mynd.persistent=perhaps

# Where Debian unstable cannot be had, that is no failure of the project's.
nobody() {
	id() { echo 65534; }
	"$@"
}
check "unstable: without root it is not to be had" ends_with 77 in_conformance nobody need_unstable
check "unstable: nor is its MySQL" ends_with 77 in_conformance nobody server_start "$temp/mysql.env" mysql
check "unstable: nor its PHP" ends_with 77 in_conformance nobody choose_php 8.99

mkdir -p "$temp/build/some"
echo "one two-dev" >"$temp/build/some/complete"
check_equal "folders: what is not there yet is installed" "two three" "$(in_conformance missing_in_debian some one two two-dev three | xargs)"
check_equal "folders: all of it, if there is none" "one two" "$(in_conformance missing_in_debian other one two | xargs)"
check_equal "folders: a PHP comes from the release that has it" "trixie trixie" "$(in_conformance debian_with_php 8.4)"
check_equal "folders: a later one from unstable" "unstable sid" "$(in_conformance debian_with_php 8.99)"
root=$temp/build/unstable/root
bin_folder=$root/usr/bin
mkdir -p "$bin_folder"
touch "$bin_folder/php8.4"
check_equal "folders: or from the folder that has it already" "unstable sid" "$(in_conformance debian_with_php 8.4)"
rm -r "$temp/build/unstable"

suite_of_conformance() {
	ROOT=$temp/other
	mkdir -p "$ROOT"
	printf '#!/bin/sh\n%s\n' "$1" >"$ROOT/dev"
	chmod +x "$ROOT/dev"
	run_conformance mysqli
}
in_test() {
	(
		ROOT=$MYND_ROOT
		. "$ROOT/tools/dev/common.sh"
		use test
		"$@"
	)
}
check_equal "conformance: a suite that cannot be had is skipped" "0 passed, 0 failed, 1 skipped" "$(in_test suite_of_conformance 'exit 77')"
check "conformance: which is no failure" ends_with 0 in_test suite_of_conformance 'exit 77'
check "conformance: other failures are" ends_with 1 in_test suite_of_conformance 'exit 1'

picked() { # BEGINNING: of what a suite has
	apt-cache() { printf 'Version: %s\n' 8.2.9-1 8.2.32-1 8.2.32-1+b2 1:8.20.1-1 8.2.33-1; }
	private_apt=()
	source_version php8.2 some "$1"
}
check_equal "conformance: the version that is named" "8.2.32-1+b2" "$(in_conformance picked 8.2.32-)"
check_equal "conformance: the newest of a kind" "8.2.33-1" "$(in_conformance picked 8.2.)"
check "conformance: a version that is not served is no failure of ours" ends_with 77 in_conformance picked 8.2.3-

ended_by() { # what a subshell ends is its own
	in_conformance eval 'at_exit echo outer; (at_exit echo inner); true' | xargs
}
check_equal "at_exit: a subshell ends what it began, no more" "inner outer" "$(ended_by)"
verdicts "$run" mynd PASSED a1 FAILED b PASSED xb
check_equal "conformance: stock runs what mynd has not passed" "ext/some/tests/b.phpt ext/some/tests/1.phpt" \
	"$(in_conformance not_passed "$run" ext/some/tests/{a1,b,xb,1}.phpt | xargs)"
