"""Sweeps on a cluster: shards go to the workers of Dask, and come back as the files that one machine would have made.

A worker runs the program `supple` on its share of the rows, in a folder of its own. A share whose program or worker dies
is tried once more, then halved until the guilty case is found. That case is recorded as failed, and the share is done
again without it.
"""

import argparse
import fcntl
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from ._program import program

FAILED, DONE = 5, 0


def parser():
    """The options of `supple sweep` that mean something on a cluster."""
    command = argparse.ArgumentParser(prog="supple sweep", allow_abbrev=False)
    command.add_argument("verb", choices=["sweep"])
    command.add_argument("file")
    command.add_argument("cases", nargs="?")
    command.add_argument("--out", required=True)
    command.add_argument("--dask")
    for name in ("--grid", "--reduce", "--set", "--failed"):
        command.add_argument(name, action="append", default=[])
    for name in ("--do", "--sample", "--seed", "--draw", "--outputs", "--model", "--cases-in-shard"):
        command.add_argument(name)
    for name in ("--continue", "--stability", "--quiet", "--fresh"):
        command.add_argument(name, action="store_true")
    command.add_argument("--threads")
    return command


def solving_words(options):
    """What every share is told."""
    words = []
    for name in ("grid", "reduce", "set", "failed"):
        for value in getattr(options, name):
            words += [f"--{name}", value]
    for name in ("do", "sample", "seed", "draw", "outputs", "model"):
        value = getattr(options, name)
        if value is not None:
            words += [f"--{name}", str(value)]
    return words + [f"--{name}" for name in ("continue", "stability") if getattr(options, name)]


def run_here(words, **how):
    """The program on this machine."""
    found = os.environ.get("SUPPLE_PROGRAM") or program()
    if found is None:
        raise RuntimeError("this package was built without the command line; rebuild with -DSUPPLE_APPS=ON")
    return subprocess.run([found, "sweep", *words], **how)


def work(task):
    """On a worker: one share of the rows. Answers with the file of its shard, or with how the program died."""
    with tempfile.TemporaryDirectory(prefix="supple-sweep-") as name:
        folder = pathlib.Path(name)
        for path, content in task["files"].items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        words = [task["model"], *task["cases"], "--out", "r.csv", "--threads", "1", "--quiet",
                 "--shard", task["shard"], "--cases-in-shard", str(task["size"]), *task["words"]]
        for line, reason in task["failed"].items():
            words += ["--failed", f"{line}={reason}"]
        begin = time.monotonic()
        outcome = run_here(words, cwd=folder, capture_output=True, text=True)
        if outcome.returncode < 0 or outcome.returncode == 1:
            return {"died": f"the program that solved this case ended by signal {-outcome.returncode}"
                    if outcome.returncode < 0 else "the program that solved this case failed"}
        if outcome.returncode not in (DONE, FAILED):
            raise RuntimeError(outcome.stderr.strip())
        rows = list((folder / "r.csv.parts").glob("*.rows"))
        manifest = json.loads((folder / "r.csv.parts/manifest.json").read_text())
        return {"rows": rows[0].read_bytes(), "same": manifest["same"], "seconds": time.monotonic() - begin}


def records(file):
    """Where each record of a table begins: (byte, line from 0), the header first; comments and empty lines are none."""
    quoted, at = False, 0
    for number, line in enumerate(file):
        bare = line.strip(b" \t\r\n\xef\xbb\xbf")
        if not quoted and bare and not bare.startswith(b"#"):
            yield at, number
        if quoted or not bare.startswith(b"#"):
            quoted ^= bool(line.count(b'"') & 1)
        at += len(line)


