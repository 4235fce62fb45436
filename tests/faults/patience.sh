#!/bin/sh

export MYND_TEST_PORT='38805'
export GRPC_DEFAULT_SSL_ROOTS_FILE_PATH='/etc/ssl/certs/ca-certificates.crt'
export CURL_CA_BUNDLE='/etc/ssl/certs/ca-certificates.crt'
export NODE_EXTRA_CA_CERTS='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_TLS_OTHER_CA='/tmp/mynd-server.lIIuHz/tls/other-ca.pem'
export PIP_DEFAULT_TIMEOUT='180'
export RUSTUP_AUTO_INSTALL='0'
export RUST_BACKTRACE='1'
export MYND_TEST_TLS_CERT='/tmp/mynd-server.lIIuHz/tls/client.pem'
export MYND_TEST_DB='mynd_test'
export GIT_SSL_CAINFO='/etc/ssl/certs/ca-certificates.crt'
export SHLVL='3'
export HOME='/root'
export OLDPWD='/work/main'
export PYTHONUNBUFFERED='1'
export SSL_CERT_FILE='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_USER_NOPASS='mynd_nopass'
export AWS_CA_BUNDLE='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_TLS_KEY='/tmp/mynd-server.lIIuHz/tls/client-key.pem'
export MYND_TEST_SOCKET='/tmp/mynd-server.lIIuHz/server.sock'
export PYTHONDONTWRITEBYTECODE='1'
export TEST_PHP_EXECUTABLE='/work/main/build/bin/php-mynd'
export PIP_DISABLE_PIP_VERSION_CHECK='1'
export _='/work/main/build/bin/php-mynd'
export TERM='xterm'
export MYND_TEST_USER_ED25519='mynd_ed25519'
export CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE='/etc/ssl/certs/ca-certificates.crt'
export PATH='/root/.cargo/bin:/root/.cargo/bin:/root/.pyenv/plugins/pyenv-virtualenv/shims:/root/.pyenv/shims:/root/.pyenv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
export REQUESTS_CA_BUNDLE='/etc/ssl/certs/ca-certificates.crt'
export MYND_TEST_SERVER_FOLDER='/tmp/mynd-server.lIIuHz'
export SSL_CERT_DIR='/etc/ssl/certs'
export LANG='C.UTF-8'
export CONTAINER_NAME='square-ward-dnrkgg-jwdhzp'
export HTTPLIB2_CA_CERTS='/etc/ssl/certs/ca-certificates.crt'
export DEBIAN_FRONTEND='noninteractive'
export SHELL='/bin/bash'
export MYND_TEST_TLS_CA='/tmp/mynd-server.lIIuHz/tls/ca.pem'
export MYND_TEST_PASSWORD='throw away'
export NIX_SSL_CERT_FILE='/etc/ssl/certs/ca-certificates.crt'
export NO_INTERACTION='1'
export NVPL_BLAS_DEBUG_CPU_TYPE='1'
export MYND_TEST_HOST='127.0.0.1'
export MYND_TEST_USER='mynd'
export PWD='/work/main'
export MYND_STOCK_CMD='/work/main/build/bin/php-stock'
export MYND_PHP_CMD='/work/main/build/bin/php-mynd'
export MYND_TEST_SERVER_PID='24304'
export TF_CLI_CONFIG_FILE='/root/.terraformrc'
export CLOUD_SDK_VERSION='528.0.0'
export PYENV_ROOT='/root/.pyenv'
export IS_SANDBOX='yes'
export PIP_FIND_LINKS='/opt/wheels'
export PIP_CERT='/etc/ssl/certs/ca-certificates.crt'
export PHP_INI_SCAN_DIR='/work/main/build/8.2/ini-mynd'
export TEMP='/tmp'
export TEST_PHP_CGI_EXECUTABLE=''
export TEST_PHPDBG_EXECUTABLE=''
export REDIRECT_STATUS='1'
export QUERY_STRING=''
export PATH_TRANSLATED='/work/main/tests/faults/patience.php'
export SCRIPT_FILENAME='/work/main/tests/faults/patience.php'
export REQUEST_METHOD='GET'
export CONTENT_TYPE=''
export CONTENT_LENGTH=''
export TZ=''
export TEST_PHP_EXTRA_ARGS='  -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.shared_pool=0" -d "mynd.connect_patience=20"'
export HTTP_COOKIE=''

case "$1" in
"gdb")
    gdb --args /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.shared_pool=0" -d "mynd.connect_patience=20" -f "/work/main/tests/faults/patience.php"  2>&1
    ;;
"lldb")
    lldb -- /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.shared_pool=0" -d "mynd.connect_patience=20" -f "/work/main/tests/faults/patience.php"  2>&1
    ;;
"valgrind")
    USE_ZEND_ALLOC=0 valgrind $2 /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.shared_pool=0" -d "mynd.connect_patience=20" -f "/work/main/tests/faults/patience.php"  2>&1
    ;;
"rr")
    rr record $2 /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.shared_pool=0" -d "mynd.connect_patience=20" -f "/work/main/tests/faults/patience.php"  2>&1
    ;;
*)
    /work/main/build/bin/php-mynd    -d "output_handler=" -d "open_basedir=" -d "disable_functions=" -d "output_buffering=Off" -d "error_reporting=32767" -d "display_errors=1" -d "display_startup_errors=1" -d "log_errors=0" -d "html_errors=0" -d "track_errors=0" -d "report_memleaks=1" -d "report_zend_debug=0" -d "docref_root=" -d "docref_ext=.html" -d "error_prepend_string=" -d "error_append_string=" -d "auto_prepend_file=" -d "auto_append_file=" -d "ignore_repeated_errors=0" -d "precision=14" -d "serialize_precision=-1" -d "memory_limit=128M" -d "opcache.fast_shutdown=0" -d "opcache.file_update_protection=0" -d "opcache.revalidate_freq=0" -d "opcache.jit_hot_loop=1" -d "opcache.jit_hot_func=1" -d "opcache.jit_hot_return=1" -d "opcache.jit_hot_side_exit=1" -d "zend.assertions=1" -d "zend.exception_ignore_args=0" -d "zend.exception_string_param_max_len=15" -d "short_open_tag=0" -d "session.auto_start=0" -d "zlib.output_compression=Off" -d "mynd.shared_pool=0" -d "mynd.connect_patience=20" -f "/work/main/tests/faults/patience.php"  2>&1
    ;;
esac