# The applications and the web server, from Debian's packages: files alone, in one folder under build/ that is kept between runs.
# Nothing is installed: they would bring Apache, dbconfig and services. Sourced by run.sh.

# An application, what it loads from elsewhere, and nginx.
packages=(
	nginx
	wordpress wordpress-theme-twentytwentythree php-getid3 libjs-cropper libjs-underscore
	mediawiki mediawiki-classes
	phpmyadmin
	postfixadmin
	libjs-codemirror libjs-jquery libjs-jquery-mousewheel libjs-jquery-tablesorter libjs-jquery-timepicker libjs-jquery-ui
	php-composer-ca-bundle php-fig-http-message-util php-getallheaders php-google-recaptcha php-mariadb-mysql-kbs
	php-nikic-fast-route php-phpmyadmin-motranslator php-phpmyadmin-shapefile php-phpmyadmin-sql-parser php-psr-cache
	php-psr-container php-psr-http-factory php-psr-http-message php-psr-log php-slim-psr7 php-symfony-cache
	php-symfony-cache-contracts php-symfony-config php-symfony-dependency-injection php-symfony-deprecation-contracts
	php-symfony-expression-language php-symfony-filesystem php-symfony-polyfill-php80 php-symfony-service-contracts
	php-symfony-var-exporter php-twig php-twig-i18n-extension php-webmozart-assert
)

# The versions that the lives in wordpress.php, mediawiki.php, phpmyadmin.php and postfixadmin.php know their way around in: Debian 12's.
declare -A known_versions=([wordpress]=6.1 [mediawiki]=1.39 [phpmyadmin]=5.2 [postfixadmin]=3.3)

unpack_packages() { # FOLDER
	local deb
	mkdir -p "$1/files"
	(cd "$1" && apt-get -q download "${packages[@]}") || return
	for deb in "$1"/*.deb; do
		dpkg-deb -x "$deb" "$1/files" || return
		dpkg-deb -f "$deb" Package Version | sed 's/^[^:]*: //' | paste -sd ' ' >>"$1/files/versions"
	done
	rm -rf "$1"/*.deb "$1"/files/usr/share/{doc,man,nodejs,icons,lintian} "$1"/files/usr/share/wordpress/wp-config.php
}

# Prints why there are none, if so. The folder appears when it is whole.
get_packages() { # FOLDER
	local new wanted
	wanted=$(printf '%s\n' "${packages[@]}")
	[[ $(cat "$1/files/wanted" 2>/dev/null) != "$wanted" ]] || return 0
	command -v apt-get dpkg-deb >/dev/null || { echo "this is no Debian"; return 1; }
	mkdir -p "$1"
	new=$(mktemp -d "$1/new.XXXXXX")
	if ! unpack_packages "$new" >"$1/log" 2>&1 && ! { rm -rf "$new"/* && (apt update) && unpack_packages "$new"; } >>"$1/log" 2>&1; then
		rm -rf "$new"
		echo "Debian's packages cannot be had: $(grep -E '^E:' "$1/log" | tail -n 1)"
		return 1
	fi
	echo "$wanted" >"$new/files/wanted"
	rm -rf "$1/files"
	mv "$new/files" "$1/files"
	rmdir "$new"
}

version_of() { # FOLDER PACKAGE: without epoch and Debian's part
	sed -n "s/^$2 \([0-9]*:\)\?\([0-9.]*\).*/\2/p" "$1/files/versions"
}

is_known() { # FOLDER APPLICATION
	[[ $(version_of "$1" "$2") == "${known_versions[$2]}".* ]]
}
