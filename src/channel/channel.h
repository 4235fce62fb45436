/*
 * A channel: the bytes of one connection, between the transport (net) and the protocol (session). It writes
 * what the session has to say, reads to where the session wants bytes, packs and unpacks (compression),
 * passes bytes through filters, and ends when the peer is gone. It knows no commands: events come out of
 * pump, and what they mean is its callers' business.
 *
 * Always true: session and net are both there (connected) or both NULL. All waits of a connection are here;
 * while one lasts, or code of the program runs, `in_call` is set, and others may only leave a mark
 * (`close_wanted`). A write reads as well, so that neither side can block the other. After a loss the session
 * is dead and says why; the channel's error and last failure are set.
 *
 * Only this room writes the fields of the struct but where a comment says otherwise.
 */
#ifndef MYND_CHANNEL_CHANNEL_H
#define MYND_CHANNEL_CHANNEL_H

#include "counts.h"
#include "settings.h"
#include "filter.h"

/* configure --disable-mynd-hooks: neither interceptors nor filters, and nothing is asked about them. */
#ifdef MYND_WITHOUT_HOOKS
#define MYND_HAS_HOOKS false
#else
#define MYND_HAS_HOOKS true
#endif

typedef struct mynd_channel mynd_channel;

/* What higher rooms are told. */
typedef struct mynd_channel_hooks {
	/*
	 * The first of a deadline's two points in time has passed in a wait: what runs is to be cancelled. True:
	 * that was tried, and the wait goes on. May wait, for another connection.
	 */
	bool (*on_timeout)(mynd_channel *channel);
	/*
	 * The channel is lost: its error says why, its session is dead, its transport still there. Must not wait.
	 */
	void (*on_lost)(mynd_channel *channel);
} mynd_channel_hooks;

/* A channel that compresses, see compress.c. */
typedef struct mynd_packed {
	mynd_compression which;        /* NONE: bytes pass as they are */
	uint8_t number_in, number_out; /* of the next compressed frame */
	bool loose;                    /* the next reply may begin with any number */
	mynd_buffer out;               /* frames that are being sent */
	size_t sent;
	mynd_decompressor *in; /* NULL: nothing is unread */
} mynd_packed;

/*
 * Whoever waits with a set of the kernel's (epoll) also has to know what no set tells of: a command was
 * queued, bytes were read, a reply was taken, given up or lost. A listener is put, once, on the list `told`
 * until it is taken from there. The memory of both is the caller's.
 */
typedef struct mynd_listener {
	struct mynd_listener *next, *next_told; /* of the channel; of the list */
	struct mynd_listener **told;
	bool is_told;
} mynd_listener;

struct mynd_channel {
	mynd_session *session;
	mynd_net *net;
	const mynd_channel_hooks *hooks;
	unsigned generation; /* the process it was connected in, see process.h */
	bool in_call;        /* a call waits, or runs code of the program: all others are refused */
	bool waiting;        /* the former */
	bool intercepted;    /* the latter, an interceptor's */
	bool close_wanted;   /* by another call while one waits: that one closes */
	bool write_broken;   /* nothing can be written any more; the peer's last words may still be read */
	/* a set has found the socket so, and nobody has read from it since. Whoever polls sets it */
	bool readable;
	mynd_packed packed;
	struct mynd_filtered *filtered; /* see filter.c; NULL: it has no filters */

	mynd_deadline login_deadline; /* while connecting; else MYND_NO_DEADLINE. Whoever connects sets it */
	mynd_deadline deadline;       /* all commands end by then; MYND_NO_DEADLINE: none */
	mynd_deadline cancel_at;      /* a little earlier */
	unsigned
	    cancelled; /* how many commands were under way when the first of them was cancelled; 0: none was */

	size_t read_buffer; /* bytes, as it was set when the channel was opened */
	uint64_t
	    read_bound; /* of bytes received: the channel is given up rather than read beyond; UINT64_MAX: none */
	struct {
		mynd_store *store; /* rows may be received straight into this one; NULL: none */
		uint8_t *aside;    /* the read buffer, while the session reads into the store; else NULL */
		mynd_span part;    /* of the store, that it reads into */
	} landing;
	mynd_listener *listeners;
	mynd_error *kept_error; /* that call's, while another one was told that it is refused; NULL: none was */
	mynd_link_settings settings; /* whoever owns the connection sets them */
	/* From here on mynd_channel_init clears by name alone: room for texts is not touched. */
	mynd_error error;        /* of the last call. Every higher room leaves its error here */
	mynd_error last_failure; /* the last loss or broken protocol */
	mynd_link_counts counts; /* all rooms count here */
};

/* It has filters; without hooks (--disable-mynd-hooks) the compiler knows that it has none. */
static inline bool mynd_channel_is_filtered(const mynd_channel *channel)
{
	return MYND_HAS_HOOKS && channel->filtered != NULL;
}

/* --- life (channel.c) --- */

void mynd_channel_size_buffer(mynd_channel *channel); /* the read buffer is as large as the settings say */
void mynd_channel_init(mynd_channel *channel, const mynd_channel_hooks *hooks);
/* Takes over the session of a connect that begins. */
void mynd_channel_open(mynd_channel *channel, mynd_session *session);
/*
 * Session and transport go; nothing is said to the server. `abandon`: request memory is gone already. The
 * error stays, as do settings and counts.
 */
void mynd_channel_close(mynd_channel *channel, bool abandon);
void mynd_channel_free(mynd_channel *channel); /* what is left of one that is closed */
/* The end of a request: no call is under way any more, and whoever listened is gone. */
void mynd_channel_forget_request(mynd_channel *channel);
/* The peer is to be told nothing more, and whoever waits wakes: for a close while another call waits. */
void mynd_channel_break(mynd_channel *channel);

