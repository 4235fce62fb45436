#!/usr/bin/env bash
# ./dev cluster, of a MariaDB primary and two replicas: what a program sees of a node that is read-only,
# frozen, killed, cut, promoted, and that nothing is left at the end. Then HAProxy in front of it. The other
# kinds: tests/cluster-engines. Run by `./dev test cluster`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/checks.sh"

rows() { # NODE
	ask "$1" 'SELECT COUNT(*) FROM t'
}
fails() {
	! ("$@")
}

# --- replication ---

begin repl || { finish; exit; }
check_equal "nodes run" "runs runs runs" "$(states repl)"
check_equal "a write on the primary" "" "$(ask repl1 'CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1)')"
for node in repl2 repl3; do
	check "$node gets it" await_position "$node" repl1
	check_equal "$node has it" 1 "$(rows "$node")"
	check_equal "a write on $node is refused" 1290 "$(ask "$node" 'INSERT INTO t VALUES (2)')"
	check_equal "a write in a transaction, too" 1290 "$(ask "$node" 'BEGIN; INSERT INTO t VALUES (2); COMMIT')"
done
check_equal "the user may not make it writable" 1227 "$(ask repl2 'SET GLOBAL read_only = 0')"

# --- programs with a list of all nodes ---

file=$MYND_CLUSTER_FOLDER/clusters.ini
address() { # NODE
	echo "$(cluster_value repl "$1_HOST"):$(cluster_value repl "$1_PORT")"
}
cat >"$file" <<-INI
	state = $MYND_CLUSTER_FOLDER
	[shop]
	node[one] = "$(address repl1)"
	node[two] = "$(address repl2)"
	node[three] = "$(address repl3) primary=no"
INI
checked() { # what mynd finds wrong with the file, and its status
	local status=0
	MYSQL_PWD='throw away' $MYND_PHP_CMD "$ROOT/bin/mynd" cluster check "$file" --user mynd >"$file.said" || status=$?
	echo "$(grep -c 'is read-only' "$file.said") read-only, $(grep '^  !' "$file.said" | xargs), $status"
}
coproc PROGRAM { exec $MYND_PHP_CMD -d mynd.shared_pool=0 "$here/hosts.php"; }
program=$PROGRAM_PID
connect() { # TARGET [persistent [SECONDS]]: what the program that runs all the time says
	local said
	echo "$*" >&"${PROGRAM[1]}" && read -r -t 30 said <&"${PROGRAM[0]}" && echo "$said"
}
by_name() { # TARGET: the same of a program that knows the cluster's name alone
	echo "$1" | $MYND_PHP_CMD -d mynd.clusters="$file" "$here/hosts.php" shop
}
# Another name for the same servers, each of which may be the primary.
sed 's/shop/store/; s/ primary=no//' "$file" >"${file%.ini}-2.ini"
as_node() { # TARGET: a program that knows that name alone
	echo "$1" | $MYND_PHP_CMD -d mynd.clusters="${file%.ini}-2.ini" -d log_errors=1 -d error_log="$MYND_CLUSTER_FOLDER/php.log" "$here/hosts.php" store
}
known() { # what mynd knows of its nodes, without times
	$MYND_PHP_CMD "$ROOT/bin/mynd" cluster status "${file%.ini}-2.ini" |
		sed -nE 's/^  (\w+) +[^ ]+: /\1: /; s/ since [-0-9]+ [:0-9]+//; s/, asked [0-9]+ s ago//; s/last for [0-9]+ s/last/; s/$/;/; /^(one|two|three)/p' | xargs
}
check_equal "a list of all: a primary" "repl1 primary" "$(connect primary)"
check_equal "a replica" "repl2 replica" "$(connect replica)"
check_equal "rather a replica" "repl2 replica" "$(connect prefer-replica)"
check_equal "any" "repl1 primary" "$(connect any)"
check_equal "by name: the primary" "repl1 primary" "$(by_name unset)"
check_equal "by name: any" "repl1 primary" "$(by_name any)"
ask repl1 'CREATE TABLE crowd (a INT); INSERT INTO crowd VALUES (0)'
check_equal "a crowd that connects while it writes: nobody is refused" "0 0 0 0" "$($MYND_PHP_CMD -d mynd.clusters="${file%.ini}-2.ini" "$here/crowd.php" store)"
check_equal "mynd cluster check: nothing is wrong" "2 read-only, , 0" "$(checked)"
waits_for_restart() { # NODE, which is down: a connect to it alone, which begins before it is there again
	echo "replica" | $MYND_PHP_CMD -d mynd.connect_patience=60 "$here/hosts.php" "$(address "$1")" | sed 's/, late$//' &
	cluster_restart "$1" >/dev/null
	wait $!
}
check_equal "a second for a connect" "repl2 replica" "$(connect replica persistent 1)"
# COMMAND PROGRAM ARGUMENT...: what the program says; when it says "now" the command runs, then it goes on
more=() # options of that program
told() {
	local said go_on program=$2 go=$MYND_CLUSTER_FOLDER/go
	rm -f "$go" && mkfifo "$go"
	exec {go_on}<>"$go"
	$MYND_PHP_CMD -d mynd.shared_pool=0 -d mynd.connect_patience="${patience:-0}" "${more[@]}" "$here/$program" "${@:3}" <&"$go_on" |
		while read -r said; do
			echo "$said"
			[[ $said != now ]] || "$1" "$go_on"
		done | xargs
	exec {go_on}>&-
}
make_replica() { # DESCRIPTOR
	node_sql repl1 <<<'SET GLOBAL read_only = 1' && echo >&"$1"
}
restart_repl3() { # DESCRIPTOR: the program goes on while the server is down
	cluster_kill repl3
	echo >&"$1"
	cluster_restart repl3 >/dev/null
}
check_equal "lost: a connection goes on with a server of the role that it wants" \
	"primary primary replica replica primary primary replica now 2006 replica" \
	"$(told make_replica reconnect.php "$(address repl1)" "$(address repl2)")"
