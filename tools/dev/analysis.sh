# PHPStan and Psalm, and the libraries that packages/ adapts to, by composer.
use composer

# Prints why they cannot be had, if so.
get_analysers() { # FOLDER
	get_composed "$ROOT/tests/analysis/composer.json" "$1" && get_packages_of_packagist
}
