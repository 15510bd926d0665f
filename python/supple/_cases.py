"""Many cases at once: inputs as columns, answers as columns."""

from collections.abc import Mapping

import numpy as np

from . import _core
from ._progress import shown


def columns_of(cases):
    """The columns of cases as (name, values); or the name of a file.

    Cases are a mapping from paths to arrays, a pandas DataFrame or the name of a CSV file. A name may end in a unit in
    brackets, as in a file; without one values are in SI.
    """
    if isinstance(cases, str) or hasattr(cases, "__fspath__"):
        return cases
    if not hasattr(cases, "items"):
        raise TypeError("cases: expected a mapping from paths to arrays, a DataFrame or the name of a CSV file")
    columns = []
    for name, values in cases.items():
        values = np.asarray(values)
        if values.dtype.kind in "OUS":
            columns.append((str(name), ["" if v is None or v != v else str(v) for v in values.tolist()]))
        elif values.ndim == 2:  # the components of a vector
            steps = "xyz" if values.shape[1] == 3 else "wxyz" if str(name).endswith("quaternion") else range(values.shape[1])
            columns += [(f"{name}.{step}", values[:, i]) for i, step in enumerate(steps)]
        else:
            columns.append((str(name), values))
    return columns


class Table(Mapping):
    """Answers by path, one entry a case, in SI: `table["tip.position.x"]`, `table["tip.position"]`.

    `status` has a word a case, `messages` the sentence of each case that failed, by its number from 0.
    """

    def __init__(self, values, outputs, codes, messages):
        self._values, self.messages = values, messages
        self._columns, self.units, self.help, at = {}, {}, {}, 0
        for path, size, unit, text in outputs:
            self._columns[path] = (at, size)
            self.units[path], self.help[path] = unit, text
            at += size
        self.status = np.array(_core.statuses)[codes]

    def __getitem__(self, path):
        if path in self._columns:
            at, size = self._columns[path]
            return self._values[:, at] if size == 1 else self._values[:, at:at + size]
        parts = [name for name in self._columns if name.startswith(path + ".") and "." not in name[len(path) + 1:]]
        if not parts:
            raise KeyError(f"{path}: there is no such column")
        return np.stack([self[name] for name in parts], axis=1)

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    @property
    def converged(self):
        """Which cases converged."""
        return self.status == "converged"

    def to_pandas(self):
        """A DataFrame with a row a case; names end in the unit, as in files."""
        import pandas
        columns = {"status": self.status}
        for path, (at, size) in self._columns.items():
            unit = f" [{self.units[path]}]" if self.units[path] else ""
            for k in range(size):
                step = "" if size == 1 else "." + ("xyz"[k] if size == 3 else str(k))
                columns[path + step + unit] = self._values[:, at + k]
        return pandas.DataFrame(columns)

    def __repr__(self):
        return f"<Table: {np.count_nonzero(self.converged)} of {len(self.status)} cases converged, {len(self)} columns>"


def all_converged(table, strict):
    """The table, unless all its cases were asked to be successes and some are none."""
    if strict and not table.converged.all():
        first = int(np.argmin(table.converged))
        raise RuntimeError(f"{np.count_nonzero(~table.converged)} cases failed; case {first}: {table.status[first]}: "
                           f"{table.messages.get(first, '')}")
    return table


def solve_cases(manipulator, cases, outputs=(), *, threads=0, sequence=False, progress=None, strict=False,
                tolerance=_core.tolerance, max_iterations=_core.max_iterations, arc_length=False, eigenvalue=False):
    """Solves every case on all cores, each from rest; answers with a Table.

    `cases` is a mapping from paths to arrays in SI, a DataFrame or the name of a CSV file; `outputs` are paths of the
    result, all numbers where none is given. With `sequence` each case starts from the one before. The other options
    are those of `solve`.

    >>> m = supple.load("examples/catheter.yaml")
    >>> table = supple.solve_cases(m, {"loads.0.force.y": [-2.5e-3, 2.5e-3]}, ["tip.position"])
    >>> (1e3 * table["tip.position"]).round(4)
    array([[ 43.3198, -12.1175,  17.4559],
           [ 45.0367,  -3.0718,  18.1547]])
    """
    with shown(progress) as hears:
        table = Table(*_core.solve_table(manipulator, columns_of(cases), list(outputs), threads, sequence, hears,
                                        tolerance=tolerance, max_iterations=max_iterations, arc_length=arc_length,
                                        eigenvalue=eigenvalue))
    return all_converged(table, strict)


def read_cases(file):
    """A CSV file of cases as a mapping from paths to arrays in SI; columns of text are lists."""
    return {path: values for path, _, values in _core.read_table(file)}
