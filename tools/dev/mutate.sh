# Whether the tests notice: one thing at a time is changed in a room's C (tools/mutate.php), in a copy of the
# tree, and the room's tests run.
#
# A change that does not compile, or after which the compiler makes the same objects, does not count. Tests
# that fail, crash or take ten times as long have noticed. What went unnoticed is printed with its place, to
# be looked at: it may change nothing that anybody could see.
use setup build

MUTATE_BUILD=$BUILD/mutate
use mutate-module
MUTATE_SANITIZERS='-O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined -DMYND_CHECKED'

copy_of_tree() { # ROOM
	TREE=$MUTATE_BUILD/tree
	mkdir -p "$MUTATE_BUILD"
	for folder in src tests tools; do
		rm -rf "${MUTATE_BUILD:?}/tree/$folder"
		mkdir -p "$MUTATE_BUILD/tree/$folder"
		cp -rp "$ROOT/$folder/." "$MUTATE_BUILD/tree/$folder/"
	done
	# a run that was broken off may have left objects of a change
	[[ ! -f $MUTATE_BUILD/room ]] || find "$TREE/src/$(<"$MUTATE_BUILD/room")" -name '*.[ch]' -exec touch {} +
	echo "$1" >"$MUTATE_BUILD/room"
}

# --- the rooms' tests ---

build_tests() { # ROOM
	if [[ $1 == rows ]]; then
		BUILD=$MUTATE_BUILD/rows ROWS_CFLAGS=$MUTATE_SANITIZERS LDFLAGS=-fsanitize=address,undefined "$TREE/tests/rows/run.sh" build
	elif is_module_room "$1"; then
		build_module "$1"
	else
		CFLAGS=-O1 make -C "$TREE/tests/unit" -s -j2 BUILD="$MUTATE_BUILD/unit" all
	fi
}

# The same where only the room may be another than before: what else is compiled stays.
build_again() { # ROOM
	if [[ $1 == rows ]]; then
		cp -p "$TREE/src/rows/"*.[ch] "$MUTATE_BUILD/rows/src/rows/"
		make -C "$MUTATE_BUILD/rows" -j2
	else
		build_tests "$1"
	fi
}

rows_php() { # USE_ZEND_ALLOC ARGUMENTS...
	local alloc=$1
	shift
	env LD_PRELOAD="$MUTATE_BUILD/dlopen.so:$(gcc -print-file-name=libasan.so)" USE_ZEND_ALLOC="$alloc" UBSAN_OPTIONS=halt_on_error=1 \
		ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:malloc_context_size=1:quarantine_size_mb=32 ROWS_MODULE="$MUTATE_BUILD/rows/modules/rowstest.so" \
		"$PHP" -n -d extension="$MUTATE_BUILD/rows/modules/rowstest.so" "$@"
}

# A program of tests/rows says what has failed, and "done" at its end.
rows_program() { # USE_ZEND_ALLOC FILE ARGUMENTS...
	local log=$MUTATE_BUILD/program.log
	rows_php "$1" -d memory_limit=512M "${@:2}" >"$log" 2>&1 && grep -q '^done$' "$log" && ! grep -q '^FAILED ' "$log"
}

# The engine's allocator, which the sanitizer cannot look into, is there for what is said of memory_limit.
judge_rows() {
	local test
	for test in "$TREE"/tests/rows/test_*.php; do
		rows_program 0 "$test" quick || return 1
	done
	rows_php 0 -d memory_limit=-1 "$TREE/tests/shapes/rows.php" rows "$MUTATE_SHAPES" "$MUTATE_SEED" "$MUTATE_BUILD/note" >"$MUTATE_BUILD/program.log" 2>&1 || return 1
	rows_program 1 "$TREE/tests/rows/test_memory.php"
}

