/*
 * The file of clusters, which mynd.clusters names: an INI file with a section for each cluster.
 *
 *     state = /run/mynd
 *     [shop]
 *     kind = replication
 *     node[db1] = "10.0.0.1 zone=a"
 *     node[db2] = "10.0.0.2:3307 zone=b weight=2 primary=no"
 *
 * Always true: a file with any fault gives no cluster at all. The clusters that PHP has read at its start are
 * never changed, so that all threads may read them.
 */
#include "internal.h"

#include "ext/spl/spl_exceptions.h"
#include "zend_exceptions.h"
#include "zend_ini_parser.h"
#include "zend_ini_scanner.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MOST    (1 << 20) /* bytes */
#define NAME_MOST    64
#define WEIGHT_MOST  1000
#define TIMEOUT_MOST 3600 /* seconds */
#define BLANKS       " \t"
#define USUAL_STATE  "/dev/shm" /* memory that all processes can share */

const char *const mynd_cluster_kinds[MYND_CLUSTER_KINDS] = {
    "replication", "galera", "group", "spider", "proxy"};

static mynd_clusters *of_process;

typedef struct reading {
	mynd_clusters *clusters;
	mynd_cluster *now; /* of the section that is being read; NULL: none yet */
	unsigned seen;     /* bits: the settings of that section */
	char *fault;       /* a text of `fault_size`; "": none yet */
	size_t fault_size;
} reading;

static ZEND_ATTRIBUTE_FORMAT(printf, 2, 3) void fail(reading *r, const char *format, ...)
{
	va_list arguments;
	if (r->fault[0] == '\0') {
		va_start(arguments, format);
		vsnprintf(r->fault, r->fault_size, format, arguments);
		va_end(arguments);
	}
}

/* --- values --- */

/* Returns the place of the word in `words`, or -1. */
static int find_word(const char *text, const char *const *words, int count)
{
	for (int i = 0; i < count; i++) {
		if (words[i] != NULL && strcasecmp(words[i], text) == 0) {
			return i;
		}
	}
	return -1;
}

/* Returns the word's place; 0, with a fault, if there is no such word. */
static int read_word(reading *r, const char *key, const char *text, const char *const *words, int count)
{
	int found = find_word(text, words, count);
	if (found < 0) {
		fail(r, "[%s] %s = %.64s: there is no such %s", r->now->name, key, text, key);
	}
	return MAX(found, 0);
}

