# ./dev mutate for the rooms that need a PHP and a server: what is built of a change, which tests judge it.
# The module is built without libtool (tools/mutate.mk), the tests run until the first one fails
# (tools/mutate-phpt.php). Before that they run once on the tree as it is: those that fail there, or take
# longer than MODULE_SECONDS, are left out, and named.
use build server

MODULE=$MUTATE_BUILD/module
MODULE_JOBS=4     # tests at a time: most wait for something
MODULE_SECONDS=30 # that a test may take
MODULE_FACTOR=10  # so many times as long is a hang
MODULE_LIMIT=1800 # seconds for all of a change, each test having its own

# The programs of tests/unit that concern a room, and the .phpt files, below tests/: the likeliest to notice
# first.
module_units() { # ROOM
	case $1 in
	board) echo test_board ;;
	wirelog) echo test_wirelog test_wirelog_bounds ;;
	esac
}

module_phpts() { # ROOM; or those that --tests names
	if [[ -n $tests_named ]]; then
		echo "$tests_named"
		return
	fi
	case $1 in
	pool) echo phpt/pool phpt/persistent phpt/shared faults/pool faults/persistent phpt/round-trips/prologue phpt/async/abandoned_ends ;;
	link) echo phpt/fibers/cancel faults/abandoned faults/cancel faults/spare phpt/connect faults/reconnect phpt/reconnect faults/connect \
		faults/deadline phpt/async/{links,poll,abandoned,execute_many_again} phpt/fibers/{abandoned,deadline} phpt/lifetime/{lost,given_up,order} phpt/shared/hand \
		phpt/stats/connections phpt/hooks/replay_requests ;;
	statement) echo phpt/statements faults/{statements,reprepare,bulk,open_statements,pipelining} phpt/pdo/{execute_many,values,placeholders} \
		phpt/async/{execute,statements,pipeline} phpt/fibers/turns_cursor phpt/reconnect/session phpt/infile/statements phpt/round-trips ;;
	command) echo phpt/query phpt/info phpt/errors phpt/report phpt/result/{fetch,free,iterate,position} phpt/async/{pipeline,send_queue,closed,poll,batch} \
		phpt/infile/load phpt/fibers/{turns,turns_left,turns_line} faults/{query,turns} phpt/reconnect/{session,question,numbers} phpt/stats/{queries,traffic,last_failure} \
		phpt/scoreboard/{running,numbers} phpt/hooks/{intercept_async,query_attributes} ;;
	client) echo phpt/query phpt/hooks/{intercept_,replay} phpt/result/{fetch,free} phpt/errors/{modes,out_of_sync} \
		phpt/fibers/{read,meanwhile,turns_cursor} phpt/pdo/{pieces,results} phpt/infile/load phpt/charset phpt/async/{as_completed,batch} \
		phpt/async/{statements,pipeline_flow,abandoned_ends} phpt/connect/again phpt/reconnect/{texts,session} faults/reconnect \
		phpt/statements/cache_session phpt/round-trips/prologue_wrong phpt/lifetime/resident ;;
	hooks) echo phpt/hooks faults/filters ;;
	board) echo phpt/scoreboard phpt/stats/connections ;;
	wirelog) echo phpt/wire-log faults/wire_log ;;
	esac
}

is_module_room() { # ROOM
	[[ " pool link statement command client hooks board wirelog " == *" $1 "* ]]
}

module_make() { # TARGETS of tests/unit...
	make -f "$ROOT/tools/mutate.mk" -s -j2 TREE="$TREE" OUT="$MODULE" PHP_CONFIG="$PHP_CONFIG" || return
	[[ $# -eq 0 ]] || CFLAGS=-O1 make -C "$TREE/tests/unit" -s -j2 BUILD="$MODULE/unit" "${@/#/$MODULE/unit/}"
}

# Linked anew: the last module may be of a change.
build_module() { # ROOM
	rm -f "$MODULE/mynd.so" "$MODULE/unit/libmynd.a"
	module_make $(module_units "$1")
}

# What tests look at beside src and tests.
link_tree() {
	local entry
	for entry in bench examples packages stubs docs; do
		[[ ! -e $ROOT/$entry || -e $TREE/$entry ]] || ln -s "$ROOT/$entry" "$TREE/$entry"
	done
}

# PHP with that module, and the server for all tests.
enter_module() {
	mkdir -p "$MODULE"
	rm -rf "$MODULE/ini"
	mkdir "$MODULE/ini"
	machine_ini_files "$MODULE/ini"
	echo "extension=$MODULE/mynd.so" >"$MODULE/ini/30-mynd.ini"
	write_wrapper "$MODULE/php" "$MODULE/ini"
	export TEST_PHP_EXECUTABLE=$MODULE/php MYND_PHP_CMD=$MODULE/php MYND_SO=$MODULE/mynd.so MYND_PHP_BINARY=$PHP
	[[ -n ${MYND_TEST_SOCKET:-} ]] || with_private_server mariadb
}

# --- the tests of a room ---

module_files() { # ROOM: each once, in the table's order
	local pattern
	for pattern in $(module_phpts "$1"); do
		if [[ -d $TREE/tests/$pattern ]]; then
			printf '%s\n' "$TREE/tests/$pattern"/*.phpt
		else
			printf '%s\n' "$TREE/tests/$pattern"*.phpt
		fi
	done | awk '!seen[$0]++'
}

list_tests() { # ROOM: those that can judge
	local files
	mapfile -t files < <(module_files "$1")
	"$PHP" "$TREE/tools/mutate-phpt.php" list "$MODULE/php" "$MODULE_JOBS" "$MUTATE_BUILD/measured" "$MODULE_SECONDS" "${files[@]}" >"$MODULE/list"
	say "$1: $(wc -l <"$MODULE/list") of ${#files[@]} tests judge"
}

judge_module() { # ROOM
	local unit
	for unit in $(module_units "$1"); do
		timeout 120 "$MODULE/unit/$unit" >"$MUTATE_BUILD/program.log" 2>&1 || {
			echo "$unit" >"$MUTATE_BUILD/noticed"
			return 1
		}
	done
	"$PHP" "$TREE/tools/mutate-phpt.php" judge "$MODULE/php" "$MODULE_JOBS" "$MODULE_FACTOR" "$MODULE/list" >"$MUTATE_BUILD/noticed" 2>"$MUTATE_BUILD/program.log"
}

# A change may have left something on the server that other tests failed by: those that have noticed run once
# more, on the tree as it is.
judge_afterwards() { # ROOM
	build_module "$1"
	awk -F '\t' 'NR == FNR { noticed[$1] = 1; next } { n = split($2, path, "/"); if ((path[n - 1] "/" path[n]) in noticed) print }' \
		<(cut -d' ' -f1 "$MUTATE_BUILD/noticed-by") "$MODULE/list" >"$MODULE/list.afterwards"
	mv "$MODULE/list.afterwards" "$MODULE/list"
	judge_module "$1" || die "this fails afterwards, as the tree is: $(cat "$MUTATE_BUILD/noticed")"
}
