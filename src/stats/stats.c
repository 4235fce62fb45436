/*
 * The arrays of statistics, made from a snapshot of the counts in the order of the list (list.h).
 *
 * A snapshot contains a copy of the counters of one link, or of all, and a few numbers computed from them:
 * bytes of packet headers, cells by the column types that have a name, numbers of active connections. Every
 * name of the list stands for a member of the snapshot.
 */
#include "stats.h"
#include "list.h"

/* The column types that have a name in the statistics. */
typedef enum cell_kind {
	CELL_OTHER,
	CELL_BIT,
	CELL_TINYINT,
	CELL_SHORT,
	CELL_INT24,
	CELL_INT,
	CELL_BIGINT,
	CELL_DECIMAL,
	CELL_FLOAT,
	CELL_DOUBLE,
	CELL_DATE,
	CELL_YEAR,
	CELL_TIME,
	CELL_DATETIME,
	CELL_TIMESTAMP,
	CELL_STRING,
	CELL_JSON,
	CELL_BLOB,
	CELL_ENUM,
	CELL_SET,
	CELL_GEOMETRY,
	CELL_KINDS
} cell_kind;

static const uint8_t kind_of_slot[MYND_TYPE_SLOTS] = {
    [MYND_TYPE_SLOT(MYND_TYPE_BIT)] = CELL_BIT,
    [MYND_TYPE_SLOT(MYND_TYPE_TINY)] = CELL_TINYINT,
    [MYND_TYPE_SLOT(MYND_TYPE_SHORT)] = CELL_SHORT,
    [MYND_TYPE_SLOT(MYND_TYPE_INT24)] = CELL_INT24,
    [MYND_TYPE_SLOT(MYND_TYPE_LONG)] = CELL_INT,
    [MYND_TYPE_SLOT(MYND_TYPE_LONGLONG)] = CELL_BIGINT,
    [MYND_TYPE_SLOT(MYND_TYPE_DECIMAL)] = CELL_DECIMAL,
    [MYND_TYPE_SLOT(MYND_TYPE_NEWDECIMAL)] = CELL_DECIMAL,
    [MYND_TYPE_SLOT(MYND_TYPE_FLOAT)] = CELL_FLOAT,
    [MYND_TYPE_SLOT(MYND_TYPE_DOUBLE)] = CELL_DOUBLE,
    [MYND_TYPE_SLOT(MYND_TYPE_DATE)] = CELL_DATE,
    [MYND_TYPE_SLOT(MYND_TYPE_NEWDATE)] = CELL_DATE,
    [MYND_TYPE_SLOT(MYND_TYPE_YEAR)] = CELL_YEAR,
    [MYND_TYPE_SLOT(MYND_TYPE_TIME)] = CELL_TIME,
    [MYND_TYPE_SLOT(MYND_TYPE_DATETIME)] = CELL_DATETIME,
    [MYND_TYPE_SLOT(MYND_TYPE_TIMESTAMP)] = CELL_TIMESTAMP,
    [MYND_TYPE_SLOT(MYND_TYPE_VARCHAR)] = CELL_STRING,
    [MYND_TYPE_SLOT(MYND_TYPE_VAR_STRING)] = CELL_STRING,
    [MYND_TYPE_SLOT(MYND_TYPE_STRING)] = CELL_STRING,
    [MYND_TYPE_SLOT(MYND_TYPE_JSON)] = CELL_JSON,
    [MYND_TYPE_SLOT(MYND_TYPE_TINY_BLOB)] = CELL_BLOB,
    [MYND_TYPE_SLOT(MYND_TYPE_MEDIUM_BLOB)] = CELL_BLOB,
    [MYND_TYPE_SLOT(MYND_TYPE_LONG_BLOB)] = CELL_BLOB,
    [MYND_TYPE_SLOT(MYND_TYPE_BLOB)] = CELL_BLOB,
    [MYND_TYPE_SLOT(MYND_TYPE_ENUM)] = CELL_ENUM,
    [MYND_TYPE_SLOT(MYND_TYPE_SET)] = CELL_SET,
    [MYND_TYPE_SLOT(MYND_TYPE_GEOMETRY)] = CELL_GEOMETRY,
};

typedef struct snapshot {
	mynd_link_counts counts;
	uint64_t zero;                       /* always 0 */
	uint64_t bytes_received, bytes_sent; /* after compression, if there is compression */
	uint64_t overhead_in, overhead_out;
	uint64_t active, active_persistent;
	struct {
		uint64_t allocations, allocated_bytes, frees, freed_bytes;
	} memory; /* copies of counts.rows, or 0 if memory statistics are off */
	uint64_t text[CELL_KINDS], binary[CELL_KINDS];
	uint64_t text_other; /* CELL_OTHER, and JSON, which has no name of its own among text cells */
} snapshot;

