# Result sets of every shape, made of a seed: see tests/shapes. With a time, or the seed of a case that has
# failed.
use setup build server test

cmd_shapes() {
	local server=mariadb arguments=() with=()
	while [[ $# -gt 0 ]]; do
		case $1 in
		--server)
			server=${2:-}
			known_server "$server"
			shift
			;;
		--with)
			with+=("${2:-}")
			shift
			;;
		--seconds | --seed | --part | --build)
			[[ -n ${2:-} ]] || die "shapes: $1 needs a value"
			arguments+=("$1" "$2")
			shift
			;;
		*) die "shapes: unknown option $1" ;;
		esac
		shift
	done
	[[ " ${arguments[*]} " == *' --seconds '* ]] || arguments+=(--seconds 60)
	setup
	build
	build --asan
	with_settings "${with[@]}"
	with_private_server "$server"
	environment_of_suites
	BUILD=$PHP_BUILD/shapes "$ROOT/tests/shapes/run.sh" "${arguments[@]}"
}
