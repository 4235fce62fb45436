#!/bin/sh
# See fuzz/php/build.sh. The talks are those of the target `session`, over a channel in place of its own
# buffers.
cd "$(dirname "$0")/../.." || exit
export DRIVER_FLAGS="-D_GNU_SOURCE -include fuzz/counted.h"
export LINK_FLAGS="-Wl,--wrap=mynd_session_want,--wrap=mynd_session_commit,--wrap=mynd_session_sent"
exec fuzz/php/build.sh packed fuzz/session.c fuzz/session_talk.c fuzz/session_events.c \
	fuzz/session_commands.c fuzz/session_mutate.c fuzz/session_values.c src/session/*.c src/auth/*.c \
	src/channel/compress.c src/channel/pump.c src/channel/channel.c src/channel/buffers.c src/channel/settings.c \
	src/channel/deadline.c src/channel/scope.c src/channel/filter.c src/channel/landing.c src/channel/listen.c src/channel/wire_log.c src/wirelog/*.c src/net/deadline.c
