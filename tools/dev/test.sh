# Every test. A suite is a command that ends with a line "N passed, N failed" or "N passed, N failed, N
# skipped"; one that has no such line, fails without a failed test or tests nothing counts as one failure.
use setup build server other-php phpt php-debug php-builtin

# Suites by name, in the order in which they run: `suite_NAME` below, or tests/NAME/run.sh.
all_suites() {
	local script
	echo unit
	for script in "$ROOT"/tests/*/run.sh; do
		script=${script%/run.sh}
		[[ ${script##*/} == unit ]] || echo "${script##*/}"
	done
	echo phpt
	echo phpt-asan
	echo phpt-debug
	echo conformance
	echo conformance-pdo
}

# Suites that take long: they run only if they are named.
long_suites() {
	echo bailout-debug
	echo phpt-valgrind
}

# Suites of which one must not run while another does: those of a line share a folder. With several jobs they
# come first, since they take longest.
suites_in_line() {
	echo phpt-asan
	echo phpt-debug
	echo conformance conformance-pdo
	echo phpt
	echo fuzz
	echo page package
	echo rows
	echo shapes fight
}

# Suites that measure: nothing runs beside them.
suites_alone() {
	echo bench floors
}

# Suites that take minutes and look at what seldom changes. In CI a commit has one line of these for its turn,
# by its hash; elsewhere, and by name, all of them run.
suites_in_turn() {
	echo bench
	echo install machines cluster-engines
	echo analysis doctor legacy-mysql
	echo package
	echo page
}

# CI asks for everything; a suite that tries all of something then tries a part of it, made of the seed
# (MYND_TEST_PART).
is_all_of_ci() {
	[[ ${CI:-} == true && $suites_are_named == no ]]
}

is_in_turn() { # NAME
	local lines line turn
	is_all_of_ci || return 0
	mapfile -t lines < <(suites_in_turn)
	turn=$(($(seed_of_commit) % ${#lines[@]}))
	for line in "${!lines[@]}"; do
		[[ " ${lines[line]} " != *" $1 "* || $line -eq $turn ]] || return 1
	done
}

# Seconds a suite may take: it ends one that hangs. Beside others none takes half of them.
limit_of() {
	case $1 in
	phpt-valgrind) echo 14400 ;;
	bailout-debug | threads | builtin) echo 1800 ;; # where PHP has to be built for it
	phpt* | analysis | bench) echo 1800 ;;
	conformance* | fuzz | shapes | differential | fight | page | rows | bailout-asan) echo 1500 ;;
	package) echo 1500 ;; # builds mynd as others do
	*) echo 900 ;; # composer may have to fetch packages
	esac
}

run_suite() {
	case $1 in
	unit) run_unit ;;
	phpt) run_phpt "$PHP_BUILD/phpt" "$BUILD/bin/php-mynd" ;;
	phpt-asan) run_phpt "$PHP_BUILD-asan/phpt" "$BUILD/bin/php-mynd-asan" --asan ;;
	phpt-debug) run_phpt_debug ;;
	threads) run_threads ;;
	builtin) run_builtin ;;
	phpt-valgrind) run_phpt_valgrind ;;
	bailout-debug) run_bailout_debug ;;
	conformance) run_conformance mysqli ;;
	conformance-pdo) run_conformance pdo ;;
	*) BUILD=$PHP_BUILD/$1 "$ROOT/tests/$1/run.sh" ;;
	esac
}

# The suite of shapes builds one of these programs, too, and may do it at the same moment.
run_unit() {
	local make=(make -C "$ROOT/tests/unit" -s -j2 BUILD="$BUILD/unit")
	flock "$BUILD/unit.lock" "${make[@]}" all && "${make[@]}" check
}

# A suite that needs something that cannot be had here, such as PHP's tests, is skipped as a whole.
run_conformance() { # ARGUMENTS
	local status=0 setting settings=()
	for setting in "${with[@]}"; do
		settings+=(--with "$setting")
	done
	"$ROOT/dev" conformance "$@" "${settings[@]}" --count || status=$?
	[[ $status -ne $UNAVAILABLE ]] || { echo "0 passed, 0 failed, 1 skipped" && return 0; }
	return "$status"
}

