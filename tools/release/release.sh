# A release: what has to hold before one is made (--check), and the commit and tag of one (--cut).
# RELEASING.md has the steps.
#
# src/wire/version.h has the version; whatever else tells one is compared with it. Nothing is pushed or
# uploaded here.
use setup build

VERSION_HEADER=src/wire/version.h
SEMANTIC='(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-dev|-(alpha|beta|rc)\.?[1-9][0-9]*)?'

release_version() {
	sed -n 's/^#define MYND_VERSION "\([^"]*\)"$/\1/p' "$ROOT/$VERSION_HEADER"
}

# As Debian sorts, and sort -V: 1.0.0~~dev, 1.0.0~beta1, 1.0.0~rc1, 1.0.0. A hyphen would begin a revision.
sortable() { # VERSION
	local version=${1/%-dev/\~\~dev}
	echo "${version/-/\~}"
}

debian_version() { # VERSION
	echo "$(sortable "$1")-1"
}

is_semantic() { # VERSION
	[[ $1 =~ ^$SEMANTIC$ ]]
}

# A pre-release comes before its release, also for sort.
is_newer() { # VERSION THAN
	[[ $1 != "$2" && $(printf '%s\n' "$(sortable "$1")" "$(sortable "$2")" | sort -V | tail -n 1) == "$(sortable "$1")" ]]
}

# The versions of CHANGELOG.md with their dates, the newest first: "0.2.0 2026-11-22".
changelog_releases() {
	sed -nE 's/^## \[([^]]+)\] - (.*)$/\1 \2/p' "$ROOT/CHANGELOG.md"
}

# What stands under a heading of the changelog, without the blank lines around it.
changelog_section() { # NAME
	awk -v name="$1" '
		/^## / { inside = index($0, "## [" name "]") == 1; next }
		inside { text = text $0 "\n" }
		END { gsub(/^\n+|\n+$/, "", text); if (text != "") print text }' "$ROOT/CHANGELOG.md"
}

# --- the checks of --check: check_NAME says what is wrong ---

check_version() {
	local version others
	version=$(release_version)
	is_semantic "$version" || { echo "$VERSION_HEADER: \"$version\" is no semantic version" && return 1; }
	others=$(cd "$ROOT" && grep -rnE '^[[:space:]]*#[[:space:]]*define[[:space:]]+(PHP_)?MYND_([A-Z]+_)?VERSION\b' src | grep -v "^$VERSION_HEADER:")
	[[ -z $others ]] || { echo "a version is defined elsewhere, too: $others" && return 1; }
}

check_module() {
	local told
	build
	told=$("$BUILD/bin/php-mynd" -r 'echo phpversion("mynd");')
	[[ $told == "$(release_version)" ]] || { echo "the module says that it is $told" && return 1; }
}

check_changelog() {
	local version date before='' bad=0
	while read -r version date; do
		is_semantic "$version" || { echo "CHANGELOG.md: \"$version\" is no semantic version" && bad=1; }
		[[ $date =~ ^20[0-9][0-9]-[01][0-9]-[0-3][0-9]$ ]] || { echo "CHANGELOG.md: $version has no date" && bad=1; }
		[[ -z $before ]] || is_newer "$before" "$version" || { echo "CHANGELOG.md: $before stands above $version" && bad=1; }
		[[ -n $(changelog_section "$version") ]] || { echo "CHANGELOG.md: nothing is said of $version" && bad=1; }
		before=$version
	done < <(changelog_releases)
	version=$(changelog_releases | head -n 1)
	[[ ${version% *} == "$(release_version)" ]] || { echo "CHANGELOG.md: its newest version is ${version% *}" && bad=1; }
	[[ -z $(changelog_section Unreleased) ]] || { echo "CHANGELOG.md: there are changes that belong to no version; ./dev release --cut" && bad=1; }
	! grep -nE '^### ' "$ROOT/CHANGELOG.md" | grep -vE ':### (Added|Changed|Deprecated|Removed|Fixed|Security)$' || bad=1
	return "$bad"
}

check_debian() {
	local told
	told=$(sed -nE '1s/^mynd \(([^)]+)\).*/\1/p' "$ROOT/debian/changelog")
	[[ $told == "$(debian_version "$(release_version)")" ]] || { echo "debian/changelog: its newest version is $told" && return 1; }
}

check_composer() {
	"$PHP" -n "$ROOT/tools/check-php-ext.php" "$ROOT/composer.json"
}

check_tree() {
	local changed
	changed=$(git -C "$ROOT" status --porcelain)
	[[ -z $changed ]] || { echo "there are changes that are not committed:" && echo "$changed" && return 1; }
}

