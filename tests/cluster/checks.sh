# For the suites of clusters: what a program sees of a node, and what is left of a cluster.
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use cluster haproxy debian
set +e
find_php

# The reply to a user's statement on a node, over TCP; the number of its error, if it is one.
ask() { # NODE SQL [PORT]
	local node kind host port folder pid role namespace said
	read_node "$1"
	said=$(timeout 20 "${client[@]}" --no-defaults -h "$host" -P "${3:-$port}" -u mynd -p'throw away' -N --connect-timeout=2 mynd_test -e "$2" 2>&1 |
		grep -v 'Using a password')
	[[ ! $said =~ ERROR\ ([0-9]+) ]] || said=${BASH_REMATCH[1]}
	[[ -z $said ]] || echo "$said"
}
client=(mariadb)

# What a connect meets within a second: a greeting, silence, a refusal, or nobody.
greeting() { # NODE [PORT]
	local node kind host port folder pid role namespace said
	read_node "$1"
	said=$(timeout 1 bash -c 'exec 3<>"/dev/tcp/$0/$1" && echo connected && read -r -n 1 <&3 && echo greeted' "$host" "${2:-$port}" 2>&1 | tr '\n' ' ')
	case $said in
	'connected greeted ') echo greeting ;;
	'connected ') echo silence ;;
	*refused*) echo refusal ;;
	'') echo nobody ;;
	*) echo "$said" ;;
	esac
}

# The state of each node, as the cluster's status has it.
states() { # KIND
	cluster_status "$1" | awk '{ print $3 }' | xargs
}

# What a cluster of this folder and network has left behind.
left_of() { # KIND FOLDER NETWORK
	[[ ! -e $(cluster_state "$1") ]] || echo "the state file"
	[[ ! -e $2 ]] || echo "the folder $2"
	pgrep -af -- "$2/"
	[[ -z $3 ]] || ip -brief link | grep -E "^mynd$3(-|@| )"
	[[ -z $3 ]] || ip netns list | grep "^mynd$3-"
	return 0
}

keep_clusters_private

# In a shell of its own: what ends it must not end the suite.
start_here() { # KIND [--loopback]
	(cluster_start "$@")
}

# Starts a cluster and reads its state file; fails where it does not start.
begin() { # KIND
	known_cluster "$1"
	check "$1: it starts" start_here "$1" && . "$(cluster_state "$1")"
}

# Ends a cluster, and what is in front of it.
end() { # KIND
	local folder network
	folder=$(cluster_value "$1" FOLDER) network=$(cluster_value "$1" NETWORK)
	cluster_stop "$1"
	check_equal "$1: stop leaves nothing" "" "$(left_of "$1" "$folder" "$network")"
}
