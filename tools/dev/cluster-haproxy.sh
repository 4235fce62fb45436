# HAProxy in front of a cluster repl, for cluster.sh, with two addresses: one for the primary, whose backups
# are the replicas, one for the replicas. The primary is who is it when HAProxy starts; HAProxy does not learn
# of a `promote`. Twice a second it asks each node for a greeting, so that a frozen one is found, too, and
# ends the connections to one that does not answer.
use haproxy

cluster_haproxy_names() {
	echo haproxy1
}

cluster_haproxy_prepare() {
	local reason
	reason=$(get_haproxy) || unavailable "HAProxy: $reason"
}

# The port for reads is beside the other one, or a free one on the loopback device.
haproxy_config() { # after read_node
	local name primary servers=()
	primary=$(cluster_value repl PRIMARY)
	for name in "$primary" $(cluster_repl_names | sed "s/$primary//"); do
		servers+=("server $name $(cluster_value repl "${name}_HOST"):$(cluster_value repl "${name}_PORT") check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions")
	done
	cat <<-CONFIG
		defaults
			mode tcp
			timeout connect 3s
			timeout client 1h
			timeout server 1h
			timeout check 500ms
			option mysql-check user mynd_check
		listen primary
			bind $host:$port
			${servers[0]}
			${servers[1]} backup
			${servers[2]} backup
		listen replicas
			bind $host:$1
			balance roundrobin
			${servers[1]}
			${servers[2]}
	CONFIG
}

cluster_haproxy_launch() {
	local haproxy
	find_haproxy
	setsid "${before[@]}" "${haproxy[@]}" -q -db -f "$folder/haproxy.cfg" >>"$folder/error.log" 2>&1 </dev/null &
	server_pid=$!
}

cluster_haproxy_form() {
	local node kind host port folder pid role namespace reads=3307
	read_node haproxy1
	[[ -n $namespace ]] || reads=$(free_port)
	haproxy_config "$reads" >"$folder/haproxy.cfg"
	echo "export MYND_CLUSTER_READ_PORT=$reads" >>"$(cluster_state haproxy)"
	start_nodes haproxy1
}

cluster_haproxy_role() {
	echo "in front of repl"
}
