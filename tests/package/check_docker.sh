# The Dockerfiles agree with what configure asks for, and with each other.

packages_in() { # FILE PATTERN: the words that look like packages of libraries
	grep -oE '\b[a-z0-9-]+-dev\b' "$1" | LC_ALL=C sort -u | xargs
}

asked_for() { # Debian|Alpine
	sed -nE "s/^ *MYND_LIBRARY\(.*\[([^]]*)\], \[([^]]*)\]\)\$/\\$([[ $1 == Debian ]] && echo 1 || echo 2)/p" "$MYND_ROOT/config.m4" | LC_ALL=C sort -u | xargs
}

check_equal "five libraries are asked for" 5 "$(asked_for Debian | wc -w)"
check_equal "docker/debian installs them" "$(asked_for Debian)" "$(packages_in "$MYND_ROOT/docker/debian/Dockerfile")"
check_equal "docker/alpine installs them" "$(asked_for Alpine)" "$(packages_in "$MYND_ROOT/docker/alpine/Dockerfile")"
check_equal "debian/control asks for them" "$(asked_for Debian)" \
	"$(sed -n '/^Build-Depends/,/^Standards/p' "$MYND_ROOT/debian/control" | grep -oE '\blib[a-z0-9-]+-dev\b|zlib1g-dev' | LC_ALL=C sort -u | xargs)"
check_equal "./dev install asks for them" "$(asked_for Debian)" \
	"$(bash -c 'ROOT=$0; . "$ROOT/tools/dev/common.sh"; use setup; build_packages' "$MYND_ROOT" | tr ' ' '\n' | grep -E '(lib|zlib).*-dev$' | grep -v libc6 | LC_ALL=C sort | xargs)"
check_equal "both Dockerfiles build alike" "$(sed -n '/^RUN phpize/,/^$/p' "$MYND_ROOT/docker/debian/Dockerfile")" \
	"$(sed -n '/^RUN phpize/,/^$/p' "$MYND_ROOT/docker/alpine/Dockerfile")"

# What a Dockerfile copies is in its context, and in the archive of a release.
for file in config.m4 Makefile.frag src; do
	check "docker: $file is copied" grep -qE "^COPY .*\b$file\b" "$MYND_ROOT/docker/debian/Dockerfile"
	check "docker: $file is in the context" grep -qxF "!$file" "$MYND_ROOT/.dockerignore"
done

# debian/control is made from its template.
cp -r "$MYND_ROOT/debian" "$temp/debian-files"
mkdir "$temp/debian-tree"
mv "$temp/debian-files" "$temp/debian-tree/debian"
(cd "$temp/debian-tree" && make -s -f debian/rules control) >"$temp/log" 2>&1 || cat "$temp/log"
check "debian/control is what debian/rules makes" diff "$MYND_ROOT/debian/control" "$temp/debian-tree/debian/control"
for script in "$MYND_ROOT"/debian/*.in; do
	case $script in *inst.in | *rm.in | */stock-modules.in) check "${script##*/} is a shell script" sh -n "$script" ;; esac
done
