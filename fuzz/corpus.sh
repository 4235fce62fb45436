#!/usr/bin/env bash
# A target's corpus: the inputs that its runs begin with, in one archive, fuzz/corpus/TARGET.tar.xz. Each is
# named by the SHA-1 of its bytes.
#   fuzz/corpus.sh unpack TARGET FOLDER          so that FOLDER has what the archive has, and nothing else
#   fuzz/corpus.sh add TARGET FOLDER-OR-FILE...  puts these inputs into the archive, beside what it has
#
# Always true: the same inputs give the same archive (order, names, owners and times are fixed); an archive is
# written only if it gets an input that it did not have. Where an archive is missing (what is released has
# none) its corpus is empty.
set -euo pipefail
export LC_ALL=C

FUZZ=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

# What FOLDER was unpacked of stands beside it, in FOLDER.of: another archive is unpacked anew.
unpack() { # TARGET FOLDER
	local archive=$FUZZ/corpus/$1.tar.xz of=none new
	[[ ! -e $archive ]] || of=$(sha1sum <"$archive")
	[[ ! -d $2 || $(cat "$2.of" 2>/dev/null) != "$of" ]] || return 0
	mkdir -p "${2%/*}"
	new=$(mktemp -d "$2.XXXXXX")
	[[ $of == none ]] || tar -xJf "$archive" -C "$new"
	rm -rf "$2" "$2.of"
	mv "$new" "$2"
	echo "$of" >"$2.of"
}

pack() { # FOLDER FILE
	find "$1" -type f -printf '%P\n' | sort |
		tar -c -C "$1" --verbatim-files-from -T - --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 |
		xz -6e -T1 >"$2.new"
	mv "$2.new" "$2"
}

add() { # TARGET FOLDER-OR-FILE...
	local archive=$FUZZ/corpus/$1.tar.xz before hash file
	whole=$(mktemp -d "${TMPDIR:-/tmp}/mynd-corpus.XXXXXX")
	trap 'rm -rf "$whole"' EXIT
	[[ ! -e $archive ]] || tar -xJf "$archive" -C "$whole"
	before=$(find "$whole" -type f | wc -l)
	while read -r hash file; do
		[[ -e $whole/$hash ]] || cp -- "$file" "$whole/$hash"
	done < <(find "${@:2}" -type f -exec sha1sum {} +)
	[[ $(find "$whole" -type f | wc -l) -eq $before ]] || pack "$whole" "$archive"
}

case ${1:-} in
unpack | add) "$@" ;;
*)
	echo "corpus.sh: unpack TARGET FOLDER, or add TARGET FOLDER-OR-FILE..." >&2
	exit 2
	;;
esac
