#!/usr/bin/env bash
# ./dev cluster, the kinds that take longer: Galera, Spider, Group Replication, MySQL Router. Each starts,
# takes writes, meets its own kind of loss, comes back, and leaves nothing. MySQL and its router are looked at
# where build/unstable is there (`./dev cluster start router` makes it). tests/cluster: what all kinds have in
# common. CLUSTER_ENGINES="galera": these alone. Run by `./dev test cluster-engines`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../cluster/checks.sh"

says() { # WHAT NODE SQL
	[[ $(ask "$2" "$3") == "$1" ]]
}
role_is() { # NODE WORDS
	[[ $(cluster_status "${1%%[0-9]*}" | grep "^$1 ") == *"$2" ]]
}

connects() { # TARGET KIND: what a program says that connects to the list of all nodes
	echo "$1 persistent 2" | HOSTS_NODES="${2}1 ${2}2 ${2}3" $MYND_PHP_CMD -d mynd.connect_patience="${patience:-0}" "$here/../cluster/hosts.php"
}
says_of_itself() { # WORDS TARGET
	[[ $(connects "$2" galera) == *"$1"* ]]
}
with_patience_reaches() { # PATTERN
	[[ $(patience=90 connects primary group) =~ ^$1$ ]]
}

# --- Galera: every node writes; without a quorum none does ---

galera() {
	local name
	check_equal "galera: nodes run" "runs runs runs" "$(states galera)"
	check_equal "galera: a write" "" "$(ask galera1 'CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1)')"
	check_equal "galera: a write on another node" "" "$(ask galera2 'INSERT INTO t VALUES (2)')"
	check "galera: the third has both" await 10 says 2 galera3 'SELECT COUNT(*) FROM t'
	check_equal "galera: none has to be promoted" "galera2 is in a cluster with a quorum: every node of it takes writes, none has to be promoted" \
		"$(cluster_promote galera2 2>&1)"
	cluster_kill galera3
	check "galera: killed: the others go on" await 20 says "" galera1 'INSERT IGNORE INTO t VALUES (3)'
	check "galera: the killed one is restarted" cluster_restart galera3
	check_equal "galera: restarted: it has what came meanwhile" 3 "$(ask galera3 'SELECT COUNT(*) FROM t')"
	if [[ -n $MYND_CLUSTER_NETWORK ]]; then
		for name in galera1 galera2 galera3; do
			cluster_cut "$name"
		done
		check "galera: no quorum" await 30 role_is galera1 non-Primary
		cluster_heal galera1
		check_equal "galera: no quorum: 1047" 1047 "$(ask galera1 'SELECT COUNT(*) FROM t')"
		check "galera: no quorum: it is no primary" says_of_itself "galera1: The server is not ready (wsrep_ready is OFF), and a primary is asked for;" primary
		check "galera: no quorum: nor a replica" says_of_itself "galera1: The server is not ready (wsrep_ready is OFF), and a replica is asked for;" replica
		check "galera: promote makes it a cluster" cluster_promote galera1
		check_equal "galera: which takes writes" "" "$(ask galera1 'INSERT INTO t VALUES (4)')"
		cluster_heal galera2
		cluster_heal galera3
		check "galera: the others join it" await 60 says 4 galera3 'SELECT COUNT(*) FROM t'
	else
		skip_check "galera: no quorum" "there are no network namespaces here"
	fi
}

# --- Spider ---

