# Fuzzing: the targets of fuzz/ (fuzz.h says what one is), each with its corpus and a record of how long it
# has run.
#
# The repository's corpus is an archive (fuzz/corpus.sh), which is unpacked into build/fuzz/seeds/TARGET. What
# a run finds gathers in build/fuzz: corpus/TARGET, and found/TARGET for inputs that something does not hold
# for. A run goes on where the last one ended, days later too: record.tsv counts core-seconds, executions and
# edges, and says when the last new edge was found. --minimise takes corpus and record into the repository.
use setup build server

FUZZ=$ROOT/fuzz
FUZZ_BUILD=$BUILD/fuzz
FUZZ_SLICE=300 # seconds; after each the record is written
FUZZ_COLUMNS="target core_seconds executions edges last_new_edge date commit"

# --- targets ---

fuzz_targets() {
	cut -f1 "$FUZZ/targets.tsv"
}

fuzz_column() { # TARGET NUMBER: of targets.tsv
	awk -F'\t' -v name="$1" -v column="$2" '$1 == name { print $column }' "$FUZZ/targets.tsv"
}

known_target() { # TARGET
	grep -qxF -- "$1" <<<"$(fuzz_targets)" || die "fuzz: there is no target '$1'; there are: $(fuzz_targets | tr '\n' ' ')"
}

# Status 77: cannot be had here.
build_target() { # TARGET
	mkdir -p "$FUZZ_BUILD"
	if [[ -x $FUZZ/$1/build.sh ]]; then
		BUILD=$FUZZ_BUILD "$FUZZ/$1/build.sh" >&2
	else
		command -v clang >/dev/null || unavailable "clang is not here"
		make -C "$FUZZ" -s -j2 BUILD="$FUZZ_BUILD" "$FUZZ_BUILD/$1" >&2
	fi
}

# --- the corpus in the repository ---

seeds_of() { # TARGET: the folder that has its inputs, once they are unpacked
	echo "$FUZZ_BUILD/seeds/$1"
}

unpack_seeds() { # TARGET
	"$FUZZ/corpus.sh" unpack "$1" "$(seeds_of "$1")"
}

# Each file that is named becomes an input of the repository, whether it shows anything new or not.
add_seeds() { # TARGET FILE...
	local file most
	most=$(fuzz_column "$1" 3)
	for file in "${@:2}"; do
		[[ -f $file ]] || die "fuzz: there is no file $file"
		[[ $(stat -L -c %s "$file") -le $most ]] || die "fuzz: $file has more than the $most bytes of an input of $1"
	done
	"$FUZZ/corpus.sh" add "$@"
	tell_corpus "$1"
}

tell_corpus() { # TARGET
	unpack_seeds "$1"
	say "fuzz: the corpus of $1 has $(find "$(seeds_of "$1")" -type f | wc -l) inputs, in $(stat -c %s "$FUZZ/corpus/$1.tar.xz") bytes"
}

# --- the record ---

record_of() { # TARGET: the row with the most core-seconds of those here and in the repository
	cat "$FUZZ/record.tsv" "$FUZZ_BUILD/record.tsv" 2>/dev/null |
		awk -F'\t' -v name="$1" -v OFS='\t' '$1 == name && $2 + 0 >= most + 0 { most = $2; row = $0 }
			END { print row != "" ? row : name OFS 0 OFS 0 OFS 0 OFS 0 OFS "-" OFS "-" }'
}

write_record() { # FILE ROW
	local name=${2%%$'\t'*} new=$1.new
	{
		tr ' ' '\t' <<<"$FUZZ_COLUMNS"
		{ tail -n +2 "$1" 2>/dev/null | awk -F'\t' -v name="$name" '$1 != name' || true; printf '%s\n' "$2"; } | sort
	} >"$new"
	mv "$new" "$1"
}

commit_of_tree() {
	git -C "$ROOT" rev-parse --short HEAD 2>/dev/null || echo unknown
}

# TARGET CORE-SECONDS EXECUTIONS EDGES LAST-NEW-EDGE (core-seconds into this run; empty: none)
add_to_record() {
	local row
	(
		flock 9
		row=$(record_of "$1" | awk -F'\t' -v OFS='\t' -v seconds="$2" -v runs="$3" -v edges="$4" -v last="$5" \
			-v date="$(date -u +%F)" -v commit="$(commit_of_tree)" '{
				if (last != "") $5 = $2 + last
				$2 = sprintf("%.0f", $2 + seconds); $3 += runs; $4 = edges; $5 = sprintf("%.0f", $5); $6 = date; $7 = commit; print }')
		write_record "$FUZZ_BUILD/record.tsv" "$row"
	) 9>"$FUZZ_BUILD/record.lock"
}

