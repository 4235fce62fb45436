# PHP's own tests of an extension, once on stock and once on mynd: what stock passes and mynd does not is
# missing. The tests come from Debian's source packages and stay under build/. Tests that mynd is known not to
# pass are named, with the reason, in tests/conformance/EXTENSION/: waiting.list (what they need is not built
# yet), counters.list (they pin a counter of stock's that counts something else than its name),
# differences.list (other things that mynd does otherwise on purpose, see docs/compatibility*.md). The two
# drivers run at the same time, each against a server of its own; within one the tests share tables and run
# one by one. As a suite (--count) stock runs after mynd, and only what mynd does not pass.
use setup build server other-php conformance-tests

# Sets conformance_version (of PHP), conformance_bin (the wrappers), conformance_runner (run-tests.php) and
# conformance_php.
build_for_conformance() {
	if [[ ${#inside_php[@]} -eq 0 ]]; then
		build
		conformance_version=$PHP_VERSION conformance_php=$PHP
	else
		"${inside_php[@]}" "$ROOT/dev" build
		conformance_version=$version conformance_php=php$version
	fi
	conformance_bin=$inside_build/bin conformance_runner=$inside_build/$conformance_version/ext/run-tests.php
}

# Checks that each side runs the driver that it should.
check_sides() { # EXTENSION
	# shellcheck disable=SC2016
	local program='exit(extension_loaded($argv[1]) && extension_loaded("mynd") === ($argv[2] === "mynd") ? 0 : 1);' side
	for side in stock mynd; do
		"${inside_php[@]}" "$conformance_bin/php-$side" -r "$program" -- "${1/#pdo/pdo_mysql}" "$side" || die "conformance: php-$side is not what it should be"
	done
}

# The tests to run, as files of the suite: all of them, or those that are named, also by patterns. Files that
# only send run-tests.php to another folder are left out.
chosen_tests() { # SUITE FOLDERS NAMES...
	local suite=$1 folders=$2 names=("${@:3}") name folder file found
	[[ ${#names[@]} -gt 0 ]] || names=('*')
	cd "$suite"
	for name in "${names[@]}"; do
		found=
		for folder in $folders; do
			# shellcheck disable=SC2231
			for file in $folder/${name%.phpt}.phpt; do
				[[ ! -f $file ]] || grep -q '^--REDIRECTTEST--' "$file" || { found=1 && echo "$file"; }
			done
		done
		[[ -n $found ]] || die "conformance: the suite has no test '$name'"
	done | LC_ALL=C sort -u
}

# The environment for the tests of pdo_mysql, and for those that PDO has for all drivers.
export_for_pdo() { # FOLDER
	export PDO_MYSQL_TEST_HOST=${MYSQL_TEST_HOST} PDO_MYSQL_TEST_PORT=$MYND_TEST_PORT PDO_MYSQL_TEST_SOCKET=$MYND_TEST_SOCKET
	export PDO_MYSQL_TEST_USER=$MYND_TEST_USER PDO_MYSQL_TEST_PASS=$MYND_TEST_PASSWORD PDO_MYSQL_TEST_DB=$MYND_TEST_DB
	export PDO_MYSQL_TEST_DSN="mysql:host=$PDO_MYSQL_TEST_HOST;port=$MYND_TEST_PORT;dbname=$MYND_TEST_DB"
	export PDOTEST_DSN=$PDO_MYSQL_TEST_DSN PDOTEST_USER=$MYND_TEST_USER PDOTEST_PASS=$MYND_TEST_PASSWORD REDIR_TEST_DIR=$1/ext/pdo/tests/
}

# One driver's run, in RUN/SIDE; run-tests.php writes each verdict into RUN/SIDE/verdicts. One test after
# another, since they use the same tables: from 8.6 on it would run two at once.
run_side() { # RUN SIDE TESTS...
	local dir=$1/$2 php=$conformance_bin/php-$2
	. "$1/$2.env"
	shift 2
	mkdir -p "$dir/tmp"
	cd "$dir"
	export MYSQL_TEST_HOST=${MYSQL_TEST_HOST:-127.0.0.1} MYSQL_TEST_SOCKET=$MYND_TEST_SOCKET MYSQL_TEST_PORT=$MYND_TEST_PORT
	export MYSQL_TEST_USER=$MYND_TEST_USER MYSQL_TEST_PASSWD=$MYND_TEST_PASSWORD MYSQL_TEST_DB=$MYND_TEST_DB
	export_for_pdo "$dir"
	export NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$php
	"${inside_php[@]}" env -C "$dir" TMPDIR="$dir/tmp" "$conformance_php" -n "$conformance_runner" -p "$php" -q -j1 --offline --no-color --set-timeout 60 \
		-W "$dir/verdicts" -d mysqli.default_socket="$MYND_TEST_SOCKET" -d mysqli.default_port="$MYND_TEST_PORT" \
		-d pdo_mysql.default_socket="$MYND_TEST_SOCKET" "$@" >"$dir/log" 2>&1 </dev/null
}

# Settings of the server without which some tests are skipped.
conformance_options() { # SERVER-KIND
	[[ ! -e /proc/net/if_inet6 ]] || echo --bind-address=127.0.0.1,::1
	[[ $1 != mariadb* ]] || echo --performance-schema=ON --disconnect-on-expired-password=ON
}

start_side() { # RUN SIDE SUITE SERVER-KIND FOLDERS...
	local folder
	for folder in "${@:5}"; do
		mkdir -p "$1/$2/${folder%/*}"
		cp -r "$3/$folder" "$1/$2/$folder"
	done
	at_exit server_stop "$1/$2.env"
	mapfile -t server_options < <(conformance_options "$4" | tr ' ' '\n')
	server_start "$1/$2.env" "$4"
}

run_sides() { # RUN SIDES TESTS...
	local run=$1 sides=$2 side jobs=()
	shift 2
	set -m # a process group for each
	for side in $sides; do
		run_side "$run" "$side" "$@" &
		jobs+=("$!")
		at_exit end_group "$!"
	done
	set +m
	wait "${jobs[@]}" || true # its status is that some test failed
	for side in $sides; do
		[[ $(wc -l <"$run/$side/verdicts") -eq $# ]] || die "conformance: the run on $side was cut short: $(tail -n 5 "$run/$side/log")"
	done
}

# Those of the tests that mynd has not passed.
not_passed() { # RUN TESTS...
	printf '%s\n' "${@:2}" | grep -vxFf <(sed -nE 's,^PASSED\t(.*/)?ext/,ext/,p' "$1/mynd/verdicts")
}

run_mynd_first() { # RUN TESTS...
	local rest
	run_sides "$1" mynd "${@:2}"
	mapfile -t rest < <(not_passed "$@")
	: >"$1/stock/verdicts"
	[[ ${#rest[@]} -eq 0 ]] || run_sides "$1" stock "${rest[@]}"
}

# What mynd.preset, if it is among the settings, gives others: NAME=VALUE, with a space between them.
settings_of_preset() { # NAME=VALUE...
	local setting
	for setting in "$@"; do
		[[ $setting != mynd.preset=* ]] || "${inside_php[@]}" "$conformance_bin/php-mynd" -d "$setting" --ri mynd
	done | sed -n 's/^\(mynd\.[a-z_]*\) => \(.*\) => mynd\.preset$/\1=\2/p' | xargs
}

conformance_usage="./dev conformance mysqli|pdo [--php VERSION] [--server mariadb|mariadb11|mysql] [--with NAME=VALUE] [--verbose] [TEST...]"

cmd_conformance() {
	local extension= version= server=mariadb options=() names=() with=() tests run suite folders
	while [[ $# -gt 0 ]]; do
		case $1 in
		--php | --server | --with)
			[[ $# -gt 1 ]] || die "conformance: $1 needs a value; $conformance_usage"
			case $1 in
			--php) version=$2 ;;
			--server) server=$2 ;;
			--with) with+=("$2") ;;
			esac
			shift
			;;
		--verbose | --count) options+=("$1") ;;
		-*) die "conformance: unknown option $1; $conformance_usage" ;;
		*) [[ -z $extension ]] && extension=$1 || names+=("$1") ;;
		esac
		shift
	done
	[[ -n $extension && -d $ROOT/tests/conformance/$extension ]] || die "conformance: of which extension? $conformance_usage"
	known_server "$server"
	choose_php "$version"
	setup
	build_for_conformance
	with_settings "${with[@]}"
	check_sides "$extension"
	folders=$(suite_folders "$extension")
	# shellcheck disable=SC2086
	suite=$(suite_tests "$conformance_version" $folders) || exit
	tests=$(chosen_tests "$suite" "$folders" "${names[@]}") || exit
	run=$CONFORMANCE/$extension-$conformance_version-$server$(IFS= && echo "${with[*]/#/-}")${names[0]:+-some}
	! server_runs "$run/stock.env" || die "conformance: such a run is under way"
	rm -rf "$run"
	# shellcheck disable=SC2086
	start_side "$run" stock "$suite" "$server" $folders
	# shellcheck disable=SC2086
	start_side "$run" mynd "$suite" "$server" $folders
	# shellcheck disable=SC2086
	if [[ " ${options[*]} " == *' --count '* ]]; then
		run_mynd_first "$run" $tests
	else
		run_sides "$run" "stock mynd" $tests
	fi
	cd "$ROOT"
	"$PHP" -n tools/conformance/report.php "${run#"$ROOT/"}" "tests/conformance/$extension" \
		"--implied=$(settings_of_preset "${with[@]}")" "${options[@]}"
}
