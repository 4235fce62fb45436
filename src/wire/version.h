/*
 * The version of mynd, by semantic versioning; it is defined only here. The file is in the lowest room, so
 * that every other room may include it. ./dev release --cut and --open write this file, and ./dev release
 * --check compares it with all other places that state a version. Between two versions it is the next one's,
 * with "-dev", so that Composer takes this build for packages that need the next one.
 */
#ifndef MYND_WIRE_VERSION_H
#define MYND_WIRE_VERSION_H

#define MYND_VERSION "0.3.0-dev"

#endif