fuzz_status() {
	local name row goal
	printf '%-12s %10s %8s %12s %7s %14s  %s\n' target core-s goal executions edges last-new-edge missing
	for name in $(fuzz_targets); do
		row=$(record_of "$name") goal=$(fuzz_column "$name" 2)
		awk -F'\t' -v goal="$goal" '{
			missing = goal - $2 > 0 ? goal - $2 " core-seconds" : ""
			quarter = $2 * 3 / 4
			if ($5 > quarter) missing = missing (missing == "" ? "" : ", ") "a last quarter without a new edge"
			printf "%-12s %10d %8d %12d %7d %14d  %s\n", $1, $2, goal, $3, $4, $5, missing == "" ? "nothing" : missing }' <<<"$row"
	done
}

# --- running ---

# Reads libFuzzer's lines: when was the last edge found that was not covered when it began, how many edges are
# there?
watch_edges() { # RESULT-FILE
	local line edges=0 begun='' last=''
	local start=$EPOCHREALTIME
	while IFS= read -r line; do
		case $line in
		*DOES\ NOT\ HOLD* | *ERROR:* | *runtime\ error* | *Test\ unit\ written* | *SUMMARY*) printf '%s\n' "$line" >&2 ;;
		esac
		[[ $line =~ ^#[0-9]+[[:space:]]+([A-Za-z]+)\ +cov:\ ([0-9]+) ]] || continue
		if ((BASH_REMATCH[2] > edges)); then
			edges=${BASH_REMATCH[2]}
			[[ -z $begun ]] || last=$EPOCHREALTIME
		fi
		[[ ${BASH_REMATCH[1]} != INITED ]] || begun=1
	done
	awk -v start="$start" -v last="$last" -v edges="$edges" 'BEGIN { print edges, last == "" ? "-" : last - start }' >"$1"
}

# The time that an input may take is by the clock: a busy machine gives little of that.
fuzz_options() { # TARGET
	local dictionary=$FUZZ/dict/$1.dict
	echo "-max_len=$(fuzz_column "$1" 3)" -timeout=300 -report_slow_units=60 -rss_limit_mb=4096 -print_final_stats=1
	[[ ! -e $dictionary ]] || echo "-dict=$dictionary"
}

# One process for one slice, and its line in the record. Status: libFuzzer's.
fuzz_slice() { # TARGET SECONDS JOB OPTIONS...
	local name=$1 seconds=$2 log=$FUZZ_BUILD/log/$1.$3 live=$FUZZ_BUILD/corpus/$1 status=0 started=$EPOCHREALTIME
	local folders=("$live" "$(seeds_of "$name")") is_recorded=yes
	[[ $3 != check ]] || { folders=("$FUZZ_BUILD/sample/$name") && is_recorded=no; }
	shift 3
	mkdir -p "$live" "$FUZZ_BUILD/found/$name" "$FUZZ_BUILD/log"
	{
		TIMEFORMAT='%U %S'
		time nice -n 19 "$FUZZ_BUILD/$name" $(fuzz_options "$name") "-max_total_time=$seconds" "$@" \
			"-artifact_prefix=$FUZZ_BUILD/found/$name/" "${folders[@]}" 2>&3 >/dev/null
	} 3> >(tee "$log" | watch_edges "$log.edges") 2>"$log.times" || status=$?
	wait
	local user system edges=0 last=- runs
	read -r user system <"$log.times"
	while [[ ! -s $log.edges ]]; do sleep 0.05; done
	read -r edges last <"$log.edges"
	rm -f "$log.edges"
	runs=$(awk '/stat::number_of_executed_units/ { print $2 }' "$log")
	local core ended=$EPOCHREALTIME
	core=$(awk -v u="$user" -v s="$system" 'BEGIN { print u + s }')
	[[ $is_recorded == yes ]] || return "$status"
	[[ $last == - ]] && last= || last=$(awk -v l="$last" -v c="$core" -v w="$started" -v e="$ended" 'BEGIN { print l * c / (e - w) }')
	add_to_record "$name" "$core" "${runs:-0}" "$edges" "$last"
	return "$status"
}

# In slices, so that not much is lost when it is ended.
fuzz_target() { # TARGET SECONDS JOBS
	local name=$1 left=$2 slice job status=0 pids
	unpack_seeds "$name"
	while ((left > 0 && status == 0)); do
		slice=$((left < FUZZ_SLICE ? left : FUZZ_SLICE)) left=$((left - FUZZ_SLICE)) pids=()
		for ((job = 1; job <= $3; job++)); do
			fuzz_slice "$name" "$slice" "$job" &
			pids+=($!)
		done
		for job in "${pids[@]}"; do
			wait "$job" || status=$?
		done
	done
	[[ $status -eq 0 ]] || say "fuzz: $name has found something; ./dev fuzz $name FILE tells it step by step, with files of $FUZZ_BUILD/found/$name"
	return "$status"
}

# Core-seconds that a target's goal lacks; where it lacks a last quarter without a new edge, what makes the
# time since the last one a quarter.
missing_of() { # TARGET
	record_of "$1" | awk -F'\t' -v goal="$(fuzz_column "$1" 2)" '{
		due = (goal > $5 * 4 / 3 ? goal : $5 * 4 / 3)
		printf "%.0f\n", (due > $2 ? due - $2 : 0) }'
}

