#!/bin/sh
# See fuzz/php/build.sh.
cd "$(dirname "$0")/../.." && exec fuzz/php/build.sh rows src/rows/*.c
