/* mynd.scoreboard, and Mynd\scoreboard(). */
#ifndef MYND_PHP_SCOREBOARD_H
#define MYND_PHP_SCOREBOARD_H

void mynd_scoreboard_startup(void);  /* the settings are read: maps the file, before there are workers */
void mynd_scoreboard_shutdown(void); /* of the module's globals */

#endif
