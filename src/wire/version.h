/*
 * The version of mynd, by semantic versioning; it is defined only here. The file is in the lowest room, so
 * that every other room may include it. ./dev release --cut writes this file, and ./dev release --check
 * compares it with all other places that state a version.
 */
#ifndef MYND_WIRE_VERSION_H
#define MYND_WIRE_VERSION_H

#define MYND_VERSION "0.2.0"

#endif
