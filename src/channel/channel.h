/*
 * A channel: the bytes of one connection, between the transport (net) and the protocol (session). It writes
 * what the session has to send, reads to the place that the session names, packs and unpacks (compression),
 * passes bytes through filters, and ends when the peer is gone. It knows no commands: pump returns events,
 * and its callers interpret them.
 *
 * Always true: session and net are both there (connected) or both NULL. All waits of a connection are here.
 * During a wait, and while code of the program runs, `in_call` is set, and other calls may only leave a mark
 * (`close_wanted`). A write also reads, so that neither side can block the other. After a loss the session is
 * dead and says why; the channel's error and last failure are set.
 *
 * Only this room writes the fields of the struct, except where a comment says otherwise.
 */
#ifndef MYND_CHANNEL_CHANNEL_H
#define MYND_CHANNEL_CHANNEL_H

#include "counts.h"
#include "settings.h"
#include "filter.h"

/* configure --disable-mynd-hooks: there are no interceptors and no filters, and nothing asks about them. */
#ifdef MYND_WITHOUT_HOOKS
#define MYND_HAS_HOOKS false
#else
#define MYND_HAS_HOOKS true
#endif

typedef struct mynd_channel mynd_channel;

/* What a channel calls in higher rooms. */
typedef struct mynd_channel_hooks {
	/*
	 * The first of a deadline's two points in time passed during a wait: the running command is to be
	 * cancelled. True: that was tried, and the wait goes on. May wait for another connection.
	 */
	bool (*on_timeout)(mynd_channel *channel);
	/*
	 * The channel is lost: its error says why, its session is dead, its transport is still there. Must not
	 * wait.
	 */
	void (*on_lost)(mynd_channel *channel);
} mynd_channel_hooks;

/* A channel that compresses, see compress.c. */
typedef struct mynd_packed {
	mynd_compression which;        /* NONE: bytes are passed unchanged */
	uint8_t number_in, number_out; /* of the next compressed frame */
	bool loose;                    /* the next reply may begin with any frame number */
	mynd_buffer out;               /* frames being sent */
	size_t sent;
	mynd_decompressor *in; /* NULL: nothing is unread */
} mynd_packed;

/*
 * What a set of the kernel's (epoll) does not show is reported to a listener: a command was queued, bytes
 * were read, a reply was taken, given up or lost. The listener is then put on the list `told`, once, until it
 * is taken from there. The caller owns the memory of both.
 */
typedef struct mynd_listener {
	struct mynd_listener *next, *next_ready; /* in the channel's list; in the list `told` */
	struct mynd_listener **ready_list;
	bool is_ready;
} mynd_listener;

struct mynd_channel {
	mynd_session *session;
	mynd_net *net;
	const mynd_channel_hooks *hooks;
	unsigned generation; /* of the process that connected it, see process.h */
	/* A call waits, or runs code of the program: all other calls are refused. */
	bool in_call;
	bool waiting;      /* the call waits */
	bool after_fatal;  /* it began behind a fatal error, in a shutdown function */
	bool intercepted;  /* the call runs code of an interceptor */
	bool close_wanted; /* set by another call while one waits; the one that waits then closes */
	bool write_broken; /* nothing more can be written; what the peer sent last may still be read */
	/* a set found the socket readable, and nothing was read from it since */
	bool readable;
	bool watched; /* it is, or was, in a set: a call may sleep there for what another one reads */
	bool awaited; /* other calls wait for the socket: if it is lost it is shut down, and closed later */
	const void *intercepted_in; /* the fiber of the interceptor's code; NULL: the main program */
	mynd_packed packed;
	struct mynd_filtered *filtered; /* see filter.c; NULL: no filters */
	struct mynd_wirelog *wire_log;  /* see wire_log.c; NULL: none */
	bool wire_log_of_program;

	/* Of a connect, or a reset that is waited for; otherwise MYND_NO_DEADLINE. */
	mynd_deadline login_deadline;
	mynd_deadline deadline;  /* all commands end by then; MYND_NO_DEADLINE: none */
	mynd_deadline cancel_at; /* when they are cancelled, a little earlier */
	/* How many commands were under way when the first of them was cancelled; 0: none was. */
	unsigned cancelled;

	size_t read_buffer; /* in bytes: of the next buffer; one that the session has keeps its size */
	/* Of bytes received: the channel is given up if more would have to be read; UINT64_MAX: no bound. */
	uint64_t read_bound;
	struct {
		mynd_store *store; /* rows may be received straight into this store; NULL: none */
		/* The read buffer, while the session reads into the store; otherwise NULL. */
		uint8_t *aside;
		mynd_span part; /* the part of the store into which the session reads */
	} landing;
	mynd_listener *listeners;
	/* The error of the call under way, while another call was told that it is refused; NULL: none was. */
	mynd_error *kept_error;
	mynd_link_settings settings; /* set by the owner of the connection */
	/*
	 * mynd_channel_init clears the fields from here on one by one, so that it does not touch the space for
	 * texts.
	 */
	/* Of the last call; every higher room also leaves its error here. */
	mynd_error error;
	mynd_error last_failure; /* the last loss or protocol error */
	mynd_link_counts counts; /* all rooms count here */
};

