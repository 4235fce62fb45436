#!/usr/bin/env bash
# The developer's tools themselves: above all that what has to fail does fail. Run by `./dev test dev`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
dev=$MYND_ROOT/dev
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-dev.XXXXXX")
trap 'rm -rf "$temp"' EXIT

fails() { # COMMAND...: it must end with a status other than 0
	! "$@"
}

ends_with() { # STATUS COMMAND...
	local wanted=$1 status=0
	shift
	"$@" || status=$?
	[[ $status -eq $wanted ]] || { echo "status $status, not $wanted"; return 1; }
}

says() { # TEXT COMMAND...: whatever its status, its output has TEXT
	local text=$1 output
	shift
	output=$("$@" 2>&1)
	[[ $output == *"$text"* ]] || { printf 'no "%s" in:\n%s\n' "$text" "$output"; return 1; }
}

# --- ./dev ---

for file in "$MYND_ROOT"/tools/dev/*.sh "$MYND_ROOT"/tools/release/*.sh; do
	name=$(basename "$file" .sh)
	grep -q "^cmd_$name()" "$file" || continue
	check "help names the command $name" says "
  $name" "$dev" help
done
check "an unknown command fails" fails "$dev" no-such-command
check "an unknown suite fails" fails "$dev" test no-such-suite
check "an unknown bench fails" fails "$dev" bench no-such-bench
check "a part of a bench is not recorded" says "takes whole benches" "$dev" bench --record fetch --only=wide
check "an unknown example fails, and is told which there are" says "catalogue catalogue_page" "$dev" example no-such-example
check "that ends in failure" fails "$dev" example no-such-example
check "what examples share is none" fails "$dev" example catalogue_common
check "an example runs on mynd, with a server" says "10 20 30" "$dev" example fibers
check "an unknown server fails" fails "$dev" server start oracle
check "an unknown cluster fails" fails "$dev" cluster start oracle
check "a node of a cluster that does not run is none" says "dev: the cluster spider does not run" "$dev" cluster kill spider1

# --- changes that tests are to notice (./dev mutate) ---

check "an unknown room fails" fails "$dev" mutate pool no-such-room

mutate="$MYND_PHP_BINARY -n $MYND_ROOT/tools/mutate.php"
mkdir -p "$temp/mutate"
cat >"$temp/mutate/one.c" <<'C'
#define MOST 7 /* 1 < 2 */
#ifdef MYND_CHECKED
static int checked(void) { return 3 < 4; }
#endif
static int f(int n)
{
	int size = 0;
	MYND_ASSERT(n == 1);
	size = n;
	if (n >= size) {
		return MYND_OK;
	}
	return MYND_BAD;
}
C
cp "$temp/mutate/one.c" "$temp/original.c"
changes() { # what there is to change, in the order of the file
	$mutate pick "$temp/mutate" 1 | cut -f4-6 | sort -t "$(printf '\t')" -k3n | tr '\t\n' ' ;'
}
check "constants, statements, comparisons and returns are changed, and nothing else" test "$(changes)" = \
	"1 constant 7;(void) 0 dropped statement 9;> comparison 10;MYND_BAD return 11;MYND_OK return 13;"
check "the same seed has the same order" test "$($mutate pick "$temp/mutate" 5)" = "$($mutate pick "$temp/mutate" 5)"
change_one() { # KIND: makes it; the one line that is another
	local file offset length new
	cp "$temp/original.c" "$temp/mutate/one.c"
	IFS=$'\t' read -r file offset length new _ < <($mutate pick "$temp/mutate" 1 | grep "$1")
	$mutate apply "$file" "$offset" "$length" "$new"
	diff "$temp/original.c" "$temp/mutate/one.c" | sed -n 's/^> *//p' | tr -d '\t'
}
check "a comparison is flipped" test "$(change_one comparison)" = "if (n > size) {"
check "a statement is dropped" test "$(change_one dropped)" = "(void) 0;"
. "$here/mutate.sh"

# --- the layer rule ---

