# A PHP that this machine has not, out of a folder with the Debian that has it (see debian.sh): a ./dev of the
# same tree runs in there, with builds of its own in build/FOLDER/build.
use debian

# The words before a command that run it there; none for a PHP of this machine. And where its builds are.
inside_php=() inside_build=$BUILD

# The folder, and Debian's name of the release: a folder that has this PHP already, or else the release that
# will have it. What stable releases have not is looked for in unstable and experimental.
debian_with_php() { # VERSION
	local name root
	for name in unstable trixie bookworm; do
		root=$BUILD/$name/root
		[[ ! -e $root/usr/bin/php$1 ]] || { echo "$name ${name/unstable/sid}" && return; }
	done
	case $1 in
	8.2) echo bookworm bookworm ;;
	8.4) echo trixie trixie ;;
	*) echo unstable sid ;;
	esac
}

# PHP, and what suites of tests need there beside what mynd is built with.
packages_with_php() { # VERSION
	build_packages
	echo "php$1-cli" "php$1-dev" "php$1-mysql" "php$1-fpm" libcmocka-dev openssl procps valgrind strace
}

# A PHP of this machine if there is one of that version, else that of a folder.
choose_php() { # VERSION or nothing
	local name suite enter_debian
	[[ -n $1 && $1 != "$(find_php_version)" ]] || return 0
	if command -v "php-config$1" >/dev/null; then
		export MYND_PHP=$1
		return
	fi
	read -r name suite < <(debian_with_php "$1")
	# shellcheck disable=SC2046
	(need_debian "$name" "$suite" $(packages_with_php "$1")) ||
		unavailable "there is no PHP $1: not here, and not in Debian $name: $(grep -s '^E:' "$BUILD/$name/log" | tail -n 1)"
	enter_debian "$name"
	inside_build=$BUILD/$name/build
	inside_php=("${enter_debian[@]}" MYND_NO_SETUP=1 "MYND_PHP=$1" "MYND_BUILD=$inside_build")
}