/* The channel has filters. Without hooks (--disable-mynd-hooks) this is false at compile time. */
static inline bool mynd_channel_is_filtered(const mynd_channel *channel)
{
	return MYND_HAS_HOOKS && channel->filtered != NULL;
}

/* --- life (channel.c) --- */

/* gives the read buffer the size that the settings say */
void mynd_channel_size_buffer(mynd_channel *channel);
void mynd_channel_init(mynd_channel *channel, const mynd_channel_hooks *hooks);
/* Takes over the session of a connect that begins. */
void mynd_channel_open(mynd_channel *channel, mynd_session *session);
/*
 * Frees session and transport; nothing is sent. `abandon`: request memory is gone already. The error, the
 * settings and the counts stay.
 */
void mynd_channel_close(mynd_channel *channel, bool abandon);
void mynd_channel_free(mynd_channel *channel); /* frees what is left of a closed channel */
/*
 * The session and the transport of a lost channel make way for new ones. They are brought back if those
 * cannot be had (put_back, on this channel or another), or freed (free_aside; both members NULL: there is
 * nothing).
 */
typedef struct mynd_channel_aside {
	mynd_session *session;
	mynd_net *net;
} mynd_channel_aside;
void mynd_channel_put_aside(mynd_channel *channel, mynd_channel_aside *aside);
void mynd_channel_put_back(mynd_channel *channel, mynd_channel_aside *aside);
void mynd_channel_free_aside(mynd_channel_aside *aside, bool abandon);
/* At the end of a request: no call is under way any more, and all listeners are gone. */
void mynd_channel_forget_request(mynd_channel *channel);
/* Shuts the socket down, so that a call that waits wakes up: for a close while another call waits. */
void mynd_channel_break(mynd_channel *channel);

/* --- the steps of a connect that wait (transport.c). MYND_BAD: the channel's error says why --- */

int mynd_channel_connect(mynd_channel *channel, const mynd_endpoint *to);
/* Writes what the session has to send before TLS. Filters may run code of the program. */
int mynd_channel_ask_for_tls(mynd_channel *channel);
/* Then starts TLS. *detail: stock's words for a failure of TLS itself, otherwise "". */
int mynd_channel_start_tls(
    mynd_channel *channel, const mynd_tls_options *options, const char *host, const char **detail);
/* Called before a connect: opens the filters that it gets. */
int mynd_channel_begin_filters(mynd_channel *channel);
int mynd_channel_begin_compression(mynd_channel *channel); /* called when the login has succeeded */

/* --- a connection without a server (stand_in.c) --- */

/* In place of a connect: a peer of this process, which calls itself that. MYND_BAD: the error says why. */
int mynd_channel_stand_in(mynd_channel *channel, const char *version);
bool mynd_channel_is_without_server(const mynd_channel *channel);
/* The next two do nothing where there is a server. From now on the session's status is this. */
void mynd_channel_report_status(mynd_channel *channel, uint16_t status);
/* The next statement to be prepared has these columns, see mynd_stand_in_columns. */
int mynd_channel_prepare_columns(mynd_channel *channel, uint32_t count, mynd_slice definitions);

/* --- another process goes on with the connection --- */

/*
 * False: it stays here. True: it may be handed over (the session says more), and then closed without a word.
 */
bool mynd_channel_let_go(mynd_channel *channel);
/*
 * Takes over the socket in the place of a connect to this endpoint; closes it if it is none. MYND_BAD: the
 * error says why.
 */
int mynd_channel_take_over(mynd_channel *channel, const mynd_endpoint *to, int fd);

/* --- calls --- */

/* Stand before and after each wait; the caller holds the object that the channel belongs to. */
void mynd_channel_enter(mynd_channel *channel);
void mynd_channel_leave(mynd_channel *channel);
/* The same for code of the program. */
void mynd_channel_enter_program(mynd_channel *channel);
/* The same for code of an interceptor, in this fiber (NULL: in the main program). */
void mynd_channel_enter_interceptor(mynd_channel *channel, const void *fiber);
void mynd_channel_leave_interceptor(mynd_channel *channel);
/*
 * After a fatal error: a call that it has ended while it waited, or filled a store, is over. The store is
 * left as it is, and the next bytes go into the buffer again. Code of the program that it has ended stays a
 * call.
 */
void mynd_channel_leave_after_fatal(mynd_channel *channel);
/* MYND_BAD: the channel was marked to be closed meanwhile, and is lost. */
int mynd_channel_check_closed(mynd_channel *channel);
/* The process was forked after the connect. It must not touch the socket, which its parent uses. */
bool mynd_channel_is_foreign(const mynd_channel *channel);

