# A PHP that this machine has not, out of a folder with the release of Debian that has it (see debian.sh): a
# ./dev of the same tree runs in there, with builds of its own in build/FOLDER/build.
use debian

# The words before a command that run it there; none for a PHP of this machine. And where its builds are.
inside_php=() inside_build=$BUILD

# The folder, and Debian's name of the release. Which PHP unstable has is seen when it is there.
debian_with_php() { # VERSION
	case $1 in
	8.2) echo bookworm bookworm ;;
	8.4) echo trixie trixie ;;
	*) echo unstable sid ;;
	esac
}

# What suites of tests need there, beside what mynd is built with.
packages_with_php() {
	build_packages
	echo php-cli php-dev php-mysql php-fpm libcmocka-dev valgrind openssl procps
}

# A PHP of this machine if there is one of that version, else that of a folder.
choose_php() { # VERSION or nothing
	local name suite theirs enter_debian
	[[ -n $1 && $1 != "$(find_php_version)" ]] || return 0
	if command -v "php-config$1" >/dev/null; then
		export MYND_PHP=$1
		return
	fi
	read -r name suite < <(debian_with_php "$1")
	# shellcheck disable=SC2046
	need_debian "$name" "$suite" $(packages_with_php)
	theirs=$(in_debian "$name" php-config --version | cut -d. -f1,2)
	[[ $theirs == "$1" ]] || unavailable "there is no PHP $1: neither here nor in Debian $name, which has $theirs"
	enter_debian "$name"
	inside_build=$BUILD/$name/build
	inside_php=("${enter_debian[@]}" MYND_NO_SETUP=1 "MYND_PHP=$1" "MYND_BUILD=$inside_build")
}
