"""supple solve as a user meets it: numbers, files, tables of cases, exit codes.

usage: test_solve.py PROGRAM EXAMPLES HDF5

Published numbers are those of [Venkiteswaran 2019], computed by an independent implementation.
"""

import csv
import json
import math
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
HDF5 = sys.argv[3] == "hdf5"
CATHETER = EXAMPLES / "catheter.yaml"
COLUMN = EXAMPLES / "buckling_column.yaml"
CASES = EXAMPLES / "catheter_cases.csv"

# The names of a record, which other programs rely on.
NAMES = {
    "format": str, "command": str, "model": str, "status": str, "message": str, "tip": dict, "shape": dict,
    "coordinates": list, "stations": dict, "reactions": list, "base_reaction": dict, "fields": list, "balance": float,
    "snapped": bool, "energy": dict, "stability": dict, "solver": dict, "warnings": list, "model_error": dict,
}


def run(*arguments, folder=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=folder)


def record(*arguments):
    return json.loads(run("solve", *arguments, "--json").stdout)


def without_times(lines):
    records = [json.loads(line) for line in lines.splitlines()]
    for one in records:
        one["solver"].pop("seconds")
    return records


class Solve(unittest.TestCase):
    def assert_mm(self, metres, millimetres, tolerance=1e-6):
        for ours, theirs in zip(metres, millimetres, strict=True):
            self.assertAlmostEqual(1e3 * ours, theirs, delta=tolerance)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


class Numbers(Solve):
    def test_the_tip_load_of_fig_3a(self):
        self.assert_mm(record(CATHETER)["tip"]["position"], (43.319754, -12.117489, 17.455881))

    def test_the_three_loads_of_fig_4a(self):
        result = record(EXAMPLES / "multi_load_rod.yaml")
        self.assert_mm(result["tip"]["position"], (106.729566, -14.887989, 4.728406))

    def test_a_table_by_the_exact_rod_tells_stations_and_reactions(self):
        cases = self.write("cases.csv", "loads.tip.force.y [mN]\n27\n20\n")
        out = self.folder / "out.csv"
        run("solve", EXAMPLES / "held_catheter.yaml", "--model", "cosserat", "--cases", cases, "--out", out,
            "--set", "stations.middle=41 mm", "--quiet")
        lines = [line.split(",") for line in out.read_text().splitlines() if not line.startswith("#")]
        first = dict(zip(lines[0], lines[1], strict=True))
        self.assertAlmostEqual(float(first["reactions.P1.force.y [mN]"]), 152.96080, delta=1e-4)
        self.assertAlmostEqual(float(first["tip.position.x [mm]"]), 80.825161, delta=1e-5)
        self.assertGreater(float(first["stations.middle.position.x [mm]"]), 30)

    def test_the_reactions_of_two_fixtures(self):
        result = record(EXAMPLES / "held_catheter.yaml")
        self.assertEqual([reaction["name"] for reaction in result["reactions"]], ["P1", "P2"])
        self.assert_mm(result["reactions"][0]["force"], (0, 149.61172, -73.31825), 1e-4)
        self.assert_mm(result["reactions"][1]["force"], (0, -140.79885, 40.25008), 1e-4)
        self.assert_mm(result["tip"]["position"], (80.757251, 6.681589, -3.469919))
        # Loads, fixtures and base in balance.
        for axis, load in enumerate((9e-3, 27e-3, 15e-3)):
            held = sum(reaction["force"][axis] for reaction in result["reactions"])
            self.assertAlmostEqual(load + held + result["base_reaction"]["force"][axis], 0, delta=1e-14)

    def test_the_column_buckles_to_the_side_of_the_small_force(self):
        right, left = (record(COLUMN, "--set", f"loads.0.force={side} 0 -29.6 mN")["tip"]["position"]
                       for side in (0.1, -0.1))
        self.assertGreater(right[0], 0.06)
        self.assertAlmostEqual(right[0], -left[0], delta=1e-9)

    def test_the_eigenvalue_falls_linearly_to_zero_at_the_euler_load(self):
        def eigenvalue(load, segments):
            return record(COLUMN, "--set", f"loads.0.force=0 0 {-load} mN", "--set", f"model.segments={segments}",
                          "--stability")["stability"]["smallest_eigenvalue"]
        euler = math.pi**2 * 100 / 4 / 100**2 * 1e3  # mN
        # G is linear in the load of a straight column, and so is its least ratio to K.
        ends = eigenvalue(0, 4), eigenvalue(euler, 4)
        self.assertAlmostEqual(ends[0], 1, delta=1e-12)
        for fraction in (0.25, 0.5, 1.5):
            self.assertAlmostEqual(eigenvalue(fraction * euler, 4), 1 - fraction * (1 - ends[1]), delta=1e-12)
        # A chain's own buckling load nears Euler's with the square of its number of joints.
        finer = eigenvalue(euler, 8)
        self.assertLess(abs(ends[1]), 0.01)
        self.assertAlmostEqual(ends[1] / finer, 4, delta=0.2)

    def test_every_example_for_statics_is_solved(self):
        for name in ("catheter", "multi_load_rod", "held_catheter", "magnetic_catheter", "mri_catheter",
                     "buckling_column", "wall_contact", "vessel_bend", "vessel_insertion", "rod_driven_arm", "tendon_arm"):
            with self.subTest(name):
                outcome = run("solve", EXAMPLES / f"{name}.yaml", "--json")
                self.assertEqual(outcome.returncode, 0, outcome.stderr)
                self.assertLess(json.loads(outcome.stdout)["balance"], 1e-9)

    def test_a_csv_has_each_key_once(self):
        out = self.folder / "vessel.csv"
        self.assertEqual(run("solve", EXAMPLES / "vessel_bend.yaml", "--quiet", "--out", out).returncode, 0)
        keys = [line.split(" ")[1] for line in out.read_text().splitlines() if line.startswith("# ") and " = " in line]
        self.assertGreater(sum(key.startswith("contacts.") for key in keys), 20)
        self.assertEqual(len(keys), len(set(keys)))


