# A MariaDB primary and two replicas, by GTID, for cluster.sh.
use mariadb

cluster_repl_names() {
	echo repl1 repl2 repl3
}

cluster_repl_prepare() {
	mariadb_prepare
}

# A replica's binary log has everything, so that the others can follow it.
cluster_repl_options() {
	server_options=(--server-id="$(server_id)" --log-bin=binary --log-slave-updates --gtid-strict-mode=1 --relay-log=relay --slave-net-timeout=5)
	[[ $role == primary ]] || server_options+=(--read-only)
}

server_id() { # after read_node
	cat "$folder/server-id" 2>/dev/null || echo "${node#repl}"
}

# Makes a node a replica of another one, which goes on from what it has. Fails with what the server says if it
# has something that the other one lacks.
follow() { # NODE PRIMARY
	local errors
	node_sql "$1" <<-SQL || return
		SET GLOBAL read_only = 1;
		STOP SLAVE;
		SET GLOBAL gtid_slave_pos = @@gtid_current_pos;
		CHANGE MASTER TO MASTER_HOST = '$(cluster_value repl "$2_HOST")', MASTER_PORT = $(cluster_value repl "$2_PORT"),
			MASTER_USER = 'mynd_replication', MASTER_PASSWORD = 'throw away', MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos;
		START SLAVE;
	SQL
	set_role "$1" replica
	await 20 is_decided "$1" || true
	replicates "$1" && return
	errors=$(node_sql "$1" <<<'SHOW SLAVE STATUS\G' | sed -n 's/^ *Last_\(IO\|SQL\)_Error: *\(.\)/\2/p')
	say "$1 cannot follow $2: $errors"
	return 1
}

slave_status() { # NODE NAME; SHOW SLAVE STATUS has one row
	node_sql "$1" <<<'SHOW SLAVE STATUS\G' | sed -n "s/^ *$2: //p"
}

# The threads have asked their primary and know whether it has what they want.
is_decided() { # NODE
	replicates "$1" || [[ $(slave_status "$1" Last_IO_Errno) != 0 || $(slave_status "$1" Last_SQL_Errno) != 0 ]]
}

replicates() { # NODE
	[[ $(slave_status "$1" 'Slave_.*_Running') == $'Yes\nYes' && $(slave_status "$1" Last_IO_Errno) == 0 ]] &&
		[[ $(slave_status "$1" Slave_IO_State) == 'Waiting for master to send event' ]]
}

# Waits until a replica has what another node has in its binary log.
await_position() { # NODE OF-NODE
	[[ $(node_value "$1" "SELECT MASTER_GTID_WAIT('$(node_value "$2" 'SELECT @@gtid_binlog_pos')', 30)") == 0 ]]
}

cluster_repl_form() {
	local name
	set_role repl1 primary
	set_cluster_value repl PRIMARY repl1
	start_nodes repl1 repl2 repl3 && create_cluster_users repl1 PROCESS RELOAD 'BINLOG MONITOR' 'SLAVE MONITOR' || return
	for name in repl2 repl3; do
		follow "$name" repl1 && await_position "$name" repl1 || return
	done
}

# A replica's threads start with the server.
cluster_repl_join() {
	[[ $role == primary ]] || await 20 is_decided "$node"
}

cluster_repl_rejoin() {
	local primary
	primary=$(cluster_value repl PRIMARY)
	[[ $node != "$primary" ]] || die "$node is the primary: restart it, or promote another one first"
	set_role "$node" replica
	node_runs || { launch_node "$node" --skip-slave-start && await_node "$node"; } || die "$node does not start"
	{ join_by_force "$node" "$primary" && await_position "$node" "$primary"; } || die "$node does not become a replica of $primary"
}

# What a node has that the primary lacks is given up: it begins anew. The binary logs of all nodes begin with
# the first statement, so an empty folder is a beginning.
join_by_force() { # NODE PRIMARY
	follow "$1" "$2" || { begin_anew "$1" && follow "$1" "$2"; }
}

begin_anew() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	say "$node begins anew, with an empty data folder: $(node_value "$node" 'SELECT @@gtid_binlog_pos') is not in the primary's history"
	end_node
	echo $(($(server_id) + 10)) >"$folder/server-id.new" # a replica skips what has its own number
	mv "$folder/server-id.new" "$folder/server-id"
	give_data "$node" && launch_node "$node" --skip-slave-start && await_node "$node"
}

cluster_repl_role() {
	local read_only source
	read_only=$(node_value "$node" 'SELECT @@read_only')
	source=$(slave_status "$node" Master_Host):$(slave_status "$node" Master_Port)
	case $read_only in
	0) echo "primary, at $(node_value "$node" 'SELECT @@gtid_binlog_pos')" ;;
	*) echo "replica of $source, at $(node_value "$node" 'SELECT @@gtid_slave_pos')" ;;
	esac
}

# As an operator does it. A primary that lives is made read-only, the candidate gets all that it has, and it
# becomes a replica as the others do. One that is dead, frozen or cut is not asked: what it has alone is lost,
# and when it comes back it takes writes.
cluster_repl_promote() {
	local old name state
	old=$(cluster_value repl PRIMARY)
	[[ $(node_state) == runs ]] || die "$node does not run"
	[[ $old != "$node" ]] || { say "$node is the primary" && return; }
	if [[ $(state_of "$old") == runs ]]; then
		node_sql "$old" <<<'SET GLOBAL read_only = 1'
		await_position "$node" "$old" || { node_sql "$old" <<<'SET GLOBAL read_only = 0' && die "$node does not get what $old has"; }
	else
		apply_received "$node"
	fi
	node_sql "$node" <<<'STOP SLAVE; RESET SLAVE ALL; SET GLOBAL read_only = 0'
	set_role "$node" primary
	set_cluster_value repl PRIMARY "$node"
	for name in $(cluster_repl_names); do
		[[ $name == "$node" || $(state_of "$name") != runs ]] || join_by_force "$name" "$node" || die "$name does not follow $node"
	done
}

state_of() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	node_state
}

# A replica whose primary is gone executes what it has received.
apply_received() { # NODE
	local received
	node_sql "$1" <<<'STOP SLAVE IO_THREAD'
	received=$(slave_status "$1" Gtid_IO_Pos)
	[[ -z $received || $(node_value "$1" "SELECT MASTER_GTID_WAIT('$received', 30)") == 0 ]]
}
