# Lives of workers: random programs while their connections are killed, with all that keeps connections alive
# (tests/lives/lives.php).
use setup build server

lives_settings=(mynd.preset=web mynd.shared_pool=1)

# [--seconds N | --requests N] [--seed S] [--workers N] [--server mariadb|mysql] [--asan] [--with NAME=VALUE]
cmd_lives() {
	local kind=mariadb php=php-mynd options=() arguments=() with=("${lives_settings[@]}")
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server) kind=${2:-} && known_server "$kind" && shift ;;
		--with) with+=("${2:-}") && shift ;;
		--asan) php=php-mynd-asan options=(--asan) ;;
		*) arguments+=("$1") ;;
		esac
		shift
	done
	setup
	build "${options[@]}"
	with_settings "${with[@]}"
	server_options=(--innodb-lock-wait-timeout=5 --lock-wait-timeout=10)
	with_private_server "$kind"
	"$BUILD/bin/$php" "$ROOT/tests/lives/lives.php" --stock "$BUILD/bin/php-stock" "${arguments[@]}"
}
