# Clusters of throw-away servers: `./dev cluster`, and the same for tests (with_private_cluster). A kind of
# cluster is in cluster-KIND.sh. A node's name is its kind and a number (repl1), so that a name alone says
# which cluster is meant. Where root may make them, each node is in a network namespace of its own, with a
# cable to a bridge: programs of this machine reach it by its address, and `cut` takes the cable's end down.
# Elsewhere nodes are on the loopback device, and `cut` refuses. What is known of a cluster is in a state
# file, which is also what programs get as their environment.
#
# cluster-KIND.sh has these, cluster_KIND_ before each name; those that look at one node find in `node` its
# name and in the variables of read_node what is known of it:
#   names        the nodes' names
#   prepare      fetches what is needed; ends the shell (`unavailable`) where it cannot be had
#   options      sets server_options of a server, and adds to the words `before` its command (all but proxies)
#   launch       starts the program after the words `before`, and sets server_pid (haproxy, router)
#   form         starts the nodes of a new cluster and makes them one
#   join         what a server that has been started again does to be one of the cluster (where it does more)
#   role         prints what the node is now
#   promote      makes the node the primary, or a cluster by itself (where there is something like it)
#   rejoin       makes it one of the cluster as that is now (where a start alone is not enough)
use setup server

cluster_states=$BUILD/cluster # the folder of the state files
declare -gA cluster_engines=([repl]=mariadb [galera]=mariadb [group]=mysql [spider]=mariadb [haproxy]=haproxy [router]=router)
declare -gA cluster_behind=([haproxy]=repl [router]=group) # what stands behind a proxy

known_cluster() { # KIND
	[[ -n ${cluster_engines[$1]:-} ]] || die "there is no cluster '$1'; there are: repl galera group spider haproxy router"
	use "cluster-$1"
}

# --- the state file ---

cluster_state() { # KIND
	echo "$cluster_states/$1.env"
}

cluster_value() { # KIND NAME
	(. "$(cluster_state "$1")" && name=MYND_CLUSTER_$2 && echo "${!name}")
}

set_cluster_value() { # KIND NAME VALUE
	sed -i "s|^export MYND_CLUSTER_$2=.*|export MYND_CLUSTER_$2=$(printf %q "$3")|" "$(cluster_state "$1")"
}

# Sets what is known of a node, in variables of its caller: node kind host port folder pid role namespace.
read_node() { # NODE
	local name values
	node=$1 kind=${1%%[0-9]*}
	known_cluster "$kind"
	[[ -f $(cluster_state "$kind") ]] || die "the cluster $kind does not run; ./dev cluster start $kind"
	[[ " $(cluster_value "$kind" NAMES) " == *" $node "* ]] || die "there is no node '$node'; there are: $(cluster_value "$kind" NAMES)"
	mapfile -t values < <(
		. "$(cluster_state "$kind")"
		for name in HOST PORT FOLDER PID ROLE NAMESPACE; do
			name=MYND_CLUSTER_${node}_$name
			echo "${!name}"
		done
	)
	host=${values[0]} port=${values[1]} folder=${values[2]} pid=${values[3]} role=${values[4]} namespace=${values[5]}
}

# Prints the state of a cluster that has nothing yet but its folder and its addresses.
describe_cluster() { # KIND FOLDER NETWORK
	local names name nodes=() host port number namespace first=1
	names=$("cluster_$1_names")
	[[ -z ${cluster_behind[$1]:-} ]] || first=101 # beside the nodes of its network
	number=$first
	for name in $names; do
		host=127.0.0.1 namespace=
		if [[ -n $3 ]]; then
			host=10.213.$3.$number port=3306 namespace=mynd$3-$number
		else
			port=$(free_port)
		fi
		nodes+=("$host:$port")
		printf "MYND_CLUSTER_${name}_%s=%q\n" HOST "$host" PORT "$port" PID 0 SOCKET "$2/$name/server.sock" \
			FOLDER "$2/$name" NAMESPACE "$namespace" ROLE ''
		number=$((number + 1))
	done
	printf 'MYND_CLUSTER_%s=%q\n' KIND "$1" NAMES "${names//$'\n'/ }" NODES "${nodes[*]}" READY '' PRIMARY '' FOLDER "$2" NETWORK "$3" \
		USER mynd PASSWORD 'throw away' DB mynd_test TLS_CA "$2/tls/ca.pem" TLS_OTHER_CA "$2/tls/other-ca.pem" \
		TLS_CERT "$2/tls/client.pem" TLS_KEY "$2/tls/client-key.pem"
}

