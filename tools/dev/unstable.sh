# The folder with Debian unstable: MySQL, which no stable release has. A newer PHP may be in it as well
# (other-php.sh).
use debian

in_unstable() { # COMMAND...
	in_debian unstable "$@"
}

need_unstable() {
	need_debian unstable sid mysql-server-core mysql-client-core
}
