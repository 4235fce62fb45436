#!/usr/bin/env bash
# mynd.dead_after: each kind of call ends when the server is frozen (SIGSTOP), or when the network does not
# reach it any more; none ends while the server lives, however long it takes, and the server counts no broken
# logins (max_connect_errors = 1). Where network namespaces can be had, the server is in one, the programs in
# another, and a cable between them is cut; elsewhere everything is on the loopback device, and nothing is
# cut. MYND_DEAD_SERVER=mysql: a MySQL, on the loopback device; MYND_DEAD_SHOW=1: also what took how long. Run
# by `./dev test dead`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

kind=${MYND_DEAD_SERVER:-mariadb}
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-dead.XXXXXX")
at_exit rm -rf "$temp"
at_exit server_stop "$temp/server.env"

# --- two networks ---

# The server looks up the name of its client: without one it would not count the client's broken logins.
in_client() { # COMMAND...: in the programs' network
	"$@"
}
make_client_network() {
	unshare --net sleep infinity &
	client=$!
	disown "$client"
	at_exit kill "$client"
	in_client() { nsenter --net="/proc/$client/ns/net" "$@"; }
	until [[ $(readlink "/proc/$client/ns/net") != "$(readlink /proc/$$/ns/net)" ]]; do
		kill -0 "$client" || return
	done
	in_client ip link set lo up
}
lay_cable() {
	in_client ip link add dead type veth peer name dead netns "$MYND_TEST_SERVER_PID" &&
		in_client ip address add 10.99.0.2/24 dev dead && in_client ip link set dead up &&
		in_server ip address add 10.99.0.1/24 dev dead && in_server ip link set dead up
}
in_server() { # COMMAND...
	nsenter --net="/proc/$MYND_TEST_SERVER_PID/ns/net" "$@"
}

cables=
if [[ $kind == mariadb && $(id -u) -eq 0 ]] && unshare --net --mount true 2>/dev/null && make_client_network; then
	cables=1
	printf '127.0.0.1 localhost\n10.99.0.2 client\n' >"$temp/hosts"
	# shellcheck disable=SC2016
	mariadb_before=(unshare --net --mount sh -c 'mount --bind "$1" /etc/hosts && shift && ip link set lo up && exec "$@"' sh "$temp/hosts")
fi
server_options=(--bind-address=0.0.0.0 --max-connect-errors=1)
server_start "$temp/server.env" "$kind" || die "the server does not start"
. "$temp/server.env"
disown "$MYND_TEST_SERVER_PID"
at_exit kill -CONT "$MYND_TEST_SERVER_PID"
export DEAD_HOST=127.0.0.1
if [[ -n $cables ]]; then
	lay_cable || die "the networks cannot be joined"
	export DEAD_HOST=10.99.0.1
fi

# --- the checks ---

ways() { # WHAT COMMAND-THAT-DOES-IT COMMAND-THAT-UNDOES-IT
	run_program "$1" in_client "$MYND_PHP_CMD" -d mynd.dead_after=1 -d mynd.pipelining=on -d mysqli.allow_local_infile=1 "$here/ways.php" "$@"
}
broken() {
	"${kind}_sql" "$MYND_TEST_SERVER_FOLDER/server.sock" <<<"SHOW GLOBAL STATUS LIKE 'Aborted_connects'" | tail -n 1 | cut -f 2
}

before=$(broken)
ways lives '' ''
check_equal "a server that lives counts no broken login" "$before" "$(broken)"
# shellcheck disable=SC2016
ways frozen 'kill -STOP $MYND_TEST_SERVER_PID' 'kill -CONT $MYND_TEST_SERVER_PID'
if [[ -n $cables ]]; then
	ways "cut" "nsenter --net=/proc/$MYND_TEST_SERVER_PID/ns/net ip link set dead down" \
		"nsenter --net=/proc/$MYND_TEST_SERVER_PID/ns/net ip link set dead up"
	# no device says that the cable is cut, and the other end is still known
	ways "silent" "ip neigh replace 10.99.0.1 lladdr 02:00:00:00:00:99 dev dead nud permanent" \
		"ip neigh del 10.99.0.1 dev dead"
else
	skip_check "cut" "no network namespaces can be had here"
fi
finish
