#!/usr/bin/env bash
# Pipelines, asynchronous queries, bulk executes, pools, prologues, resets and cancels behind proxies, in
# plain text and with TLS: HAProxy (Debian's, unpacked), which passes bytes on, in front of MariaDB; MySQL
# Router in front of MySQL, which answers commands of one write with each other's answers, where
# build/unstable is there (`./dev server start router` makes it). A third one that mixes answers up is
# scripted: tests/phpt/async/mixing_proxy.phpt. Run by `./dev test proxies`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT BUILD=${BUILD:-$MYND_ROOT/build}
. "$ROOT/tools/dev/common.sh"
use server haproxy
set +e
find_php
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-proxies.XXXXXX")
at_exit rm -rf "$temp"

through() { # NAME PORT OPTION...: plain and tls, with each setting
	local name=$1 port=$2 how
	shift 2
	for how in "$@"; do
		run_program "$name, $how" "$MYND_PHP_CMD" -d mynd.pipelining="${how#*:}" "$here/through.php" "$port" "${how%:*}"
		run_program "$name, $how, fewer" "$MYND_PHP_CMD" -d mynd.pipelining="${how#*:}" -d mynd.round_trips=fewer \
			"$here/through.php" "$port" "${how%:*}"
	done
}

behind_haproxy() {
	local reason haproxy port pid tries
	reason=$(get_haproxy) || { skip_check HAProxy "$reason"; return; }
	find_haproxy
	port=$(free_port)
	cat >"$temp/haproxy.cfg" <<-CONFIG
		defaults
			mode tcp
			timeout connect 3s
			timeout client 60s
			timeout server 60s
		listen mariadb
			bind 127.0.0.1:$port
			server one 127.0.0.1:$MYND_TEST_PORT
	CONFIG
	"${haproxy[@]}" -q -db -f "$temp/haproxy.cfg" >"$temp/haproxy.log" 2>&1 &
	pid=$!
	at_exit kill "$pid"
	for ((tries = 0; tries < 100; tries++)); do
		answers "$port" && break
		sleep 0.05
	done
	answers "$port" || { check_equal "HAProxy starts" "" "$(cat "$temp/haproxy.log")"; return; }
	through HAProxy "$port" plain:auto plain:off plain:on tls:auto
}

behind_router() {
	if [[ -n $(missing_in_debian unstable mysql-server-core mysql-router) ]]; then
		skip_check "MySQL Router" "build/unstable has it not; ./dev server start router makes it"
		return
	fi
	at_exit server_stop "$temp/mysql.env"
	at_exit router_stop "$temp/router.env"
	server_start "$temp/mysql.env" mysql
	router_start "$temp/router.env" "$temp/mysql.env"
	. "$temp/router.env"
	through "MySQL Router" "$MYND_TEST_ROUTER_PORT" plain:auto plain:off
	through "MySQL Router, shared connections" "$MYND_TEST_ROUTER_SHARED_PORT" plain:auto tls:auto
}

with_private_server mariadb
behind_haproxy
behind_router
finish
