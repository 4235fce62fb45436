# docs/reference/ out of the stubs and the code's own lists. `./dev lint` says when it is not up to date.
use setup

cmd_reference() {
	setup
	PHP_CONFIG=$PHP_CONFIG "$ROOT/tools/gen-reference" "$@"
}
