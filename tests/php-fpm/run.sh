#!/usr/bin/env bash
# What an operator of php-fpm meets: settings in a pool's file, and what the slow log says of a page that a
# web server has led to another script than the one of its address. Run by `./dev test php-fpm`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
. "$here/../fpm.sh"
ROOT=$MYND_ROOT
. "$ROOT/tools/dev/common.sh"
use server
set +e

temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-php-fpm.XXXXXX")
fpm_pid=

clean_up() {
	fpm_end "$fpm_pid"
	server_stop "$temp/server.env"
	rm -rf "$temp"
}

trap clean_up EXIT
trap 'exit 143' TERM HUP INT
[[ -n $fpm ]] || skip_suite "php-fpm$MYND_PHP_VERSION is not here" php-fpm
server_start "$temp/server.env" mariadb || die "the server does not start"
. "$temp/server.env"
disown "$MYND_TEST_SERVER_PID"
ini=$(cd -- "$(dirname -- "$MYND_SO")/../../ini-mynd" && pwd)

pool() {
	cat <<-CONF
		[www]
		listen = $temp/www.sock
		pm = static
		pm.max_children = 1
		env[SOCKET] = $MYND_TEST_SOCKET
		env[USER] = $MYND_TEST_USER
		env[PASSWORD] = '$MYND_TEST_PASSWORD'
	CONF
	[[ $(id -u) -ne 0 ]] || printf 'user = root\n'
	(($# == 0)) || printf '%s\n' "$@"
}

start() { # SETTING-OF-PHP.INI... -- LINE-OF-THE-POOL...
	local settings=()
	while [[ $1 != -- ]]; do
		settings+=("$1")
		shift
	done
	shift
	fpm_end "$fpm_pid"
	: >"$temp/php.log"
	fpm_configure "$temp" "${settings[@]}" < <(pool "$@")
	fpm_start "$temp" "$ini" "$temp/www.sock" || die "php-fpm does not start"
}

# What a page says. nginx tells php-fpm the script as SCRIPT_NAME and what the browser asked for as
# REQUEST_URI.
page() { # FILE [REQUEST_URI]
	"$MYND_STOCK_CMD" -r '
		require $argv[1];
		$fpm = stream_socket_client("unix://$argv[2]", $number, $why, 10);
		$uri = isset($argv[4]) ? ["REQUEST_URI" => $argv[4], "DOCUMENT_URI" => "/index.php"] : [];
		fwrite($fpm, request(["REQUEST_METHOD" => "GET", "SCRIPT_NAME" => "/index.php", "SCRIPT_FILENAME" => $argv[3], "QUERY_STRING" => "token=s3cret"] + $uri));
		echo explode("\r\n\r\n", printed(stream_get_contents($fpm))[0], 2)[1];' -- "$here/../fastcgi.php" "$temp/www.sock" "$@"
}

of_log() { # FIELD...: of each line of the slow log
	"$MYND_STOCK_CMD" -r '
		foreach (file($argv[1]) as $line) {
			$entry = json_decode($line, true);
			echo implode(" ", array_map(fn ($name) => $entry[$name] ?? "-", array_slice($argv, 2))), "\n";
		}' -- "$temp/slow.jsonl" "$@"
	rm "$temp/slow.jsonl"
}

cat >"$temp/index.php" <<'PHP'
<?php
$db = new mysqli('localhost', getenv('USER'), getenv('PASSWORD'), '', 0, getenv('SOCKET'));
$db->query('SELECT SLEEP(0.2)');
for ($i = 0; $i < 4; $i++) {
	$db->query("SELECT $i");
}
PHP
cat >"$temp/settings.php" <<'PHP'
<?php
foreach (['shared_pool', 'scoreboard', 'scoreboard_slots', 'wire_log'] as $name) {
	echo $name, '=', ini_get("mynd.$name"), ' ';
}
echo 'board: ', count(Mynd\scoreboard());
PHP

slow=("mynd.slow_log = $temp/slow.jsonl" 'mynd.slow_seconds = 0.1' 'mynd.slow_repeats = 3')
start "${slow[@]}" --
page "$temp/index.php" '/shop/teapot?token=s3cret'
check_equal "the slow log has the page's path, and its script" \
	"slow /shop/teapot $temp/index.php"$'\n'"repeated /shop/teapot $temp/index.php" "$(of_log kind path script)"
page "$temp/index.php"
check_equal "without REQUEST_URI the script's" "slow /index.php"$'\n'"repeated /index.php" "$(of_log kind path)"
start 'a = b' -- "php_admin_value[mynd.slow_log] = $temp/slow.jsonl" 'php_admin_value[mynd.slow_seconds] = 0.1'
page "$temp/index.php" '/by/the/pool'
check_equal "a slow log of the pool's" "slow /by/the/pool" "$(of_log kind path)"

# What is made when PHP starts cannot be switched on by a pool's file: it says so, and so does ini_get().
start 'a = b' -- 'php_admin_value[mynd.shared_pool] = 1' "php_admin_value[mynd.scoreboard] = $temp/board" 'php_admin_value[mynd.scoreboard_slots] = 8' "php_admin_value[mynd.wire_log] = $temp"
check_equal "what comes too late has no effect" 'shared_pool=0 scoreboard= scoreboard_slots=256 wire_log= board: 0' "$(page "$temp/settings.php")"
log=$(cat "$temp/php.log" "$temp/fpm.log")
for name in 'shared_pool = "1"' "scoreboard = \"$temp/board\"" 'scoreboard_slots = "8"' "wire_log = \"$temp\""; do
	check "and is refused in the log: $name" grep -qF "mynd.$name is refused. Allowed: what php.ini or -d say, before php-fpm or Apache fork their workers." <<<"$log" || printf '%s\n' "$log"
done
start 'mynd.shared_pool = 1' "mynd.scoreboard = $temp/board" -- 'php_admin_value[mynd.shared_pool] = 0' "php_admin_value[mynd.scoreboard] = $temp/board"
check_equal "a pool may be left out of the shared one" "shared_pool=0 scoreboard=$temp/board scoreboard_slots=256 wire_log= board: 5" "$(page "$temp/settings.php")"
check_equal "without a complaint" "" "$(fpm_complaints "$temp")"

# mynd.preset = web. Its scoreboard's folder belongs to the package: here it is one of this namespace alone.
cat >"$temp/preset.php" <<'PHP'
<?php
foreach (['persistent', 'reconnect', 'round_trips', 'shared_pool', 'scoreboard'] as $name) {
	echo $name, '=', ini_get("mynd.$name"), ' ';
}
$db = new mysqli('localhost', getenv('USER'), getenv('PASSWORD'), '', 0, getenv('SOCKET'));
echo 'board: ', count(Mynd\scoreboard()), ' pools: ', count(Mynd\pools()), ' answer: ', $db->query('SELECT 5')->fetch_column();
PHP
start 'mynd.preset = web' -- # a missing folder
board=/run/mynd/board-$MYND_PHP_VERSION-fpm-fcgi-$(sed -n 's/^#define MYND_BOARD_LAYOUT *\([0-9]*\).*/\1/p' "$ROOT/src/board/board.h")
if [[ ! -e /run/mynd ]]; then
	check_equal "without the folder of the scoreboard" "persistent=all reconnect=1 round_trips=fewer shared_pool=1 scoreboard=$board board: 0 pools: 1 answer: 5" "$(page "$temp/preset.php")"
	check "the log says that it is missing" grep -q "mynd.scoreboard = \"$board\": .*There is no scoreboard" "$temp/php.log" "$temp/fpm.log"
else
	skip_check "without the folder of the scoreboard" "/run/mynd is there"
fi
start 'mynd.preset = web' 'mynd.reconnect = 0' -- 'php_admin_value[mynd.persistent] = asked'
check_equal "what php.ini and the pool say wins" "persistent=asked reconnect=0 round_trips=fewer shared_pool=1" "$(page "$temp/preset.php" | grep -o '^.*shared_pool=1')"
start 'a = b' -- 'php_admin_value[mynd.preset] = web'
check_equal "a pool's file cannot name a preset" "persistent=asked reconnect=0 round_trips=stock shared_pool=0 scoreboard= board: 0 pools: 0 answer: 5" "$(page "$temp/preset.php")"
check "and the log says so" grep -qF 'mynd.preset = "web" is refused. Allowed: what php.ini or -d say' "$temp/php.log" "$temp/fpm.log"
if unshare --mount sh -c 'mount -t tmpfs tmpfs /run' 2>/dev/null; then
	fpm_end "$fpm_pid"
	fpm_configure "$temp" 'mynd.preset = web' < <(pool)
	in_namespace() {
		exec unshare --mount sh -c 'mount -t tmpfs tmpfs /run && mkdir -m 755 /run/mynd && exec "$0" "$@"' "$fpm_program" "$@"
	}
	fpm_program=$fpm fpm=in_namespace
	: >"$temp/php.log"
	fpm_start "$temp" "$ini" "$temp/www.sock" || die "php-fpm does not start"
	check_equal "with the folder of the scoreboard" "persistent=all reconnect=1 round_trips=fewer shared_pool=1 scoreboard=$board board: 5 pools: 1 answer: 5" "$(page "$temp/preset.php")"
	check_equal "without a complaint, too" "" "$(fpm_complaints "$temp")"
else
	skip_check "with the folder of the scoreboard" "no mount namespaces here"
fi
finish
