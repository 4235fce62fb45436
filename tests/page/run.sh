#!/usr/bin/env bash
# The page of charts (tools/page): what the command writes of a real run, and what a headless browser and an
# accessibility checker say of pages of all kinds of figures. Run by `./dev test page`; its screenshots are in
# build/VERSION/page/screenshots.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT
seed=${MYND_TEST_SEED:-1}
temp=$BUILD/pages
rm -rf "$temp"
mkdir -p "$temp"

php() {
	"$MYND_PHP_BINARY" -n "$@"
}

page() { # ARGUMENTS
	php "$ROOT/tools/page/page.php" "$@" 2>&1
}

draw() { # NAME: of NAME.json
	page --html "$temp/$1.html" --svg "$temp/$1.svg" "$temp/$1.json"
}

fails_with() { # TEXT COMMAND...
	local text=$1 output
	shift
	output=$("$@" 2>&1) && { echo "no failure"; return 1; }
	[[ $output == *"$text"* ]] || { printf 'no "%s" in: %s\n' "$text" "$output"; return 1; }
}

# --- the commands ---

real=$temp/real.html
check "a page of a real run" "$ROOT/dev" bench --html "$real" --svg "$temp/real.svg" blob --quick
cp "${MYND_BUILD:-$ROOT/build}/page/real.html.json" "$temp/real.json"
check "it says that it is a quick run" grep -q 'A quick run' "$real"
check "it names this server" grep -qF "$("$MYND_STOCK_CMD" -r 'echo strtok((new mysqli("localhost", getenv("MYND_TEST_USER"), getenv("MYND_TEST_PASSWORD"), null, 0, getenv("MYND_TEST_SOCKET")))->server_info, "-");')" "$real"
check "and the command" grep -qF "./dev bench --html" "$real"
check_equal "of that bench alone" memory "$(sed -n 's/^<section id="\([a-z]*\)".*/\1/p' "$real" | grep -v machine)"
check "a bench that the page does not show" fails_with "the page shows" "$ROOT/dev" bench --html "$temp/none.html" hooks
check "no name of a file" fails_with "--html needs" "$ROOT/dev" bench --html
check "a folder that is not there" fails_with "there is no folder" "$ROOT/dev" demo --html "$temp/none/page.html"
: >"$temp/nothing.json"
check "nothing measured is no page" fails_with "nothing was measured" page --html "$temp/nothing.html" "$temp/nothing.json"

printf '%s\n' '<?php echo "== $argv[1]\n";' >"$temp/program.php"
check "the demo's scenes write figures" php "$ROOT/tools/demo/scenes.php" --figures "$temp/scenes.json" "$MYND_STOCK_CMD" "$MYND_PHP_CMD" "$temp" program:one program:two
cat "$temp/scenes.json" >>"$temp/real.json"
check "and the page shows them, too" draw real
check_equal "beside the bench" "memory demo" "$(sed -n 's/^<section id="\([a-z]*\)".*/\1/p' "$real" | grep -v machine | paste -sd ' ')"

# --- pages of all kinds of figures ---

names=(full)
php "$here/fixture.php" "$seed" >"$temp/full.json"
for kind in 'far' 'blob connect demo' 'fetch insert scatter'; do
	names+=("without-${kind// /-}")
	# shellcheck disable=SC2086 # words
	php "$here/fixture.php" "$((seed + ${#names[@]}))" $kind >"$temp/${names[-1]}.json"
done
for name in "${names[@]}"; do
	check "$name (seed $seed) is drawn" draw "$name"
done
check "what is missing is told" grep -qF 'far: there is no &lt;far&gt; &amp; no network' "$temp/without-far.html"

# --- the picture in the README ---

picture=$ROOT/docs/images/overview.svg
cp "$picture" "$temp/readme.svg"
date_of=$(sed -n 's/.*>\([0-9]* [A-Z][a-z]* 20[0-9]*\)[, ].*commit.*/\1/p' "$picture" | head -n 1)
check "the README shows the picture" grep -qF '<img src="docs/images/overview.svg" width="440"' "$ROOT/README.md"
check "and says of when it is" grep -qF "${date_of:-no date}" "$ROOT/README.md"

# --- in a browser ---

without_browser() { # REASON
	skip_suite "$1" "pages in a browser"
}
PAGE_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || without_browser "there is no chromium"
command -v npm >/dev/null || without_browser "there is no npm"
PAGE_MODULES=$BUILD/npm
if ! cmp -s "$here/package.json" "$PAGE_MODULES/package.json" || [[ ! -d $PAGE_MODULES/node_modules ]]; then
	rm -rf "$PAGE_MODULES"
	mkdir -p "$PAGE_MODULES"
	cp "$here/package.json" "$PAGE_MODULES/new.json"
	(cd "$PAGE_MODULES" && mv new.json package.json && npm install --no-audit --no-fund --no-package-lock --ignore-scripts) >"$BUILD/npm.log" 2>&1 || {
		rm -rf "$PAGE_MODULES"
		without_browser "npm cannot install axe-core, html-validate and playwright-core: $(grep -m 1 'npm error' "$BUILD/npm.log")"
	}
fi
export PAGE_CHROMIUM PAGE_MODULES
rm -rf "$BUILD/screenshots"
if output=$(node "$here/look.mjs" "$temp" "${names[@]}" real 2>&1); then
	checks_passed=$((checks_passed + $(grep -c '^ok ' <<<"$output")))
	checks_failed=$((checks_failed + $(grep -c '^not ok ' <<<"$output")))
	grep -v '^ok ' <<<"$output"
else
	check "the browser (seed $seed)" fails_with "" printf '%s' "$output"
fi
mv "$temp/screenshots" "$BUILD/screenshots"
finish
