# "make test": with a server, which MYND_TEST_SOCKET and the others of docs/testing.md name, all tests; without one that which says so.
TESTS ?= $(if $(MYND_TEST_SOCKET),$(top_srcdir)/tests/phpt $(top_srcdir)/tests/faults,$(top_srcdir)/tests/phpt/connect/server.phpt)
