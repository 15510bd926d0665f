"""Reads the sample results with the tools their users have and forms the expected numbers anew.

usage: read_results.py FOLDER CASE     (CASE: a function below without its "check_")

The samples are described in tests/support/results.hpp. Numbers are compared to the last bit, except quaternions,
which the writer computes: those to two last places, and between forms to the last bit.
"""

import base64
import csv
import json
import math
import pathlib
import struct
import sys
import xml.etree.ElementTree as ElementTree

POINTS = range(7)
TIMES = range(4)
ARCLENGTH = [i / 7 for i in POINTS]
POSITION = [[i / 7, i * i / 11, -i / 13] for i in POINTS]
COLUMNS = {0: ([1, 0, 0], [0, 1, 0], [0, 0, 1]),  # d1, d2, tangent
           1: ([1, 0, 0], [0, 0.6, 0.8], [0, -0.8, 0.6]),
           2: ([0.6, 0.8, 0], [-0.8, 0.6, 0], [0, 0, 1])}
QUATERNION = {0: [1, 0, 0, 0],
              1: [math.sqrt(0.8), math.sqrt(0.2), 0, 0],
              2: [math.sqrt(0.8), 0, 0, math.sqrt(0.2)]}


def section(d):
    return [[i / d, 2 * i / d, 3 * i / d] for i in POINTS]


def moved(k):
    """Positions of the trajectory at its time k."""
    return [[x, y + k / 29, z] for x, y, z in POSITION]


def same(found, expected, what):
    """Equal to the last bit: lists of lists of doubles, or texts."""
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected), f"{what}: {len(found)} entries, not {len(expected)}"
        for n, (f, e) in enumerate(zip(found, expected)):
            same(f, e, f"{what}[{n}]")
    else:
        assert found == expected, f"{what}: {found!r} is not {expected!r}"


def near(found, expected, what):
    """Equal but for the rounding of a square root and a quotient."""
    assert len(found) == len(expected), what
    for f, e in zip(found, expected):
        assert abs(f - e) <= 4.5e-16, f"{what}: {found} is not {expected}"


def check_frames(positions, quaternions, expected, what):
    same(positions, expected, what + ".position")
    for i, q in zip(POINTS, quaternions):
        near(q, QUATERNION[i % 3], f"{what}.quaternion[{i}]")


