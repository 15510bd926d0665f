"""supple sweep as a user meets it: what survives kill -9, Ctrl-C, a full disk and a torn file; shares, grids, samples.

usage: test_sweep.py PROGRAM EXAMPLES
"""

import csv
import json
import os
import pathlib
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
CATHETER = EXAMPLES / "catheter.yaml"
HEADER = "loads.0.force.x [mN],loads.0.force.y [mN],loads.0.moment.z [mN mm]"


def command(*arguments):
    return [str(PROGRAM), "sweep", *map(str, arguments)]


def run(*arguments, **options):
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=120, **options)


def solve(*arguments, folder=None):
    return subprocess.run([str(PROGRAM), "solve", *map(str, arguments), "--quiet"], capture_output=True, text=True,
                          timeout=120, cwd=folder)


class Sweep(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.out = self.folder / "r.csv"
        self.parts = self.folder / "r.csv.parts"

    def table(self, rows, name="cases.csv", seed=1):
        draw = random.Random(seed).uniform
        lines = [f"{draw(-4, 4):.5g},{draw(-4, 4):.5g},{draw(-200, 200):.6g}" for _ in range(rows)]
        path = self.folder / name
        path.write_text("\n".join([HEADER, *lines]) + "\n")
        return path

    def sweep(self, *arguments, code=0, **options):
        outcome = run(*arguments, "--out", self.out, **options)
        self.assertEqual(outcome.returncode, code, outcome.stderr)
        return outcome

    def rows(self):
        return list(csv.DictReader(self.out.read_text().splitlines(keepends=True)))

    def whole(self, cases, *arguments):
        """The result of a sweep that nothing interrupts."""
        self.assertEqual(run(CATHETER, cases, "--out", self.folder / "whole.csv", *arguments).returncode, 0)
        return (self.folder / "whole.csv").read_bytes()

    def interrupted(self, cases, *arguments):
        """Ends a sweep when it has made some shards."""
        process = subprocess.Popen(command(CATHETER, cases, "--out", self.out, "--threads", 1, *arguments),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while process.poll() is None and len(list(self.parts.glob("*.rows"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 130, errors)
        return errors


class Results(Sweep):
    def test_are_those_of_solve_cases_and_do_not_depend_on_the_threads(self):
        cases = self.table(3000)
        solve(CATHETER, "--cases", cases, "--out", self.folder / "solved.csv")
        for threads in (1, 2, 5):
            self.sweep(CATHETER, cases, "--threads", threads)
            self.assertEqual(self.out.read_bytes(), (self.folder / "solved.csv").read_bytes())
            self.assertFalse(self.parts.exists())

    def test_have_the_columns_that_are_asked_for_in_that_order(self):
        cases = self.table(5)
        self.sweep(CATHETER, cases, "--outputs", "tip.position, energy.total")
        rows = self.rows()
        self.assertEqual(list(rows[0]), [*HEADER.split(","), "status", "tip.position.x [mm]", "tip.position.y [mm]",
                                         "tip.position.z [mm]", "energy.total [mN mm]"])
        whole = list(csv.DictReader(self.whole(cases).decode().splitlines()))
        self.assertEqual([row["energy.total [mN mm]"] for row in rows], [row["energy.total [mN mm]"] for row in whole])
        self.sweep(CATHETER, cases, "--outputs", "stability.stable,tip.position.z")
        self.assertTrue(self.out.read_text().splitlines()[0].endswith("status,stability.stable,tip.position.z [mm]"))
        self.assertIn("tip.positon: there is no", self.sweep(CATHETER, cases, "--outputs", "tip.positon", code=3).stderr)

    def test_name_each_failure_wherever_it_is(self):
        lengths = ["rod.length [mm]", *["50"] * 200]
        for bad in ([1], [200], [3, 150], [*range(1, 201)]):
            texts = list(lengths)
            for row in bad:
                texts[row] = "-1"
            cases = self.folder / "lengths.csv"
            cases.write_text("\n".join(texts) + "\n")
            # Messages call the table by its name.
            solved = solve(CATHETER, "--cases", cases.name, "--out", "solved.csv", folder=self.folder)
            self.assertEqual(solved.returncode, 5)
            outcome = self.sweep(CATHETER, cases, code=5)
            self.assertIn(f"{len(bad)} of 200 cases failed: {len(bad)} invalid", outcome.stderr)
            self.assertEqual(self.out.read_bytes(), (self.folder / "solved.csv").read_bytes())
            rows = self.rows()
            self.assertEqual([i + 1 for i, row in enumerate(rows) if row["status"] != "converged"], bad)
            self.assertIn("rod.length", rows[bad[0] - 1]["message"])


class Ended(Sweep):
    def test_by_kill_9_at_random_times_it_goes_on_to_the_same_bytes(self):
        cases = self.table(60_000)
        expected = self.whole(cases)
        begin = time.monotonic()
        self.whole(cases)
        took = time.monotonic() - begin
        draw, kills = random.Random(7), 0
        while kills < 20:
            process = subprocess.Popen(command(CATHETER, cases, "--out", self.out, "--quiet"))
            try:
                process.wait(timeout=draw.uniform(0.05, 0.9) * took)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
            else:
                self.assertEqual(process.returncode, 0)
                self.assertEqual(self.out.read_bytes(), expected)
                self.assertFalse(self.parts.exists())
                self.out.unlink()
        self.sweep(CATHETER, cases)
        self.assertEqual(self.out.read_bytes(), expected)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["cases.csv", "r.csv", "whole.csv"])

    def test_by_an_interrupt_it_says_so_and_goes_on(self):
        cases = self.table(150_000)
        self.assertRegex(self.interrupted(cases), r"interrupted after \d+ of 150000 cases, which are kept in .*r\.csv\.parts")
        self.assertFalse(self.out.exists())
        kept = {path: path.stat().st_mtime_ns for path in self.parts.glob("*.rows")}
        self.assertGreater(len(kept), 0)
        outcome = self.sweep(CATHETER, cases)
        self.assertRegex(outcome.stderr, r"goes on: \d+ of 150000 cases were done before")
        self.assertEqual(self.out.read_bytes(), self.whole(cases))

    def test_and_changed_it_is_refused_until_it_is_begun_anew(self):
        cases = self.table(200_000)
        self.interrupted(cases)
        for change, said in ((["--set", "rod.length=51 mm"], "model (was "), (["--outputs", "tip"], "columns (was "),
                             (["--stability"], "options (was ")):
            outcome = self.sweep(CATHETER, cases, *change, code=2)
            self.assertIn("holds another sweep; what differs: " + said, outcome.stderr)
            self.assertIn("--fresh", outcome.stderr)
        text = cases.read_text()
        cases.write_text(text[:-3] + "9\n")
        self.assertIn("what differs: cases (was", self.sweep(CATHETER, cases, code=2).stderr)
        cases.write_text(text)
        self.sweep(CATHETER, cases, "--outputs", "tip.position", "--fresh")
        self.assertEqual(self.out.read_bytes(), self.whole(cases, "--outputs", "tip.position"))

    def test_and_its_shards_torn_it_does_those_anew(self):
        cases = self.table(100_000)
        self.interrupted(cases)
        shards = sorted(self.parts.glob("*.rows"))
        cut = shards[0].read_bytes()
        os.truncate(shards[0], len(cut) // 2)
        flipped = bytearray(shards[1].read_bytes())
        flipped[1000] ^= 1
        shards[1].write_bytes(flipped)
        self.sweep(CATHETER, cases)
        self.assertEqual(self.out.read_bytes(), self.whole(cases))


class Places(Sweep):
    def test_a_full_disk_is_told_and_what_was_done_stays(self):
        cases = self.table(100_000)
        expected = self.whole(cases)

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (12 << 20, 12 << 20))

        # No file may be larger than that: shards have room, the result has none.
        outcome = self.sweep(CATHETER, cases, code=2, preexec_fn=little_room)
        self.assertIn("cannot be written to its end: File too large", outcome.stderr)
        self.assertFalse(self.out.exists())
        outcome = self.sweep(CATHETER, cases)
        self.assertIn("goes on: 100000 of 100000 cases were done before", outcome.stderr)
        self.assertEqual(self.out.read_bytes(), expected)

    def test_other_forms_are_refused_with_who_writes_them(self):
        outcome = run(CATHETER, self.table(1), "--out", self.folder / "r.h5")
        self.assertEqual(outcome.returncode, 2)
        self.assertIn("supple.sweep of the Python package", outcome.stderr)

    def test_two_sweeps_do_not_work_in_one_folder(self):
        cases = self.table(150_000)
        first = subprocess.Popen(command(CATHETER, cases, "--out", self.out, "--quiet"), stderr=subprocess.DEVNULL)
        while first.poll() is None and not (self.parts / "manifest.json").exists():
            time.sleep(0.001)
        second = run(CATHETER, cases, "--out", self.out)
        self.assertEqual(first.wait(timeout=120), 0)
        self.assertEqual(second.returncode, 2)
        self.assertIn("another sweep works here", second.stderr)
        self.assertEqual(self.out.read_bytes(), self.whole(cases))

    def test_a_folder_that_cannot_be_written_is_told_before_anything_is_solved(self):
        cases = self.table(3)
        closed = self.folder / "closed"
        closed.mkdir(mode=0o500)
        if os.access(closed, os.W_OK):  # root may write everywhere but where there is no folder
            closed = self.folder / "none"
        outcome = run(CATHETER, cases, "--out", closed / "r.csv")
        self.assertEqual(outcome.returncode, 2)
        self.assertIn("cannot write there", outcome.stderr)
        (self.folder / "r.csv.parts").write_text("a file")
        self.assertIn("cannot be made", self.sweep(CATHETER, cases, code=2).stderr)

    def test_a_hostile_manifest_is_refused(self):
        cases = self.table(3)
        for text in ("", "{", "[]", '{"format": "supple-sweep/1"}', "[" * 100_000, "x" * (2 << 20),
                     '{"format": "supple-sweep/1", "rows": 3, "rows_in_shard": 0, "same": {}}',
                     '{"format": "supple-sweep/1", "rows": 3, "rows_in_shard": -1, "same": {}}',
                     '{"format": "supple-sweep/1", "rows": 1e300, "rows_in_shard": 1, "same": {"a": 1}}'):
            self.parts.mkdir(exist_ok=True)
            (self.parts / "manifest.json").write_text(text)
            outcome = self.sweep(CATHETER, cases, code=2)
            self.assertRegex(outcome.stderr, "manifest.json: (cannot be read as the manifest|is larger than)")
        keep = self.parts / "notes.txt"
        keep.write_text("not ours")
        self.sweep(CATHETER, cases, "--fresh")
        self.assertEqual(keep.read_text(), "not ours")
        self.assertEqual([path.name for path in self.parts.iterdir()], ["notes.txt"])


class Shares(Sweep):
    def test_in_any_order_make_the_whole(self):
        cases = self.table(5000)
        expected = self.whole(cases)
        self.assertIn("holds no sweep to merge", self.sweep(CATHETER, cases, "--merge", code=2).stderr)
        for share in ("3/4", "1/4", "4/4"):
            self.assertIn("this share is done", self.sweep(CATHETER, cases, "--shard", share).stdout)
            self.assertFalse(self.out.exists())
        self.assertRegex(self.sweep(CATHETER, cases, "--merge", code=2).stderr,
                         r"\d+ of 5000 cases are not done; missing are shards")
        self.sweep(CATHETER, cases, "--shard", "2/4")
        self.sweep(CATHETER, cases, "--merge")
        self.assertEqual(self.out.read_bytes(), expected)
        self.assertFalse(self.parts.exists())

    def test_work_side_by_side(self):
        cases = self.table(5000)
        jobs = [subprocess.Popen(command(CATHETER, cases, "--out", self.out, "--quiet", "--shard", f"{i}/3"),
                                 stderr=subprocess.DEVNULL) for i in (1, 2, 3)]
        self.assertEqual([job.wait(timeout=120) for job in jobs], [0, 0, 0])
        self.sweep(CATHETER, cases, "--merge")
        self.assertEqual(self.out.read_bytes(), self.whole(cases))

    def test_that_are_none_are_refused(self):
        cases = self.table(3)
        for share in ("0/3", "4/3", "1", "a/b", "-1/3", "1/99999999999999999999"):
            self.assertIn("expected I/N", self.sweep(CATHETER, cases, "--shard=" + share, code=2).stderr)


class MadeCases(Sweep):
    def test_a_grid_has_every_combination_the_last_fastest(self):
        self.sweep(CATHETER, "--grid", "loads.0.force.x=-4:4:5 mN", "--grid", "loads.0.force.y=1 2 mN")
        rows = self.rows()
        self.assertEqual([(row["loads.0.force.x [mN]"], row["loads.0.force.y [mN]"]) for row in rows],
                         [(x, y) for x in ("-4", "-2", "0", "2", "4") for y in ("1", "2")])
        table = self.folder / "grid.csv"
        table.write_text("\n".join(",".join(line.split(",")[:2]) for line in self.out.read_text().splitlines()) + "\n")
        self.assertEqual(self.out.read_bytes(), self.whole(table))
        for grid, said in (("loads.0.force.x=1:2 mN", "FROM:TO:COUNT"), ("loads.0.force.x=1:2:1 mN", "from 2 to"),
                           ("loads.0.force.x", "PATH=VALUES"), ("loads.0.force.x=1:2:3", "no unit"),
                           ("loads.0.force.x=1:2:99999999 mN", "from 2 to")):
            self.assertIn(said, self.sweep(CATHETER, "--grid", grid, code=3).stderr)

    def uncertain(self, text):
        model = self.folder / "uncertain.yaml"
        model.write_text(CATHETER.read_text() + "uncertain:\n" + text)
        return model

    def test_samples_have_their_distributions_and_depend_on_the_seed_alone(self):
        model = self.uncertain("  - {path: rod.bending_stiffness, normal: 17 1 N mm^2}\n"
                               "  - {path: loads.0.force.x, uniform: -4 4 mN}\n")
        for draw, close in (("random", 0.1), ("latin", 1e-3), ("sobol", 1e-2)):
            with self.subTest(draw):
                texts = []
                for threads in (1, 2):
                    self.sweep(model, "--sample", 4096, "--seed", 3, "--draw", draw, "--outputs", "tip.position.x",
                               "--threads", threads)
                    texts.append(self.out.read_bytes())
                self.assertEqual(texts[0], texts[1])
                rows = list(csv.DictReader(texts[0].decode().splitlines()))
                stiffness = [float(row["rod.bending_stiffness [N mm^2]"]) for row in rows]
                force = sorted(float(row["loads.0.force.x [mN]"]) for row in rows)
                self.assertAlmostEqual(statistics.mean(stiffness), 17, delta=close)
                self.assertAlmostEqual(statistics.stdev(stiffness), 1, delta=close)
                self.assertAlmostEqual(statistics.mean(force), 0, delta=2 * close)
                self.assertAlmostEqual(statistics.stdev(force), 8 / 12**0.5, delta=2 * close)
                self.assertTrue(-4 < force[0] and force[-1] < 4)
                if draw != "random":  # a force in each of 4096 parts
                    self.assertEqual(sorted({int((x + 4) / 8 * 4096) for x in force}), list(range(4096)))
                self.sweep(model, "--sample", 4096, "--seed", 4, "--draw", draw, "--outputs", "tip.position.x")
                self.assertNotEqual(self.out.read_bytes(), texts[0])

    def test_uncertain_is_checked_where_it_is_read(self):
        for text, said in (("  - {path: rod.lenght, normal: 1 1 mm}\n", "uncertain.0.path"),
                           ("  - {path: rod.length, normal: 1 1 mN}\n", "is a force; expected a length"),
                           ("  - {path: rod.length, normal: 1 0 mm}\n", "not above 0"),
                           ("  - {path: rod.length, uniform: 2 1 mm}\n", "is empty"),
                           ("  - {path: rod.length, uniform: 1 2 3 mm}\n", "3 values"),
                           ("  - {path: rod.length, uniform: 1 2 mm, normal: 1 1 mm}\n", "uniform"),
                           ("  - {path: rod.length}\n", "normal")):
            self.assertIn(said, self.sweep(self.uncertain(text), "--sample", 3, code=3).stderr)
        self.assertIn("calls nothing uncertain", self.sweep(CATHETER, "--sample", 3, code=3).stderr)

    def test_cases_come_from_one_place(self):
        for arguments in ([], [self.table(1), "--sample", 3], ["--grid", "rod.length=1 mm", "--sample", 3]):
            self.assertIn("one of them", self.sweep(CATHETER, *arguments, code=2).stderr)


class Verbs(Sweep):
    def test_vibrations_of_each_row_are_those_of_modes(self):
        model = EXAMPLES / "free_vibration.yaml"
        self.sweep(model, "--grid", "rod.length=0.2:0.24:3 m", "--do", "modes", "--outputs",
                   "modes.0.frequency,modes.2.damping_ratio")
        for row in self.rows():
            told = json.loads(subprocess.run(
                [PROGRAM, "modes", model, "--json", "--set", f"rod.length={row['rod.length [m]']} m"],
                capture_output=True, text=True, timeout=60).stdout)
            self.assertEqual(row["status"], told["status"])
            self.assertAlmostEqual(float(row["modes.0.frequency [Hz]"]), told["modes"][0]["frequency"], delta=1e-9)
            self.assertAlmostEqual(float(row["modes.2.damping_ratio"]), told["modes"][2]["damping_ratio"], delta=1e-12)

    def test_motions_give_their_last_values(self):
        model = EXAMPLES / "released_rod.yaml"
        settings = ["--set", "simulation.duration=5 ms"]
        self.sweep(model, "--grid", "rod.length=0.2 0.19 m", "--do", "simulate", "--outputs", "tip.position.y", *settings)
        for row in self.rows():
            told = json.loads(subprocess.run(
                [PROGRAM, "simulate", model, "--json", *settings, "--set", f"rod.length={row['rod.length [m]']} m"],
                capture_output=True, text=True, timeout=60).stdout)
            self.assertAlmostEqual(float(row["tip.position.y [mm]"]), 1e3 * told["tip"]["position"][-1][1], delta=1e-9)

    def test_that_no_row_can_have_are_refused(self):
        cases = self.table(2)
        for verb, said in (("steer", "supple steer FILE --path"), ("estimate", "a file for each case"),
                           ("fit", "--do")):
            self.assertIn(said, self.sweep(CATHETER, cases, "--do", verb, code=2).stderr)
        self.assertIn("--outputs modes.0.frequency", self.sweep(CATHETER, cases, "--do", "modes", code=3).stderr)
        self.assertIn("those of solve", self.sweep(CATHETER, cases, "--do", "modes", "--stability", code=2).stderr)


class Reductions(Sweep):
    WISHES = ["mean tip.position.x", "sd tip.position.x", "min tip.position.y", "max tip.position.y",
              "quantile 0.9 tip.position.x", "within 2 mm of 45 0 * mm"]

    def reduced(self, *arguments):
        self.sweep(*arguments, *[part for wish in self.WISHES for part in ("--reduce", wish)])
        return {row["reduction"]: row for row in self.rows()}

    def test_are_those_of_the_table(self):
        cases = self.table(9000)
        rows = list(csv.DictReader(self.whole(cases).decode().splitlines()))
        x, y = ([float(row[f"tip.position.{axis} [mm]"]) for row in rows] for axis in "xy")
        told = self.reduced(CATHETER, cases)
        value = {wish: float(row["value"]) for wish, row in told.items()}
        self.assertAlmostEqual(value["mean tip.position.x"], statistics.fmean(x), delta=1e-13 * 50)
        self.assertAlmostEqual(value["sd tip.position.x"], statistics.stdev(x), delta=1e-12)
        self.assertEqual((value["min tip.position.y"], value["max tip.position.y"]), (min(y), max(y)))
        self.assertEqual(value["quantile 0.9 tip.position.x"], sorted(x)[8099])
        close = sum((a - 45)**2 + b**2 <= 4 for a, b in zip(x, y, strict=True)) / 9000
        self.assertGreater(close, 0.01)
        self.assertAlmostEqual(value["within 2 mm of 45 0 * mm"], close, delta=1e-15)
        self.assertEqual({row["cases"] for row in told.values()}, {"9000"})

    def test_do_not_depend_on_shares_and_bound_the_error_of_quantiles(self):
        cases = self.table(60_000)
        told = self.reduced(CATHETER, cases)
        text = self.out.read_bytes()
        x = sorted(float(row["tip.position.x [mm]"])
                   for row in csv.DictReader(self.whole(cases, "--outputs", "tip.position.x").decode().splitlines()))
        quantile = told["quantile 0.9 tip.position.x"]
        off = abs(float(quantile["value"]) - x[53999])
        self.assertLessEqual(off, float(quantile["half_width"]) * (1 + 1e-9))
        self.assertLess(float(quantile["half_width"]), 1e-3 * (x[-1] - x[0]))
        wishes = [part for wish in self.WISHES for part in ("--reduce", wish)]
        for share in ("2/3", "3/3", "1/3"):
            self.sweep(CATHETER, cases, "--shard", share, *wishes)
        self.sweep(CATHETER, cases, "--merge", *wishes)
        self.assertEqual(self.out.read_bytes(), text)

    def test_that_are_none_are_refused(self):
        cases = self.table(1)
        for wish, said in (("median tip.position.x", "expected mean"), ("mean tip.positon.x", "did you mean"),
                           ("mean tip.position", "one number"), ("quantile 2 tip.position.x", "from 0 to 1"),
                           ("within 1 mN of 1 2 3 mm", "as the radius"), ("within 1 mm", "within RADIUS")):
            self.assertIn(said, self.sweep(CATHETER, cases, "--reduce", wish, code=3).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
