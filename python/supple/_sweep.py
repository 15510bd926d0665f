"""Sweeps: many cases in a way that survives, on this machine or on a cluster."""

import argparse
import csv
import os
import pathlib
import tempfile

from . import _dask


def _written(model, cases, folder):
    """The files of a model and of cases that are in memory."""
    if not (isinstance(model, str) or hasattr(model, "__fspath__")):
        file = folder / "model.yaml"
        file.write_text(model.to_yaml())
        model = file
    if cases is not None and not (isinstance(cases, str) or hasattr(cases, "__fspath__")):
        file = folder / "cases.csv"
        columns = {str(name): list(values) for name, values in cases.items()}
        with open(file, "w", newline="") as stream:
            table = csv.writer(stream)
            table.writerow(columns)
            table.writerows(zip(*columns.values(), strict=True))
        cases = file
    return model, cases


def _read_in_blocks(file, rows=65536):
    """(names, blocks of columns as lists of texts) of a table."""
    stream = open(file, newline="")
    table = csv.reader(stream)
    names = next(table)

    def blocks():
        with stream:
            block = []
            for row in table:
                block.append(row)
                if len(block) == rows:
                    yield list(zip(*block))
                    block = []
            if block:
                yield list(zip(*block))
    return names, blocks()


def _is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def _column_kinds(table, names):
    """Which columns hold words: those without a unit in which some cell is no number."""
    words = [False] * len(names)
    for block in _read_in_blocks(table)[1]:
        for i, texts in enumerate(block):
            if not words[i] and not names[i].endswith("]"):
                words[i] = any(text and not _is_number(text) for text in texts)
    return words


def _values(texts, words):
    return list(texts) if words else [float(text) if text else float("nan") for text in texts]


def write_parquet(table, out):
    """A table of results as Parquet. Needs pyarrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as missing:
        raise RuntimeError(f"{out}: Parquet needs pyarrow (pip install pyarrow): {missing}") from None
    names, blocks = _read_in_blocks(table)
    kinds = _column_kinds(table, names)
    schema = pyarrow.schema([(name, pyarrow.string() if words else pyarrow.float64())
                             for name, words in zip(names, kinds)])
    with pyarrow.parquet.ParquetWriter(out, schema) as writer:
        for block in blocks:
            writer.write_table(pyarrow.table([_values(texts, words) for texts, words in zip(block, kinds)],
                                             schema=schema))


def write_hdf5(table, out):
    """A table of results as HDF5: a dataset a column. Needs h5py."""
    try:
        import h5py
    except ImportError as missing:
        raise RuntimeError(f"{out}: HDF5 needs h5py (Debian: python3-h5py): {missing}") from None
    names, blocks = _read_in_blocks(table)
    kinds = _column_kinds(table, names)
    with h5py.File(out, "w") as file:
        columns = [file.create_dataset(name.replace("/", " per "), (0,), maxshape=(None,), chunks=(65536,),
                                       dtype=h5py.string_dtype() if words else "f8")
                   for name, words in zip(names, kinds)]
        for block in blocks:
            for column, texts, words in zip(columns, block, kinds):
                column.resize(len(column) + len(texts), axis=0)
                column[-len(texts):] = _values(texts, words)


WRITERS = {".parquet": write_parquet, ".h5": write_hdf5}


def sweep(model, cases=None, out=None, *, client=None, grid=(), sample=None, seed=None, draw=None, outputs=(), reduce=(),
          do="solve", set=None, threads=None, fresh=False, cases_in_shard=None):
    """Solves every case into the table `out`, as `supple sweep` does; a second call goes on where the first was ended.

    `model` is a Manipulator or a file. `cases` is a CSV file, or a mapping or DataFrame whose names end in their units;
    or there are `grid` (texts such as "loads.0.force.x=-4:4:9 mN") or `sample`, a number of draws of what the file calls
    uncertain. `do` is solve, simulate or modes. `out` ends in .csv, .h5 (needs h5py) or .parquet (needs pyarrow). `client` is one of Dask's. Answers with
    whether all cases converged.

    >>> import tempfile, pathlib
    >>> out = pathlib.Path(tempfile.mkdtemp()) / "r.csv"
    >>> supple.sweep("examples/catheter.yaml", {"loads.0.force.y [mN]": [-2.5, 2.5]}, out, outputs=["tip.position.x"])
    True
    >>> out.read_text().splitlines()[0]
    'loads.0.force.y [mN],status,tip.position.x [mm]'
    """
    if out is None:
        raise TypeError("sweep: expected the name of a file as out")
    out = pathlib.Path(out)
    writer = WRITERS.get(out.suffix)
    if writer is None and out.suffix != ".csv":
        raise ValueError(f"{out}: expected a name that ends in .csv, .h5 or .parquet")
    table = out.with_name(out.name + ".csv") if writer else out
    with tempfile.TemporaryDirectory(prefix="supple-sweep-") as folder:
        model, cases = _written(model, cases, pathlib.Path(folder))
        options = argparse.Namespace(
            file=str(model), cases=None if cases is None else str(cases), out=str(table), grid=list(grid), reduce=list(reduce),
            set=[f"{path}={value}" for path, value in (set or {}).items()], failed=[], do=do, sample=sample, seed=seed, draw=draw,
            outputs=",".join(outputs) or None, model=None, stability=False, quiet=True, fresh=fresh,
            cases_in_shard=cases_in_shard, **{"continue": False})
        if client is not None:
            code = _dask.sweep_on(lambda: client, options)
        else:
            words = [options.file, *([options.cases] if options.cases else []), "--out", str(table), "--quiet",
                     *_dask.solving_words(options)]
            words += ["--fresh"] if fresh else []
            words += ["--threads", str(threads)] if threads else []
            words += ["--cases-in-shard", str(cases_in_shard)] if cases_in_shard else []
            outcome = _dask.run_here(words, capture_output=True, text=True)
            code = outcome.returncode
            if code not in (_dask.DONE, _dask.FAILED):
                raise RuntimeError(outcome.stderr.strip().removeprefix("error: "))
    if code not in (_dask.DONE, _dask.FAILED):
        raise RuntimeError("the sweep did not end; what was wrong stands on stderr")
    if writer:
        part = out.with_name(out.name + ".part")
        writer(table, part)
        os.replace(part, out)
        table.unlink()
    return code == _dask.DONE
