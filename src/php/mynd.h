/*
 * The module: its globals, its settings, and which of stock's modules it provides. Nearly all files under
 * src/php/ include this.
 */
#ifndef MYND_PHP_MYND_H
#define MYND_PHP_MYND_H

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"
#include "../client/client.h"
#include "../wire/version.h"

extern zend_module_entry mynd_module_entry;
extern zend_module_entry mynd_mysqli_module_entry;
extern zend_module_entry mynd_mysqlnd_module_entry;
extern zend_module_entry mynd_pdo_module_entry;
#define phpext_mynd_ptr &mynd_module_entry

/* The state of the file of mynd.prepend_interceptors. */
typedef enum mynd_prepended {
	MYND_PREPEND_WAITS, /* the file will run at the first connect */
	MYND_PREPEND_RUNS,
	MYND_PREPEND_DONE,
	MYND_PREPEND_MISSING,
	MYND_PREPEND_FAILED
} mynd_prepended;

/* mynd.persistent: which connects use the pools. */
typedef enum mynd_persistent { MYND_PERSISTENT_ASKED, MYND_PERSISTENT_ALL } mynd_persistent;

/* A setting of asynchronous programs: off, on, or auto, which means the value of mynd.async. */
typedef enum mynd_follows { MYND_FOLLOWS_OFF, MYND_FOLLOWS_ON, MYND_FOLLOWS_ASYNC } mynd_follows;

enum { MYND_ACQUIRE_FOLLOWS_ASYNC = -1 }; /* mynd.acquire_timeout = auto: depends on mynd.async */

/* Mynd\OPT_*, options of mysqli's options() */
enum { MYND_OPT_RECONNECT = 1903, MYND_OPT_PREFETCH = 1904, MYND_OPT_BALANCE = 1905, MYND_OPT_TARGET = 1906 };

/*
 * All modules share one struct of globals. Where stock's modules have registered the settings of mysqlnd or
 * mysqli, the members here are copies.
 */
ZEND_BEGIN_MODULE_GLOBALS(mynd)
/* mynd.* */
bool allow_cleartext_password, trust_server_key, tls_by_password, reconnect;
zend_long pipelining;       /* mynd_pipelining */
zend_long persistent;       /* mynd_persistent */
zend_long round_trips;      /* mynd_round_trips */
zend_long prefetch;         /* microseconds */
zend_long preset;           /* mynd_preset */
zend_long dead_after;       /* seconds */
zend_long connect_patience; /* seconds */
zend_long send_queue;
bool async;
zend_long fiber_turns, kill_abandoned, source_fibers; /* mynd_follows; read by mynd_is_on() */
zend_long idle_timeout, login_lifetime, max_lifetime, max_idle, max_shared, max_per_key;
zend_long acquire_timeout; /* microseconds; MYND_ACQUIRE_FOLLOWS_ASYNC */
bool shared_pool;
char *prepend_interceptors; /* a path; "" or NULL: none */
char *scoreboard;           /* a path; "" or NULL: none */
char *clusters;             /* a path; "" or NULL: none */
zend_long scoreboard_slots;
bool request_report, slow_literals;
char *slow_log; /* a path; "" or NULL: none */
char *callers_skipped;
zend_long slow_microseconds, slow_repeats;
char *wire_log; /* a folder; "" or NULL: none */
zend_long wire_log_size;
/* mysqlnd.* */
bool collect_statistics;
bool collect_memory_statistics;
zend_long net_cmd_buffer_size;
zend_long net_read_buffer_size;
zend_long net_read_timeout;
zend_long log_mask;
zend_long mempool_default_size;
char *sha256_server_public_key;
char *debug;
char *trace_alloc;
/* mysqli.* */
zend_long max_links, max_persistent;
bool allow_persistent, rollback_on_cached_plink;
char *default_host, *default_user, *default_pw, *default_socket;
zend_long default_port;
bool allow_local_infile;
char *local_infile_directory;
/* pdo_mysql.* */
char *pdo_default_socket;
mynd_prepended prepended; /* state of the file in this request */
/* numbers of the interceptor before the file's first one, and of the file's last one */
zend_ulong prepend_before, prepend_last;
bool over; /* the request has ended, and only session handlers still run */
/* Request state of mysqli, reset when a request starts: */
zend_long report_mode;
unsigned connect_errno;
char *connect_error;                 /* request memory or NULL */
zval generator;                      /* closure of mynd/steps.c, made at its first use */
zval source_program;                 /* closure of mynd/source_fiber.c, made at its first use */
struct mynd_program_waiter *waiters; /* Mynd\waiter() (mynd/waiter.c), newest last; or NULL */
unsigned waiter_count;
uint64_t last_waiter;
HashTable streams;      /* by descriptor (mynd/stream.c); the table is not request memory */
HashTable opening;      /* by fiber: call of a Mynd\Pool's function (mynd/pool.c); not request memory */
HashTable transactions; /* by link: those under way (mynd/transaction.c); not request memory */
ZEND_END_MODULE_GLOBALS(mynd)

