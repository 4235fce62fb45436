<?php

/**
 * The constants of mysqli. Names, values and what is deprecated are stock's, by PHP version.
 *
 * @generate-class-entries
 */

/** @var int */
const MYSQLI_READ_DEFAULT_GROUP = 5;
/** @var int */
const MYSQLI_READ_DEFAULT_FILE = 4;
/** @var int */
const MYSQLI_OPT_CONNECT_TIMEOUT = 0;
/** @var int */
const MYSQLI_OPT_LOCAL_INFILE = 8;
/** @var int */
const MYSQLI_OPT_LOAD_DATA_LOCAL_DIR = 43;
/** @var int */
const MYSQLI_INIT_COMMAND = 3;
/** @var int */
const MYSQLI_OPT_READ_TIMEOUT = 11;
/** @var int */
const MYSQLI_OPT_NET_CMD_BUFFER_SIZE = 202;
/** @var int */
const MYSQLI_OPT_NET_READ_BUFFER_SIZE = 203;
/** @var int */
const MYSQLI_OPT_INT_AND_FLOAT_NATIVE = 201;
/** @var int */
const MYSQLI_OPT_SSL_VERIFY_SERVER_CERT = 21;
/** @var int */
const MYSQLI_SERVER_PUBLIC_KEY = 35;
/** @var int */
const MYSQLI_CLIENT_SSL = 2048;
/** @var int */
const MYSQLI_CLIENT_COMPRESS = 32;
#if PHP_VERSION_ID >= 80600
/** @var int */
const MYSQLI_OPT_COMPRESS = 1;
#endif
/** @var int */
const MYSQLI_CLIENT_INTERACTIVE = 1024;
/** @var int */
const MYSQLI_CLIENT_IGNORE_SPACE = 256;
/** @var int */
const MYSQLI_CLIENT_NO_SCHEMA = 16;
/** @var int */
const MYSQLI_CLIENT_FOUND_ROWS = 2;
/** @var int */
const MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT = 1073741824;
/** @var int */
const MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT = 64;
/** @var int */
const MYSQLI_CLIENT_CAN_HANDLE_EXPIRED_PASSWORDS = 4194304;
/** @var int */
const MYSQLI_OPT_CAN_HANDLE_EXPIRED_PASSWORDS = 37;
/** @var int */
const MYSQLI_STORE_RESULT = 0;
/** @var int */
const MYSQLI_USE_RESULT = 1;
/** @var int */
const MYSQLI_ASYNC = 8;
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_STORE_RESULT_COPY_DATA = 16;
#else
/** @var int */
const MYSQLI_STORE_RESULT_COPY_DATA = 16;
#endif
/** @var int */
const MYSQLI_ASSOC = 1;
/** @var int */
const MYSQLI_NUM = 2;
/** @var int */
const MYSQLI_BOTH = 3;
/** @var int */
const MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH = 0;
/** @var int */
const MYSQLI_STMT_ATTR_CURSOR_TYPE = 1;
/** @var int */
const MYSQLI_CURSOR_TYPE_NO_CURSOR = 0;
/** @var int */
const MYSQLI_CURSOR_TYPE_READ_ONLY = 1;
#if PHP_VERSION_ID < 80400
/** @var int */
const MYSQLI_CURSOR_TYPE_FOR_UPDATE = 2;
#endif
#if PHP_VERSION_ID < 80400
/** @var int */
const MYSQLI_CURSOR_TYPE_SCROLLABLE = 4;
#endif
#if PHP_VERSION_ID < 80400
/** @var int */
const MYSQLI_STMT_ATTR_PREFETCH_ROWS = 2;
#endif
/** @var int */
const MYSQLI_NOT_NULL_FLAG = 1;
/** @var int */
const MYSQLI_PRI_KEY_FLAG = 2;
/** @var int */
const MYSQLI_UNIQUE_KEY_FLAG = 4;
/** @var int */
const MYSQLI_MULTIPLE_KEY_FLAG = 8;
/** @var int */
const MYSQLI_BLOB_FLAG = 16;
/** @var int */
const MYSQLI_UNSIGNED_FLAG = 32;
/** @var int */
const MYSQLI_ZEROFILL_FLAG = 64;
/** @var int */
const MYSQLI_AUTO_INCREMENT_FLAG = 512;
/** @var int */
const MYSQLI_TIMESTAMP_FLAG = 1024;
/** @var int */
const MYSQLI_SET_FLAG = 2048;
/** @var int */
const MYSQLI_NUM_FLAG = 32768;
/** @var int */
const MYSQLI_PART_KEY_FLAG = 16384;
/** @var int */
const MYSQLI_GROUP_FLAG = 32768;
/** @var int */
const MYSQLI_ENUM_FLAG = 256;
/** @var int */
const MYSQLI_BINARY_FLAG = 128;
/** @var int */
const MYSQLI_NO_DEFAULT_VALUE_FLAG = 4096;
/** @var int */
const MYSQLI_ON_UPDATE_NOW_FLAG = 8192;
/** @var int */
const MYSQLI_TYPE_DECIMAL = 0;
/** @var int */
const MYSQLI_TYPE_TINY = 1;
/** @var int */
const MYSQLI_TYPE_SHORT = 2;
/** @var int */
const MYSQLI_TYPE_LONG = 3;
/** @var int */
const MYSQLI_TYPE_FLOAT = 4;
/** @var int */
const MYSQLI_TYPE_DOUBLE = 5;
/** @var int */
const MYSQLI_TYPE_NULL = 6;
/** @var int */
const MYSQLI_TYPE_TIMESTAMP = 7;
/** @var int */
const MYSQLI_TYPE_LONGLONG = 8;
/** @var int */
const MYSQLI_TYPE_INT24 = 9;
/** @var int */
const MYSQLI_TYPE_DATE = 10;
/** @var int */
const MYSQLI_TYPE_TIME = 11;
/** @var int */
const MYSQLI_TYPE_DATETIME = 12;
/** @var int */
const MYSQLI_TYPE_YEAR = 13;
/** @var int */
const MYSQLI_TYPE_NEWDATE = 14;
/** @var int */
const MYSQLI_TYPE_ENUM = 247;
/** @var int */
const MYSQLI_TYPE_SET = 248;
/** @var int */
const MYSQLI_TYPE_TINY_BLOB = 249;
/** @var int */
const MYSQLI_TYPE_MEDIUM_BLOB = 250;
/** @var int */
const MYSQLI_TYPE_LONG_BLOB = 251;
/** @var int */
const MYSQLI_TYPE_BLOB = 252;
/** @var int */
const MYSQLI_TYPE_VAR_STRING = 253;
/** @var int */
const MYSQLI_TYPE_STRING = 254;
/** @var int */
const MYSQLI_TYPE_CHAR = 1;
#if PHP_VERSION_ID < 80400
/** @var int */
const MYSQLI_TYPE_INTERVAL = 247;
#endif
/** @var int */
const MYSQLI_TYPE_GEOMETRY = 255;
#if PHP_VERSION_ID >= 80400
/** @var int */
const MYSQLI_TYPE_VECTOR = 242;
#endif
/** @var int */
const MYSQLI_TYPE_JSON = 245;
/** @var int */
const MYSQLI_TYPE_NEWDECIMAL = 246;
/** @var int */
const MYSQLI_TYPE_BIT = 16;
/** @var int */
const MYSQLI_SET_CHARSET_NAME = 7;
#if PHP_VERSION_ID < 80400
/** @var int */
const MYSQLI_SET_CHARSET_DIR = 6;
#endif
/**
 * @var int
 * @deprecated
 */