/* --- the steps of a connect that wait (transport.c). MYND_BAD: the channel's error says why --- */

int mynd_channel_connect(mynd_channel *channel, const mynd_endpoint *to);
/* Writes what the session has to say first. *detail: stock's words for a failure of TLS itself, else "". */
int mynd_channel_start_tls(
    mynd_channel *channel, const mynd_tls_options *options, const char *host, const char **detail);
/* Before a connect: the filters that it is to have. */
int mynd_channel_begin_filters(mynd_channel *channel);
int mynd_channel_begin_compression(mynd_channel *channel); /* the login has succeeded */

/* --- calls --- */

/* Around each wait: the caller holds whatever the channel belongs to. */
void mynd_channel_enter(mynd_channel *channel);
void mynd_channel_leave(mynd_channel *channel);
/* The same around code of the program. */
void mynd_channel_enter_program(mynd_channel *channel);
/* And around code of an interceptor. */
void mynd_channel_enter_interceptor(mynd_channel *channel);
void mynd_channel_leave_interceptor(mynd_channel *channel);
/* MYND_BAD: the channel was to be closed meanwhile, and is lost. */
int mynd_channel_check_closed(mynd_channel *channel);
/* A process that was forked after the connect must not touch the socket: its parent uses it. */
bool mynd_channel_is_foreign(const mynd_channel *channel);

/* --- errors --- */

void mynd_channel_set_error(mynd_channel *channel, const mynd_error *error); /* NULL clears */
/* A client error with stock's text. Returns MYND_BAD. */
int mynd_channel_refuse(mynd_channel *channel, unsigned client_error) __attribute__((cold));
/* Another call is under way: 2014, and why. That call's own error is kept aside meanwhile. */
void mynd_channel_refuse_call(mynd_channel *channel) __attribute__((cold));
/* The channel is lost for this reason. Returns MYND_BAD. */
int mynd_channel_lose(mynd_channel *channel, const mynd_error *error);
int mynd_channel_fail_malformed(
    mynd_channel *channel, const char *what); /* the protocol was broken. MYND_BAD */

/* --- bytes (pump.c) --- */

/* Writes all that the session has to say. */
int mynd_channel_flush(mynd_channel *channel);
/*
 * Writes once, or waits once and reads what comes meanwhile. MYND_OK: all is written. MYND_MORE: not all.
 * MYND_BAD: lost.
 */
int mynd_channel_write_some(mynd_channel *channel);
/* Writes what the socket takes now; not waiting, not reading, not telling of failures. */
void mynd_channel_push(mynd_channel *channel);
/* The same from where no code of the program may run: what has to be filtered stays. */
void mynd_channel_push_without_code(mynd_channel *channel);
/* The next event. MYND_MORE: the session is idle, 2014. MYND_BAD: lost. */
int mynd_channel_pump(mynd_channel *channel, mynd_event *event);
/*
 * The same with what can be written and is here now. MYND_MORE: nothing more is here (or the session is
 * idle).
 */
int mynd_channel_pump_now(mynd_channel *channel, mynd_event *event);
/* Reads once, without waiting. MYND_MORE: nothing was there, or there is no room for it. MYND_BAD: lost. */
int mynd_channel_read_here(mynd_channel *channel);
/*
 * No reply is being read any more: the buffers go back to the thread. Does nothing while the session is not
 * idle.
 */
void mynd_channel_rest(mynd_channel *channel);
/* The same though more is to come: nothing is here yet. */
void mynd_channel_rest_early(mynd_channel *channel);
bool mynd_channel_look_for_output(mynd_channel *channel);
/* Bytes are here that no socket tells of: unpacked, filtered. */
bool mynd_channel_has_received(const mynd_channel *channel);
/*
 * While bytes are read only to be dropped: beyond so many the channel is given up, or pump_now reads no more.
 * What was given up is read to its end only if that is near; else closing is cheaper than reading.
 */
#define MYND_READS_UNBOUND UINT64_MAX
#define MYND_DRAIN_BOUND   (UINT64_C(64) << 20)
void mynd_channel_bound_reads(mynd_channel *channel, uint64_t bytes);
/* Goodbye, if the server waits for it and the socket takes it at once. `by_program`: filters may run. */
void mynd_channel_say_goodbye(mynd_channel *channel, bool by_program);

/* --- receiving into a store (landing.c) --- */

/* From now on rows may be received straight into the store. */
void mynd_channel_land_in(mynd_channel *channel, mynd_store *store);
/* A row has come: one that did not land in place ends this for the chunk. To be called before it is added. */
void mynd_channel_check_landing(mynd_channel *channel, const mynd_row *row);
void mynd_channel_end_landing(mynd_channel *channel);

/* --- deadlines (deadline.c) --- */

/*
 * Every command ends in so many seconds from now; <= 0: no deadline. `margin`: it is cancelled so many
 * seconds earlier.
 */
void mynd_channel_set_deadline(mynd_channel *channel, double seconds, double margin);
/* A command is to be begun. MYND_BAD: it is too late for one; the error is 1317. */
int mynd_channel_check_deadline(mynd_channel *channel);

/* --- listeners (listen.c) --- */

void mynd_channel_listen(mynd_channel *channel, mynd_listener *listener, mynd_listener **told);
void mynd_channel_unlisten(mynd_channel *channel, mynd_listener *listener);
void mynd_channel_changed(mynd_channel *channel);        /* something has happened that no set tells of */
mynd_listener *mynd_listener_next(mynd_listener **told); /* off the list; NULL: it is empty */

/* --- what belongs to a thread --- */

void mynd_channels_end_request(void); /* one spare buffer stays, for the next request's first read */
void mynd_channels_end_thread(void);

#endif