class Snaps(Solve):
    """A shallow arch of rest curvature, clamped at both ends, that is pushed through."""
    ARCH = """supple: 1
rod: {length: 100 mm, bending_stiffness: 1000 N mm^2, rest_shape: [{curvature: 10 0 1/m}]}
base: {tangent: z, normal: x}
model: {type: curvature, arcs: 12}
loads: [{name: push, at: 50 mm, force: 0 0 0 N}]
constraints:
  - clamp: {name: end, at: tip, position: 0 -45.9697694132 84.1470984808 mm, tangent: 0 -0.841470984808 0.540302305868, normal: x}
  - fixture: {name: plane, at: 50 mm, hold: {x: 0 mm}}
"""

    def test_tables_say_that_a_path_snapped_as_a_single_solve_does(self):
        file = self.write("arch.yaml", self.ARCH)
        down = -0.8775825618903728, -0.47942553860420295
        rows = "".join(f"{name},{push * down[0]},{push * down[1]}\n" for name, push in (("light", 2), ("heavy", 40)))
        cases = self.write("pushes.csv", "case,loads.push.force.y [N],loads.push.force.z [N]\n" + rows)
        out = self.folder / "arches.csv"
        done = run("solve", file, "--cases", cases, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        light, heavy = done.stdout.splitlines()[1:3]
        self.assertTrue(light.endswith(" converged"), light)
        self.assertTrue(heavy.endswith(" converged, snapped"), heavy)
        with open(out, newline="") as stream:
            table = list(csv.DictReader(line for line in stream if not line.startswith("#")))
        self.assertEqual([float(row["snapped"]) for row in table], [0, 1])
        push = f"loads.push.force=0 {40 * down[0]} {40 * down[1]} N"
        self.assertTrue(record(file, "--set", push)["snapped"])
        self.assertIn("snapped to another branch", run("solve", file, "--set", push).stdout)


class Places(Solve):
    def test_a_reaction_says_where_it_acts_by_chains_and_by_the_exact_rod(self):
        file = self.write("guided.yaml", """supple: 1
rod: {length: 100 mm, bending_stiffness: 20000 mN mm^2}
base: {tangent: x, normal: y}
model: {type: isotropic-prb, segments: 8}
loads: [{at: tip, force: 0 3 1 mN}]
constraints: [{guide: {name: ring, point: 60 5 2 mm, near: 60 mm}}]
""")
        chain, exact = (record(file, "--model", model)["reactions"][0] for model in ("isotropic-prb", "cosserat"))
        self.assertGreater(exact["at"], 0.060)  # a bent rod is longer than its chord
        self.assertLess(exact["at"], 0.062)
        self.assertAlmostEqual(chain["at"], exact["at"], delta=2e-5)
        shown, = re.findall(r"^  ring +([0-9.]+) mm ", run("solve", file, "--no-judge").stdout, re.MULTILINE)
        self.assertAlmostEqual(float(shown), 1e3 * chain["at"], delta=0.006)
        held = EXAMPLES / "held_catheter.yaml"
        chain, exact = (record(held, "--model", model)["reactions"] for model in ("isotropic-prb", "cosserat"))
        for one, other in zip(chain, exact, strict=True):
            self.assertAlmostEqual(one["at"], other["at"], delta=1e-15)

    def test_every_format_tells_the_field_at_a_magnet(self):
        file = self.write("magnet.yaml", """supple: 1
rod: {length: 50 mm, bending_stiffness: 17 N mm^2}
base: {tangent: x, normal: y}
attachments: [{magnet: {name: tip, at: tip, sphere: {diameter: 3 mm}, remanence: 1.3 T}}]
environment: {magnetic_field: {uniform: 0 4 0 mT, gradient: 0 0.05 0 0 0 T/m}}
""")
        for model in ("isotropic-prb", "cosserat"):
            result = record(file, "--model", model)
            x, y, _ = result["tip"]["position"]
            field, = result["fields"]
            self.assertEqual((field["name"], field["at"]), ("tip", 0.05))
            for ours, theirs in zip(field["field"], (0.05 * y, 4e-3 + 0.05 * x, 0), strict=True):
                self.assertAlmostEqual(ours, theirs, delta=1e-15)
        # On the unloaded rod the magnet is at x = 50 mm.
        self.assertIn("0 6.5 0 mT at its place on the unloaded rod, 6.5 mT in all", run("check", file).stdout)
        cases, out = self.write("c.csv", "environment.magnetic_field.uniform.y [mT]\n4\n8\n"), self.folder / "r.csv"
        self.assertEqual(run("solve", file, "--cases", cases, "--out", out).returncode, 0)
        with out.open() as table:
            rows = list(csv.DictReader(table))
        for row, uniform in zip(rows, (4, 8), strict=True):
            self.assertAlmostEqual(float(row["fields.tip.field.y [mT]"]),
                                   uniform + 0.05 * float(row["tip.position.x [mm]"]), delta=1e-9)

    @unittest.skipUnless(HDF5, "this build has no HDF5")
    def test_a_file_that_cannot_be_written_to_its_end_is_an_error_and_leaves_nothing(self):
        def few_bytes():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        out = self.folder / "full.h5"
        done = subprocess.run([PROGRAM, "solve", EXAMPLES / "rod_driven_arm.yaml", "--quiet", "--out", out],
                              capture_output=True, text=True, timeout=60, preexec_fn=few_bytes)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("cannot be written to its end", done.stderr)
        self.assertFalse(out.exists())


class HeldRods(Solve):
    """A straight rod of 100 mm along x, held in ways that shorten, turn or miss it."""

    def held(self, model, *constraints, length="100 mm"):
        lines = "".join(f"  - {each}\n" for each in constraints)
        file = self.write("r.yaml", f"supple: 1\nrod: {{length: {length}, bending_stiffness: 20000 mN mm^2}}\n"
                          f"base: {{tangent: x, normal: y}}\nmodel: {{type: {model}}}\n"
                          "loads: [{at: tip, force: 0 3 1 mN}]\n" + ("constraints:\n" + lines if lines else ""))
        done = run("solve", file, "--json", "--no-judge")
        return done.returncode, json.loads(done.stdout)

    def test_a_guide_that_the_exact_rod_does_not_pass_is_no_success(self):
        for point in ("120 0 0", "2 1 0", "-5 0 0", "0 110 0", "101 0 0"):
            code, result = self.held("cosserat", f"{{guide: {{name: G, point: {point} mm}}}}")
            with self.subTest(point):
                if code == 0:
                    self.assertEqual(result["reactions"][0]["name"], "G")
                    places = result["shape"]["position"]
                    self.assertLess(min(math.dist(place, [1e-3 * float(x) for x in point.split()])
                                        for place in places), 1e-9)
                else:
                    self.assertEqual(code, 4)
                    self.assertIn(result["status"], ("not_converged", "infeasible"))

    def test_what_is_converged_is_balanced_however_short_the_rod_is(self):
        for length in ("1e-160 mm", "1e-150 mm", "1e-100 mm", "1e-30 mm"):
            for model in ("universal-prb", "isotropic-prb", "spherical-prb, joints: 4", "cosserat"):
                code, result = self.held(model, length=length)
                with self.subTest(length=length, model=model):
                    self.assertEqual(code == 0, result["status"] == "converged")
                    self.assertTrue(code == 4 or result["balance"] < 1e-6, result["balance"])

    def test_a_reaction_that_is_not_determined_is_called_so(self):
        code, result = self.held("cosserat", "{clamp: {name: P, position: 100 0 0 mm, tangent: x, normal: y}}")
        self.assertEqual(code, 0)
        self.assertIn("the reaction of 'P' along 1 0 0 is not determined", result["warnings"][0])

    def test_a_chain_holds_its_tip_nearer_than_it_is_long_and_its_tangent_backwards(self):
        code, result = self.held("isotropic-prb", "{fixture: {name: P, at: tip, hold: {x: 95 mm, y: 20 mm, z: 0 mm}}}")
        self.assertEqual(code, 0, result["message"])
        self.assert_mm(result["tip"]["position"], (95, 20, 0))
        code, result = self.held("isotropic-prb", "{fixture: {name: P, at: tip, hold: {tangent: -x}}}")
        self.assertEqual(code, 0, result["message"])
        w, x, y, z = result["tip"]["quaternion"]
        self.assertAlmostEqual(2 * (x * z + w * y), -1, delta=1e-9)

    def test_a_guide_is_met_by_any_number_of_segments(self):
        for segments in (8, 16, 48):
            code, result = self.held(f"isotropic-prb, segments: {segments}",
                                     "{guide: {name: G, point: 90 2 0 mm, near: 50 mm}}")
            self.assertEqual(code, 0, result["message"])
            self.assertAlmostEqual(result["reactions"][0]["force"][1], -3.32513e-3, delta=1e-7)

    def test_two_fixtures_on_the_exact_rod_end_in_bounded_work(self):
        file = self.write("f.yaml", "supple: 1\nrod: {length: 1 m, bending_stiffness: 1 N m^2}\nmodel: {type: cosserat}\n"
                          "constraints:\n  - fixture: {name: a, at: tip, hold: {y: 0.95 m, z: 0.1 m}}\n"
                          "  - fixture: {name: b, at: 0.85 m, hold: {x: 0.3 m}}\n")
        done = run("solve", file, "--json")
        self.assertIn(done.returncode, (0, 4), done.stderr)
        # How much that is, tests/cosserat counts.
        self.assertLess(json.loads(done.stdout)["solver"]["iterations"], 2000)


class Walls(Solve):
    WALL = EXAMPLES / "wall_contact.yaml"

    def test_the_contact_obeys_its_laws_and_is_a_reaction(self):
        result = record(self.WALL)
        contact, = result["contacts"]
        self.assertIn(contact["state"], ("stick", "slip"))
        self.assertAlmostEqual(contact["gap"], 0, delta=1e-14)
        self.assertGreater(contact["normal_force"], 1e-3)
        rubs = math.hypot(*contact["friction_force"])
        self.assertLessEqual(rubs, contact["friction"] * contact["normal_force"] * (1 + 1e-9))
        reaction, = result["reactions"]
        self.assertEqual(reaction["name"], "wall")
        self.assertAlmostEqual(math.hypot(*reaction["force"]), math.hypot(rubs, contact["normal_force"]), delta=1e-12)
        self.assertIn("normal force", run("solve", self.WALL).stdout)

    def test_a_table_says_of_a_wall_what_a_single_result_says(self):
        out = self.folder / "walls.csv"
        rows = EXAMPLES / "wall_increments.csv"
        done = run("solve", self.WALL, "--cases", rows, "--sequence", "--json", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        with open(out, newline="") as stream:
            table = list(csv.DictReader(line for line in stream if not line.startswith("#")))
        for row, one in zip(table, records, strict=True):
            contact, reaction = one["contacts"][0], one["reactions"][0]
            self.assertEqual(row["contacts.wall.state"], contact["state"])
            self.assertAlmostEqual(float(row["contacts.wall.normal_force [mN]"]), 1e3 * contact["normal_force"], delta=1e-12)
            self.assertAlmostEqual(float(row["contacts.wall.gap [mm]"]), 1e3 * contact["gap"], delta=1e-12)
            self.assertAlmostEqual(float(row["reactions.wall.at [mm]"]), 1e3 * reaction["at"], delta=1e-12)
            self.assertEqual(float(row["snapped"]), 1.0 if one["snapped"] else 0.0)
            self.assertEqual(row["stability.kind"], one["stability"]["kind"])
            self.assertEqual(float(row["warnings.count"]), len(one["warnings"]))

    def test_increments_follow_each_other_up_and_off_the_wall_again(self):
        rows = EXAMPLES / "wall_increments.csv"
        done = run("solve", self.WALL, "--cases", rows, "--sequence", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        states = [one["contacts"][0]["state"] for one in records]
        self.assertEqual((states[0], states[-1]), ("open", "open"))
        self.assertIn("slip", states)
        # The first and the last row have the currents of a catheter that never touched the wall.
        free = records[0]["tip"]["position"]
        again = record(self.WALL, "--set", "attachments.coils.currents=4 6 16 mA")["tip"]["position"]
        for ours, theirs, last in zip(free, again, records[-1]["tip"]["position"]):
            self.assertAlmostEqual(ours, theirs, delta=1e-13)
            self.assertAlmostEqual(ours, last, delta=1e-11)
        # Friction remembers: at the same currents on the way up and down the forces differ.
        names = [row["case"] for row in csv.DictReader(line for line in rows.read_text().splitlines()
                                                       if not line.startswith("#"))]
        most = names.index("most")
        up, down = (records[i]["contacts"][0]["friction_force"] for i in (most - 1, most + 1))
        self.assertGreater(math.dist(up, down), 1e-6)

    def test_currents_of_a_helmholtz_pair_may_follow_each_other(self):
        file = self.write("pair.yaml", "supple: 1\nrod: {length: 60 mm, bending_stiffness: 200 mN mm^2}\n"
                          "model: {type: spherical-prb, joints: 8}\nenvironment:\n  magnetic_field:\n    helmholtz_pairs:\n"
                          "      - {name: H, position: 0 0 0 mm, axis: x, radius: 100 mm, turns: 100, current: 0 A}\n"
                          "attachments: [{magnet: {name: m, at: tip, dipole: 0 0 0.01 A m^2}}]\n")
        path = "environment.magnetic_field.helmholtz_pairs.H.current"
        done = run("solve", file, "--cases", self.write("t.csv", f"{path} [mA]\n10\n20\n"), "--sequence", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for line, current in zip(done.stdout.splitlines(), (10, 20), strict=True):
            alone = record(file, "--set", f"{path}={current} mA")["tip"]["position"]
            self.assert_mm(json.loads(line)["tip"]["position"], [1e3 * x for x in alone])

    def test_a_clamp_turns_from_row_to_row_more_than_once(self):
        self.write("turning.csv", "time [s],rotation.x [rad]\n0,0\n1,7.2\n")
        rows = self.write("rows.csv", "time [s]\n" + "".join(f"{k / 6}\n" for k in range(1, 7)))
        text = ("supple: 1\nrod: {length: 100 mm, bending_stiffness: 200 N mm^2, torsional_stiffness: 160 N mm^2}\n"
                "base: {tangent: x}\nmodel: {type: %s}\nloads: [{at: 50 mm, force: 0 0 0 N}]\n"
                "constraints: [{clamp: {name: P, at: tip, position: 100 0 0 mm, tangent: x, normal: %s, history: turning.csv}}]\n")
        file = self.write("turned.yaml", text % ("cosserat", "y"))
        done = run("solve", file, "--cases", rows, "--sequence", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for k, line in enumerate(done.stdout.splitlines(), start=1):
            # GJ over the length, per radian.
            self.assertAlmostEqual(json.loads(line)["reactions"][0]["moment"][0], 1.6e-3 * 1.2 * k, delta=1e-8)
        # Whole turns are not lost without a word: the row before tells them.
        self.write("turning.csv", "time [s],rotation.x [rad]\n0,0\n1,13\n")
        for times, line, why in (("1,0", 2, "half a turn or more"), ("0.2,0\n0.6,0", 3, "half a turn or more"),
                                 ("0.2,0\n0.4,1e12\n0.6,0", 4, "no stable shape to go on from")):
            rows = self.write("lost.csv", f"time [s],loads.0.force.y [N]\n{times}\n")
            lost = run("solve", file, "--cases", rows, "--sequence", "--json")
            self.assertEqual(lost.returncode, 3, lost.stderr)
            self.assertIn(f"lost.csv:{line}: ", lost.stderr)
            self.assertIn(why, lost.stderr)
            self.assertEqual(len(lost.stdout.splitlines()), line - 2)
        # What is not told by rows is refused: a time for each, and a model that goes on from the row before.
        alone = self.write("alone.csv", "rod.length [mm]\n100\n")
        self.assertIn('a clamp moves, which needs the time of each row', run("solve", file, "--cases", alone, "--sequence").stderr)
        file = self.write("turned.yaml", text % ("spherical-prb", "y"))
        refused = run("solve", file, "--cases", rows, "--sequence")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("only the exact rod keeps", refused.stderr)

    def test_a_sequence_that_cannot_be_one_is_refused(self):
        lengths = self.write("lengths.csv", "rod.length [mm]\n101\n102\n")
        refused = run("solve", self.WALL, "--cases", lengths, "--sequence")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("may change loads, currents", refused.stderr)
        refused = run("solve", self.WALL, "--sequence")
        self.assertEqual(refused.returncode, 2)
        exact = run("solve", self.WALL, "--cases", EXAMPLES / "wall_increments.csv", "--sequence", "--model", "cosserat")
        self.assertEqual(exact.returncode, 3)


class Record(Solve):
    def test_it_has_the_names_that_others_read(self):
        result = record(EXAMPLES / "mri_catheter.yaml")
        self.assertEqual(result["format"], "supple-result/1")
        self.assertEqual(result["command"], "solve")
        for name, kind in NAMES.items():
            self.assertIsInstance(result[name], kind, name)
        self.assertEqual(set(result), set(NAMES))
        self.assertEqual(set(result["shape"]), {"arclength", "position", "quaternion", "force", "moment", "curvature"})
        self.assertEqual(set(result["tip"]), {"position", "quaternion"})
        self.assertEqual(set(result["stations"]["coil"]), {"position", "quaternion"})
        self.assertEqual(set(result["stability"]), {"stable", "kind"})
        self.assertEqual(set(result["solver"]), {"iterations", "residual", "seconds"})

    def test_a_single_solve_says_how_far_its_model_is_off(self):
        error = record(CATHETER)["model_error"]
        self.assertAlmostEqual(error["tip"], 0.256e-3, delta=1e-6)
        self.assertEqual((set(error), error["judge"]), ({"tip", "rotation", "judge"}, "cosserat"))
        self.assertIn("model error  the tip is 0.256 mm and 0.52 deg off", run("solve", CATHETER).stdout)
        self.assertNotIn("model_error", record(CATHETER, "--no-judge"))
        self.assertNotIn("model error", run("solve", CATHETER, "--no-judge").stdout)
        self.assertNotIn("model_error", record(CATHETER, "--model", "cosserat"))
        self.assertNotIn("model_error", run("solve", CATHETER, "--cases", CASES, "--json").stdout)
        arm = record(EXAMPLES / "rod_driven_arm.yaml")["model_error"]
        self.assertEqual(arm["judge"], "curvature, arcs: 96, twist: true")
        self.assertGreater(arm["tip"], 0)

    def test_stability_is_open_where_a_moment_has_no_energy(self):
        self.assertEqual(record(CATHETER)["stability"], {"stable": None, "kind": "divergence-only"})
        self.assertEqual(record(COLUMN)["stability"], {"stable": True, "kind": "energy"})

    def test_out_files_say_the_same(self):
        result = record(CATHETER)
        for name in ("r.json", "r.csv", "r.vtp") + (("r.h5",) if HDF5 else ()):
            outcome = run("solve", CATHETER, "--out", self.folder / name, "--quiet")
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["tip"], result["tip"])
        lines = [line for line in (self.folder / "r.csv").read_text().splitlines() if not line.startswith("#")]
        last = list(csv.DictReader(lines))[-1]
        self.assert_mm(result["tip"]["position"], [float(last[f"position.{c} [mm]"]) for c in "xyz"], 1e-12)
        points = xml.etree.ElementTree.parse(self.folder / "r.vtp").find("PolyData/Piece").get("NumberOfPoints")
        self.assertEqual(int(points), len(result["shape"]["arclength"]))
        if HDF5:
            import h5py
            with h5py.File(self.folder / "r.h5") as file:
                self.assertEqual(list(file["tip/position"]), result["tip"]["position"])


class Text(Solve):
    def test_it_is_coloured_on_a_terminal_only(self):
        shown = subprocess.run(["script", "-qec", f"'{PROGRAM}' solve '{CATHETER}'", "/dev/null"],
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60).stdout
        self.assertIn("\033[32mconverged\033[0m", shown)
        self.assertNotIn("\033", run("solve", CATHETER).stdout)

    def test_it_shows_tip_reactions_stability_and_shape(self):
        text = run("solve", EXAMPLES / "held_catheter.yaml").stdout
        for part in ("catheter held at two points", "converged", "80.7573 6.68159 -3.46992 mm",
                     "0 149.612 -73.3182 mN", "no divergence; flutter is not excluded", "s [mm]",
                     "an axial moment acts on a model that does not twist"):
            self.assertIn(part, text)

    def test_quiet_leaves_the_shape_out(self):
        self.assertNotIn("s [mm]", run("solve", CATHETER, "--quiet").stdout)

    def test_another_model_drops_the_parameters_and_says_so(self):
        outcome = run("solve", CATHETER, "--model", "isotropic-prb", "--json")
        self.assertEqual(outcome.returncode, 0)
        self.assertEqual(json.loads(outcome.stdout)["model"], "isotropic-prb")
        self.assertEqual(outcome.stderr.strip(),
                         "note: --model isotropic-prb: dropped model.parameters of the file's own model")
        # Gauss parameters: other numbers than those that were fitted to the universal joint.
        self.assertNotAlmostEqual(json.loads(outcome.stdout)["tip"]["position"][0], 0.043319754, delta=1e-5)

    def test_the_same_model_drops_nothing(self):
        outcome = run("solve", CATHETER, "--model", "universal-prb", "--json")
        self.assertEqual(outcome.stderr, "")
        self.assert_mm(json.loads(outcome.stdout)["tip"]["position"], (43.319754, -12.117489, 17.455881))

    def test_a_setting_may_be_a_list_or_a_map(self):
        two = record(CATHETER, "--set", "loads=[{at: tip, force: 0 1 0 mN}, {at: tip, force: 0 1 0 mN}]")
        one = record(CATHETER, "--set", "loads=[{at: tip, force: 0 2 0 mN}]")
        self.assert_mm(two["tip"]["position"], [1e3 * x for x in one["tip"]["position"]], 1e-9)
        bent = record(CATHETER, "--set", "loads=[]", "--set", "rod.rest_shape=[{curvature: 10 0 1/m}]")
        self.assertGreater(abs(bent["tip"]["position"][2]), 0.01)
        model = record(CATHETER, "--set", "model={type: curvature, arcs: 4}")
        self.assertEqual(model["model"], "curvature")
        for setting, reason in [("loads=[{at: tipp}]", 'loads.0.at: "tipp"'), ("loads=[{at: tip", "not YAML"),
                                ("loads.0.force.x=[1, 2]", "expected one value")]:
            outcome = run("solve", CATHETER, "--set", setting)
            self.assertEqual(outcome.returncode, 3)
            self.assertIn(reason, outcome.stderr)

    def test_the_field_at_each_magnet_and_coil_set_is_shown(self):
        printed = run("solve", EXAMPLES / "mri_catheter.yaml").stdout
        self.assertRegex(printed, r"\n  coils +0 3 0 T   3 T in all\n")
        # A uniform part and a gradient of 50 mT/m in xy: at the tip, 82 mm along x, y is larger by some 4 mT.
        printed = run("solve", EXAMPLES / "magnetic_catheter.yaml").stdout
        field = printed.split("\n  magnet ")[1].split("mT")[0].split()
        self.assertAlmostEqual(float(field[1]), 6 + 0.05 * 80, delta=0.2)

    def test_what_is_not_acting_is_said(self):
        late = ["--set", "loads.0.from=0 s"]
        words = "loads.tip is not acting: an equilibrium is that just before 0 s, and it begins at 0 s"
        self.assertIn(words, record(CATHETER, *late)["warnings"][0])
        self.assertIn(words, run("solve", CATHETER, *late).stdout)
        self.assertIn(words, run("solve", CATHETER, *late, "--model", "cosserat").stdout)
        self.assertIn(words, run("modes", CATHETER, *late, "--set", "rod.mass_per_length=1 g/m").stdout)
        coils = ["steer", EXAMPLES / "mri_catheter.yaml", "--target", "5 25 * mm", "--set"]
        self.assertIn("attachments.coils is not acting", run(*coils, "attachments.coils.from=0 s").stderr)
        self.assertIn("environment.magnetic_field is not acting: an equilibrium is that just before 0 s, and it ended",
                      run(*coils, "environment.magnetic_field={uniform: 0 3 0 T, until: -1 s}").stdout)
        self.assertEqual(record(CATHETER, "--set", "loads.0.until=0 s", "--set", "model.twist=true")["warnings"], [])
        self.assertIn("note: " + words, run("solve", CATHETER, *late, "--cases", CASES).stderr)

    def test_settings_hold_for_the_other_model(self):
        few, many = (record(CATHETER, "--model", "spherical-prb", "--set", f"model.joints={n}") for n in (4, 40))
        self.assertEqual((len(few["coordinates"]), len(many["coordinates"])), (12, 120))


class ExitCodes(Solve):
    def test_an_unstable_shape_exits_4_and_says_so(self):
        outcome = run("solve", COLUMN, "--set", "loads.0.force=0 0 -29.6 mN")
        self.assertEqual(outcome.returncode, 4)
        self.assertIn("unstable: the shape is balanced but not stable", outcome.stderr)
        self.assertIn("status       unstable", outcome.stdout)
        self.assertIn("the energy has no minimum here", outcome.stdout)

    def test_fixtures_beyond_reach_exit_4_without_a_tip(self):
        outcome = run("solve", EXAMPLES / "held_catheter.yaml", "--set", "constraints.P1.hold.y=60 mm")
        self.assertEqual(outcome.returncode, 4)
        self.assertIn("infeasible: what is held lies further from the base", outcome.stderr)
        self.assertNotIn("tip", outcome.stdout)

    def test_what_cannot_be_solved_exits_4(self):
        outcome = run("solve", EXAMPLES / "rod_driven_arm.yaml", "--set", "base.free=true")
        self.assertEqual(outcome.returncode, 4)
        self.assertIn("invalid", outcome.stderr)

    def test_driven_rods_say_their_tensions_and_contacts(self):
        text = run("solve", EXAMPLES / "rod_driven_arm.yaml")
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("drive        rods, friction smoothed", text.stdout)
        self.assertIn("force on each disk before the end", text.stdout)
        drive, = json.loads(run("solve", EXAMPLES / "rod_driven_arm.yaml", "--json").stdout)["drives"]
        self.assertEqual(drive["name"], "rods")
        self.assertEqual(drive["tensions"], [10, 0, 0, 0, 0, 0])
        self.assertEqual([len(rod) for rod in drive["contacts"]], [3, 3, 3, 7, 7, 7])
        self.assertLess(drive["end_tensions"][0], 9.7)
        self.assertAlmostEqual(sum(drive["retractions"][:3]), 0, delta=1e-15)

    def test_tensions_and_retractions_are_columns_of_a_table_of_cases(self):
        cases = self.write("tensions.csv", "attachments.rods.tensions.0 [N], attachments.rods.tensions.4 [N]\n"
                           "10, 0\n25, 5\n")
        out = self.folder / "answer.csv"
        outcome = run("solve", EXAMPLES / "rod_driven_arm.yaml", "--cases", cases, "--out", out)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        rows = list(csv.DictReader(out.read_text().splitlines(), skipinitialspace=True))
        self.assertEqual([float(row["drives.rods.tensions.4 [N]"]) for row in rows], [0, 5])
        self.assertAlmostEqual(float(rows[1]["tip.position.x [mm]"]), 47.1824, delta=1e-4)
        self.assertGreater(float(rows[1]["drives.rods.retractions.0 [mm]"]), 3)

    def test_no_picture_is_made_of_a_failed_solve(self):
        outcome = run("solve", EXAMPLES / "rod_driven_arm.yaml", "--set", "base.free=true", "--out", self.folder / "r.vtp")
        self.assertEqual(outcome.returncode, 4)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_invalid_file_exits_3_with_its_place(self):
        path = self.write("bad.yaml", "supple: 1\nrod: {length: 50, bending_stiffness: 1 N mm^2}\n")
        outcome = run("solve", path)
        self.assertEqual(outcome.returncode, 3)
        self.assertIn(f"{path}:2:15: rod.length", outcome.stderr)
        self.assertEqual(outcome.stdout, "")

    def test_bad_usage_exits_2(self):
        for arguments in ([], [CATHETER, "--model", "magic"], [CATHETER, "--threads", "0"],
                          [CATHETER, "--out", "result.xyz"], [CATHETER, "--cases", CASES, "--out", "result.vtp"],
                          [CATHETER, "--out", self.folder / "nowhere" / "r.json"], [CATHETER, "--set", "rod.length"]):
            with self.subTest(arguments):
                outcome = run("solve", *arguments, folder=self.folder)
                self.assertEqual(outcome.returncode, 2, outcome.stderr)
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_read_is_not_written_over(self):
        table, model = self.write("v.csv", CASES.read_text()), self.write("m.json", CATHETER.read_text())
        link = self.folder / "link.csv"
        link.symlink_to(table)
        before = table.read_text(), model.read_text()
        for arguments in ([CATHETER, "--cases", table, "--out", table], [CATHETER, "--cases", table, "--out", link],
                          [CATHETER, "--cases", self.folder / "../" / self.folder.name / "v.csv", "--out", table],
                          [model, "--out", model]):
            outcome = run("solve", *arguments)
            self.assertEqual(outcome.returncode, 2, outcome.stderr)
            self.assertIn("that is read; choose another name", outcome.stderr)
        self.assertEqual((table.read_text(), model.read_text()), before)

    def test_a_link_is_followed_where_it_is_written(self):
        (self.folder / "far").mkdir()
        link, missing = self.folder / "link.json", self.folder / "new.json"
        link.symlink_to("far/there.json")
        missing.symlink_to(link)
        for name in (link, missing):
            self.assertEqual(run("solve", CATHETER, "--out", name).returncode, 0)
            self.assertTrue(name.is_symlink())
        self.assertEqual(json.loads((self.folder / "far/there.json").read_text())["status"], "converged")

    def test_a_folder_in_the_place_of_the_out_file_exits_2(self):
        (self.folder / "r.json").mkdir()
        outcome = run("solve", CATHETER, "--out", self.folder / "r.json")
        self.assertEqual(outcome.returncode, 2)
        self.assertIn("r.json", outcome.stderr)


class Cases(Solve):
    def solve_table(self, text, *arguments, model=CATHETER):
        return run("solve", model, "--cases", self.write("t.csv", text), *arguments)

    def read(self, path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_the_four_cases_of_fig_3(self):
        tips = [(43.319754, -12.117489, 17.455881), (46.724628, -11.252236, -11.277052),
                (47.497534, 12.738191, 4.511699), (45.451091, -5.298002, -16.961617)]
        outcome = run("solve", CATHETER, "--cases", CASES, "--json")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        records = [json.loads(line) for line in outcome.stdout.splitlines()]
        self.assertEqual([one["case"] for one in records], [1, 2, 3, 4])
        for one, tip in zip(records, tips, strict=True):
            self.assert_mm(one["tip"]["position"], tip)

    def test_a_table_of_results_can_be_solved_again(self):
        first, second = self.folder / "first.csv", self.folder / "second.csv"
        self.assertEqual(run("solve", CATHETER, "--cases", CASES, "--out", first).returncode, 0)
        self.assertEqual(run("solve", CATHETER, "--cases", first, "--out", second).returncode, 0)
        before, after = self.read(first), self.read(second)
        self.assertEqual([row["case"] for row in before], ["a", "b", "c", "d"])
        self.assertAlmostEqual(float(before[0]["tip.position.x [mm]"]), 43.319754, delta=1e-6)
        for old, new in zip(before, after, strict=True):
            for name, value in old.items():
                self.assertEqual(new[name], value)
                if name.startswith("tip"):
                    self.assertEqual(new["given." + name], value)

    def test_measured_columns_are_kept_and_not_taken_as_input(self):
        out = self.folder / "r.csv"
        outcome = self.solve_table("loads.0.force.x [mN],tip.position.x [mm]\n4,40\n4,41\n", "--out", out)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        rows = self.read(out)
        self.assertEqual([row["given.tip.position.x [mm]"] for row in rows], ["40", "41"])
        self.assertEqual(rows[0]["tip.position.x [mm]"], rows[1]["tip.position.x [mm]"])

    def test_a_column_that_the_file_has_no_place_for_is_one_error_about_the_header(self):
        bare = self.write("bare.yaml", "supple: 1\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}\n"
                                       "base: {tangent: x, normal: y}\nmodel: {type: isotropic-prb, segments: 2}\n")
        for model, path, reason in [(bare, "loads.0.force.x [mN]", "the file has no loads"),
                                    (bare, "attachments.coils.currents.x [A]", "the file has no attachments"),
                                    (CATHETER, "loads.1.force.x [mN]", "loads has no item 1"),
                                    (CATHETER, "loads.grip.force.x [mN]", 'there is no "grip" in loads')]:
            with self.subTest(path):
                table = self.write("t.csv", f"{path}, tip.position.x [mm]\n1, 40\n2, 40\n3, 40\n")
                outcome = run("solve", model, "--cases", table)
                self.assertEqual((outcome.returncode, outcome.stdout), (3, ""))
                self.assertEqual(outcome.stderr.count("\n"), 1, outcome.stderr)
                self.assertIn(f"t.csv:1:1: {path.split()[0]}: {reason}", outcome.stderr)

    def test_header_only_and_tab_separated_tables_say_so(self):
        for text, reason in [("loads.0.force.x [mN], tip.position.x [mm]\n", "has a header and no rows"),
                             ("loads.0.force.x [mN]\ttip.position.x [mm]\n1\t2\n", "separated by tabs")]:
            table = self.write("t.csv", text)
            outcome = run("solve", CATHETER, "--cases", table)
            self.assertEqual(outcome.returncode, 3)
            self.assertIn(reason, outcome.stderr)

    def test_a_table_may_come_through_a_stream(self):
        expected = without_times(run("solve", CATHETER, "--cases", CASES, "--json").stdout)
        for name in ("-", "/dev/stdin"):
            outcome = subprocess.run([PROGRAM, "solve", CATHETER, "--cases", name, "--json"],
                                     input=CASES.read_text(), capture_output=True, text=True, timeout=60)
            self.assertEqual(without_times(outcome.stdout), expected, outcome.stderr)
        piped = subprocess.run(["bash", "-c", f"'{PROGRAM}' solve '{CATHETER}' --cases <(cat '{CASES}') --json"],
                               capture_output=True, text=True, timeout=60)
        self.assertEqual(without_times(piped.stdout), expected, piped.stderr)

    def test_a_table_that_comes_as_standard_input_is_not_written_over(self):
        table = self.write("t.csv", CASES.read_text())
        link = self.folder / "link.csv"
        link.symlink_to(table)
        for name in ("-", "/dev/stdin"):
            for out in (table, link):
                with open(table) as stream:
                    outcome = subprocess.run([PROGRAM, "solve", CATHETER, "--cases", name, "--out", str(out)],
                                             stdin=stream, capture_output=True, text=True, timeout=60)
                self.assertEqual(outcome.returncode, 2, outcome.stdout)
                self.assertIn("choose another name", outcome.stderr)
                self.assertEqual(pathlib.Path(table).read_text(), CASES.read_text())

    def test_an_empty_cell_leaves_what_the_file_says(self):
        for path, unit in (("loads.0.force.y", "mN"), ("rod.length", "mm")):
            outcome = self.solve_table(f"case,{path} [{unit}]\none,40\nnone,\n", "--json")
            one, none = [json.loads(line) for line in outcome.stdout.splitlines()]
            self.assertEqual(none["tip"], record(CATHETER)["tip"])
            self.assertNotEqual(one["tip"], none["tip"])

    def test_the_result_does_not_depend_on_the_threads(self):
        rows = "".join(f"{x / 10},{y}\n" for x in range(-20, 20) for y in range(-15, 15))
        text = "loads.0.force.x [mN],loads.0.moment.y [mN mm]\n" + rows
        one, four = (self.solve_table(text, "--json", "--threads", n) for n in (1, 4))
        self.assertEqual(one.stdout.count("\n"), 1200)
        self.assertEqual(without_times(one.stdout), without_times(four.stdout))

    def test_setting_numbers_directly_equals_reading_the_file_anew(self):
        loads = "loads.tip.force.z [mN],loads.0.moment.y [mN mm]"
        direct = self.solve_table(f"{loads}\n1.7,33\n-2,0.1\n", "--json")
        read = self.solve_table(f"{loads},name\n1.7,33,x\n-2,0.1,y\n", "--json")
        self.assertEqual(direct.returncode, 0, direct.stderr)
        # The first are solved together, and rounded in another way.
        self.assertEqual(len(direct.stdout.splitlines()), len(read.stdout.splitlines()))
        for one, other in zip(without_times(direct.stdout), without_times(read.stdout)):
            for key in ("solver", "balance"):
                one.pop(key), other.pop(key)
            self.assert_alike(one, other)

    def assert_alike(self, one, other):
        """The same, numbers to twelve digits of themselves or of a thousandth."""
        self.assertEqual(type(one), type(other))
        if isinstance(one, dict):
            self.assertEqual(one.keys(), other.keys())
            one, other = list(one.values()), list(other.values())
        if isinstance(one, list):
            self.assertEqual(len(one), len(other))
            for pair in zip(one, other):
                self.assert_alike(*pair)
        elif isinstance(one, float):
            self.assertLess(abs(one - other), 1e-12 * max(abs(one), 1e-3))
        else:
            self.assertEqual(one, other)

    def test_failed_cases_are_counted_and_exit_5(self):
        out = self.folder / "r.csv"
        text = "loads.0.force.z [mN]\n-20\n-29.6\n"
        outcome = self.solve_table(text, "--set", "loads.0.force=0 0 -1 mN", "--out", out, model=COLUMN)
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("1 of 2 cases failed: 1 unstable", outcome.stderr)
        self.assertIn("1 of 2 cases converged", outcome.stdout)
        self.assertEqual([row["status"] for row in self.read(out)], ["converged", "unstable"])

    def test_a_case_that_is_no_model_names_its_cell_and_the_others_go_on(self):
        out = self.folder / "r.csv"
        outcome = self.solve_table("# lengths\nrod.length [mm]\n50\n-1\n60\n", "--out", out)
        self.assertEqual(outcome.returncode, 5)
        rows = self.read(out)
        self.assertEqual([row["status"] for row in rows], ["converged", "invalid", "converged"])
        self.assertIn("t.csv:4:1: rod.length", rows[1]["message"])
        self.assertEqual(rows[1]["tip.position.x [mm]"], "")

    def test_bad_tables_exit_3_with_the_place(self):
        for text, place in {
            "loads.0.force.x [mN]\n1\nabc\n": "t.csv:3:1: loads.0.force.x",
            "case,loads.0.force.x\na,1\n": "t.csv:1:2: loads.0.force.x: the column has no unit",
            "case,loads.0.force.x [mm]\na,1\n": "t.csv:1:2: loads.0.force.x: the column's unit",
            "loads.3.force.x [mN]\n1\n": "t.csv:1:1: loads.3.force.x",
            "case,lods.0.force.x [mN]\na,1\n": 't.csv:1:2: lods.0.force.x: there is no "lods"',
            "loads.0.force.x [mN]\n": "has a header and no rows",
        }.items():
            with self.subTest(text):
                outcome = self.solve_table(text)
                self.assertEqual(outcome.returncode, 3, outcome.stderr)
                self.assertIn(place, outcome.stderr)
                self.assertEqual(outcome.stdout, "")

    MANY = 400_000

    def many(self):
        rows = "".join(f"{50 + i % 7},{i % 3}\n" for i in range(self.MANY))
        return self.write("many.csv", "rod.length [mm],loads.0.force.x [mN]\n" + rows)

    def test_an_interrupted_table_keeps_what_is_done_and_exits_130(self):
        table = self.many()
        for interrupt in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            lines, errors, out = self.folder / "lines.jsonl", self.folder / "errors", self.folder / "out.csv"
            part = self.folder / "out.csv.part"
            with self.subTest(interrupt), open(lines, "w") as stdout, open(errors, "w") as stderr:
                program = subprocess.Popen([PROGRAM, "solve", CATHETER, "--cases", table, "--json", "--out", out],
                                           stdout=stdout, stderr=stderr)
                deadline = time.monotonic() + 50
                while lines.stat().st_size == 0 and time.monotonic() < deadline:
                    time.sleep(0.02)
                program.send_signal(interrupt)
                code = program.wait(timeout=30)
                cases = [json.loads(line)["case"] for line in lines.read_text().splitlines()]
                self.assertEqual(code, 130, errors.read_text())
                self.assertIn(f"interrupted after {len(cases)} of {self.MANY} cases; the first {len(cases)} are in {part}",
                              errors.read_text())
                self.assertTrue(0 < len(cases) < self.MANY)
                self.assertEqual(cases, list(range(1, len(cases) + 1)))
                self.assertEqual(len(self.read(part)), len(cases))
                self.assertFalse(out.exists())

    def test_a_killed_program_leaves_rows_that_can_be_read(self):
        part = self.folder / "out.csv.part"
        program = subprocess.Popen([PROGRAM, "solve", CATHETER, "--cases", self.many(), "--quiet", "--out",
                                    self.folder / "out.csv"], stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 50
        while not (part.exists() and part.stat().st_size > 0) and time.monotonic() < deadline:
            time.sleep(0.005)
        busy = run("solve", CATHETER, "--cases", CASES, "--out", self.folder / "out.csv")
        program.kill()
        program.wait()
        self.assertEqual(busy.returncode, 2, busy.stderr)
        self.assertIn("another program is writing it", busy.stderr)
        rows = self.read(part)
        self.assertTrue(0 < len(rows) < self.MANY)
        self.assertEqual({row["status"] for row in rows}, {"converged"})
        self.assertFalse((self.folder / "out.csv").exists())
        # What is left is no obstacle, and is not read by the run that writes over it.
        refused = run("solve", CATHETER, "--cases", part, "--out", self.folder / "out.csv")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("grows as", refused.stderr)
        self.assertEqual(run("solve", CATHETER, "--cases", CASES, "--out", self.folder / "out.csv").returncode, 0)
        self.assertFalse(part.exists())

    def test_a_full_disk_keeps_the_rows_that_had_room(self):
        table = self.write("t.csv", "loads.0.force.x [mN]\n" + "".join(f"{i % 9}\n" for i in range(3000)))
        for form in ("csv", "jsonl"):
            out, part = self.folder / f"r.{form}", self.folder / f"r.{form}.part"
            done = subprocess.run(["bash", "-c", f"ulimit -f 64; exec '{PROGRAM}' solve '{CATHETER}' --cases '{table}' "
                                   f"--quiet --out '{out}'"], capture_output=True, text=True)
            kept = part.read_text()
            rows = len(kept.splitlines()) - (form == "csv")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"cannot be written to its end: File too large; the first {rows} are in {part}", done.stderr)
            self.assertTrue(0 < rows < 3000)
            self.assertTrue(60_000 < len(kept) <= 65_536 and kept.endswith("\n"))
            self.assertFalse(out.exists())
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "solve", CATHETER, "--cases", table, "--json", "--out",
                                   self.folder / "f.csv"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the output cannot be written: No space left on device", done.stderr)
        self.assertIn(f"are in {self.folder / 'f.csv.part'}", done.stderr)

    def test_memory_does_not_grow_with_the_number_of_cases(self):
        def used(rows, form):
            table = self.write("t.csv", "case,loads.0.force.x [mN]\n" + "".join(f"c{i},{i % 9}\n" for i in range(rows)))
            measure = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, "
                       "stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
            return int(subprocess.run([sys.executable, "-c", measure, PROGRAM, "solve", CATHETER, "--cases", table,
                                       "--quiet", "--out", self.folder / f"r.{form}"], capture_output=True, text=True,
                                      check=True, env=env).stdout)
        # Under the address sanitizer, what was freed is kept for a while.
        env = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1")
        for form in ("csv", "jsonl"):
            # Kept in memory, 40,000 more rows would be 50 MB and more.
            self.assertLess(used(50_000, form) - used(10_000, form), 10_000, form)


os.environ.pop("NO_COLOR", None)
unittest.main(argv=sys.argv[:1], verbosity=2)
