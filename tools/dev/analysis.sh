# PHPStan and Psalm, by composer from Packagist, into build/analysis/, once for each list of packages.
use setup

# Prints why they cannot be had, if so.
get_analysers() { # FOLDER
	local dir=$1 list=$ROOT/tests/analysis/composer.json new
	cmp -s "$list" "$dir/composer.json" && [[ -f $dir/vendor/autoload.php ]] && return 0
	command -v composer >/dev/null || { echo "composer is not here" && return 1; }
	mkdir -p "$dir"
	new=$(mktemp -d "$dir/new.XXXXXX")
	cp "$list" "$new/"
	if ! (cd "$new" && COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$new/home" timeout 240 composer update --no-interaction --no-plugins --no-scripts) \
		>"$dir/log" 2>&1; then
		rm -rf "$new"
		echo "they cannot be had from Packagist: $(grep -E 'could not|Problem|require|failed' "$dir/log" | tail -n 1)"
		return 1
	fi
	rm -rf "$dir/vendor"
	mv "$new/vendor" "$dir/"
	mv "$new/composer.json" "$dir/"
	rm -rf "$new"
}
