# Programs that fight with the driver: random calls with code of the program in the middle of them
# (tests/fight), under sanitizers, or on a PHP that watches by itself.
use setup build server php-debug

fight_php= # the command that programs run by
prepare_fight() { # ours|debug|debug-asan
	local asan=()
	prepare_stock
	fight_stock=$BUILD/bin/php-stock
	case $1 in
	ours) build --asan && fight_php=$BUILD/bin/php-mynd-asan ;;
	*)
		[[ $1 == debug ]] || asan=(--asan)
		fight_php=$(prepare_php_debug "${asan[@]}" && echo "$BUILD/bin/php-mynd") || exit
		;;
	esac
}

# [--seconds N | --calls N | --programs N] [--seed S] [--step N] [--print] [--program FILE]
# [--shrink SECONDS]
# [--server mariadb|mysql] [--debug | --debug-asan] [--with NAME=VALUE]
cmd_fight() {
	local kind=mariadb which=ours arguments=() with=() fight_stock
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server) kind=${2:-} && known_server "$kind" && shift ;;
		--with) with+=("${2:-}") && shift ;;
		--debug | --debug-asan) which=${1#--} ;;
		--program) arguments+=("$1" "$(readlink -f -- "${2:-}")") && shift ;;
		*) arguments+=("$1") ;;
		esac
		shift
	done
	setup
	prepare_fight "$which"
	with_settings "${with[@]}"
	# Locks that a program holds against itself end soon.
	server_options=(--innodb-lock-wait-timeout=1 --lock-wait-timeout=2)
	with_private_server "$kind"
	MYND_FIGHT_PHP=$fight_php "$fight_stock" "$ROOT/tests/fight/fight.php" "${arguments[@]}"
}
