/*
 * Connecting: the address, the transport, TLS, the login, the init commands, all under one deadline.
 *
 * Everything that is built belongs to the link from the start, so that nothing leaks if a wait never returns.
 * After a failure the link is unconnected again and keeps only its error. SQLSTATE is HY000 for every failure
 * up to the login, as in stock.
 */
#include "internal.h"

#include "../command/effects.h"
#include "../net/mailbox.h"
#include "../net/peer.h"
#include "../wire/version.h"

#include <errno.h>
#include "SAPI.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PORT_MOST      65535
#define PUBLIC_KEY_MAX (64 * 1024)
#define ATTRIBUTES_MAX 10
#define MAX_PACKET     0xC0000000u         /* announced to the server, as in stock */
#define WITH_TLS       (UINT64_C(1) << 40) /* a bit in a link's `address` */

typedef struct target {
	mynd_endpoint endpoint;
	char host[256]; /* host of the endpoint, without port and brackets */
} target;

static int refuse(mynd_link *link, unsigned code, const char *message)
{
	return mynd_error_set(&link->channel.error, MYND_CAUSE_REFUSED, code, NULL, "%s", message);
}

/* Parses the digits between `port` and `end`. Returns 0 if the digits are no port. */
static int parse_port(const char *port, const char *end)
{
	int number = 0;
	for (const char *p = port; p < end; p++) {
		if (*p < '0' || *p > '9' || number > 65535) {
			return 0;
		}
		number = number * 10 + (*p - '0');
	}
	return number;
}

/*
 * Splits "host", "host:port", "[IPv6]", "[IPv6]:port", or an IPv6 address alone. Returns false if the text
 * has none of these forms.
 */
static bool split_host(const char *host, size_t len, target *to)
{
	const char *name = host, *name_end = host + len, *port = NULL;
	const char *colon = memchr(host, ':', len);
	if (len > 0 && host[0] == '[') {
		const char *bracket = memchr(host, ']', len);
		if (bracket == NULL || (bracket + 1 < name_end && bracket[1] != ':')) {
			return false;
		}
		port = bracket + 1 < name_end ? bracket + 2 : NULL;
		name = host + 1;
		name_end = bracket;
	} else if (colon != NULL && memchr(colon + 1, ':', (size_t) (name_end - colon - 1)) == NULL) {
		port = colon + 1;
		name_end = colon;
	}
	size_t n = (size_t) (name_end - name);
	if (n == 0 || n >= sizeof to->host) {
		return false;
	}
	memcpy(to->host, name, n);
	to->host[n] = '\0';
	to->endpoint.host = to->host;
	if (port != NULL) {
		to->endpoint.port = parse_port(port, host + len);
	}
	return port == NULL || to->endpoint.port > 0;
}

bool mynd_host_has_form(const char *host, size_t len)
{
	target to = {.endpoint.port = MYND_DEFAULT_PORT};
	return split_host(host, len, &to) && to.endpoint.port <= PORT_MOST;
}

bool mynd_connect_is_local(const mynd_connect *with)
{
	return with->host == NULL || with->host_len == 0 ||
	       (with->host_len == 9 && strncasecmp(with->host, "localhost", 9) == 0);
}

static int find_target(mynd_link *link, const mynd_connect *with, target *to)
{
	to->endpoint = (mynd_endpoint){.greets = true};
	to->host[0] = '\0';
	if (with->host != NULL && memchr(with->host, '\0', with->host_len) != NULL) {
		return refuse(link, MYND_ERR_CONNECTION, "The host name contains a NUL byte");
	}
	if (mynd_connect_is_local(with)) {
		to->endpoint.unix_path =
		    with->socket != NULL && *with->socket != '\0' ? with->socket : "/tmp/mysql.sock";
		return MYND_OK;
	}
	to->endpoint.port = with->port == 0 ? MYND_DEFAULT_PORT : (int) MIN(MAX(with->port, -1), PORT_MOST + 1);
	if (!split_host(with->host, with->host_len, to)) {
		return mynd_error_set(&link->channel.error, MYND_CAUSE_REFUSED, MYND_ERR_CONNECTION, NULL,
		    "Failed to parse address \"%.*s\"", (int) MIN(with->host_len, 255), with->host);
	}
	if (with->address != NULL) {
		to->endpoint.host = with->address;
	}
	if (to->endpoint.port <= 0 || to->endpoint.port > PORT_MOST) {
		return refuse(link, MYND_ERR_CONNECTION, "Connection refused");
	}
	return MYND_OK;
}

