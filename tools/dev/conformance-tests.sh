# PHP's sources and its tests, out of Debian's source packages. apt fetches them by a configuration of its own
# under build/, from the mirror that the machine has, and checks them against Debian's keyring; the machine's
# own lists and sources are not touched.
use setup

CONFORMANCE=$BUILD/conformance

# The Debian suite that has a PHP's sources, and their version. For 8.2 the version is fixed, so that the
# number of tests is the same everywhere; it is the one that the suite itself has, because mirrors do not
# always serve the sources of security updates. Nor do they serve those of unstable and experimental, so a
# later PHP is tested with the tests of 8.4, and where these cannot be had with those of 8.2. Where PHP has
# changed since then, stock fails them as well, and nothing is asked of mynd.
sources_of() { # VERSION: prints lines of PACKAGE, SUITE and VERSION, or its beginning; the first is the best
	case $1 in
	8.2) ;;
	8.3) echo php8.3 sid 8.3. ;;
	*) echo php8.4 trixie 8.4. ;;
	esac
	echo php8.2 bookworm 8.2.32-
}

# Writes apt's configuration for the sources of one suite and puts its options into private_apt.
private_apt() { # FOLDER SUITE
	mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
	echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(debian_mirror) $2 main" >"$1/sources.list"
	: >"$1/status"
	private_apt=(-q -o Dir::Etc::sourcelist="$1/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$1/lists"
		-o Dir::Cache="$1/cache" -o Dir::State::status="$1/status" -o APT::Sandbox::User= -o Acquire::Languages=none
		-o Acquire::Check-Valid-Until=false) # old lists do as well; the signatures are checked
}

# The newest version of a source package that the suite has.
source_version() { # PACKAGE SUITE BEGINNING
	local all found
	all=$(apt-cache "${private_apt[@]}" showsrc "$1" 2>/dev/null | sed -n 's/^Version: //p' | sort -uV)
	found=$(grep "^\([0-9]*:\)\?${3//./\\.}" <<<"$all" | tail -n 1) || true
	[[ -n $found ]] || unavailable "Debian's suite $2 has no source package $1 ${3%[.-]} (it has: ${all:-none})"
	echo "$found"
}

fetch_source() { # PACKAGE SUITE BEGINNING FOLDER: into FOLDER/archive
	local private_apt version
	private_apt "$4/apt" "$2"
	apt-get "${private_apt[@]}" update >"$4/log" 2>&1 || unavailable "the sources of Debian's suite $2 cannot be had: $(tail -n 5 "$4/log")"
	version=$(source_version "$1" "$2" "$3") || exit
	say "Debian's source package $1 $version is fetched"
	mkdir -p "$4/archive"
	(cd "$4/archive" && apt-get "${private_apt[@]}" source --only-source --download-only "$1=$version") >>"$4/log" 2>&1 ||
		unavailable "Debian's source package $1 $version cannot be had: $(tail -n 5 "$4/log")"
	rm -rf "$4/apt"
}

# The folders with the tests of an extension. PDO's own tests are for every driver.
suite_folders() { # EXTENSION
	case $1 in
	pdo) echo ext/pdo_mysql/tests ext/pdo/tests ;;
	*) echo "ext/$1/tests" ;;
	esac
}

# Prints the folder that has the sources, as a package, in archive/. Status 77: they cannot be had.
sources_in() { # PACKAGE SUITE VERSION
	local folder=$CONFORMANCE/$1-$2 temp
	if [[ ! -d $folder/archive ]]; then
		need_debian_mirror
		setup_packages debian-archive-keyring xz-utils
		rm -rf "$folder"
		temp=$(mkdir -p "$CONFORMANCE" && mktemp -d "$CONFORMANCE/fetch.XXXXXX")
		at_exit rm -rf "$temp"
		fetch_source "$1" "$2" "$3" "$temp"
		mv "$temp" "$folder"
	fi
	echo "$folder"
}

# The same for a version of PHP, to build it.
php_sources() { # VERSION
	# shellcheck disable=SC2046
	sources_in $(sources_of "$1" | head -n 1)
}

# The same for its tests: the best of those that can be had.
sources_with_tests() { # VERSION
	local source folder sources
	mapfile -t sources < <(sources_of "$1")
	for source in "${sources[@]}"; do
		# shellcheck disable=SC2086
		folder=$(sources_in $source) && echo "$folder" && return
	done
	exit "$UNAVAILABLE"
}

# Prints the folder that has the suite's folders.
suite_tests() { # VERSION FOLDERS...
	local folder tests
	folder=$(sources_with_tests "$1") || exit
	for tests in "${@:2}"; do
		if [[ ! -d $folder/$tests ]]; then
			tar -xJf "$folder"/archive/*.orig.tar.xz -C "$folder" --strip-components=1 --wildcards "*/$tests/*" ||
				die "conformance: there is no $tests in ${folder#"$ROOT"/}/archive"
		fi
	done
	echo "$folder"
}
