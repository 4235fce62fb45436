# Figures in the pages: what benches have recorded in bench/results is put into README, docs and changelog,
# and the README's picture is drawn of it (tools/figures). `./dev lint` says where they differ.
use setup page

RESULTS=$ROOT/bench/results

cmd_figures() {
	local what=put
	[[ $# -eq 0 || ($# -eq 1 && $1 == --check) ]] || die "figures [--check]"
	[[ $# -eq 0 ]] || what=check
	setup
	"$PHP" -n "$ROOT/tools/figures/figures.php" "$what" "$ROOT"
}

# Waits until what ran before is forgotten, for some minutes at most: the load is an average. What it is then
# is written down, and a release judges it.
QUIET_LOAD=0.9 QUIET_SECONDS=${MYND_QUIET_SECONDS:-240}
wait_for_quiet() {
	local load told='' end=$((SECONDS + QUIET_SECONDS))
	while read -r load _ </proc/loadavg && awk "BEGIN { exit !($load > $QUIET_LOAD) }" && [[ $SECONDS -lt $end ]]; do
		[[ -n $told ]] || say "waiting for a quiet machine: its load is $load"
		told=1
		sleep 5
	done
}

# A bench as a whole. Its file is replaced when it has ended well; then it is no longer one that is still to
# be recorded.
record_bench() { # NAME OPTIONS...
	local name=$1 size='' new=$BUILD/results/$1.json load
	shift
	mkdir -p "$BUILD/results"
	if [[ " $* " == *" --quick "* ]]; then size=$QUICK_RUN; else wait_for_quiet; fi
	tell_about_run "$size" "./dev bench --record $name${*:+ $*}" >"$new"
	"$MYND_STOCK_CMD" "$ROOT/bench/drivers/$name.php" "--figures=$new" "$@" || {
		say "$name is not recorded: the bench has failed"
		return 1
	}
	read -r load _ </proc/loadavg
	printf '{"about":{"Load at the end":"%s"}}\n' "$load" >>"$new"
	mv "$new" "$RESULTS/$name.json"
	sed -i "/^$name\t/d" "$RESULTS/to-be-recorded.tsv"
}
