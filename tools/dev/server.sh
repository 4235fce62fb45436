# The throw-away server: a data folder of its own in a temporary folder, a unix socket and a free loopback
# port, TLS by a CA of its own. A running one is known by a state file, which is also what tests and programs
# get as their environment.
# `dev php`, `dev stock` and `dev bench` share one (build/server/mariadb.env); tests and the demo start their
# own. What differs between the kinds is in mariadb.sh, mariadb11.sh and mysql.sh: KIND_prepare, _install,
# _launch, _sql and _more_users.
use setup mariadb mariadb11 mysql router

shared_server() { # KIND
	echo "$BUILD/server/$1.env"
}

free_port() {
	"$PHP" -n -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo substr(strrchr(stream_socket_get_name($s, false), ":"), 1);'
}

# The addresses that the certificates are for, beside the name localhost.
certificate_addresses=(127.0.0.1)

certificate() { # FOLDER CA NAME COMMON-NAME: signed by FOLDER/CA.pem
	local dir=$1 ca=$2 name=$3
	openssl req -newkey rsa:2048 -nodes -subj "/CN=$4" -keyout "$dir/$name-key.pem" -out "$dir/$name.csr" 2>/dev/null
	openssl x509 -req -in "$dir/$name.csr" -CA "$dir/$ca.pem" -CAkey "$dir/$ca-key.pem" -CAcreateserial -days 30 \
		-extfile <(echo "subjectAltName=$(printf 'IP:%s,' "${certificate_addresses[@]}")DNS:localhost") -out "$dir/$name.pem" 2>/dev/null
}

write_certificates() { # FOLDER
	local ca
	mkdir -p "$1"
	for ca in ca other-ca; do
		openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=mynd throw-away $ca" \
			-keyout "$1/$ca-key.pem" -out "$1/$ca.pem" 2>/dev/null
	done
	certificate "$1" ca server localhost
	certificate "$1" ca client "mynd test client"
}

# Further options for a server of one's own.
server_options=()

# Whom a server that root starts runs as.
server_user=root

launch_server() { # KIND FOLDER PORT; sets server_pid
	local options=(--no-defaults --datadir="$2/data" --socket="$2/server.sock" --port="$3"
		--bind-address=127.0.0.1 --pid-file="$2/server.pid" --log-error="$2/error.log" --tmpdir="$2"
		--innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=256M
		--max-allowed-packet=256M --local-infile=1 --skip-log-bin --max-connections=200
		--ssl-ca="$2/tls/ca.pem" --ssl-cert="$2/tls/server.pem" --ssl-key="$2/tls/server-key.pem")
	[[ $(id -u) -ne 0 ]] || options+=(--user="$server_user")
	"$1_launch" "$2" "${options[@]}" "${server_options[@]}"
}

wait_for_server() { # KIND FOLDER PID; a minute at most
	local tries
	for ((tries = 0; tries < 600; tries++)); do
		"$1_sql" "$2/server.sock" <<<'DO 0' >/dev/null 2>&1 && return
		kill -0 "$3" 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}

# All users have the same password and may do everything; tests make what they need.
create_users() { # KIND SOCKET
	"$1_sql" "$2" <<-'SQL'
		CREATE DATABASE mynd_test;
		CREATE USER mynd IDENTIFIED BY 'throw away', mynd_nopass;
		GRANT ALL ON *.* TO mynd WITH GRANT OPTION;
		GRANT ALL ON mynd_test.* TO mynd_nopass;
	SQL
	"$1_more_users" "$2"
}

# STATE-FILE FOLDER PORT; standard input: METHOD and NAME of users with other authentication methods
write_state() {
	local method name
	{
		printf '%s=%q\n' MYND_TEST_SOCKET "$2/server.sock" MYND_TEST_HOST 127.0.0.1 MYND_TEST_PORT "$3" \
			MYND_TEST_USER mynd MYND_TEST_PASSWORD 'throw away' MYND_TEST_DB mynd_test MYND_TEST_USER_NOPASS mynd_nopass \
			MYND_TEST_TLS_CA "$2/tls/ca.pem" MYND_TEST_TLS_OTHER_CA "$2/tls/other-ca.pem" \
			MYND_TEST_TLS_CERT "$2/tls/client.pem" MYND_TEST_TLS_KEY "$2/tls/client-key.pem" \
			MYND_TEST_SERVER_PID "$server_pid" MYND_TEST_SERVER_FOLDER "$2"
		while read -r method name; do
			[[ -n $method ]] || continue
			printf '%s=%q\n' "MYND_TEST_USER_${method^^}" "$name"
		done
	} | sed 's/^/export /' >"$1.new"
	mv "$1.new" "$1"
}

