/*
 * Makes the simple commands. Decides which commands are barriers (nothing may be sent after one until its
 * reply was read), and which are silent (the server never replies).
 *
 * Not here: the framing of commands (frame.h), the replies to them (session).
 */
#include "command.h"
#include "lexer.h"

mynd_command mynd_command_simple(mynd_com com)
{
	return (mynd_command){.com = com};
}

mynd_command mynd_command_text(mynd_com com, mynd_slice text)
{
	return (mynd_command){.com = com, .body = text};
}

static mynd_command with_int(mynd_com com, unsigned width, uint32_t value)
{
	mynd_command command = {.com = com, .head_len = (uint8_t) width};
	for (unsigned i = 0; i < width; i++) {
		command.head[i] = (uint8_t) (value >> (8 * i));
	}
	return command;
}

mynd_command mynd_command_kill(uint32_t thread_id)
{
	return with_int(MYND_COM_PROCESS_KILL, 4, thread_id);
}

mynd_command mynd_command_refresh(uint8_t options)
{
	return with_int(MYND_COM_REFRESH, 1, options);
}

mynd_command mynd_command_set_option(uint16_t option)
{
	return with_int(MYND_COM_SET_OPTION, 2, option);
}

static const char word[] = "LOCAL";
#define WORD_LENGTH (sizeof word - 1)

/*
 * Returns true if the five bytes at `at` are or may be the word. If a letter is before or after them, they
 * are part of another word (LOCALE). A digit after them means that, too, but not a digit before them: it may
 * end the version of an executable comment.
 */
static __attribute__((noinline)) bool is_word(mynd_slice text, size_t at)
{
	mynd_cursor after = {text.ptr + at + WORD_LENGTH, text.ptr + text.len};
	return mynd_lexer_is_word((mynd_slice){text.ptr + at, WORD_LENGTH}, word) &&
	       (at == 0 || !mynd_lexer_is(text.ptr[at - 1], MYND_LEX_KEYWORD)) &&
	       !mynd_lexer_is(mynd_lexer_at(&after, 0), MYND_LEX_NAME);
}

static inline __attribute__((always_inline)) bool stands_at_any(mynd_slice text, size_t at, size_t places)
{
	const uint8_t *end = text.ptr + at + places;
	for (const uint8_t *l = text.ptr + at; l < end; l++) {
		if ((*l | 0x20) == 'l' && (l[1] | 0x20) == 'o' && is_word(text, (size_t) (l - text.ptr))) {
			return true;
		}
	}
	return false;
}

/* Returns true if the query contains the word. Some of the last sixteen positions may be searched twice. */
static bool contains_word(mynd_slice text)
{
	if (text.len < MYND_LEX_BLOCK_PLACES + WORD_LENGTH - 1) {
		return text.len >= WORD_LENGTH && stands_at_any(text, 0, text.len - WORD_LENGTH + 1);
	}
	size_t last = text.len - WORD_LENGTH + 1 - MYND_LEX_BLOCK_PLACES;
	for (size_t at = 0; at < last; at += MYND_LEX_BLOCK_PLACES) {
		if (mynd_lexer_block_has(text.ptr + at, "loc") && stands_at_any(text, at, MYND_LEX_BLOCK_PLACES)) {
			return true;
		}
	}
	return mynd_lexer_block_has(text.ptr + last, "loc") && stands_at_any(text, last, MYND_LEX_BLOCK_PLACES);
}

bool mynd_command_is_barrier(const mynd_command *command)
{
	if (command->barrier) {
		return true;
	}
	switch (command->com) {
	case MYND_COM_CHANGE_USER:
	case MYND_COM_QUIT:
		return true;
	case MYND_COM_QUERY:
	case MYND_COM_STMT_PREPARE:
		return contains_word(command->body);
	default:
		return false;
	}
}

bool mynd_command_is_silent(mynd_com com)
{
	return com == MYND_COM_QUIT || com == MYND_COM_STMT_CLOSE || com == MYND_COM_STMT_SEND_LONG_DATA;
}