/* --- errors --- */

/* NULL clears the error. */
void mynd_channel_set_error(mynd_channel *channel, const mynd_error *error);
/* Sets a client error with stock's text. Returns MYND_BAD. */
int mynd_channel_refuse(mynd_channel *channel, unsigned client_error) __attribute__((cold));
/* Another call is under way: sets 2014 and the reason. The error of that call is kept aside meanwhile. */
void mynd_channel_refuse_call(mynd_channel *channel) __attribute__((cold));
/* The same error, for the one who asks alone. */
void mynd_channel_tell_refusal(const mynd_channel *channel, mynd_error *error) __attribute__((cold));
/* Marks the channel as lost for this reason. Returns MYND_BAD. */
int mynd_channel_lose(mynd_channel *channel, const mynd_error *error);
int mynd_channel_fail_malformed(
    mynd_channel *channel, const char *what); /* the protocol was violated. Returns MYND_BAD */

/* --- bytes (pump.c) --- */

/* Writes all that the session has to send. */
int mynd_channel_flush(mynd_channel *channel);
/*
 * Writes once, or waits once and reads what arrives meanwhile. MYND_OK: everything is written. MYND_MORE:
 * something is left. MYND_BAD: lost.
 */
int mynd_channel_write_some(mynd_channel *channel);
/* Writes what the socket takes now, without waiting, reading, or reporting failures. */
void mynd_channel_push(mynd_channel *channel);
/* The same for callers from which no code of the program may run: what has to be filtered is left. */
void mynd_channel_push_without_code(mynd_channel *channel);
/* Waits for the next event. MYND_MORE: the session is idle, 2014. MYND_BAD: lost. */
int mynd_channel_pump(mynd_channel *channel, mynd_event *event);
/*
 * The same with what can be written and is here now. MYND_MORE: nothing more is here, or the session is idle.
 */
int mynd_channel_pump_now(mynd_channel *channel, mynd_event *event);
/* Reads once, without waiting. MYND_MORE: nothing was there, or there is no space for it. MYND_BAD: lost. */
int mynd_channel_read_here(mynd_channel *channel);
/*
 * No reply is being read any more: returns the buffers to the thread. Does nothing unless the session is
 * idle.
 */
void mynd_channel_rest(mynd_channel *channel);
/* The same while more is to come, because nothing is here yet. */
void mynd_channel_rest_early(mynd_channel *channel);
bool mynd_channel_look_for_output(mynd_channel *channel);
/*
 * For an idle channel: looks whether the peer has closed it, without waiting. True: it has, and said nothing
 * before but why; the channel is lost now. False also if it has sent anything else, which the next command
 * will meet.
 */
bool mynd_channel_look_for_loss(mynd_channel *channel);
/* Bytes are here that the socket does not show, because they were unpacked or filtered. */
bool mynd_channel_has_received(const mynd_channel *channel);
/*
 * A bound for bytes that are only read to be dropped: beyond it the channel is given up, or pump_now stops
 * reading. An abandoned reply is read to its end only if the end is near; otherwise a close is cheaper.
 */
#define MYND_READS_UNBOUND UINT64_MAX
#define MYND_DRAIN_BOUND   (UINT64_C(64) << 20)
void mynd_channel_bound_reads(mynd_channel *channel, uint64_t bytes);
/*
 * Says goodbye if the server waits for a command and the socket takes it at once. `by_program`: filters may
 * run.
 */
void mynd_channel_say_goodbye(mynd_channel *channel, bool by_program);

/* --- deadlines (deadline.c) --- */

/*
 * Every command ends within so many seconds from now; <= 0: no deadline. `margin`: a command is cancelled so
 * many seconds earlier.
 */
void mynd_channel_set_deadline(mynd_channel *channel, double seconds, double margin);
/* Called before a command begins. MYND_BAD: the deadline has passed; the error is 1317. */
int mynd_channel_check_deadline(mynd_channel *channel);
/* The same for a command that has not come so far. False: *error says it. */
bool mynd_channel_look_for_time(const mynd_channel *channel, mynd_error *error);

/* --- listeners (listen.c) --- */

void mynd_channel_listen(mynd_channel *channel, mynd_listener *listener, mynd_listener **ready_list);
void mynd_channel_unlisten(mynd_channel *channel, mynd_listener *listener);
void mynd_channel_changed(mynd_channel *channel); /* something has happened that a set does not show */
mynd_listener *mynd_listener_next(mynd_listener **ready_list); /* takes one off the list; NULL: it is empty */

/* --- what belongs to a thread --- */

/* At the end of a request: one spare buffer is kept for the next request's first read. */
void mynd_channels_end_request(void);
void mynd_channels_end_thread(void);

#include "landing.h"

#endif
