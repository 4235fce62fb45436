/*
 * The file of clusters, which mynd.clusters names: an INI file with a section for each cluster.
 *
 *     [shop]
 *     kind = replication
 *     node[db1] = "10.0.0.1 zone=a"
 *     node[db2] = "10.0.0.2:3307 zone=b weight=2 primary=no"
 *
 * Always true: a file with any fault gives no cluster at all. The clusters that PHP has read at its start are
 * never changed, so that all threads may read them.
 */
#include "internal.h"

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

const char *const mynd_cluster_kinds[MYND_CLUSTER_KINDS] = {
    "replication", "galera", "group", "spider", "proxy"};

static mynd_clusters *of_process;

typedef struct reading {
	mynd_clusters *clusters;
	mynd_cluster *now; /* of the section that is being read; NULL: none yet */
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

static int read_word(reading *r, const char *key, const char *text, const char *const *words, int count)
{
	int found = find_word(text, words, count);
	if (found < 0) {
		fail(r, "[%s] %s = %.64s: there is no such %s", r->now->name, key, text, key);
	}
	return found;
}

/* Returns false if the text is not a number from 0 to `most`. */
static bool read_number(const char *text, zend_long most, zend_long *number)
{
	char *end;
	errno = 0;
	*number = ZEND_STRTOL(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *number <= most;
}

static bool is_name(const char *name)
{
	size_t len = strlen(name);
	return len > 0 && len <= NAME_MOST && strpbrk(name, ",:/[]\\" BLANKS) == NULL;
}

/* Reads "zone=a", "weight=2" or "primary=no". Returns false if the word is none of these. */
static bool read_attribute(mynd_cluster_node *node, const char *word)
{
	zend_long weight;
	if (strncmp(word, "zone=", 5) == 0 && is_name(word + 5)) {
		node->zone = pestrdup(word + 5, 1);
		return true;
	}
	if (strncmp(word, "weight=", 7) == 0 && read_number(word + 7, WEIGHT_MOST, &weight)) {
		node->weight = (unsigned) weight;
		return true;
	}
	node->never_primary = strcmp(word, "primary=no") == 0;
	return node->never_primary || strcmp(word, "primary=yes") == 0;
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
	} else if (address == NULL || strpbrk(address, "'\",") != NULL ||
	           !mynd_host_has_form(address, strlen(address))) {
		fail(r, "[%s] node[%s]: \"%.64s\" is no address", c->name, name, address == NULL ? "" : address);
	} else if (c->count == MYND_HOSTS_MOST) {
		fail(r, "[%s] has more than " ZEND_TOSTR(MYND_HOSTS_MOST) " nodes", c->name);
	} else if (find_node(c, name, address) != NULL) {
		fail(r, "[%s] node[%s]: another node has this name or this address", c->name, name);
	} else {
		mynd_cluster_node *node = &c->nodes[c->count++];
		*node = (mynd_cluster_node){.name = pestrdup(name, 1), .address = pestrdup(address, 1), .weight = 1};
		for (char *word; (word = strtok_r(NULL, BLANKS, &rest)) != NULL;) {
			if (!read_attribute(node, word)) {
				fail(r, "[%s] node[%s]: \"%.64s\" is not understood", c->name, name, word);
			}
		}
	}
	free(text);
}

static void read_entry(reading *r, const char *key, const char *value)
{
	mynd_cluster *c = r->now;
	int word;
	if (strcmp(key, "kind") == 0) {
		word = read_word(r, key, value, mynd_cluster_kinds, MYND_CLUSTER_KINDS);
		c->kind = word < 0 ? c->kind : (mynd_cluster_kind) word;
	} else if (strcmp(key, "target") == 0) {
		word = read_word(r, key, value, mynd_target_words, MYND_TARGET_COUNT);
		c->target = word < 0 ? c->target : (mynd_target) word;
	} else if (strcmp(key, "balance") == 0) {
		word = read_word(r, key, value, mynd_balance_words, MYND_BALANCE_COUNT);
		c->balance = word < 0 ? c->balance : (mynd_balance) word;
	} else if (strcmp(key, "zone") == 0 && c->zone == NULL && is_name(value)) {
		c->zone = pestrdup(value, 1);
	} else if (strcmp(key, "connect_timeout") != 0 ||
	           !read_number(value, TIMEOUT_MOST, &c->connect_timeout)) {
		fail(r, "[%s] %.64s = %.64s is not understood", c->name, key, value);
	}
}

/* --- the file --- */

static bool is_of_one_host(const char *name)
{
	return strcasecmp(name, "localhost") == 0 || strchr(name, '.') != NULL;
}

static void begin_section(reading *r, const char *name)
{
	if (!is_name(name) || is_of_one_host(name)) {
		fail(r, "[%.64s]: this is no name of a cluster", name);
	} else if (mynd_clusters_find(r->clusters, mynd_slice_of(name)) != NULL) {
		fail(r, "[%s] is there twice", name);
	} else {
		mynd_cluster *c = pecalloc(1, sizeof *c, 1);
		c->name = pestrdup(name, 1);
		*r->clusters->end = c;
		r->clusters->end = &c->next;
		r->now = c;
	}
}

static const char *text_of(const zval *value)
{
	return value != NULL && Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
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
		fail(r, "%.64s is in no section", text_of(key));
	} else if (kind == ZEND_INI_PARSER_ENTRY) {
		read_entry(r, text_of(key), text_of(value));
	} else if (strcmp(text_of(key), "node") == 0) {
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

static void finish(reading *r)
{
	for (mynd_cluster *c = r->clusters->first; c != NULL; c = c->next) {
		unsigned never = 0;
		for (unsigned i = 0; i < c->count; i++) {
			never += c->nodes[i].never_primary;
		}
		c->target = c->target == MYND_TARGET_UNSET ? usual_target(c->kind) : c->target;
		c->balance = c->balance == MYND_BALANCE_UNSET ? MYND_BALANCE_ORDER : c->balance;
		if (c->count == 0) {
			fail(r, "[%s] has no node", c->name);
		} else if (never == c->count) {
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

mynd_clusters *mynd_clusters_read(const char *file, char *fault, size_t fault_size)
{
	fault[0] = '\0';
	char *text = read_text(file);
	if (text == NULL) {
		snprintf(fault, fault_size, "%s", strerror(errno));
		return NULL;
	}
	reading r = {.clusters = pecalloc(1, sizeof *r.clusters, 1), .fault = fault, .fault_size = fault_size};
	r.clusters->end = &r.clusters->first;
	bool is_ini = zend_parse_ini_string(text, false, ZEND_INI_SCANNER_RAW, take, &r) == SUCCESS;
	free(text);
	if (!is_ini) {
		fail(&r, "this is no INI file");
	}
	finish(&r);
	if (fault[0] != '\0') {
		mynd_clusters_free(r.clusters);
		return NULL;
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
	return of_process != NULL;
}

void mynd_clusters_shutdown(void)
{
	mynd_clusters_free(of_process);
	of_process = NULL;
}

const mynd_clusters *mynd_clusters_of_process(void)
{
	return of_process;
}