# --- networks ---

# Makes a bridge that nobody has and prints its number; fails where there can be none. Its alias says whose it
# is. The names of bridges, cables and namespaces are made of the number.
make_network() { # FOLDER
	local number
	[[ $(id -u) -eq 0 ]] && command -v ip nsenter >/dev/null || return
	for number in {1..99}; do
		ip link add "mynd$number" type bridge 2>/dev/null || continue
		ip link set "mynd$number" alias "$1" && ip address add "10.213.$number.254/24" dev "mynd$number" &&
			ip link set "mynd$number" up && plug_in "mynd$number" "mynd$number-250" "10.213.$number.250" "$1" && # a trial
			pull_out "mynd$number-250" "$1" && echo "$number" && return
		ip link delete "mynd$number"
		return 1
	done 2>/dev/null
	return 1
}

plug_in() { # BRIDGE NAMESPACE ADDRESS FOLDER
	! ip netns delete "$2" 2>/dev/null || say "the namespace $2 was left by a cluster that is gone"
	ip netns add "$2" && ip -n "$2" link set lo up &&
		ip link add "$2" type veth peer name eth0 netns "$2" && ip link set "$2" alias "$4" &&
		ip -n "$2" address add "$3/24" dev eth0 && ip -n "$2" link set eth0 up &&
		ip link set "$2" master "$1" up
}

alias_of() { # LINK
	cat "/sys/class/net/$1/ifalias" 2>/dev/null || true
}

pull_out() { # NAMESPACE FOLDER
	[[ $(alias_of "$1") != "$2" ]] || { ip link delete "$1" && ip netns delete "$1"; }
}

remove_network() { # NUMBER FOLDER
	[[ $(alias_of "mynd$1") != "$2" ]] || ip link delete "mynd$1"
}

link_is_up() { # NAMESPACE
	(($(<"/sys/class/net/$1/flags") & 1))
}

# Prints ports of a node beside its server's: in a namespace of its own the usual ones, on the loopback device
# free ones, which the node keeps.
node_ports() { # USUAL...; after read_node
	local ports=() usual
	if [[ -n $namespace ]]; then
		echo "$*"
	elif [[ -e $folder/ports ]]; then
		cat "$folder/ports"
	else
		for usual in "$@"; do
			ports+=("$(free_port)")
		done
		tee "$folder/ports" <<<"${ports[*]}"
	fi
}

# Prints where the nodes of a kind find each other: the first of their ports beside the server's, as
# "host:port,host:port".
group_addresses() { # KIND USUAL-PORT...
	local node kind host port folder pid role namespace name addresses=()
	for name in $("cluster_$1_names"); do
		read_node "$name"
		addresses+=("$host:$(node_ports "${@:2}" | cut -d' ' -f1)")
	done
	(IFS=, && echo "${addresses[*]}")
}

# --- nodes ---

# Lists the node's processes: its server, and what that has started (state transfers).
node_processes() { # after read_node
	[[ $pid -eq 0 ]] || pgrep -s "$pid" -f -- "$folder/" || true
}

node_runs() { # after read_node
	[[ $'\n'$(node_processes)$'\n' == *$'\n'$pid$'\n'* ]]
}

# Prints what a node does: runs, frozen, cut, "frozen, cut" or down.
node_state() { # after read_node
	local cut=
	[[ -z $namespace ]] || link_is_up "$namespace" || cut="cut"
	if ! node_runs; then
		echo down
	elif [[ $(ps -o stat= -p "$pid") == T* ]]; then
		echo "frozen${cut:+, $cut}"
	else
		echo "${cut:-runs}"
	fi
}

