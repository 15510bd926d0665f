# %% [markdown]
# Values of a model from measured tips, and damping from a measured motion.
# %%
import numpy as np
import supple

m = supple.load("examples/catheter.yaml")
f = m.fit("examples/catheter_measured.csv", ["rod.bending_stiffness"], strict=True)
for p in f.parameters:
    print(p.path, f"{1e6 * p.value:.4f} N mm^2, 95 % within {1e6 * p.interval}")
print(f"mean error {1e3 * f.training.mean:.3f} mm over {f.training.cases} cases")
# %% The manipulator with the fitted value, and its errors anew.
fitted = f.fitted()
assert fitted["rod.bending_stiffness"] == f.parameters[0].value
again = fitted.fit("examples/catheter_measured.csv", ["rod.bending_stiffness"], evaluate=True)
assert np.isclose(again.training.mean, f.training.mean)
# %% Damping of a soft rod from the motion of its points.
soft = supple.load("examples/damping_of_a_soft_rod.yaml")
estimate = soft.estimate("examples/damping_of_a_soft_rod.csv", strict=True)
print(f"viscous rate {estimate.damping.viscous_rate:.2f} 1/s; the filter is {1e3 * estimate.error.mean:.3f} mm off its measurement in the mean")
