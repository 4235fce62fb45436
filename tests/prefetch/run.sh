#!/usr/bin/env bash
# Reads that come ahead (mynd.prefetch) are as fresh as the setting says: random programs over two connections
# and two processes, whose every read is checked. Run by `./dev test prefetch`. MYND_READS: how many;
# MYND_SEED: the first program.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"

reads=${MYND_READS:-40000} seed=${MYND_SEED:-$RANDOM}
for ((i = 0; i < 2; i++)); do
	check "programs of seed $((seed + i)): each of $((reads / 2)) reads is as fresh as the setting says" \
		"$MYND_PHP_CMD" "$here/ages.php" "$((seed + i))" "$((reads / 2))" 20
done
finish