node_sql() { # NODE; SQL from standard input; as root, by its unix socket, which no cut reaches
	local node kind host port folder pid role namespace
	read_node "$1"
	[[ $(node_state) != frozen* ]] || die "$node is frozen" # it would be waited for
	"${cluster_engines[$kind]}_sql" "$folder/server.sock"
}

node_value() { # NODE SQL; prints the one value
	node_sql "$1" <<<"$2" | tail -n +2
}

# Waits until a command succeeds; fails after so many seconds.
await() { # SECONDS COMMAND...
	local end=$((SECONDS + $1))
	until "${@:2}" >/dev/null 2>&1; do
		((SECONDS <= end)) || return
		sleep 0.1
	done
}

# Starts a node's program, in its namespace. It runs afterwards, but it need not answer yet (await_node).
launch_node() { # NODE OPTION...
	local node kind host port folder pid role namespace server_pid server_options=() before=() mariadb_before mysql_before server_user mariadb_plugins
	read_node "$1"
	! node_runs || die "$node runs"
	"cluster_${kind}_prepare"
	[[ -z $namespace ]] || before=(nsenter "--net=/run/netns/$namespace")
	server_user=$(user_of "$kind")
	case ${cluster_engines[$kind]} in
	mariadb | mysql)
		"cluster_${kind}_options"
		mariadb_before=("${before[@]}") mysql_before=("${before[@]}")
		# what was answered with OK outlives the server; names of clients are not looked up
		server_options+=(--bind-address="$host" --innodb-flush-log-at-trx-commit=2 --skip-name-resolve "${@:2}")
		launch_server "${cluster_engines[$kind]}" "$folder" "$port"
		;;
	*) "cluster_${kind}_launch" ;;
	esac
	disown "$server_pid" # the shell says nothing of its end
	set_cluster_value "$kind" "${node}_PID" "$server_pid"
}

await_node() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	if [[ -n ${cluster_behind[$kind]:-} ]]; then
		await 20 listens
	else
		wait_for_server "${cluster_engines[$kind]}" "$folder" "$pid"
	fi || { say "$node does not start: $(tail -n 5 "$folder/error.log")" && return 1; }
}

listens() { # after read_node
	{ : <"/dev/tcp/$host/$port"; } 2>/dev/null
}

start_nodes() { # NODE...: side by side
	local name
	for name in "$@"; do
		launch_node "$name" || return
	done
	for name in "$@"; do
		await_node "$name" || return
	done
}

end_node() { # after read_node
	local processes
	while processes=$(node_processes) && [[ -n $processes ]]; do
		xargs kill -9 <<<"$processes" 2>/dev/null || true
		sleep 0.02
	done
}

set_role() { # NODE ROLE
	set_cluster_value "${1%%[0-9]*}" "$1_ROLE" "$2"
}

# An empty data folder for the node, a copy of the cluster's.
give_data() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	rm -rf "$folder/data" &&
		cp -a "${folder%/*}/template/data" "$folder/data" && ln -sfn ../tls "$folder/tls" || return
	[[ $(user_of "$kind") == root ]] || chown -R "$(user_of "$kind")" "$folder"
}

# Users as those of the throw-away server have them, but for their rights: what GRANT ALL gives may write to
# a server that is read-only.
create_cluster_users() { # NODE RIGHT...: rights of the user mynd on all databases
	node_sql "$1" <<-SQL
		CREATE DATABASE mynd_test;
		CREATE USER mynd IDENTIFIED BY 'throw away', mynd_check, mynd_replication IDENTIFIED BY 'throw away';
		GRANT ALL ON mynd_test.* TO mynd;
		GRANT $(IFS=, && echo "${*:2}") ON *.* TO mynd;
		GRANT REPLICATION SLAVE ON *.* TO mynd_replication;
	SQL
}

# --- a cluster ---

cluster_runs() { # KIND
	local node kind host port folder pid role namespace name
	[[ -f $(cluster_state "$1") && -n $(cluster_value "$1" READY) ]] || return
	for name in $(cluster_value "$1" NAMES); do
		read_node "$name"
		! node_runs || return 0
	done
	return 1
}