server_runs() { # STATE-FILE
	[[ -f $1 ]] || return 1
	local pid dir
	pid=$(. "$1" && echo "$MYND_TEST_SERVER_PID")
	dir=$(. "$1" && echo "$MYND_TEST_SERVER_FOLDER")
	{ tr '\0' '\n' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qxF -- "--datadir=$dir/data"
}

declare -gA server_titles=([mariadb]=MariaDB [mariadb11]='MariaDB 11.8' [mysql]=MySQL)

server_failed() { # KIND FOLDER LOG
	local said
	said=$(tail -n 10 "$2/$3")
	rm -rf "$2"
	die "${server_titles[$1]} does not start: $said"
}

server_start() { # STATE-FILE [KIND]
	local kind=${2:-mariadb} dir port users try server_pid
	server_runs "$1" && return
	mkdir -p "${1%/*}"
	"${kind}_prepare"
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-server.XXXXXX")
	say "starting a throw-away ${server_titles[$kind]} in $dir"
	write_certificates "$dir/tls"
	"${kind}_install" "$dir" || server_failed "$kind" "$dir" install.log
	for try in 1 2 3; do # the port was free a moment ago, but it is not ours before the server has it
		port=$(free_port)
		launch_server "$kind" "$dir" "$port"
		wait_for_server "$kind" "$dir" "$server_pid" && break
		[[ $try -lt 3 ]] || server_failed "$kind" "$dir" error.log
		kill "$server_pid" 2>/dev/null || true
	done
	users=$(create_users "$kind" "$dir/server.sock")
	write_state "$1" "$dir" "$port" <<<"$users"
}

# Waits until a process that this shell started has ended; as long as the shell has not waited for it, it is a
# zombie then.
wait_for_end() { # PID
	while [[ $(ps -o stat= -p "$1") == [^Z]* ]]; do
		sleep 0.02
	done
}

# Starts a server that has ended once more: the same folder, the same port. Not in a subshell: it sets
# server_pid.
server_restart() { # STATE-FILE KIND
	local dir port
	dir=$(. "$1" && echo "$MYND_TEST_SERVER_FOLDER")
	port=$(. "$1" && echo "$MYND_TEST_PORT")
	launch_server "$2" "$dir" "$port"
	disown "$server_pid" # the shell says nothing of its end
	sed -i "s/^export MYND_TEST_SERVER_PID=.*/export MYND_TEST_SERVER_PID=$server_pid/" "$1"
	wait_for_server "$2" "$dir" "$server_pid"
}

server_stop() { # STATE-FILE
	[[ -f $1 ]] || return 0
	local pid dir
	pid=$(. "$1" && echo "$MYND_TEST_SERVER_PID")
	dir=$(. "$1" && echo "$MYND_TEST_SERVER_FOLDER")
	end_process "$pid" 20 server_runs "$1"
	[[ $dir == */mynd-server.* ]] && rm -rf "$dir"
	rm -f "$1"
}

# A server of our own, for as long as this script runs; its environment is exported. Who runs us in a folder
# (other-php.sh) has started it already.
with_private_server() { # [KIND]
	local dir
	if [[ -n ${MYND_SERVER_GIVEN:-} ]]; then
		unset MYND_SERVER_GIVEN
		return
	fi
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-state.XXXXXX")
	at_exit rm -rf "$dir"
	at_exit server_stop "$dir/server.env"
	server_start "$dir/server.env" "${1:-mariadb}"
	. "$dir/server.env"
}

# The shared server, started if need be; it goes on running.
with_shared_server() {
	local state
	state=$(shared_server mariadb)
	if ! server_runs "$state"; then
		server_start "$state"
		say "it goes on running; ./dev server stop mariadb ends it"
	fi
	. "$state"
}

known_server() { # KIND
	[[ -n ${server_titles[$1]:-} || $1 == router ]] || die "there is no server '$1'; there are: mariadb mariadb11 mysql router"
}

cmd_server() {
	local kind=${2:-mariadb} state
	known_server "$kind"
	state=$(shared_server "$kind")
	case ${1:-} in
	start)
		setup
		if [[ $kind == router ]]; then
			server_start "$(shared_server mysql)" mysql
			router_start "$state" "$(shared_server mysql)"
		else
			server_start "$state" "$kind"
		fi
		cat "$state"
		;;
	stop) if [[ $kind == router ]]; then router_stop "$state"; else server_stop "$state"; fi ;;
	env)
		{ if [[ $kind == router ]]; then router_runs "$state"; else server_runs "$state"; fi } || die "the server does not run; ./dev server start $kind"
		cat "$state"
		;;
	*) die "server: start, stop or env?" ;;
	esac
}
