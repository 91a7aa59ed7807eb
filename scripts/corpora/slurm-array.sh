#!/bin/sh
#SBATCH --job-name=corpus
# A corpus as a Slurm array: sbatch --array=0-15 slurm-array.sh ROOT NAMES RESULTS [options of map]
# ROOT is this project on a file system that every node sees, RESULTS a folder there. Task k of n takes every n-th name and appends to a file
# of its own; a task that was stopped goes on where its file ends, here at once, and after a requeue just as well.
set -u
root=$1 names=$2 results=$3
shift 3
: "${MAP:=npm run -s map --}"
own=$results/part-$SLURM_ARRAY_TASK_ID.jsonl
mkdir -p "$results"
cd "$root" || exit 1
for _ in 1 2 3 4 5; do
  touch "$own"
  awk -v k="$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))" -v n="$SLURM_ARRAY_TASK_COUNT" 'NR % n == k' "$names" |
    $MAP --jobs "${SLURM_CPUS_PER_TASK:-1}" --done "$own" "$@" >> "$own"
  code=$?
  # 3 = none of these files could be read: their lines say so.
  if [ $code -eq 0 ] || [ $code -eq 3 ]; then exit 0; fi
done
exit $code
