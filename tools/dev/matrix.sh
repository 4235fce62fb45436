# Suites, and PHP's own tests, over versions of PHP and servers: one cell after another, then one table of
# what came of each. build/matrix.tsv gets a line as soon as a cell is done, with the commit, so that a run
# which was cut can go on: --resume keeps the lines of the same commit. What a cell has said is in
# build/matrix/.
use test server other-php

MATRIX=$BUILD/matrix.tsv
matrix_columns=$'commit\tday\tphp\tserver\twhat\tresult\twords\tseconds'

# Suites that never ask the server, or start servers of their own: once for each PHP, in the column "no
# server".
matrix_needs_server() { # WHAT
	[[ $1 != unit && $1 != rows && $1 != machines && $1 != proxies ]]
}

# Which tree the cells are of: the commit, and a number that stands for what is not committed.
matrix_commit() {
	local commit changed
	commit=$(git -C "$ROOT" rev-parse --short=12 HEAD 2>/dev/null) || { echo unknown && return; }
	changed=$(
		cd "$ROOT"
		git diff HEAD --
		git ls-files --others --exclude-standard -z | xargs -0r sha1sum
	)
	echo "$commit${changed:+-changed-$(sha1sum <<<"$changed" | cut -c1-8)}"
}

matrix_cells() { # sets cells to lines "PHP SERVER WHAT"
	local php what server
	cells=()
	for php in $matrix_phps; do
		for what in "${suites[@]}" $matrix_conformance; do
			if ! matrix_needs_server "$what"; then
				cells+=("$php - $what")
				continue
			fi
			for server in $matrix_servers; do
				cells+=("$php $server $what")
			done
		done
	done
}

run_cell() { # PHP SERVER WHAT
	local server=${2/#-/mariadb}
	case $3 in
	tests-of-*) "$ROOT/dev" conformance "${3#tests-of-}" --php "$1" --server "$server" ;;
	*) "$ROOT/dev" test --php "$1" --server "$server" "$3" ;;
	esac
}

# The cell in a process group of its own, so that nothing of it is left if this run is cut.
cell_job=
end_cell() {
	[[ -z $cell_job ]] || end_group "$cell_job"
}

run_cell_logged() { # LOG PHP SERVER WHAT
	local log=$1 status=0
	shift
	set -m
	(run_cell "$@") >"$log" 2>&1 </dev/null &
	cell_job=$!
	set +m
	wait "$cell_job" || status=$?
	cell_job=
	return "$status"
}

# Why something was skipped: the last line of ./dev itself, or of the suite, that says so.
reason_in() { # LOG
	local said
	said=$(sed -n -e 's/^dev: //p' -e 's/^SKIP //p' "$1" | tail -n 1)
	echo "${said:-no reason was given}"
}

# What a cell has come to: sets result (passed, failed or skipped) and words.
judge_cell() { # STATUS LOG
	local last
	last=$(grep -E '^([0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?|[0-9]+ missing of [0-9]+)$' "$2" | tail -n 1) || true
	result=failed words=${last:-failed as a whole}
	if [[ $1 -eq $UNAVAILABLE && -z $last ]]; then
		result=skipped words="skipped: $(reason_in "$2")"
	elif [[ $last =~ ^0\ passed,\ 0\ failed,\ [1-9][0-9]*\ skipped$ ]]; then
		result=skipped words="skipped: $(reason_in "$2")"
	elif [[ $1 -eq 0 && ($last =~ ^[1-9][0-9]*\ passed,\ 0\ failed || $last =~ ^0\ missing\ of\ [1-9]) ]]; then
		result=passed
	elif [[ -z $last || $last =~ \ 0\ failed || $last == '0 missing'* ]]; then
		words+=", status $1"
	fi
	words=$(tr '\t|' '  ' <<<"$words")
}