tree() { # FILE INCLUDE: a tree with one file that includes one other
	rm -rf "$temp/tree"
	mkdir -p "$temp/tree/src/"{wire,auth,session,net,rows,channel,command,statement,link,pool,client,hooks,stats,php/mysqli}
	touch "$temp/tree/src/"{wire/wire.h,auth/auth.h,session/session.h,net/net.h,rows/rows.h,channel/channel.h,command/link.h,link/internal.h,client/client.h,stats/stats.h,php/mynd.h}
	printf '/* A file. */\n#  include %s\n' "$2" >"$temp/tree/src/$1"
	printf '%s\n' "$temp/tree"
}

allowed() {
	check "$1 may include $2" "$MYND_ROOT/tools/lint-layers" "$(tree "$1" "$2")"
}

forbidden() {
	check "$1 must not include $2" says "${1%%/*} must not know" "$MYND_ROOT/tools/lint-layers" "$(tree "$1" "$2")"
	check "$1 with $2 ends in failure" fails "$MYND_ROOT/tools/lint-layers" "$(tree "$1" "$2")"
}

allowed session/a.c '"../wire/wire.h"'
allowed session/a.c '"session.h"'
allowed php/mysqli/a.c '"../../client/client.h"'
allowed command/a.c '"../channel/channel.h"'
allowed client/a.c '"../link/internal.h"'
allowed rows/a.c '"php.h"'
allowed net/a.c '<poll.h>'
forbidden wire/a.c '"../auth/auth.h"'
forbidden auth/a.h '"session/session.h"'
forbidden rows/a.c '"../command/link.h"'
forbidden channel/a.c '"../command/link.h"'
forbidden command/a.c '"../client/client.h"'
forbidden stats/a.c '"../link/internal.h"'
forbidden stats/a.c '"../php/mynd.h"'
forbidden wire/a.c '"php.h"'
forbidden session/a.c '<zend_string.h>'
forbidden net/a.c '"Zend/zend_fibers.h"'

# --- what asks changes nothing ---

asks() { # PARAMETER [BODY]: a tree with a function that asks about it
	rm -rf "$temp/asks"
	mkdir -p "$temp/asks/src/wire"
	printf 'static bool is_set(%s)\n{\n\t%s\n}\n' "$1" "${2:-return *n;}" >"$temp/asks/src/wire/a.c"
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/lint-names" "$temp/asks"
}

check "what asks takes const" asks 'const int *n'
check "what asks and may change something is found" says "is_set asks, but may change" asks 'int *n'
check "that ends in failure" fails asks 'int *n'
check "what asks and assigns is found" says "is_set asks, but assigns" asks 'const thing *n' 'n->part->known = true; return true;'
check "what asks may compare" asks 'const thing *n' 'return n->part == NULL || n->count <= 2;'
check "what asks and casts const away is found" says "is_set asks, but casts" asks 'const int *n' 'return look((int *) n);'
check "what asks and remembers is found" says "is_set asks, but keeps what it found" asks 'const int *n' 'static int last; return last == *n;'
check "what asks and reports an error is found" says "is_set asks, but reports an error" asks 'const int *n' 'zend_throw_error(NULL, "no");'

# --- calls upward, functions for tests alone ---

symbols() { # ROOM TEXT ROOM TEXT: a tree with a file in each of two rooms, built
	local tree=$temp/symbols
	rm -rf "$tree"
	mkdir -p "$tree/tools" "$tree/src/$1" "$tree/src/$3" "$tree/tests" "$tree/obj/$1" "$tree/obj/$3"
	echo 'int test(void) { return b(); }' >"$tree/tests/test.c"
	cp "$MYND_ROOT/tools/lint-layers" "$tree/tools/"
	echo "$2" >"$tree/src/$1/a.c"
	echo "$4" >"$tree/src/$3/b.c"
	gcc -c -o "$tree/obj/$1/a.o" "$tree/src/$1/a.c"
	gcc -c -o "$tree/obj/$3/b.o" "$tree/src/$3/b.c"
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/lint-symbols" "$tree/obj" "$tree"
}