# Before the tag exists there must be none of that name. Once it exists, it is checked itself.
check_tag() {
	local version tag other commit bad=0
	version=$(release_version)
	tag=v$version
	if commit=$(git -C "$ROOT" rev-parse -q --verify "refs/tags/$tag^{commit}"); then
		[[ $commit == $(git -C "$ROOT" rev-parse HEAD) ]] || { echo "the tag $tag is of another commit" && bad=1; }
	fi
	while read -r other; do
		[[ $other == "$tag" ]] || is_newer "$version" "${other#v}" || { echo "there is a tag $other already" && bad=1; }
	done < <(git -C "$ROOT" tag --list 'v[0-9]*')
	return "$bad"
}

# The archive that users get: unpacked elsewhere, built with the usual three commands, and loaded.
check_archive() {
	local dir told
	dir=$(mktemp -d "${TMPDIR:-/tmp}/mynd-archive.XXXXXX")
	at_exit rm -rf "$dir"
	release_archive "$dir/mynd.tar.gz"
	tar -xzf "$dir/mynd.tar.gz" -C "$dir"
	(cd "$dir/mynd-$(release_version)" && "$PHPIZE" && ./configure --quiet --with-php-config="$PHP_CONFIG" && make -s -j2) >"$dir/log" 2>&1 || {
		tail -n 20 "$dir/log"
		echo "the archive does not build"
		return 1
	}
	(cd "$dir/mynd-$(release_version)" && env -u MYND_TEST_SOCKET NO_INTERACTION=1 make test) >"$dir/log" 2>&1 || true
	if [[ $(grep -cE '^Tests (failed *: *0|skipped *: *1) ' "$dir/log") -ne 2 ]]; then
		tail -n 20 "$dir/log"
		echo "\"make test\" without a server does not skip"
		return 1
	fi
	told=$("$PHP" -n $(pdo_of_php) -d extension="$dir/mynd-$(release_version)/modules/mynd.so" -r 'echo phpversion("mynd");' 2>&1)
	[[ $told == "$(release_version)" ]] || { echo "what the archive builds says: $told" && return 1; }
}

# Debian's packages have PDO as a module of its own, and mynd works without it.
pdo_of_php() {
	local extensions
	extensions=$("$PHP_CONFIG" --extension-dir)
	[[ ! -e $extensions/pdo.so ]] || echo "-d extension=pdo.so"
}

release_archive() { # FILE
	git -C "$ROOT" archive --format=tar.gz --prefix="mynd-$(release_version)/" -o "$1" HEAD
}

check_contents() {
	local name listed bad=0
	listed=$(git -C "$ROOT" archive --format=tar HEAD | tar -t)
	for name in LICENSE README.md CHANGELOG.md SECURITY.md CONTRIBUTING.md composer.json config.m4 src/php/module.c stubs/mynd.stub.php; do
		grep -qxF -- "$name" <<<"$listed" || { echo "the archive has no $name" && bad=1; }
	done
	! grep -E '^(build|fuzz/corpus|\.ci)/|\.(o|lo|so)$' <<<"$listed" | head -n 5 | grep . || { echo "the archive has what nobody needs to build it" && bad=1; }
	return "$bad"
}

check_links() {
	(cd "$ROOT" && git ls-files '*.md' | xargs "$PHP" -n "$ROOT/tools/check-links.php" "$ROOT")
}

# The README leads to the other documents.
check_readme() {
	local name bad=0
	for name in CHANGELOG.md SECURITY.md CONTRIBUTING.md LICENSE; do
		grep -qF "]($name)" "$ROOT/README.md" || { echo "README.md does not lead to $name" && bad=1; }
	done
	return "$bad"
}

# Figures in the pages come from benches of this minor version, on a machine that did nothing else.
check_figures() {
	"$PHP" -n "$ROOT/tools/figures/figures.php" release "$ROOT" "$(release_version)"
}

check_stubs() {
	PHP_CONFIG=$PHP_CONFIG BUILD=$BUILD "$ROOT/tools/gen-stubs.sh" --check
}

RELEASE_CHECKS=(
	'version    one place has the version, and it is a semantic one'
	'module     the module says the same'
	'changelog  CHANGELOG.md has an entry for it, and none that is not released'
	'debian     debian/changelog says the same'
	'composer   composer.json is one that PIE takes'
	'stubs      arginfo is made from the stubs as they are'
	'links      every link leads somewhere'
	'readme     README.md leads to changelog, security, contributing and licence'
	'contents   the archive has what belongs into it'
	'archive    the archive builds by itself and loads'
	'figures    figures in the pages are of this version, recorded on a quiet machine'
	'tag        the tag is free, or of this commit, and none is newer'
	'tree       everything is committed'
)

