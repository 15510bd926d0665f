"""An equilibrium as a differentiable function for torch.

    y = supple.torch.solve(manipulator, {"loads.0.force": force}, ["tip.position"])
    y.sum().backward()

Values and derivatives are in double precision and SI; the derivatives are exact (Solver.jacobian).
"""

import torch

from ._gradient import Function


class _Solve(torch.autograd.Function):
    @staticmethod
    def forward(context, x, function):
        context.function = function
        context.save_for_backward(x)
        return torch.as_tensor(function.value(x.detach().cpu().numpy()), dtype=x.dtype)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(context, slope):
        x, = context.saved_tensors
        J = torch.as_tensor(context.function.jacobian(x.detach().cpu().numpy()), dtype=x.dtype)
        return J.T @ slope, None


def solve(manipulator, inputs, outputs=("tip.position",)):
    """The outputs, one after another, as a tensor that knows its derivative by the inputs: {path: tensor}."""
    x = torch.cat([torch.as_tensor(value, dtype=torch.float64).reshape(-1) for value in inputs.values()])
    return _Solve.apply(x, Function(manipulator, inputs, outputs))