node_sql repl1 <<<'SET GLOBAL read_only = 0'
check_equal "lost: patience waits for a restart" "now goes on" "$(patience=60 told restart_repl3 restarted.php "$(address repl3)")"
check_equal "of a pool" "repl1 primary repl2 replica" "$(connect primary persistent) $(connect replica persistent)"

# --- frozen, killed ---

cluster_freeze repl2
check_equal "frozen: a connect meets silence" silence "$(greeting repl2)"
check_equal "frozen: the others greet" "greeting greeting" "$(greeting repl1) $(greeting repl3)"
check_equal "frozen: status" "runs frozen runs" "$(states repl)"
check_equal "frozen: of a pool, within a limit" "repl3 replica" "$(connect replica persistent 2)"
check_equal "frozen: another replica is connected to" "repl3 replica" "$(connect replica)"
cluster_thaw repl2
check_equal "thawed: it greets" greeting "$(greeting repl2)"
cluster_kill repl3
check_equal "killed: a connect is refused" refusal "$(greeting repl3)"
check_equal "killed: status" "runs runs down" "$(states repl)"
check_equal "killed: patience waits for its restart" "repl3 replica" "$(waits_for_restart repl3)"
cluster_kill repl3
check_equal "killed: another replica is connected to" "repl2 replica" "$(connect replica)"
check_equal "mynd cluster check: one is down" "1 read-only, ! three cannot be asked, 1" "$(checked)"
cluster_freeze repl2
check_equal "killed and frozen: no replica" "2002 repl1: The server takes writes, and a replica is asked for; repl2: MySQL server has gone away; repl3: Connection refused, late" \
	"$(connect replica)"
check_equal "killed and frozen: within the limit" "2002 repl1: The server takes writes, and a replica is asked for; repl2: MySQL server has gone away; repl3: Connection refused" \
	"$(connect replica persistent 1)"
check_equal "killed and frozen: the primary takes reads" "repl1 primary" "$(connect prefer-replica)"
cluster_thaw repl2
check "killed: freeze fails" fails cluster_freeze repl3
ask repl1 'INSERT INTO t VALUES (2)'
check "restart" cluster_restart repl3
check "restarted: it replicates" await_position repl3 repl1
check_equal "restarted: it has what came meanwhile" 2 "$(rows repl3)"
check_equal "restarted: it is read-only" 1290 "$(ask repl3 'INSERT INTO t VALUES (3)')"

# --- cut ---

has_not_got() { # NODE: what came while it was cut
	[[ $(node_value "$1" 'SELECT COUNT(*) FROM mynd_test.t') == 2 ]]
}
if [[ -n $MYND_CLUSTER_NETWORK ]]; then
	cluster_cut repl2
	check_equal "cut: a connect meets nobody" nobody "$(greeting repl2)"
	check_equal "cut: status" "runs cut runs" "$(states repl)"
	ask repl1 'INSERT INTO t VALUES (3)'
	check "cut: the others replicate" await_position repl3 repl1
	check "cut: this one does not" has_not_got repl2
	cluster_heal repl2
	check_equal "healed: it greets" greeting "$(greeting repl2)"
	check "healed: it gets what came meanwhile" await_position repl2 repl1
	check_equal "healed: it has it" 3 "$(rows repl2)"
	remove_network "$MYND_CLUSTER_NETWORK" /somebody/else
	check "a bridge of somebody else is left" ip link show "mynd$MYND_CLUSTER_NETWORK"
