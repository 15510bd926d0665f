"""supple steer as a user meets it: currents that do what is said of them, files, exit codes.

usage: test_steer.py PROGRAM EXAMPLES
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
CATHETER = EXAMPLES / "mri_catheter.yaml"
MAGNET = EXAMPLES / "magnetic_catheter.yaml"
LEVELLED = EXAMPLES / "variational_5_levelled_by_a_field.yaml"
CIRCLE = EXAMPLES / "circle_path.csv"


def run(*arguments, folder=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=folder)


def steer(*arguments):
    outcome = run("steer", *arguments, "--json")
    return outcome.returncode, json.loads(outcome.stdout)


def solved_tip(file, **values):
    settings = [part for path, value in values.items() for part in ("--set", f"{path.replace('__', '.')}={value}")]
    return json.loads(run("solve", file, "--json", *settings).stdout)["tip"]


class Steer(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


class Targets(Steer):
    def test_the_currents_bring_the_tip_there(self):
        code, result = steer(CATHETER, "--target", "5 25 * mm")
        self.assertEqual((code, result["status"], result["command"]), (0, "converged", "steer"))
        currents = result["actuation"]["coils.currents"]
        tip = solved_tip(CATHETER, attachments__coils__currents=" ".join(map(repr, currents)) + " A")["position"]
        self.assertAlmostEqual(tip[0], 0.005, delta=1e-12)
        self.assertAlmostEqual(tip[1], 0.025, delta=1e-12)
        self.assertEqual(result["target"]["position"], [0.005, 0.025, None])
        self.assertLess(result["residual"], 1e-12)
        # One coil set moves two ways; what has no effect has no share in the currents.
        self.assertEqual(result["conditioning"]["rank"], 2)
        null, = result["conditioning"]["null_directions"]
        self.assertAlmostEqual(sum(a * b for a, b in zip(null["coils.currents"], currents)), 0, delta=1e-9)
        self.assertEqual(result["stability"]["stable"], True)

    def test_a_target_out_of_reach_is_4_with_the_closest_point(self):
        code, result = steer(CATHETER, "--target", "0 95 95 mm")
        self.assertEqual((code, result["status"]), (4, "infeasible"))
        self.assertIn("out of reach", result["message"])
        currents = result["actuation"]["coils.currents"]
        tip = solved_tip(CATHETER, attachments__coils__currents=" ".join(map(repr, currents)) + " A")["position"]
        self.assertAlmostEqual(math.dist(tip, (0, 0.095, 0.095)), result["residual"], delta=1e-10)
        self.assertLess(result["slope"], 1e-6)
        said = run("steer", CATHETER, "--target", "0 95 95 mm")
        self.assertEqual(said.returncode, 4)
        self.assertIn("infeasible", said.stderr)

    def test_limits_of_the_file_are_kept(self):
        tight = ("--set", "attachments.coils.current_limits=-20 20 mA")
        code, result = steer(CATHETER, "--target", "5 25 * mm", *tight)
        self.assertEqual(code, 4)
        self.assertLessEqual(max(map(abs, result["actuation"]["coils.currents"])), 0.02)
        self.assertIn("AT ITS LIMIT", run("steer", CATHETER, "--target", "5 25 * mm", *tight).stdout)

    def test_a_pose_asks_for_the_tangent_too(self):
        code, result = steer(CATHETER, "--pose", "* 25 * mm, 0 0.5 0.9")
        self.assertEqual(code, 4)  # the two degrees of freedom are fewer than what is asked for
        self.assertGreater(result["turn"], 0)
        reached = steer(CATHETER, "--target", "5 25 * mm")[1]["tip"]
        text = (" ".join(repr(1e3 * x) for x in reached["position"]) + " mm, "
                + " ".join(map(repr, reached["quaternion"])))
        code, result = steer(CATHETER, "--pose", text)
        self.assertEqual((code, result["status"]), (0, "converged"))
        self.assertLess(result["turn"], 1e-9)

    def test_the_field_steers_a_magnet_and_only_what_is_named_is_actuated(self):
        wanted = solved_tip(MAGNET)["position"]
        text = " ".join(repr(1e3 * x) for x in wanted) + " mm"
        code, result = steer(MAGNET, "--target", text, "--set", "environment.magnetic_field.uniform=0 1 0 mT")
        self.assertEqual(code, 0, result)
        self.assertEqual(list(result["actuation"]), ["magnetic_field.uniform"])
        # With coils on the rod the scanner's field stays, unless it is named.
        code, result = steer(CATHETER, "--target", "* 20 * mm", "--actuate", "magnetic_field.uniform")
        self.assertEqual((code, list(result["actuation"])), (0, ["magnetic_field.uniform"]))
        code, result = steer(CATHETER, "--target", "* 20 * mm", "--actuate", "coils.currents.z")
        self.assertEqual(code, 0)
        self.assertEqual(list(result["actuation"]), ["coils.currents.z"])

    def test_the_closest_point_is_no_farther_than_the_file_itself(self):
        # Tendons 0 and 4 alone. A slack one changes nothing until it is taut, so what seems to be free is not.
        arm = EXAMPLES / "tendon_arm.yaml"
        target = 10.0, 20.0
        outcome = run("steer", arm, "--target", "10 20 * mm", "--actuate", "tendons.retractions.0,tendons.retractions.4", "--json")
        result = json.loads(outcome.stdout)
        self.assertNotEqual(outcome.returncode, 0)
        self.assertEqual(list(result["actuation"]), ["tendons.retractions.0", "tendons.retractions.4"])
        there = math.dist(target, [1e3 * x for x in solved_tip(arm)["position"][:2]])
        self.assertLess(1e3 * result["residual"], there)

    def test_nothing_is_steered_with_that_the_file_does_not_have(self):
        file = self.write("pair.yaml", "supple: 1\nrod: {length: 60 mm, bending_stiffness: 200 mN mm^2}\n"
                          "model: {type: spherical-prb, joints: 8}\nenvironment:\n  magnetic_field:\n    helmholtz_pairs:\n"
                          "      - {name: H, position: 0 0 0 mm, axis: x, radius: 100 mm, turns: 100, current: 0 A}\n"
                          "attachments: [{magnet: {name: m, at: tip, dipole: 0 0 0.01 A m^2}}]\n")
        outcome = run("steer", file, "--target", "5 * * mm", "--json")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual(list(json.loads(outcome.stdout)["actuation"]), ["magnetic_field.helmholtz_pairs.H.current"])

    def test_the_field_that_levels_the_nodal_rod_is_found(self):
        # s4 Sec. 7: 7.61 to 7.90 mT over remanences of 1.37 to 1.32 T.
        level = ("--pose", "* * * mm, 1 0 0", "--actuate", "magnetic_field.uniform.z")
        for dipole, field in (("13.70", 7.61e-3), ("13.20", 7.90e-3)):
            dipoles = ("--set", f"attachments.magnet.dipole=0 0 {dipole} mA m^2")
            code, result = steer(LEVELLED, *level, *dipoles)
            self.assertEqual((code, result["status"], result["model"]), (0, "converged", "variational"))
            found = result["actuation"]["magnetic_field.uniform.z"]
            self.assertAlmostEqual(found, field, delta=0.005e-3)
            solved = json.loads(run("solve", LEVELLED, "--json", *dipoles, "--set",
                                    f"environment.magnetic_field.uniform=0 0 {found!r} T").stdout)
            for ours, theirs in zip(result["tip"]["position"], solved["tip"]["position"]):
                self.assertAlmostEqual(ours, theirs, delta=1e-10)
        code, result = steer(LEVELLED, "--target", "* * 30 mm", "--set",
                             "environment.magnetic_field.uniform_limits=-9 9 mT")
        self.assertEqual((code, result["status"]), (4, "infeasible"))

    def test_a_station_can_be_steered(self):
        code, result = steer(CATHETER, "--target", "2 12 * mm", "--at", "coil")
        self.assertEqual(code, 0)
        self.assertAlmostEqual(result["stations"]["coil"]["position"][1], 0.012, delta=1e-11)


class Paths(Steer):
    def test_the_circle_is_followed_and_its_currents_solved_again(self):
        out = self.folder / "currents.csv"
        done = run("steer", CATHETER, "--path", CIRCLE, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("36 of 36 targets reached", done.stdout)
        again = run("solve", CATHETER, "--cases", out, "--json")
        self.assertEqual(again.returncode, 0, again.stderr)
        rows = list(csv.DictReader(line for line in CIRCLE.read_text().splitlines() if not line.startswith("#")))
        records = [json.loads(line) for line in again.stdout.splitlines()]
        self.assertEqual(len(records), 36)
        for row, one in zip(rows, records, strict=True):
            wanted = [float(text) for name, text in row.items() if "position" in name]
            for ours, theirs in zip(one["tip"]["position"], wanted):
                self.assertAlmostEqual(1e3 * ours, theirs, delta=1e-8)

    def test_columns_are_named_by_what_is_steered_with(self):
        head = run("steer", EXAMPLES / "mri_catheter.yaml", "--actuate", "coils.currents.x,coils.currents.z", "--path",
                   EXAMPLES / "circle_path.csv").stdout.splitlines()[0]
        self.assertRegex(head, r"coils.currents.x \[mA\] +coils.currents.z \[mA\] +x \[mm\]")
        table = self.folder / "one.csv"
        table.write_text("tip.position.x [mm]\n-10\n")
        head = run("steer", EXAMPLES / "tendon_arm.yaml", "--actuate", "tendons.retractions.0,tendons.retractions.4",
                   "--path", table).stdout.splitlines()[0]
        self.assertRegex(head, r"tendons.retractions.0 \[mm\] +tendons.retractions.4 \[mm\]")

    def test_rows_out_of_reach_are_5_and_the_others_are_reached(self):
        table = self.write("path.csv", "case, tip.position.x [mm], tip.position.y [mm], tip.position.z [mm]\n"
                                       "near, 2, 20,\nfar, 0, 95, 95\nback, 2, 21,\n")
        done = run("steer", CATHETER, "--path", table, "--json")
        self.assertEqual(done.returncode, 5)
        self.assertEqual([json.loads(line)["status"] for line in done.stdout.splitlines()],
                         ["converged", "infeasible", "converged"])
        self.assertIn("1 of 3 targets not reached: 1 infeasible", done.stderr)


class Refused(Steer):
    def test_what_cannot_be_meant_is_2_or_3_and_says_why(self):
        bad = self.write("bad.csv", "tip.position.x [mm], loads.0.force.x [mN]\n1, 2\n")
        empty = self.write("empty.csv", "tip.position.x [mm]\n")
        free = self.write("free.csv", "tip.position.x [mm], case\n, a\n")
        wrong = self.write("wrong.csv", "tip.position.x [mN]\n1\n")
        for arguments, code, reason in [
                ([CATHETER], 2, "give one of --target"),
                ([CATHETER, "--target", "1 2 3 mm", "--path", bad], 2, "give one of --target"),
                ([CATHETER, "--target", "10 30 mm"], 3, "expected three lengths"),
                ([CATHETER, "--target", "* * * mm"], 3, "at least one component"),
                ([CATHETER, "--target", "1 2 3 mN"], 3, "expected three lengths"),
                ([CATHETER, "--target", "1 2 x mm"], 3, "--target"),
                ([CATHETER, "--pose", "1 2 3 mm"], 3, "a comma"),
                ([CATHETER, "--pose", "1 2 3 mm, 0 0 0"], 3, "a direction of zeros"),
                ([CATHETER, "--target", "1 2 3 mm", "--actuate", "coil.currents"], 3, 'did you mean "coils.currents"?'),
                ([CATHETER, "--target", "1 2 3 mm", "--at", "middle"], 3, "it has coil"),
                ([CATHETER, "--target", "1 2 3 mm", "--out", "x.vtp"], 2, "end the name in .json"),
                ([CATHETER, "--target", "1 2 3 mm", "--model", "cosserat"], 3, "the exact rod is not steered"),
                ([LEVELLED, "--target", "* * 0 mm", "--set", "model.strain=nodal"], 3, "use strain: midpoint"),
                ([EXAMPLES / "catheter.yaml", "--target", "1 2 3 mm"], 3, "nothing to steer with"),
                ([CATHETER, "--path", bad], 3, "bad.csv:1:2: \"loads.0.force.x\" is no target"),
                ([CATHETER, "--path", empty], 3, "no rows"),
                ([CATHETER, "--path", free], 3, "free.csv:2:1: the row asks for nothing"),
                ([CATHETER, "--path", wrong], 3, "expected a length")]:
            with self.subTest([str(argument) for argument in arguments]):
                refused = run("steer", *arguments)
                self.assertEqual((refused.returncode, refused.stdout), (code, ""), refused.stderr)
                self.assertIn(reason, refused.stderr)


unittest.main(argv=sys.argv[:1], verbosity=2)
