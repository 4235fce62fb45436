# The checks of ./dev release: all pass on the project as it is, and each fails when what it looks at is
# broken.

broken=$temp/broken
cp -a "$temp/whole" "$broken"
whole=$(git -C "$broken" rev-parse HEAD)

make_whole() {
	git -C "$broken" tag | xargs -r git -C "$broken" tag -d >/dev/null
	git -C "$broken" reset -q --hard "$whole"
	git -C "$broken" clean -qfdx
}

release_in() { # FOLDER ARGUMENTS...
	local folder=$1
	shift
	GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@mynd.example GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@mynd.example \
		"$folder/dev" release "$@" 2>&1
}

# Breaks a fresh copy by a command that runs in it; the check then fails and says why.
breaks() { # CHECK WHAT-IT-SAYS COMMAND
	local said
	make_whole
	(cd "$broken" && eval "$3") >"$temp/log" 2>&1 || cat "$temp/log"
	[[ $1 == tree ]] || commit_all "$broken" "Broken"
	said=$(release_in "$broken" --check "$1")
	if [[ $? -ne 1 || $(tail -n 1 <<<"$said") != "0 passed, 1 failed" || $said != *$2* ]]; then
		check_equal "release: the check $1 sees: $3" "... $2 ... 0 passed, 1 failed" "$said"
	else
		checks_passed=$((checks_passed + 1))
	fi
}

version=$(release_in "$temp/whole" --version)
said=$(release_in "$temp/whole" --check)
check_equal "release: every check passes on the project as it is" "13 passed, 0 failed" "$(tail -n 1 <<<"$said")" || printf '%s\n' "$said"

breaks version 'is no semantic version' "sed -i 's/MYND_VERSION .*/MYND_VERSION \"0.2\"/' src/wire/version.h"
breaks version 'defined elsewhere' "echo '#define MYND_CLIENT_VERSION \"$version\"' >>src/php/mynd.h"
breaks module "the module says that it is $version" "sed -i 's/MYND_VERSION .*/MYND_VERSION \"99.0.0\"/' src/wire/version.h"
breaks changelog 'its newest version is' "sed -i 's/^## \[$version\]/## [$version-rc.1]/' CHANGELOG.md"
breaks changelog 'has no date' "sed -i 's/^## \[$version\] - .*/## [$version] - soon/' CHANGELOG.md"
breaks changelog 'belong to no version' "sed -i 's/^## \[Unreleased\]/&\n\n### Added\n\n- Something./' CHANGELOG.md"
breaks changelog 'stands above' "printf '\n## [99.0.0] - 2020-01-01\n\n### Added\n\n- X.\n' >>CHANGELOG.md"
breaks changelog '### News' "sed -i '0,/^### Added/s//### News/' CHANGELOG.md"
breaks debian 'its newest version is 7.0-1' "sed -i '1s/(.*)/(7.0-1)/' debian/changelog"
breaks composer '"type" is not "php-ext"' "sed -i 's/\"php-ext\",/\"library\",/' composer.json"
breaks stubs 'not up to date' "sed -i 's/function pools(): array/function pools(bool \$all): array/' stubs/mynd.stub.php"
breaks links 'there is no such file' "echo '[a page](docs/nowhere.md)' >>README.md"
breaks links 'there is no such heading' "echo '[a page](SECURITY.md#nothing-of-this-name)' >>README.md"
breaks readme 'does not lead to SECURITY.md' "sed -i 's/](SECURITY.md)/](LICENSE)/' README.md"
breaks contents 'has no LICENSE' "echo 'LICENSE export-ignore' >>.gitattributes"
breaks contents 'what nobody needs' "touch left.o"
breaks archive 'does not build' "echo 'config.m4 export-ignore' >>.gitattributes"
breaks figures 'blob.rows mynd is "1 MiB" here' "sed -i 's/\(blob.rows mynd-->\)[^<]*/\11 MiB/' docs/large-results.md"
breaks figures 'has no marker' "echo 'It is 2.5 times faster than stock.' >>docs/pool.md"
breaks figures 'fetch.json was recorded at a load of 1.50' "sed -i 's/\"Load\":\"0.25/\"Load\":\"1.50/' bench/results/fetch.json"
breaks figures 'fetch.json is of a quick run' "sed -i '1s/\"Cores\"/\"Size\":\"small\",&/' bench/results/fetch.json"
breaks figures 'fetch.json is of no commit, but of 0123456789ab, with changes' "sed -i 's/0123456789ab/&, with changes/' bench/results/fetch.json"
breaks figures 'fetch.json is of mynd 0.1.9' "sed -i 's/\"mynd\":\"$version\"/\"mynd\":\"0.1.9\"/' bench/results/fetch.json"
breaks figures "fetch.json is of mynd after 0.1.0, not of 99.0.0" \
	"sed -i 's/\"mynd\":\"$version\"/\"mynd\":\"after 0.1.0\"/' bench/results/fetch.json; sed -i 's/MYND_VERSION .*/MYND_VERSION \"99.0.0\"/' src/wire/version.h"
