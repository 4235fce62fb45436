#!/usr/bin/env bash
# What others install from: the release's checks, each of which fails when what it looks at is broken;
# composer.json by PIE's rules. Run by `./dev test package`; MYND_PACKAGE_PARTS="config musl ..." chooses.
# What takes a folder with a Debian of its own is `./dev package deb`.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
temp=$(mktemp -d "${TMPDIR:-/tmp}/mynd-package.XXXXXX")
trap 'rm -rf "$temp"' EXIT
trap 'exit 143' TERM HUP INT
# The build is that of the project, whatever happens in a copy of its sources.
export MYND_BUILD=${MYND_PHP_CMD%/bin/*} MYND_PHP=$MYND_PHP_VERSION MYND_NO_SETUP=1
unset PHP_INI_SCAN_DIR

# The project as it lies here but for what fuzzing has found, all of its changes released, its figures
# recorded, committed, in a repository of its own.
copy_project() { # FOLDER
	mkdir -p "$1"
	(cd "$MYND_ROOT" && { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -printf '%P\n'; } |
		grep -v '^fuzz/corpus/' | while IFS= read -r file; do [[ ! -f $file ]] || printf '%s\0' "$file"; done | tar -c --null -T -) | tar -x -C "$1"
	release_changes "$1"
	make_results "$1"
	git -C "$1" init -q
	commit_all "$1" "Everything"
}

# What stands under Unreleased belongs to the version that is under way, as if that had been cut; right after
# a release there is none, and it belongs to the newest one.
release_changes() { # FOLDER
	local newest version
	newest=$(grep -m 1 '^## \[[0-9]' "$1/CHANGELOG.md")
	version=$("$1/dev" release --version)
	[[ $newest == "## [$version]"* ]] || newest="## [$version] - $(date -u +%F)"
	awk -v newest="$newest" '$0 != newest { print } /^## \[Unreleased\]$/ { print "\n" newest }' "$1/CHANGELOG.md" >"$1/CHANGELOG.new"
	sed -z 's/<!--figure\s[^>]*-->//g; s/<!--\/-->//g' "$1/CHANGELOG.new" >"$1/CHANGELOG.md"
	rm "$1/CHANGELOG.new"
}

# No bench runs here: what pages show are figures of none.
make_results() { # FOLDER
	"$MYND_PHP_BINARY" -n "$here/results.php" "$1" "$(sed -n 's/^#define MYND_VERSION "\(.*\)"$/\1/p' "$1/src/wire/version.h")"
	"$MYND_PHP_BINARY" -n "$1/tools/figures/figures.php" put "$1" >/dev/null || echo "the figures cannot be put into the pages"
}

commit_all() { # FOLDER MESSAGE
	git -C "$1" add -A -f
	git -C "$1" -c user.name=test -c user.email=test@mynd.example commit -q --allow-empty -m "$2"
}

if ! command -v git >/dev/null; then
	skip_check package "there is no git"
	finish
	exit
fi

copy_project "$temp/whole"
for script in "$here"/check_*.sh; do
	part=${script##*/check_}
	[[ -n ${MYND_PACKAGE_PARTS:-} && " $MYND_PACKAGE_PARTS " != *" ${part%.sh} "* ]] || . "$script"
done
finish