# The PHP that watches takes some minutes to build: it is built if the suite is named, and used where it is
# there.
run_phpt_debug() {
	if [[ $suites_are_named == no ]] && ! has_php_debug "$PHP_DEBUG/$PHP_VERSION"; then
		echo "there is no debug PHP; ./dev php-debug builds it"
		echo "0 passed, 0 failed, 1 skipped"
		return 0
	fi
	enter_debug_suite && run_phpt "$PHP_BUILD/phpt" "$BUILD/bin/php-mynd"
}

# Most machines' PHP has no threads: then by the one that watches, where that is there or the suite is named.
run_threads() {
	if [[ $("$PHP" -n -r 'echo PHP_ZTS;') != 1 ]] && { [[ $suites_are_named == yes ]] || has_php_debug "$PHP_DEBUG/$PHP_VERSION"; }; then
		enter_debug_suite || return
	fi
	BUILD=$PHP_BUILD/threads "$ROOT/tests/threads/run.sh"
}

# Everything of the program's memory is looked at: by the PHP that watches, since its fibers tell valgrind of
# their stacks.
run_phpt_valgrind() {
	enter_debug_suite && write_valgrind_wrapper && run_phpt_memcheck "$PHP_BUILD/phpt-valgrind" "$BUILD/bin/php-mynd-valgrind"
}

run_bailout_debug() {
	enter_debug_suite || return
	export BAILOUT_PHP=$MYND_PHP_CMD USE_ZEND_ALLOC=0
	BUILD=$PHP_BUILD/bailout "$ROOT/tests/bailout-asan/run.sh"
}

# Tests that start programs of their own do it with that PHP, too.
enter_debug_suite() {
	prepare_php_debug || return
	export PHP PHP_CONFIG PHPIZE
	export MYND_PHP_BINARY=$PHP MYND_SO=$PHP_BUILD/obj/modules/mynd.so
	export MYND_PHP_CMD=$BUILD/bin/php-mynd MYND_STOCK_CMD=$BUILD/bin/php-stock
}

# What has failed is named at the end once more: a log of an hour's tests is seldom kept whole.
failures=$BUILD/log/failures

