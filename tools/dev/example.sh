# One of the programs of examples/ on mynd, with a throw-away server of its own and the data that it needs.
use setup build server demo shards

# Those that run by themselves; the others are what some share, or are put before a program by php.ini, as
# their heads say.
runnable_examples() {
	local file
	for file in "$ROOT"/examples/*.php; do
		file=${file##*/}
		case $file in
		catalogue_common.php) ;;
		*) echo "${file%.php}" ;;
		esac
	done
}

cmd_example() { # NAME [SCENE...]
	local name=${1:-} settings=() arguments=("${@:2}")
	grep -qxF -- "$name" <<<"$(runnable_examples)" || die "example: there is no '$name'; there are: $(runnable_examples | xargs)"
	if [[ $name == shards ]]; then
		cmd_shards "${arguments[@]}"
		return
	fi
	setup
	build
	with_private_server
	demo_started=$SECONDS
	case $name in
	catalogue* | page_loads | far_away) load_catalogue "$MYND_TEST_SERVER_FOLDER" >&2 ;;
	esac
	[[ $name != far_away ]] || lengthen_way "$MYND_TEST_SERVER_FOLDER"
	mapfile -t settings < <(settings_of_server)
	"$BUILD/bin/php-mynd" -d memory_limit=-1 "${settings[@]}" "$ROOT/examples/$name.php" "${arguments[@]}"
}
