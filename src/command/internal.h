/*
 * The struct of a link, and what this room and the rooms above it share about a command and its reply. It
 * includes reply.h, pending.h and reading.h, which no file includes by itself.
 *
 * Always true of a link: what its reply and its queue hold of results, and what statements know of their
 * columns, is request memory, and is NULL when the link is idle between requests. While a call waits, only
 * that call touches the session, the reply and the results that are being read; other calls are refused or
 * leave a mark (`close_wanted`, `unread`, `abandoned`, `freed`). A bailout may jump out of any allocation of
 * request memory. By then everything that was built hangs on the link, and the session is still in the middle
 * of a reply, so that the link can only be closed afterwards.
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

/* The session state: what is known of it beyond what the server reports; see state.c. */
typedef struct mynd_session_state {
	/* +1 with each change of user and each reset: the server has forgotten the statements prepared before. */
	uint32_t statement_version;
	uint32_t session_version; /* +1 with each event that may change what statements remember */
	uint32_t sql_prepares;    /* +1 with each command that may have made statements by itself */
	unsigned survives_reset;  /* MYND_SQL_*, of the texts sent since the session was new or reset */
	bool multi_statements;    /* a text may hold several statements */
	/* A text may have switched off the server's reports of the default database. */
	bool schema_unknown;
	/*
	 * The default database was selected when the connection came back: it may be gone since, or be another
	 * one of the same name. The pool sets it, and who selects a database.
	 */
	bool schema_doubted;
	bool found_doubted; /* FOUND_ROWS() may be of who had the connection before. The pool sets it */
	bool used;          /* a command was sent since the session was new or reset */
	bool user_changed;  /* the program has changed the user */
	/* ... and settings that are part of the session, since it began: a reset would not make it as it was */
	bool settings_changed;
} mynd_session_state;

/*
 * What the room of pools has sent before the program asks for it, and what it learns for that. Commands whose
 * replies are unread stand in the session, in the order in which they were sent; no call is under way.
 */
typedef struct mynd_presend {
	/*
	 * The program's command (NULL: one that is never sent ahead) is to run next. MYND_OK: it was sent, and
	 * its reply is the next to arrive. MYND_MORE: it was not, and is to be sent now: nothing is unread any
	 * more, and the session is as if nothing had been sent ahead. MYND_BAD: the link is lost; the command was
	 * not sent.
	 */
	int (*next)(mynd_link *link, const mynd_command *command);
	void (*failed)(mynd_link *link); /* that reply was an error */
	/* The program's command (NULL: one that is never sent ahead) is sent now. */
	void (*learn)(mynd_link *link, const mynd_command *command);
} mynd_presend;

struct mynd_link {
	mynd_channel channel; /* first, so that its hooks find the link */
	uint32_t references;
	uint32_t users; /* statements' objects that have it. The pool writes it */
	/* +1 with each connect and close: results of an earlier connection are cut off. */
	uint32_t connection_number;
	/* replies to a reset's commands are due, or commands are still to be sent. The pool sets it */
	bool resetting;
	bool persistent;             /* it belongs to a pool. The pool writes it */
	bool learning;               /* the commands of the program are shown to `presend`. The pool sets it */
	bool presend_unread;         /* replies to commands that were sent ahead are unread. The pool sets it */
	const mynd_presend *presend; /* set while one of both is. The pool writes it */
	mynd_replayable *replayable; /* malloc'ed; NULL: the session ends with its connection */
	mynd_turns *turns;           /* malloc'ed; NULL: calls are refused while another one is under way */
	mynd_diagnostics diagnostics;
	mynd_reply reply;
	mynd_queue queue;
	mynd_metrics metrics;
	mynd_session_state state;
	const mynd_charset *charset;
	bool no_backslash; /* without a session: NO_BACKSLASH_ESCAPES was set in the one before */
	struct mynd_prepared_state *prepared; /* of the room of statements; NULL: there was no statement */
	struct mynd_login_parameters *login;  /* of the room of links: the login parameters; NULL: unconnected */
	struct mynd_pooled *pooled;           /* of the room of pools; NULL: no pool knows the link */
	void (*free_pooled)(mynd_link *link); /* frees `pooled` */
	void (*destroy)(mynd_link *link);     /* called when the last reference is gone */
	/*
	 * An earlier command was cancelled: called before another one is sent, so that the cancel cannot hit that
	 * one. May wait. MYND_BAD: the link is lost. NULL: nothing was.
	 */
	int (*finish_cancel)(mynd_link *link);
	/* A text to be run or prepared was put into the session. NULL: nobody asks. The pool writes it */
	void (*on_text)(mynd_link *link, const mynd_command *command);

