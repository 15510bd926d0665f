"""The Debian package made by CPack holds what it should, says what it needs, and its program runs.

usage: test_deb.py CPACK PROJECT_DIR BUILD_DIR VERSION
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CPACK, PROJECT, BUILD, VERSION = sys.argv[1:5]


def output(*command, **options):
    return subprocess.run(command, check=True, text=True, capture_output=True, **options).stdout


class DebianPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        try:
            output(CPACK, "-G", "DEB", "-B", str(cls.folder / "cpack"), cwd=BUILD)
        except subprocess.CalledProcessError as error:
            sys.exit(f"cpack failed:\n{error.stdout}{error.stderr}")
        (cls.package,) = (cls.folder / "cpack").glob("*.deb")
        cls.files = [line.split()[5] for line in output("dpkg-deb", "-c", str(cls.package)).splitlines()]

    def field(self, name):
        return output("dpkg-deb", "-f", str(self.package), name).strip()

    def test_it_holds_program_library_headers_and_cmake_config(self):
        self.assertIn("./usr/bin/supple", self.files)
        self.assertIn("./usr/include/supple/lie/se3.hpp", self.files)
        self.assertIn("./usr/include/supple/version.hpp", self.files)
        self.assertIn("./usr/share/doc/supple/LICENSE", self.files)
        self.assertIn("./usr/lib/supple/page.html", self.files)
        for ending in ("/libsupple_core.a", "/libsupple_io.a", "/lib/supple/supple-fit.so", "/lib/supple/supple-hdf5.so", "/libexec/supple/supple-studies",
                       "/cmake/supple/supple-config.cmake", "/cmake/supple/supple-targets.cmake"):
            self.assertTrue(any(file.endswith(ending) for file in self.files), ending)

    def test_it_holds_every_example(self):
        examples = [path.relative_to(PROJECT) for path in pathlib.Path(PROJECT, "examples").rglob("*.yaml")]
        self.assertEqual([e for e in examples if f"./usr/share/doc/supple/{e}" not in self.files], [])

    def test_everything_lies_under_usr(self):
        self.assertEqual([f for f in self.files if not f.startswith("./usr/") and f != "./"], [])

    def test_its_dependencies_are_read_off_the_program(self):
        self.assertEqual(self.field("Package"), "supple")
        self.assertEqual(self.field("Version"), VERSION)
        depends = self.field("Depends")
        for library in ("libc6", "libfmt9"):
            self.assertIn(library, depends)

    def test_the_program_runs_from_the_unpacked_package(self):
        output("dpkg-deb", "-x", str(self.package), str(self.folder / "root"))
        program, page = str(self.folder / "root/usr/bin/supple"), self.folder / "run.html"
        self.assertIn(VERSION, output(program, "--version"))
        output(program, "solve", str(pathlib.Path(PROJECT, "examples/catheter.yaml")), "--out", str(page))
        self.assertIn('"command":"solve"', page.read_text())


unittest.main(argv=sys.argv[:1], verbosity=2)
