/*
 * A channel: the bytes of one connection, between the transport (net) and the protocol (session). A channel
 * writes the session's output, reads into the memory that the session offers, compresses and decompresses,
 * passes bytes through filters, and ends when the peer has closed the connection. A channel knows no
 * commands: mynd_channel_pump returns events, and its callers interpret them.
 *
 * Always true: `session` and `net` are both set (connected) or both NULL. All waits for a connection's bytes
 * begin here. During a wait, and while code of the program runs, `in_call` is set: other calls on the channel
 * are refused, and may only set `close_wanted`. A write also reads, so that neither side can block the other.
 * After a loss of the connection the session is dead and holds the reason; `error` and `last_failure` are
 * set.
 *
 * Only files of src/channel write the fields of the struct, except where a comment says otherwise.
 */
#ifndef MYND_CHANNEL_CHANNEL_H
#define MYND_CHANNEL_CHANNEL_H

#include "counts.h"
#include "settings.h"
#include "filter.h"
#include "scope.h"

/*
 * With configure --disable-mynd-hooks there are no interceptors and no filters, and no code tests for them.
 */
#ifdef MYND_WITHOUT_HOOKS
#define MYND_HAS_HOOKS false
#else
#define MYND_HAS_HOOKS true
#endif

typedef struct mynd_channel mynd_channel;

/* Functions of higher rooms (folders of src/) that a channel calls. */
typedef struct mynd_channel_hooks {
	/*
	 * Called when `cancel_at` has passed during a wait: cancels the running command. Returns true if a cancel
	 * was tried, so that the wait goes on. May itself wait, on another connection.
	 */
	bool (*on_timeout)(mynd_channel *channel);
	/*
	 * Called after a loss: `error` is set, the session is dead, the transport is still open. Must not wait.
	 */
	void (*on_lost)(mynd_channel *channel);
	/*
	 * Calls `each` with the scopes (scope.h) of the fiber that runs, and with those of the fiber on whose
	 * behalf it runs.
	 */
	void (*scopes)(void (*each)(void *context, const mynd_scope *scope), void *context);
} mynd_channel_hooks;

/* State of a channel's compression, see compress.c. */
typedef struct mynd_packed {
	mynd_compression which;        /* method; NONE: bytes are passed unchanged */
	uint8_t number_in, number_out; /* numbers of the next compressed frames */
	bool loose;                    /* the next reply may begin with any frame number */
	mynd_buffer out;               /* frames being sent */
	size_t sent;
	mynd_decompressor *in; /* NULL: no compressed bytes are unread */
} mynd_packed;

/*
 * A channel puts its listeners on their ready lists at events that an epoll does not show: a command was
 * queued, bytes were read, a reply was taken, abandoned or lost. A listener is on its ready list once at
 * most. The caller owns the memory of listener and list.
 */
typedef struct mynd_listener {
	struct mynd_listener *next, *next_ready; /* next in the channel's list; next in the ready list */
	struct mynd_listener **ready_list;
	bool is_ready;
} mynd_listener;

struct mynd_channel {
	mynd_session *session;
	mynd_net *net;
	const mynd_channel_hooks *hooks;
	unsigned generation; /* generation of the process that connected, see process.h */
	/* a call waits or runs code of the program: other calls are refused */
	bool in_call;
	bool waiting;      /* the call waits */
	bool after_fatal;  /* the call began after a fatal error, in a shutdown function */
	bool intercepted;  /* the call runs code of an interceptor */
	bool close_wanted; /* another call wants the channel closed: the call that waits closes it */
	unsigned breaks;   /* how often that happened */
	bool write_broken; /* no more bytes can be written; the peer's last bytes may still be read */
	/* a set (net/set.h) found the socket readable; nothing was read since */
	bool readable;
	bool watched; /* a set has or had the channel: a call that sleeps in it is woken if another call reads */
	bool awaited; /* other calls wait for the socket: a loss only shuts it down; it is closed later */
	const void *intercepted_in; /* fiber of the interceptor's code; NULL: the main program */
	mynd_packed packed;
	struct mynd_filtered *filtered; /* the channel's filters, see filter.c; NULL: none */
	struct mynd_wirelog *wire_log;  /* the channel's log, see wire_log.c; NULL: none */
	bool wire_log_of_program;

