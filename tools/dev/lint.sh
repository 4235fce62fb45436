# What can be judged without running anything. Each check says what it found and counts once; the last line is
# "N passed, N failed, N skipped".
use setup build

tracked() { # PATTERNS: files of the project, also those not yet committed; no pattern: all
	local file pattern
	(
		cd "$ROOT"
		git ls-files --cached --others --exclude-standard 2>/dev/null || find . \( -path ./build -o -path ./.git \) -prune -o -type f -printf '%P\n'
	) | sort -u | while IFS= read -r file; do
		[[ -f $ROOT/$file ]] || continue # deleted, not yet committed
		[[ $# -gt 0 ]] || echo "$file"
		for pattern in "$@"; do
			# shellcheck disable=SC2053
			[[ $file != $pattern ]] || { echo "$file" && break; }
		done
	done
}

lint_layers() {
	"$ROOT/tools/lint-layers" "$ROOT"
}

lint_names() {
	"$PHP" -n "$ROOT/tools/lint-names" "$ROOT"
}

tokenizer_of_php() { # its option where it is a module
	grep -qx tokenizer <<<"$("$PHP" -n -m)" || echo "-d extension=tokenizer"
}

lint_api() {
	# shellcheck disable=SC2046 # an option and its value, or nothing
	"$PHP" -n $(tokenizer_of_php) "$ROOT/tools/lint-api" "$ROOT"
}

lint_hooks() {
	"$PHP" -n "$ROOT/tools/lint-hooks" "$ROOT"
}

lint_writers() {
	if ! command -v clang >/dev/null; then
		echo "clang is not here"
		return 77
	fi
	"$PHP" -n "$ROOT/tools/lint-writers" "$ROOT" -- $("$PHP_CONFIG" --includes) -D_GNU_SOURCE -DCOMPILE_DL_MYND -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1
}

# The rooms without PHP compile with no header of PHP in reach, and so does each of their headers by itself.
lint_standalone() {
	local file bad=0
	while IFS= read -r file; do
		gcc -std=gnu11 -Wall -Wextra -Werror -c -o /dev/null -x c -I"$ROOT/src" \
			$([[ $file == *.h ]] && echo -Wno-unused-function) "$ROOT/$file" || bad=1
	done < <(tracked 'src/wire/*' 'src/auth/*' 'src/session/*' 'src/net/*' 'src/board/*' 'src/wirelog/*' | grep '\.[ch]$')
	return "$bad"
}

# Other versions of clang-format lay out some lines in another way; the one of Debian 12 decides.
CLANG_FORMAT_MAJOR=14
find_clang_format() {
	local name
	for name in "clang-format-$CLANG_FORMAT_MAJOR" clang-format; do
		command -v "$name" >/dev/null || continue
		[[ $("$name" --version) =~ version\ $CLANG_FORMAT_MAJOR\. ]] || continue
		echo "$name"
		return
	done
	return 1
}

lint_format() {
	local formatter
	if ! formatter=$(find_clang_format); then
		echo "clang-format $CLANG_FORMAT_MAJOR is not here; the layout was not looked at"
		return 77
	fi
	(cd "$ROOT" && tracked '*.c' '*.h' | grep -v '_arginfo\.h$' | xargs "$formatter" --dry-run -Werror)
}

# Every generator tools/gen-* answers --check.
lint_generated() {
	local generator bad=0
	for generator in "$ROOT"/tools/gen-*; do
		[[ -x $generator ]] || continue
		PHP_CONFIG=$PHP_CONFIG BUILD=$BUILD "$generator" --check || bad=1
	done
	return "$bad"
}

lint_figures() {
	"$PHP" -n "$ROOT/tools/figures/figures.php" check "$ROOT"
}

lint_warnings() {
	build --werror
}

# After lint_warnings, which has made the objects.
lint_symbols() {
	"$PHP" -n "$ROOT/tools/lint-symbols" "$(werror_build)/obj/src" "$ROOT"
}

# Checks the sources that differ in a build without hooks. The bench of hooks builds all of it.
lint_without_hooks() {
	(cd "$ROOT" && tracked 'src/channel/*.c' 'src/command/*.c' 'src/statement/*.c' 'src/link/*.c' 'src/pool/*.c' 'src/cluster/*.c' 'src/client/*.c' 'src/php/*.c' | grep -v '^src/php/pdo/' |
		xargs -P2 -n8 gcc -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror -fsyntax-only -DMYND_WITHOUT_HOOKS \
			-DCOMPILE_DL_MYND -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 $("$PHP_CONFIG" --includes))
}

# Each script with the shell that runs it: "bash FILE" or "sh FILE". Files that are only sourced are bash's.
shell_scripts() {
	local file
	while IFS= read -r file; do
		case $(head -n 1 "$ROOT/$file" | tr -d '\0') in
		'#!'*bash*) echo "bash $file" ;;
		'#!'*/sh* | '#!'*'env sh'*) echo "sh $file" ;;
		*) [[ $file != *.sh ]] || echo "bash $file" ;;
		esac
	done < <(tracked)
}

lint_shell() {
	local shell file bad=0
	while read -r shell file; do
		"$shell" -n "$ROOT/$file" || bad=1
	done < <(shell_scripts)
	return "$bad"
}

