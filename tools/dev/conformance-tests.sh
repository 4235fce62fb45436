# PHP's tests, out of Debian's source packages. apt fetches them by a configuration of its own under build/, from the mirror that the
# machine has, and checks them against Debian's keyring; the machine's own lists and sources are not touched.
use setup

# Debian's version of the tests of PHP 8.2: the one of the suite itself, whatever its security updates are at.
CONFORMANCE_PINNED_SUITE=bookworm
CONFORMANCE_PINNED_VERSION=8.2.32

# The suite that has the sources of a PHP: bookworm for 8.2, the machine's or unstable for others.
source_suite() { # VERSION
	if [[ $1 == 8.2 ]]; then
		echo "$CONFORMANCE_PINNED_SUITE"
	elif [[ ${#conformance_inside[@]} -gt 0 ]]; then
		echo sid
	else
		apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(CODENAME)' 'Created-By: Packages' | sed -n 's/^Debian|Debian|//p' | head -n 1
	fi
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

# The version of Debian's source package, of those that the suite has.
source_version() { # PACKAGE SUITE
	local all found wanted=
	all=$(apt-cache "${private_apt[@]}" showsrc "$1" 2>/dev/null | sed -n 's/^Version: //p' | sort -uV)
	[[ $2 != "$CONFORMANCE_PINNED_SUITE" ]] || wanted=$CONFORMANCE_PINNED_VERSION-
	found=$(grep -F -- "$wanted" <<<"$all" | tail -n 1) || true
	[[ -n $found ]] || unavailable "Debian's suite $2 has no source package $1 ${wanted%-} (it has: ${all:-none})"
	echo "$found"
}

fetch_source() { # PACKAGE SUITE FOLDER: into FOLDER/archive
	local private_apt version
	private_apt "$3/apt" "$2"
	apt-get "${private_apt[@]}" update >"$3/log" 2>&1 || unavailable "the sources of Debian's suite $2 cannot be had: $(tail -n 5 "$3/log")"
	version=$(source_version "$1" "$2") || exit
	say "conformance: PHP's tests come from Debian's source package $1 $version"
	mkdir -p "$3/archive"
	(cd "$3/archive" && apt-get "${private_apt[@]}" source --only-source --download-only "$1=$version") >>"$3/log" 2>&1 ||
		unavailable "Debian's source package $1 $version cannot be had: $(tail -n 5 "$3/log")"
	rm -rf "$3/apt"
}

# Prints the folder that has the tests.
suite_tests() { # EXTENSION VERSION
	local suite folder temp
	suite=$(source_suite "$2")
	folder=$CONFORMANCE/php$2-$suite
	if [[ ! -d $folder/archive ]]; then
		need_debian_mirror
		setup_packages debian-archive-keyring xz-utils
		rm -rf "$folder"
		temp=$(mkdir -p "$CONFORMANCE" && mktemp -d "$CONFORMANCE/fetch.XXXXXX")
		fetch_source "php$2" "$suite" "$temp"
		mv "$temp" "$folder"
	fi
	if [[ ! -d $folder/ext/$1/tests ]]; then
		tar -xJf "$folder"/archive/*.orig.tar.xz -C "$folder" --strip-components=1 --wildcards "*/ext/$1/tests/*" ||
			die "conformance: there are no tests of $1 in ${folder#"$ROOT"/}/archive"
	fi
	echo "$folder/ext/$1/tests"
}
