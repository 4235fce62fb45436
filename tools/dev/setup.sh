# Set-up: installs the Debian packages that are missing, and says first which. Starts no service.

# Debian's PHP $1, with the stock driver to compare with. A PHP that somebody put elsewhere is taken as it is.
php_packages() {
	local config php=php$1
	config=$(command -v "php-config$1" || command -v php-config || echo /usr/bin/php-config)
	[[ $config == /usr/bin/* ]] || return 0
	echo "$php-cli" "$php-dev" "$php-mysql" "$php-fpm"
	# shellcheck disable=SC2072 # versions of PHP, as text
	[[ $1 > 8.4 ]] || echo "$php-opcache" # from 8.5 on it is part of PHP
}

# What the extension is built with, beside PHP.
build_packages() {
	echo gcc libc6-dev make pkg-config libssl-dev libsodium-dev libc-ares-dev zlib1g-dev libzstd-dev
}

# What ./dev install needs: the PHP that it goes into, that PHP's headers, a compiler and the libraries. No
# server, no tools for tests.
packages_to_install() { # PHP-VERSION
	[[ -z $(php_packages "$1") ]] || echo "php$1-cli" "php$1-dev"
	build_packages
}

packages_for() {
	php_packages "$1"
	build_packages
	echo mariadb-server-core mariadb-client-core openssl
	echo libcmocka-dev valgrind strace xz-utils
	# for ./dev lint: formatting, and the library that PHP's gen_stub.php parses with
	echo clang-format shellcheck composer unzip ca-certificates
}

# clang with its runtime libraries (libFuzzer, sanitizers), which Debian packages by version.
clang_packages() {
	local version
	version=$({ apt-cache depends clang 2>/dev/null || true; } | sed -n 's/^ *Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
	echo clang llvm ${version:+"libclang-rt-$version-dev"}
}

# PHP as a library, where the machine's PHP is Debian's.
embed_packages() {
	local version
	version=$(find_php_version)
	[[ -z $version || -z $(php_packages "$version") ]] || echo "libphp$version-embed"
}

# What one suite of tests needs beyond that. It is skipped where it cannot be had.
packages_for_suite() { # SUITE PHP-VERSION
	case $1 in
	apps | legacy-mysql) [[ -z $(php_packages "$2") ]] || echo "php$2-gd" "php$2-intl" "php$2-mbstring" "php$2-xml" ;;
	fuzz) clang_packages && embed_packages ;;
	package) echo musl-tools ;;
	machines) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user musl-tools ;;
	analysis) [[ -z $(php_packages "$2") ]] || echo "php$2-mbstring" "php$2-xml" ;;
	eloquent | testing) [[ -z $(php_packages "$2") ]] || echo "php$2-mbstring" "php$2-intl" ;;
	page) echo chromium && { command -v npm >/dev/null || echo nodejs npm; } ;;
	esac
}

# The same of a bench: it leaves out what cannot be had.
packages_for_bench() { # NAME
	case $1 in
	connect) echo libmariadb-dev ;;
	hooks | instructions) echo valgrind ;;
	esac
}

setup_benches() { # NAME...
	local name missing
	command -v dpkg-query >/dev/null || return 0
	for name in "$@"; do
		mapfile -t missing < <(missing_packages $(packages_for_bench "$name"))
		[[ ${#missing[@]} -eq 0 ]] || (install_packages "${missing[@]}") || say "set-up: the bench $name goes without them"
	done
}

setup_suites() { # SUITE...
	local suite missing
	command -v dpkg-query >/dev/null || return 0
	for suite in "$@"; do
		mapfile -t missing < <(missing_packages $(packages_for_suite "$suite" "${PHP_VERSION:-}"))
		[[ ${#missing[@]} -eq 0 ]] || (install_packages "${missing[@]}") || say "set-up: the suite $suite goes without them"
	done
}

missing_packages() {
	local name
	declare -A present=()
	while read -r name; do
		present[$name]=1
	done < <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p')
	for name in "$@"; do
		[[ -n ${present[$name]:-} ]] || echo "$name"
	done
}

# Package scripts ask policy-rc.d before they start a service. Where there is none, one that refuses stands in
# for as long as we install.
refuse_services() {
	local policy=/usr/sbin/policy-rc.d
	[[ -e $policy ]] && return
	printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
	as_root chmod 755 "$policy"
	at_exit as_root rm -f "$policy"
}

# Debian's mirror, as the machine itself has it. Before the first "apt-get update" it has none.
debian_mirror() {
	apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
		sed -n 's/^Debian|Debian|//p' | head -n 1
}

need_debian_mirror() {
	command -v apt-get >/dev/null || unavailable "this is no Debian"
	[[ -n $(debian_mirror) ]] || apt update || true
	[[ -n $(debian_mirror) ]] || unavailable "apt knows no mirror of Debian"
}

apt() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" >&2
}

install_packages() {
	local log=("$@")
	say "set-up: these Debian packages are missing and will be installed: ${log[*]}"
	refuse_services
	if ! apt-cache show "$@" >/dev/null 2>&1; then
		apt update || die "apt-get update failed"
	fi
	apt install -y --no-install-recommends "$@" && return
	say "set-up: trying once more with fresh package lists"
	{ apt update && apt install -y --no-install-recommends "$@"; } || die "set-up failed"
}

# Installs what is missing of these, without the lists of `packages_for`.
setup_packages() {
	local missing
	mapfile -t missing < <(missing_packages "$@")
	[[ ${#missing[@]} -eq 0 ]] || install_packages "${missing[@]}"
}

setup() {
	setup_by packages_for
}

# The packages that a function lists for a version of PHP.
setup_by() { # FUNCTION
	if [[ -n ${MYND_NO_SETUP:-} ]]; then
		find_php
		return
	fi
	if ! command -v dpkg-query >/dev/null; then
		say "set-up: this is no Debian; what is needed must be there already"
		return
	fi
	local version
	version=$(find_php_version)
	if [[ -z $version ]]; then
		say "set-up: reading Debian's package lists, to see which PHP it has"
		apt update || die "apt-get update failed"
		version=$(find_php_version)
		[[ -n $version ]] || die "Debian's package lists have no php-cli"
	fi
	setup_packages $("$1" "$version")
	hash -r
	find_php
}

cmd_setup() {
	setup
	say "set-up: everything is there (PHP $("$PHP_CONFIG" --version))"
}