calls='int b(void); int get_module(void) { return b(); }'
called='int b(void) { return 1; }'
check "a call downward" symbols auth "$calls" wire "$called"
check "a call upward is found" says "src/wire/a.c: refers to b of src/auth/b.c, a higher room" symbols wire "$calls" auth "$called"
check "that ends in failure, too" fails symbols wire "$calls" auth "$called"
check "a function that only tests call is found" says "src/auth/b.c: only tests use b" symbols wire 'int a;' auth "$called"
check "a build without objects is no success" fails "$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/lint-symbols" "$temp/nothing"

# --- the list of hooks ---

hooks() { # LIST HEADER-OF-WIRE SOURCE-OF-WIRE SOURCE-OF-AUTH: a tree with a document and two rooms
	local tree=$temp/hooks
	rm -rf "$tree"
	mkdir -p "$tree/docs" "$tree/tools" "$tree/src/wire" "$tree/src/auth"
	printf '# Rooms\n\nThese hooks alone:\n\n%b\n\nThe end.\n' "$1" >"$tree/docs/ARCHITECTURE.md"
	cp "$MYND_ROOT/tools/lint-layers" "$tree/tools/"
	printf '%b' "$2" >"$tree/src/wire/a.h"
	printf '%b' "$3" >"$tree/src/wire/a.c"
	printf '%b' "$4" >"$tree/src/auth/b.c"
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/lint-hooks" "$tree"
}

member='typedef struct mynd_a {\n\tvoid (*gone)(int why);\n\tint n;\n} mynd_a;\n'
gone='static void on_gone(int why)\n{\n}\n'
parameter='void mynd_a_start(void (*gone)(int why));\n'
keeps='static void (*kept)(int);\nvoid mynd_a_start(void (*gone)(int why))\n{\n\tkept = gone;\n}\n'
calls_only='void mynd_a_start(void (*gone)(int why))\n{\n\tgone(1);\n}\n'
starts="${gone}void b(void)\n{\n\tmynd_a_start(on_gone);\n}\n"
assigns="${gone}void b(mynd_a *a)\n{\n\ta->gone = on_gone;\n}\n"
check "a hook that is listed" hooks '- `mynd_a.gone` (wire; auth): it goes.' "$member" '' "$assigns"
check "a hook that is set by a variable's initializer is listed" hooks '- `mynd_a` (wire; auth): it goes.' "$member" '' "${gone}static const mynd_a a = {on_gone, 1};\n"
check "a hook that is a parameter is listed" hooks '- `mynd_a_start` (wire; auth): it goes.' "$parameter" "$keeps" "$starts"
check "a hook that is a member is found" says "lacks mynd_a.gone (wire; auth)" hooks '- `mynd_b` (wire; auth): no.' "$member" '' "$assigns"
check "a hook that is a parameter is found" says "lacks mynd_a_start (wire; auth)" hooks '- `mynd_b` (wire; auth): no.' "$parameter" "$keeps" "$starts"
check "that ends in failure, too" fails hooks '- `mynd_b` (wire; auth): no.' "$parameter" "$keeps" "$starts"
check "a parameter that is only called is no hook" says "mynd_a_start is no hook that a higher room sets" hooks '- `mynd_a_start` (wire; auth): it goes.' "$parameter" "$calls_only" "$starts"
check "a hook of other rooms is found" says "set by auth, not by net" hooks '- `mynd_a.gone` (wire; net): it goes.' "$member" '' "$assigns"
check "a member that is set to nothing is no hook" fails hooks '- `mynd_a.gone` (wire; auth): it goes.' "$member" '' "void b(mynd_a *a)\n{\n\ta->gone = NULL;\n}\n"

# --- who writes a field ---