	/* deadline of a connect, or of a reset that is waited for; otherwise MYND_NO_DEADLINE */
	mynd_deadline login_deadline;
	mynd_limits own_limits; /* those that the program has set for the connection */
	/* the commands of the call under way may go on until this time, whatever the limits are */
	mynd_deadline extended_until;
	bool follows_scopes;  /* the scope (scope.h) of the fiber that runs limits the channel */
	double login_seconds; /* duration of the last connect */
	/* number of commands under way when the first one was cancelled; 0: no command was cancelled */
	unsigned cancelled;
	int give_up_for, give_up_events; /* descriptor and events, see mynd_net_give_up_for; no events: none */
	size_t read_buffer; /* size of the next read buffer; the session's present buffer keeps its size */
	/* a read fails as a loss if the count of received bytes has reached this number; UINT64_MAX: no bound */
	uint64_t read_bound;
	struct {
		mynd_store *store; /* rows may be received straight into this store; NULL: none */
		/* the read buffer, put aside while the session reads into the store; otherwise NULL */
		uint8_t *aside;
		mynd_span part; /* the part of the store into which the session reads */
	} landing;
	mynd_listener *listeners;
	/* error of the call under way, while `error` is another call's refusal; NULL: no call was refused */
	mynd_error *kept_error;
	mynd_link_settings settings; /* settings of the connection, set by its owner */
	/* mynd_channel_init clears the fields from here on one by one, to skip the space for texts of errors. */
	/* error of the last call, also of calls of higher rooms */
	mynd_error error;
	mynd_error last_failure; /* the last loss or protocol error */
	mynd_link_counts counts; /* counters of all rooms for this connection */
};

/* Returns true if the channel has filters; without hooks (configure), false at compile time. */
static inline bool mynd_channel_is_filtered(const mynd_channel *channel)
{
	return MYND_HAS_HOOKS && channel->filtered != NULL;
}

/* --- life (channel.c) --- */

/* Sets the size of the next read buffer from the settings. */
void mynd_channel_size_buffer(mynd_channel *channel);
/* Limits the server's silence from now on, as the settings say; called when they are another program's. */
void mynd_channel_limit_silence(mynd_channel *channel);
void mynd_channel_init(mynd_channel *channel, const mynd_channel_hooks *hooks);
/* Gives the channel the session of a connect that begins. */
void mynd_channel_open(mynd_channel *channel, mynd_session *session);
/*
 * Frees session and transport, sends nothing; keeps error, settings, counts. `abandon`: the request's memory
 * was freed already, and is not touched.
 */
void mynd_channel_close(mynd_channel *channel, bool abandon);
void mynd_channel_free(mynd_channel *channel); /* frees the remaining memory of a closed channel */
/*
 * What a connection consists of, put aside while a new one is made. If that fails, mynd_channel_put_back
 * gives it to this channel or another; otherwise mynd_channel_free_aside frees it. Cleared memory: nothing.
 */
typedef struct mynd_channel_aside {
	mynd_session *session;
	mynd_net *net;
	mynd_packed packed;
} mynd_channel_aside;
void mynd_channel_put_aside(mynd_channel *channel, mynd_channel_aside *aside);
void mynd_channel_put_back(mynd_channel *channel, mynd_channel_aside *aside);
void mynd_channel_free_aside(mynd_channel_aside *aside, bool abandon);
/* Called at the end of a request: clears the call under way and all listeners. */
void mynd_channel_forget_request(mynd_channel *channel);
/* Sets `close_wanted` and shuts the socket down, so that a waiting call wakes up and closes the channel. */
void mynd_channel_break(mynd_channel *channel);
void mynd_channel_note_close(mynd_channel *channel); /* the same, for a call that has no connection */