judge() { # ROOM
	if [[ $1 == rows ]]; then
		judge_rows
	elif is_module_room "$1"; then
		judge_module "$1"
	else
		make -C "$TREE/tests/unit" -s BUILD="$MUTATE_BUILD/unit" check >"$MUTATE_BUILD/program.log" 2>&1
	fi
}

# --- a change ---

folder_of() { # ROOM: where its tests are built
	if [[ $1 == rows ]]; then
		echo "$MUTATE_BUILD/rows"
	elif is_module_room "$1"; then
		echo "$MODULE"
	else
		echo "$MUTATE_BUILD/unit"
	fi
}

objects_of() { # ROOM: what the compiler has made of the sources
	(cd "$(folder_of "$1")" && find . -name '*.o' ! -path '*/helpers/*' -print0 | LC_ALL=C sort -z | xargs -0 sha1sum | sha1sum)
}

keep_objects() { # ROOM: those of the tree as it is
	rm -rf "$MUTATE_BUILD/kept"
	cp -rp "$(folder_of "$1")" "$MUTATE_BUILD/kept"
	touch "$MUTATE_BUILD/kept.stamp"
}

# What a change made anew is again what it was, and no newer, so that the next one is all that has to be
# compiled.
restore_objects() { # ROOM
	(
		cd "$(folder_of "$1")"
		find . \( -name '*.o' -o -name '*.lo' \) -newer "$MUTATE_BUILD/kept.stamp" | while IFS= read -r object; do
			[[ ! -f $MUTATE_BUILD/kept/$object ]] || cp -p "$MUTATE_BUILD/kept/$object" "$object"
		done
	)
}

# Status 0: noticed; 1: not; 2: it does not count.
try_change() { # ROOM SECONDS
	build_again "$1" >"$MUTATE_BUILD/build.log" 2>&1 || return 2
	[[ $(objects_of "$1") != "$objects_before" ]] || return 2
	(judge "$1") &
	local job=$! waited=0
	while kill -0 "$job" 2>/dev/null; do
		if ((waited++ > $2 * 10)); then
			end_tree "$job"
			wait "$job" 2>/dev/null
			return 0
		fi
		sleep 0.1
	done
	! wait "$job"
}

end_tree() { # PROCESS and what it has begun
	local child
	for child in $(pgrep -P "$1"); do
		end_tree "$child"
	done
	kill -KILL "$1" 2>/dev/null || true
}

show_change() { # FILE OFFSET LINE KIND OLD NEW
	local column=$(($(head -c "$2" "$1" | tail -n +"$3" | wc -m) + 1))
	printf '%s:%s:%s: %s: %s -> %s\n    %s\n' "${1#"$TREE"/}" "$3" "$column" "${@:4}" "$(sed -n "$3p" "$1" | sed 's/^[ \t]*//')"
}

# What was found out of a change, by the text of its file as it is: for --resume. Empty: nothing.
verdict_before() { # ROOM CHANGE
	[[ -z $resume ]] || awk -F '\t' -v change="$2" 'substr($0, length($1) + 2) == change { found = $1 } END { print found }' "$MUTATE_BUILD/verdicts-$1"
}