plug_in_nodes() { # KIND OWNER
	local node kind host port folder pid role namespace name
	for name in $(cluster_value "$1" NAMES); do
		read_node "$name"
		mkdir -p "$folder"
		[[ -z $namespace ]] || plug_in "${namespace%-*}" "$namespace" "$host" "$2" || return
	done
}

# Fills the folder of a cluster of servers: certificates, an empty data folder, a copy of it for each node.
fill_cluster() { # KIND FOLDER
	local engine=${cluster_engines[$1]} name certificate_addresses=(127.0.0.1)
	for name in $(cluster_value "$1" NAMES); do
		certificate_addresses+=("$(cluster_value "$1" "${name}_HOST")")
	done
	write_certificates "$2/tls" || return
	[[ $(user_of "$1") == root ]] || { chmod 755 "$2" && chown -R "$(user_of "$1")" "$2/tls"; }
	mkdir "$2/template"
	"${engine}_install" "$2/template" || { say "no data folder: $(tail -n 5 "$2/template/install.log")" && return 1; }
	rm -f "$2/template/data/auto.cnf" # the identity of a MySQL
	for name in $(cluster_value "$1" NAMES); do
		give_data "$name" || return
	done
}

# Whom the servers of a kind run as, if not as us.
user_of() { # KIND
	[[ $1 == galera && $(id -u) -eq 0 ]] && echo nobody || echo root
}

# Makes what a state file describes. If that fails, the caller removes what there is. OWNER is the folder of
# the cluster whose network it is.
make_cluster() { # KIND FOLDER OWNER
	plug_in_nodes "$1" "$3" || return
	[[ $3 != "$2" ]] || fill_cluster "$1" "$2" || return
	"cluster_$1_form" || return
	set_cluster_value "$1" READY yes
}

cluster_start() { # KIND [--loopback]
	local kind=$1 dir owner network= behind started=$SECONDS
	known_cluster "$kind"
	! cluster_runs "$kind" || return 0
	cluster_stop "$kind" # what is left of one
	"cluster_${kind}_prepare"
	behind=${cluster_behind[$kind]:-}
	[[ -z $behind ]] || cluster_start "$behind" "${@:2}"
	mkdir -p "$cluster_states"
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-cluster.XXXXXX") owner=
	if [[ -n $behind ]]; then
		owner=$(cluster_value "$behind" FOLDER) network=$(cluster_value "$behind" NETWORK)
	elif [[ ${2:-} != --loopback ]]; then
		network=$(make_network "$dir") || say "no network namespaces can be had here: the nodes are on the loopback device, and none can be cut"
	fi
	say "starting a cluster $kind in $dir"
	describe_cluster "$kind" "$dir" "$network" | sed 's/^/export /' >"$(cluster_state "$kind")"
	(make_cluster "$kind" "$dir" "${owner:-$dir}") || { cluster_stop "$kind" && die "the cluster $kind does not start"; }
	say "it runs, after $((SECONDS - started)) s"
}

cluster_stop() { # KIND
	local node kind host port folder pid role namespace name front dir network owner
	for front in "${!cluster_behind[@]}"; do
		[[ ${cluster_behind[$front]} != "$1" ]] || cluster_stop "$front"
	done
	[[ -f $(cluster_state "$1") ]] || return 0
	dir=$(cluster_value "$1" FOLDER) network=$(cluster_value "$1" NETWORK) owner=$dir
	[[ -z ${cluster_behind[$1]:-} ]] || owner=$(cluster_value "${cluster_behind[$1]}" FOLDER)
	for name in $(cluster_value "$1" NAMES); do
		read_node "$name"
		end_node
		[[ -z $namespace ]] || pull_out "$namespace" "$owner"
	done
	[[ -z $network || $owner != "$dir" ]] || remove_network "$network" "$dir"
	[[ $dir == */mynd-cluster.* ]] && rm -rf "$dir"
	rm -f "$(cluster_state "$1")"
}