breaks figures 'far was not recorded' "rm bench/results/far.json; printf 'far\tno time\n' >>bench/results/to-be-recorded.tsv"
breaks tag 'there is a tag v99.0.0 already' "git tag v99.0.0"
breaks tag 'is of another commit' "git tag v$version"
breaks tree 'not committed' "echo >>README.md"

# --cut: the three files, a commit; the module of another version stays, so that the tag is not set.
make_whole
said=$(release_in "$broken" --cut 99.1.0)
check_equal "release --cut: not without changes" "dev: release: CHANGELOG.md has nothing under Unreleased" "$said"
sed -i 's/^## \[Unreleased\]/&\n\n### Added\n\n- Something new, in <!--figure blob.rows mynd-->16 MiB<!--\/-->./' "$broken/CHANGELOG.md"
echo 'config.m4 export-ignore' >>"$broken/.gitattributes" # the archive needs no minute to fail
commit_all "$broken" "Something new"
check_equal "release --cut: not an older version" "dev: release: 0.0.1 is not newer than $version" "$(release_in "$broken" --cut 0.0.1)"
check_equal "release --cut: only a semantic version" 'dev: release: "1.0" is no semantic version, or one that is under way' "$(release_in "$broken" --cut 1.0)"
said=$(release_in "$broken" --cut 99.1.0)
check_equal "release --cut: the commit" "Version 99.1.0" "$(git -C "$broken" log -1 --format=%s)"
check "release --cut: what the changelog says of it stays" grep -qxF -- '- Something new, in 16 MiB.' "$broken/CHANGELOG.md"
check_equal "release --cut: its files" "CHANGELOG.md debian/changelog src/wire/version.h" \
	"$(git -C "$broken" show --name-only --format= | xargs)"
check_equal "release --cut: no tag where a check fails" "" "$(git -C "$broken" tag)"
check_equal "release --cut: the checks of what it wrote pass" "4 passed, 0 failed" \
	"$(release_in "$broken" --check version changelog debian tree | tail -n 1)"

# --open: the version after it is under way; the next one's entry takes the place of that one's.
check_equal "release --open: not an older version" "dev: release: 99.1.0-dev is not newer than 99.1.0" "$(release_in "$broken" --open 99.1.0)"
release_in "$broken" --open 99.2.0 >/dev/null
check_equal "release --open: the version" "99.2.0-dev Version 99.2.0 is under way" \
	"$(release_in "$broken" --version) $(git -C "$broken" log -1 --format=%s)"
check_equal "release --open: the package's" "mynd (99.2.0~~dev-1) mynd (99.1.0-1)" \
	"$(grep -o '^mynd ([^)]*)' "$broken/debian/changelog" | head -n 2 | xargs)"
sed -i 's/^## \[Unreleased\]/&\n\n### Added\n\n- Something newer./' "$broken/CHANGELOG.md"
commit_all "$broken" "Something newer"
check_equal "release --cut: not one that is under way" 'dev: release: "99.3.0-dev" is no semantic version, or one that is under way' \
	"$(release_in "$broken" --cut 99.3.0-dev)"
release_in "$broken" --cut 99.2.0-beta1 >/dev/null
check_equal "release --cut: a beta of it" "99.2.0-beta1" "$(release_in "$broken" --version)"
git -C "$broken" reset -q --hard HEAD~1
release_in "$broken" --cut 99.2.0 >/dev/null
check_equal "release --cut: it has been under way" "mynd (99.2.0-1) mynd (99.1.0-1)" \
	"$(grep -o '^mynd ([^)]*)' "$broken/debian/changelog" | head -n 2 | xargs)"
