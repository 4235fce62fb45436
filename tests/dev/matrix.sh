# ./dev matrix without its cells: what it makes of their outputs, its table, its status. Sourced by run.sh.

# Runs the command with cells that say what `fake` says: a line for each, "PHP SERVER WHAT STATUS OUTPUT", of
# which * matches all. The cells that were run are in the file `ran`.
matrix_commit_of_test=abc
matrix_with() { # FAKE OPTIONS...
	(
		set -eu
		fake=$1
		shift
		ROOT=$MYND_ROOT MYND_BUILD=$temp/matrix-build
		. "$ROOT/tools/dev/common.sh"
		use matrix
		matrix_commit() { echo "$matrix_commit_of_test"; }
		run_cell() {
			local php server what status output
			echo "$*" >>"$temp/ran"
			while read -r php server what status output; do
				# shellcheck disable=SC2053
				[[ $1 == $php && $2 == $server && $3 == $what ]] || continue
				echo "some line before"
				printf '%b\n' "$output"
				exit "$status"
			done <<<"$fake"
		}
		: >"$temp/ran"
		cmd_matrix "$@"
	)
}

all_good='* * tests-of-* 0 0 missing of 350\n* * * 0 12 passed, 0 failed, 3 skipped'
all_good=$(printf '%b' "$all_good")
check "matrix: nothing failed, nothing missing" ends_with 0 matrix_with "$all_good"
check_equal "matrix: each suite on each PHP and server, and PHP's tests; what needs no server once" 55 "$(wc -l <"$temp/ran")"
small=(--php "8.2 8.4" --servers "mysql mariadb" --suites "unit phpt")
check_equal "matrix: the cells that are asked for" "8.2 - unit,8.2 mysql phpt,8.2 mariadb phpt,8.4 - unit,8.4 mysql phpt,8.4 mariadb phpt" \
	"$(matrix_with "$all_good" "${small[@]}" --without-conformance >/dev/null 2>&1; paste -sd , "$temp/ran")"
table() { # FAKE OPTIONS...: without the seconds
	matrix_with "$@" 2>/dev/null | sed 's/, [0-9]* s\b/, S s/g'
}
mixed='8.4 mysql phpt 1 9 passed, 3 failed
8.4 mariadb tests-of-pdo 1 2 missing of 90
8.4 mysql tests-of-pdo 0 0 missing of 90
8.4 - unit 3 boom
8.6 * * 77 dev: there is no PHP 8.6: nowhere
* mariadb phpt 0 12 passed, 0 failed, 3 skipped'
check_equal "matrix: the table" '| PHP | suite | no server | MariaDB | MySQL |
|---|---|---|---|---|
| 8.4 | unit | **failed as a whole, status 3, S s** | | |
| 8.4 | phpt | | 12 passed, 0 failed, 3 skipped, S s | **9 passed, 3 failed, S s** |
| 8.4 | PHP'"'"'s tests of mysqli | | **failed as a whole, status 0, S s** | **failed as a whole, status 0, S s** |
| 8.4 | PHP'"'"'s tests of pdo | | **2 missing of 90, S s** | 0 missing of 90, S s |
| 8.6 | unit | skipped: there is no PHP 8.6: nowhere | | |
| 8.6 | phpt | | skipped: there is no PHP 8.6: nowhere | skipped: there is no PHP 8.6: nowhere |
| 8.6 | PHP'"'"'s tests of mysqli | | skipped: there is no PHP 8.6: nowhere | skipped: there is no PHP 8.6: nowhere |
| 8.6 | PHP'"'"'s tests of pdo | | skipped: there is no PHP 8.6: nowhere | skipped: there is no PHP 8.6: nowhere |' \
	"$(table "$mixed" --php "8.4 8.6" --servers "mariadb mysql" --suites "unit phpt")"
check_equal "matrix: and its lines" $'abc\t8.4\tmysql\tphpt\tfailed\t9 passed, 3 failed' \
	"$(cut -f1,3-7 "$temp/matrix-build/matrix.tsv" | grep $'mysql\tphpt' | head -n 1)"

