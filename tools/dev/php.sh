# PHP with mynd, and PHP with the stock driver, against the throw-away server: `new mysqli()` connects there
# by itself.
use setup build server

run_php() { # WRAPPER ARGS...
	with_shared_server
	exec_php "$@"
}

exec_php() { # WRAPPER ARGS...
	local wrapper=$1
	shift
	exec "$BUILD/bin/$wrapper" \
		-d "mysqli.default_socket=$MYND_TEST_SOCKET" -d "mysqli.default_port=$MYND_TEST_PORT" \
		-d "mysqli.default_user=$MYND_TEST_USER" -d "mysqli.default_pw=$MYND_TEST_PASSWORD" \
		-d "pdo_mysql.default_socket=$MYND_TEST_SOCKET" "$@"
}

cmd_php() {
	setup
	build
	run_php php-mynd "$@"
}
