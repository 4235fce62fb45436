# Packages of Packagist by composer, into a folder under build/, once for each list of packages.
use setup

# The list is a composer.json; a folder that it names as "packages/NAME" is this project's. Prints why they
# cannot be had, if so. MYND_COMPOSER_CHECKOUTS=FOLDER: has checkouts (FOLDER/*, each at a tag) of packages
# that the machine's Packagist does not have.
get_composed() { # LIST FOLDER
	local lock status=0
	mkdir -p "$2"
	exec {lock}>"$2/lock" # another suite may want the same
	flock "$lock"
	get_composed_alone "$1" "$2" || status=1
	exec {lock}>&-
	return "$status"
}

get_composed_alone() { # LIST FOLDER
	local list=$1 dir=$2 new
	new=$(mktemp -d "$dir.new.XXXXXX") # beside it: loaders name files by the way from their folder
	sed "s|\"\(\.\./\)*packages/|\"$ROOT/packages/|" "$list" >"$new/composer.json"
	(cd "$ROOT" && cat "$new/composer.json" $(sed -n 's|.*"[./]*\(packages/[a-z-]*\)".*|\1/composer.json|p' "$list")) >"$new/wanted"
	if [[ -n ${MYND_COMPOSER_CHECKOUTS:-} ]]; then
		mkdir "$new/home"
		printf '{"repositories": [{"type": "path", "url": "%s/*"}]}\n' "$MYND_COMPOSER_CHECKOUTS" | tee -a "$new/wanted" >"$new/home"/config.json
	fi
	if cmp -s "$new/wanted" "$dir/wanted" && [[ -f $dir/vendor/autoload.php ]]; then
		rm -rf "$new"
		return 0
	fi
	command -v composer >/dev/null || { rm -rf "$new" && echo "composer is not here" && return 1; }
	if ! (cd "$new" && COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME="$new/home" timeout 240 composer update --no-interaction --no-plugins --no-scripts) \
		>"$dir/log" 2>&1; then
		rm -rf "$new"
		echo "they cannot be had from Packagist: $(grep -E 'could not|Problem|require|failed' "$dir/log" | tail -n 1)"
		return 1
	fi
	rm -rf "$dir/vendor" "$dir/composer.json"
	mv "$new/vendor" "$new/composer.json" "$dir/"
	mv "$new/wanted" "$dir/"
	rm -rf "$new"
}

# All that packages/ adapts to. Prints why it cannot be had, if so.
PACKAGES=$ROOT/build/packages
get_packages_of_packagist() {
	get_composed "$ROOT/tests/packages.json" "$PACKAGES"
}