# What is disabled for all stands in .shellcheckrc, with the reasons.
lint_shellcheck() {
	local shell bad=0 files
	if ! command -v shellcheck >/dev/null; then
		echo "shellcheck is not here"
		return 77
	fi
	for shell in bash sh; do
		mapfile -t files < <(cd "$ROOT" && shell_scripts | sed -n "s/^$shell //p")
		[[ ${#files[@]} -eq 0 ]] || (cd "$ROOT" && shellcheck -s "$shell" "${files[@]}") || bad=1
	done
	return "$bad"
}

# Stubs are left out, because they hold #if; their generator parses them.
lint_php() {
	(cd "$ROOT" && tracked '*.php' | grep -v '^stubs/' | xargs -r -P2 -n1 "$PHP" -n -d short_open_tag=0 -l | grep -v '^No syntax errors')
	[[ ${PIPESTATUS[0]} -eq 1 ]]
}

# A macro neither returns nor jumps, so that a function shows all its exits.
lint_macros() {
	(cd "$ROOT" && tracked 'src/*.c' 'src/*.h' 'tests/*.c' 'tests/*.h' | xargs -d '\n' awk '
		FNR == 1 { inside = 0 }
		/^[ \t]*#[ \t]*define/ { inside = 1 }
		inside && /(^|[^A-Za-z_])(return|goto)([^A-Za-z_]|$)/ { print FILENAME ":" FNR ": " $0; bad = 1 }
		!/\\$/ { inside = 0 }
		END { exit bad }')
}

# Comments and documents; not what the tests compare with.
lint_columns() {
	# shellcheck disable=SC2046 # an option and its value, or nothing
	tracked | "$PHP" -n $(tokenizer_of_php) "${BASH_SOURCE[0]%/*}/../lint-columns" "$ROOT"
}

# Headers, except for generated ones, and the tests of tests/phpt and tests/faults.
lint_lengths() {
	! (cd "$ROOT" && tracked 'src/*.h' 'tests/*.phpt' | grep -v '_arginfo\.h$' |
		xargs -d '\n' grep -cH '' | awk -F: '$2 > 300 { print $1 " has " $2 " lines, more than 300" }' | grep .)
}

# Finds paths and addresses of one machine, and notes for later.
lint_words() {
	! (cd "$ROOT" && tracked | xargs -d '\n' grep -nIE '/(work|root|farm|home)/[a-z]|\b(TO''DO|FIX''ME|X''XX|HA''CK)\b|(deb|registry|repo)\.[a-z]+\.(org|com)' --)
}

# Each in turn; what it says and its status are left in the folder.
run_checks() { # FOLDER NAMES...
	local folder=$1 name status
	shift
	for name in "$@"; do
		status=0
		("lint_$name") >"$folder/$name" 2>&1 || status=$?
		echo "$status" >"$folder/$name.status"
	done
}

passed=0 failed=0 skipped=0
tell() { # FOLDER NAME TITLE
	local log=$1/$2
	case $(cat "$log.status") in
	0) passed=$((passed + 1)) && echo "ok      $3" ;;
	77) skipped=$((skipped + 1)) && echo "skipped $3: $(<"$log")" ;;
	*) failed=$((failed + 1)) && cat "$log" && echo "FAILED  $3" ;;
	esac
}

# A line for each check: its name and its title.
lint_checks() {
	cat <<-'CHECKS'
		layers rooms include only those before them
		names what asks changes nothing
		api names of the API follow docs/api-style.md
		hooks docs/ARCHITECTURE.md lists the hooks by which rooms call higher ones
		writers a field of a shared struct is written by one room, or the list says why not
		standalone wire, auth, session, net, board and wirelog compile without PHP
		format layout (.clang-format)
		macros no macro returns or jumps
		generated generated files are up to date
		figures figures in pages are those of bench/results, or the list says why not
		warnings no warning in the whole extension
		symbols rooms call higher ones through hooks only; nothing is there for tests alone
		without_hooks none without hooks either
		shell shell scripts parse
		shellcheck what shellcheck finds is mended, or has its reason
		php PHP files parse
		columns lines of prose end at column 110
		lengths headers and scenes of tests have at most 300 lines
		words no machine's paths, no notes for later
	CHECKS
}

# Those that compile the extension, the second with what the first has made, run beside the others, which use
# one processor each.
cmd_lint() {
	local folder name title others=() compiling=(warnings symbols without_hooks)
	setup
	folder=$(mktemp -d "${TMPDIR:-/tmp}/mynd-lint.XXXXXX")
	at_exit rm -rf "$folder"
	while read -r name title; do
		[[ " ${compiling[*]} " == *" $name "* ]] || others+=("$name")
	done < <(lint_checks)
	set -m # a process group of its own, so that nothing of it is left if this run is cut
	run_checks "$folder" "${others[@]}" &
	set +m
	at_exit end_group "$!"
	run_checks "$folder" "${compiling[@]}"
	wait
	while read -r name title; do
		tell "$folder" "$name" "$title"
	done < <(lint_checks)
	echo "$passed passed, $failed failed, $skipped skipped"
	[[ $failed -eq 0 ]]
}
