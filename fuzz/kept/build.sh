#!/bin/sh
# See fuzz/php/build.sh.
cd "$(dirname "$0")/../.." && exec fuzz/php/build.sh kept fuzz/rows/cells.c fuzz/rows/make.c fuzz/rows/fill.c fuzz/rows/read.c src/rows/*.c src/hooks/captured_result.c