cluster_stop_all() {
	local state
	for state in "$cluster_states"/*.env; do
		[[ ! -f $state ]] || { state=${state##*/} && cluster_stop "${state%.env}"; }
	done
}

# Clusters that are started from now on are our own, and end with this script.
keep_clusters_private() {
	cluster_states=$(mktemp -d "${TMPDIR:-/tmp}/mynd-state.XXXXXX")
	at_exit rm -rf "$cluster_states"
	at_exit cluster_stop_all
}

# A cluster of our own, for as long as this script runs; its environment is exported.
with_private_cluster() { # KIND [--loopback]
	keep_clusters_private
	cluster_start "$@"
	. "$(cluster_state "$1")"
}

# Prints a line for each node: its name, address, state and role.
cluster_status() { # KIND
	local node kind host port folder pid role namespace name state
	known_cluster "$1"
	[[ -f $(cluster_state "$1") ]] || die "the cluster $1 does not run; ./dev cluster start $1"
	for name in $(cluster_value "$1" NAMES); do
		read_node "$name"
		state=$(node_state)
		[[ $state == down || $state == frozen* ]] && role=- || role=$("cluster_${kind}_role")
		printf '%-10s %-20s %-12s %s\n' "$name" "$host:$port" "$state" "$role"
	done
}

# --- what happens to a node ---

cluster_kill() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	node_runs || die "$node does not run"
	end_node
}

# An orderly end: the server takes its time, a minute at most.
cluster_term() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	node_runs || die "$node does not run"
	end_process "$pid" 60 node_runs
	end_node
}

cluster_freeze() { # NODE: its connections stay, nothing is answered
	local node kind host port folder pid role namespace
	read_node "$1"
	node_runs || die "$node does not run"
	kill -STOP "$pid"
}

cluster_thaw() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	node_runs || die "$node does not run"
	kill -CONT "$pid"
}

# Parts a node from all others and from this machine's programs. What is sent is lost, nobody is told.
cluster_cut() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	[[ -n $namespace ]] || die "$node is on the loopback device, which cannot be cut"
	ip link set "$namespace" down
}

# Undoes cut and freeze.
cluster_heal() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	[[ -z $namespace ]] || ip link set "$namespace" up
	! node_runs || kill -CONT "$pid"
}

# Starts a node that has ended, as it was: a former primary comes back as one, and takes writes.
cluster_restart() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	{ launch_node "$node" && await_node "$node" && { ! declare -F "cluster_${kind}_join" >/dev/null || "cluster_${kind}_join"; }; } ||
		die "$node does not come back"
}

# A node that has ended, or is still what it was, becomes one of the cluster as that is now. What it has that
# the others lack is given up.
cluster_rejoin() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	if declare -F "cluster_${kind}_rejoin" >/dev/null; then
		"cluster_${kind}_rejoin"
	else
		node_runs || cluster_restart "$node"
	fi
}

cluster_promote() { # NODE
	local node kind host port folder pid role namespace
	read_node "$1"
	declare -F "cluster_${kind}_promote" >/dev/null || die "$kind has no primary"
	"cluster_${kind}_promote"
}

cmd_cluster() {
	local name=${2:-}
	case ${1:-} in
	start | stop | env | status)
		known_cluster "$name"
		[[ $1 != start ]] || setup
		case $1 in
		start) cluster_start "${@:2}" ;;
		stop)
			cluster_stop "$name"
			[[ -z ${cluster_behind[$name]:-} ]] || say "${cluster_behind[$name]} goes on running; ./dev cluster stop ${cluster_behind[$name]} ends it"
			;;
		env) cluster_runs "$name" || die "the cluster $name does not run; ./dev cluster start $name" ;;
		status) cluster_status "$name" ;;
		esac
		[[ $1 != start && $1 != env ]] || cat "$(cluster_state "$name")"
		;;
	kill | term | freeze | thaw | cut | heal | restart | rejoin | promote) "cluster_$1" "$name" ;;
	*) die "cluster: start, stop, env, status, kill, term, freeze, thaw, cut, heal, restart, rejoin or promote?" ;;
	esac
}