class Cases:
    """What a worker needs of the cases: some rows of a table, on the lines on which they stand; or nothing."""

    def __init__(self, path, plan):
        self.path, self.rows, self.size = path, plan["rows"], plan["rows_in_shard"]
        if path is None:
            return
        self.marks = []
        with open(path, "rb") as file:
            for row, place in enumerate(records(file)):
                if row == 1:
                    self.head_end = place
                if row > 0 and (row - 1) % self.size == 0:
                    self.marks.append(place)

    def end(self, begin, size):
        return min(self.rows, begin + size)

    def share(self, begin, size):
        """(files, arguments, shard, line of each row) of the rows from `begin` on."""
        end = self.end(begin, size)
        if self.path is None:
            return {}, [], f"{begin // size + 1}/{-(-self.rows // size)}", range(begin + 1, end + 1)
        shard = begin // self.size
        byte, line = self.marks[shard]
        with open(self.path, "rb") as file:
            head = file.read(self.head_end[0])
            file.seek(byte)
            text = file.read(self.marks[shard + 1][0] - byte) if shard + 1 < len(self.marks) else file.read()
        places = [*records(text.splitlines(keepends=True)), (len(text), 0)]
        first, last = begin - shard * self.size, end - shard * self.size
        # Empty lines keep every row on its line, for messages.
        lines = [line + number + 1 for _, number in places[first:last]]
        text = head + b"\n" * (lines[0] - 1 - head.count(b"\n")) + text[places[first][0]:places[last][0]]
        name = pathlib.Path(self.path).name
        return {name: text}, [name], "1/1", lines