const MYSQLI_NO_DATA = 100;
/**
 * @var int
 * @deprecated
 */
const MYSQLI_DATA_TRUNCATED = 101;
/** @var int */
const MYSQLI_REPORT_INDEX = 4;
/** @var int */
const MYSQLI_REPORT_ERROR = 1;
/** @var int */
const MYSQLI_REPORT_STRICT = 2;
/** @var int */
const MYSQLI_REPORT_ALL = 255;
/** @var int */
const MYSQLI_REPORT_OFF = 0;
/** @var int */
const MYSQLI_DEBUG_TRACE_ENABLED = 0;
/**
 * @var int
 * @deprecated
 */
const MYSQLI_SERVER_QUERY_NO_GOOD_INDEX_USED = 16;
/**
 * @var int
 * @deprecated
 */
const MYSQLI_SERVER_QUERY_NO_INDEX_USED = 32;
/**
 * @var int
 * @deprecated
 */
const MYSQLI_SERVER_QUERY_WAS_SLOW = 2048;
/**
 * @var int
 * @deprecated
 */
const MYSQLI_SERVER_PS_OUT_PARAMS = 4096;
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_GRANT = 1;
#else
/** @var int */
const MYSQLI_REFRESH_GRANT = 1;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_LOG = 2;
#else
/** @var int */
const MYSQLI_REFRESH_LOG = 2;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_TABLES = 4;
#else
/** @var int */
const MYSQLI_REFRESH_TABLES = 4;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_HOSTS = 8;
#else
/** @var int */
const MYSQLI_REFRESH_HOSTS = 8;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_STATUS = 16;
#else
/** @var int */
const MYSQLI_REFRESH_STATUS = 16;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_THREADS = 32;
#else
/** @var int */
const MYSQLI_REFRESH_THREADS = 32;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_REPLICA = 64;
#else
/** @var int */
const MYSQLI_REFRESH_REPLICA = 64;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_SLAVE = 64;
#else
/** @var int */
const MYSQLI_REFRESH_SLAVE = 64;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_MASTER = 128;
#else
/** @var int */
const MYSQLI_REFRESH_MASTER = 128;
#endif
#if PHP_VERSION_ID >= 80400
/**
 * @var int
 * @deprecated
 */
const MYSQLI_REFRESH_BACKUP_LOG = 2097152;
#else
/** @var int */
const MYSQLI_REFRESH_BACKUP_LOG = 2097152;
#endif
/** @var int */
const MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT = 1;
/** @var int */
const MYSQLI_TRANS_START_READ_WRITE = 2;
/** @var int */
const MYSQLI_TRANS_START_READ_ONLY = 4;
/** @var int */
const MYSQLI_TRANS_COR_AND_CHAIN = 1;
/** @var int */
const MYSQLI_TRANS_COR_AND_NO_CHAIN = 2;
/** @var int */
const MYSQLI_TRANS_COR_RELEASE = 4;
/** @var int */
const MYSQLI_TRANS_COR_NO_RELEASE = 8;
/**
 * @var bool
 * @deprecated
 */
const MYSQLI_IS_MARIADB = false;
