# config.m4: what is missing is named, with the packages of Debian and Alpine; all of it at once. "make
# test" without a server skips.

mkdir -p "$temp/config/pc"
cp "$MYND_ROOT/config.m4" "$MYND_ROOT/Makefile.frag" "$temp/config/"
ln -s "$MYND_ROOT/src" "$temp/config/src"
(cd "$temp/config" && "$PHPIZE") >"$temp/log" 2>&1 || cat "$temp/log"

# Every library that mynd needs, as far as pkg-config knows: a file each, of a version that may be too old.
pretend() { # VERSION LIBRARY...
	local version=$1 library
	shift
	rm -f "$temp"/config/pc/*
	for library; do
		printf 'Name: %s\nDescription: none\nVersion: %s\n' "$library" "$version" >"$temp/config/pc/$library.pc"
	done
}

configure() { # ENVIRONMENT...
	(cd "$temp/config" && env -u PKG_CONFIG_PATH "$@" ./configure --quiet --with-php-config="$PHP_CONFIG" 2>&1) | sed -n '/^configure: error/,$p'
}

MISSING='configure: error: mynd cannot be built; what is missing or too old:'

pretend 99 openssl libsodium zlib libzstd
check_equal "configure names the one library that is missing" "$MISSING
  libcares 1.16.0 or later (Debian: libc-ares-dev, Alpine: c-ares-dev)" "$(configure PKG_CONFIG_LIBDIR="$temp/config/pc")"

pretend 1.0 openssl libsodium libcares zlib libzstd
check_equal "configure names all that are too old" "$MISSING
  openssl 1.1.1 or later (Debian: libssl-dev, Alpine: openssl-dev)
  libsodium 1.0.18 or later (Debian: libsodium-dev, Alpine: libsodium-dev)
  libcares 1.16.0 or later (Debian: libc-ares-dev, Alpine: c-ares-dev)
  zlib 1.2.11 or later (Debian: zlib1g-dev, Alpine: zlib-dev)
  libzstd 1.4.0 or later (Debian: libzstd-dev, Alpine: zstd-dev)" "$(configure PKG_CONFIG_LIBDIR="$temp/config/pc")"

check_equal "configure names pkg-config if that is missing" "$MISSING
  pkg-config itself, which finds libraries (Debian: pkg-config, Alpine: pkgconf)" "$(configure PKG_CONFIG=/nowhere | head -n 2)"

# --- make test, as PHP's makefile has it, with PHP's own test runner ---
mkdir -p "$temp/make"
sed "s,\$(top_srcdir),$MYND_ROOT,g" "$MYND_ROOT/Makefile.frag" >"$temp/make/Makefile"
printf 'test:\n\t@echo $(TESTS)\n' >>"$temp/make/Makefile"
check_equal "make test without a server: the one that says so" "$MYND_ROOT/tests/phpt/connect/server.phpt" \
	"$(env -u MYND_TEST_SOCKET make -s -C "$temp/make" test)"
check_equal "make test with a server: all" "$MYND_ROOT/tests/phpt $MYND_ROOT/tests/faults" \
	"$(env MYND_TEST_SOCKET=/some make -s -C "$temp/make" test)"
