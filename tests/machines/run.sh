#!/usr/bin/env bash
# The rooms without PHP on other machines: their unit tests, built by Debian's cross compilers, run under
# qemu's user emulation on arm64 and on s390x, which has its bytes the other way round; those of wire also
# with musl's library, without qemu. Undefined behaviour ends a test.
# MYND_MACHINES="arm64 s390x musl" chooses.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
ROOT=$MYND_ROOT out=${BUILD:-$MYND_ROOT/build/machines}
. "$ROOT/tools/dev/common.sh"
use foreign conformance-tests
LIBRARIES="libc-ares2 libc-ares-dev libcmocka0 libcmocka-dev libsodium23 libsodium-dev libssl3 libssl-dev libzstd1 libzstd-dev zlib1g zlib1g-dev"
UNIT=$ROOT/tests/unit

# Tests that emulation cannot serve, by name, each with its reason.
excused() { # NAME
	awk -F'\t' -v name="$1" '$1 == name { found = 1 } END { exit !found }' "$here/emulation.tsv"
}

# Counts cmocka's verdicts of the programs that ran; what emulation cannot serve is skipped.
count_verdicts() { # LABEL FOLDER
	local said name failed=0 passed=0 all=0
	for said in "$2"/test_*.out; do
		passed=$(grep -c '^\[       OK \]' "$said")
		all=$((all + passed))
		while IFS= read -r name; do
			if excused "$name"; then
				skip_check "$1: $name" "$(awk -F'\t' -v name="$name" '$1 == name { print $2 }' "$here/emulation.tsv")"
			else
				failed=$((failed + 1))
				printf -- '--- %s: %s: %s\n' "$1" "${said##*/}" "$name"
				grep -v '^\[ *\(RUN\|OK\) *\]' "$said" | tail -n 30
			fi
		done < <(sed -n 's/^\[  FAILED  \] \([A-Za-z_0-9]*\)$/\1/p' "$said" | sort -u)
		if ! grep -qE '^\[  (PASSED|FAILED)  \] [0-9]+ test' "$said"; then
			failed=$((failed + 1))
			printf -- '--- %s: %s did not come to its end\n' "$1" "${said##*/}"
			tail -n 30 "$said"
		fi
	done
	checks_passed=$((checks_passed + all)) checks_failed=$((checks_failed + failed))
	[[ $all -gt 0 ]] || check "$1: tests were run" false
}

# One architecture: the libraries, the build, the tests.
try_architecture() { # ARCHITECTURE TRIPLET QEMU
	local arch=$1 triplet=$2 qemu=$3 dir=$out/$1 said files libs
	if [[ $(dpkg --print-architecture 2>/dev/null) == "$arch" ]]; then
		skip_check "$arch" "this machine is one"
		return
	fi
	if ! command -v "$triplet-gcc" >/dev/null || ! command -v "$qemu" >/dev/null; then
		skip_check "$arch" "there is no $triplet-gcc or no $qemu"
		return
	fi
	mkdir -p "$dir"
	# shellcheck disable=SC2086
	said=$(get_foreign "$dir/libraries" "$arch" $LIBRARIES) || {
		skip_check "$arch" "$said"
		return
	}
	files=$dir/libraries/files/usr libs=$dir/libraries/files/usr/lib/$triplet
	check "$arch: the rooms without PHP build" make -C "$UNIT" -s -j2 BUILD="$dir/unit" CC="$triplet-gcc" \
		SAN="-fsanitize=undefined -fsanitize-undefined-trap-on-error" CFLAGS="-g -O1 -isystem $files/include -isystem $files/include/$triplet" \
		LDFLAGS="-L$libs -Wl,-rpath-link,$libs" all || return
	rm -f "$dir"/unit/test_*.out
	(
		export QEMU_LD_PREFIX=/usr/$triplet QEMU_SET_ENV=LD_LIBRARY_PATH=$libs:/usr/$triplet/lib
		cd "$UNIT" && printf '%s\n' test_*.c | sed 's/\.c$//' |
			xargs -P2 -I{} sh -c "timeout 200 $qemu '$dir/unit/{}' >'$dir/unit/{}.out' 2>&1"
	)
	count_verdicts "$arch" "$dir/unit"
}