# LIST BODY-IN-WIRE BODY-IN-AUTH [OPTION]: a tree with a struct, and a function in each of two rooms
writers() {
	local tree=$temp/writers
	rm -rf "$tree"
	mkdir -p "$tree/tools" "$tree/src/wire" "$tree/src/auth"
	printf '%b' "$1" >"$tree/tools/writers.tsv"
	printf '#pragma once\ntypedef struct mynd_a {\n\tint n, *p; /* two; */\n\tchar text[8];\n\tstruct {\n\t\tunsigned deep : 3;\n\t} in;\n\tvoid (*f)(int, int);\n} mynd_a;\nvoid fill(char *to);\nstatic inline void set(mynd_a *a)\n{\n\ta->n = 1;\n}\n' >"$tree/src/wire/a.h"
	printf '#include "a.h"\nvoid b(mynd_a *a)\n{\n\t%s\n}\n' "$2" >"$tree/src/wire/b.c"
	printf '#include "../wire/a.h"\nvoid c(mynd_a *a)\n{\n\t%s\n}\n' "$3" >"$tree/src/auth/c.c"
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/lint-writers" ${4:+"$4"} "$tree" && cat "$tree/tools/writers.tsv"
}

if command -v clang >/dev/null; then
	check "each field has its room" writers '' 'a->n = 2;' 'a->p = 0;'
	check "a room that calls a setter of the header's is no writer" writers '' 'a->n = 2;' 'set(a);'
	for body in 'a->n++; a->p = 0;' 'a->n = a->in.deep = 0;' 'a->n += *a->p;' 'int *n = &a->n; *n = 1;' 'a->text[2] = 1;' 'fill(a->text);' 'a->in.deep = 1;' 'a->f = 0;'; do
		check "a second room that writes is found: $body" says "written by auth, wire, and tools/writers.tsv does not say why" writers '' "$body" "$body"
	done
	check "that ends in failure, too" fails writers '' 'a->n = 2;' 'a->n = 3;'
	check "a room that reads is no writer" writers '' 'a->n = 2;' 'if (a->n == 2) { a->p = 0; }'
	check "the list has the reason" writers 'mynd_a.n\tauth, wire\tboth count\n' 'a->n = 2;' 'a->n = 3;'
	check "without a reason it is not enough" fails writers 'mynd_a.n\tauth, wire\t\n' 'a->n = 2;' 'a->n = 3;'
	check "the list has another field" fails writers 'mynd_a.p\tauth, wire\tboth\n' 'a->n = 2; a->p = 0;' 'a->n = 3; a->p = 0;'
	check "a line that nothing needs is found" says "no longer written by auth" writers 'mynd_a.n\tauth, wire\tboth count\n' 'a->n = 2;' 'a->p = 0;'
	check "and taken out" fails grep -q mynd_a.n <<<"$(writers 'mynd_a.n\tauth, wire\tboth count\n' 'a->n = 2;' 'a->p = 0;' --shorten)"
	check "what does not compile is no success" fails writers '' 'a->nothing = 2;' ''
else
	skip_check "who writes a field" "there is no clang"
fi

# --- the other checks of ./dev lint, each on a tree with something to find ---

lint() { # CHECK FILE TEXT
	(
		ROOT=$temp/lint
		rm -rf "$ROOT"
		mkdir -p "$(dirname "$ROOT/$2")"
		printf '%b\n' "$3" >"$ROOT/$2"
		chmod +x "$ROOT/$2"
		cp "$MYND_ROOT/.clang-format" "$ROOT/"
		. "$MYND_ROOT/tools/dev/common.sh"
		. "$MYND_ROOT/tools/dev/lint.sh" 2>/dev/null
		PHP=$MYND_PHP_BINARY "lint_$1"
	)
}

finds() { # CHECK FILE GOOD-TEXT BAD-TEXT
	check "lint $1: nothing to find" lint "$1" "$2" "$3"
	check "lint $1: finds" fails lint "$1" "$2" "$4"
}

