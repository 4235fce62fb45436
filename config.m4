dnl A library by pkg-config: its name here, pkg-config's, the version, and the packages of Debian and Alpine
dnl that have it.
AC_DEFUN([MYND_LIBRARY], [
  PKG_CHECK_MODULES([MYND_$1], [$2 >= $3], [], [mynd_missing="$mynd_missing
  $2 $3 or later (Debian: $4, Alpine: $5)"])
])

PHP_ARG_ENABLE([mynd], [for the mynd driver],
  [AS_HELP_STRING([--enable-mynd], [Enable the native MySQL and MariaDB driver mynd])], [yes])
PHP_ARG_ENABLE([mynd-asan], [for mynd under AddressSanitizer],
  [AS_HELP_STRING([--enable-mynd-asan], [Build mynd with AddressSanitizer and UBSan])], [no], [no])
PHP_ARG_ENABLE([mynd-checked], [for assertions in mynd],
  [AS_HELP_STRING([--enable-mynd-checked], [Build mynd with its assertions, for debugging])], [no], [no])
PHP_ARG_ENABLE([mynd-werror], [for warnings as errors in mynd],
  [AS_HELP_STRING([--enable-mynd-werror], [Build mynd with warnings as errors])], [no], [no])

PHP_ARG_ENABLE([mynd-lto], [for optimisation across the files of mynd],
  [AS_HELP_STRING([--disable-mynd-lto], [Build mynd without link-time optimisation])], [yes], [no])

PHP_ARG_ENABLE([mynd-hooks], [for the hooks of mynd],
  [AS_HELP_STRING([--disable-mynd-hooks], [Build mynd without interceptors and stream filters])], [yes], [no])

if test "$PHP_MYND" != "no"; then
  dnl All that is missing is named at once, with the package that has it. MYND_<NAME>_CFLAGS and _LIBS may
  dnl stand in for pkg-config.
  mynd_missing=
  MYND_LIBRARY([SSL], [openssl], [1.1.1], [libssl-dev], [openssl-dev])
  MYND_LIBRARY([SODIUM], [libsodium], [1.0.18], [libsodium-dev], [libsodium-dev])
  MYND_LIBRARY([CARES], [libcares], [1.16.0], [libc-ares-dev], [c-ares-dev])
  MYND_LIBRARY([ZLIB], [zlib], [1.2.11], [zlib1g-dev], [zlib-dev])
  MYND_LIBRARY([ZSTD], [libzstd], [1.4.0], [libzstd-dev], [zstd-dev])
  if test -n "$mynd_missing" && test -z "$PKG_CONFIG"; then
    mynd_missing="
  pkg-config itself, which finds libraries (Debian: pkg-config, Alpine: pkgconf)$mynd_missing"
  fi
  if test -n "$mynd_missing"; then
    AC_MSG_ERROR([mynd cannot be built; what is missing or too old:$mynd_missing])
  fi

  for mynd_lib in SSL SODIUM CARES ZLIB ZSTD; do
    eval "mynd_cflags=\$MYND_${mynd_lib}_CFLAGS; mynd_libs=\$MYND_${mynd_lib}_LIBS"
    PHP_EVAL_INCLINE([$mynd_cflags])
    PHP_EVAL_LIBLINE([$mynd_libs], [MYND_SHARED_LIBADD])
  done
  PHP_SUBST([MYND_SHARED_LIBADD])

  dnl Every .c file below src/ belongs to the module; without PDO's headers those of its driver do not.
  mynd_without=none
  if test ! -f "$phpincludedir/ext/pdo/php_pdo_driver.h"; then
    mynd_without=src/php/pdo
  fi
  mynd_sources=`cd "$abs_srcdir" && find -L src -name '*.c' | grep -v "^$mynd_without/" | LC_ALL=C sort | tr '\n' ' '`
  test -n "$mynd_sources" || AC_MSG_ERROR([no sources below $abs_srcdir/src])
  mynd_flags="-std=gnu11 -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  if test "$mynd_without" != "none"; then
    mynd_flags="$mynd_flags -DMYND_WITHOUT_PDO"
  fi
  if test "$PHP_MYND_HOOKS" = "no"; then
    mynd_flags="$mynd_flags -DMYND_WITHOUT_HOOKS"
  fi
  if test "$PHP_MYND_WERROR" = "yes"; then
    mynd_flags="$mynd_flags -Werror"
  fi
  if test "$PHP_MYND_ASAN" = "yes"; then
    dnl What is "always true" is asserted, too (src/wire/checked.h).
    mynd_flags="$mynd_flags -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined -DMYND_CHECKED"
    LDFLAGS="$LDFLAGS -fsanitize=address,undefined"
  elif test "$PHP_MYND_CHECKED" = "yes"; then
    mynd_flags="$mynd_flags -g -O1 -fno-omit-frame-pointer -DMYND_CHECKED"
  elif test "$PHP_MYND_LTO" = "yes"; then
    dnl A row passes through four rooms: inlined into each other they cost a tenth less.
    AC_MSG_CHECKING([whether the compiler and linker optimise across files])
    mynd_lto="-O3 -fno-plt -flto=auto -ffat-lto-objects"
    mynd_saved_flags=$CFLAGS
    CFLAGS="$CFLAGS $mynd_lto"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [mynd_lto_works=yes], [mynd_lto_works=no])
    CFLAGS=$mynd_saved_flags
    AC_MSG_RESULT([$mynd_lto_works])
    if test "$mynd_lto_works" = "yes"; then
      mynd_flags="$mynd_flags $mynd_lto"
      LDFLAGS="$LDFLAGS -flto=auto"
    fi
    dnl To clear a small struct gcc takes an x86 string instruction that needs some thirty cycles to begin.
    dnl (Not for copies: those whose length is only known when they run get slower.)
    AC_MSG_CHECKING([whether the compiler can clear small structs with vectors])
    mynd_vectors="-mmemset-strategy=vector_loop:512:noalign,libcall:-1:noalign"
    CFLAGS="$CFLAGS -Werror $mynd_vectors"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [mynd_vectors_work=yes], [mynd_vectors_work=no])
    CFLAGS=$mynd_saved_flags
    AC_MSG_RESULT([$mynd_vectors_work])
    if test "$mynd_vectors_work" = "yes"; then
      mynd_flags="$mynd_flags $mynd_vectors"
    fi
  fi

  dnl Symbols are bound when PHP starts, not in the first query; and the tables are read-only from then on.
  LDFLAGS="$LDFLAGS -Wl,-z,relro,-z,now"

  PHP_NEW_EXTENSION([mynd], [$mynd_sources], [$ext_shared], [], [$mynd_flags])
  dnl "make test" says so where it has no server.
  if test -f "$abs_srcdir/Makefile.frag"; then
    PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag])
  fi
  PHP_ADD_EXTENSION_DEP([mynd], [spl])
  PHP_ADD_EXTENSION_DEP([mynd], [pdo], [true])
  for mynd_dir in `cd "$abs_srcdir" && find -L src -type d`; do
    PHP_ADD_BUILD_DIR([$ext_builddir/$mynd_dir])
  done
fi
