# What `./dev bench far` runs: WordPress, Laravel's database component and Doctrine's DBAL, out of Debian's
# packages, unpacked and not installed.
use unpacked

far_packages=(
	wordpress wordpress-theme-twentytwentythree php-getid3
	php-illuminate-database php-illuminate-collections php-illuminate-container php-illuminate-contracts
	php-illuminate-macroable php-illuminate-support php-illuminate-events php-illuminate-bus php-illuminate-pipeline
	php-doctrine-inflector php-nesbot-carbon php-psr-container php-psr-simple-cache php-voku-portable-ascii
	php-symfony-console php-symfony-finder php-symfony-service-contracts php-symfony-string php-symfony-translation
	php-symfony-translation-contracts php-symfony-deprecation-contracts php-symfony-polyfill-php80
	php-doctrine-dbal php-doctrine-cache php-doctrine-deprecations php-doctrine-event-manager php-psr-cache php-psr-log
)

# Sets MYND_FAR, the folder that the bench looks in. WordPress gets its settings and a fresh copy of its
# files.
prepare_far_bench() {
	local reason share=$BUILD/far/files/usr/share
	reason=$(get_unpacked "$BUILD/far" "${far_packages[@]}") || die "bench far: $reason"
	rm -rf "$BUILD/far/wordpress"
	cp -a "$share/wordpress" "$BUILD/far/wordpress"
	rm -f "$BUILD"/far/wordpress/{.htaccess,wp-config.php}
	cp "$ROOT/bench/programs/far/wp-config.php" "$BUILD/far/wordpress/"
	cp "$ROOT/bench/programs/far/wp-db.php" "$BUILD/far/wordpress/wp-content/db.php"
	export MYND_FAR=$BUILD/far
}
