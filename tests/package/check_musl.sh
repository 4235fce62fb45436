# Every file of the driver against musl's headers, as Alpine has them; PHP's own are those of the PHP here.
# Nothing is linked or run.

if ! command -v musl-gcc >/dev/null; then
	skip_check "musl" "there is no musl-gcc"
else
	# The libraries' headers alone: with the whole of /usr/include glibc's would be found.
	mkdir -p "$temp/musl/openssl"
	for header in openssl sodium sodium.h zlib.h zconf.h zstd.h zstd_errors.h; do
		[[ $header == openssl ]] || ln -s "/usr/include/$header" "$temp/musl/"
	done
	ln -s /usr/include/ares*.h "$temp/musl/"
	cp -r /usr/include/openssl/. /usr/include/*-linux-gnu/openssl/. "$temp/musl/openssl/"
	said=$(cd "$MYND_ROOT" && find src -name '*.c' -print0 | xargs -0 -P2 -n8 musl-gcc -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror -fsyntax-only \
		-DCOMPILE_DL_MYND -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -isystem "$temp/musl" $("$PHP_CONFIG" --includes) 2>&1)
	check_equal "every file compiles with musl's headers" "0 " "$? $said"
	said=$(printf '#define _GNU_SOURCE 1\n#include <string.h>\nconst char *text(char *room) { return strerror_r(1, room, 9); }\n' |
		musl-gcc -std=gnu11 -Werror -fsyntax-only -x c - 2>&1)
	check_equal "and what glibc alone has does not" "1 yes" "$? $([[ $said == *strerror_r* || $said == *conversion* ]] && echo yes)"
fi
