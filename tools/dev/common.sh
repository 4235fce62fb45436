# What every command shares: speaking, the PHP that is used, folders. Sourced by ./dev, does nothing by
# itself.

BUILD=${MYND_BUILD:-$ROOT/build}
PHP_BUILD=

say() {
	printf '%s\n' "$*" >&2
}

die() {
	printf 'dev: %s\n' "$*" >&2
	exit 1
}

# Ends because something cannot be had on this machine, which is no defect of the project. Callers may take
# the status for "skipped".
UNAVAILABLE=77
unavailable() {
	printf 'dev: %s\n' "$*" >&2
	exit "$UNAVAILABLE"
}

# Loads the file of another command, once. What only a release needs is in a folder of its own.
declare -A used=()
use() {
	local name folder
	for name in "$@"; do
		[[ -n ${used[$name]:-} ]] && continue
		used[$name]=1
		folder=$ROOT/tools/dev
		[[ -e $folder/$name.sh ]] || folder=$ROOT/tools/release
		. "$folder/$name.sh"
	done
}

# Runs its arguments at the end of the script, however it ends; what was given last runs first.
at_exit_list=() at_exit_owner=
at_exit() {
	# a subshell ends what it began, no more
	[[ $at_exit_owner == "$BASHPID" ]] || at_exit_list=() at_exit_owner=$BASHPID
	at_exit_list=("$(printf '%q ' "$@")" "${at_exit_list[@]}")
	trap run_at_exit EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
}

run_at_exit() {
	local status=$? entry
	trap - EXIT
	for entry in "${at_exit_list[@]}"; do
		eval "$entry" || true
	done
	exit "$status"
}

# Ends a process as long as the command says that it runs, and waits for its end; by force after so many
# seconds.
end_process() { # PID SECONDS COMMAND...
	local tries
	"${@:3}" || return 0
	kill "$1"
	for ((tries = 0; tries < 10 * $2; tries++)); do
		"${@:3}" || return 0
		sleep 0.1
	done
	kill -9 "$1" || true
}

# Ends what was started with a process group of its own (set -m), for at_exit.
end_group() { # PID
	kill -- "-$1" 2>/dev/null || true
}

# The version of PHP: MYND_PHP, else that of php-config or php, else the one that Debian would install.
find_php_version() {
	if [[ -n ${MYND_PHP:-} ]]; then
		echo "$MYND_PHP"
	elif command -v php-config >/dev/null; then
		php-config --version | cut -d. -f1,2
	elif command -v php >/dev/null; then
		php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, "\n";'
	else
		{ apt-cache depends php-cli 2>/dev/null || true; } | sed -n 's/^ *Depends: php\([0-9][0-9.]*\)-cli$/\1/p' | head -n 1
	fi
}

# Debian has php8.2 beside php; other systems have the plain name only.
versioned() {
	command -v "$1$PHP_VERSION" || command -v "$1" || die "$1 is missing"
}

# Sets PHP_VERSION, PHP, PHP_CONFIG, PHPIZE, and the folder of the build. Needs an installed PHP.
find_php() {
	[[ -z ${PHP_BUILD:-} ]] || return 0
	PHP_VERSION=$(find_php_version)
	PHP_CONFIG=$(versioned php-config)
	PHPIZE=$(versioned phpize)
	PHP=$(versioned php)
	PHP_BUILD=$BUILD/$PHP_VERSION
	local real
	real=$("$PHP_CONFIG" --version)
	[[ $real == "$PHP_VERSION".* ]] || die "PHP $PHP_VERSION is asked for, $PHP_CONFIG is of $real"
}

# The number that suites make their cases of: one and the same wherever this commit is tested, another for the
# next commit. Where there is no git it comes from the version. MYND_TEST_SEED sets another.
seed_of_commit() {
	local of
	if [[ -n ${MYND_TEST_SEED:-} ]]; then
		echo "$MYND_TEST_SEED"
		return
	fi
	of=$(git -C "$ROOT" rev-parse --verify -q HEAD 2>/dev/null) ||
		of=$(sed -n 's/^#define MYND_VERSION //p' "$ROOT/src/wire/version.h" | sha1sum)
	echo "$((16#${of:0:9}))"
}

as_root() {
	if [[ $(id -u) -eq 0 ]]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo -- "$@"
	else
		die "this needs root or sudo: $*"
	fi
}
