# %% [markdown]
# A catheter with coils in the field of an MRI scanner: currents that bring the tip along a short line.
# %%
import numpy as np
import supple

m = supple.load("examples/mri_catheter.yaml")
start = m.solve().tip.position
steerer = supple.Steerer(m)
print("steered with", ", ".join(steerer.actuations))
# %% Each point is reached from the one before. Along the rod the tip is free: NaN.
axis = int(np.argmax(np.abs(start)))
for k in range(5):
    target = start + 2e-4 * k * np.eye(3)[(axis + 1) % 3]
    target[axis] = np.nan
    found = steerer.steer(target, strict=True)
    print(f"{0.2 * k:.1f} mm:", {name: np.round(1e3 * np.asarray(value), 2).tolist() for name, value in found.actuation.to_dict().items()}, "mA")
    assert found.residual < 1e-9
# %% What was found is what a solve with these currents gives.
check = m.copy()
for path, value in zip(steerer.actuations, np.concatenate([np.atleast_1d(v) for v in found.actuation.to_dict().values()])):
    check[path] = value
assert np.allclose(check.solve().tip.position, found.tip.position, atol=1e-9)
