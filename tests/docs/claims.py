"""What README and docs say of results, and the runs it comes from.

A claim is a sentence with gaps and the values that fill them. The sentence, filled by today's program, must stand on its
page word for word: a number that is changed on the page, or by the program, is a difference.
"""

import functools
import json
import math
import subprocess

import numpy as np


class Program:
    def __init__(self, path, root):
        self.path, self.root = path, root

    @functools.lru_cache(maxsize=None)
    def __call__(self, *arguments):
        done = subprocess.run([self.path, *arguments, "--json"], cwd=self.root, capture_output=True, text=True, timeout=300)
        if not done.stdout:
            raise AssertionError(f"supple {' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout)


def changed(**values):
    """--set options; a double underscore is a dot."""
    return [word for key, value in values.items() for word in ("--set", f"{key.replace('__', '.')}={value}")]


def tips(run, until=math.inf):
    """The course of the tip [mm], one row an output, from the start to a time [s]."""
    return 1e3 * np.array([p for t, p in zip(run["time"], run["tip"]["position"]) if t <= until + 1e-9])


def extent(supple, example, axis):
    """How far the tip of an example moves along an axis [mm]."""
    return np.ptp(tips(supple("simulate", f"examples/{example}.yaml", "--quiet"))[:, "xyz".index(axis)])


# The arm of [Rone 2014].

LAWS = (("least-squares", 0.3), ("least-squares", 0), ("tendon", 0.3), ("capstan", 0.3))
PULLS = {"T11 = 10 N": {0: 10}, "T11 = 30 N": {0: 30}, "T22 = 10 N": {4: 10}, "T11 = 25 N, T22 = 15 N": {0: 25, 4: 15},
         "T12 = 10 N": {1: 10}, "T21 = 8 N": {3: 8}}


def arm(supple, pulls, law, friction):
    tensions = " ".join(str(pulls.get(rod, 0)) for rod in range(6))
    return supple("solve", "examples/rod_driven_arm.yaml", *changed(
        attachments__rods__tensions=f"{tensions} N", attachments__rods__contact=law, attachments__rods__friction=friction))


def tip_of_arm(supple, pulls, law, friction):
    return 1e3 * np.array(arm(supple, pulls, law, friction)["tip"]["position"])


def row_of_tips(supple, pulls):
    """As the page writes them: without the y of a plane motion."""
    places = [tip_of_arm(supple, pulls, *law) for law in LAWS]
    flat = all(abs(place[1]) < 1e-6 for place in places)
    return [", ".join(f"{x:.4f}" for x in (place[[0, 2]] if flat else place)) for place in places]


def moved_by_friction(supple, pulls):
    """Of each disk [% of its position]."""
    rubbing, free = (np.array(arm(supple, pulls, "least-squares", friction)["shape"]["position"][1:]) for friction in (0.3, 0))
    return 100 * np.linalg.norm(rubbing - free, axis=1) / np.linalg.norm(rubbing, axis=1)


def unactuated(supple, command, example, *options):
    return supple(command, f"examples/{example}.yaml", *options,
                  *changed(attachments__rods__tensions="0 0 0 0 0 0 N"))


def swing(supple, example):
    return unactuated(supple, "simulate", example, "--quiet", "--spectrum", "tip.position.x", "--samples", "512",
                      *changed(simulation__duration="0.6 s"))


def vertical_frequency(supple, example):
    """The first whose motion is in the plane of gravity, x and z."""
    modes = unactuated(supple, "modes", example)["modes"]
    return next(mode["frequency"] for mode in modes
                if np.abs(mode["displacement"]["real"][-1][0]) > np.abs(mode["displacement"]["real"][-1][1]))


def middle_and_width(supple, example):
    x = tips(swing(supple, example), 0.25)[:, 0]
    return (x.max() + x.min()) / 2, np.ptp(x)


# The rods of [Tariverdi 2020].

EXAMPLES = {1: "variational_1_aluminium_rod", 2: "variational_2_thin_rod", 3: "variational_3_soft_rod"}
HELD_ALONG = {1: "y", 2: "yz", 3: ""}  # what a finger holds until the release


def frequencies(supple, number, **model):
    """Of the straight rod of an experiment, without weight; bending comes in pairs, so [0] and [2] are two modes."""
    held = {f"constraints__0__fixture__hold__{axis}": "0 mm" for axis in HELD_ALONG[number]}
    options = changed(environment__gravity="0 0 0 m/s^2", **held, **{f"model__{key}": word for key, word in model.items()})
    return [mode["frequency"] for mode in supple("modes", f"examples/{EXAMPLES[number]}.yaml", *options)["modes"]]


def second_mode_low_by(supple, number):
    """How much too low the second mode of the corrected rod is [%]."""
    corrected = frequencies(supple, number, strain="nodal", frequency_correction="true")
    return 100 * (1 - corrected[2] / frequencies(supple, number, elements=50)[2])


def correction(supple, number):
    """gamma = (f/f_N)^2 [%]."""
    return 100 * (frequencies(supple, number, elements=50)[0] / frequencies(supple, number, strain="nodal")[0])**2


def step_limits(diameter, element, E, nu, rho):
    """2/omega [s] of thickness shear, omega^2 = GA/(rho I), and the time of the axial wave through an element."""
    G = E / (2 * (1 + nu))
    return 2 * (diameter / 4) * math.sqrt(rho / G), element * math.sqrt(rho / E)


PHYSICAL, PRINTED = "rod_driven_arm", "rod_driven_arm_as_printed"

CLAIMS = [
    ("drives.md", "by up to {:.1f} mm at the tip of the paper's arm",
     lambda s: [tip_of_arm(s, PULLS["T11 = 30 N"], "tendon", 0)[0] - tip_of_arm(s, PULLS["T11 = 30 N"], *LAWS[1])[0]]),
    *[("drives.md", f"| {pulls} | {{}} | {{}} | {{}} | {{}} |", lambda s, p=PULLS[pulls]: row_of_tips(s, p))
      for pulls in PULLS],
    ("drives.md", "the tip moves by {:.3f} here and", lambda s: moved_by_friction(s, {0: 10})[-1:]),
    ("drives.md", "| T22 = 10 N, here | {:.4f} |" + " {:.3f} |" * 7, lambda s: moved_by_friction(s, {4: 10})),

    ("motion.md", "natural frequency from {:.3f} to {:.3f} Hz",
     lambda s: [vertical_frequency(s, PHYSICAL), vertical_frequency(s, PRINTED)]),
    *[("motion.md", f"| {name} | {{!r}} Hz | {{:.3f}} Hz | {{:.4f}} Hz |",
       lambda s, e=example: [swing(s, e)["spectrum"]["peak"], swing(s, e)["spectrum"]["fitted_frequency"],
                             vertical_frequency(s, e)])
      for name, example in (("as printed", PRINTED), ("physical", PHYSICAL))],
    ("motion.md", "| un-actuated arm, sag of the tip | {:.5f} mm |",
     lambda s: [1e3 * unactuated(s, "solve", PRINTED)["tip"]["position"][0]]),
    ("motion.md", "middle and width | {:.3f}, {:.3f} mm |", lambda s: middle_and_width(s, PRINTED)),

    ("motion.md", "J of {} J | conserved", lambda s: [
        f"{max(unactuated(s, 'simulate', PRINTED, '--quiet')['energy']['kinetic']):.0e}".replace("e-0", "e-")]),

    ("variational.md", "whose first frequency is then {:.1f} Hz instead of {:.1f} Hz",
     lambda s: [frequencies(s, 1, strain="nodal")[0], frequencies(s, 1)[0]]),
    ("variational.md", "the second is {:.1f} to {:.0f} % low", lambda s: [second_mode_low_by(s, n) for n in (1, 3)]),
    ("variational.md", "down to {:.1f} % of their value", lambda s: [correction(s, 2)]),
    ("variational.md", "turn against their neighbours: {:.2f} µs for 2 mm of aluminium, against {:.1f} µs of the axial wave",
     lambda s: [1e6 * step for step in step_limits(diameter=2e-3, element=0.2 / 15, E=75e9, nu=0.33, rho=2690)]),
    ("variational.md", "that is {:.0f} µs; the tip",
     lambda s: [1e6 * s("simulate", f"examples/{EXAMPLES[1]}.yaml", "--quiet")["integration"]["step"]]),
    ("variational.md", "the filter finds {:.2f} 1/s for the whole rod",
     lambda s: [s("estimate", "examples/damping_of_a_soft_rod.yaml", "examples/damping_of_a_soft_rod.csv",
                  "--damping")["damping"]["viscous_rate"]]),
    ("variational.md", "range {:.1f} mm, {:.1f} Hz",
     lambda s: [extent(s, EXAMPLES[1], "y"), frequencies(s, 1)[0]]),
    ("variational.md", "released sideways: {:.1f} and {:.1f} mm",
     lambda s: [extent(s, EXAMPLES[2], axis) for axis in "yz"]),
    ("variational.md", "let go straight: {:.1f} mm down, {:.1f} mm along",
     lambda s: [extent(s, EXAMPLES[3], axis) for axis in "zx"]),
    ("variational.md", "nodal strain, locked: {:.1f} and {:.1f} mm",
     lambda s: [extent(s, "variational_4_magnet_at_the_tip", axis) for axis in "zx"]),
]
