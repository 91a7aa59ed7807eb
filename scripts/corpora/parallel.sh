#!/bin/sh
# A corpus over several hosts with GNU parallel: parallel.sh NAMES HOSTS RESULTS [options of map]
# NAMES holds one file name a line (the same path on every host); HOSTS is an --sshloginfile of GNU parallel: one host a line.
# A job that fails, and every job of a host that is lost, runs again elsewhere. What RESULTS holds already is not computed again by a
# second run: the jobs that the log calls finished are skipped.
# Code 3 of map = none of these files could be read: their lines say so.
set -eu
names=$1 hosts=$2 results=$3
shift 3
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${MAP:=npm run -s map --}" "${BLOCK:=8}"
parallel --will-cite --sshloginfile "$hosts" --workdir "$root" --joblog "$results.log" --resume --retries 5 --max-args "$BLOCK" \
  "$MAP --jobs 1 $* {} || [ \$? -eq 3 ]" < "$names" >> "$results"
