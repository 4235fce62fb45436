# Figures in pages (tools/figures): what is put in, and what fails when it differs.

figures=$temp/figures
mkdir -p "$figures/bench/results" "$figures/docs" "$figures/tools/figures"
figures_of() { # put | check | release VERSION
	"$MYND_PHP_BINARY" -n "$MYND_ROOT/tools/figures/figures.php" "$1" "$figures" "${@:2}" 2>&1
}
# A project with one page, one figure and benches that were recorded but for one.
make_figures() {
	printf '%s\t%s\t%s\t%s\t%s\n' insert.many insert 'far: many' total µs connect.far connect far rate ms >"$figures/bench/figures.tsv"
	printf '%s\tno time\n' scatter blob far fetch >"$figures/bench/results/to-be-recorded.tsv"
	printf '%s\n' '{"about":{"Date":"2 January 2026, 10:00 UTC","mynd":"after 0.1.0","PHP":"8.2.1","Server":"MariaDB 10.11.1 (Debian)","Load":"0.10 processes","Commit":"abc"}}' \
		'{"bench":"insert","case":"far: many","metric":"total","unit":"us/row","mynd":1.404,"stock":1033.2}' \
		'{"about":{"Load at the end":"1.90"}}' >"$figures/bench/results/insert.json"
	printf '%s\n' '{"about":{"Date":"3 January 2026, 10:00 UTC","mynd":"after 0.1.0","PHP":"8.2.1","Server":"MariaDB 10.11.1 (Debian)","Load":"0.10 processes","Commit":"abc"}}' \
		'{"bench":"connect","case":"far","metric":"rate","unit":"/s","mynd":970,"stock":325}' >"$figures/bench/results/connect.json"
	: >"$figures/tools/figures/unmarked.tsv"
	printf '# Page\n\nA row takes <!--figure insert.many mynd-->1.40 µs<!--/-->, <!--figure insert.many\nstock/mynd-->736<!--/--> times less (<!--figure insert.run-->2 January\n2026, mynd after 0.1.0, PHP 8.2.1, MariaDB 10.11.1<!--/-->), a connect <!--figure connect.far stock-->3.08 ms<!--/-->.\n' >"$figures/docs/page.md"
	printf '# Changelog\n\n## [Unreleased]\n\n- <!--figure insert.many mynd-stock-->-1,032 µs<!--/-->\n\n## [0.1.0] - 2026-01-01\n\n- 2.5 times faster than stock.\n' >"$figures/CHANGELOG.md"
}
wrong_figures() { # WHAT-IT-SAYS COMMAND: in a fresh project
	local said
	make_figures
	(cd "$figures" && eval "$2")
	said=$(figures_of check)
	[[ $? -eq 1 && $said == "$1" ]] || { echo "$said"; return 1; }
}
make_figures
check_equal "figures as they were recorded are right" "" "$(figures_of check)"
sed -i 's/-->[^<]*<!--\/-->/-->?<!--\/-->/g' "$figures/docs/page.md"
check_equal "what is put in is told" "docs/page.md has new figures" "$(figures_of put | head -n 1)"
check_equal "what was put in is right" "" "$(figures_of check)"
check "a figure has its unit, and a line break within a marker does not matter" grep -qF '<!--figure insert.many mynd-->1.40 µs<!--/-->' "$figures/docs/page.md"
check "another figure is found" wrong_figures 'docs/page.md:3: insert.many mynd is "1.41 µs" here and "1.40 µs" in bench/results/: ./dev figures' "sed -i 's/1.40 µs/1.41 µs/' docs/page.md"
check "an unknown name" wrong_figures "docs/page.md:7: bench/figures.tsv has no figure insert.none, mynd" \
	"printf '\n<!--figure insert.none mynd-->1<!--/-->\n' >>docs/page.md"
check "an unknown side" wrong_figures 'docs/page.md:7: bench/results/insert.json: "total" of "far: many" has nothing of "limit"' \
	"printf '\n<!--figure insert.many limit-->1<!--/-->\n' >>docs/page.md"
check "a marker without an end" wrong_figures "docs/page.md: a marker of a figure that does not begin or end" "printf '\n<!--figure insert.many mynd-->1\n' >>docs/page.md"
check "a case that no result has" wrong_figures 'docs/page.md:5: bench/results/connect.json has no "rate" of "far"' "sed -i 's/\"case\":\"far\"/\"case\":\"near\"/' bench/results/connect.json"
check "a name that no page has" wrong_figures "bench/figures.tsv: no page but perhaps the changelog has insert.more" "printf 'insert.more\tinsert\tx\ttotal\tµs\n' >>bench/figures.tsv"
check "a bench that is no longer to be recorded" wrong_figures "bench/results/to-be-recorded.tsv: connect was recorded" "printf 'connect\tno time\n' >>bench/results/to-be-recorded.tsv; sed -i 's/3.08/3.1/' docs/page.md"
check "a marker of a released version" wrong_figures "CHANGELOG.md: a marker of a figure outside of Unreleased" "echo '- <!--figure insert.many mynd-->1.40 µs<!--/-->' >>CHANGELOG.md"
for claim in '2.5 times faster' '17.5 µs' '1.07 ms' '0.6 of the time' '3%' '1,400 instructions' 'twice as fast' '5 or 6 instead of 37' '800 requests a second'; do
	check "\"$claim\" is no figure without a marker" wrong_figures "docs/page.md:7: \"$claim\" looks measured and has no marker" "printf '\n%s\n' 'It is so: $claim.' >>docs/page.md"
done
check "nor is a number in a table beside stock" wrong_figures 'docs/page.md:9: "37", "29" looks measured and has no marker' "printf '\n| a | stock | mynd |\n|---|---|---|\n| b | 37 | 29 |\n' >>docs/page.md"
check "what is in code is" wrong_figures 'tools/figures/unmarked.tsv: "17.5" is not needed for docs/page.md' "printf '\n\`17.5 µs\`\n\n\`\`\`\n17.5 µs\n\`\`\`\n' >>docs/page.md; printf 'docs/page.md\t17.5\tan example\n' >>tools/figures/unmarked.tsv"
make_figures
printf '\nOf 17.5 µs.\n' >>"$figures/docs/page.md"
printf 'docs/page.md\t17.5\tan example\n' >>"$figures/tools/figures/unmarked.tsv"
check_equal "nor what the list has" "" "$(figures_of check)"
