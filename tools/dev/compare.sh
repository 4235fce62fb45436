# A program on stock and on mynd, against the program's own server; no throw-away server is started.
use setup build

cmd_compare() {
	setup
	build
	"$PHP" -n "$ROOT/tools/measure/compare.php" "$BUILD/bin/php-stock" "$BUILD/bin/php-mynd" "$@"
}