# One cell, and its line.
matrix_cell() { # PHP SERVER WHAT
	local log=$BUILD/matrix/$1-${2/#-/none}-$3.log status=0 started=$SECONDS result words
	say "== PHP $1, ${server_titles[$2]:-no server}, $3"
	run_cell_logged "$log" "$@" || status=$?
	judge_cell "$status" "$log"
	(IFS=$'\t' && echo "$commit"$'\t'"$(date -u +%F)"$'\t'"$*"$'\t'"$result"$'\t'"$words"$'\t'$((SECONDS - started))) >>"$MATRIX"
	say "   $words, $((SECONDS - started)) s"
	[[ $result != failed ]] || say "   its output: ${log#"$ROOT"/}"
}

has_cell() { # PHP SERVER WHAT
	[[ $'\n'$(cut -f3-5 "$MATRIX")$'\n' == *$'\n'"$1"$'\t'"$2"$'\t'"$3"$'\n'* ]]
}

# Lines of this commit are kept, or none.
begin_matrix() { # yes|no
	local kept=
	[[ $1 == no || ! -f $MATRIX ]] || kept=$(awk -F '\t' -v commit="$commit" '$1 == commit' "$MATRIX")
	mkdir -p "$BUILD/matrix"
	printf '%s\n' "$matrix_columns" ${kept:+"$kept"} >"$MATRIX.new"
	mv "$MATRIX.new" "$MATRIX"
}

# The table: a line for each PHP and suite, a column for each server.
matrix_table() {
	local kind titles=
	for kind in - mariadb mariadb11 mysql; do
		titles+="$kind=${server_titles[$kind]:-no server};"
	done
	awk -F '\t' -v titles="$titles" '
		BEGIN {
			count = split(titles, list, ";") - 1
			for (i = 1; i <= count; i++) {
				split(list[i], pair, "=")
				kind[i] = pair[1]
				title[i] = pair[2]
			}
		}
		NR > 1 {
			row = $3 "\t" $5
			if (!(row in known)) {
				known[row] = 1
				rows[++height] = row
			}
			words = $7 ($6 == "skipped" ? "" : ", " $8 " s")
			cell[row, $4] = $6 == "failed" ? "**" words "**" : words
			used[$4] = 1
			serverless[row] = serverless[row] || $4 == "-"
		}
		END {
			head = "| PHP | suite |"
			line = "|---|---|"
			for (i = 1; i <= count; i++) {
				if (kind[i] in used) {
					head = head " " title[i] " |"
					line = line "---|"
				}
			}
			print head "\n" line
			for (r = 1; r <= height; r++) {
				split(rows[r], part, "\t")
				sub(/^tests-of-/, "PHP'"'"'s tests of ", part[2])
				out = "| " part[1] " | " part[2] " |"
				for (i = 1; i <= count; i++) {
					if (!(kind[i] in used)) {
						continue
					}
					is_there = (rows[r], kind[i]) in cell
					out = out (is_there ? " " cell[rows[r], kind[i]] : (kind[i] == "-") == serverless[rows[r]] ? " not run" : "") " |"
				}
				print out
			}
		}' "$MATRIX"
}

# Nothing has failed and nothing is missing, and something was run.
matrix_is_good() {
	local results
	results=$(sed 1d "$MATRIX" | cut -f6)
	! grep -qx failed <<<"$results" && grep -qx passed <<<"$results"
}

matrix_usage='./dev matrix [--php "8.2 8.4"] [--servers "mariadb mysql"] [--suites "unit phpt"] [--without-conformance] [--resume]'

cmd_matrix() {
	local matrix_phps='8.2 8.3 8.4 8.5 8.6' matrix_servers='mariadb mysql mariadb11' matrix_conformance='tests-of-mysqli tests-of-pdo'
	local names='unit phpt proxies' resume=no cells cell server commit suites suites_are_named php what
	while [[ $# -gt 0 ]]; do
		case $1 in
		--php | --servers | --suites)
			[[ $# -gt 1 ]] || die "matrix: $1 needs a value; $matrix_usage"
			case $1 in
			--php) matrix_phps=$2 ;;
			--servers) matrix_servers=$2 ;;
			--suites) names=$2 ;;
			esac
			shift
			;;
		--without-conformance) matrix_conformance= ;;
		--resume) resume=yes ;;
		*) die "matrix: unknown option $1; $matrix_usage" ;;
		esac
		shift
	done
	for server in $matrix_servers; do
		known_server "$server"
	done
	suites=()
	# shellcheck disable=SC2086
	[[ -z $names ]] || choose_suites $names
	commit=$(matrix_commit)
	begin_matrix "$resume"
	matrix_cells
	at_exit end_cell
	for cell in "${cells[@]}"; do
		read -r php server what <<<"$cell"
		has_cell "$php" "$server" "$what" || matrix_cell "$php" "$server" "$what"
	done
	say "commit $commit; the lines are in ${MATRIX#"$ROOT"/}"
	matrix_table
	matrix_is_good
}