typedef struct statistic {
	const char *name;
	uint32_t name_len;
	uint32_t offset; /* offset of a uint64_t in the snapshot */
} statistic;

#define STATISTIC(name, member) {#name, sizeof(#name) - 1, offsetof(snapshot, member)},
static const statistic statistics[] = {MYND_STATISTICS(STATISTIC)};
static const statistic network_statistics[] = {MYND_NETWORK_STATISTICS(STATISTIC)};
#undef STATISTIC

#define STATISTICS         (sizeof(statistics) / sizeof(statistics[0]))
#define NETWORK_STATISTICS (sizeof(network_statistics) / sizeof(network_statistics[0]))

_Static_assert(STATISTICS == 163, "programs know these names and their number");

static uint64_t value_of(const snapshot *s, const statistic *statistic)
{
	return *(const uint64_t *) ((const char *) s + statistic->offset);
}

static void take_counts(snapshot *s, mynd_link *link)
{
	memset(s, 0, sizeof(*s));
	if (!link) {
		mynd_links_totals(&s->counts, &s->active, &s->active_persistent);
		return;
	}
	s->counts = *mynd_link_counts_of(link);
	s->active = mynd_link_is_connected(link);
	s->active_persistent = mynd_link_is_persistent(link);
}

static void name_cells(const uint64_t by_type[MYND_TYPE_SLOTS], uint64_t by_kind[CELL_KINDS])
{
	for (int slot = 0; slot < MYND_TYPE_SLOTS; slot++) {
		by_kind[kind_of_slot[slot]] += by_type[slot];
	}
}

static void derive(snapshot *s, bool memory)
{
	const mynd_link_counts *counts = &s->counts;
	s->bytes_received =
	    counts->session.bytes_received - counts->compression.plain_in + counts->compression.packed_in;
	s->bytes_sent =
	    counts->session.bytes_sent - counts->compression.plain_out + counts->compression.packed_out;
	s->overhead_in = s->counts.session.packets_received * 4;
	s->overhead_out = s->counts.session.packets_sent * 4;
	name_cells(s->counts.rows.text_by_type, s->text);
	name_cells(s->counts.rows.binary_by_type, s->binary);
	s->text_other = s->text[CELL_OTHER] + s->text[CELL_JSON];
	if (memory) {
		s->memory.allocations = s->counts.rows.allocations;
		s->memory.allocated_bytes = s->counts.rows.allocated_bytes;
		s->memory.frees = s->counts.rows.frees;
		s->memory.freed_bytes = s->counts.rows.freed_bytes;
	}
}

static void fill(zval *out, mynd_link *link, mynd_stats_options options)
{
	snapshot s;
	if (options.collect) {
		take_counts(&s, link);
		derive(&s, options.memory);
	} else {
		memset(&s, 0, sizeof(s));
	}
	array_init_size(out, STATISTICS);
	for (size_t i = 0; i < STATISTICS; i++) {
		zend_string *value = zend_u64_to_str(value_of(&s, &statistics[i]));
		add_assoc_str_ex(out, statistics[i].name, statistics[i].name_len, value);
	}
}

void mynd_stats_of_client(zval *out, mynd_stats_options options)
{
	fill(out, NULL, options);
}

void mynd_stats_of_link(zval *out, mynd_link *link, mynd_stats_options options)
{
	fill(out, link, options);
}

static void name_network(zval *out, const snapshot *s)
{
	array_init_size(out, NETWORK_STATISTICS + 1);
	for (size_t i = 0; i < NETWORK_STATISTICS; i++) {
		zend_long value = (zend_long) value_of(s, &network_statistics[i]);
		add_assoc_long_ex(out, network_statistics[i].name, network_statistics[i].name_len, value);
	}
	add_assoc_double(out, "wait_seconds", (double) s->counts.net.wait_nanoseconds / 1e9);
}

void mynd_stats_of_network(zval *out, mynd_link *link)
{
	snapshot s;
	take_counts(&s, link);
	name_network(out, &s);
}

void mynd_stats_since_last(zval *out)
{
	ZEND_TLS mynd_link_counts before;
	snapshot s;
	memset(&s, 0, sizeof s);
	mynd_links_totals_of_thread(&s.counts);
	mynd_link_counts now = s.counts;
	uint64_t *difference = (uint64_t *) &s.counts;
	const uint64_t *earlier = (const uint64_t *) &before;
	for (size_t i = 0; i < sizeof before / sizeof *earlier; i++) {
		difference[i] -= earlier[i];
	}
	before = now;
	name_network(out, &s);
}