/* --- steps of a connect that wait (transport.c). Return MYND_BAD on failure, with the channel's error --- */

int mynd_channel_connect(mynd_channel *channel, const mynd_endpoint *to);
/* Writes the session's output that precedes TLS (SSLRequest). Filters may run code of the program. */
int mynd_channel_ask_for_tls(mynd_channel *channel);
/* Starts TLS after mynd_channel_ask_for_tls. *detail: stock's text if TLS itself has failed, otherwise "". */
int mynd_channel_start_tls(
    mynd_channel *channel, const mynd_tls_options *options, const char *host, const char **detail);
/* Opens the filters of a connection; called before a connect. */
int mynd_channel_begin_filters(mynd_channel *channel);
int mynd_channel_begin_compression(mynd_channel *channel); /* called when the login has succeeded */

/* --- a connection without a server (stand_in.c) --- */

/* Connects to a stand-in that reports these; 0: the usual collation. Returns MYND_BAD with the error. */
int mynd_channel_stand_in(mynd_channel *channel, const char *version, uint8_t collation);
bool mynd_channel_is_without_server(const mynd_channel *channel);
/* Sets the session's status flags from now on. Does nothing, like the next function, if there is a server. */
void mynd_channel_report_status(mynd_channel *channel, uint16_t status);
/* Sets the columns of the next statement to be prepared, see mynd_stand_in_columns. */
int mynd_channel_prepare_columns(mynd_channel *channel, uint32_t count, mynd_slice definitions);

/* --- handing a connection over to another process --- */

/*
 * Returns true if another process may take the connection over, as far as channel, session and transport
 * decide; after the handover the caller closes the channel without sending anything. Returns false if the
 * connection must stay in this process.
 */
bool mynd_channel_let_go(mynd_channel *channel);
/*
 * Takes over the socket in place of a connect to this endpoint. If the socket has another peer, closes it and
 * returns MYND_BAD, with the error.
 */
int mynd_channel_take_over(mynd_channel *channel, const mynd_endpoint *to, int fd);

/* --- calls --- */

/* Mark the beginning and the end of a call that waits; the caller has a reference to the channel's owner. */
void mynd_channel_enter(mynd_channel *channel);
void mynd_channel_leave(mynd_channel *channel);
/* As mynd_channel_enter, for a call that runs code of the program. */
void mynd_channel_enter_program(mynd_channel *channel);
/* As mynd_channel_enter, for code of an interceptor in this fiber (NULL: in the main program). */
void mynd_channel_enter_interceptor(mynd_channel *channel, const void *fiber);
void mynd_channel_leave_interceptor(mynd_channel *channel);
/*
 * Ends a call that a fatal error interrupted while it waited or filled a store. The store is not changed; the
 * next bytes are read into the read buffer again. A call stays under way if the fatal error came from code of
 * the program that it runs, or if it began after the error.
 */
void mynd_channel_leave_after_fatal(mynd_channel *channel);
/* Returns MYND_BAD if the channel was marked to be closed meanwhile; it is then lost. */
int mynd_channel_check_closed(mynd_channel *channel);
/* Returns true in a process that was forked after the connect: it must not touch its parent's socket. */
bool mynd_channel_is_foreign(const mynd_channel *channel);

/* --- errors --- */

