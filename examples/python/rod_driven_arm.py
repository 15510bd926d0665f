# %% [markdown]
# An arm that rods drive: its shape over tension, its natural frequencies, its motion after a step.
# %%
import numpy as np
import supple

arm = supple.load("examples/rod_driven_arm.yaml")
eq = arm.solve()
print(eq.status, "tip", (1e3 * eq.tip.position).round(2), "mm")
print("tensions", eq.drives[0].tensions, "N; at the far ends", eq.drives[0].end_tensions.round(3), "N")
# %% The tip over the tension of the first rod.
tensions = np.linspace(0, 30, 7)
table = arm.solve_cases({"attachments.rods.tensions.0": tensions}, ["tip.position"], strict=True)
for tension, position in zip(tensions, 1e3 * table["tip.position"]):
    print(f"{tension:5.1f} N  {position.round(3)} mm")
# %% Small vibrations and motion.
print("slowest modes:", arm.modes().frequencies[:3].round(3), "Hz")
arm["simulation.duration"] = "0.1 s"
t = arm.simulate(strict=True)
print(len(t.time), "times; the tip ends at", (1e3 * t.tip.position[-1]).round(2), "mm")