else
	skip_check "cut" "there are no network namespaces here"
	ask repl1 'INSERT INTO t VALUES (3)'
fi
set_cluster_value repl repl3_NAMESPACE ''
check "on the loopback device cut fails" fails cluster_cut repl3
set_cluster_value repl repl3_NAMESPACE "$MYND_CLUSTER_repl3_NAMESPACE"

# --- promoted ---

set_global() { # NODE STATEMENT
	node_sql "$1" <<<"SET GLOBAL $2"
}
is_primary() { # NODE: connects reach it; the role of another one is believed for a second
	[[ $(as_node unset) == "$1 primary" ]]
}
# Takes all connections of the server, connects to the cluster, and leaves. MariaDB keeps one for SUPER.
fill_repl2() {
	local held
	held=$($MYND_PHP_CMD -d mynd.clusters="${file%.ini}-2.ini" -r '
		mysqli_report(MYSQLI_REPORT_OFF);
		for ($all = []; ($db = @new mysqli($argv[1], "mynd", "throw away")) && !$db->connect_errno && count($all) < 50;) { $all[] = $db; }
		echo $db->connect_errno === 1040 ? "full, " : "$db->connect_errno " . count($all);
		@new mysqli("store", "mynd", "throw away");
		echo strtok(str_replace($argv[1], "repl2", strstr(mysqli_connect_error(), $argv[1])), ";");' "$(address repl2)")
	echo -n "$held; "
}
dead_no_more() { # NODE: it is tried in its place again
	[[ $(known) != *" $1: not reached"* || $($MYND_PHP_CMD "$ROOT/bin/mynd" cluster status "${file%.ini}-2.ini") == *" $1 "*"last for 0 s"* ]]
}
check_equal "by name: before" "repl1 primary" "$(as_node unset)"
ask repl1 'CREATE TABLE moves (a INT PRIMARY KEY); INSERT INTO moves VALUES (0)'
promote_repl2() { # DESCRIPTOR
	cluster_promote repl2 && echo >&"$1"
}
more=(-d mynd.clusters="${file%.ini}-2.ini" -d mynd.reconnect=1 -d log_errors=1 -d error_log="$MYND_CLUSTER_FOLDER/php.log")
nobody_is_primary() { # DESCRIPTOR
	set_global repl1 'read_only = 1' && echo >&"$1"
}
check_equal "no primary: a session stays, compressed, with its statements; a program's own limit makes no node dead" \
	"now 1290 HY000, 777, 42, 1 prepared; not reached: []" "$(told nobody_is_primary stays.php store)"
set_global repl1 'read_only = 0'
check "and again" await 10 is_primary repl1
check_equal "promoted: sessions without state move, and no write is lost" \
	"plain 1 repl1; prepared 2 repl1; persistent 3 repl1; with state 4 repl1; now plain 5 repl2; prepared 6 repl2; persistent 7 repl2; with state 1290; closed {node_changed:1}" \
	"$(told promote_repl2 moves.php store with-state)"
check_equal "promoted: each write is there once" "0 1 2 3 4 5 6 7" "$(ask repl2 'SELECT a FROM moves ORDER BY a' | xargs)"
check_equal "promoted: a new connection" "repl2 primary" "$(connect primary)"
check_equal "promoted: by name" "repl2 primary" "$(by_name unset)"
set_global repl1 'read_only = 0'
set_global repl2 'max_connections = 10'
check_equal "a full primary, and another node that takes writes: the primary stays" "full, repl2: Too many connections; repl2 primary" "$(fill_repl2; as_node unset)"
cluster_freeze repl2
check_equal "frozen: another node takes its place" "repl1 primary" "$(as_node unset | sed 's/, late$//')"
cluster_thaw repl2
set_global repl1 'read_only = 1'
set_global repl2 'max_connections = 151'
check "thawed: the only one that takes writes" await 10 is_primary repl2
check_equal "promoted: one of a pool" "repl2 primary" "$(connect primary persistent)"
check_equal "promoted: a replica of a pool" "repl1 replica" "$(connect replica persistent)"
check_equal "promoted: it takes writes" "" "$(ask repl2 'INSERT INTO t VALUES (4)')"
check_equal "promoted: by name" "repl2 primary" "$(as_node unset)"
check_equal "promoted: the former primary refuses them" 1290 "$(ask repl1 'INSERT INTO t VALUES (5)')"
for node in repl1 repl3; do
	check "promoted: $node follows" await_position "$node" repl2
	check_equal "promoted: $node has its row" 4 "$(rows "$node")"
done
replace_repl2() { # DESCRIPTOR: the program goes on before there is another primary
	cluster_kill repl2
	echo >&"$1"
	cluster_promote repl3
}
check_equal "the primary is killed, another one promoted: sessions without state wait for it" \
	"plain 8 repl2; prepared 9 repl2; persistent 10 repl2; with state 11 repl2; now plain 12 repl3; prepared 13 repl3; persistent 14 repl3; with state 2006; closed {node_changed:1}" \
	"$(patience=60 told replace_repl2 moves.php store with-state)"
more=()
check_equal "each write is there once" "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14" "$(ask repl3 'SELECT a FROM moves ORDER BY a' | xargs)"
check_equal "the new one takes writes" "" "$(ask repl3 'INSERT INTO t VALUES (5)')"
check "the other one follows" await_position repl1 repl3
check_equal "by name: the new one" "repl3 primary" "$(as_node unset)"
check "the old one is restarted" cluster_restart repl2
check_equal "it takes writes: two primaries" "" "$(ask repl2 'INSERT INTO t VALUES (6), (7), (8)')"
check_equal "by name: the one that was promoted" "repl3 primary" "$(as_node unset)"
check_equal "what is known" "one: replica; two: not reached, tried last; three: primary;" "$(known)"
cluster_freeze repl3
check_equal "the promoted one is frozen: the old one lacks a row" \
	"2002 repl1: The server is read-only, and a primary is asked for; repl2: The server takes writes, but lacks transactions that the primary of store had; repl3: MySQL server has gone away" \
	"$(as_node unset | sed 's/, late$//')"
cluster_heal repl3
check_equal "what is known" "one: replica; two: primary, fenced: lacks transactions that the primary had; three: not reached, tried last;" "$(known)"
check "thawed: it may be tried again" await 20 dead_no_more three
check_equal "thawed: it is the primary as before" "repl3 primary" "$(as_node unset)"
check_equal "a replica takes no notice" "repl1 replica" "$(as_node replica)"
check_equal "the log" "two is the primary, in the place of one; one is the primary, in the place of two; two is the primary, in the place of one; three is the primary, in the place of two; two takes writes, and three is the primary; two takes writes, but lacks transactions that the primary had;" \
	"$(sed -E 's/.*cluster store: //; s/ had.*/ had/; s/$/;/' "$MYND_CLUSTER_FOLDER/php.log" | xargs)"
check_equal "forgotten" "store/two is forgotten by the processes of root one: replica; two: nothing is known; three: primary;" \
	"$($MYND_PHP_CMD "$ROOT/bin/mynd" cluster forget two "${file%.ini}-2.ini") $(known)"
check "it rejoins" cluster_rejoin repl2
check_equal "rejoined: by name" "repl3 primary repl1 replica" "$(as_node primary) $(as_node replica)"
check_equal "rejoined: its own rows are given up" "1 2 3 4 5" "$(ask repl2 'SELECT a FROM t ORDER BY a' | xargs)"
check_equal "rejoined: it refuses writes" 1290 "$(ask repl2 'INSERT INTO t VALUES (9)')"
cluster_freeze repl3
check_equal "a frozen node is no candidate" "dev: repl3 does not run" "$(cluster_promote repl3 2>&1)"
cluster_heal repl3
check_equal "healed: it goes on" greeting "$(greeting repl3)"

eval "exec ${PROGRAM[1]}>&-"
wait "$program"

# --- HAProxy in front of it ---

through() { # [PORT]: the number of the server that is reached
	ask haproxy1 'SELECT @@server_id' "${1:-}"
}
reaches() { # NUMBERS [PORT]
	[[ $1 == *"$(through "${2:-}")"* ]]
}
behind_haproxy() {
	begin haproxy || return
	check "HAProxy: the primary is reached" await 10 reaches 3
	check "HAProxy: another port for the replicas" reaches "1 12" "$MYND_CLUSTER_READ_PORT"
	check_equal "HAProxy: writes go through" "" "$(ask haproxy1 'INSERT INTO t VALUES (10)')"
	cluster_freeze repl3
	check "HAProxy: the primary is frozen: a backup is reached" await 10 reaches 1
	check_equal "HAProxy: which is read-only" 1290 "$(ask haproxy1 'INSERT INTO t VALUES (11)')"
	cluster_thaw repl3
	check "HAProxy: the primary is back" await 10 reaches 3
	cluster_kill haproxy1
	check_equal "HAProxy is killed: a connect is refused" refusal "$(greeting haproxy1)"
	check "HAProxy is restarted" cluster_restart haproxy1
	check "HAProxy: the primary is reached again" await 10 reaches 3
}
if reason=$(get_haproxy); then
	behind_haproxy
else
	skip_check HAProxy "$reason"
fi

end repl
[[ -n $reason ]] || check_equal "nor does HAProxy in front of it" "" "$(left_of haproxy "$MYND_CLUSTER_FOLDER" "")"
finish