run_changes() { # ROOM COUNT SECONDS
	local file offset length new kind line old status change tried=0 noticed=0 unnoticed=()
	touch "$MUTATE_BUILD/verdicts-$1"
	: >"$MUTATE_BUILD/noticed-by"
	while IFS=$'\t' read -r file offset length new kind line <&4; do
		((tried < $2)) || break
		change=$(sha1sum <"$file" | cut -c1-40)$'\t'${file#"$TREE"/}$'\t'$offset$'\t'$length$'\t'$new
		old=$(dd if="$file" bs=1 skip="$offset" count="$length" status=none | tr '\n\t' '  ')
		status=$(verdict_before "$1" "$change")
		: >"$MUTATE_BUILD/noticed"
		if [[ ${status:-1} -eq 1 ]]; then # what went unnoticed may be noticed now
			cp -p "$file" "$MUTATE_BUILD/original"
			"$PHP" -n "$TREE/tools/mutate.php" apply "$file" "$offset" "$length" "$new"
			status=0
			try_change "$1" "$3" || status=$?
			cp -p "$MUTATE_BUILD/original" "$file"
			restore_objects "$1"
			printf '%s\t%s\n' "$status" "$change" >>"$MUTATE_BUILD/verdicts-$1"
		fi
		[[ $status -ne 2 ]] || continue
		tried=$((tried + 1))
		if [[ $status -eq 0 ]]; then
			noticed=$((noticed + 1))
			cat "$MUTATE_BUILD/noticed" >>"$MUTATE_BUILD/noticed-by"
			say "$tried: noticed: $(show_change "$file" "$offset" "$line" "$kind" "$old" "$new" | head -n 1) ($(cat "$MUTATE_BUILD/noticed"))"
		else
			unnoticed+=("$(show_change "$file" "$offset" "$line" "$kind" "$old" "$new")")
			say "$tried: NOT noticed: ${unnoticed[-1]}"
		fi
	done 4<"$MUTATE_BUILD/changes"
	printf '%s\n' "${unnoticed[@]}"
	echo "$1: of $tried changes $noticed noticed, $((tried - noticed)) not (seed $MUTATE_SEED)"
}

# Those of the changes that are made at these places ("FILE:LINE FILE:LINE", without folders); all if there
# are none.
of_places() { # PLACES
	if [[ -z $1 ]]; then
		cat
	else
		awk -F '\t' -v places=" $1 " '{ n = split($1, path, "/"); if (index(places, " " path[n] ":" $6 " ")) print }'
	fi
}

mutate_room() { # ROOM COUNT PLACES
	local started limit
	copy_of_tree "$1"
	say "building and running the tests of $1 as they are"
	build_tests "$1" >"$MUTATE_BUILD/build.log" 2>&1 || die "the tests do not build; see build/mutate/build.log"
	objects_before=$(objects_of "$1")
	keep_objects "$1"
	started=$SECONDS
	if is_module_room "$1"; then
		link_tree
		list_tests "$1"
		limit=$MODULE_LIMIT
	else
		judge "$1" || die "the tests fail as they are; see build/mutate/program.log"
		limit=$((10 * (SECONDS - started) + 30))
	fi
	"$PHP" -n "$TREE/tools/mutate.php" pick "$TREE/src/$1" "$MUTATE_SEED" | of_places "$3" >"$MUTATE_BUILD/changes"
	say "$((SECONDS - started)) seconds; $(wc -l <"$MUTATE_BUILD/changes") changes to choose from, seed $MUTATE_SEED"
	run_changes "$1" "$2" "$limit"
	! is_module_room "$1" || judge_afterwards "$1"
}

cmd_mutate() {
	local rooms=() room count=60 only= resume= tests_named=
	MUTATE_SEED=$RANDOM MUTATE_SHAPES=8
	while [[ $# -gt 0 ]]; do
		case $1 in
		--count) count=${2:?} && shift ;;
		--seed) MUTATE_SEED=${2:?} && shift ;;
		--only) only=${2:?} && shift ;;
		--resume) resume=yes ;;
		--tests) tests_named=${2:?} && shift ;;
		rows | wire | session | auth) rooms+=("$1") ;;
		*)
			is_module_room "$1" || die "mutate: unknown argument $1"
			rooms+=("$1")
			;;
		esac
		shift
	done
	[[ ${#rooms[@]} -gt 0 ]] || rooms=(rows)
	setup
	export PHP PHP_CONFIG PHPIZE
	mkdir -p "$MUTATE_BUILD"
	gcc -shared -fPIC -O1 -o "$MUTATE_BUILD/dlopen.so" "$ROOT/tools/sanitizer-dlopen.c"
	for room in "${rooms[@]}"; do
		! is_module_room "$room" || enter_module
		mutate_room "$room" "$count" "$only"
	done
}