def check_json(folder):
    text = (folder / "equilibrium.json").read_text(encoding="utf-8")
    r = json.loads(text)
    order = ["format", "command", "model", "status", "message", "tip", "shape", "coordinates", "stations",
             "reactions", "contacts", "base_reaction", "drives", "fields", "balance", "snapped", "energy", "stability", "solver", "warnings"]
    same(list(r), order, "names")
    same([r["format"], r["command"], r["model"], r["status"], r["message"]],
         ["supple-result/1", "solve", "universal-prb", "converged", ""], "head")
    same(r["shape"]["arclength"], ARCLENGTH, "arclength")
    check_frames(r["shape"]["position"], r["shape"]["quaternion"], POSITION, "shape")
    same(r["tip"], {"position": POSITION[-1], "quaternion": r["shape"]["quaternion"][-1]}, "tip")
    for name, d in ("force", 17), ("moment", 19), ("curvature", 23):
        same(r["shape"][name], section(d), name)
    same(r["coordinates"], [k / 31 for k in range(4)], "coordinates")
    same(r["stations"]["coil"]["position"], POSITION[2], "coil")
    same(r["stations"]["marker"]["quaternion"], r["shape"]["quaternion"][4], "marker")
    same(r["reactions"], [{"name": "P1", "force": [1 / 3, 0, -1 / 9], "moment": [0, 0, 1e-300], "at": 0},
                          {"name": "P2", "force": [0, 2 / 3, 0], "moment": [5e-324, 0, 0], "at": 2 / 7}], "reactions")
    same(r["contacts"], [{"name": "P2", "state": "slip", "gap": 0, "normal_force": 2 / 3, "friction_force": [0, 0, -2 / 9],
                          "slip": [0, 0, 1 / 61], "friction": 1 / 3, "at": 2 / 7, "position": [1 / 67, 0, 1 / 71],
                          "normal": [0, 1, 0], "force": [0, 2 / 3, -2 / 9]}], "contacts")
    same(r["base_reaction"], {"force": [0.1, 0.2, 0.3], "moment": [-0.1, -0.2, -0.3]}, "base_reaction")
    same(r["drives"], [{"name": "rods", "friction": "smoothed", "tensions": [10, 1 / 43], "end_tensions": [9, 1 / 47],
                        "retractions": [-1 / 53, 0], "contacts": [[0.5, 1 / 59, 0.25], []]}], "drives")
    same(r["fields"], [{"name": "magnet", "at": 0.2, "field": [0, 3e-3, -1 / 7]}], "fields")
    same([r["balance"], r["snapped"]], [1e-15, True], "balance, snapped")
    same(r["energy"], {"elastic": 1 / 37, "total": -1 / 41}, "energy")
    same(r["stability"], {"stable": True, "kind": "energy"}, "stability")
    same(r["solver"], {"iterations": 4, "residual": 1e-13, "seconds": 2.1e-6}, "solver")
    same(r["warnings"], ["an axial moment acts on a model without twist: \u00b5 = 1"], "warnings")

    lines = (folder / "equilibrium.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 and json.loads(lines[0]) == r, "the line is not the document"


def check_trajectory_json(folder):
    r = json.loads((folder / "trajectory.json").read_text(encoding="utf-8"))
    same([r["command"], r["model"], r["status"]], ["simulate", "variational", "converged"], "head")
    same(r["time"], [k / 3 for k in TIMES], "time")
    same(r["shape"]["arclength"], ARCLENGTH, "arclength")
    for k in TIMES:
        check_frames(r["shape"]["position"][k], r["shape"]["quaternion"][k], moved(k), f"time {k}")
    same(r["tip"]["position"], [moved(k)[-1] for k in TIMES], "tip")
    same(r["stations"]["marker"]["position"], [moved(k)[4] for k in TIMES], "marker")
    same(r["velocities"], [[i / 37 - k for i in range(3)] for k in TIMES], "velocities")
    same(r["energy"]["elastic"], [k / 7 for k in TIMES], "elastic energy")
    same(r["momentum"]["angular"], [[0, k / 17, 2] for k in TIMES], "angular momentum")
    same(r["integration"], {"integrator": "a made-up method", "step": 1e-3, "steps": 1000, "rejected": 2, "seconds": 0.25},
         "integration")
    same([r["interrupted"], r["spectrum"]["peak"]], [False, 0.75], "interrupted, spectrum")


def moved_decimal(text, exponent):
    """A decimal text times a power of ten, so that nothing is rounded twice."""
    digits, _, power = text.partition("e")
    return float(f"{digits}e{int(power or 0) + exponent}")


def read_table(path, scale):
    """Columns of a CSV as decimal texts moved by the power of ten of their unit, so that nothing is rounded twice."""
    with open(path, newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(line for line in stream if not line.startswith("#")))
    columns = {}
    for n, header in enumerate(rows[0]):
        name, _, unit = header.partition(" ")
        columns[name] = [moved_decimal(row[n], scale[unit]) for row in rows[1:]]
    return columns


def read_head(path, scale):
    """The comments in front of a table: values by path, numbers in SI."""
    values = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        if not line.startswith("# "):
            break
        name, found, text = line[2:].partition(" = ")
        if not found:
            continue
        name, _, unit = name.partition(" [")
        if text.startswith('"') or text in ("true", "false", "null"):
            values[name] = json.loads(text)
        else:
            values[name] = [moved_decimal(number, scale["[" + unit if unit else ""]) for number in text.split()]
    return values


def flat(record, path=""):
    """Numbers and texts of a JSON record by the paths of the comments of a table."""
    if isinstance(record, dict):
        name = record.get("name")
        for key, value in record.items():
            if not (key == "name" and path.endswith("." + value)):
                yield from flat(value, f"{path}.{key}" if path else key)
    elif isinstance(record, list) and record and isinstance(record[0], dict):
        for n, item in enumerate(record):
            yield from flat(item, f"{path}.{item.get('name') or n}")
    elif isinstance(record, list) and record and isinstance(record[0], str):
        yield path + ".count", [len(record)]
        yield from ((f"{path}.{n}", text) for n, text in enumerate(record))
    elif isinstance(record, list) and record and isinstance(record[0], list):
        yield from ((f"{path}.{n}", item) for n, item in enumerate(record))
    else:
        yield path, record if isinstance(record, (str, bool, list, type(None))) else [record]


def check_csv(folder):
    assert (folder / "equilibrium.csv").read_text().startswith("# supple-result/1 solve universal-prb converged\n")
    units = {"": 0, "[mm]": -3, "[mN]": -3, "[N]": 0, "[mN mm]": -6, "[s]": 0, "[mT]": -3}
    record = json.loads((folder / "equilibrium.json").read_text(encoding="utf-8"))
    for name in "format", "command", "model", "status", "message", "shape":  # the first line, and the rows
        del record[name]
    head = read_head(folder / "equilibrium.csv", units)
    same(sorted(head), sorted(dict(flat(record))), "paths in front of the table")
    for path, value in flat(record):
        same(head[path], value, path)
    scale = {"": 0, "[mm]": -3, "[mN]": -3, "[mN mm]": -6, "[1/m]": 0}
    c = read_table(folder / "equilibrium.csv", scale)
    names = ["s"] + ["position." + a for a in "xyz"] + ["quaternion." + a for a in "wxyz"]
    names += [f"{q}.{a}" for q in ("force", "moment", "curvature") for a in "xyz"]
    same(list(c), names, "header")
    same(c["s"], ARCLENGTH, "s")
    for n, axis in enumerate("xyz"):
        same(c["position." + axis], [p[n] for p in POSITION], "position." + axis)
        for name, d in ("force", 17), ("moment", 19), ("curvature", 23):
            same(c[f"{name}.{axis}"], [v[n] for v in section(d)], f"{name}.{axis}")
    told = json.loads((folder / "equilibrium.json").read_text(encoding="utf-8"))["shape"]["quaternion"]
    same([list(q) for q in zip(*(c["quaternion." + a] for a in "wxyz"))], told, "quaternions, against JSON")


def check_trajectory_csv(folder):
    c = read_table(folder / "trajectory.csv", {"": 0, "[mm]": -3, "[s]": 0, "[mJ]": -3, "[kg m/s]": 0, "[kg m^2/s]": 0})
    same(c["time"], [k / 3 for k in TIMES], "time")
    for n, axis in enumerate("xyz"):
        same(c["tip.position." + axis], [moved(k)[-1][n] for k in TIMES], "tip")
        same(c["stations.coil.position." + axis], [moved(k)[2][n] for k in TIMES], "coil")
        same(c["stations.marker.position." + axis], [moved(k)[4][n] for k in TIMES], "marker")
    same(c["energy.total"], [k / 11 for k in TIMES], "total energy")
    same(c["momentum.angular.y"], [k / 17 for k in TIMES], "angular momentum")
    assert len(c) == 1 + 3 * 7 + 3 + 6, "other columns than time, three poses, three energies and two momenta"
    text = (folder / "trajectory.csv").read_text()
    for line in ("interrupted = false", "integration.steps = 1000", "shape.position: [4][7][3], in .json and .h5",
                 "coordinates: [4][3], in .json and .h5", 'spectrum.path = "tip.position.y"'):
        assert f"# {line}\n" in text, line


def read_vtp(path):
    """Arrays of a PolyData file by name, and its time where it has one."""
    root = ElementTree.parse(path).getroot()
    assert root.tag == "VTKFile" and root.get("type") == "PolyData" and root.get("header_type") == "UInt64"
    order = {"LittleEndian": "<", "BigEndian": ">"}[root.get("byte_order")]
    piece = root.find("PolyData/Piece")
    arrays = {}
    for array in piece.iter("DataArray"):
        raw = base64.b64decode(array.text, validate=True)
        size, = struct.unpack(order + "Q", raw[:8])
        assert size == len(raw) - 8, f"{array.get('Name')}: header says {size} bytes, {len(raw) - 8} follow"
        flat = struct.unpack(f"{order}{size // 8}" + {"Float64": "d", "Int64": "q"}[array.get("type")], raw[8:])
        width = int(array.get("NumberOfComponents"))
        arrays[array.get("Name")] = list(flat) if width == 1 else [list(flat[i:i + width])
                                                                   for i in range(0, len(flat), width)]
    assert int(piece.get("NumberOfPoints")) == len(arrays["Points"])
    assert int(piece.get("NumberOfLines")) == len(arrays["offsets"])
    assert piece.find("Points/DataArray").get("Name") == "Points"
    time = root.find("PolyData/FieldData/DataArray")
    return arrays, None if time is None else float(time.text)


def check_vtp(folder):
    a, time = read_vtp(folder / "equilibrium.vtp")
    assert time is None
    same(a["Points"], POSITION, "points")
    same(a["connectivity"], list(POINTS), "connectivity")
    same(a["offsets"], [7], "offsets")
    same(a["arclength"], ARCLENGTH, "arclength")
    for n, name in enumerate(("d1", "d2", "tangent")):
        same(a[name], [COLUMNS[i % 3][n] for i in POINTS], name)
    for name, d in ("force", 17), ("moment", 19), ("curvature", 23):
        same(a[name], section(d), name)


def check_pvd(folder):
    root = ElementTree.parse(folder / "trajectory.pvd").getroot()
    assert root.get("type") == "Collection"
    sets = root.findall("Collection/DataSet")
    same([float(s.get("timestep")) for s in sets], [k / 3 for k in TIMES], "timesteps")
    for k, dataset in enumerate(sets):
        a, time = read_vtp(folder / dataset.get("file"))
        same(time, k / 3, "time")
        same(a["Points"], moved(k), f"points at time {k}")
        assert "force" not in a


def check_h5(folder):
    import h5py
    told = json.loads((folder / "equilibrium.json").read_text(encoding="utf-8"))

    def compare(group, record, where):
        for name, value in record.items():
            if name in ("reactions", "fields") or (name == "contacts" and not where):  # a dataset a field
                assert set(group[name]) == set(value[0]), where + name
                for key in value[0]:
                    same(plain(group[name][key]), [r[key] for r in value], where + name)
            elif isinstance(value, list) and (name in ("drives", "modes") or name == "contacts"):  # groups by index
                compare(group[name], {str(i): item for i, item in enumerate(value)}, f"{where}{name}.")
            elif isinstance(value, dict):
                compare(group[name], value, f"{where}{name}.")
            else:
                same(plain(group[name]), value, where + name)
        assert set(group) == set(record), f"{where}: {set(group) ^ set(record)}"

    with h5py.File(folder / "equilibrium.h5", "r") as file:
        compare(file, told, "")
        assert file["shape/position"].shape == (7, 3) and file["balance"].shape == ()
        same(plain(file["shape/position"]), POSITION, "shape/position")
    with h5py.File(folder / "trajectory.h5", "r") as file:
        compare(file, json.loads((folder / "trajectory.json").read_text(encoding="utf-8")), "")
        assert file["shape/quaternion"].shape == (4, 7, 4)


def plain(item):
    """What h5py gives, as Python's own types."""
    value = item[()]
    if isinstance(value, bytes):
        return value.decode()
    if item.dtype.kind == "O":
        return [text.decode() for text in value]
    return value.tolist()


def check_toy(folder):
    """A result that only its description makes known: the same numbers in every form."""
    told = json.loads((folder / "toy.json").read_text(encoding="utf-8"))
    same(list(told), ["format", "command", "status", "message", "pressure", "humidity", "height", "wind", "gusts", "warnings"],
         "names")
    same([told["format"], told["command"], told["pressure"]], ["supple-result/1", "forecast", 101325 / 3], "head")
    same(told["gusts"][1], {"name": "south", "speed": 7 / 3, "direction": [0, -1, 0]}, "gusts")
    same(told, json.loads((folder / "toy.jsonl").read_text(encoding="utf-8")), "line")
    units = {"": 0, "[kPa]": 3, "[m/s]": 0, "[mm]": -3}
    head = read_head(folder / "toy.csv", units)
    same(head["pressure"] + head["humidity"], [told["pressure"], told["humidity"]], "pressure, humidity")
    same(head["gusts.south.speed"] + head["gusts.south.direction"], [7 / 3, 0, -1, 0], "gusts")
    same([head["warnings.count"], head["warnings.1"]], [[2], "a flood"], "warnings")
    c = read_table(folder / "toy.csv", units)
    same([c["height"], [list(w) for w in zip(*(c[f"wind.{a}"] for a in "xyz"))]], [told["height"], told["wind"]], "rows")
    if not (folder / "toy.h5").exists():
        return
    import h5py
    with h5py.File(folder / "toy.h5", "r") as file:
        for name in "status", "pressure", "humidity", "height", "wind", "warnings":
            same(plain(file[name]), told[name], name)
        for name in told["gusts"][0]:
            same(plain(file["gusts"][name]), [gust[name] for gust in told["gusts"]], "gusts")


def check_modes(folder):
    told = json.loads((folder / "modes.json").read_text(encoding="utf-8"))
    same([m["eigenvalue"] for m in told["modes"]], [[-1, 1 / 3], [-1 / 2, 2 / 3]], "eigenvalues")
    c = read_table(folder / "modes.csv", {"": 0, "[Hz]": 0, "[1/s]": 0})
    same([c["mode"], c["twist"], c["frequency"]], [[1, 2], [0, 1], [1 / 17, 2 / 17]], "rows")
    same(c["eigenvalue.imag"], [m["eigenvalue"][1] for m in told["modes"]], "eigenvalue.imag")
    head = read_head(folder / "modes.csv", {"": 0, "[mm]": -3, "[mN]": -3, "[N]": 0, "[mN mm]": -6, "[s]": 0, "[1/m]": 0, "[mT]": -3})
    same(head["equilibrium.reactions.P2.at"], [2 / 7], "the reaction's place")
    same(head["equilibrium.shape.position.y"], [p[1] for p in POSITION], "the shape")
    if not (folder / "modes.h5").exists():
        return
    import h5py
    with h5py.File(folder / "modes.h5", "r") as file:
        same(plain(file["modes/1/displacement/imag"]), told["modes"][1]["displacement"]["imag"], "displacement")
        same(plain(file["equilibrium/contacts/state"]), ["slip"], "state")


def check_folder(folder):
    """Nothing but the results is left behind."""
    left = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.name.startswith("."))
    assert not left, f"temporary files: {left}"


if __name__ == "__main__":
    globals()["check_" + sys.argv[2]](pathlib.Path(sys.argv[1]))
