#!/usr/bin/env bash
# Records the conversations of the unit tests of sessions as inputs of the target `session`.
#   fuzz/record/run.sh FOLDER      BUILD: where to build. They are in FOLDER/session then
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
build=${BUILD:-$root/build/fuzz/record}
names=(new free want commit send change_user infile discard_rows)
mkdir -p "$build" "$1/session"
export MYND_RECORD
MYND_RECORD=$(cd -- "$1" && pwd)

make -C "$root/tests/unit" -s -j2 BUILD="$build/unit" "$build/unit/libmynd.a"
gcc -std=gnu11 -g -O1 -fsanitize=address,undefined -I"$root/src" -I"$here/.." -c -o "$build/record.o" "$here/record.c"
gcc -std=gnu11 -g -O1 -fsanitize=address,undefined -I"$root/src" -I"$here/.." -c -o "$build/fuzz.o" "$here/../fuzz.c"
for test in "$root"/tests/unit/test_session_*.c; do
	name=$(basename "$test" .c)
	[[ $name != test_session_memory ]] || continue # it wraps the allocator itself
	gcc -std=gnu11 -g -O1 -fsanitize=address,undefined -I"$root/src" -o "$build/$name" "$test" "$root"/tests/unit/{script,script_server}.c \
		"$build/record.o" "$build/fuzz.o" "$build/unit/libmynd.a" "${names[@]/#/-Wl,--wrap=mynd_session_}" \
		-lcmocka -lcrypto -lssl -lsodium -lcares -lz -lzstd -lpthread -lm
	"$build/$name" >"$build/$name.out" 2>&1 || echo "$name has failed" >&2
done
find "$MYND_RECORD" -type f | wc -l