# A source package of Debian's, unpacked into FOLDER/tree.
get_source() { # NAME FOLDER
	[[ ! -f $2/whole ]] || return 0
	rm -rf "$2" && mkdir -p "$2/tree" && (fetch_source "$1" bookworm '' "$2") &&
		tar -xf "$2"/archive/*.orig.tar.*[z2] -C "$2/tree" --strip-components=1 && touch "$2/whole"
}

# Makes lib/libNAME.a of the C files that standard input names.
musl_library() { # FOLDER NAME OPTIONS...
	local dir=$1 name=$2
	shift 2
	rm -rf "$dir/obj" && mkdir -p "$dir/obj" "$dir/lib" &&
		(cd "$dir/obj" && xargs -P2 -n4 musl-gcc -O1 -w -c "$@" && rm -f "../lib/lib$name.a" && ar rcs "../lib/lib$name.a" ./*.o)
}

# zlib, zstd and cmocka out of Debian's sources, compiled by musl-gcc: Debian has no library for musl.
build_musl_libraries() { # FOLDER
	local dir=$1 zlib=$1/zlib/tree zstd=$1/zstd/tree cmocka=$1/cmocka/tree
	[[ ! -f $dir/complete ]] || return 0
	get_source zlib "$dir/zlib" && get_source libzstd "$dir/zstd" && get_source cmocka "$dir/cmocka" || return
	cp -n "$zlib/zconf.h.in" "$zlib/zconf.h"
	mkdir -p "$dir/include"
	cp "$zlib"/{zlib,zconf}.h "$zstd"/lib/zstd*.h "$cmocka"/include/*.h "$dir/include/" &&
		printf '%s\n' "$zlib"/*.c | musl_library "$dir" z -DHAVE_UNISTD_H &&
		printf '%s\n' "$zstd"/lib/{common,compress,decompress}/*.c | musl_library "$dir" zstd -DZSTD_DISABLE_ASM &&
		echo "$cmocka/src/cmocka.c" | musl_library "$dir" cmocka "-I$cmocka/include" -DHAVE_SIGNAL_H -DHAVE_SETJMP_H -DHAVE_TIME_H \
			-DHAVE_STRUCT_TIMESPEC -DHAVE_CLOCK_GETTIME -DHAVE_CLOCK_REALTIME -DHAVE_SNPRINTF -DHAVE_VSNPRINTF &&
		touch "$dir/complete"
}

try_musl() {
	local dir=$out/musl said
	if ! command -v musl-gcc >/dev/null; then
		skip_check musl "there is no musl-gcc"
		return
	fi
	mkdir -p "$dir"
	said=$(build_musl_libraries "$dir" 2>&1) || {
		skip_check musl "its libraries cannot be built: $(tail -n 1 <<<"$said")"
		return
	}
	check "musl: wire is built and linked" env LIBS="-lcmocka -lz -lzstd" make -C "$UNIT" -s -j2 BUILD="$dir/unit" CC=musl-gcc SAN= \
		CFLAGS="-g -O1 -isystem $dir/include" LDFLAGS="-static -L$dir/lib" SOURCES="$(cd "$UNIT" && echo ../../src/wire/*.c)" \
		HELPER_OBJECTS="$dir/unit/helpers/lexer_texts.o $dir/unit/helpers/wire_lexer.o $dir/unit/helpers/wire_packet.o" \
		TESTS="$(cd "$UNIT" && printf '%s\n' test_wire_*.c | sed "s|\(.*\)\.c$|$dir/unit/\1|" | xargs)" all || return
	rm -f "$dir"/unit/test_*.out
	(cd "$UNIT" && for test in test_wire_*.c; do timeout 100 "$dir/unit/${test%.c}" >"$dir/unit/${test%.c}.out" 2>&1; done)
	count_verdicts musl "$dir/unit"
}

read -ra machines <<<"${MYND_MACHINES:-arm64 s390x musl}"
for machine in "${machines[@]}"; do
	case $machine in
	arm64) try_architecture arm64 aarch64-linux-gnu qemu-aarch64 ;;
	s390x) try_architecture s390x s390x-linux-gnu qemu-s390x ;;
	musl) try_musl ;;
	*) check "a machine named $machine" false ;;
	esac
done
finish