finds macros src/wire/a.h '#define TWICE(n) \\\n\t((n) * 2)\nreturn' '#define LEAVE(n) \\\n\treturn (n)'
finds standalone src/wire/a.c 'int a(void);' '#include "php.h"'
finds standalone src/net/a.c 'static inline int a(void)\n{\n\treturn 1;\n}' 'static int a(void)\n{\n\treturn 1;\n}'
finds shell tools/a '#!/usr/bin/env bash\ntrue' '#!/usr/bin/env bash\nif true; then'
long="many words, $(printf 'and more of them %.0s' {1..8})"
finds columns src/a.c "/* short */ int a = \"$long\";" "/* $long */"
finds columns src/b.c "/* short */" "int a; /* $long */"
finds columns tools/a.sh "echo '$long'" "true # $long"
finds columns examples/a.php "<?php echo '$long';" "<?php\n// $long"
finds columns tests/a.phpt "--FILE--\n<?php echo 1;\n--EXPECT--\n# $long" "--FILE--\n<?php\n# $long"
finds columns docs/a.md "| $long |\n\n\`\`\`\n$long\n\`\`\`\n[short](https://example/$(printf 'x%.0s' {1..200}))" "$long"
characters_of() { # FILE: but for those that begin lines of a comment; a comment may stand above its code
	tr -d ' \n*/#' <"$1" | grep -o . | sort
}
mended() { # FILE TEXT: nothing is left to find, and the characters are the same
	(
		cd "$temp" && printf '%b\n' "$2" >"$1" && characters_of "$1" >characters &&
			"$MYND_PHP_CMD" "$MYND_ROOT/tools/lint-columns" --mend "$1" && characters_of "$1" | diff characters -
	)
}
check "lint columns: a comment is mended" mended a.c "/*\n * $long\n *\n * - $long\n */\nint a; /* $long */"
check "lint columns: lines are mended" mended a.sh "# $long\ntrue # $long"
check "lint columns: a document is mended" mended a.md "$long\n\n- $long\n- short\n\n| $long |"
if command -v shellcheck >/dev/null; then
	finds shellcheck tools/a '#!/usr/bin/env bash\ntrue' '#!/usr/bin/env bash\nrm -rf $HOME/*/$1'
else
	skip_check "lint shellcheck" "it is not here"
fi
finds php examples/a.php '<?php echo 1;' '<?php echo 1'
lines=$(printf 'int a;\\n%.0s' {1..300})
finds lengths src/a.h "int a;" "$lines int b;"
finds lengths tests/phpt/a.phpt "${lines%??}" "$lines int b;"
finds words docs/a.md 'nothing' 'see /ro''ot/notes'
finds words src/a.c '/* done */' '/* TO''DO */'
finds generated tools/gen-nothing '#!/bin/sh' '#!/bin/sh\nexit 1'
if (ROOT=$MYND_ROOT && . "$MYND_ROOT/tools/dev/common.sh" && . "$MYND_ROOT/tools/dev/lint.sh" && find_clang_format) >/dev/null 2>&1; then
	finds format src/wire/a.c 'int a(void);' 'int  a( void ) ;'
else
	skip_check "lint format" "its clang-format is not here"
fi

# --- counting ---

count() { # STATUS LAST-LINE: what a suite that ends so adds
	(
		ROOT=$MYND_ROOT
		. "$ROOT/tools/dev/common.sh"
		use test
		count_suite some "$1" "$2" >/dev/null
		echo "$passed $failed $skipped"
	)
}

check_equal "a suite's line is counted" "3 1 2" "$(count 1 "3 passed, 1 failed, 2 skipped")"
check_equal "skipped may be left out" "3 0 0" "$(count 0 "3 passed, 0 failed")"
check_equal "a suite without a line has failed" "0 1 0" "$(count 0 "all is well")"
check_equal "a suite that fails without a failed test has failed" "3 1 0" "$(count 7 "3 passed, 0 failed")"
check_equal "a suite without a test has failed" "0 1 0" "$(count 0 "0 passed, 0 failed, 0 skipped")"

# --- several suites at a time ---

