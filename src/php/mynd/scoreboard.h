/* mynd.scoreboard, and Mynd\scoreboard(). */
#ifndef MYND_PHP_SCOREBOARD_H
#define MYND_PHP_SCOREBOARD_H

void mynd_scoreboard_startup(void);  /* maps the file, after the settings are read and before workers exist */
void mynd_scoreboard_shutdown(void); /* called when the module's globals are shut down */

#endif
