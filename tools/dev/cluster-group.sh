# MySQL's Group Replication of three nodes with one primary, for cluster.sh.
use mysql

cluster_group_names() {
	echo group1 group2 group3
}

cluster_group_prepare() {
	mysql_prepare
}

group_port=33061 # of the group

# The smallest cache of messages, 128 MB a node.
cluster_group_options() {
	server_options=(--server-id="${node#group}" --log-bin=binary --gtid-mode=ON --enforce-gtid-consistency=ON --report-host="$host" --report-port="$port"
		--plugin-load-add=group_replication.so --loose-group-replication-group-name=a8a2c5ea-6d79-4b1c-9b6e-6d796e640001
		--loose-group-replication-start-on-boot=OFF --loose-group-replication-local-address="$host:$(node_ports "$group_port")"
		--loose-group-replication-group-seeds="$(group_addresses group "$group_port")" --loose-group-replication-message-cache-size=134217728
		--loose-group-replication-recovery-get-public-key=ON)
}

join_group() { # NODE
	node_sql "$1" <<-SQL
		CHANGE REPLICATION SOURCE TO SOURCE_USER = 'mynd_replication', SOURCE_PASSWORD = 'throw away' FOR CHANNEL 'group_replication_recovery';
		START GROUP_REPLICATION;
	SQL
}

begin_group() { # NODE: it is the first one
	node_sql "$1" <<<'SET GLOBAL group_replication_bootstrap_group = ON' && join_group "$1" &&
		node_sql "$1" <<<'SET GLOBAL group_replication_bootstrap_group = OFF'
}

# What a node says of another one: ONLINE PRIMARY, UNREACHABLE SECONDARY ...; nothing, if that is not in the
# group.
member() { # NODE OF-NODE
	node_value "$1" "SELECT CONCAT(MEMBER_STATE, ' ', MEMBER_ROLE) FROM performance_schema.replication_group_members
		WHERE MEMBER_HOST = '$(cluster_value group "$2_HOST")' AND MEMBER_PORT = $(cluster_value group "$2_PORT")"
}

is_online() { # NODE
	[[ $(member "$1" "$1") == ONLINE* ]]
}

cluster_group_form() {
	local name
	start_nodes group1 group2 group3 || return
	begin_group group1 && await 30 is_online group1 && create_cluster_users group1 PROCESS RELOAD 'REPLICATION CLIENT' || return
	for name in group2 group3; do
		join_group "$name" && await 60 is_online "$name" || return
	done
}

# The group lets a node in again once it has found that the old one is gone.
cluster_group_join() {
	await 60 rejoins
}

rejoins() {
	is_online "$node" || { join_group "$node" && await 20 is_online "$node"; }
}

# Without a group of which it is one, a node that still runs joins again.
cluster_group_rejoin() {
	if node_runs; then
		is_online "$node" || node_sql "$node" <<<'STOP GROUP_REPLICATION'
		await 60 rejoins || die "$node does not come back"
	else
		cluster_restart "$node"
	fi
}

cluster_group_role() {
	local said
	said=$(member "$node" "$node")
	echo "${said:-OFFLINE}"
}

has_majority() { # NODE: as it sees it
	[[ $(node_value "$1" "SELECT 2 * SUM(MEMBER_STATE != 'UNREACHABLE') > COUNT(*) FROM performance_schema.replication_group_members") == 1 ]]
}

# The group makes the node its primary. Where no group or no majority is left, the node becomes a group by
# itself, which the others join (rejoin).
cluster_group_promote() {
	[[ $(node_state) != frozen* ]] || die "$node is frozen"
	node_runs || { launch_node "$node" && await_node "$node"; } || die "$node does not start"
	case $(member "$node" "$node") in
	'ONLINE PRIMARY') ! has_majority "$node" || { say "$node is the primary" && return; } ;;
	'ONLINE SECONDARY')
		if has_majority "$node"; then
			node_sql "$node" <<<"SELECT group_replication_set_as_primary(@@server_uuid)" >/dev/null
			return
		fi
		;;
	*)
		begin_group "$node" || die "$node does not begin a group"
		return
		;;
	esac
	node_sql "$node" <<<"SET GLOBAL group_replication_force_members = '$host:$(node_ports "$group_port")'; SET GLOBAL group_replication_force_members = ''" ||
		die "$node does not become a group"
}