spider() {
	local name
	for name in spider2 spider3; do
		ask "$name" 'CREATE TABLE t (id INT PRIMARY KEY, v INT)'
	done
	check_equal "spider: a table over both" "" "$(ask spider1 "CREATE TABLE t (id INT PRIMARY KEY, v INT) ENGINE = SPIDER COMMENT = 'wrapper \"mysql\", table \"t\"'
		PARTITION BY KEY (id) (PARTITION a COMMENT = 'server \"spider2\"', PARTITION b COMMENT = 'server \"spider3\"')")"
	check_equal "spider: rows go through the front" "" "$(ask spider1 'INSERT INTO t SELECT seq, seq FROM seq_1_to_100')"
	check_equal "spider: each has its part" 100 $(($(ask spider2 'SELECT COUNT(*) FROM t') + $(ask spider3 'SELECT COUNT(*) FROM t')))
	check "spider: and not all" test "$(ask spider2 'SELECT COUNT(*) FROM t')" -lt 100
	check_equal "spider: the front has all" 5050 "$(ask spider1 'SELECT SUM(v) FROM t')"
	cluster_kill spider3
	check "spider: a shard is killed: 1158, then 1429" await 10 says 1429 spider1 'SELECT COUNT(*) FROM t'
	check "spider: the shard is restarted" cluster_restart spider3
	check "spider: the front has all again" await 10 says 5050 spider1 'SELECT SUM(v) FROM t'
}

# --- Group Replication ---

group() {
	check_equal "group: a write on the primary" "" "$(ask group1 'CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1)')"
	check "group: a secondary has it" await 10 says 1 group2 'SELECT COUNT(*) FROM t'
	check_equal "group: a write there is refused" 1290 "$(ask group2 'INSERT INTO t VALUES (2)')"
	check "group: promote" cluster_promote group2
	check "group: it is the primary" await 10 role_is group2 'ONLINE PRIMARY'
	check "group: it takes writes" await 10 says "" group2 'REPLACE INTO t VALUES (2)'
	check_equal "group: the former primary refuses them" 1290 "$(ask group1 'INSERT INTO t VALUES (3)')"
	check_equal "group: a connect that wants a primary" "group2 primary" "$(connects primary group)"
	check_equal "group: one that wants a replica" "group1 replica" "$(connects replica group)"
	cluster_kill group2
	check_equal "group: killed: a connect fails" 2002 "$(connects primary group | cut -d' ' -f1)"
	check "group: killed: one with patience has the next primary" with_patience_reaches 'group[13] primary, late'
	check "group: killed: another one takes writes" await 60 eval '[[ -z $(ask group1 "REPLACE INTO t VALUES (3)") || -z $(ask group3 "REPLACE INTO t VALUES (3)") ]]'
	check "group: the killed one is restarted" cluster_restart group2
	check "group: restarted: it has what came meanwhile" await 10 says 3 group2 'SELECT COUNT(*) FROM t'
	check_equal "group: restarted: it is no primary" 1290 "$(ask group2 'INSERT INTO t VALUES (4)')"
}

# --- MySQL Router: in front of the group, whose first node takes its connections ---

router() {
	begin router || return
	check_equal "router: the first node is reached" 1 "$(ask router1 'SELECT @@server_id')"
	check_equal "router: by the shared port, too" 1 "$(ask router1 'SELECT @@server_id' "$MYND_CLUSTER_SHARED_PORT")"
	cluster_kill group1
	check "router: it is killed: the next one" await 20 says 2 router1 'SELECT @@server_id'
	cluster_freeze router1
	check_equal "router: frozen: silence" silence "$(greeting router1)"
	cluster_thaw router1
	check_equal "router: thawed: it greets" greeting "$(greeting router1)"
}

# In a shell of its own, which ends where the engine cannot be had.
can_be_had() { # KIND
	known_cluster "$1"
	("cluster_$1_prepare") 2>&1
}

for kind in ${CLUSTER_ENGINES:-galera spider group}; do
	case $kind in
	group)
		if [[ -n $(missing_in_debian unstable mysql-server-core mysql-router) ]]; then
			skip_check "group, router" "build/unstable has them not; ./dev cluster start router makes it"
			continue
		fi
		enter_debian unstable
		client=("${enter_debian[@]}" mysql)
		;;
	*)
		client=(mariadb)
		reason=$(can_be_had "$kind") || { skip_check "$kind" "$reason" && continue; }
		;;
	esac
	begin "$kind" || continue
	"$kind"
	[[ $kind != group ]] || router
	end "$kind"
	[[ $kind == galera ]] || continue # its nodes need several ports, which are their own there
	check "galera: it starts on the loopback device" start_here galera --loopback
	check_equal "galera: nodes run there" "runs runs runs" "$(states galera)"
	end galera
done
finish
