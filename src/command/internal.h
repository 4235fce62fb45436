/*
 * The struct of a link, and the declarations about a command and its reply that this room shares with the
 * rooms above it. Other files include this header, and never reply.h, pending.h or reading.h alone.
 *
 * Always true of a link: the results of its reply and of its queue, and the columns of its statements, are
 * request memory; the pointers to them are NULL while the link is idle between requests. While a call waits,
 * only that call touches the session, the reply and the results that are being read; other calls are refused,
 * or only set a flag (`close_wanted`, `unread`, `discarded`, `freed`). A bailout may jump out of any
 * allocation of request memory. By then the link points to everything that was allocated. The session is then
 * still in the middle of a reply, so the link can only be closed.
 */
#ifndef MYND_COMMAND_INTERNAL_H
#define MYND_COMMAND_INTERNAL_H

#include "../channel/set.h"
#include "diagnostics.h"
#include "pending.h"
#include "reading.h"
#include "reply.h"
#include "replayable.h"
#include "metrics.h"
#include "turns.h"

/* The part of the session state that the server does not report; see state.c. */
typedef struct mynd_session_state {
	/* +1 with each event that may make the server forget statements, such as a change of user or a reset */
	uint32_t statement_version;
	/* +1 with each event that may change what prepared statements depend on: database, sql_mode, charset */
	uint32_t session_version;
	uint32_t sql_prepares; /* +1 with each query that may have made a prepared statement */
	/* MYND_SQL_*: effects that queries since the login or the last reset may have had, and no reset undoes */
	unsigned survives_reset;
	/*
	 * mynd_session_count_asked() behind the last query that may change the default database; UINT64_MAX: it
	 * was prepared, and may run at any time.
	 */
	uint64_t schema_at;
	/* a hash of the queries that may have altered the session since it began; 0: none (prepared_before.h) */
	uint64_t history;
	bool defines;          /* the query that runs may define a table, view or routine: prepared_before.h */
	bool multi_statements; /* a query may hold several statements */
	/* a query may have switched off the server's reports of the default database */
	bool schema_unknown;
	/*
	 * The default database was selected before the connection came back to the pool, and may have been
	 * dropped since, or created anew. Written by the pool, and by code that selects a database.
	 */
	bool schema_doubted;
	/* FOUND_ROWS() may return a number of the connection's previous user. Written by the pool */
	bool found_doubted;
	bool used;         /* a command was sent since the session was new or reset */
	bool user_changed; /* the program has changed the user */
	/* the program has changed settings that are part of the session (settings.h): no reset undoes that */
	bool settings_changed;
} mynd_session_state;

struct mynd_link {
	mynd_channel channel; /* first member, so that the channel's hooks can cast it to the link */
	uint32_t references;
	uint32_t users; /* number of statement objects that use the link. Written by the pool */
	/* +1 when the program's use of a connection ends: older results can then read no more rows. */
	uint32_t connection_number;
	bool persistent; /* the link belongs to a pool. Written by the pool */
	bool learning;   /* `presend->learn` sees the program's commands. Written by the pool */
	const struct mynd_presend *presend; /* NULL: no command is learned or sent ahead. Written by the pool */
	mynd_replayable *replayable;        /* malloc'ed; NULL: nobody asks whether the session has state */
	mynd_turns *turns; /* malloc'ed; NULL: calls are refused while another one is under way */
	mynd_diagnostics diagnostics;
	mynd_reply reply;
	mynd_queue queue;
	mynd_metrics metrics;
	mynd_session_state state;
	const mynd_charset *charset;
	bool no_backslash; /* NO_BACKSLASH_ESCAPES was set in the last session; used while there is no session */
	struct mynd_prepared_state *prepared; /* owned by the room of statements; NULL: no statement yet */
	struct mynd_login_parameters *login;  /* owned by the room of links; NULL: unconnected */
	struct mynd_pooled *pooled;           /* owned by the room of pools; NULL: no pool knows the link */
	void (*free_pooled)(mynd_link *link); /* frees `pooled` */
	void (*destroy)(mynd_link *link);     /* called when the last reference is released */
	/*
	 * Set when a command was cancelled. Called before the next command is sent, so that the cancel cannot hit
	 * the next command. May wait. Returns MYND_BAD if the link is lost. NULL: no command was cancelled.
	 */
	int (*finish_cancel)(mynd_link *link);
	/* Called when a query was put into the session: run, prepared or executed. NULL: none. Set by the pool */
	void (*on_text)(mynd_link *link, const mynd_command *command);

