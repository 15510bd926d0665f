"""The reference fits of s5 through the command line.

usage: test_golden_estimates.py SUPPLE SETS.json

The file's axes d2, d3 are the product's d1, d2.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUPPLE, SETS = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text())["sets"]


def files(folder, one):
    model, data = pathlib.Path(folder, "rod.yaml"), pathlib.Path(folder, "data.csv")
    rod = one["rod"]
    model.write_text(f"""supple: 1
rod: {{length: {rod['length_mm']} mm, bending_stiffness: {rod['EI_mNmm2']} mN mm^2, torsional_stiffness: {rod['GJ_mNmm2']} mN mm^2}}
base: {{position: 0 0 0 mm, tangent: x, normal: y}}
""")
    if one["kind"] == "points":
        rows = [f"{s!r},{p[0]!r},{p[1]!r},{p[2]!r},{one['sigma_mm']!r}" for s, p in zip(one["s_mm"], one["points_mm"])]
        head = "s [mm],x [mm],y [mm],z [mm],sigma [mm]"
    else:
        rows = [f"{s!r},{k[0]!r},{k[1]!r},{one['sigma_per_mm']!r}" for s, k in zip(one["s_mm"], one["curvature_per_mm"])]
        head = "s [mm],kappa_1 [1/mm],kappa_2 [1/mm],sigma [1/mm]"
    data.write_text("\n".join([head, *rows]) + "\n")
    return str(model), str(data)


def estimate(one):
    unknown = [name for key, name in (("tip_force", "tip-force"), ("tip_moment", "tip-moment")) if one["unknown"][key]]
    most = one["unknown"]["max_contacts"]
    unknown += ["contacts"] if most else []
    with tempfile.TemporaryDirectory() as folder:
        model, data = files(folder, one)
        run = subprocess.run([SUPPLE, "estimate", model, data, "--unknown", ",".join(unknown), *(["--max-contacts", str(most)] if most else []),
                              "--json"], text=True, capture_output=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


class Golden(unittest.TestCase):
    def test_every_set_is_fitted_as_well_as_the_reference(self):
        self.assertGreater(len(SETS), 0)
        for one in SETS:
            with self.subTest(id=one["id"], kind=one["kind"]):
                found, reference = estimate(one), one["reference_fit"]
                for mine, theirs in zip(found["evidence"], reference["by_number_of_contacts"]):
                    self.assertLess(mine["chi_square"], theirs["chi2"] + 0.01)
                self.assertEqual(len(found["contacts"]), reference["chosen_by_bic"])
                best = reference["by_number_of_contacts"][reference["chosen_by_bic"]]
                self.assertAlmostEqual(found["chi_square"], best["chi2"], delta=0.01)
                for mine, theirs in zip(found["contacts"], best["contacts"]):
                    self.assertAlmostEqual(1e3 * mine["at"], theirs["s_mm"], delta=0.05 * 1e3 * mine["at_sd"])
                    for f, g in zip(mine["force"], theirs["force_mN"]):
                        self.assertAlmostEqual(1e3 * f, g, delta=1e-3 * max(map(abs, theirs["force_mN"])))
                if best["tip_force_mN"]:
                    for f, g in zip(found["tip"]["force"], best["tip_force_mN"]):
                        self.assertAlmostEqual(1e3 * f, g, delta=1e-3 * max(map(abs, best["tip_force_mN"])))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
