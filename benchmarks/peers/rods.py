"""The rods of all problems, once: what supple reads as a model file and what a peer is built from. SI."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Rod:
    """A round rod along x, clamped at the origin."""
    length: float         # [m]
    diameter: float       # [m]
    youngs_modulus: float  # [Pa]
    poisson_ratio: float
    density: float        # [kg/m^3]

    @property
    def area(self):
        return math.pi * self.diameter**2 / 4  # [m^2]

    @property
    def shear_modulus(self):
        return self.youngs_modulus / (2 * (1 + self.poisson_ratio))  # [Pa]

    @property
    def bending_stiffness(self):
        return self.youngs_modulus * math.pi * self.diameter**4 / 64  # [N m^2]

    @property
    def torsional_stiffness(self):
        return self.shear_modulus * math.pi * self.diameter**4 / 32  # [N m^2]

    def described(self):
        """The beginning of a model file: rod and base."""
        return (f"supple: 1\nrod:\n  length: {self.length!r} m\n"
                f"  section: {{circle: {{diameter: {self.diameter!r} m}}}}\n"
                f"  material: {{youngs_modulus: {self.youngs_modulus!r} Pa, poisson_ratio: {self.poisson_ratio!r}, "
                f"density: {self.density!r} kg/m^3}}\n"
                "base: {tangent: x, normal: y}\n")


GRAVITY = 9.81  # [m/s^2]

# Statics. A ball joint of MuJoCo has one stiffness for bending and twist; Poisson's ratio 0 makes the rod so too.
ELASTOMER_ARM = Rod(length=0.2, diameter=5e-3, youngs_modulus=1e6, poisson_ratio=0.0, density=1100.0)
TIP_FORCE = (0.4e-3, 1.2e-3, -0.8e-3)  # [N]
TIP_MOMENT = (0.0, 0.0, 0.04e-3)       # [N m]

# Experiments 3 and 1 of [Tariverdi 2020]: examples/variational_3_soft_rod.yaml and variational_1_aluminium_rod.yaml.
SILICONE_ROD = Rod(length=60.5e-3, diameter=5e-3, youngs_modulus=365.12e3, poisson_ratio=0.5, density=1101.0)
ALUMINIUM_ROD = Rod(length=0.2, diameter=2e-3, youngs_modulus=75e9, poisson_ratio=0.33, density=2690.0)
ALUMINIUM_TIP_FORCE = 0.1  # [N], along y

# The damped soft rod of the benchmark simulate/spherical-prb/10s.
POLYMER_ROD = Rod(length=0.4, diameter=10e-3, youngs_modulus=70e6, poisson_ratio=0.4, density=1200.0)
RETARDATION_TIME = 3e-3  # [s]