/* Returns false if the text is not a number from 0 to `most`. */
static bool read_number(const char *text, zend_long most, zend_long *number)
{
	char *end;
	errno = 0;
	*number = ZEND_STRTOL(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *number <= most;
}

#define LETTERS_AND_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static bool is_name(const char *name)
{
	size_t len = strlen(name);
	return len > 0 && len <= NAME_MOST && strspn(name, LETTERS_AND_DIGITS "_-") == len;
}

static bool is_address(const char *address)
{
	size_t len = strlen(address);
	return strspn(address, LETTERS_AND_DIGITS "_-.:[]%") == len && mynd_host_has_form(address, len);
}

enum { HAS_ZONE = 1, HAS_WEIGHT = 2, HAS_PRIMARY = 4 };

/*
 * Reads "zone=a", "weight=2" or "primary=no". Returns false if the word is none of these, or one that *seen
 * has already.
 */
static bool read_attribute(mynd_cluster_node *node, const char *word, unsigned *seen)
{
	zend_long weight;
	unsigned bit = 0;
	if (strncmp(word, "zone=", 5) == 0 && is_name(word + 5) && node->zone == NULL) {
		node->zone = pestrdup(word + 5, 1);
		bit = HAS_ZONE;
	} else if (strncmp(word, "weight=", 7) == 0 && read_number(word + 7, WEIGHT_MOST, &weight)) {
		node->weight = (unsigned) weight;
		bit = HAS_WEIGHT;
	} else if (strcmp(word, "primary=no") == 0 || strcmp(word, "primary=yes") == 0) {
		node->never_primary = word[8] == 'n';
		bit = HAS_PRIMARY;
	}
	bool is_new = bit != 0 && (*seen & bit) == 0;
	*seen |= bit;
	return is_new;
}

static const mynd_cluster_node *find_node(const mynd_cluster *c, const char *name, const char *address)
{
	for (unsigned i = 0; i < c->count; i++) {
		if (strcasecmp(c->nodes[i].name, name) == 0 || strcasecmp(c->nodes[i].address, address) == 0) {
			return &c->nodes[i];
		}
	}
	return NULL;
}

static void read_node(reading *r, const char *name, const char *value)
{
	mynd_cluster *c = r->now;
	char *text = pestrdup(value, 1), *rest = NULL;
	const char *address = strtok_r(text, BLANKS, &rest);
	if (!is_name(name)) {
		fail(r, "[%s] node[%.64s]: this is no name of a node", c->name, name);
	} else if (address == NULL || !is_address(address)) {
		fail(r, "[%s] node[%s]: \"%.64s\" is no address", c->name, name, address == NULL ? "" : address);
	} else if (c->count == MYND_HOSTS_MOST) {
		fail(r, "[%s] has more than " ZEND_TOSTR(MYND_HOSTS_MOST) " nodes", c->name);
	} else if (find_node(c, name, address) != NULL) {
		fail(r, "[%s] node[%s]: another node has this name or this address", c->name, name);
	} else {
		mynd_cluster_node *node = &c->nodes[c->count++];
		*node = (mynd_cluster_node){
		    .cluster = c, .name = pestrdup(name, 1), .address = pestrdup(address, 1), .weight = 1};
		unsigned seen = 0;
		for (char *word; (word = strtok_r(NULL, BLANKS, &rest)) != NULL;) {
			if (!read_attribute(node, word, &seen)) {
				fail(r, "[%s] node[%s]: \"%.64s\" is not understood", c->name, name, word);
			}
		}
	}
	free(text);
}

enum { KIND, TARGET, BALANCE, ZONE, CONNECT_TIMEOUT, KEYS };

static void read_entry(reading *r, const char *key, const char *value)
{
	static const char *const keys[KEYS] = {"kind", "target", "balance", "zone", "connect_timeout"};
	mynd_cluster *c = r->now;
	int found = find_word(key, keys, KEYS);
	if (found >= 0 && (r->seen & 1u << found)) {
		fail(r, "[%s] %s is there twice", c->name, keys[found]);
		return;
	}
	r->seen |= found < 0 ? 0 : 1u << found;
	bool is_understood = true;
	switch (found) {
	case KIND:
		c->kind = (mynd_cluster_kind) read_word(r, key, value, mynd_cluster_kinds, MYND_CLUSTER_KINDS);
		break;
	case TARGET:
		c->target = (mynd_target) read_word(r, key, value, mynd_target_words, MYND_TARGET_COUNT);
		break;
	case BALANCE:
		c->balance = (mynd_balance) read_word(r, key, value, mynd_balance_words, MYND_BALANCE_COUNT);
		break;
	case ZONE:
		is_understood = is_name(value);
		c->zone = is_understood ? pestrdup(value, 1) : NULL;
		break;
	case CONNECT_TIMEOUT:
		is_understood = read_number(value, TIMEOUT_MOST, &c->connect_timeout);
		break;
	default:
		is_understood = false;
	}
	if (!is_understood) {
		fail(r, "[%s] %.64s = %.64s is not understood", c->name, key, value);
	}
}

/* --- the file --- */

static void begin_section(reading *r, const char *name)
{
	if (!is_name(name) || strcasecmp(name, "localhost") == 0) {
		fail(r, "[%.64s]: this is no name of a cluster", name);
	} else if (mynd_clusters_find(r->clusters, mynd_slice_of(name)) != NULL) {
		fail(r, "[%s] is there twice", name);
	} else {
		mynd_cluster *c = pecalloc(1, sizeof *c, 1);
		c->name = pestrdup(name, 1);
		c->clusters = r->clusters;
		*r->clusters->end = c;
		r->clusters->end = &c->next;
		r->now = c;
		r->seen = 0;
	}
}

static const char *text_of(const zval *value)
{
	return value != NULL && Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
}

/* Reads a setting that stands before the first section. */
static void read_setting(reading *r, const char *key, const char *value)
{
	if (strcasecmp(key, "state") != 0) {
		fail(r, "%.64s is in no section", key);
	} else if (value[0] != '/') {
		fail(r, "state = %.64s is no absolute path", value);
	} else if (r->clusters->state != NULL) {
		fail(r, "state is there twice");
	} else {
		r->clusters->state = pestrdup(value, 1);
	}
}

static void take(zval *key, zval *value, zval *index, int kind, void *to)
{
	reading *r = to;
	if (r->fault[0] != '\0') {
		return;
	}
	if (kind == ZEND_INI_PARSER_SECTION) {
		begin_section(r, text_of(key));
	} else if (r->now == NULL) {
		read_setting(r, text_of(key), text_of(value));
	} else if (kind == ZEND_INI_PARSER_ENTRY) {
		read_entry(r, text_of(key), text_of(value));
	} else if (strcasecmp(text_of(key), "node") == 0) {
		read_node(r, text_of(index), text_of(value));
	} else {
		fail(r, "[%s] %.64s[]: there is no such setting", r->now->name, text_of(key));
	}
}

/* What a cluster is for if its section does not say it: a program that nobody touched writes. */
static mynd_target usual_target(mynd_cluster_kind kind)
{
	bool has_roles =
	    kind == MYND_CLUSTER_REPLICATION || kind == MYND_CLUSTER_GALERA || kind == MYND_CLUSTER_GROUP;
	return has_roles ? MYND_TARGET_PRIMARY : MYND_TARGET_ANY;
}

/* Returns the number by which the table of nodes knows a cluster, or with its address a node of it. */
static uint64_t key_of(const mynd_cluster *c, const char *address)
{
	uint64_t hash = mynd_hash_text(1, c->name, strlen(c->name));
	hash = mynd_hash_text(hash, "/", 1);
	hash = mynd_hash_text(hash, address, strlen(address));
	return hash == 0 ? 1 : hash;
}

static void finish_node(mynd_cluster *c, mynd_cluster_node *node)
{
	node->key = key_of(c, node->address);
	node->node.tells_gtids = c->kind == MYND_CLUSTER_REPLICATION;
	node->node.on_failure = mynd_cluster_on_failure;
	node->node.on_role = mynd_cluster_on_role;
	node->node.choose_next = mynd_cluster_next_node;
}

static void finish(reading *r)
{
	if (r->clusters->state == NULL) {
		r->clusters->state = pestrdup(USUAL_STATE, 1);
	}
	for (mynd_cluster *c = r->clusters->first; c != NULL; c = c->next) {
		unsigned never = 0;
		c->key = key_of(c, "");
		for (unsigned i = 0; i < c->count; i++) {
			never += c->nodes[i].never_primary;
			finish_node(c, &c->nodes[i]);
		}
		c->target = c->target == MYND_TARGET_UNSET ? usual_target(c->kind) : c->target;
		c->balance = c->balance == MYND_BALANCE_UNSET ? MYND_BALANCE_ORDER : c->balance;
		if (c->count == 0) {
			fail(r, "[%s] has no node", c->name);
		} else if (never == c->count && c->target == MYND_TARGET_PRIMARY) {
			fail(r, "[%s]: no node may be a primary", c->name);
		}
	}
}

/* Returns the file's text, malloc'ed, or NULL with errno. */
static char *read_text(const char *file)
{
	struct stat st;
	char *text = NULL;
	ssize_t n = -1;
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO would else wait for a writer */
	if (fd < 0 || fstat(fd, &st) != 0) {
		goto end;
	}
	if (!S_ISREG(st.st_mode) || st.st_size > FILE_MOST) {
		errno = S_ISREG(st.st_mode) ? EFBIG : S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
		goto end;
	}
	text = pecalloc(1, (size_t) st.st_size + 1, 1);
	n = read(fd, text, (size_t) st.st_size);
	if (n >= 0 && memchr(text, '\0', (size_t) n) != NULL) {
		n = -1;
		errno = EILSEQ;
	}
end:
	if (fd >= 0) {
		close(fd);
	}
	if (n < 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* Takes the message of the exception that the parser's warning has become as the fault. */
static void take_exception(reading *r)
{
	zval memory;
	zend_string *text = zval_get_string(
	    zend_read_property(zend_ce_exception, EG(exception), "message", sizeof "message" - 1, true, &memory));
	const char *message = ZSTR_VAL(text), *end = strstr(message, " in Unknown");
	const char *line = strstr(message, " on line ");
	int len = (int) (end == NULL ? strcspn(message, "\n") : (size_t) (end - message));
	fail(r, "%.*s%.*s", len, message, (int) (end == NULL || line == NULL ? 0 : strcspn(line, "\n")),
	    line == NULL ? "" : line);
	zend_string_release(text);
	zend_clear_exception();
}

/*
 * Parses the text. A syntax error is the fault; while PHP starts, where nothing can be thrown, it is also a
 * warning.
 */
static bool parse(reading *r, char *text)
{
	zend_error_handling saved;
	volatile zend_result rc = FAILURE;
	volatile bool bails = false;
	bool may_throw = EG(current_execute_data) != NULL;
	if (may_throw) {
		zend_replace_error_handling(EH_THROW, spl_ce_RuntimeException, &saved);
	}
	zend_try
	{
		rc = zend_parse_ini_string(text, false, ZEND_INI_SCANNER_RAW, take, r);
	}
	zend_catch
	{
		bails = true;
	}
	zend_end_try();
	if (may_throw) {
		zend_restore_error_handling(&saved);
	}
	if (EG(exception) && !bails) {
		take_exception(r);
	} else if (rc != SUCCESS && !bails) {
		fail(r, "this is no INI file");
	}
	return !bails;
}

/*
 * Returns the key of the file that the configuration names. A link in its path is not followed: a new version
 * of the file, to which it leads later, is about the same clusters.
 */
static uint64_t key_of_file(const char *file)
{
	char path[PATH_MAX];
	const char *name = file[0] == '/' || realpath(file, path) == NULL ? file : path;
	return mynd_hash_text(1, name, strlen(name));
}

mynd_clusters *mynd_clusters_read(const char *file, char *fault, size_t fault_size)
{
	fault[0] = '\0';
	char *text = read_text(file);
	if (text == NULL) {
		snprintf(fault, fault_size, "%s", errno == EILSEQ ? "it contains a NUL byte" : strerror(errno));
		return NULL;
	}
	reading r = {.clusters = pecalloc(1, sizeof *r.clusters, 1), .fault = fault, .fault_size = fault_size};
	r.clusters->end = &r.clusters->first;
	r.clusters->table.fd = -1;
	r.clusters->key = key_of_file(file);
	bool goes_on = parse(&r, text);
	free(text);
	if (goes_on) {
		finish(&r);
	}
	if (!goes_on || fault[0] != '\0') {
		mynd_clusters_free(r.clusters);
		r.clusters = NULL;
	}
	if (!goes_on) {
		zend_bailout();
	}
	return r.clusters;
}

void mynd_clusters_free(mynd_clusters *clusters)
{
	mynd_cluster *next;
	for (mynd_cluster *c = clusters == NULL ? NULL : clusters->first; c != NULL; c = next) {
		next = c->next;
		for (unsigned i = 0; i < c->count; i++) {
			free(c->nodes[i].name);
			free(c->nodes[i].address);
			free(c->nodes[i].zone);
		}
		free(c->name);
		free(c->zone);
		free(c);
	}
	if (clusters != NULL) {
		mynd_table_close(clusters);
		free(clusters->state);
	}
	free(clusters);
}

const mynd_cluster *mynd_clusters_find(const mynd_clusters *clusters, mynd_slice name)
{
	const mynd_cluster *c = clusters->first;
	while (c != NULL &&
	       !(strlen(c->name) == name.len && strncasecmp(c->name, (const char *) name.ptr, name.len) == 0)) {
		c = c->next;
	}
	return c;
}

/* --- those of the process --- */

bool mynd_clusters_startup(const char *file, char *fault, size_t fault_size)
{
	of_process = mynd_clusters_read(file, fault, fault_size);
	if (of_process != NULL) {
		of_process->is_of_process = true;
	}
	return of_process != NULL;
}

void mynd_clusters_shutdown(void)
{
	mynd_clusters_free(of_process);
	of_process = NULL;
}

mynd_clusters *mynd_clusters_of_process(void)
{
	return of_process;
}