# Slices of the target that lacks most, until none lacks anything or the time is over. What has found
# something is left out from then on. A machine's night can be given to this.
fuzz_rest() { # SECONDS JOBS
	local end=$((EPOCHSECONDS + $1)) name candidate missing most left status=0 given_up=' '
	while left=$((end - EPOCHSECONDS)) && ((left > 0)); do
		most=0 name=
		while read -r missing candidate; do
			[[ $given_up == *" $candidate "* ]] || ((missing <= most)) || { most=$missing && name=$candidate; }
		done < <(for candidate in $(fuzz_targets); do echo "$(missing_of "$candidate") $candidate"; done)
		[[ -n $name ]] || break
		say "fuzz: $name, which lacks $most core-seconds"
		if ! (build_target "$name") || ! fuzz_target "$name" "$((left < FUZZ_SLICE ? left : FUZZ_SLICE))" "$2"; then
			status=1 given_up+="$name "
		fi
	done
	return "$status"
}

# Conversations with a real server, and those of the unit tests, become inputs; --minimise keeps those that
# show something new.
fuzz_record() { # SERVER
	local recorded=$FUZZ_BUILD/recorded name
	build
	with_private_server "$1"
	rm -rf "$recorded"
	BUILD=$FUZZ_BUILD/record "$FUZZ/record/servers.sh" "$recorded" "$PHP_BUILD/obj/src" "$PHP" "$PHP_CONFIG" >&2
	BUILD=$FUZZ_BUILD/record "$FUZZ/record/run.sh" "$recorded" >&2
	cp -r "$recorded/session" "$recorded/packed"
	for name in "$recorded"/*; do
		find "$name" -type f -size "+$(($(fuzz_column "${name##*/}" 3) - 1))c" -delete
		mkdir -p "$FUZZ_BUILD/corpus/${name##*/}"
		cp -r "$name/." "$FUZZ_BUILD/corpus/${name##*/}/"
		say "fuzz: ${name##*/}: $(find "$name" -type f | wc -l) inputs recorded"
	done
}

# What the repository has stays; what shows something new is added.
minimise_target() { # TARGET
	local name=$1 corpus=$FUZZ_BUILD/merged/$1.all live=$FUZZ_BUILD/merged/$1
	rm -rf "$live" "$corpus"
	mkdir -p "$live" "$FUZZ_BUILD/corpus/$name"
	unpack_seeds "$name"
	cp -r "$(seeds_of "$name")" "$corpus"
	cp -r "$FUZZ_BUILD/corpus/$name/." "$live" 2>/dev/null || true # a run that goes on takes files away
	"$FUZZ_BUILD/$name" $(fuzz_options "$name") -merge=1 "$corpus" "$live" 2>"$FUZZ_BUILD/merged/$name.log" ||
		die "fuzz: the merge of $name has failed: $(tail -n 3 "$FUZZ_BUILD/merged/$name.log")"
	"$FUZZ/corpus.sh" add "$name" "$corpus"
	write_record "$FUZZ/record.tsv" "$(record_of "$name")"
	tell_corpus "$name"
}