class Cluster:
    """Shards of one sweep on the workers of one client."""

    def __init__(self, client, options):
        self.client, self.options = client, options
        model = pathlib.Path(options.file)
        self.model = model.name
        self.files = {model.name: model.read_bytes()}
        for word in set(re.findall(rb"[^\s,\[\]{}\"']+", self.files[model.name])):
            # Files beside the model that it names: histories, maps of a field.
            name = pathlib.PurePath(os.fsdecode(word))
            if not name.is_absolute() and ".." not in name.parts and (model.parent / name).is_file():
                self.files[str(name)] = (model.parent / name).read_bytes()
        self.words = solving_words(options)
        self.failed = {}       # of each shard: reasons by lines
        self.tried = {}        # of a share: how often it died
        self.rounds = {}       # of a shard: how often it was taken apart
        self.open_halves = {}  # of a shard: how many parts of it are still to be looked at

    def submit(self, cases, begin, size, whole):
        files, arguments, shard, lines = cases.share(begin, size)
        task = {"files": {**self.files, **files}, "model": self.model, "cases": arguments, "shard": shard, "size": size,
                "words": self.words, "failed": self.failed.get(begin // cases.size, {}) if whole else {}}
        return self.client.submit(work, task, pure=False, retries=2), (begin, size, whole, lines[0])

    def died(self, share, reason, cases, queue):
        """A share whose program or worker died: once more, then its halves; a single row is the guilty one."""
        begin, size, whole, line = share
        shard = begin // cases.size
        self.tried[begin, size] = self.tried.get((begin, size), 0) + 1
        if self.tried[begin, size] == 1:
            queue.append((begin, size, whole))
        elif cases.end(begin, size) - begin > 1:
            half = (size + 1) // 2
            second = size - half if cases.path else half
            halves = [(begin, half, False), (begin + half, second, False)]
            halves = [each for each in halves if each[0] < cases.end(begin, size)]
            self.open_halves[shard] = self.open_halves.get(shard, 0) + len(halves) - (0 if whole else 1)
            queue += halves
        else:
            self.failed.setdefault(shard, {})[line] = reason
            if whole:
                self.again(shard, cases, queue)
            else:
                self.half_done(shard, cases, queue)

    def half_done(self, shard, cases, queue):
        """Where the last one is done, all guilty cases of the shard are known."""
        self.open_halves[shard] -= 1
        if self.open_halves[shard] == 0:
            self.again(shard, cases, queue)

    def again(self, shard, cases, queue):
        """The whole shard without its guilty cases."""
        self.rounds[shard] = self.rounds.get(shard, 0) + 1
        if self.rounds[shard] > 3:
            raise RuntimeError(f"shard {shard} dies again and again, though its guilty cases are left out")
        self.tried[shard * cases.size, cases.size] = 0
        queue.append((shard * cases.size, cases.size, True))

    def run(self, cases, plan, folder, told):
        from distributed import as_completed
        shards = -(-cases.rows // cases.size)
        missing = [k for k in range(shards) if not (folder / f"{k:010}.rows").exists()]
        queue = [(k * cases.size, cases.size, True) for k in reversed(missing)]
        threads = sum(self.client.nthreads().values()) or 1
        shares, done, seconds = {}, shards - len(missing), 0.0
        coming = as_completed()
        while queue or shares:
            while queue and len(shares) < 4 * threads + 4:
                future, share = self.submit(cases, *queue.pop())
                shares[future.key] = share
                coming.add(future)
            future = next(coming)
            share = shares.pop(future.key)
            begin, _, whole, _ = share
            if future.status == "error":
                error = future.exception()
                if type(error).__name__ != "KilledWorker":
                    raise RuntimeError(str(error))
                answer = {"died": "the worker that solved this case died"}
            elif future.status == "cancelled":
                raise ConnectionError("the scheduler lost the work")
            else:
                answer = future.result()
            if "died" in answer:
                self.died(share, answer["died"], cases, queue)
                continue
            for name in ("program", "instructions"):
                if answer["same"][name] != plan["same"][name]:
                    raise RuntimeError(f"a worker has {answer['same'][name]} as {name}, this machine "
                                       f"{plan['same'][name]}: results would not be the same bytes")
            seconds += answer["seconds"]
            if not whole:
                self.half_done(begin // cases.size, cases, queue)
                continue
            place = folder / f"{begin // cases.size:010}.rows"
            part = place.with_name(place.name + ".part")
            with open(part, "wb") as file:
                file.write(answer["rows"])
                file.flush()
                os.fsync(file.fileno())
            part.rename(place)
            done += 1
            told(done, shards)
        return seconds


def sweep_on(connect, options):
    """All shards on a cluster, then the result here. `connect` gives a client, again where a scheduler was lost."""
    out = pathlib.Path(options.out)
    here = [options.file, *([options.cases] if options.cases else []), "--out", str(out), *solving_words(options)]
    size = options.cases_in_shard
    if options.cases is None and size:  # halves of a share must be shares too
        size = 1 << (int(size).bit_length() - 1)
    quiet = {name: value for name, value in os.environ.items() if name != "SUPPLE_CRASH_AT_LINE"}
    code = run_here([*here, "--plan", *(["--fresh"] if options.fresh else []),
                     *(["--cases-in-shard", str(size)] if size else [])], env=quiet).returncode
    if code != 0:
        return code
    folder = pathlib.Path(os.path.realpath(out) + ".parts")
    plan = json.loads((folder / "manifest.json").read_text())
    cases = Cases(options.cases, plan)
    shown = sys.stderr.isatty() and not options.quiet

    def told(done, shards):
        if shown:
            print(f"\r{done} of {shards} shards", end="\033[K", file=sys.stderr, flush=True)

    with open(folder / "lock", "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print(f"error: {folder}: another sweep works here; wait for its end, or choose another --out", file=sys.stderr)
            return 2
        for attempt in range(5):
            try:
                client = connect()
                with client.as_current():
                    Cluster(client, options).run(cases, plan, folder, told)
                break
            except (OSError, TimeoutError) as lost:
                if attempt == 4:
                    print(f"error: the scheduler was lost: {lost}; what was done is kept in {folder}, and the same "
                          "command goes on", file=sys.stderr)
                    return 1
                time.sleep(1)
    if shown:
        print("\r\033[K", end="", file=sys.stderr)
    return run_here([*here, *(["--quiet"] if options.quiet else [])], env=quiet).returncode


def main(arguments):
    """`supple sweep .. --dask ADDRESS`"""
    from distributed import Client
    options = parser().parse_args(arguments)
    clients = []

    def connect():
        for client in clients:
            client.close(timeout=1)
        clients[:] = [Client(options.dask, timeout="20s", set_as_default=False)]
        return clients[0]

    try:
        return sweep_on(connect, options)
    except RuntimeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    except OSError as error:
        print(f"error: --dask {options.dask}: {error}", file=sys.stderr)
        return 2
    finally:
        for client in clients:
            client.close(timeout=1)
