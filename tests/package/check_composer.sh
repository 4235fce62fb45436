# composer.json by PIE's documented rules: each rule has something that breaks it.

composer_breaks() { # WHAT-IS-SAID PHP-CODE: that changes $json
	local said
	"$MYND_PHP_BINARY" -n -r '$json = json_decode(file_get_contents($argv[1]), true); eval($argv[2]); file_put_contents($argv[1], json_encode($json));' \
		"$temp/php-ext/composer.json" "$2"
	said=$("$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/check-php-ext.php" "$temp/php-ext/composer.json")
	check_equal "composer.json: $2" "1 composer.json: $1" "$? $said"
	cp "$MYND_ROOT/composer.json" "$temp/php-ext/"
}

mkdir -p "$temp/php-ext"
cp "$MYND_ROOT/composer.json" "$MYND_ROOT/config.m4" "$temp/php-ext/"
check "composer.json is one that PIE takes" "$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/check-php-ext.php" "$temp/php-ext/composer.json"

composer_breaks '"type" is not "php-ext"' '$json["type"] = "library";'
composer_breaks '"name" is not vendor/package' '$json["name"] = "mynd";'
composer_breaks '"name" begins with php/, which PIE takes for extensions that come with PHP' '$json["name"] = "php/mynd";'
composer_breaks '"version" is set: Packagist and PIE go by the tag' '$json["version"] = "0.2.0";'
composer_breaks '"require" does not name the versions of PHP' 'unset($json["require"]["php"]);'
composer_breaks 'an extension cannot require the package monolog/monolog' '$json["require"]["monolog/monolog"] = "*";'
composer_breaks 'php-ext: PIE does not know "zts"' '$json["php-ext"]["zts"] = true;'
composer_breaks 'php-ext: "support-zts" is of another type' '$json["php-ext"]["support-zts"] = "yes";'
composer_breaks 'php-ext: "extension-name" is none' '$json["php-ext"]["extension-name"] = "my-nd";'
composer_breaks 'php-ext: "priority" is not within 10 to 99' '$json["php-ext"]["priority"] = 5;'
composer_breaks 'php-ext: no PHP could load it' '$json["php-ext"]["support-zts"] = $json["php-ext"]["support-nts"] = false;'
composer_breaks 'php-ext: "os-families" and "os-families-exclude" exclude each other' '$json["php-ext"]["os-families-exclude"] = ["windows"];'
composer_breaks 'php-ext: "os-families" names other families than windows, bsd, darwin, solaris, linux, unknown' '$json["php-ext"]["os-families"] = ["debian"];'
composer_breaks 'php-ext: config.m4 does not have --enable-nothing' '$json["php-ext"]["configure-options"][] = ["name" => "enable-nothing", "description" => ""];'
composer_breaks 'php-ext: "--x" is no name of an option' '$json["php-ext"]["configure-options"][] = ["name" => "--x", "description" => ""];'
