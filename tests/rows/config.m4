PHP_ARG_ENABLE([rowstest], [for the tests of src/rows],
  [AS_HELP_STRING([--enable-rowstest], [Build the extension that tests src/rows])], [yes])

if test "$PHP_ROWSTEST" != "no"; then
  rows_sources=`cd "$ext_srcdir" && find -L src -name '*.c' | LC_ALL=C sort | tr '\n' ' '`
  rows_flags="-std=gnu11 -Wall -Wextra -Wno-unused-parameter -Werror -fvisibility=hidden -I@ext_srcdir@/src"
  rows_flags="$rows_flags ${ROWS_DEFINES--DMYND_CHECKED}"
  dnl Between the files of the room, so that a test can let an allocation fail.
  ROWSTEST_SHARED_LIBADD="-Wl,--wrap=mynd_try_emalloc,--wrap=mynd_large_new -lsodium -lcrypto -lzstd -lz"
  PHP_SUBST([ROWSTEST_SHARED_LIBADD])
  PHP_NEW_EXTENSION([rowstest], [rows_test.c rows_pack.c rows_values.c rows_store.c rows_bench.c rows_session.c $rows_sources], [$ext_shared], [], [$rows_flags])
  for rows_dir in `cd "$ext_srcdir" && find -L src -type d`; do
    PHP_ADD_BUILD_DIR([$ext_builddir/$rows_dir])
  done
fi