# Runs these, or all. The last line is "N passed, N failed".
release_check() { # NAMES...
	local entry name title said passed=0 failed=0 known=" "
	for entry in "${RELEASE_CHECKS[@]}"; do
		read -r name title <<<"$entry"
		known+="$name "
		[[ $# -eq 0 || " $* " == *" $name "* ]] || continue
		if said=$("check_$name" 2>&1); then
			passed=$((passed + 1))
			echo "ok      $title"
		else
			failed=$((failed + 1))
			printf '%s\nFAILED  %s\n' "$said" "$title"
		fi
	done
	for name; do
		[[ $known == *" $name "* ]] || die "release: there is no check '$name'; there are:$known"
	done
	echo "$passed passed, $failed failed"
	[[ $failed -eq 0 ]]
}

# --- --cut ---

write_version() { # VERSION
	sed -i "s/^#define MYND_VERSION .*/#define MYND_VERSION \"$1\"/" "$ROOT/$VERSION_HEADER"
	sed -i "s/^## \[Unreleased\]\$/&\n\n## [$1] - $(date -u +%F)/" "$ROOT/CHANGELOG.md"
	sed -zi 's/<!--figure\s[^>]*-->//g; s/<!--\/-->//g' "$ROOT/CHANGELOG.md" # what a version says stays
	write_debian_changelog "$1"
}

# An entry of a version that is under way ends with it.
write_debian_changelog() { # VERSION
	local file=$ROOT/debian/changelog new maintainer what="what is new stands in CHANGELOG.md"
	[[ $1 != *-dev ]] || what="it is under way"
	new=$(mktemp)
	maintainer=$(sed -n 's/^Maintainer: //p' "$ROOT/debian/control")
	printf 'mynd (%s) unstable; urgency=medium\n\n  * Version %s; %s.\n\n -- %s  %s\n\n' \
		"$(debian_version "$1")" "$1" "$what" "$maintainer" "$(LC_ALL=C date -uR)" >"$new"
	awk '/^mynd \(/ { under_way = /~dev-/ } !under_way' "$file" >>"$new"
	cat "$new" >"$file"
	rm -f "$new"
}

release_cut() { # VERSION
	local version=$1 said
	{ is_semantic "$version" && [[ $version != *-dev ]]; } || die "release: \"$version\" is no semantic version, or one that is under way"
	is_newer "$version" "$(release_version)" || die "release: $version is not newer than $(release_version)"
	[[ -n $(changelog_section Unreleased) ]] || die "release: CHANGELOG.md has nothing under Unreleased"
	said=$(check_tree) || die "release: $said"
	write_version "$version"
	git -C "$ROOT" commit -q -m "Version $version" -- "$VERSION_HEADER" CHANGELOG.md debian/changelog
	release_check || die "release: the commit is made, the tag is not; mend it, amend the commit, and set the tag v$version"
	git -C "$ROOT" tag -a "v$version" -m "mynd $version"
	say "the commit and the tag v$version are made; RELEASING.md says what comes then"
}

# What comes after a version: src/wire/version.h and debian/changelog say which one is under way.
release_open() { # VERSION
	local version=$1-dev said
	is_semantic "$version" || die "release: \"$1\" is no semantic version"
	is_newer "$version" "$(release_version)" || die "release: $version is not newer than $(release_version)"
	said=$(check_tree) || die "release: $said"
	sed -i "s/^#define MYND_VERSION .*/#define MYND_VERSION \"$version\"/" "$ROOT/$VERSION_HEADER"
	write_debian_changelog "$version"
	git -C "$ROOT" commit -q -m "Version $1 is under way" -- "$VERSION_HEADER" debian/changelog
}

cmd_release() {
	local what=${1:-}
	[[ $# -eq 0 ]] || shift
	case $what in
	--check) setup && release_check "$@" ;;
	--cut) [[ $# -eq 1 ]] || die "release: --cut VERSION" && setup && release_cut "$1" ;;
	--open) [[ $# -eq 1 ]] || die "release: --open VERSION" && setup && release_open "$1" ;;
	--archive) [[ $# -eq 1 ]] || die "release: --archive FILE" && release_archive "$(realpath -m -- "$1")" ;;
	--version) release_version ;;
	*) die "release: --check [NAME...], --cut VERSION, --open VERSION, --archive FILE or --version" ;;
	esac
}
