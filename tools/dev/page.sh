# The page of charts (tools/page): what `./dev bench --html` and `./dev demo --html` write. It shows what the
# benches print as JSON.
use far

page_benches=(blob fetch connect insert scatter far)

# Options that ask for a page are --html FILE and --svg FILE; takes one from the arguments of a command.
page_html='' page_svg='' page_command=''
is_page_option() { # ARGUMENT
	[[ $1 == --html || $1 == --svg ]]
}
take_page_option() { # OPTION FILE
	[[ -n ${2:-} ]] || die "$1 needs the name of a file"
	[[ -d $(dirname -- "$2") ]] || die "there is no folder $(dirname -- "$2")"
	if [[ $1 == --html ]]; then page_html=$2; else page_svg=$2; fi
}

# What a run says of itself, as a line of JSON: the first of its figures.
tell_about_run() { # SIZE COMMAND: a sentence if this is a small run; what was called
	"$BUILD/bin/php-mynd" "$ROOT/tools/page/about.php" "$BUILD/bin/php-stock" "$ROOT" "$1" "$2"
}

begin_page() { # SIZE; sets page_figures
	local name=${page_html:-$page_svg}
	page_figures=$BUILD/page/$(basename -- "$name").json
	mkdir -p "$BUILD/page"
	tell_about_run "$1" "$page_command" >"$page_figures"
}

leave_out_of_page() { # BENCH REASON
	say "$1 is left out: $2"
	"$PHP" -n -r 'echo json_encode(["missing" => $argv[1], "reason" => $argv[2]]), "\n";' -- "$1" "$2" >>"$page_figures"
}

# The cases of a bench that the page shows.
measure_for_page() { # BENCH OPTIONS...
	local name=$1 case reason cases=()
	shift
	if [[ $name == far ]]; then
		reason=$(get_unpacked "$BUILD/far" "${far_packages[@]}") || { leave_out_of_page "$name" "$reason" && return; }
		prepare_far_bench
	fi
	while IFS= read -r case; do
		cases+=("--case=$case")
	done < <("$PHP" -n "$ROOT/tools/page/page.php" --cases "$name")
	say "bench $name"
	"$MYND_STOCK_CMD" "$ROOT/bench/drivers/$name.php" --json "${cases[@]}" "$@" >>"$page_figures" || die "the bench $name has failed"
}

finish_page() {
	local files=()
	[[ -z $page_html ]] || files+=(--html "$page_html")
	[[ -z $page_svg ]] || files+=(--svg "$page_svg")
	"$PHP" -n "$ROOT/tools/page/page.php" "${files[@]}" "$page_figures" || die "the page could not be made"
	say "written: ${page_html:+$page_html }${page_svg:+$page_svg }(the figures: $page_figures)"
}
