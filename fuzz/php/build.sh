#!/usr/bin/env bash
# Builds a fuzzing target that runs inside PHP: build.sh NAME FILES..., beside its own those of the driver,
# into $BUILD/NAME. By the PHP of `./dev php-debug --asan` where that has been built, else by the machine's
# own libphp, which is not instrumented. Status 77: there is neither. DRIVER_FLAGS and LINK_FLAGS: more for
# the driver's files, and for the linker.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -- "$here/../.." && pwd)
name=$1
shift
command -v clang >/dev/null || { echo "clang is not here" && exit 77; }
version=${MYND_PHP:-$(php-config --version | cut -d. -f1,2)}
instrumented=$(dirname "$BUILD")/php-debug/$version-asan
if [[ -f $instrumented/complete ]]; then
	config=$instrumented/php/bin/php-config
	read -ra libraries < <(echo "$instrumented/php/lib/libphp.a $("$config" --libs) -lresolv")
else
	config=$(command -v "php-config$version" || command -v php-config)
	libraries=("/usr/lib/libphp$version.so")
	[[ -e ${libraries[0]} && $("$config" --version) == "$version".* ]] || { echo "there is no PHP with embed; ./dev php-debug --asan builds one" && exit 77; }
fi
# shellcheck disable=SC2054 # the commas are the compiler's
flags=(-std=gnu11 -g -O1 -Wall -Wextra -Wno-unused-parameter -Werror -fno-omit-frame-pointer -DMYND_CHECKED -DZEND_ENABLE_STATIC_TSRMLS_CACHE=0
	-fsanitize=address,undefined -fno-sanitize-recover=undefined -ffunction-sections -I"$root/src")
read -ra driver_flags <<<"${DRIVER_FLAGS:-}"
read -ra link_flags <<<"${LINK_FLAGS:-}"
read -ra includes < <("$config" --includes)
includes+=("-I$("$config" --include-dir)")
newest=$(find "$root/src/wire" "$root/src/wirelog" "$root/src/rows" "$root/src/hooks" "$root/src/channel" "$root/src/command" "$root/src/statement" "$root/src/link" "$root/src/pool" "$root/src/cluster" "$root/src/client" "$root/fuzz" -name '*.h' -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2-)
# Only what has changed since, or lies in another PHP.
folder() { # NAME FLAGS...; sets work
	work=$BUILD/php/$1
	mkdir -p "$work"
	printf '%s\n' "$@" "${flags[@]}" "${includes[@]}" "${libraries[@]}" | cmp -s - "$work/flags" || rm -f "$work"/*.o
	printf '%s\n' "$@" "${flags[@]}" "${includes[@]}" "${libraries[@]}" >"$work/flags"
}
objects=()
compile() { # FILE FLAGS...: into work
	local object=$work/${1//\//-}.o
	[[ $object -nt $root/$1 && $object -nt $newest ]] || clang "${flags[@]}" "${includes[@]}" "${@:2}" -c -o "$object" "$root/$1"
	objects+=("$object")
}
cd "$root"
# Two that are built at once would write the same objects.
mkdir -p "$BUILD/php"
exec {lock}>"$BUILD/php/lock"
flock "$lock"
files=(fuzz/fuzz.c fuzz/php/*.c fuzz/"$name"/*.c src/wire/*.c "$@")
harness_flags=(-I"$root/fuzz" -I"$here" -I"$root/fuzz/$name")
folder "$name" "${harness_flags[@]}"
for file in "${files[@]}"; do
	[[ $file == src/* ]] || compile "$file" "${harness_flags[@]}"
done
# The driver's files alone tell libFuzzer of their edges. Targets with the same flags share them.
driver_flags+=(-fsanitize=fuzzer-no-link)
folder "driver${DRIVER_FLAGS:+-$name}" "${driver_flags[@]}"
for file in "${files[@]}"; do
	[[ $file != src/* ]] || compile "$file" "${driver_flags[@]}"
done
clang -fsanitize=fuzzer,address,undefined -Wl,--gc-sections,--wrap=mynd_try_emalloc,--wrap=mynd_large_new "${link_flags[@]}" -o "$BUILD/$name" \
	"${objects[@]}" "${libraries[@]}" -lcrypto -lsodium -lz -lzstd
