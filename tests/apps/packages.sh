# The applications and the web server, from Debian's packages: files alone, in one folder under build/ that is
# kept between runs. Nothing is installed: they would bring Apache, dbconfig and services. Sourced by run.sh.

# An application, the packages that it loads files from, and nginx.
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

# The versions that wordpress.php, mediawiki.php, phpmyadmin.php and postfixadmin.php are written for: those
# of Debian 12.
declare -A known_versions=([wordpress]=6.1 [mediawiki]=1.39 [phpmyadmin]=5.2 [postfixadmin]=3.3)

# If they cannot be had, prints why.
get_packages() { # FOLDER
	get_unpacked "$1" "${packages[@]}"
}

version_of() { # FOLDER PACKAGE: without epoch and Debian's part
	sed -n "s/^$2 \([0-9]*:\)\?\([0-9.]*\).*/\2/p" "$1/files/versions"
}

is_known() { # FOLDER APPLICATION
	[[ $(version_of "$1" "$2") == "${known_versions[$2]}".* ]]
}
