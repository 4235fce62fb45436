# MySQL Router in front of a cluster group, for cluster.sh, with the two ports of router.sh. Its routes are
# static: connections go to the first node that takes a connect, whatever that node is. Routes that know the
# primary need the metadata that MySQL Shell makes, which Debian has not.
use router

cluster_router_names() {
	echo router1
}

cluster_router_prepare() {
	need_router
}

cluster_router_launch() {
	local enter_debian
	enter_debian unstable
	setsid "${before[@]}" "${enter_debian[@]}" mysqlrouter -c "$folder/router.conf" >>"$folder/error.log" 2>&1 </dev/null &
	server_pid=$!
}

# The port with TLS is beside the other one, or a free one on the loopback device.
cluster_router_form() {
	local node kind host port folder pid role namespace shared=3307 nodes
	read_node router1
	[[ -n $namespace ]] || shared=$(free_port)
	cp "$(cluster_value group FOLDER)"/tls/server{,-key}.pem "$folder/" || return
	nodes=$(cluster_value group NODES)
	router_config "$folder" "$host" "${nodes// /,}" "$port" "$shared" >"$folder/router.conf"
	echo "export MYND_CLUSTER_SHARED_PORT=$shared" >>"$(cluster_state router)"
	start_nodes router1
}

cluster_router_role() {
	echo "in front of group"
}