	/* Of the room of links: */
	mynd_link *previous, *next; /* the thread's list */
	char *host_info;
	uint64_t address;     /* a hash of the server's address; 0: there is none */
	uint64_t account;     /* a hash of that and of the user */
	double login_seconds; /* how long the last connect took */
	/* freed, except that the sweep still finds out about pipelining with it (pipelining_probe.c) */
	bool parked;
	bool set_aside; /* nobody has it: it is closed when its replies were read (finish.c) */
	/* what its program has left certainly writes nothing: found out at its end, good until it is closed */
	bool is_harmless;
	bool is_spare;            /* it is one of the spare connections (spare.h) */
	struct mynd_spare *spare; /* of its server and user; NULL: it was not looked for yet */
	struct mynd_kill *kill;   /* the last KILL QUERY of a command of it; NULL: none, or it is finished */
	bool kill_unknown;        /* one was sent, and nobody knows whether it is over */
	bool connect_warning_is_of_key; /* the warning is about the file of the server's public key */
	struct {
		uint64_t round; /* the last poll that included the link, and the link's place in it */
		size_t place;
		/* until then replies are left on the socket, see mynd_link_gather; may be long past */
		mynd_deadline gather_until;
	} poll;
	/* the session's number for interceptors; 0: none yet. And what it was given for: */
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
 * Prepares the link for a command: clears the last reply and drops what was given up. `async`: replies may be
 * outstanding. MYND_BAD: the command is refused, or the link is lost.
 */
int mynd_link_begin(mynd_link *link, bool async);
/*
 * The same for a synchronous command that may have been sent ahead. MYND_MORE: commands were sent ahead, and
 * mynd_presend_next says whether this one is the first of them.
 */
int mynd_link_begin_or_presend(mynd_link *link);
/* Nothing is known of the reply to a command that begins now. */
void mynd_link_begin_reply(mynd_link *link);

/* --- turns.c --- */

/* What belonged to the holder was taken, given up, or lost. */
static inline void mynd_link_look_for_turn(mynd_link *link)
{
	if (UNEXPECTED(link->turns != NULL)) {
		mynd_turns_look(link);
	}
}

/* --- presend.c: commands that were sent before the program asked for them --- */

/*
 * As mynd_link_begin, for this command, after begin_or_ahead has returned MYND_MORE. *sent: it was sent
 * already, and mynd_presend_read reads its reply.
 */
int mynd_presend_next(mynd_link *link, const mynd_command *command, bool *sent) __attribute__((cold));
/* The same for a text. */
int mynd_presend_begin_text(mynd_link *link, mynd_slice sql, bool *sent) __attribute__((cold));
/* As mynd_link_begin, for a command that is never sent ahead. */
int mynd_presend_drop(mynd_link *link) __attribute__((cold));
/* Reads the reply to the command that was sent ahead, as mynd_link_read_reply does. */
int mynd_presend_read(mynd_link *link);
/* The program's command (NULL: one that is never sent ahead) is sent now. */
static inline void mynd_presend_learn(mynd_link *link, const mynd_command *command)
{
	if (UNEXPECTED(link->learning)) {
		link->presend->learn(link, command);
	}
}

/* --- state.c --- */

/*
 * As mynd_session_send, for the commands of a link: what shows texts to the room of pools. *ticket: see
 * there.
 */
int mynd_link_put(mynd_link *link, const mynd_command *command, mynd_ticket *ticket);

/* The text is sent now, or was sent ahead: the session state is told what it may change. */
void mynd_state_note_text(mynd_link *link, mynd_text_facts *text, bool presend);
/* The text is prepared: only the effects that outlive a reset are noted. */
void mynd_state_note_survives_reset(mynd_link *link, mynd_text_facts *text);
/* What statements remember may have changed. */
void mynd_state_changed(mynd_link *link);
void mynd_state_new_statement_version(mynd_link *link);

/* --- metrics.c --- */

/*
 * The text whose reply is waited for, until the next command begins or it is freed. `asks`: the program asks
 * for it; else the driver needs it for another command.
 */
static zend_always_inline void mynd_metrics_text(mynd_link *link, mynd_slice text, bool asks)
{
	if (UNEXPECTED(link->metrics.on)) {
		mynd_metrics_sample_text(link, text, asks);
	}
}

/* It is freed, or its reply was waited for. */
static inline void mynd_metrics_forget_text(mynd_link *link)
{
	link->metrics.text = (mynd_slice){NULL, 0};
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
 * The text runs next. It is kept, until the next one replaces it, if it may ask for a file and files may be
 * sent. NULL: forgets the last text.
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
 * The server asks for the file with this name (which lies in the session's buffer): sends the file, or
 * refuses. *answer is the server's answer; if something went wrong here it becomes an error, for which *error
 * has room. MYND_BAD: the link is lost.
 */
int mynd_link_give_file(mynd_link *link, mynd_slice name, mynd_event *answer, mynd_error *error);
/* The same in a reply that was given up: sends an empty file. */
int mynd_link_refuse_file(mynd_link *link);

#include "set.h"

#endif
