#!/bin/sh

export NO_INTERACTION='1'
export TEST_PHP_EXECUTABLE='/work/main/build/bin/php-mynd'
export IS_SANDBOX='yes'
export SHELL='/bin/bash'
export MYND_TEST_USER='mynd'
export MYND_TEST_SEED='12345'
export PYTHONUNBUFFERED='1'
export MYND_TEST_PORT='44947'
export MYND_TEST_TLS_CA='/tmp/mynd-server.Q2KRG4/tls/ca.pem'
export TF_CLI_CONFIG_FILE='/root/.terraformrc'
export MYND_PHP_VERSION='8.2'
export NODE_EXTRA_CA_CERTS='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_PART='whole'
export OPENBLAS_L2_SIZE='512'
export MYND_TEST_USER_ED25519='mynd_ed25519'
export MYND_TEST_TLS_OTHER_CA='/tmp/mynd-server.Q2KRG4/tls/other-ca.pem'
export MYND_TEST_TLS_KEY='/tmp/mynd-server.Q2KRG4/tls/client-key.pem'
export CONTAINER_NAME='strict-horn-xthrkm-jmwrfv'
export PWD='/work/main'
export HOME='/root'
export GIT_SSL_CAINFO='/etc/ssl/certs/ca-certificates.crt'
export LANG='C.UTF-8'
export MYND_TEST_TLS_CERT='/tmp/mynd-server.Q2KRG4/tls/client.pem'
export CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_USER_NOPASS='mynd_nopass'
export SSL_CERT_DIR='/etc/ssl/certs'
export NIX_SSL_CERT_FILE='/etc/ssl/certs/ca-certificates.crt'
export MYND_ROOT='/work/main'
export TOX_OVERRIDE='testenv.passenv+=#,OPENBLAS_*;env_run_base.passenv+=OPENBLAS_*;tool.tox.env_run_base.passenv+=OPENBLAS_*'
export PIP_DEFAULT_TIMEOUT='180'
export TOX_TESTENV_PASSENV='OPENBLAS_*'
export MYND_TEST_SOCKET='/tmp/mynd-server.Q2KRG4/server.sock'
export MYND_STOCK_CMD='/work/main/build/bin/php-stock'
export PHP='/usr/bin/php8.2'
export TERM='xterm'
export RUSTUP_AUTO_INSTALL='0'
export OPENBLAS_CORETYPE='Haswell'
export MYND_PHP_BINARY='/usr/bin/php8.2'
export CURL_CA_BUNDLE='/etc/ssl/certs/ca-certificates.crt'
export PIP_DISABLE_PIP_VERSION_CHECK='1'
export MYND_TEST_HOST='127.0.0.1'
export SHLVL='2'
export MYND_SO='/work/main/build/8.2/obj/modules/mynd.so'
export PYTHONDONTWRITEBYTECODE='1'
export CLOUD_SDK_VERSION='528.0.0'
export MYND_PHP_CMD='/work/main/build/bin/php-mynd'
export SSL_CERT_FILE='/etc/ssl/certs/ca-certificates.crt'
export PYENV_ROOT='/root/.pyenv'
export NVPL_BLAS_DEBUG_CPU_TYPE='1'
export MYND_TEST_DB='mynd_test'
export PIP_CERT='/etc/ssl/certs/ca-certificates.crt'
export REQUESTS_CA_BUNDLE='/etc/ssl/certs/ca-certificates.crt'
export AWS_CA_BUNDLE='/etc/ssl/certs/ca-certificates.crt'
export PIP_FIND_LINKS='/opt/wheels'
export PATH='/root/.cargo/bin:/root/.cargo/bin:/root/.pyenv/plugins/pyenv-virtualenv/shims:/root/.pyenv/shims:/root/.pyenv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
export MYND_TEST_PASSWORD='throw away'
export HTTPLIB2_CA_CERTS='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_SERVER_FOLDER='/tmp/mynd-server.Q2KRG4'
export RUST_BACKTRACE='1'
export MYND_TEST_SERVER_PID='19270'
export GRPC_DEFAULT_SSL_ROOTS_FILE_PATH='/etc/ssl/certs/ca-certificates.crt'
export DEBIAN_FRONTEND='noninteractive'
export OLDPWD='/work/main'
export _='/usr/bin/timeout'
export TEMP='/tmp'
export SKIP_ONLINE_TESTS='1'
export TEST_TIMEOUT='60'
export TEST_PHP_CGI_EXECUTABLE=''
export TEST_PHPDBG_EXECUTABLE=''
export REDIRECT_STATUS='1'
export QUERY_STRING=''
export PATH_TRANSLATED='/work/main/tests/faults/endless.php'
export SCRIPT_FILENAME='/work/main/tests/faults/endless.php'
export REQUEST_METHOD='GET'
export CONTENT_TYPE=''
export CONTENT_LENGTH=''
export TZ=''
export TEST_PHP_EXTRA_ARGS='  -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.pipelining=off"'
export HTTP_COOKIE=''

case "$1" in
"gdb")
    gdb --args /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.pipelining=off" -f "/work/main/tests/faults/endless.php"  2>&1
    ;;
"lldb")
    lldb -- /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.pipelining=off" -f "/work/main/tests/faults/endless.php"  2>&1
    ;;
"valgrind")
    USE_ZEND_ALLOC=0 valgrind $2 /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.pipelining=off" -f "/work/main/tests/faults/endless.php"  2>&1
    ;;
"rr")
    rr record $2 /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.pipelining=off" -f "/work/main/tests/faults/endless.php"  2>&1
    ;;
*)
    /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.pipelining=off" -f "/work/main/tests/faults/endless.php"  2>&1
    ;;
esac