# ./dev mutate without a module and a server: which tests judge, and what they say. Sourced by run.sh.

judging=$temp/judging
mkdir -p "$judging/tests/a" "$judging/tests/b"
judging_test() { # FILE PROGRAM [SECTION]: one that expects "x y"
	printf -- '--TEST--\nof mutate\n%s--FILE--\n<?php %s\n--EXPECTF--\nx %%s\n' "${3:-}" "$2" >"$judging/tests/$1.phpt"
}
judging_test a/slow 'usleep(500000); echo "x y";'
judging_test a/fast 'echo "x y";'
judging_test b/good 'echo "x ", getenv("NAME"), ini_get("precision");' $'--INI--\nprecision = 5\n--ENV--\nNAME=y\n'
judging_test b/bad 'echo "z y";'
judging_test b/absent 'echo "z y";' $'--SKIPIF--\n<?php echo "skip it is not here";\n'
judging_test b/late 'sleep(3); echo "x y";'

judging() { # COMMAND ARGUMENTS...
	"$MYND_PHP_BINARY" "$MYND_ROOT/tools/mutate-phpt.php" "$1" "$MYND_STOCK_CMD" "${@:2}"
}
judging_list() {
	judging list 2 "$judging/record" 2.5 "$judging"/tests/{a,b}/*.phpt 2>"$judging/left-out" >"$judging/list"
}
judging_names() { # of the list
	cut -f2 "$judging/list" | sed "s,^$judging/tests/,," | paste -sd ' '
}
judging_list
check_equal "mutate: tests that pass are listed, the fast ones of a folder first" "a/fast.phpt a/slow.phpt b/good.phpt" "$(judging_names)"
check "mutate: what fails is left out, and named" grep -q '^left out: tests/b/bad.phpt, failed' "$judging/left-out"
check "mutate: so is what takes too long" grep -q '^left out: tests/b/late.phpt, ok' "$judging/left-out"
check_equal "mutate: what is skipped is not named" 2 "$(wc -l <"$judging/left-out")"
lines=$(wc -l <"$judging/record")
judging_list
check_equal "mutate: no test is measured twice" "$lines" "$(wc -l <"$judging/record")"
judging_test b/bad 'echo "x y";'
judging_list
check_equal "mutate: but one that is another now" "a/fast.phpt a/slow.phpt b/bad.phpt b/good.phpt" "$(judging_names | tr ' ' '\n' | sort | paste -sd ' ')"
check "mutate: tests that pass have not noticed" judging judge 2 10 "$judging/list"
judging_test a/slow 'file_put_contents(__DIR__ . "/ran", "x", FILE_APPEND); echo "z y";'
judging_test b/good 'touch(__DIR__ . "/ran"); echo "x y";'
check "mutate: a test that fails has noticed, and is named" says "a/slow.phpt" judging judge 1 10 "$judging/list"
check "mutate: after it none runs" fails test -e "$judging/tests/b/ran"
check_equal "mutate: it has failed twice" xx "$(cat "$judging/tests/a/ran")"
judging_test a/slow 'posix_kill(getmypid(), SIGSEGV);'
check "mutate: a crash is noticed" says "a/slow.phpt crashes" judging judge 1 10 "$judging/list"
judging_test a/slow 'echo is_file(__DIR__ . "/again") ? "x y" : ""; touch(__DIR__ . "/again");'
check "mutate: one that passes at the second time has passed" judging judge 1 10 "$judging/list"
