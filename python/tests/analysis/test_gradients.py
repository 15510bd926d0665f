"""The adapters for torch and jax give the derivatives that differences give."""

import numpy as np
import pytest
import supple
from conftest import EXAMPLES

INPUTS = ["loads.0.force", "loads.0.moment"]


def catheter():
    m = supple.load(EXAMPLES / "catheter.yaml")
    return m, np.concatenate([m[path] for path in INPUTS])


def test_the_shared_function_is_the_solve_and_its_jacobian():
    from supple._gradient import Function
    m, x = catheter()
    f = Function(m, INPUTS, ["tip.position", "tip.quaternion"])
    eq = m.solve()
    assert np.array_equal(f.value(x), [*eq.tip.position, *eq.tip.quaternion])
    steps = 1e-4 * np.abs(x)
    steps[steps == 0] = 1e-8
    differences = np.stack([(f.value(x + h * e) - f.value(x - h * e)) / (2 * h) for h, e in zip(steps, np.eye(6))], 1)
    J = f.jacobian(x)
    np.testing.assert_allclose(J, differences, rtol=1e-5, atol=1e-5 * np.abs(J).max(axis=0).min())
    with pytest.raises(ValueError, match="expected 6 numbers"):
        f.value(x[:3])
    with pytest.raises(supple.ModelError, match="not a finite number"):
        f.value([np.nan, 0, 0, 0, 0, 0])


def test_torch_passes_gradcheck():
    torch = pytest.importorskip("torch")
    import supple.torch
    m, x = catheter()
    size = np.abs(x).max()
    scaled = torch.tensor(x / size, dtype=torch.float64, requires_grad=True)

    def f(y):
        return 1e3 * supple.torch.solve(m, {"loads.0.force": size * y[:3], "loads.0.moment": size * y[3:]})

    assert torch.autograd.gradcheck(f, (scaled,), eps=1e-5, atol=1e-4, rtol=1e-4)
    f(scaled).sum().backward()
    assert scaled.grad.abs().max() > 0


def test_jax_has_the_exact_gradient():
    jax = pytest.importorskip("jax")
    import supple.jax
    jax.config.update("jax_enable_x64", True)
    m, x = catheter()
    f = supple.jax.function(m, INPUTS, ["tip.position"])
    J = jax.jacrev(f)(x)
    from supple._gradient import Function
    assert np.array_equal(J, Function(m, INPUTS, ["tip.position"]).jacobian(x)) and np.abs(J).max() > 0
    assert np.array_equal(jax.jacfwd(f)(x), J)
    np.testing.assert_array_equal(jax.vmap(f)(np.stack([x, 1.1 * x])), [f(x), f(1.1 * x)])
    size = np.abs(x).max()
    from jax.test_util import check_grads
    check_grads(lambda y: 1e3 * f(size * y), (x / size,), order=1, modes=["fwd", "rev"], eps=1e-5, atol=1e-5, rtol=1e-5)
    loss = jax.jit(jax.grad(lambda y: (f(y)**2).sum()))
    step = 1e-7
    difference = (float((f(x + step * np.eye(6)[1])**2).sum()) - float((f(x - step * np.eye(6)[1])**2).sum())) / (2 * step)
    assert float(loss(x)[1]) == pytest.approx(difference, rel=1e-5)
