# Random programs of mysqli and PDO calls on stock and on mynd, compared after every call:
# tests/differential/.
use setup build server

# Locks that two links of one program want are told soon. Tables are made by the thousand, so they are in
# memory where that can be had.
differential_options() { # KIND
	server_options+=(--lock-wait-timeout=1 --innodb-lock-wait-timeout=1 --innodb-flush-method=nosync)
	[[ $1 != mariadb ]] || server_options+=(--debug-no-sync --sync-frm=0)
}

cmd_differential() {
	local server=mariadb arguments=() with=()
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server) server=${2:-} && shift ;;
		--with) with+=("${2:-}") && arguments+=(--with "${2:-}") && shift ;;
		*) arguments+=("$1") ;;
		esac
		shift
	done
	known_server "$server"
	[[ " ${arguments[*]} " == *' --'@(seconds|calls|programs)' '* ]] || arguments+=(--seconds 60)
	setup
	build
	with_settings "${with[@]}"
	differential_options "$server"
	[[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
	with_private_server "$server"
	"$BUILD/bin/php-stock" "$ROOT/tests/differential/differential.php" --stock "$BUILD/bin/php-stock" --mynd "$BUILD/bin/php-mynd" \
		--folder "$PHP_BUILD/differential" "${arguments[@]}"
}
