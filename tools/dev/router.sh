# MySQL Router for server.sh, in front of the throw-away MySQL: Debian unstable has it. Two ports: `rw`
# forwards in plain text alone; `shared` has TLS to its clients and shares its connections to the server among
# them.
use mysql unstable

need_router() {
	need_debian unstable sid mysql-server-core mysql-client-core mysql-router
}

# DESTINATIONS: HOST:PORT and a comma before the next one; the first that takes a connect has all of them.
router_config() { # FOLDER ADDRESS DESTINATIONS PLAIN-PORT SHARED-PORT
	cat <<-CONFIG
		[DEFAULT]
		user=root
		logging_folder=$1
		runtime_folder=$1
		data_folder=$1
		connect_timeout=3
		read_timeout=30
		[logger]
		level=INFO
		[connection_pool]
		max_idle_server_connections=32
		idle_timeout=5
		[routing:rw]
		bind_address=$2
		bind_port=$4
		destinations=$3
		routing_strategy=first-available
		protocol=classic
		client_ssl_mode=DISABLED
		server_ssl_mode=DISABLED
		[routing:shared]
		bind_address=$2
		bind_port=$5
		destinations=$3
		routing_strategy=first-available
		protocol=classic
		client_ssl_mode=PREFERRED
		client_ssl_cert=$1/server.pem
		client_ssl_key=$1/server-key.pem
		server_ssl_mode=PREFERRED
		connection_sharing=1
	CONFIG
}

answers() { # PORT
	{ : <"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null
}

router_failed() { # FOLDER
	local said
	said=$(tail -n 10 "$1/out.log")
	rm -rf "$1"
	die "MySQL Router does not start: $said"
}

# STATE-FILE MYSQL-STATE-FILE: that server runs. What is written is the server's, and the router's ports.
router_start() {
	local dir plain shared enter_debian tries router_pid
	router_runs "$1" && return
	need_router
	. "$2"
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-router.XXXXXX")
	say "starting MySQL Router in $dir"
	cp "$MYND_TEST_SERVER_FOLDER/tls/server.pem" "$MYND_TEST_SERVER_FOLDER/tls/server-key.pem" "$dir/"
	plain=$(free_port) shared=$(free_port)
	router_config "$dir" 127.0.0.1 "127.0.0.1:$MYND_TEST_PORT" "$plain" "$shared" >"$dir/router.conf"
	enter_debian unstable
	setsid "${enter_debian[@]}" mysqlrouter -c "$dir/router.conf" >"$dir/out.log" 2>&1 </dev/null &
	router_pid=$!
	for ((tries = 0; tries < 200; tries++)); do
		answers "$plain" && answers "$shared" && break
		kill -0 "$router_pid" 2>/dev/null || router_failed "$dir"
		sleep 0.1
	done
	{
		cat "$2"
		printf 'export %s=%q\n' MYND_TEST_ROUTER_PORT "$plain" MYND_TEST_ROUTER_SHARED_PORT "$shared" \
			MYND_TEST_ROUTER_PID "$router_pid" MYND_TEST_ROUTER_FOLDER "$dir"
	} >"$1.new"
	mv "$1.new" "$1"
}

router_runs() { # STATE-FILE
	[[ -f $1 ]] || return 1
	local pid dir
	pid=$(. "$1" && echo "$MYND_TEST_ROUTER_PID")
	dir=$(. "$1" && echo "$MYND_TEST_ROUTER_FOLDER")
	{ tr '\0' '\n' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qxF -- "$dir/router.conf"
}

router_stop() { # STATE-FILE; the server goes on
	[[ -f $1 ]] || return 0
	local pid dir
	pid=$(. "$1" && echo "$MYND_TEST_ROUTER_PID")
	dir=$(. "$1" && echo "$MYND_TEST_ROUTER_FOLDER")
	end_process "$pid" 10 router_runs "$1"
	[[ $dir == */mynd-router.* ]] && rm -rf "$dir"
	rm -f "$1"
}
