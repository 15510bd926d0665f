# %% [markdown]
# A catheter that two fixtures hold sideways: how hard do they press, and how does that change with the tip force?
# %%
import numpy as np
import supple

held = supple.load("examples/held_catheter.yaml")
eq = held.solve(judge=True)
print(eq.status, "tip", (1e3 * eq.tip.position).round(2), "mm")
for reaction in eq.reactions:
    print(reaction.name, "presses with", round(1e3 * np.linalg.norm(reaction.force), 1), "mN")
print("the model is", round(1e3 * eq.model_error.tip, 3), "mm from the exact rod at the tip")
# %% The forces of the fixtures over a range of tip forces, on all cores.
sizes = np.linspace(0, 2, 41)
cases = {"loads.0.force": np.outer(sizes, held["loads.0.force"])}
table = held.solve_cases(cases, ["reactions.P1.force", "reactions.P2.force"], strict=True)
force = 1e3 * np.linalg.norm(table["reactions.P1.force"], axis=1)
print("P1 at 0, 1 and 2 times the force:", force[[0, 20, 40]].round(1), "mN")
assert np.isclose(force[20], 1e3 * np.linalg.norm(eq.reactions["P1"].force))
# %%
try:
    eq.plot()
except ImportError:
    print("matplotlib is not installed: no picture")
