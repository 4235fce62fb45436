/*
 * Prepares: their replies, and what is none.
 */
#include "script.h"

static void prepare(script *s)
{
	script_prepare_statement(s, "SELECT ?, ?");
	script_prepared(s, 5, 3, 2, 1);
	script_definitions(s, "ss");
	script_definitions(s, "isD");
	script_feed(s);
	script_note(s, "phase %d", mynd_session_phase(s->session));
}

static void test_prepare(void **state)
{
	(void) state;
	script_both_ends(prepare, "> 0 16 SELECT ?, ?\n"
	                          "PREPARED #1 id=5 columns=3 parameters=2 warnings=1\n"
	                          "COLUMN #1 a\nCOLUMN #1 b\nCOLUMN #1 c\n"
	                          "COLUMNS_END #1 status=%d last\n"
	                          "phase 1\n");
}

static void prepare_without(script *s)
{
	script_prepare_statement(s, "DO 1");
	script_prepared(s, 1, 0, 0, 0);
	script_feed(s);
	script_prepare_statement(s, "DO ?");
	script_prepared(s, 2, 0, 1, 0);
	script_definitions(s, "s");
	script_feed(s);
	script_prepare_statement(s, "SELECT 1");
	script_prepared(s, 3, 1, 0, 0);
	script_definitions(s, "q");
	script_feed(s);
	script_prepare_statement(s, "SELEC");
	script_err(s, 1064, "#42000no");
	script_feed(s);
}

static void test_prepare_without_columns_or_parameters(void **state)
{
	(void) state;
	static const char lines[] = "> 0 16 DO 1\n"
	                            "PREPARED #1 id=1 columns=0 parameters=0 warnings=0\n"
	                            "COLUMNS_END #1 status=0 last\n"
	                            "> 0 16 DO ?\n"
	                            "PREPARED #2 id=2 columns=0 parameters=1 warnings=0\n"
	                            "COLUMNS_END #2 status=0 last\n"
	                            "> 0 16 SELECT 1\n"
	                            "PREPARED #3 id=3 columns=1 parameters=0 warnings=0\n"
	                            "COLUMN #3 a\n"
	                            "COLUMNS_END #3 status=%d last\n"
	                            "> 0 16 SELEC\n"
	                            "ERROR #4 1064 42000 no last\n";
	script_both_ends(prepare_without, lines);
}

/* An error in the place of any packet but the first ends the reply. */
static void prepare_broken_off(script *s)
{
	script_prepare_statement(s, "1");
	script_prepared(s, 1, 1, 2, 0);
	script_column(s, "?");
	script_err(s, 1105, "#HY000parameter");
	script_feed(s);
	script_prepare_statement(s, "2");
	script_prepared(s, 1, 1, 1, 0);
	script_column(s, "?");
	script_err(s, 1105, "#HY000their end");
	script_feed(s);
	script_prepare_statement(s, "3");
	script_prepared(s, 1, 1, 0, 0);
	script_err(s, 1105, "#HY000column");
	script_feed(s);
	script_prepare_statement(s, "4");
	script_prepared(s, 1, 1, 0, 0);
	script_column(s, "a");
	script_err(s, 1105, "#HY000their end");
	script_feed(s);
}

static void test_prepare_broken_off(void **state)
{
	(void) state;
	script_every_way(prepare_broken_off, EOF_CAPS,
	    "> 0 16 1\nPREPARED #1 id=1 columns=1 parameters=2 warnings=0\nERROR #1 1105 HY000 parameter last\n"
	    "> 0 16 2\nPREPARED #2 id=1 columns=1 parameters=1 warnings=0\nERROR #2 1105 HY000 their end last\n"
	    "> 0 16 3\nPREPARED #3 id=1 columns=1 parameters=0 warnings=0\nERROR #3 1105 HY000 column last\n"
	    "> 0 16 4\nPREPARED #4 id=1 columns=1 parameters=0 warnings=0\nCOLUMN #4 a\n"
	    "ERROR #4 1105 HY000 their end last\n");
}