ZEND_EXTERN_MODULE_GLOBALS(mynd)
#define MYND_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(mynd, v)
#if defined(ZTS) && defined(COMPILE_DL_MYND)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

/*
 * The globals with the current settings. Where stock's module owns the settings of mysqlnd or mysqli, the
 * globals hold copies. Read settings through this function wherever a program's ini_set() may have changed
 * them, above all before a connect.
 */
zend_mynd_globals *mynd_settings(void);

/* Returns true if a setting that may follow mynd.async is on now. */
static inline bool mynd_is_on(zend_long setting)
{
	return setting == MYND_FOLLOWS_ASYNC ? MYND_G(async) : setting == MYND_FOLLOWS_ON;
}

/*
 * Returns true, and throws, if the request has ended: nothing can be registered for the program any more,
 * because it would outlive the request.
 */
bool mynd_refuses_after_request(void);
/*
 * As mynd_refuses_after_request; also returns true, and throws, if the build has no hooks
 * (--disable-mynd-hooks).
 */
bool mynd_refuses_hooks(void);

/* Modules of stock that mynd provides in this process. Written once, when the process starts. */
typedef struct mynd_faces {
	bool mysqlnd, mysqli, pdo_mysql; /* the modules that mynd provides */
	char note[256];                  /* names of the modules that others provide; "" if none */
} mynd_faces;
extern mynd_faces mynd_faces_taken;

/* Client version for programs, such as "mysqlnd 8.2.36", with the version of the running PHP. */
const char *mynd_client_info(void);
zend_long mynd_client_version(void); /* 80236 */

/* Registers the classes, functions and constants of mysqli; called by that module's MINIT. */
zend_result mynd_mysqli_startup(int module_number);
void mynd_mysqli_request_startup(void);
void mynd_mysqli_request_shutdown(void);

/*
 * Makes a link with the current settings (links.c). `extension` is the name of mysqli or pdo_mysql, which is
 * sent to the server. The caller owns the one reference.
 */
mynd_link *mynd_link_open(const char *extension);
void mynd_link_set_prefetch(mynd_link *link, zend_long milliseconds); /* sets mynd.prefetch for this link */
void mynd_links_follow_pools(void); /* at module start: sets the hook mynd_pools_on_held */
/* Called after a connect: if mynd.fiber_turns is on, lets fibers take turns on the link, and returns true. */
bool mynd_follow_turns(mynd_link *link);

/*
 * Sets whether a connect uses the pools: if the program asks for it, or if mynd.persistent is `all`. Returns
 * true if the program asked, but mysqli.allow_persistent forbids it: the program then gets an ordinary
 * connection, and the caller raises stock's warning.
 */
bool mynd_decide_persistent(mynd_connect *with, bool asked);

/*
 * Warns that too many links are open (MYND_OPEN_TOO_MANY...); if a Mynd\Pool refused the connect, throws
 * instead. May run code of the program.
 */
void mynd_warn_too_many(const mynd_link *link, mynd_opened refused);
/* Called after a failed connect: logs details that the program must not see, at a limited rate. */
void mynd_log_connect_failure(const mynd_link *link);
/* Returns true if the error log is apart from the program's output (faces.c). */
bool mynd_log_is_apart(void);

/*
 * Returns the link of a mysqli object. Returns NULL if it threw: a TypeError for argument number `arg` if the
 * object is none of mynd's, an Error if it is closed.
 */
mynd_link *mynd_link_of_object(zend_object *object, uint32_t arg);
/* As mynd_link_of_object, also for a mysqli_stmt, a PDO object and a PDOStatement. */
mynd_link *mynd_link_behind(zend_object *object, uint32_t arg);

#endif
