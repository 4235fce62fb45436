# The main job on real data: the machine's own package catalogue and a table of BLOBs in a throw-away MariaDB;
# an ordinary program, the same with prepared statements and with PDO, page loads, and work on a server that
# is 1 ms away, on the stock driver and then on mynd. Fails if they print anything that differs. Then a page
# of a web application that knows nothing of a cache, with one before it. With --html FILE or --svg FILE a few
# quick benches beside it, and the page of charts.
use setup build server stores page

step() {
	printf '[%3d s] %s\n' $((SECONDS - demo_started)) "$*"
}

dump_catalogue() { # FILE
	apt-cache dumpavail >"$1" 2>/dev/null || true
	if [[ ! -s $1 ]]; then
		step "apt has no package records; reading Debian's package lists"
		apt update >/dev/null 2>&1 || true
		apt-cache dumpavail >"$1" || true
	fi
	[[ -s $1 ]] || die "apt-cache dumpavail has no package records: this demo needs the lists of apt-get update"
}

load_catalogue() { # FOLDER
	dump_catalogue "$1/dump"
	step "apt-cache dumpavail: $(wc -c <"$1/dump") bytes"
	"$PHP" -n "$ROOT/tools/demo/catalogue.php" "$1/dump" "$1/rows" >"$1/load.sql"
	step "loading them into the table packages"
	mariadb_sql "$MYND_TEST_SOCKET" <<<'CREATE DATABASE catalogue CHARACTER SET utf8mb4'
	mariadb --no-defaults --local-infile=1 -S "$MYND_TEST_SOCKET" -u root catalogue <"$1/load.sql"
	rm -f "$1/dump" "$1/rows"
	step "loading ten BLOBs of 32 KiB to 16 MiB"
	mariadb --no-defaults -S "$MYND_TEST_SOCKET" -u root catalogue <"$ROOT/tools/demo/blobs.sql"
}

# Starts a proxy that makes the way to the server longer, as long as this script runs; sets FAR_AWAY_PORT for
# examples/far_away.php.
lengthen_way() { # FOLDER
	local line
	"${CC:-cc}" -std=gnu11 -O2 -o "$1/proxy" "$ROOT/bench/servers/proxy.c" "$ROOT/bench/servers/conversation.c"
	mkfifo "$1/proxy.in"
	"$1/proxy" 127.0.0.1:0 "127.0.0.1:$MYND_TEST_PORT" 1000 <"$1/proxy.in" >"$1/proxy.out" &
	exec {far_away_end}>"$1/proxy.in" # the proxy ends with this
	until line=$(head -n 1 "$1/proxy.out") && [[ $line == ready* ]]; do
		kill -0 $! 2>/dev/null || die "the proxy does not start"
		sleep 0.02
	done
	export FAR_AWAY_PORT=${line#ready }
}

# A page that knows nothing of a cache, without one and with one.
cached_page() {
	local settings=("$@")
	prepare_stores
	if ! compgen -G "$STORES_INI/*apcu.ini" >/dev/null && [[ -n $(missing_modules apcu) ]]; then
		step "there is no APCu: the scene with the query cache is left out"
		return
	fi
	step "loading examples/catalogue_page.php over HTTP, on mynd: as it is, and with the query cache prepended by php.ini"
	"$BUILD/bin/php-mynd" "${settings[@]}" "$ROOT/tools/demo/cached_page.php" "$ROOT" "$(free_port)" \
		env "PHP_INI_SCAN_DIR=$PHP_BUILD/ini-mynd:$STORES_INI" "$PHP" -- "${settings[@]}"
}

# Settings of PHP, a line each, by which a program finds the server.
settings_of_server() {
	printf -- '-d\n%s\n' "mysqli.default_socket=$MYND_TEST_SOCKET" "pdo_mysql.default_socket=$MYND_TEST_SOCKET" \
		"mysqli.default_user=$MYND_TEST_USER" "mysqli.default_pw=$MYND_TEST_PASSWORD"
}

scenes_of() { # PROGRAM: of examples/, as PROGRAM:SCENE
	sed -n "s/^\t'\([a-z-]*\)' => .*/$1:\1/p" "$ROOT/examples/$1.php"
}

# What the demo has measured, and quick runs of the benches, on the demo's server.
demo_page() { # FIGURES-OF-THE-SCENES
	local name
	export MYND_PHP_CMD=$BUILD/bin/php-mynd MYND_STOCK_CMD=$BUILD/bin/php-stock
	step "quick runs of the benches ${page_benches[*]}, for the page"
	for name in "${page_benches[@]}"; do
		measure_for_page "$name" --quick --samples=3
	done
	cat "$1" >>"$page_figures"
	finish_page
}

cmd_demo() {
	page_command="./dev demo $*"
	while is_page_option "${1:-}"; do
		take_page_option "$1" "${2:-}"
		shift 2
	done
	[[ $# -eq 0 ]] || die "demo: what is '$1'?"
	demo_started=$SECONDS
	step "mynd's demo: an ordinary mysqli program, on the stock driver and on mynd"
	setup
	build
	demo_started=$SECONDS
	step "set up and built"
	with_private_server
	load_catalogue "$MYND_TEST_SERVER_FOLDER"
	lengthen_way "$MYND_TEST_SERVER_FOLDER"
	step "running examples/catalogue.php, catalogue_prepared.php, page_loads.php, far_away.php, catalogue_shards.php and catalogue_pdo.php"
	[[ -z $page_html$page_svg ]] ||
		begin_page "A demo: a small set of measurements, with little data and three samples of each. ./dev bench --html measures more."
	local scenes
	mapfile -t scenes < <(scenes_of catalogue && scenes_of catalogue_prepared && scenes_of page_loads && scenes_of far_away &&
		scenes_of catalogue_shards && scenes_of catalogue_pdo)
	local settings=(-d memory_limit=-1)
	mapfile -t -O 2 settings < <(settings_of_server)
	"$PHP" -n "$ROOT/tools/demo/scenes.php" --figures "$MYND_TEST_SERVER_FOLDER/scenes.json" "$BUILD/bin/php-stock" "$BUILD/bin/php-mynd" \
		"$ROOT/examples" "${scenes[@]}" -- "${settings[@]}"
	cached_page "${settings[@]}"
	[[ -z $page_html$page_svg ]] || demo_page "$MYND_TEST_SERVER_FOLDER/scenes.json"
	step "done"
}
