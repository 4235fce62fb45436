/*
 * The input of the target `session`: how a session is opened, then steps, of the server and of the client,
 * one after another.
 *
 *   TALK_HEAD_SIZE bytes        options (talk_options_of)
 *   a step: 1 byte which, 1 byte `arg`, 2 bytes length, so many bytes of `body`
 *
 * A step of the server becomes bytes of the server's stream; framing and numbers of packets are added, so
 * that changed inputs still reach what lies behind. A step of the client is a command, or one of the other
 * things that a link does to its session. All bytes that the server has said are delivered, and all events
 * pulled, before the next step: what a step does never depends on how bytes were delivered.
 */
#ifndef MYND_FUZZ_SESSION_H
#define MYND_FUZZ_SESSION_H

#include "fuzz.h"
#include "session/internal.h"
#include "wire/bulk.h"
#include "wirelog/wirelog.h"

typedef enum talk_kind {
	/* the server */
	TALK_PACKET, /* `body` in a frame */
	TALK_BYTES,  /* `body` as it is */
	TALK_FILL,   /* 3 bytes count, 1 byte what: the rest of `body`, and so many of that byte, as one packet */
	/* the client */
	TALK_TEXT,   /* `arg`: 0 query, 1 prepare, 2 init db; TALK_WITH_ATTRIBUTE */
	TALK_SIMPLE, /* a command of the code `arg`, with `body` */
	/* `arg`: bit 0 cursor, bit 1 with types, bit 2 barrier, TALK_WITH_ATTRIBUTE; 4 bytes id; parameters */
	TALK_EXECUTE,
	TALK_FETCH,       /* 4 bytes id, 2 bytes rows, types */
	TALK_LONG_DATA,   /* 4 bytes id, 2 bytes parameter, data */
	TALK_STATEMENT,   /* `arg`: 0 close, 1 reset; 4 bytes id */
	TALK_BULK,        /* 4 bytes id, 1 byte columns, values after a byte that is length or mark */
	TALK_CHANGE_USER, /* `arg`: length of the user; 1 byte, so many bytes: a password; then the database */
	TALK_FILE,        /* the file's next piece */
	TALK_DISCARD,
	TALK_FLUSH,   /* `arg`: bytes of output, 0: all */
	TALK_BUFFER,  /* `arg`: 0 to 3 which size; bit 2: kept; bit 3: taken and lent anew instead of moved */
	TALK_SILENCE, /* mynd_session_check_silence */
	TALK_END,     /* `arg` even: mynd_session_lost, odd: mynd_session_malformed */
	TALK_TLS,     /* mynd_session_tls_started, at a wrong time perhaps */
	TALK_KINDS
} talk_kind;

/* `arg` of the server's steps: how the packet is numbered, and whether further bytes come with it. */
enum {
	TALK_NUMBER_DUE = 0,   /* the number that is due, or the one after the packet before */
	TALK_NUMBER_REPLY = 1, /* 1: a further reply begins */
	TALK_NUMBER_ZERO = 2,
	TALK_NUMBER_WRONG = 3,
	TALK_NUMBER = 3,
	TALK_HELD = 4, /* delivered together with the next step of the server */
	TALK_CUT_SHIFT =
	    5 /* so many eighths of it are delivered, the rest with the next step of the server; 0: all */
};

/* of the client's steps: what is to be sent stays until a step that flushes */
#define TALK_DEAF           128
#define TALK_WITH_ATTRIBUTE 64

#define TALK_HEAD_SIZE 20
#define TALK_STEP_HEAD 4
#define TALK_STEPS_MAX 300

typedef struct talk_step {
	talk_kind kind;
	uint8_t arg;
	mynd_slice body;
	mynd_slice said; /* of a server's step: the bytes that are delivered with it, once they are known */
} talk_step;

/* Steps beyond TALK_STEPS_MAX are left out. */
typedef struct talk {
	mynd_slice head;
	talk_step steps[TALK_STEPS_MAX];
	size_t count;
} talk;

void talk_read(talk *t, mynd_slice input);