/* --- what the client reports of itself --- */

typedef struct attributes {
	mynd_attribute list[ATTRIBUTES_MAX];
	size_t count;
	char pid[24];
} attributes;

static void add_attribute(attributes *a, const char *name, const char *value)
{
	if (value != NULL && *value != '\0' && a->count < ATTRIBUTES_MAX) {
		a->list[a->count++] = (mynd_attribute){mynd_slice_of(name), mynd_slice_of(value)};
	}
}

/* Returns true if nobody on the way can read what is sent, or pose as the server unnoticed. */
static bool is_private(const mynd_connect *with, const target *to)
{
	return to->endpoint.unix_path != NULL || with->tls;
}

/*
 * Lists the connection attributes. Their names are those of MySQL's manual, "Available Connection
 * Attributes"; a DBA sees them in performance_schema. Over plain TCP only stock's two are sent: which
 * programs of which versions run here must not be sent in clear text.
 */
static void describe_client(mynd_link *link, const mynd_connect *with, const target *to, attributes *a)
{
	a->count = 0;
	add_attribute(a, "_client_name", "mysqlnd"); /* DBAs have rules for PHP programs by this name */
	add_attribute(a, "_server_host", to->endpoint.unix_path != NULL ? "localhost" : to->host);
	if (!is_private(with, to)) {
		return;
	}
	a->pid[sizeof a->pid - 1] = '\0';
	add_attribute(a, "_connector_name", "mynd");
	add_attribute(a, "_connector_version", MYND_VERSION);
	add_attribute(a, "_os", mynd_system()->sysname);
	add_attribute(a, "_platform", mynd_system()->machine);
	add_attribute(
	    a, "_pid", zend_print_ulong_to_buf(a->pid + sizeof a->pid - 1, (zend_ulong) mynd_process_id()));
	add_attribute(a, "program_name", sapi_module.name);
	add_attribute(a, "php_version", PHP_VERSION);
	add_attribute(a, "php_driver", link->channel.settings.strings[MYND_SET_EXTENSION]);
}

/* Reads the file that the program named; *pem is malloc'ed or NULL. */
static int read_public_key(mynd_link *link, char **pem, size_t *len)
{
	const char *path = link->channel.settings.strings[MYND_SET_PUBLIC_KEY];
	struct stat st;
	*pem = NULL;
	*len = 0;
	if (path == NULL || *path == '\0') {
		return MYND_OK;
	}
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO would else wait for a writer */
	int number = fd < 0 ? errno : EINVAL;
	ssize_t n = -1;
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= PUBLIC_KEY_MAX) {
		*pem = malloc((size_t) st.st_size + 1);
		n = *pem == NULL ? -1 : read(fd, *pem, (size_t) st.st_size);
	}
	if (fd >= 0) {
		close(fd);
	}
	if (n < 0) { /* a failed login reports that the file cannot be read */
		char connect_warning[128];
		snprintf(connect_warning, sizeof connect_warning, "Failed to open stream: %s", strerror(number));
		mynd_link_note_connect_warning(link, connect_warning, true);
	}
	if (n <= 0) { /* a text that cannot be a key takes the key's place, so that no other key is accepted */
		free(*pem);
		*pem = strdup("?");
		n = 1;
	}
	*len = (size_t) n;
	return *pem != NULL ? MYND_OK
	                    : mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

static const mynd_charset *wanted_charset(const mynd_link *link)
{
	const char *name = link->channel.settings.strings[MYND_SET_CHARSET_NAME];
	return name == NULL ? NULL : mynd_charset_by_name(mynd_slice_of(name));
}

static bool is_to_reconnect(const mynd_link *link)
{
	return link->channel.settings.ints[MYND_SET_RECONNECT] != 0;
}

/* Returns true if the server is asked to report changes of the session, the default database among them. */
static bool is_tracked(const mynd_link *link, const mynd_connect *with)
{
	return with->persistent || with->watched || is_to_reconnect(link) || mynd_wants_fewer_trips(link);
}

/*
 * Some capabilities that the session implements are not always asked for. DEPRECATE_EOF: only for
 * mynd.reconnect, which needs the changes that a server reports after rows (reconnect.c); with it the flags
 * of the query plan (MYSQLI_REPORT_INDEX) come only after the rows. MariaDB's extended type information:
 * never, because neither mysqli nor PDO shows it. SESSION_TRACK: only for persistent connections,
 * interceptors, mynd.reconnect and mynd.round_trips = fewer, because nothing else uses it. AUTH_LENENC: only
 * on a private connection, because an answer to the challenge that needs it is a password in clear text. So
 * over plain TCP the login of an ordinary connection is stock's, byte for byte.
 */
