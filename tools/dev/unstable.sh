# The folder with Debian unstable (1.2 GB): MySQL, which no stable release has, and a newer PHP.
use debian

UNSTABLE=$BUILD/unstable

in_unstable() { # COMMAND...
	in_debian unstable "$@"
}

need_unstable() {
	# shellcheck disable=SC2046
	need_debian unstable sid $(build_packages) mysql-server-core mysql-client-core php-cli php-dev php-mysql
}

unstable_php_version() {
	in_unstable php-config --version | cut -d. -f1,2
}
