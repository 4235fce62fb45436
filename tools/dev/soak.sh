# Endurance: mixed load while servers are killed, frozen and full (tests/storm/soak); and php-fpm's workers
# that end in the middle of each call (tests/killed/calls.sh).
use setup build server test

soak_calls() { # SEED KIND
	local server_options=(--innodb-flush-log-at-trx-commit=2)
	with_private_server "$2"
	"$ROOT/tests/killed/calls.sh" "$1" all
}

# --minutes N | --calls [--seed S] [--server mariadb|mysql]
cmd_soak() {
	local kind=mariadb minutes='' seed='' calls=no
	while [[ $# -gt 0 ]]; do
		case $1 in
		--minutes) minutes=${2:-} && shift ;;
		--calls) calls=yes ;;
		--seed) seed=${2:-} && shift ;;
		--server) kind=${2:-} && known_server "$kind" && shift ;;
		*) die "soak: there is no option '$1'" ;;
		esac
		shift || die "soak: a value is missing"
	done
	[[ $calls == yes || $minutes =~ ^[1-9][0-9]*$ ]] ||
		die "soak: --minutes N or --calls? Memory is judged from 20 minutes on; an endurance has 60"
	setup
	build
	environment_of_suites
	if [[ $calls == yes ]]; then
		soak_calls "${seed:-$MYND_TEST_SEED}" "$kind"
	else
		"$ROOT/tests/storm/soak/run.sh" "$minutes" "${seed:-$MYND_TEST_SEED}" "$kind"
	fi
}
