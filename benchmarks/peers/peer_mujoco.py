"""Rods in MuJoCo: a chain of cylinders with ball joints, a joint in the middle of each of n equal pieces.

That is the layout half-links of supple. The joint's spring is K = EI/(L/n) in all directions. The integrator `discrete`
is implicit in springs and dampers, so that the step is not limited by the stiffest of them.
"""

import mujoco
import numpy as np


class Chain:
    def __init__(self, rod, links, step, gravity=0.0, retardation_time=0.0):
        """Gravity along -y [m/s^2]; step [s]."""
        self.piece = rod.length / links  # [m]
        stiffness = rod.bending_stiffness / self.piece
        joint = f'<joint type="ball" stiffness="{stiffness!r}" damping="{retardation_time * stiffness!r}"/>'
        speck = '<inertial pos="0 0 0" mass="1e-9" diaginertia="1e-15 1e-15 1e-15"/>'  # a body's wrench acts on its mass
        bodies = f'<body name="tip" pos="{self.piece / 2!r} 0 0">{speck}</body>'
        for i in reversed(range(links)):
            reach = self.piece if i + 1 < links else self.piece / 2
            place = self.piece if i > 0 else self.piece / 2
            bodies = (f'<body pos="{place!r} 0 0">{joint}<geom type="cylinder" fromto="0 0 0 {reach!r} 0 0" '
                      f'size="{rod.diameter / 2!r}" density="{rod.density!r}"/>{bodies}</body>')
        self.model = mujoco.MjModel.from_xml_string(
            f'<mujoco><option timestep="{step!r}" gravity="0 {-gravity!r} 0" integrator="discrete">'
            f'<flag contact="disable"/></option><worldbody>{bodies}</worldbody></mujoco>')
        self.data = mujoco.MjData(self.model)
        self.end = self.model.body("tip").id

    def tip(self):
        return self.data.xpos[self.end].copy()

    def step(self, count):
        mujoco.mj_step(self.model, self.data, count)

    def settle(self, force, moment, tolerance=1e-9, most=10000):
        """Steps from the straight shape, stopped after each, until none turns a joint by the tolerance [rad]."""
        model, data = self.model, self.data
        mujoco.mj_resetData(model, data)
        data.xfrc_applied[self.end, :3], data.xfrc_applied[self.end, 3:] = force, moment
        turned = tolerance / model.opt.timestep
        for _ in range(most):
            mujoco.mj_step(model, data)
            if np.abs(data.qvel).max() < turned:
                mujoco.mj_kinematics(model, data)
                return self.tip()
            data.qvel[:] = 0
        raise RuntimeError(f"MuJoCo: not settled after {most} steps")