	/* The following fields belong to the room of links. */
	mynd_link *previous, *next; /* the thread's list */
	char *host_info;
	uint64_t address; /* a hash of the server's address; 0: none */
	uint64_t account; /* a hash of the address, of the user, and of the database of the login */
	struct {
		mynd_role is;     /* the server's when it was last asked about it (role.c); ANY: not known */
		mynd_role wanted; /* that the server must have when the link is connected again */
		int64_t asked_at;
		bool has_no_galera;    /* the question may not name what only Galera has */
		bool has_no_gtids;     /* nor variables of GTIDs */
		const mynd_node *node; /* of a cluster, that the link is connected to; NULL: none */
		bool has_moved;        /* the node is another one than that of the program's connect */
		char *gtids;           /* malloc'ed; what the server has said of them with its role; NULL: nothing */
	} role;
	/* the program has freed the link, but the sweep still tests pipelining over it (pipelining_probe.c) */
	bool parked;
	bool set_aside; /* the link has no user, and is closed when its replies were read (finish.c) */
	/* mynd_link_finish has returned true: the close does not wait for the outstanding replies */
	bool is_harmless;
	bool is_spare;              /* the link is one of the spare connections (spare.h) */
	struct mynd_spare *spare;   /* spare connection for this server and user; NULL: not looked for yet */
	struct mynd_waiting *pause; /* malloc'ed; the wait between two connects (patience.c); NULL: none yet */
	struct mynd_kill *kill;     /* last KILL QUERY for this link's commands; NULL: none, or finished */
	bool kill_unknown;          /* a KILL was sent, and it is unknown whether it can still take effect */
	bool connect_warning_is_of_key; /* the warning is about the file of the server's public key */
	struct {
		uint64_t round; /* number of the link's last poll, and the link's index in that poll */
		size_t place;
		/* time until which replies stay in the socket (mynd_link_gather); may be long past */
		mynd_deadline gather_until;
	} poll;
	/* session number for interceptors, valid for this connection number and statement version; 0: none */
	uint64_t session_number;
	uint32_t session_number_connection, session_number_version;
	char connect_warning[512];
};

static inline mynd_link *mynd_link_of_channel(mynd_channel *channel)
{
	return (mynd_link *) channel;
}

/* --- queue.c --- */

/*
 * Prepares the link for a command: clears the last reply, and reads and drops discarded replies. `async`:
 * replies to other commands may be outstanding. Returns MYND_BAD if the command is refused, or the link is
 * lost.
 */
int mynd_link_begin(mynd_link *link, bool async);
/*
 * As mynd_link_begin, for a synchronous command that may have been sent ahead. Returns MYND_MORE if commands
 * were sent ahead; mynd_presend_next then reports whether this command is the first of them.
 */
int mynd_link_begin_or_presend(mynd_link *link);
/* Resets the current reply for a command that begins now. */
void mynd_link_begin_reply(mynd_link *link);

/* --- turns.c --- */

/*
 * Passes the link on to the next owner if its holder is done. Called when a result or reply of the holder was
 * taken, discarded or lost.
 */
static inline void mynd_link_look_for_turn(mynd_link *link)
{
	if (UNEXPECTED(link->turns != NULL)) {
		mynd_turns_look(link);
	}
}

/* --- state.c --- */

/* Sends a command of a link as mynd_session_send does, and passes queries to `on_text`. */
int mynd_link_put(mynd_link *link, const mynd_command *command);