one=(--php 8.4 --servers mariadb --suites phpt --without-conformance)
of_one() { # STATUS OUTPUT: what the command ends with
	matrix_with "8.4 mariadb phpt $1 $2" "${one[@]}" >/dev/null 2>&1
}
check "matrix: one cell that passes" ends_with 0 of_one 0 '1 passed, 0 failed'
check "matrix: a failed test ends in failure" ends_with 1 of_one 1 '1 passed, 1 failed'
check "matrix: a failed test, whatever the status" ends_with 1 of_one 0 '1 passed, 1 failed, 0 skipped'
check "matrix: a status, whatever was counted" ends_with 1 of_one 2 '1 passed, 0 failed'
check "matrix: a suite without a line" ends_with 1 of_one 0 'all is well'
check "matrix: nothing that was run" ends_with 1 of_one 77 'dev: not here'
check "matrix: a status of \"skipped\" is none behind a count" ends_with 1 of_one 77 '1 passed, 1 failed'
conformance_of_one() { # STATUS OUTPUT
	matrix_with "8.4 mariadb tests-of-pdo $1 $2"$'\n''* * * 0 1 passed, 0 failed' --php 8.4 --servers mariadb --suites phpt >/dev/null 2>&1
}
check "matrix: something missing ends in failure" ends_with 1 conformance_of_one 1 '1 missing of 9'
check "matrix: a stock that passes nothing judges nobody" ends_with 1 conformance_of_one 1 '0 missing of 0'

# A suite that skips everything says why.
check "matrix: the reason of a skipped suite" says "| skipped: the suite: no compiler |" \
	matrix_with '8.4 mariadb phpt 1 SKIP the suite: no compiler\n0 passed, 0 failed, 1 skipped' "${one[@]}"

# --- a run that was cut ---

matrix_with "$mixed" "${one[@]}" >/dev/null 2>&1
resumed=(--php "8.2 8.4" "${one[@]:2}" --resume)
check "matrix: goes on" ends_with 0 matrix_with '8.2 * * 0 7 passed, 0 failed' "${resumed[@]}"
check_equal "matrix: where it was" "8.2 mariadb phpt" "$(cat "$temp/ran")"
check_equal "matrix: and its table has both" $'8.4\t12 passed, 0 failed, 3 skipped\n8.2\t7 passed, 0 failed' "$(sed 1d "$temp/matrix-build/matrix.tsv" | cut -f3,7)"
matrix_commit_of_test=abcd
matrix_with "$all_good" "${resumed[@]}" >/dev/null 2>&1
check_equal "matrix: another commit begins anew" 2 "$(wc -l <"$temp/ran")"
matrix_with "$all_good" "${one[@]}" >/dev/null 2>&1
check_equal "matrix: so does a run that does not go on" 2 "$(wc -l <"$temp/matrix-build/matrix.tsv")"
check "matrix: an unknown suite" ends_with 1 "$dev" matrix --suites no-such-suite
check "matrix: an unknown server" ends_with 1 "$dev" matrix --servers oracle
check "matrix: an unknown option" ends_with 1 "$dev" matrix --fast


commit_of() { # FOLDER
	(
		ROOT=$MYND_ROOT
		. "$ROOT/tools/dev/common.sh"
		use matrix
		ROOT=$1
		matrix_commit
	)
}
repository=$temp/repository
git init -q "$repository"
echo one >"$repository/file"
git -C "$repository" add file
git -C "$repository" -c user.name=test -c user.email=test@localhost commit -q -m one
commit=$(git -C "$repository" rev-parse --short=12 HEAD)
check_equal "matrix: a tree is known by its commit" "$commit" "$(commit_of "$repository")"
echo two >"$repository/file"
changed=$(commit_of "$repository")
check "matrix: by what is changed" test "${changed%-*}" = "$commit-changed"
echo one >"$repository/file"
echo 1 >"$repository/new"
with_new=$(commit_of "$repository")
echo 2 >"$repository/new"
check_equal "matrix: and by what is new" 4 "$(printf '%s\n' "$commit" "$changed" "$with_new" "$(commit_of "$repository")" | sort -u | wc -l)"