/* Sets the error; NULL clears it. */
void mynd_channel_set_error(mynd_channel *channel, const mynd_error *error);
/* Sets a client error with stock's text. Returns MYND_BAD. */
int mynd_channel_refuse(mynd_channel *channel, unsigned client_error) __attribute__((cold));
/* Sets 2014 with the reason: another call is under way. That call gets its own error back when it ends. */
void mynd_channel_refuse_call(mynd_channel *channel) __attribute__((cold));
/* Fills *error as mynd_channel_refuse_call does; does not change the channel. */
void mynd_channel_tell_refusal(const mynd_channel *channel, mynd_error *error) __attribute__((cold));
/* Ends the connection as lost for this reason. Returns MYND_BAD. */
int mynd_channel_lose(mynd_channel *channel, const mynd_error *error);
int mynd_channel_fail_malformed(
    mynd_channel *channel, const char *what); /* the protocol was violated. Returns MYND_BAD */

/* --- bytes (pump.c) --- */

/* Writes all output of the session. */
int mynd_channel_flush(mynd_channel *channel);
/*
 * Writes once. If the socket is full, waits once and reads bytes that arrive meanwhile. Returns MYND_OK when
 * everything is written, MYND_MORE when output remains, MYND_BAD if the connection is lost.
 */
int mynd_channel_write_some(mynd_channel *channel);
/* Writes as much as the socket takes now, without waiting, reading, or reporting failures. */
void mynd_channel_push(mynd_channel *channel);
/* As mynd_channel_push, for callers that may not run PHP code: bytes that need a filter stay queued. */
void mynd_channel_push_without_code(mynd_channel *channel);
/* Waits for the next event. Returns MYND_MORE if the session is idle (2014), MYND_BAD after a loss. */
int mynd_channel_pump(mynd_channel *channel, mynd_event *event);
/* As mynd_channel_pump, without waiting. Returns MYND_MORE if no bytes are here or the session is idle. */
int mynd_channel_pump_now(mynd_channel *channel, mynd_event *event);
/* Reads once, without waiting. Returns MYND_MORE if there are no bytes or no space, MYND_BAD after a loss. */
int mynd_channel_read_here(mynd_channel *channel);
/* Returns the buffers to the thread after the last reply. Does nothing unless the session is idle. */
void mynd_channel_rest(mynd_channel *channel);
/* As mynd_channel_rest, while replies are due but none of their bytes have arrived. */
void mynd_channel_rest_early(mynd_channel *channel);
bool mynd_channel_look_for_output(mynd_channel *channel);
/*
 * Looks, without waiting, whether the peer has closed an idle channel. Returns true if the peer has closed
 * and has sent nothing but its reason; the channel is then lost. Returns false if the channel is open, or
 * other bytes have arrived, which the next command will read.
 */
bool mynd_channel_look_for_loss(mynd_channel *channel);
/* Returns true if decompressed or filtered bytes are in memory, which the socket does not show. */
bool mynd_channel_has_received(const mynd_channel *channel);
/*
 * Limits the bytes that are read from now on, for replies that are read only to be dropped: closing the
 * connection is cheaper than reading a long one. Past the limit a read loses the connection; pump_now returns
 * MYND_MORE instead.
 */
#define MYND_READS_UNBOUND UINT64_MAX
#define MYND_DRAIN_BOUND   (UINT64_C(64) << 20)
void mynd_channel_bound_reads(mynd_channel *channel, uint64_t bytes);
/*
 * Sends COM_QUIT if the server awaits a command and the socket takes it at once. `by_program`: may run
 * filters.
 */
void mynd_channel_say_goodbye(mynd_channel *channel, bool by_program);

/* --- listeners (listen.c) --- */

void mynd_channel_listen(mynd_channel *channel, mynd_listener *listener, mynd_listener **ready_list);
void mynd_channel_unlisten(mynd_channel *channel, mynd_listener *listener);
void mynd_channel_changed(mynd_channel *channel); /* reports an event that a set does not show */
/* removes and returns a listener; NULL: the list is empty */
mynd_listener *mynd_listener_next(mynd_listener **ready_list);

/* --- state of a thread --- */

/* Called at the end of a request: keeps one spare buffer for the next request's first read. */
void mynd_channels_end_request(void);
void mynd_channels_end_thread(void);

#include "landing.h"
#include "limits.h"

#endif
