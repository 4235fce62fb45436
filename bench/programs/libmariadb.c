/*
 * What the C client library of MariaDB needs: connects, works, closes, again and again.
 *
 *     libmariadb SERVER USER PASSWORD DATABASE none|select|insert TIMES [tls]
 *
 * SERVER is the path of a unix socket or ADDRESS:PORT. Prints CPU and time of all in microseconds, page
 * faults, as one JSON object.
 */
#define _GNU_SOURCE
#include <mysql.h>
#include <stdio.h>
#include <stdlib.h>
#include "../servers/conversation.h"

static char **arguments; /* from SERVER on */
static bool tls;

static void fail(MYSQL *link)
{
	fprintf(stderr, "libmariadb: %s\n", mysql_error(link));
	exit(1);
}

static MYSQL *open_link(void)
{
	char host[64] = "";
	const char *server = arguments[0], *colon = strrchr(server, ':');
	bool local = server[0] == '/';
	my_bool no = 0, yes = 1;
	MYSQL *link = mysql_init(NULL);
	if (!local) {
		snprintf(host, sizeof host, "%.*s", (int) (colon - server), server);
	}
	mysql_options(link, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &no);
	mysql_options(link, MYSQL_OPT_SSL_ENFORCE, tls ? &yes : &no);
	if (!mysql_real_connect(link, local ? "localhost" : host, arguments[1], arguments[2], arguments[3],
	        local ? 0 : (unsigned) atoi(colon + 1), local ? server : NULL, 0)) {
		fail(link);
	}
	return link;
}

/* The number of answers. */
static int work(MYSQL *link, const char *what)
{
	if (strcmp(what, "none") == 0) {
		return 1;
	}
	bool select = strcmp(what, "select") == 0;
	const char *text = select ? "SELECT 1" : "INSERT INTO bench_connect (text) VALUES ('one row')";
	if (mysql_query(link, text) != 0) {
		fail(link);
	}
	if (!select) {
		return (int) mysql_affected_rows(link);
	}
	MYSQL_RES *result = mysql_store_result(link);
	int answer = atoi(mysql_fetch_row(result)[0]);
	mysql_free_result(result);
	return answer;
}

static int visit(void)
{
	MYSQL *link = open_link();
	int answers = work(link, arguments[4]);
	mysql_close(link);
	return answers;
}

int main(int argc, char **argv)
{
	if (argc < 7) {
		fprintf(stderr, "usage: libmariadb SERVER USER PASSWORD DATABASE none|select|insert TIMES [tls]\n");
		return 2;
	}
	arguments = argv + 1;
	tls = argc > 7;
	measure_visits(atoi(argv[6]), visit);
	return 0;
}