/* What is no reply to a prepare kills. */
static void expect_bad(void (*say)(script *s), uint64_t capabilities, const char *what)
{
	for (size_t chunk = 0; chunk < 2; chunk++) {
		script s;
		script_log_in(&s, &(script_way){.chunk = chunk}, capabilities);
		say(&s);
		script_feed(&s);
		const mynd_error *error = mynd_session_error(s.session);
		assert_int_equal(mynd_session_phase(s.session), MYND_PHASE_DEAD);
		assert_int_equal(error->code, MYND_ERR_MALFORMED_PACKET);
		if (strstr(error->message, what) == NULL) {
			fail_msg("%s, not: %s", error->message, what);
		}
		script_close(&s);
	}
}

static void say_short(script *s)
{
	script_prepare_statement(s, "SELECT 1");
	script_packet(s, "\0\1\0\0\0\1\0\0\0\0\0", 11);
}

static void say_eof(script *s)
{
	script_prepare_statement(s, "SELECT 1");
	script_eof(s, 2);
}

static void say_result(script *s)
{
	script_prepare_statement(s, "SELECT 1");
	script_columns(s, 1);
}

static void say_empty(script *s)
{
	script_prepare_statement(s, "SELECT 1");
	script_packet(s, "", 0);
}

static void say_fewer_parameters(script *s)
{
	script_prepare_statement(s, "SELECT ?, ?");
	script_prepared(s, 1, 0, 2, 0);
	script_column(s, "?");
	script_eof(s, 2);
}

static void say_more_parameters(script *s)
{
	script_prepare_statement(s, "SELECT ?, ?");
	script_prepared(s, 1, 0, 1, 0);
	script_column(s, "?");
	script_column(s, "?");
}

static void say_too_early(script *s)
{
	s->deaf = true;
	script_prepare_statement(s, "SELECT 1");
	script_prepared(s, 1, 0, 0, 0);
}

static void say_row_too_early(script *s)
{
	s->deaf = true;
	script_fetch(s, 1, 1, "s");
	script_binary_row(s, "s", "x");
}

static void say_row_to_prepare(script *s)
{
	script_prepare_statement(s, "SELECT 1");
	script_prepared(s, 1, 1, 0, 0);
	script_definitions(s, "q");
	script_binary_row(s, "q", "1");
}

static void say_header_to_fetch(script *s)
{
	script_fetch(s, 1, 1, "s");
	script_columns(s, 1);
}

/* An OK packet answers the prepare (ProxySQL): nothing is prepared, and the session goes on. */
static void say_ok(script *s)
{
	script_prepare_statement(s, "SET sql_mode = ''");
	script_ok(s, 0, 0, 2, NULL);
	script_feed(s);
	script_prepare_statement(s, "DO 1");
	script_packet(s, "\0\1\0\0\0\0\0\0\0", 9);
	script_feed(s);
	script_note(s, "phase %d", mynd_session_phase(s->session));
}

static void test_other_sizes(void **state)
{
	(void) state;
	script_both_ends(say_ok, "> 0 16 SET sql_mode = ''\n"
	                         "REFUSED #1 2027 HY000 Wrong COM_STMT_PREPARE response size. Received 7 last\n"
	                         "> 0 16 DO 1\n"
	                         "PREPARED #2 id=1 columns=0 parameters=0 warnings=0\n"
	                         "COLUMNS_END #2 status=0 last\n"
	                         "phase 1\n");
}

static void test_malformed(void **state)
{
	(void) state;
	expect_bad(say_short, EOF_CAPS, "prepare");
	expect_bad(say_eof, EOF_CAPS, "prepare");
	expect_bad(say_eof, NOEOF_CAPS, "prepare");
	expect_bad(say_result, EOF_CAPS, "prepare");
	expect_bad(say_empty, EOF_CAPS, "empty");
	expect_bad(say_fewer_parameters, EOF_CAPS, "parameters");
	expect_bad(say_fewer_parameters, NOEOF_CAPS, "parameters");
	expect_bad(say_more_parameters, EOF_CAPS, "EOF");
	expect_bad(say_too_early, EOF_CAPS, "not sent yet");
	expect_bad(say_row_too_early, EOF_CAPS, "not sent yet");
	expect_bad(say_row_to_prepare, EOF_CAPS, "nobody asked");
	expect_bad(say_header_to_fetch, NOEOF_CAPS, "binary row");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_prepare),
	    cmocka_unit_test(test_prepare_without_columns_or_parameters),
	    cmocka_unit_test(test_prepare_broken_off),
	    cmocka_unit_test(test_other_sizes),
	    cmocka_unit_test(test_malformed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