/*
 * The password of all logins that have one, in clear perhaps. It begins as a query does, and is in no input:
 * a log of the talk has no line with it, whatever the server says.
 */
#define TALK_PASSWORD      "\x03 +zQ7-nobody-says-this-9Kf+"
#define TALK_PASSWORD_HEAD 8 /* so many of its first bytes are enough to know it */

/* How a session is driven through a talk. */
typedef struct talk_way {
	const char *name;
	bool pieces; /* bytes come in random pieces, through buffers that change */
	uint32_t random;
	uint8_t fill; /* what new values of the allocator are filled with */
} talk_way;

/* Options that the head of an input chooses. */
typedef struct talk_options {
	mynd_session_options session;
	mynd_attribute attribute;
	size_t buffer;      /* bytes of the first read buffer */
	unsigned refuse_at; /* the large cell that cannot be had; 0: none */
	unsigned fail_at;   /* the allocation of the session that fails; 0: none */
	uint32_t random;
	bool big; /* packets of 16 MB may come */
} talk_options;

talk_options talk_options_of(mynd_slice head);

/* What has happened, in order. */
typedef struct talk_event {
	uint32_t step;
	int kind; /* mynd_event_kind; TALK_DIED */
	uint64_t hash;
} talk_event;

enum { TALK_DIED = -1 };

typedef struct talk_command {
	uint32_t number; /* its owner */
	mynd_com com;
	uint8_t *types; /* of a fetch */
	uint32_t columns;
	struct talk_command *next;
} talk_command;

typedef struct run {
	talk *talk;
	talk_way way;
	talk_options options;
	mynd_session *session;
	mynd_session_counts counts;
	mynd_wirelog *log;
	/* the read buffer */
	uint8_t *buffer;
	size_t cap, most;
	bool kept;
	/* the commands whose reply is not over */
	talk_command *first, *last;
	unsigned outstanding;
	uint32_t commands; /* queued so far */
	/* the result at hand */
	uint8_t types[MYND_COLUMNS_MAX];
	uint32_t columns;
	/* large cells */
	unsigned values_made, values_live;
	size_t values_bytes;
	/* what has happened */
	talk_event *events;
	size_t event_count, event_room;
	uint32_t step;
	bool dead;
	bool died_of_row; /* of a row that is none, which is found out early or late */
	bool interrupted; /* something was refused or failed: from `interrupted_at` on ways differ */
	uint32_t interrupted_at;
	uint64_t arrived, queued; /* bytes from the server, and what the client has put in */
	uint64_t output_bytes, output_hash;
	bool has_authenticated; /* answers to challenges are random, in part */
	fuzz_pile wire;         /* delivered, not taken yet */
	fuzz_pile held;         /* said, not delivered */
	uint8_t held_number;    /* of the next packet */
	size_t filled;          /* bytes of TALK_FILL */
} run;

/* --- session_run.c: bytes. The target `packed` has functions of its own in place of these --- */

void run_open(run *r, talk *t, const talk_way *way);
void run_close(run *r); /* the session; the events stay */
void run_deliver(run *r, mynd_slice bytes);
void run_pull(run *r); /* events, until there are none */
void run_flush(run *r, size_t most);
void run_lend(run *r, size_t cap);
void run_move(run *r, size_t cap, bool kept);

/* --- session_values.c --- */

mynd_allocator run_allocator(run *r);
size_t run_portion(run *r, size_t room, size_t left); /* how many bytes come at a time */
void run_interrupt(run *r);
void run_check_dead(run *r);
void run_free(run *r);

/* --- session_events.c --- */

void run_note(run *r, const mynd_event *event); /* checks it, too */
void run_note_death(run *r);
void run_command(run *r, mynd_com com, const uint8_t *types, uint32_t columns);
void run_over(run *r); /* the first command's reply */

/* --- session_commands.c --- */

void run_client(run *r, const talk_step *step);

/* --- session_mutate.c: LLVMFuzzerCustomMutator and LLVMFuzzerCustomCrossOver --- */

#endif
