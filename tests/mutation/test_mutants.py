"""The mutation script on sources and projects that exist only here.

usage: test_mutants.py SOURCE_DIR
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(ROOT / "tests/mutation"), str(ROOT / "tests/architecture")]

import mutants  # noqa: E402
import places  # noqa: E402
from source_tree import made_up_tree  # noqa: E402

SOURCE = """#include <algorithm>
// if (a > b) return 0.5;
const char* text = "x + 1";
double clipped(double x, double top)
{
    double y = 0.5 * x;
    if (y < 0.0 && top > 0.0) y = 0.0;
    y += 2.0;
    return std::min(y, top);
}
bool never_called(int i)
{
    return i > 3;
}
"""

PROJECT = {
    "src/supple/lie/clipped.cpp": SOURCE,
    "tests/main.cpp": "double clipped(double, double);\n"
                      "int main() { return clipped(4, 9) == 4.0 && clipped(-1, 9) == 2.0 ? 0 : 1; }\n",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(made_up CXX)\nset(CMAKE_CXX_STANDARD 20)\n"
                      "set(CMAKE_EXPORT_COMPILE_COMMANDS ON)\nenable_testing()\n"
                      "add_library(clipped src/supple/lie/clipped.cpp)\ntarget_include_directories(clipped PRIVATE src)\n"
                      "add_subdirectory(tests)\n",
    "tests/CMakeLists.txt": "add_executable(test_lie main.cpp)\ntarget_link_libraries(test_lie clipped)\n"
                            "add_test(NAME lie.Clipped COMMAND test_lie)\n",
    "CMakePresets.json": '{"version": 6, "configurePresets": [{"name": "test", "generator": "Ninja", "binaryDir": '
                         '"${sourceDir}/build/release"}], "buildPresets": [{"name": "test", "configurePreset": "test"}]}',
}


class Places(unittest.TestCase):
    def changes(self, text):
        return {(place.kind, text[place.start:place.end], place.change) for place in places.places(text)}

    def test_each_kind_is_found_and_text_is_left_alone(self):
        self.assertEqual(self.changes(SOURCE), {
            ("number", "0.5", "0.5 -> 0.51"), ("number", "2.0", "2.0 -> 2.04"), ("integer", "3", "3 -> 4"),
            ("comparison", "y < 0.0", "< -> >"), ("comparison", "top > 0.0", "> -> <"),
            ("comparison", "i > 3", "> -> <"), ("condition", "y < 0.0 && top > 0.0", "condition negated"),
            ("operand", "top > 0.0", "what follows && left out"), ("sign", "", "sign of the term after +="),
            ("statement", "y = 0.0;", "statement left out"), ("statement", "y += 2.0;", "statement left out"),
            ("return", "i > 3", "returned truth negated"), ("extreme", "std::min(", "min -> max")})

    def test_what_must_be_constant_is_left_alone(self):
        self.assertEqual(self.changes("constexpr double half = 0.5;\nusing A = B<3>;\n#if A > 1\n#endif\n"
                                      "void f() { assert(a > 2 && b < 1); }\n"), set())

    def test_a_place_keeps_its_rank_where_other_lines_change(self):
        before = [place.change for _, place in places.ranked({"a.cpp": SOURCE}, 1) if place.kind == "comparison"]
        moved = SOURCE.replace("double clipped", "double half = 0.5;\ndouble clipped")
        after = [place.change for _, place in places.ranked({"a.cpp": moved}, 1) if place.kind == "comparison"]
        self.assertEqual(before, after)

    def test_the_seed_decides_the_order(self):
        orders = {tuple(place.start for _, place in places.ranked({"a.cpp": SOURCE}, seed)) for seed in range(5)}
        self.assertGreater(len(orders), 1)


class Report(unittest.TestCase):
    MUTANTS = {"1": {"file": "a.cpp", "line": 3, "text": "a || b", "change": "> -> <"},
               "2": {"file": "b.cpp", "line": 4, "text": "b", "change": "0.5 -> 0.51"}}

    def test_survivors_are_told_with_their_reason_and_count_as_not_caught(self):
        reasons = mutants.explained("| file |\n| `a.cpp` | `a \\|\\| b` | > -> < | it costs time only |\n")
        lines, enough = mutants.judge(self.MUTANTS, {"1": None, "2": "test_b: B.Law"}, reasons, 50)
        self.assertTrue(enough)
        self.assertEqual(lines[-2:], ["survivor 1: a.cpp: a || b: > -> <: it costs time only", "1 of 2 mutants caught"])
        self.assertFalse(mutants.judge(self.MUTANTS, {"2": "test_b: B.Law"}, reasons, 51)[1])
        self.assertIn("no reason is known", mutants.judge(self.MUTANTS, {}, {}, 0)[0][-2])


class WholeRun(unittest.TestCase):
    def test_mistakes_are_caught_and_what_no_test_sees_survives(self):
        with made_up_tree(PROJECT) as project:
            command = [sys.executable, "-B", str(ROOT / "tests/mutation/mutants.py"), "--project", project, "--least", "0"]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            verdicts = {line.split("cpp:")[1].split("  [")[0]: line.split()[1] for line in done.stdout.splitlines()
                        if re.match(r" +\d+ (caught|SURVIVED) ", line)}
            self.assertEqual(verdicts.get("6: 0.5 -> 0.51"), "caught")
            self.assertEqual(verdicts.get("9: min -> max"), "caught")
            self.assertEqual({verdict for place, verdict in verdicts.items() if place.startswith("13:")}, {"SURVIVED"})
            self.assertIn("1 tests pass with no mutant on, 1 of them looked at now", done.stdout)

            # It goes on where it was: nothing is planted or looked at anew, and too few caught is a failure.
            again = subprocess.run([*command[:-1], "100"], capture_output=True, text=True)
            self.assertEqual(again.returncode, 1)
            self.assertIn("0 of them looked at now", again.stdout)

    def test_a_test_that_fails_with_no_mutant_on_stops_the_run(self):
        broken = PROJECT | {"tests/main.cpp": "double clipped(double, double);\nint main() { return 1; }\n"}
        with made_up_tree(broken) as project:
            done = subprocess.run([sys.executable, "-B", str(ROOT / "tests/mutation/mutants.py"), "--project", project],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("lie.Clipped: exit 1", done.stdout)


unittest.main(argv=sys.argv[:1], verbosity=2)
