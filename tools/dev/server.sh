# The throw-away MariaDB: a data folder of its own in a temporary folder, a unix socket and a free loopback port, TLS by a CA of its own.
# A running one is known by a state file, which is also what tests and programs get as their environment.
# `dev php`, `dev stock` and `dev bench` share one (build/server/mariadb.env); tests and the demo start their own.
use setup

SHARED_SERVER=$BUILD/server/mariadb.env

free_port() {
	"$PHP" -n -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo substr(strrchr(stream_socket_get_name($s, false), ":"), 1);'
}

certificate() { # FOLDER CA NAME COMMON-NAME: signed by FOLDER/CA.pem, for 127.0.0.1 and localhost
	local dir=$1 ca=$2 name=$3
	openssl req -newkey rsa:2048 -nodes -subj "/CN=$4" -keyout "$dir/$name-key.pem" -out "$dir/$name.csr" 2>/dev/null
	openssl x509 -req -in "$dir/$name.csr" -CA "$dir/$ca.pem" -CAkey "$dir/$ca-key.pem" -CAcreateserial -days 30 \
		-extfile <(echo "subjectAltName=IP:127.0.0.1,DNS:localhost") -out "$dir/$name.pem" 2>/dev/null
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

# Authentication plugins are in Debian's mariadb-server, which would install a service: only its files are taken, once a version.
server_plugins() {
	local version dir temp
	version=$(dpkg-query -W -f='${Version}' mariadb-server-core 2>/dev/null) || return 0
	dir=$BUILD/server/plugins-${version//[^A-Za-z0-9.+~-]/_}
	if [[ ! -d $dir ]]; then
		temp=$(mktemp -d)
		(
			cd "$temp"
			apt-get -q download "mariadb-server=$version" && dpkg-deb -x ./*.deb files
		) >"$temp/log" 2>&1 || say "server: Debian's mariadb-server cannot be fetched; no ed25519 or parsec users"
		mkdir -p "$dir"
		cp "$temp"/files/usr/lib/mysql/plugin/auth_*.so "$dir/" 2>/dev/null || true
		rm -rf "$temp"
	fi
	echo "$dir"
}

server_sql() { # SOCKET; SQL from standard input
	mariadb --no-defaults --socket="$1" --user=root
}

# Users have the one password, and may do everything: tests make what they need.
create_users() { # SOCKET PLUGIN-FOLDER
	server_sql "$1" <<-'SQL'
		CREATE DATABASE mynd_test;
		CREATE USER mynd IDENTIFIED BY 'throw away', mynd_nopass;
		GRANT ALL ON *.* TO mynd WITH GRANT OPTION;
		GRANT ALL ON mynd_test.* TO mynd_nopass;
	SQL
	local method
	for method in ed25519 parsec; do
		[[ -e $2/auth_$method.so ]] || continue
		server_sql "$1" <<-SQL
			INSTALL SONAME 'auth_$method';
			CREATE USER mynd_$method IDENTIFIED VIA $method USING PASSWORD('throw away');
			GRANT ALL ON mynd_test.* TO mynd_$method;
		SQL
	done
}

launch_server() { # FOLDER PORT PLUGIN-FOLDER; sets server_pid
	local dir=$1 options=(--no-defaults --datadir="$1/data" --socket="$1/server.sock" --port="$2"
		--bind-address=127.0.0.1 --pid-file="$1/server.pid" --log-error="$1/error.log" --tmpdir="$1"
		--innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=0 --innodb-buffer-pool-size=256M
		--max-allowed-packet=256M --local-infile=1 --skip-log-bin --max-connections=200
		--ssl-ca="$1/tls/ca.pem" --ssl-cert="$1/tls/server.pem" --ssl-key="$1/tls/server-key.pem")
	[[ $(id -u) -ne 0 ]] || options+=(--user=root)
	[[ -z $3 ]] || options+=(--plugin-dir="$3")
	setsid mariadbd "${options[@]}" >>"$dir/out.log" 2>&1 </dev/null &
	server_pid=$!
}

wait_for_server() { # FOLDER PID; a minute at most
	local tries
	for ((tries = 0; tries < 600; tries++)); do
		server_sql "$1/server.sock" <<<'DO 0' >/dev/null 2>&1 && return
		kill -0 "$2" 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}

write_state() { # STATE-FILE FOLDER PORT PLUGIN-FOLDER
	local method
	{
		printf '%s=%q\n' MYND_TEST_SOCKET "$2/server.sock" MYND_TEST_HOST 127.0.0.1 MYND_TEST_PORT "$3" \
			MYND_TEST_USER mynd MYND_TEST_PASSWORD 'throw away' MYND_TEST_DB mynd_test MYND_TEST_USER_NOPASS mynd_nopass \
			MYND_TEST_TLS_CA "$2/tls/ca.pem" MYND_TEST_TLS_OTHER_CA "$2/tls/other-ca.pem" \
			MYND_TEST_TLS_CERT "$2/tls/client.pem" MYND_TEST_TLS_KEY "$2/tls/client-key.pem" \
			MYND_TEST_SERVER_PID "$server_pid" MYND_TEST_SERVER_FOLDER "$2"
		for method in ed25519 parsec; do
			[[ ! -e $4/auth_$method.so ]] || printf '%s=%q\n' "MYND_TEST_USER_${method^^}" "mynd_$method"
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

server_start() { # STATE-FILE
	local dir port plugins try
	server_runs "$1" && return
	mkdir -p "${1%/*}"
	plugins=$(server_plugins)
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-server.XXXXXX")
	say "starting a throw-away MariaDB in $dir"
	write_certificates "$dir/tls"
	local options=(--no-defaults --auth-root-authentication-method=normal --skip-test-db --datadir="$dir/data")
	[[ $(id -u) -ne 0 ]] || options+=(--user=root)
	mariadb-install-db "${options[@]}" >"$dir/install.log" 2>&1 || die "mariadb-install-db failed: $(tail -n 5 "$dir/install.log")"
	for try in 1 2 3; do # the port was free a moment ago, but it is not ours before the server has it
		port=$(free_port)
		launch_server "$dir" "$port" "$plugins"
		wait_for_server "$dir" "$server_pid" && break
		[[ $try -lt 3 ]] || die "MariaDB does not start: $(tail -n 20 "$dir/error.log")"
		kill "$server_pid" 2>/dev/null || true
	done
	create_users "$dir/server.sock" "$plugins"
	write_state "$1" "$dir" "$port" "$plugins"
}

server_stop() { # STATE-FILE
	[[ -f $1 ]] || return 0
	local pid dir tries
	pid=$(. "$1" && echo "$MYND_TEST_SERVER_PID")
	dir=$(. "$1" && echo "$MYND_TEST_SERVER_FOLDER")
	if server_runs "$1"; then
		kill "$pid"
		for ((tries = 0; tries < 200; tries++)); do
			server_runs "$1" || break
			sleep 0.1
		done
		server_runs "$1" && kill -9 "$pid"
	fi
	[[ $dir == */mynd-server.* ]] && rm -rf "$dir"
	rm -f "$1"
}

# A server of our own, for as long as this script runs; its environment is exported.
with_private_server() {
	local dir
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-state.XXXXXX")
	at_exit rm -rf "$dir"
	at_exit server_stop "$dir/server.env"
	server_start "$dir/server.env"
	. "$dir/server.env"
}

# The shared server, started if need be; it goes on running.
with_shared_server() {
	if ! server_runs "$SHARED_SERVER"; then
		server_start "$SHARED_SERVER"
		say "it goes on running; ./dev server stop mariadb ends it"
	fi
	. "$SHARED_SERVER"
}

cmd_server() {
	case ${2:-mariadb} in
	mariadb) ;;
	mysql) die "a throw-away MySQL is not there yet" ;;
	*) die "server: which? mariadb" ;;
	esac
	case ${1:-} in
	start)
		setup
		server_start "$SHARED_SERVER"
		cat "$SHARED_SERVER"
		;;
	stop) server_stop "$SHARED_SERVER" ;;
	env)
		server_runs "$SHARED_SERVER" || die "the server does not run; ./dev server start mariadb"
		cat "$SHARED_SERVER"
		;;
	*) die "server: start, stop or env?" ;;
	esac
}