# What so many jobs make of suites that are not run; "server" in the order: a server was started.
jobs() { # NUMBER SUITES...
	(
		ROOT=$MYND_ROOT BUILD=$temp server=mariadb
		. "$ROOT/tools/dev/common.sh"
		use test
		with_private_server() { echo server >>"$temp/order"; }
		suite_or_turn() {
			echo "$1" >>"$temp/order"
			[[ $1 != dies ]] || exit 1
			passed=$((passed + 1)) skipped=$((skipped + 2))
		}
		: >"$temp/order"
		run_jobs "$@"
		echo "$passed $failed $skipped"
	)
}
check_equal "jobs: what each has counted is added" "5 0 10" "$(jobs 2 unit phpt-asan docs phpt shards)"
check_equal "jobs: each suite once, each with a server of its job" "docs phpt phpt-asan server server shards unit" \
	"$(sort "$temp/order" | paste -sd ' ')"
check_equal "jobs: the slow ones first, those of a line in a row, what measures is left out" "server conformance conformance-pdo fuzz unit" \
	"$(jobs 1 unit fuzz bench conformance-pdo conformance >/dev/null && paste -sd ' ' "$temp/order")"
check "jobs: one that ends early is a failure" says "1 1 2" jobs 2 unit dies

# --- phpt ---

phpt_tree=$temp/phpt
mkdir -p "$phpt_tree/tests"
printf -- '--TEST--\npasses\n--FILE--\n<?php echo "x";\n--EXPECT--\nx\n' >"$phpt_tree/tests/a.phpt"
printf -- '--TEST--\nfails\n--FILE--\n<?php echo "y";\n--EXPECT--\nx\n' >"$phpt_tree/tests/b.phpt"
printf -- '--TEST--\nis skipped\n--SKIPIF--\n<?php echo "skip no reason";\n--FILE--\n\n--EXPECT--\n' >"$phpt_tree/tests/c.phpt"
run_phpt_tree() {
	(
		ROOT=$phpt_tree PHP=$MYND_PHP_BINARY PHP_BUILD=$(dirname "$MYND_SO")/../..
		. "$MYND_ROOT/tools/dev/phpt.sh"
		run_phpt "$temp/phpt-run" "$MYND_STOCK_CMD"
	)
}
check "phpt: passed, failed, skipped" says "1 passed, 1 failed, 1 skipped" run_phpt_tree
check "phpt: a difference is shown" says "001+ y" run_phpt_tree
check "phpt: a failure ends in failure" fails run_phpt_tree
rm "$phpt_tree/tests/b.phpt"
printf -- '--TEST--\nis late once\n--FILE--\n<?php /* hrtime( */ echo file_exists("%s") ? "x" : "y"; touch("%s");\n--EXPECT--\nx\n' \
	"$temp/d.late" "$temp/d.late" >"$phpt_tree/tests/d.phpt"
check "phpt: a test that run-tests.php has tried again, alone, has passed" says "2 passed, 0 failed, 1 skipped" run_phpt_tree
rm "$temp/d.late"
check "phpt: and is no failure of the run" ends_with 0 run_phpt_tree

# --- compare ---

cat >"$temp/program.php" <<'PHP'
<?php
$db = new mysqli('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mynd_test', (int) getenv('MYND_TEST_PORT'));
for ($i = 0; $i < 4; $i++) {
	$db->query('SELECT 1')->fetch_row();
}
switch ($argv[1] ?? '') {
	case 'driver': echo extension_loaded('mynd') ? 'mynd' : 'stock', "\n"; break;
	case 'status': exit(extension_loaded('mynd') ? 3 : 4);
	case 'errors': fwrite(STDERR, extension_loaded('mynd') ? 'a' : 'b'); break;
	case 'memory': $kept = str_repeat('x', 40 << 20); break;
	case 'ini': echo ini_get('precision'), "\n"; break;
	case 'fails': fwrite(STDERR, "boom\n"); exit(1);
	case 'exit': register_shutdown_function(function () { echo "late\n"; }); exit(5);
}
echo "end\n";
PHP

check "compare: same output" ends_with 0 "$dev" compare "$temp/program.php"
check "compare: says so" says "Same output (4 bytes, exit status 0)" "$dev" compare "$temp/program.php"
check "compare: counts a login and four queries" says "round trips 5 5 1.00" \
	bash -c '"$0" compare "$1" | tr -s " "' "$dev" "$temp/program.php"