static uint64_t wanted_capabilities(const mynd_link *link, const mynd_connect *with, const target *to)
{
	bool compress =
	    (with->client_flags & MYND_CAP_COMPRESS) || link->channel.settings.ints[MYND_SET_COMPRESS] != 0;
	uint64_t from_program = MYND_CAP_FOUND_ROWS | MYND_CAP_NO_SCHEMA | MYND_CAP_IGNORE_SPACE |
	                        MYND_CAP_INTERACTIVE | MYND_CAP_MULTI_STATEMENTS | MYND_CAP_EXPIRED_PASSWORDS;
	return MYND_CAP_LONG_PASSWORD | MYND_CAP_LONG_FLAG | MYND_CAP_CONNECT_WITH_DB | MYND_CAP_LOCAL_FILES |
	       MYND_CAP_PROTOCOL_41 | MYND_CAP_TRANSACTIONS | MYND_CAP_SECURE_CONNECTION |
	       MYND_CAP_MULTI_RESULTS | MYND_CAP_PLUGIN_AUTH | MYND_CAP_CONNECT_ATTRS | MYND_CAP_MARIADB_BULK |
	       (is_tracked(link, with) ? MYND_CAP_SESSION_TRACK : 0) |
	       (is_to_reconnect(link) ? MYND_CAP_DEPRECATE_EOF : 0) |
	       (is_private(with, to) ? MYND_CAP_AUTH_LENENC : 0) | (with->tls ? MYND_CAP_SSL : 0) |
	       (link->channel.settings.ints[MYND_SET_EXPIRED_PASSWORDS] != 0 ? MYND_CAP_EXPIRED_PASSWORDS : 0) |
	       (with->watched ? MYND_CAP_QUERY_ATTRIBUTES : 0) |
	       (compress ? MYND_CAP_COMPRESS | MYND_CAP_ZSTD : 0) | (with->client_flags & from_program);
}

static mynd_slice bytes(const char *s, size_t len)
{
	return (mynd_slice){(const uint8_t *) s, s == NULL ? 0 : len};
}

