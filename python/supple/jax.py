"""An equilibrium as a differentiable function for jax.

    f = supple.jax.function(manipulator, ["loads.0.force"], ["tip.position"])
    jax.jacobian(f)(force)

Values and derivatives are in SI and, where jax is told so (jax_enable_x64), in double precision; the derivatives are
exact (Solver.jacobian). The function runs outside of compiled code, by callbacks, so it works under jit, vmap and
derivatives of first order, forward and reverse.
"""

import jax
import jax.numpy as jnp
import numpy as np

from ._gradient import Function


def function(manipulator, inputs, outputs=("tip.position",)):
    """A function of all numbers of the inputs, one after another, that gives those of the outputs."""
    here = Function(manipulator, inputs, outputs)
    columns = sum(here.sizes)
    rows = here.value(np.concatenate([np.atleast_1d(here.solver[path]) for path in here.inputs])).size

    def told(compute, shape, x):
        dtype = jnp.result_type(float)
        return jax.pure_callback(lambda at: np.asarray(compute(np.asarray(at)), dtype), jax.ShapeDtypeStruct(shape, dtype), x,
                                 vmap_method="sequential")

    @jax.custom_jvp
    def solve(x):
        return told(here.value, (rows,), x)

    @solve.defjvp
    def along(at, step):
        return solve(*at), told(here.jacobian, (rows, columns), *at) @ step[0]

    return solve


def solve(manipulator, inputs, outputs=("tip.position",)):
    """The outputs at the values of the inputs, {path: array}."""
    x = jnp.concatenate([jnp.atleast_1d(jnp.asarray(value)) for value in inputs.values()])
    return function(manipulator, inputs, outputs)(x)
