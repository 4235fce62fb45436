# The Debian package of PHP 8.2, the PHP that Debian 12 has: built in a folder with what debian/control asks
# for and nothing else, then installed in another, where its life is gone through (tests/package/life.sh)
# and WordPress and a PDO program run (tests/package/pages.sh). The package lies in build/package/ in the
# end. --build: no more than that. --life, --pages: one of the two alone.
use package release

# What is built with, by debian/control itself.
build_dependencies() {
	sed -n '/^Build-Depends:/,/^[^ ]*:/p' "$ROOT/debian/control" | sed '1s/^[^:]*://; $d' | tr ',' '\n' | sed 's/(.*//' | xargs -n1 | sed 's/^debhelper-compat$/debhelper/'
}

deb_file() {
	echo "$PACKAGE/php8.2-mynd_$(debian_version "$(release_version)")_$(dpkg --print-architecture).deb"
}

# The sum of everything that the package is made from. If it has not changed, the package is not built again.
deb_stamp() {
	(cd "$ROOT" && find config.m4 src debian docs README.md SECURITY.md CHANGELOG.md -type f ! -path 'debian/build/*' -print0 |
		LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

build_deb() {
	local copy tree stamp
	stamp=$(deb_stamp)
	[[ ! -f $deb || $(cat "$PACKAGE/deb.stamp" 2>/dev/null) != "$stamp" ]] || return 0
	# shellcheck disable=SC2046
	need_folder_with builder build-essential lintian php8.2-xml $(build_dependencies)
	throw_away_copy builder
	tree=$copy/srv/mynd-$(release_version)
	export_tree "$tree"
	say "building the package"
	in_folder "$copy" -- bash -c 'cd /srv/mynd-* && dpkg-buildpackage -us -uc -b -j2' >"$PACKAGE/deb.log" 2>&1 || {
		tail -n 30 "$PACKAGE/deb.log" >&2
		die "the package does not build; all of its output is in ${PACKAGE#"$ROOT"/}/deb.log"
	}
	cp "$copy"/srv/php8.2-mynd_*.deb "$PACKAGE/"
	in_folder "$copy" -- bash -c 'lintian --no-tag-display-limit --fail-on error /srv/php8.2-mynd_*.deb' >"$PACKAGE/lintian.log" 2>&1 || {
		cat "$PACKAGE/lintian.log" >&2
		die "lintian finds errors"
	}
	echo "$stamp" >"$PACKAGE/deb.stamp"
	say "built: ${PACKAGE#"$ROOT"/}/${deb##*/}"
}

# Goes through the package's life, in one folder where PHP is installed as usual.
deb_life() {
	local copy
	need_folder_with clean php8.2-cli php8.2-fpm
	throw_away_copy clean
	cp "$deb" "$copy/srv/"
	cp "$ROOT/tests/lib.sh" "$ROOT/tests/package/life.sh" "$copy/srv/"
	in_folder "$copy" -- bash /srv/life.sh "/srv/${deb##*/}"
}

deb_pages() {
	local copy
	need_folder_with web php8.2-cli php8.2-fpm php8.2-mysql php8.2-xml php8.2-mbstring php8.2-intl php8.2-gd php8.2-opcache \
		nginx-light mariadb-server-core mariadb-client-core ca-certificates openssl procps
	throw_away_copy web
	cp "$deb" "$copy/srv/"
	in_folder "$copy" "$ROOT" -- bash "$ROOT/tests/package/pages.sh" "/srv/${deb##*/}" "$ROOT"
}

# Adds up the last lines of all parts.
package_deb() {
	local deb part log status=0 passed=0 failed=0 parts=(life pages)
	deb=$(deb_file)
	case ${1:-} in
	'') ;;
	--build) parts=() ;;
	--life | --pages) parts=("${1#--}") ;;
	*) die "package deb: unknown option $1" ;;
	esac
	find_php
	build_deb
	log=$(mktemp)
	at_exit rm -f "$log"
	for part in ${parts[@]+"${parts[@]}"}; do
		say "== $part"
		"deb_$part" 2>&1 | tee "$log" || true
		if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
			passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
		else
			failed=$((failed + 1))
		fi
	done
	[[ ${#parts[@]} -eq 0 ]] || echo "$passed passed, $failed failed"
	[[ $failed -eq 0 ]]
}
