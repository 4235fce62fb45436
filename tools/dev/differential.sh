# Random programs on stock and on mynd: tests/differential/. Kinds: "calls" of mysqli and PDO, compared after
# every call; programs that end in every way ("ends"), compared by what the server holds then; "expressions"
# over all types, compared in every way of asking.
use setup build server

# Locks that two links of one program want are told soon. Tables are made by the thousand, so they are in
# memory where that can be had.
differential_options() { # KIND
	server_options+=(--lock-wait-timeout=1 --innodb-lock-wait-timeout=1 --innodb-flush-method=nosync)
	[[ $1 != mariadb ]] || server_options+=(--debug-no-sync --sync-frm=0)
}

declare -gA differential_kinds=([calls]=differential.php [ends]=ends.php [expressions]=expressions_machine.php)

cmd_differential() {
	local server=mariadb kind=calls arguments=() with=()
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server) server=${2:-} && shift ;;
		--kind) kind=${2:-} && shift ;;
		--with) with+=("${2:-}") && arguments+=(--with "${2:-}") && shift ;;
		*) arguments+=("$1") ;;
		esac
		shift
	done
	known_server "$server"
	[[ -n ${differential_kinds[$kind]:-} ]] || die "there is no kind '$kind'; there are: calls ends expressions"
	[[ " ${arguments[*]} " == *' --'@(seconds|calls|programs)' '* ]] || arguments+=(--seconds 60)
	setup
	build
	with_settings "${with[@]}"
	differential_options "$server"
	[[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
	with_private_server "$server"
	"$BUILD/bin/php-stock" "$ROOT/tests/differential/${differential_kinds[$kind]}" --stock "$BUILD/bin/php-stock" --mynd "$BUILD/bin/php-mynd" \
		--folder "$PHP_BUILD/differential" "${arguments[@]}"
}
