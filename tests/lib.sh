# For tests written in shell: each check is one test with a name; `finish` prints the counts and gives the
# status.

checks_passed=0 checks_failed=0 checks_skipped=0

check() { # NAME COMMAND...: the command must succeed
	local name=$1 output status=0
	shift
	output=$("$@" 2>&1) || status=$?
	if [[ $status -eq 0 ]]; then
		checks_passed=$((checks_passed + 1))
		return 0
	fi
	checks_failed=$((checks_failed + 1))
	printf -- '--- %s\n    %s\n%s\n' "$name" "$*" "$output"
	return 1
}

check_equal() { # NAME EXPECTED ACTUAL
	if [[ $2 == "$3" ]]; then
		checks_passed=$((checks_passed + 1))
		return 0
	fi
	checks_failed=$((checks_failed + 1))
	printf -- '--- %s\n' "$1"
	diff -u --label expected --label actual <(printf '%s\n' "$2") <(printf '%s\n' "$3")
	return 1
}

# Runs a program that ends with a line "N passed, N failed", and adds its count.
# What the sessions of the tests' server do, for a program that has not ended.
show_processes() {
	timeout 10 "$MYND_STOCK_CMD" -r '$db = new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), "", 0, getenv("MYND_TEST_SOCKET"));
		foreach ($db->query("SELECT command, time, state, info FROM information_schema.processlist") as $row) echo "\n", implode(" | ", $row);' 2>&1
}

run_program() { # NAME COMMAND...
	local name=$1 said
	shift
	said=$("$@" 2>&1)
	[[ $? -ne 124 ]] || said+=$'\n'"its time is over; the server runs: $(show_processes)" # of timeout(1)
	if [[ ${said##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		checks_passed=$((checks_passed + BASH_REMATCH[1])) checks_failed=$((checks_failed + BASH_REMATCH[2]))
		[[ $said != *$'\n'* ]] || printf '%s\n' "${said%$'\n'*}"
	else
		check_equal "$name" "N passed, N failed" "$said"
	fi
}

skip_check() { # NAME REASON
	checks_skipped=$((checks_skipped + 1))
	printf 'SKIP %s: %s\n' "$1" "$2"
}

skip_suite() { # REASON CHECK...: ends the suite; none of its checks can be made
	local reason=$1 name
	shift
	for name; do
		skip_check "$name" "$reason"
	done
	finish
	exit
}

finish() {
	printf '%d passed, %d failed, %d skipped\n' "$checks_passed" "$checks_failed" "$checks_skipped"
	[[ $checks_failed -eq 0 ]]
}
