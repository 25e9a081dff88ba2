#!/usr/bin/env python3
"""Runs `nuthatch reduce` and ddSMT side by side on a folder of tasks, and tabulates both.

A task is a folder with `input.smt2` and `check.sh`, which is given the path of a script and exits
with 1 if the script still shows the bug. Both reducers are given the same check through the same
wrapper, which counts how often it is run. ddSMT is installed by pip into an environment of its own.

    against_ddsmt.py TASKS [--nuthatch PATH] [--time SECONDS] [--jobs N] [--only NAME] [--keep FOLDER]

A task that native.json has arguments for is also run with a native predicate in place of the script:
these say the same as its check.sh does. What check.sh needs (solvers by name or by variables of the environment) is the caller's to set.
"""

import argparse
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

DDSMT = "ddsmt==2.0.6"


def environment_with_ddsmt(folder):
    """The ddsmt executable in an environment below `folder`, made if it is not there."""
    executable = folder / "bin" / "ddsmt"
    if not executable.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", DDSMT]
        subprocess.run(pip, check=True)
    return executable


def counting(check, folder):
    """A script that does what `check` does, and the file to which it adds a byte each time."""
    count = folder / "count"
    count.write_bytes(b"")
    wrapper = folder / "check.sh"
    wrapper.write_text(f'#!/bin/sh\nprintf . >> "{count}"\nexec "{check}" "$@"\n')
    wrapper.chmod(0o755)
    return wrapper, count


def run(command, seconds):
    """Runs a command in a group of its own; its seconds, and whether it ended by itself."""
    begin = time.monotonic()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
        finished = True
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        finished = False
    except BaseException:
        # Whoever stops us stops what we started.
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return output, time.monotonic() - begin, finished


def size(path, otherwise):
    try:
        return path.stat().st_size
    except OSError:
        return otherwise


def shows_bug(check, path):
    """Whether a result passes the check by itself."""
    if not path.exists():
        return False
    return subprocess.run([str(check), str(path)], capture_output=True).returncode == 1


def with_ddsmt(executable, task, options, folder):
    check, count = counting(task / "check.sh", folder)
    out = folder / "ddsmt.smt2"
    command = [str(executable), "-j", str(options.jobs), str(task / "input.smt2"), str(out), str(check)]
    _, seconds, finished = run(command, options.time)
    return {
        "bytes": size(out, size(task / "input.smt2", 0)),
        "checks": size(count, 0),
        "seconds": min(seconds, options.time),
        "finished": finished,
        "holds": shows_bug(task / "check.sh", out),
        "out": out,
    }


def with_nuthatch(task, options, folder, native=None):
    check, count = counting(task / "check.sh", folder)
    out = folder / ("native.smt2" if native else "nuthatch.smt2")
    command = [options.nuthatch, "reduce", str(task / "input.smt2"), "-o", str(out)]
    command += ["--jobs", str(options.jobs), "--time", f"{options.time}s", "--json"]
    command += native or ["--", str(check)]
    output, seconds, _ = run(command, options.time + 60)
    lines = output.decode(errors="replace").splitlines()
    summary = json.loads(lines[-1]) if lines else {}
    return {
        "bytes": size(out, size(task / "input.smt2", 0)),
        "checks": summary.get("checks", 0) if native else size(count, 0),
        "seconds": seconds,
        "finished": bool(summary.get("minimal")),
        "holds": shows_bug(task / "check.sh", out),
        "out": out,
    }


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0.0


def cell(result):
    mark = "" if result["finished"] else " unfinished"
    mark += "" if result["holds"] else " DOES NOT HOLD"
    return f"{result['bytes']:>8} {result['checks']:>6} {result['seconds']:>7.1f}{mark}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=pathlib.Path)
    parser.add_argument("--nuthatch", default="nuthatch", help="the executable")
    parser.add_argument("--time", type=int, default=180, help="seconds for one run of either")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", help="part of the name of a task")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the results")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
    executable = environment_with_ddsmt(cache / "nuthatch" / "against-ddsmt")
    tasks = sorted(path.parent for path in options.tasks.glob("*/check.sh"))
    if options.only:
        tasks = [task for task in tasks if any(part in task.name for part in options.only)]
    header = f"{'bytes':>8} {'checks':>6} {'seconds':>7}"
    print(f"{'task':<24}{'ddSMT':>8}{'':<16} {'nuthatch':>9}{'':<16}{'native':>7}")
    print(f"{'':<24}{header}  {header}  {header}")
    natives = json.loads((pathlib.Path(__file__).parent / "native.json").read_text())
    results, natively = [], []
    for task in tasks:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            theirs = with_ddsmt(executable, task, options, folder)
            ours = with_nuthatch(task, options, folder)
            native = natives.get(task.name)
            native = with_nuthatch(task, options, folder, native) if native else None
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                for result in filter(None, (theirs, ours, native)):
                    if result["out"].exists():
                        shutil.copy(result["out"], options.keep / f"{task.name}.{result['out'].name}")
        results.append((theirs, ours))
        if native:
            natively.append(theirs["seconds"] / max(native["seconds"], 1e-3))
        cells = "  ".join(cell(result) for result in (theirs, ours, native) if result)
        print(f"{task.name:<24}{cells}", flush=True)
    if not results:
        sys.exit("there is no task")

    smaller = sum(ours["bytes"] < theirs["bytes"] for theirs, ours in results)
    larger = max(ours["bytes"] / max(theirs["bytes"], 1) for theirs, ours in results)
    faster = geometric_mean([t["seconds"] / max(o["seconds"], 1e-3) for t, o in results])
    checks = sum(o["checks"] for _, o in results) / max(sum(t["checks"] for t, _ in results), 1)
    print(f"smaller on {smaller} of {len(results)}, at most {larger:.2f} times as large")
    print(f"{faster:.1f} times as fast in the geometric mean, {100 * checks:.0f} % of the checks")
    if natively:
        print(f"with native predicates {geometric_mean(natively):.1f} times as fast as ddSMT")


if __name__ == "__main__":
    main()
