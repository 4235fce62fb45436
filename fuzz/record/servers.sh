#!/usr/bin/env bash
# Records conversations of PHP programs (scenes.php) with the server that MYND_TEST_* names, as inputs.
#   fuzz/record/servers.sh FOLDER OBJECTS PHP PHP-CONFIG
# FOLDER gets a folder for each target. OBJECTS: where ./dev build has left the module's. BUILD: where to
# build.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
build=${BUILD:-$root/build/fuzz/record} php=$3
wrapped=(session_new session_free session_want session_commit session_send session_change_user session_infile
	session_discard_rows session_next decompressor_new decompressor_want decompressor_commit)
mkdir -p "$build" "$1"/{session,auth,rows,compressed,kept}
read -ra includes < <("$4" --includes)
for file in record/record record/record_more fuzz; do
	gcc -std=gnu11 -g -O1 -fPIC -I"$root/src" -I"$root/fuzz" "${includes[@]}" -c -o "$build/${file##*/}.pic.o" "$root/fuzz/$file.c"
done
mapfile -t objects < <(find "$2" -path '*/.libs/*.o')
gcc -shared -fno-lto -o "$build/mynd.so" "${objects[@]}" "$build"/{record,record_more,fuzz}.pic.o "${wrapped[@]/#/-Wl,--wrap=mynd_}" \
	-lcrypto -lssl -lsodium -lcares -lz -lzstd
# Where the scenes have their files: a path would be a part of what is recorded.
MYND_RECORD=$(cd -- "$1" && pwd)
export MYND_RECORD
cd "$build"
"$php" -n -d extension=pdo.so -d "extension=$build/mynd.so" -d mysqli.allow_local_infile=1 -d mynd.pool=0 "$here/scenes.php"
find "$MYND_RECORD" -type f | wc -l
