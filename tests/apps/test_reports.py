"""Pages and drawings that commands write: `--out run.html`, `--out shape.svg`.

usage: test_reports.py PROGRAM PROJECT_DIR fit|none fast|sanitized
"""

import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

PROGRAM, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FIT, FAST = sys.argv[3] == "fit", sys.argv[4] == "fast"
EXAMPLES = ROOT / "examples"
CATHETER = EXAMPLES / "catheter.yaml"
PAGE = ROOT / "viewer/dist/page.html"
EMPTY = '<script id="supple-run" type="application/json">null</script>'
ELEMENT = re.compile(r'<script id="supple-run" type="application/json">(.*?)</script>', re.DOTALL)
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments, folder=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=100, cwd=folder)


def without_times(value):
    """The record less its wall times."""
    if isinstance(value, dict):
        return {name: without_times(item) for name, item in value.items() if name != "seconds"}
    return [without_times(item) for item in value] if isinstance(value, list) else value


class Reports(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def page(self, *arguments, codes=(0,)):
        """What the page of the command holds, and what the command printed."""
        out = self.folder / "run.html"
        done = run(*arguments, "--json", "--out", out)
        self.assertIn(done.returncode, codes, done.stderr)
        page = out.read_text()
        (data,) = ELEMENT.findall(page)
        # Nothing but the element's text differs from the page that the program has.
        self.assertEqual(page.replace(data, "null", 1), PAGE.read_text())
        self.assertNotIn("<", data)
        self.assertNotIn("NaN", data)
        return json.loads(data), done

    def drawing(self, *arguments, codes=(0,)):
        out = self.folder / "shape.svg"
        done = run(*arguments, "--out", out)
        self.assertIn(done.returncode, codes, done.stderr)
        text = out.read_text()
        self.assertIsNone(re.search(r"\b(nan|inf)\b", re.sub(r"<(title|desc|text).*?</\1>", "", text, flags=re.DOTALL)))
        return ElementTree.fromstring(text)


class Pages(Reports):
    def test_the_page_has_its_element_once(self):
        self.assertEqual(PAGE.read_text().count(EMPTY), 1)
        self.assertEqual(len(ELEMENT.findall(PAGE.read_text())), 1)

    def assert_holds(self, data, done, command, file):
        self.assertEqual(list(data), ["version", "command", "file", "yaml", "files", "result", "text", "live"])
        self.assertEqual((data["version"], data["command"], data["file"], data["live"]), (1, command, file.name, None))
        self.assertEqual(without_times(data["result"]), without_times(json.loads(done.stdout)))
        self.assertNotIn("\033", data["text"])

    def test_every_command_writes_what_it_answers(self):
        damping = EXAMPLES / "damping_of_a_soft_rod"
        for command, file, *options in (
                ("solve", CATHETER), ("solve", EXAMPLES / "vessel_bend.yaml"), ("modes", EXAMPLES / "free_vibration.yaml"),
                ("simulate", EXAMPLES / "free_vibration.yaml", "--set", "simulation.duration=0.1 s"),
                ("compare", CATHETER, "--joints", "6"), ("steer", EXAMPLES / "mri_catheter.yaml", "--target", "5 25 * mm"),
                # Sanitized it would take a minute.
                *[("estimate", damping.with_suffix(".yaml"), damping.with_suffix(".csv"), "--damping")] * FAST):
            with self.subTest(command, file=file.name):
                data, done = self.page(command, file, *options)
                self.assert_holds(data, done, command, file)
                if not options or command != "simulate":
                    self.assertEqual(data["yaml"], file.read_text())
                self.assertGreater(len(data["text"]), 100)

    @unittest.skipUnless(FIT, "this build cannot fit")
    def test_a_fit_writes_its_page_beside_other_forms(self):
        table = self.folder / "f.csv"
        data, done = self.page("fit", CATHETER, EXAMPLES / "catheter_measured.csv", "--parameters", "rod.bending_stiffness", "--out", table)
        self.assert_holds(data, done, "fit", CATHETER)
        self.assertTrue(table.exists())
        self.assertIn("rod.bending_stiffness", data["text"])

    def test_the_text_is_that_of_the_terminal(self):
        data, _ = self.page("modes", EXAMPLES / "free_vibration.yaml")
        self.assertEqual(data["text"], run("modes", EXAMPLES / "free_vibration.yaml").stdout)

    def test_what_was_set_stands_in_its_model_file(self):
        data, done = self.page("solve", CATHETER, "--set", "loads.0.force=0 1 0 mN", "--model", "spherical-prb")
        self.assertEqual(data["result"]["model"], "spherical-prb")
        again = self.write("again.yaml", data["yaml"])
        self.assertEqual(without_times(json.loads(run("solve", again, "--json").stdout)), without_times(data["result"]))
        self.assertIn("dropped", done.stderr)

    def test_it_holds_the_files_that_the_model_names(self):
        data, _ = self.page("simulate", EXAMPLES / "whip_crack.yaml", "--set", "simulation.duration=0.002 s")
        self.assertEqual(data["files"], {"whip_handle.csv": (EXAMPLES / "whip_handle.csv").read_text()})

    def test_the_end_of_a_script_in_the_file_is_harmless(self):
        text = CATHETER.read_text() + "# </script><script>alert(1)</script> <!-- <script>\n"
        file = self.write("evil.yaml", text)
        data, done = self.page("solve", file, "--set", "name=a</script><b>&quot;\u2028")
        self.assertEqual(data["result"]["status"], "converged")
        data, done = self.page("solve", file)
        self.assertEqual(data["yaml"], text)
        self.assert_holds(data, done, "solve", file)

    def test_what_failed_is_written_too(self):
        data, done = self.page("solve", EXAMPLES / "rod_driven_arm.yaml", "--set", "base.free=true", codes=(4,))
        self.assertNotEqual(data["result"]["status"], "converged")
        self.assertIn(data["result"]["status"], data["text"])

    def test_a_long_motion_is_thinned_and_says_so(self):
        data, done = self.page("simulate", EXAMPLES / "free_vibration.yaml", "--set", "simulation.duration=0.15 s",
                               "--set", "simulation.output_every=0.01 ms", "--quiet")
        printed = json.loads(done.stdout)
        kept, times = len(data["result"]["time"]), len(printed["time"])
        self.assertGreater(times, 2 * kept)
        self.assertLess((self.folder / "run.html").stat().st_size - PAGE.stat().st_size, 16_000_000)
        (warning,) = [w for w in data["result"]["warnings"] if w not in printed["warnings"]]
        step = int(re.search(r"one in (\d+)", warning).group(1))
        self.assertTrue(warning.startswith(f"the page holds {kept} of the {times} output times, one in {step}"), warning)
        self.assertIn(warning, done.stderr)
        self.assertEqual(data["result"]["time"], printed["time"][:-1:step] + printed["time"][-1:])
        self.assertEqual(data["result"]["tip"]["position"][-1], printed["tip"]["position"][-1])

    def test_standard_input_is_a_model_file_too(self):
        out = self.folder / "run.html"
        done = subprocess.run([PROGRAM, "solve", "-", "--out", out], input=CATHETER.read_text(), capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        (data,) = ELEMENT.findall(out.read_text())
        self.assertEqual(json.loads(data)["yaml"], CATHETER.read_text())

    def test_only_commands_with_something_to_show_take_it(self):
        for arguments in (("solve", CATHETER, "--cases", EXAMPLES / "catheter_cases.csv"),
                          ("steer", EXAMPLES / "mri_catheter.yaml", "--path", EXAMPLES / "circle_path.csv")):
            for name in ("x.html", "x.svg"):
                done = run(*arguments, "--out", self.folder / name)
                self.assertEqual(done.returncode, 2)
                self.assertIn("end the name in .csv or .jsonl", done.stderr)
        done = run("compare", CATHETER, "--out", self.folder / "x.svg")
        self.assertEqual((done.returncode, "end the name in .json, .csv, .h5 or .html" in done.stderr), (2, True))


class Writing(Reports):
    """The same rules as of other forms."""

    def test_a_link_is_followed_and_what_is_read_is_kept(self):
        for name in ("r.html", "r.svg"):
            target = self.write("target" + name, "old")
            link = self.folder / name
            link.symlink_to(target.name)
            self.assertEqual(run("solve", CATHETER, "--out", link).returncode, 0)
            self.assertTrue(link.is_symlink())
            self.assertNotEqual(target.read_text(), "old")
            model = pathlib.Path(shutil.copy(CATHETER, self.folder / f"model{link.suffix}"))
            done = run("solve", model, "--out", model)
            self.assertEqual((done.returncode, model.read_text()), (2, CATHETER.read_text()))

    def test_a_folder_that_is_not_there_and_a_full_disk_are_told(self):
        for name in ("r.html", "r.svg"):
            done = run("solve", CATHETER, "--out", self.folder / "no" / name)
            self.assertEqual(done.returncode, 2)
            self.assertIn("cannot write there", done.stderr)
            # A limit of the size of files stands for the disk.
            done = subprocess.run(["sh", "-c", f'ulimit -f 1; exec "$0" solve "$1" --out "$2"', PROGRAM, EXAMPLES / "tendon_arm.yaml",
                                   self.folder / name], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("cannot be written to its end", done.stderr)
            self.assertEqual(os.listdir(self.folder), [])

    def test_a_program_without_its_page_says_so(self):
        (self.folder / "bin").mkdir()
        alone = shutil.copy(PROGRAM, self.folder / "bin/supple")
        done = subprocess.run([alone, "solve", CATHETER, "--out", self.folder / "r.html"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"there is no page.html in {self.folder}/lib/supple or ", done.stderr)
        (self.folder / "lib/supple").mkdir(parents=True)
        for damaged in ("<p>", EMPTY + EMPTY, EMPTY + EMPTY.replace("null", "1")):
            (self.folder / "lib/supple/page.html").write_text(damaged)
            done = subprocess.run([alone, "solve", CATHETER, "--out", self.folder / "r.html"], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn("is damaged", done.stderr)
        self.assertFalse((self.folder / "r.html").exists())


class Drawings(Reports):
    @staticmethod
    def points(path):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.get("d"))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))

    def scale(self, root):
        """Millimetres on paper of a metre, by the bar."""
        (bar,) = [g for g in root.iter(SVG + "g") if g.get("class") == "scale"]
        (left, right) = self.points(bar.find(SVG + "path"))
        return (right[0] - left[0]) / float(bar.get("data-metres"))

    def views(self, root):
        return [g for g in root.iter(SVG + "g") if g.get("class") == "view"]

    def rod(self, view):
        (line,) = [p for p in view.iter(SVG + "path") if p.get("stroke") == "#1f4e79"]
        return self.points(line)

    def test_lengths_are_those_of_the_scale_bar(self):
        for name in ("catheter", "held_catheter", "vessel_bend", "mri_catheter", "tendon_arm"):
            with self.subTest(name):
                file = EXAMPLES / f"{name}.yaml"
                root = self.drawing("solve", file)
                positions = json.loads(run("solve", file, "--json").stdout)["shape"]["position"]
                scale = self.scale(root)
                views = self.views(root)
                self.assertIn(len(views), (2, 3))
                for view in views:
                    drawn = self.rod(view)
                    self.assertEqual(len(drawn), len(positions))
                    for direction, axis in (("right", 0), ("up", 1)):
                        word = view.get(f"data-{direction}")
                        sign = (-1 if word.startswith("-") else 1) * (-1 if axis == 1 else 1)
                        index = "xyz".index(word[-1])
                        for i, (p, q) in enumerate(zip(positions, drawn, strict=True)):
                            self.assertAlmostEqual(sign * (q[axis] - drawn[0][axis]), scale * (p[index] - positions[0][index]),
                                                   delta=0.002 + 1e-3 * scale * 0.005, msg=f"point {i} along {word}")

    def test_it_fits_a_page_and_says_what_it_shows(self):
        for name in ("catheter", "held_catheter", "tendon_arm", "vessel_bend", "mri_catheter", "wall_contact", "magnetic_catheter",
                     "multi_load_rod", "rod_driven_arm", "buckling_column", "vessel_insertion"):
            with self.subTest(name):
                root = self.drawing("solve", EXAMPLES / f"{name}.yaml")
                width, height = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
                self.assertEqual(root.get("viewBox"), f"0 0 {root.get('width')[:-2]} {root.get('height')[:-2]}")
                self.assertTrue(40 < width < 200 and 20 < height < 200, (width, height))
                self.assertEqual(root.get("aria-labelledby"), "title desc")
                self.assertGreater(len(root.find(SVG + "desc").text), 60)
                self.assertIn("equilibrium", root.find(SVG + "title").text)

    def arrow(self, root, colour):
        """The longest straight stroke of that colour in any view, with its head."""
        lengths = []
        for view in self.views(root):
            for path in view.iter(SVG + "path"):
                points = self.points(path)
                if path.get("stroke") == colour and len(points) == 2:
                    lengths.append(math.dist(*points))
        return max(lengths)

    def test_arrows_grow_with_their_forces(self):
        for first, second in ((27, 13.5), (27, 9)):
            file = self.write("two.yaml", f"""supple: 1
rod: {{length: 100 mm, bending_stiffness: 100000 N mm^2}}
loads:
  - {{name: a, at: tip, force: {first} 0 0 mN}}
constraints: [{{fixture: {{name: p, at: 50 mm, hold: {{x: 0 mm}}}}}}]
""")
            result = json.loads(run("solve", file, "--json").stdout)
            root = self.drawing("solve", file)
            # 0.8 heads of 2 mm are the arrow's, not the stroke's.
            load, reaction = (self.arrow(root, colour) + 1.6 for colour in ("#0b62c4", "#c0392b"))
            forces = [abs(result["base_reaction"]["force"][0]), abs(result["reactions"][0]["force"][0])]
            self.assertAlmostEqual(reaction / load, max(forces) / (first * 1e-3), delta=0.01)
            (bar,) = [g for g in root.iter(SVG + "g") if g.get("class") == "force-scale"]
            shown = max(x for path in bar.iter(SVG + "path") for x, _ in self.points(path))
            start = min(x for path in bar.iter(SVG + "path") for x, _ in self.points(path))
            self.assertAlmostEqual((shown - start) / float(bar.get("data-si")), load / (first * 1e-3), delta=0.002 * load / (first * 1e-3))

    def words(self, root):
        return [text.text for text in root.iter(SVG + "text")]

    def test_values_stand_at_the_arrows(self):
        words = self.words(self.drawing("solve", EXAMPLES / "held_catheter.yaml"))
        for expected in ("tip 32.2 mN", "P1 167 mN", "P2 146 mN"):
            self.assertIn(expected, words)

    def test_names_may_hold_anything(self):
        root = self.drawing("solve", CATHETER, "--set", 'name=</svg><a & "b"> &amp; ]]>')
        self.assertEqual(root.find(SVG + "title").text, '</svg><a & "b"> &amp; ]]>: equilibrium')

    def test_an_unstable_shape_is_called_so(self):
        root = self.drawing("solve", EXAMPLES / "buckling_column.yaml", "--set", "loads.0.force=0 0 -29.6 mN", codes=(0, 4))
        self.assertIn("unstable: this shape does not hold", self.words(root))

    def test_without_a_shape_there_is_no_drawing(self):
        out = self.folder / "r.svg"
        done = run("solve", EXAMPLES / "rod_driven_arm.yaml", "--set", "base.free=true", "--out", out)
        self.assertIn("r.svg is not written: there is no shape to show", done.stderr)
        self.assertEqual((done.returncode, out.exists()), (4, False))

    def test_steering_modes_and_motion_are_drawn(self):
        root = self.drawing("steer", EXAMPLES / "mri_catheter.yaml", "--target", "5 25 * mm")
        self.assertIn("target", self.words(root))
        root = self.drawing("modes", EXAMPLES / "free_vibration.yaml")
        self.assertTrue(any(re.fullmatch(r"mode 1: [\d.]+ Hz", word) for word in self.words(root)), self.words(root))
        root = self.drawing("simulate", EXAMPLES / "free_vibration.yaml", "--set", "simulation.duration=0.1 s")
        self.assertIn("t = 100 ms", self.words(root))


unittest.main(argv=sys.argv[:1], verbosity=2)