static int open_session(mynd_link *link, const mynd_connect *with, const target *to)
{
	attributes a;
	char *pem;
	size_t pem_len;
	const mynd_charset *charset = wanted_charset(link);
	if (read_public_key(link, &pem, &pem_len) != MYND_OK) {
		return MYND_BAD;
	}
	describe_client(link, with, to, &a);
	mynd_channel_size_buffer(&link->channel);
	mynd_session *session = mynd_session_new(&(mynd_session_options){
	    .user = bytes(with->user, with->user_len),
	    .password = bytes(with->password, with->password_len),
	    .database = bytes(with->database, with->database_len),
	    .attributes = a.list,
	    .attribute_count = a.count,
	    .capabilities = wanted_capabilities(link, with, to),
	    .required = with->tls ? MYND_CAP_SSL : 0,
	    .max_packet = MAX_PACKET,
	    .collation = charset == NULL ? 0 : (uint8_t) charset->id,
	    .unix_socket = to->endpoint.unix_path != NULL,
	    .allow_cleartext = link->channel.settings.ints[MYND_SET_ALLOW_CLEARTEXT] != 0,
	    .refuse_server_key = link->channel.settings.ints[MYND_SET_REFUSE_SERVER_KEY] != 0,
	    .public_key = {(const uint8_t *) pem, pem_len},
	    .allow_infile = true, /* infile.c decides by the settings of the moment when the server asks */
	    .command_buffer = (size_t) link->channel.settings.ints[MYND_SET_COMMAND_BUFFER],
	    .read_buffer = link->channel.read_buffer,
	    .large_cell = MYND_LARGE_CELL,
	    .allocator = mynd_rows_allocator(&link->channel.counts.rows),
	    .counts = &link->channel.counts.session,
	});
	free(pem);
	mynd_channel_open(&link->channel, session);
	if (session != NULL) {
		/* the session sends one command at a time until pipelining_allowed.c decides */
		mynd_session_set_window(session, 1, 0);
	}
	return session != NULL
	           ? MYND_OK
	           : mynd_error_client(&link->channel.error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
}

/* --- the steps --- */

/* Connects. Stock reports a host name that cannot be resolved in a separate warning. */
static int open_transport(mynd_link *link, const mynd_connect *with, const target *to)
{
	if (UNEXPECTED(with->without_server != NULL)) {
		return mynd_channel_stand_in(&link->channel, with->without_server, with->collation_without_server);
	}
	int rc = mynd_channel_connect(&link->channel, &to->endpoint);
	if (rc != MYND_OK && link->channel.error.cause == MYND_CAUSE_UNKNOWN_HOST) {
		mynd_link_note_connect_warning(link, link->channel.error.message, false);
	}
	return rc;
}

/* MariaDB 11.4, the first to end a login with a proof about its certificate */
#define PROVES_SINCE 110400

/*
 * Returns true if a certificate without a known authority may be accepted because of the password: the
 * program names no authority, and this server can prove that it knows the password.
 */
static bool may_doubt(const mynd_link *link, const mynd_connect *with)
{
	const mynd_link_settings *settings = &link->channel.settings;
	const mynd_server *server = mynd_session_server(link->channel.session);
	return settings->ints[MYND_SET_TLS_BY_PASSWORD] != 0 && settings->strings[MYND_SET_TLS_CA] == NULL &&
	       settings->strings[MYND_SET_TLS_CAPATH] == NULL && with->password_len > 0 && server->mariadb &&
	       server->version_number >= PROVES_SINCE;
}

static int start_tls(mynd_link *link, const mynd_connect *with, const target *to)
{
	const mynd_link_settings *settings = &link->channel.settings;
	if (mynd_channel_ask_for_tls(&link->channel) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_tls_options tls = {
	    .key = settings->strings[MYND_SET_TLS_KEY],
	    .cert = settings->strings[MYND_SET_TLS_CERT],
	    .ca = settings->strings[MYND_SET_TLS_CA],
	    .capath = settings->strings[MYND_SET_TLS_CAPATH],
	    .cipher = settings->strings[MYND_SET_TLS_CIPHER],
	    .verify_chain = settings->ints[MYND_SET_TLS_VERIFY_CHAIN] != 0,
	    .verify_host = settings->ints[MYND_SET_TLS_VERIFY_HOST] != 0,
	    .allow_doubt = may_doubt(link, with),
	};
	const char *detail, *host = to->endpoint.unix_path != NULL ? "localhost" : to->host;
	int rc = mynd_channel_start_tls(&link->channel, &tls, host, &detail);
	if (*detail != '\0') {
		mynd_link_note_connect_warning(link, detail, false);
	}
	return rc;
}

/* Sets stock's error and warning for a server that has not sent a valid greeting. */
static void warn_of_greeting(mynd_link *link)
{
	if (mynd_session_server(link->channel.session)->protocol == 0 &&
	    link->channel.error.cause != MYND_CAUSE_SERVER && link->channel.error.cause != MYND_CAUSE_MEMORY) {
		char connect_warning[64];
		snprintf(connect_warning, sizeof connect_warning, "Error while reading greeting packet. PID=%ld",
		    (long) getpid());
		mynd_link_note_connect_warning(link, connect_warning, false);
		link->channel.error.code = MYND_ERR_GONE_AWAY;
		snprintf(
		    link->channel.error.message, sizeof link->channel.error.message, "MySQL server has gone away");
	}
}

/*
 * Sets stock's warning for an incomplete OK packet, and stock's error, which does not mention the packet; the
 * link's last_failure does.
 */
static void warn_of_ok(mynd_link *link, const target *to)
{
	if (link->channel.error.cause == MYND_CAUSE_SHORT_OK && to->endpoint.unix_path == NULL) {
		mynd_link_note_connect_warning(link, "OK packet message length is past the packet size", false);
		link->channel.error.code = MYND_ERR_CONNECTION;
		snprintf(link->channel.error.message, sizeof link->channel.error.message,
		    "Unknown error while trying to connect via tcp://%.200s:%d", to->host, to->endpoint.port);
	}
}

static int log_in(mynd_link *link, const mynd_connect *with, const target *to)
{
	mynd_event event;
	for (;;) {
		if (mynd_channel_pump(&link->channel, &event) != MYND_OK) {
			warn_of_greeting(link);
			warn_of_ok(link, to);
			return MYND_BAD;
		}
		if (event.kind != MYND_EVENT_TLS) {
			break;
		}
		if (start_tls(link, with, to) != MYND_OK) {
			return MYND_BAD;
		}
	}
	if (mynd_take_event(link, &event) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_diagnostics_clear_login(link);
	return mynd_channel_begin_compression(&link->channel);
}

static int run_init_commands(mynd_link *link)
{
	for (mynd_init_command *c = link->channel.settings.init_commands; c != NULL; c = c->next) {
		link->channel.counts.init_commands++;
		if (mynd_link_run_text(link, c->sql, c->len) != MYND_OK || mynd_link_drain(link) != MYND_OK) {
			link->channel.counts.init_commands_failed++;
			return MYND_BAD;
		}
	}
	return MYND_OK;
}

/*
 * A server that does not know the collation of a login silently uses its default. Where the program's SQL
 * would then be escaped for another character set than the server reads it in, SET NAMES selects the set once
 * more: the server refuses a name that it does not know.
 */
static int insist_on_charset(mynd_link *link)
{
	char sql[32];
	const mynd_charset *charset = wanted_charset(link);
	if (charset == NULL || !mynd_charset_hides_backslash(charset)) {
		return MYND_OK;
	}
	int len = snprintf(sql, sizeof sql, "SET NAMES %s", charset->name);
	return mynd_link_run_text(link, sql, (size_t) len) == MYND_OK ? mynd_link_drain(link) : MYND_BAD;
}

static void describe_host(mynd_link *link, const mynd_connect *with, const target *to)
{
	char tcp[320];
	const char *info = "Localhost via UNIX socket";
	if (to->endpoint.unix_path == NULL) {
		snprintf(tcp, sizeof tcp, "%.*s via TCP/IP", (int) MIN(with->host_len, 255), with->host);
		info = tcp;
	}
	free(link->host_info);
	link->host_info = pestrdup(info, 1);
}

uint64_t mynd_hash_text(uint64_t hash, const char *text, size_t len) /* FNV */
{
	for (size_t i = 0; text != NULL && i < len; i++) {
		hash = hash * 1099511628211u ^ (uint8_t) text[i];
	}
	return hash;
}

/* Sets host info, address and account of a link that is connected now. */
static void describe(mynd_link *link, const mynd_connect *with, const target *to)
{
	describe_host(link, with, to);
	mynd_role_forget(link);
	link->address = with->without_server != NULL
	                    ? 0
	                    : mynd_pipelining_address(to->endpoint.unix_path, to->host, to->endpoint.port);
	link->account = link->address;
	bool tls = link->channel.net != NULL && mynd_net_is_tls(link->channel.net);
	if (link->address != 0) {
		link->address ^= tls ? WITH_TLS : 0;
		mynd_pipelining_note_greeting(link, tls);
	}
	link->account = mynd_hash_text(link->account, with->user, with->user_len);
	link->account = mynd_hash_text(link->account, with->database, with->database_len);
}

/* Limits the steps of the connect that follow; seconds 0: by the end of the connect alone. */
static void limit_steps(mynd_link *link, mynd_deadline end, double seconds)
{
	mynd_channel_limit_login(&link->channel, mynd_deadline_earlier(end, mynd_deadline_in(seconds)));
}

/* Connects and logs in. */
static int reach(mynd_link *link, const mynd_connect *with, mynd_deadline end, target *to)
{
	end = mynd_deadline_earlier(end, mynd_attempt_end(with));
	limit_steps(link, end, with->answer_seconds);
	if (find_target(link, with, to) != MYND_OK || mynd_channel_begin_filters(&link->channel) != MYND_OK ||
	    open_session(link, with, to) != MYND_OK || open_transport(link, with, to) != MYND_OK) {
		return MYND_BAD;
	}
	limit_steps(link, end, 0);
	return log_in(link, with, to);
}

static int connect_steps(
    mynd_link *link, const mynd_connect *with, mynd_deadline end, uint64_t insert_id, bool *can_reconnect)
{
	target to;
	if (reach(link, with, end, &to) != MYND_OK) {
		memcpy(link->channel.error.sqlstate, "HY000", sizeof link->channel.error.sqlstate);
		return MYND_BAD;
	}
	mynd_metrics_begin(link);
	mynd_metrics_safety(link, link->channel.settings.ints[MYND_SET_TLS_VERIFY_CHAIN] != 0);
	const mynd_charset *charset = mynd_charset_by_id(mynd_session_server(link->channel.session)->collation);
	if (charset != NULL) {
		mynd_link_note_charset(link, charset);
	}
	describe(link, with, &to);
	mynd_state_set_multi_statements(link, (with->client_flags & MYND_CAP_MULTI_STATEMENTS) != 0);
	mynd_state_set_schema_unknown(link, false);
	mynd_state_set_history(link, 0);
	if (mynd_wants_fewer_trips(link)) {
		mynd_effects_watch();
	}
	if (with->without_server != NULL) {
		return MYND_OK;
	}
	if (mynd_reconnect_prepare(link, insert_id, can_reconnect) != MYND_OK ||
	    insist_on_charset(link) != MYND_OK || mynd_role_check(link, with) != MYND_OK) {
		return MYND_BAD;
	}
	return run_init_commands(link);
}

mynd_deadline mynd_connect_end(const mynd_link *link, const mynd_connect *with)
{
	zend_long limit = link->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
	mynd_deadline end = mynd_deadline_in((double) MAX(limit, 0));
	if (with->ends_at != NULL && (limit > 0 || *with->ends_at != 0)) {
		*with->ends_at = *with->ends_at == 0 ? mynd_now() + limit * MYND_SECOND : *with->ends_at;
		end = mynd_deadline_at(*with->ends_at);
	}
	return mynd_deadline_earlier(end, mynd_channel_limits(&link->channel).end);
}

mynd_deadline mynd_attempt_end(const mynd_connect *with)
{
	if (with->attempt_ends_at == NULL || with->attempt_seconds <= 0) {
		return MYND_NO_DEADLINE;
	}
	if (*with->attempt_ends_at == 0) {
		*with->attempt_ends_at = mynd_now() + (int64_t) (with->attempt_seconds * MYND_SECOND);
	}
	return mynd_deadline_at(*with->attempt_ends_at);
}

/* Connects within the time limit of a connect. */
static int connect_in_time(mynd_link *link, const mynd_connect *with, uint64_t insert_id, bool *can_reconnect)
{
	int64_t began = mynd_now();
	int rc = connect_steps(link, with, mynd_connect_end(link, with), insert_id, can_reconnect);
	mynd_channel_limit_login(&link->channel, MYND_NO_DEADLINE);
	mynd_channel_note_login(&link->channel, (double) (mynd_now() - began) / MYND_SECOND);
	return rc;
}

int mynd_link_connect_again(mynd_link *link, const mynd_connect *with, uint64_t insert_id)
{
	bool reconnects = false;
	mynd_metrics_join(link, true);
	mynd_channel_belong_here(&link->channel);
	int rc = connect_in_time(link, with, insert_id, &reconnects);
	return reconnects ? rc : MYND_BAD;
}

/* Takes the half-made link down; does not change its error. */
static void give_up(mynd_link *link)
{
	mynd_metrics_no_connect(link);
	if (link->channel.error.cause == MYND_CAUSE_OTHER_ROLE) {
		mynd_channel_say_goodbye(&link->channel, false);
	}
	mynd_link_take_down(link);
	link->channel.counts.connect_failure++;
}

int mynd_link_connect(mynd_link *link, const mynd_connect *with)
{
	if (mynd_link_refuse_in_call(link)) {
		return MYND_BAD;
	}
	mynd_link_close(link, MYND_CLOSE_IMPLICIT);
	mynd_error_clear(&link->channel.error);
	mynd_link_clear_connect_warning(link);
	mynd_diagnostics_clear_counts(link);
	mynd_metrics_join(link, true);
	mynd_channel_belong_here(&link->channel);
	mynd_link_addref(link); /* reference that is released after the waits */
	bool can_reconnect = false;
	int rc = connect_in_time(link, with, 0, &can_reconnect);
	if (rc == MYND_OK) {
		if (can_reconnect) {
			mynd_reconnect_make(link, with);
		}
		mynd_login_note(link, with); /* last: this call frees the old login parameters, which `with` may be */
		link->channel.counts.connect_success++;
		mynd_board_count(MYND_BOARD_connects);
	} else {
		give_up(link);
	}
	mynd_link_release(link);
	return rc;
}

/* --- for a connection that another process has made (handover.c) --- */

int mynd_link_open_over(mynd_link *link, const mynd_connect *with, int fd)
{
	target to;
	if (find_target(link, with, &to) != MYND_OK || open_session(link, with, &to) != MYND_OK) {
		mynd_descriptor_close_foreign(fd);
		return MYND_BAD;
	}
	return mynd_channel_take_over(&link->channel, &to.endpoint, fd);
}

void mynd_link_describe(mynd_link *link, const mynd_connect *with)
{
	target to;
	if (find_target(link, with, &to) == MYND_OK) {
		describe(link, with, &to);
	}
}
