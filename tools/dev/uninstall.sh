# The way back of install.sh.
use install

cmd_uninstall() {
	find_php
	find_debian_php
	[[ -e $STATE ]] || die "mynd is not installed into PHP $PHP_VERSION"
	uninstall
	say "mynd is out of PHP $PHP_VERSION; what was enabled before is enabled again"
	advise_restart
}