# Each input of the repository once. FUZZ_TRACE tells what happens.
replay_corpus() { # TARGET
	"$FUZZ_BUILD/$1" $(fuzz_options "$1") -runs=0 "$(seeds_of "$1")" >"$FUZZ_BUILD/log/$1.replay" 2>&1
}

# --- for CI: every corpus, and a moment of fuzzing with new seeds ---

show_found() { # TARGET SINCE-FILE
	local file
	find "$FUZZ_BUILD/found/$1" -type f -newer "$2" | while IFS= read -r file; do
		echo "the input ${file##*/}, in base64:"
		base64 "$file"
	done
}

# To read a whole corpus would take the time that new inputs are there for: a hundred begin, which the seed
# chooses.
sample_corpus() { # TARGET SEED
	local folder=$FUZZ_BUILD/sample/$1
	rm -rf "$folder"
	mkdir -p "$folder"
	find "$(seeds_of "$1")" -type f | LC_ALL=C sort | shuf -n 100 --random-source=<(yes "$2") | xargs -rd '\n' cp -t "$folder"
}

fuzz_check() { # SECONDS
	local name passed=0 failed=0 skipped=0 status since=$FUZZ_BUILD/since seed
	seed=$(($(seed_of_commit) % 4294967295 + 1)) # libFuzzer takes 0 for a seed of its own
	echo "the runs' seed is $seed"
	mkdir -p "$FUZZ_BUILD/log"
	for name in $(fuzz_targets); do
		status=0
		(build_target "$name") || status=$?
		if [[ $status -eq $UNAVAILABLE ]]; then
			skipped=$((skipped + 2))
			continue
		fi
		touch "$since"
		unpack_seeds "$name"
		if [[ $status -eq 0 ]] && replay_corpus "$name"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1)) && echo "--- $name: its corpus" && tail -n 40 "$FUZZ_BUILD/log/$name.replay"
		fi
		sample_corpus "$name" "$seed"
		if [[ $status -eq 0 ]] && fuzz_slice "$name" "$1" check "-seed=$seed"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1)) && echo "--- $name: $1 seconds" && tail -n 40 "$FUZZ_BUILD/log/$name.check" && show_found "$name" "$since"
		fi
	done
	echo "$passed passed, $failed failed, $skipped skipped"
	[[ $failed -eq 0 ]]
}

cmd_fuzz() {
	local seconds=60 jobs=1 names=() files=() what=run server=mariadb
	while [[ $# -gt 0 ]]; do
		case $1 in
		--seconds) seconds=$2 && shift ;;
		--jobs) jobs=$2 && shift ;;
		--server) server=$2 && known_server "$2" && shift ;;
		--status | --minimise | --add | --check | --build | --rest | --record) what=${1#--} ;;
		-*) die "fuzz: there is no option '$1'" ;;
		*) [[ ${#names[@]} -eq 0 ]] && names+=("$1") || files+=("$1") ;;
		esac
		shift
	done
	[[ ${#names[@]} -eq 0 ]] || known_target "${names[0]}"
	[[ $what != status ]] || { fuzz_status && return; }
	! command -v dpkg-query >/dev/null || setup_packages $(build_packages)
	setup_suites fuzz
	if [[ $what == add ]]; then
		[[ ${#files[@]} -gt 0 ]] || die "fuzz: TARGET --add FILE..."
		add_seeds "${names[0]}" "${files[@]}"
		return
	fi
	[[ $what != check ]] || { fuzz_check "$seconds" && return; }
	local name status=0
	if [[ $what == record ]]; then
		setup
		fuzz_record "$server"
		return
	fi
	if [[ $what == rest ]]; then
		[[ ${#names[@]} -eq 0 ]] || die "fuzz: --rest chooses the target by itself"
		fuzz_rest "$seconds" "$jobs" || status=$?
		fuzz_status >&2
		return "$status"
	fi
	[[ ${#names[@]} -gt 0 ]] || mapfile -t names < <(fuzz_targets)
	for name in "${names[@]}"; do
		build_target "$name"
		if [[ ${#files[@]} -gt 0 ]]; then
			FUZZ_TRACE=1 "$FUZZ_BUILD/$name" "${files[@]}"
		elif [[ $what == minimise ]]; then
			minimise_target "$name"
		elif [[ $what == run ]]; then
			fuzz_target "$name" "$seconds" "$jobs" || status=$?
		fi
	done
	[[ $what == build ]] || fuzz_status >&2
	return "$status"
}