passed=0 failed=0 skipped=0
count_suite() { # NAME STATUS LAST-LINE
	local p=0 f=0 s=0
	if [[ $3 =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
		p=${BASH_REMATCH[1]} f=${BASH_REMATCH[2]} s=${BASH_REMATCH[4]:-0}
	fi
	if [[ $f -eq 0 && ($2 -ne 0 || $((p + s)) -eq 0) ]]; then
		echo "--- the suite $1 has failed as a whole (status $2)"
		f=1
	fi
	if [[ $f -ne 0 ]]; then
		describe_machine
		note_failure "$1" "$f"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# Notes what a suite says of its failures, and how its output ends.
note_failure() { # NAME NUMBER
	[[ -f $BUILD/log/$1.log ]] || return 0
	{
		echo "--- $1: $2 failed"
		grep -aE '^(--- |FAIL|not ok|BORK|LEAK|WARN)|: error: |^dev: ' "$BUILD/log/$1.log" | head -n 10
		tail -n 5 "$BUILD/log/$1.log"
	} | awk '!seen[$0]++' | cut -c1-300 >>"$failures"
}

# What a failure may come from: a full disk stops MariaDB, and a suite waits for it until its time is over.
describe_machine() {
	printf -- '--- the machine: %s of disk free, %s MiB of memory free, load %s\n' "$(df -h --output=avail "$BUILD" | tail -n 1 | tr -d ' ')" \
		"$(awk '/MemAvailable/ { print int($2 / 1024) }' /proc/meminfo)" "$(cut -d' ' -f1-3 /proc/loadavg)"
}

# The seconds of processors that the programs of this shell have taken. What they have left running is not in
# it.
processor_seconds() { # FILE: to be made
	times >"$1" # in a pipe they would be those of the pipe's shell
	awk 'NR == 2 { gsub(/[ms]/, " "); $0 = $0; printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$1"
}

# The suite's own count is shown apart from the rest of its output, with its time and that of processors.
suite() { # NAME
	local log=$BUILD/log/$1.log status=0 started=$SECONDS pattern='^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' last processors
	printf '=== %s\n' "$1"
	processors=$(
		(run_limited "$(limit_of "$1")" "$1") >"$log" 2>&1 || status=$?
		processor_seconds "$log.times"
		exit "$status"
	) || status=$?
	grep -vE "$pattern" "$log" || true
	last=$(grep -E "$pattern" "$log" | tail -n 1) || true
	printf '    %s (%d s, %s of processors)\n' "${last:-no count}" $((SECONDS - started)) "$processors"
	count_suite "$1" "$status" "$last"
}

suite_or_turn() { # NAME
	if is_in_turn "$1"; then
		suite "$1"
	else
		printf '=== %s\n    0 passed, 0 failed, 1 skipped: it is not the turn of this commit\n' "$1"
		skipped=$((skipped + 1))
	fi
}

# --- several suites at a time ---

# The chosen suites by lines: what one job runs in a row. Those that run alone are left out.
lines_of_suites() { # SUITES...
	local line name chosen rest=" $* "
	while read -r line; do
		chosen=()
		for name in $line; do
			[[ $rest != *" $name "* ]] || { chosen+=("$name") && rest=${rest/ $name / }; }
		done
		[[ ${#chosen[@]} -eq 0 ]] || echo "${chosen[*]}"
	done < <(suites_in_line)
	for name in $rest; do
		[[ " $(suites_alone) " == *" $name "* ]] || echo "$name"
	done
}

next_line() { # FOLDER; empty: there is none
	local lock
	exec {lock}>"$1/lock"
	flock "$lock"
	sed -n 1p "$1/waiting"
	sed -i 1d "$1/waiting"
	exec {lock}>&-
}

# With a server of its own. What a suite says is told when it has ended.
run_job() { # FOLDER
	local line name lock said
	with_private_server "$server" >"$1/server.$BASHPID" 2>&1 || { cat "$1/server.$BASHPID" && return 1; }
	exec {lock}>"$1/telling"
	while line=$(next_line "$1") && [[ -n $line ]]; do
		for name in $line; do
			said=$1/said.$name
			suite_or_turn "$name" >"$said" 2>&1 {lock}>&-
			flock "$lock"
			cat "$said"
			flock -u "$lock"
		done
	done
	echo "$passed $failed $skipped" >"$1/count.$BASHPID"
}

run_jobs() { # NUMBER SUITES...
	local folder number=$1 pids=() pid p f s
	shift
	folder=$(mktemp -d "$BUILD/jobs.XXXXXX")
	at_exit rm -rf "$folder"
	at_exit end_jobs
	lines_of_suites "$@" >"$folder/waiting"
	while ((${#pids[@]} < number)); do
		(run_job "$folder") </dev/null &
		pids+=($!) running_jobs[$!]=$!
	done
	for pid in "${pids[@]}"; do
		wait "$pid" || true
		unset "running_jobs[$pid]" # another process may have its number from now on
	done
	while read -r p f s; do
		passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	done < <(cat "$folder"/count.*)
	for pid in "${pids[@]}"; do
		[[ -f $folder/count.$pid ]] || { echo "--- a job has ended before its suites have" && failed=$((failed + 1)); }
	done
}

running_jobs=() # by their process
end_jobs() {
	[[ ${#running_jobs[@]} -eq 0 ]] || { kill "${running_jobs[@]}" 2>/dev/null && wait "${running_jobs[@]}"; }
}

# Two where CI asks for all on a machine of two processors: most suites wait for a server half of their time.
# With a third one it ends hardly earlier (tried): with the servers' own work both processors are busy.
jobs_by_default() {
	is_all_of_ci && [[ $(nproc) -ge 2 ]] && echo 2 || echo 1
}

# --- one suite ---

# Runs the suite in a process group of its own, so that nothing of it is left when its time is over.
run_limited() { # SECONDS NAME
	local job watcher status=0
	set -m
	run_suite "$2" </dev/null &
	job=$!
	{ sleep "$1" && echo "the suite took more than $1 seconds and was ended" && kill -- "-$job"; } &
	watcher=$!
	set +m
	trap 'kill -- "-$job" "-$watcher" 2>/dev/null' TERM INT
	wait "$job" || status=$?
	kill -- "-$watcher" 2>/dev/null || status=124
	return "$status"
}

choose_suites() { # NAMES; sets suites
	local name
	mapfile -t suites < <(all_suites)
	[[ $# -gt 0 ]] || return 0
	mapfile -t -O "${#suites[@]}" suites < <(long_suites)
	for name in "$@"; do
		[[ " ${suites[*]} " == *" $name "* ]] || die "test: there is no suite '$name'; there are: ${suites[*]}"
	done
	suites=("$@") suites_are_named=yes
}

# What a suite that is a program of its own finds in its environment, beside the server's.
environment_of_suites() {
	export PHP PHP_CONFIG PHPIZE
	export MYND_ROOT=$ROOT MYND_PHP_VERSION=$PHP_VERSION MYND_PHP_BINARY=$PHP MYND_SO=$PHP_BUILD/obj/modules/mynd.so
	export MYND_PHP_CMD=$BUILD/bin/php-mynd MYND_STOCK_CMD=$BUILD/bin/php-stock
	MYND_TEST_SEED=$(seed_of_commit)
	MYND_TEST_PART=$(is_all_of_ci && echo sample || echo whole)
	export MYND_TEST_SEED MYND_TEST_PART
}

# The packages that suites need are fetched and unpacked while mynd is built.
setup_and_build() { # SUITES...
	local name due=() installer
	for name in "$@"; do
		! is_in_turn "$name" || due+=("$name")
	done
	setup
	setup_suites "${due[@]}" &
	installer=$!
	build
	[[ ! " ${due[*]} " =~ asan|shapes ]] || build --asan
	wait "$installer"
}

# The same with a PHP out of a folder. The server is started out here; its sockets are seen in there.
test_inside() { # SUITES...
	local setting options=()
	for setting in "${with[@]}"; do
		options+=(--with "$setting")
	done
	[[ -z $jobs ]] || options+=(--jobs "$jobs")
	setup
	with_private_server "$server"
	MYND_TEST_SEED=$(seed_of_commit)
	"${inside_php[@]}" MYND_SERVER_GIVEN=1 "MYND_TEST_SEED=$MYND_TEST_SEED" "$ROOT/dev" test "${options[@]}" "$@"
}

cmd_test() {
	local suites suites_are_named=no name server=mariadb version= with=() jobs=
	while [[ ${1:-} == --@(server|with|php|jobs) ]]; do
		case $1 in
		--server) server=${2:-} ;;
		--with) with+=("${2:-}") ;;
		--php) version=${2:-} ;;
		--jobs) jobs=${2:-} ;;
		esac
		shift 2
	done
	known_server "$server"
	if [[ ${1:-} == --list ]]; then
		all_suites
		long_suites | sed 's/$/ (only if it is named)/'
		return
	fi
	choose_suites "$@"
	choose_php "$version"
	if [[ ${#inside_php[@]} -gt 0 ]]; then
		test_inside "$@"
		return
	fi
	setup_and_build "${suites[@]}"
	with_settings "${with[@]}"
	environment_of_suites
	mkdir -p "$BUILD/log"
	: >"$failures"
	if ((${jobs:-$(jobs_by_default)} > 1)); then
		run_jobs "${jobs:-$(jobs_by_default)}" "${suites[@]}"
		mapfile -t suites < <(comm -12 <(printf '%s\n' "${suites[@]}" | sort) <(suites_alone | tr ' ' '\n' | sort))
	fi
	[[ ${#suites[@]} -eq 0 ]] || with_private_server "$server"
	for name in "${suites[@]}"; do
		suite_or_turn "$name"
	done
	[[ ! -s $failures ]] || { echo "=== failures, once more" && cat "$failures"; }
	printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
	[[ $failed -eq 0 && $passed -gt 0 ]]
}
