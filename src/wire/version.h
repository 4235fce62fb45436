/*
 * The version of mynd, by semantic versioning: the one place that has it. It stands in the lowest room, so
 * that every other may include it. ./dev release --cut writes it, and ./dev release --check compares
 * whatever else tells a version.
 */
#ifndef MYND_WIRE_VERSION_H
#define MYND_WIRE_VERSION_H

#define MYND_VERSION "0.2.0"

#endif
