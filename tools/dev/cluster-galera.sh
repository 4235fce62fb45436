# Galera of three MariaDB nodes, for cluster.sh. Its library, the scripts of state transfers and rsync are
# Debian's, unpacked. rsync's daemon, which root would start, writes as nobody: so the nodes are nobody's.
use mariadb unpacked

cluster_galera_names() {
	echo galera1 galera2 galera3
}

cluster_galera_prepare() {
	local reason
	mariadb_prepare
	[[ -n $(command -v lsof || command -v ss) ]] || setup_packages lsof
	reason=$(get_unpacked "$BUILD/galera" galera-4 "mariadb-server=$(dpkg-query -W -f='${Version}' mariadb-server-core)" rsync libpopt0 libxxhash0 liblz4-1 libacl1) ||
		unavailable "Galera: $reason"
}

galera_ports=(4567 4568 4444) # of the group, of incremental and of whole transfers

cluster_galera_options() {
	local ports files=$BUILD/galera/files library
	read -ra ports < <(node_ports "${galera_ports[@]}")
	library=$(cd "$files/usr/lib" && echo *-linux-gnu*)
	before+=(env "PATH=$files/usr/bin:$PATH" "LD_LIBRARY_PATH=$files/usr/lib/$library")
	server_options=(--server-id="${node#galera}" --log-bin=binary --log-slave-updates --binlog-format=ROW --innodb-autoinc-lock-mode=2
		--wsrep-on=ON --wsrep-provider="$files/usr/lib/galera/libgalera_smm.so" --wsrep-cluster-name=mynd --wsrep-gtid-mode=ON
		--wsrep-cluster-address="gcomm://$(group_addresses galera "${galera_ports[@]}")" --wsrep-node-name="$node" --wsrep-node-address="$host:${ports[0]}"
		--wsrep-node-incoming-address="$host:$port" --wsrep-sst-method=rsync --wsrep-sst-receive-address="$host:${ports[2]}"
		--wsrep-provider-options="gmcast.listen_addr=tcp://$host:${ports[0]};ist.recv_addr=$host:${ports[1]};gcache.size=32M")
}

galera_status() { # NODE VARIABLE
	node_value "$1" "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'wsrep_$2'"
}

is_synced() { # NODE
	[[ $(galera_status "$1" local_state_comment) == Synced && $(galera_status "$1" ready) == ON ]]
}

has_nodes() { # NODE NUMBER
	[[ $(galera_status "$1" cluster_size) == "$2" ]]
}

cluster_galera_form() {
	launch_node galera1 --wsrep-new-cluster && await_node galera1 && await 20 is_synced galera1 || return
	create_cluster_users galera1 PROCESS RELOAD 'BINLOG MONITOR' 'SLAVE MONITOR' && start_nodes galera2 galera3 || return
	await 60 is_synced galera2 && await 60 is_synced galera3 && has_nodes galera1 3
}

cluster_galera_join() {
	await 60 is_synced "$node"
}

cluster_galera_role() {
	echo "$(galera_status "$node" local_state_comment) of $(galera_status "$node" cluster_size), $(galera_status "$node" cluster_status)"
}

# Every node takes writes: there is nothing to promote, but where no quorum is left. Then the node becomes a
# cluster by itself, which the others join; one that is down is started as the first of a new cluster.
cluster_galera_promote() {
	case $(node_state) in
	down)
		sed -i 's/^safe_to_bootstrap:.*/safe_to_bootstrap: 1/' "$folder/data/grastate.dat"
		{ launch_node "$node" --wsrep-new-cluster && await_node "$node"; } || die "$node does not start"
		;;
	frozen*) die "$node is frozen" ;;
	*)
		if [[ $(galera_status "$node" cluster_status) == Primary ]]; then
			say "$node is in a cluster with a quorum: every node of it takes writes, none has to be promoted"
			return
		fi
		node_sql "$node" <<<"SET GLOBAL wsrep_provider_options = 'pc.bootstrap=1'"
		;;
	esac
	await 20 is_synced "$node" || die "$node does not become a cluster: $(cluster_galera_role)"
}