/* Notes in the session state what a query may change. `presend`: it was sent ahead; else it is sent now. */
void mynd_state_note_text(mynd_link *link, mynd_text_facts *text, bool presend);
/* Notes only the effects of a query that outlive a reset, because the query is prepared and not run. */
void mynd_state_note_survives_reset(mynd_link *link, mynd_text_facts *text);
/* Sets *schema to the default database, "" if there is none. Returns false, with "", if it is not certain. */
bool mynd_state_default_schema(const mynd_link *link, mynd_slice *schema);
/* Raises the session version: state that prepared statements depend on may have changed. */
void mynd_state_changed(mynd_link *link);
void mynd_state_new_statement_version(mynd_link *link);

/* --- metrics.c --- */

/*
 * Notes the query whose reply is waited for; the note is valid until the next command begins or the query is
 * freed. `asks`: the program has sent it; else the driver sends it to carry out another command.
 */
static zend_always_inline void mynd_metrics_text(mynd_link *link, mynd_slice text, bool asks)
{
	if (UNEXPECTED(link->metrics.on)) {
		mynd_metrics_sample_text(link, text, asks);
	}
}

/* Forgets the query, because its memory is freed, or its reply has arrived. */
static inline void mynd_metrics_forget_text(mynd_link *link)
{
	link->metrics.text = (mynd_slice){NULL, 0};
}

/* Counts no round trip for the writes so far: the command that runs now has caused none of them. */
static inline void mynd_metrics_forget_writes(mynd_link *link)
{
	link->metrics.writes = link->channel.counts.net.writes;
}

static inline void mynd_metrics_reply_ended(mynd_link *link)
{
	if (UNEXPECTED(link->metrics.on)) {
		mynd_metrics_end(link);
	}
}

/* --- watch.c --- */

static zend_always_inline void mynd_reply_end_watch(mynd_link *link, const mynd_error *error)
{
	if (UNEXPECTED(link->reply.watch != NULL)) {
		mynd_reply_end_watch_now(link, error);
	}
}

static zend_always_inline void mynd_link_tell_watch(mynd_link *link)
{
	if (UNEXPECTED(link->reply.watch_ended)) {
		mynd_link_tell_watch_now(link);
	}
}

/* --- attributes.c --- */

static inline void mynd_link_attach_attributes(const mynd_link *link, mynd_command *command)
{
	command->attributes = link->queue.attributes;
	command->attribute_count = link->queue.attribute_count;
}
void mynd_link_drop_attributes(mynd_link *link);

/* --- infile.c --- */

/*
 * Copies the query that runs next if it may ask for a file and files may be sent. The copy lasts until the
 * next call. `sql` NULL: only frees the last copy.
 */
void mynd_link_keep_file_text_now(mynd_link *link, const char *sql, size_t len);
static inline bool mynd_link_may_send_files(const mynd_link *link)
{
	const mynd_link_settings *settings = &link->channel.settings;
	return settings->ints[MYND_SET_LOCAL_INFILE] || settings->strings[MYND_SET_LOCAL_INFILE_DIRECTORY];
}
static inline void mynd_link_keep_file_text(mynd_link *link, const char *sql, size_t len)
{
	if (UNEXPECTED(link->reply.file_text != NULL || (sql != NULL && mynd_link_may_send_files(link)))) {
		mynd_link_keep_file_text_now(link, sql, len);
	}
}
/*
 * Sends the file that the server asks for, or refuses to. `name` lies in the session's buffer. *answer is the
 * server's answer; if the file was refused or could not be read, and the server reports no error, *answer is
 * that error, which is stored in *error. Returns MYND_BAD if the link is lost.
 */
int mynd_link_give_file(mynd_link *link, mynd_slice name, mynd_event *answer, mynd_error *error);
/* Sends an empty file, because the reply in which the server asks for a file was discarded. */
int mynd_link_refuse_file(mynd_link *link);

#include "owner.h"
#include "presend.h"
#include "set.h"

#endif
