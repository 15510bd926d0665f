"""Clamped rods in PyElastica: its Cosserat rod, its position Verlet steps, its clamp (first node and first element).

Undamped. Its shear correction 27/28 is taken out, so that all programs have the same shear stiffness GA.
"""

import time

import elastica
import numpy as np


class Simulator(elastica.BaseSystemCollection, elastica.Constraints, elastica.Forcing):
    pass


class ClampedRod:
    def __init__(self, rod, elements, gravity=(0.0, 0.0, 0.0), tip_force=(0.0, 0.0, 0.0)):
        self.rod = elastica.CosseratRod.straight_rod(
            elements, start=np.zeros(3), direction=np.array([1.0, 0.0, 0.0]), normal=np.array([0.0, 1.0, 0.0]),
            base_length=rod.length, base_radius=rod.diameter / 2, density=rod.density,
            youngs_modulus=rod.youngs_modulus, shear_modulus=rod.shear_modulus)
        self.rod.shear_matrix[[0, 1], [0, 1]] *= 28 / 27
        self.simulator = Simulator()
        self.simulator.append(self.rod)
        self.simulator.constrain(self.rod).using(
            elastica.OneEndFixedBC, constrained_position_idx=(0,), constrained_director_idx=(0,))
        if any(gravity):
            self.simulator.add_forcing_to(self.rod).using(elastica.GravityForces, acc_gravity=np.array(gravity))
        if any(tip_force):
            self.simulator.add_forcing_to(self.rod).using(
                elastica.EndpointForces, np.zeros(3), np.array(tip_force), ramp_up_time=1e-12)
        self.simulator.finalize()
        self.stepper = elastica.PositionVerlet()

    def run(self, step, times):
        """Places of the tip [m] at the times [s], multiples of the step, and CPU seconds a step, output aside."""
        places, spent, taken, now = [], 0.0, 0, 0.0
        for until in times:
            more = round(until / step) - taken
            start = time.process_time()
            for _ in range(more):
                now = self.stepper.step(self.simulator, now, step)
            spent += time.process_time() - start
            taken += more
            places.append(self.rod.position_collection[:, -1].copy())
        return np.array(places), spent / max(taken, 1)

