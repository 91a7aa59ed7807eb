"""A corpus on a Dask cluster: dask_map.py SCHEDULER NAMES RESULTS [options of map].

NAMES holds one file name a line, on a file system that every worker sees. A block of names is a task; a worker that is lost costs its tasks
only, which run again on another one. Blocks are written as they finish; reduce does not depend on their order.
"""

import os
import subprocess
import sys

from distributed import Client, as_completed

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BLOCK = int(os.environ.get("BLOCK", "8"))


def run(names, options, command, root):
    """The lines of some files. Everything comes as an argument: a worker imports nothing of ours."""
    done = subprocess.run(
        command + ["--jobs", "1", *options],
        input="\n".join(names).encode(),
        stdout=subprocess.PIPE,
        cwd=root,
        check=False,
    )
    # 3 = none of these files could be read: their lines say so.
    if done.returncode not in (0, 3):
        raise RuntimeError(f"map ended with {done.returncode}")
    return done.stdout


def main(scheduler, names, results, *options):
    command = os.environ.get("MAP", "npm run -s map --").split()
    with open(names, encoding="utf8") as lines:
        files = [line.strip() for line in lines if line.strip()]
    blocks = [files[i : i + BLOCK] for i in range(0, len(files), BLOCK)]
    with Client(scheduler) as client, open(results, "ab") as out:
        tasks = client.map(run, blocks, options=options, command=command, root=ROOT, retries=5, pure=False)
        for task in as_completed(tasks):
            out.write(task.result())
            out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