check "compare: sees memory" grep -Eq 'engine\) +4[0-9]\.[0-9] MiB +4[0-9]\.[0-9] MiB' \
	<("$dev" compare "$temp/program.php" memory 2>/dev/null)
check "compare: settings reach the program" says "Same output (7 bytes" "$dev" compare --ini precision=12 "$temp/program.php" ini
check "compare: exit in a program with shutdown functions" says "Same output (5 bytes, exit status 5)" "$dev" compare "$temp/program.php" exit
check "compare: a program that fails on both says why" says "failed on both. Standard error: boom" \
	bash -c '"$0" compare "$1" fails | tr "\n" " "' "$dev" "$temp/program.php"
check "compare: several runs" ends_with 0 "$dev" compare --runs 3 "$temp/program.php"
for what in driver status errors; do
	check "compare: another $what is a difference" ends_with 1 "$dev" compare "$temp/program.php" "$what"
done
check "compare: shows the difference" says "+mynd" "$dev" compare "$temp/program.php" driver
check "compare: no such file" ends_with 2 "$dev" compare "$temp/none.php"
check "compare: unknown option" ends_with 2 "$dev" compare --fast yes "$temp/program.php"

# --- the demo's scenes ---

scenes() { # SCRIPT
	local program
	program=$(basename "$1" .php)
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/demo/scenes.php" "$MYND_STOCK_CMD" "$MYND_PHP_CMD" "$(dirname "$1")" "$program:one" "$program:two"
}
printf '%s\n' '<?php echo "== $argv[1]\n";' >"$temp/equal.php"
printf '%s\n' '<?php echo "== $argv[1]\n", $argv[1] === "two" && extension_loaded("mynd") ? "other" : "", "\n";' >"$temp/other.php"
printf '%s\n' '<?php echo "== $argv[1]\n"; exit(1);' >"$temp/failing.php"
check "demo: equal scenes" says "Same output, peak memory from" scenes "$temp/equal.php"
check "demo: a scene that differs fails" fails scenes "$temp/other.php"
check "demo: and is shown" says "+other" scenes "$temp/other.php"
check "demo: a scene that fails, fails" fails scenes "$temp/failing.php"

# --- the throw-away server ---

tls_login() { # CA
	"$MYND_STOCK_CMD" -d display_errors=0 -r '
		$db = mysqli_init();
		$db->ssl_set(null, null, $argv[1], null, null);
		$db->real_connect("127.0.0.1", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), "mynd_test", (int) getenv("MYND_TEST_PORT"), null,
			MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT);
		exit($db->query("SHOW STATUS LIKE \"Ssl_cipher\"")->fetch_row()[1] === "" ? 1 : 0);' -- "$1"
}
check "server: its certificate is good by its own CA" tls_login "$MYND_TEST_TLS_CA"
check "server: and bad by another" fails tls_login "$MYND_TEST_TLS_OTHER_CA"

server_life() { # KIND
	(
		set -eu
		ROOT=$MYND_ROOT
		. "$ROOT/tools/dev/common.sh"
		use server
		find_php
		server_start "$temp/server.env" "$1"
		folder=$(. "$temp/server.env" && echo "$MYND_TEST_SERVER_FOLDER")
		server_runs "$temp/server.env"
		server_stop "$temp/server.env"
		! server_runs "$temp/server.env" || exit
		[[ ! -e $folder && ! -e $temp/server.env ]]
	)
}
check "server: starts, stops, leaves nothing" server_life mariadb
if [[ -e $MYND_ROOT/build/unstable/complete ]]; then
	check "server: so does MySQL" server_life mysql
	check "unstable: no mount is left" fails grep -F " $MYND_ROOT/build/unstable/" /proc/mounts
else
	skip_check "server: MySQL" "there is no folder with Debian unstable; ./dev server start mysql makes it"
fi

# --- conformance ---

. "$here/conformance.sh"

# --- figures ---

. "$here/figures.sh"

# --- matrix ---

. "$here/matrix.sh"

finish
