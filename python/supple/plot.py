"""Pictures of results, with matplotlib: `result.plot()` draws what suits the result and answers with its axes.

    import supple
    axes = supple.load("examples/held_catheter.yaml").solve().plot()
    axes.figure.savefig("held.png")
"""

import collections
import io
import sys

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter, MaxNLocator

from . import _core, _results
from ._progress import in_notebook

ROD, LOAD, REACTION, CONTACT, DRIVE, DISK, FIELD = \
    "#1b6ca8", "#c0392b", "#2d8659", "#8e44ad", "#d68910", "#7f8c8d", "#16a0a0"


def _figure(axes, three_d=False, size=(6.0, 4.5)):
    if axes is not None:
        return axes
    if in_notebook() or "matplotlib.pyplot" in sys.modules:  # a notebook shows the figures of pyplot alone
        from matplotlib import pyplot
        figure = pyplot.figure(figsize=size)
    else:
        figure = Figure(figsize=size)
    return _subplot(figure, three_d)


def _subplot(figure, three_d):
    """Axes of a figure of their own: a box in space needs no room for labels beside it."""
    if not three_d:
        figure.set_layout_engine("tight")
        return figure.add_subplot()
    return figure.add_axes((0.02, 0.02, 0.94, 0.96), projection="3d")


def rotation(quaternion):
    """Rotation matrices of quaternions w, x, y, z."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion), -1, 0)
    return np.stack([np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], -1),
                     np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1),
                     np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1)], -2)


class Rod:
    """The line of a rod between the points that a model gives: a smooth curve through them along their tangents."""

    def __init__(self, arclength, position, quaternion):
        self.s, self.p = np.asarray(arclength), np.asarray(position)
        self.R = rotation(quaternion)

    def at(self, s):
        """Position at arc lengths, by cubic pieces."""
        s = np.clip(np.atleast_1d(s), self.s[0], self.s[-1])
        k = np.clip(np.searchsorted(self.s, s, side="right") - 1, 0, len(self.s) - 2)
        h = (self.s[k + 1] - self.s[k])[:, None]
        u = ((s - self.s[k]) / h[:, 0])[:, None]
        t = self.R[..., 2]
        return ((1 + 2 * u) * (1 - u)**2 * self.p[k] + u * (1 - u)**2 * h * t[k]
                + u * u * (3 - 2 * u) * self.p[k + 1] + u * u * (u - 1) * h * t[k + 1])

    def frame(self, s):
        """Rotation of the nearest point that the model gives."""
        return self.R[np.argmin(np.abs(self.s - s))]

    def curve(self, points=120):
        return self.at(np.linspace(self.s[0], self.s[-1], points))


def _equal(axes, points):
    """The same scale along all axes, in a box no larger than what is drawn needs."""
    points = np.concatenate(points)
    low, high = points.min(axis=0), points.max(axis=0)
    longest = max(np.max(high - low), 1e-9)
    half = 0.5 * np.maximum(1.08 * (high - low), 0.45 * longest)
    middle = 0.5 * (low + high)
    axes.set(xlim=(middle[0] - half[0], middle[0] + half[0]), ylim=(middle[1] - half[1], middle[1] + half[1]),
             zlim=(middle[2] - half[2], middle[2] + half[2]), xlabel="x [mm]", ylabel="y [mm]", zlabel="z [mm]")
    # As large as fits: what the box is wide and high in the usual view, with room for the labels.
    x, y, z = half / np.linalg.norm(half) * 1.9
    axes.set_box_aspect(half, zoom=min(1.48 / (0.87 * z + 0.25 * x + 0.43 * y), 1.75 / (0.87 * x + 0.5 * y)))
    for axis, size in zip((axes.xaxis, axes.yaxis, axes.zaxis), half):
        axis.labelpad = 18 if axis is axes.zaxis and size > 0.7 * half.max() else 8
    for axis, size in zip((axes.xaxis, axes.yaxis, axes.zaxis), half):
        axis.set_major_locator(MaxNLocator(6 if size > 0.7 * half.max() else 3))


def _arrows(axes, places, vectors, length, colour, label, points, from_there=False):
    """Arrows that end at their places, or begin there, the longest of that length."""
    sizes = np.linalg.norm(vectors, axis=1) if len(vectors) else np.zeros(0)
    if not np.any(sizes > 0):
        return
    scaled = vectors / sizes.max() * length
    for i, (place, vector) in enumerate(zip(places, scaled)):
        if np.linalg.norm(vector) > 1e-3 * length:
            start = place if from_there else place - vector
            axes.quiver(*start, *vector, color=colour, linewidth=1.6, arrow_length_ratio=0.25, label=label)
            points.append(np.stack([start, start + vector]))
            label = None


def shape(eq, axes=None, *, frames=True, loads=True, reactions=True, colour=ROD, label=None):
    """The rod in space, in millimetres, with frames, loads, reactions, contacts, walls, tubes, disks and tendons.

    Arrows of loads and reactions end where they act; those of one colour share a scale.
    """
    axes = _figure(axes, three_d=True)
    rod = Rod(eq.shape.arclength, 1e3 * eq.shape.position, eq.shape.quaternion)
    rod.s = 1e3 * rod.s
    L = rod.s[-1]
    curve = rod.curve()
    points = [curve]
    axes.plot(*curve.T, color=colour, linewidth=2.4, label=label)
    axes.scatter(*rod.p[0], color="black", s=26, marker="s")
    if frames:
        shown = np.unique(np.linspace(0, len(rod.p) - 1, min(len(rod.p), 16)).round().astype(int))
        for p, R in zip(rod.p[shown], rod.R[shown]):
            for axis, tint in ((0, "#d98880"), (1, "#7dcea0")):
                axes.plot(*np.stack([p, p + 0.05 * L * R[:, axis]]).T, color=tint, linewidth=1.2)
    about = eq.manipulator
    told = _core.geometry(about) if about is not None else collections.defaultdict(list)
    for arclengths, radius in told["disks"]:
        widest = max([radius, *(r for _, radii, _, _ in told["drives"] for r in radii)], default=0.0)
        angle = np.linspace(0, 2 * np.pi, 40)
        for s in arclengths:
            R, p = rod.frame(1e3 * s), rod.at(1e3 * s)[0]
            ring = p + 1e3 * 1.15 * widest * (np.cos(angle)[:, None] * R[:, 0] + np.sin(angle)[:, None] * R[:, 1])
            axes.plot(*ring.T, color=DISK, linewidth=1.0)
            points.append(ring)
    stations = np.unique([0.0, *(s for arclengths, _ in told["disks"] for s in arclengths)])
    for _, radii, angles, ends in told["drives"]:
        for i, end in enumerate(ends):
            radius, angle = radii[min(i, len(radii) - 1)], angles[i]
            along = stations[stations <= end * (1 + 1e-9)] if len(stations) > 1 else np.linspace(0, end, 12)
            line = np.array([rod.at(1e3 * s)[0] + 1e3 * radius * (np.cos(angle) * rod.frame(1e3 * s)[:, 0]
                                                                + np.sin(angle) * rod.frame(1e3 * s)[:, 1]) for s in along])
            axes.plot(*line.T, color=DRIVE, linewidth=1.0, label="rods, tendons" if i == 0 else None)
    if loads and (told["loads"] or told["own"]):
        places = [rod.at(1e3 * at)[0] for _, at, _, _, _ in told["loads"]]
        forces = [rod.frame(1e3 * at) @ f if body else f for _, at, f, _, body in told["loads"]]
        moments = [rod.frame(1e3 * at) @ m if body else m for _, at, _, m, body in told["loads"]]
        for at, load in told["own"]:
            places.append(rod.at(1e3 * at)[0])
            wrench = np.asarray(load.wrench(1e-3 * places[-1], rod.frame(1e3 * at)), dtype=float)
            forces.append(wrench[:3])
            moments.append(wrench[3:])
        _arrows(axes, places, np.array(forces), 0.28 * L, LOAD, "force", points)
        _arrows(axes, places, np.array(moments), 0.20 * L, "#e59866", "moment", points)
    touches = [contact for contact in eq.contacts or () if contact.state != "open"]
    if reactions:
        # The reaction of a tube is the sum of its contacts, which are drawn where they are.
        along = {contact.name for contact in touches} & {name for name, *_ in told["tubes"]}
        held = [r for r in eq.reactions if r.name not in along]
        places = [rod.at(1e3 * r.at)[0] for r in held] + [1e3 * c.position for c in touches if c.name in along]
        forces = [r.force for r in held] + [c.force for c in touches if c.name in along]
        _arrows(axes, places, np.array(forces), 0.28 * L, REACTION, "reaction", points)
    named = {}
    for contact in touches:
        named.setdefault(f"{contact.name}: {contact.state}", []).append(1e3 * contact.position)
    for label, places in named.items():
        axes.scatter(*np.transpose(places), color=CONTACT, s=30, label=label, depthshade=False)
    if eq.fields:
        places = [rod.at(1e3 * one.at)[0] for one in eq.fields]
        axes.scatter(*np.transpose(places), color=FIELD, s=36, marker="D")
        _arrows(axes, places, np.array([one.field for one in eq.fields]), 0.2 * L, FIELD, "field", points, from_there=True)
    for _, point, normal in told["walls"]:
        points.append(_wall(axes, 1e3 * np.asarray(point), np.asarray(normal), curve))
    for _, centres, radii in told["tubes"]:
        points.append(_tube(axes, 1e3 * np.asarray(centres), 1e3 * np.asarray(radii)))
    for _, point, axis, radius in told["cylinders"]:
        point, axis = 1e3 * np.asarray(point), np.asarray(axis)
        along = (curve - point) @ axis
        _tube(axes, point + np.linspace(along.min(), along.max(), 2)[:, None] * axis, np.full(2, 1e3 * radius))
    for _, centre, radius in told["spheres"]:
        angle = np.linspace(0, np.pi, 24)
        _tube(axes, 1e3 * (np.asarray(centre) - radius * np.cos(angle)[:, None] * [0, 0, 1.0]), 1e3 * radius * np.sin(angle))
    _equal(axes, points)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", fontsize=8)
    return axes


def _tube(axes, centres, radii):
    """The surface around a line; answers with points of it."""
    tangents = np.gradient(centres, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    side = np.eye(3)[np.argmin(np.abs(tangents[0]))]
    rings, angle = [], np.linspace(0, 2 * np.pi, 25)[:, None]
    for centre, tangent, radius in zip(centres, tangents, radii):
        side = side - tangent * (tangent @ side)  # from ring to ring, so that none is turned against the one before
        side /= np.linalg.norm(side)
        rings.append(centre + radius * (np.cos(angle) * side + np.sin(angle) * np.cross(tangent, side)))
    surface = np.array(rings)
    axes.plot_surface(*np.moveaxis(surface, -1, 0), color=CONTACT, alpha=0.12, linewidth=0, rstride=1, cstride=1, shade=False)
    return surface.reshape(-1, 3)


def _wall(axes, point, normal, curve):
    """A square of the wall beside the rod; answers with its corners."""
    side = np.cross(normal, [1.0, 0, 0] if abs(normal[0]) < 0.9 else [0, 1.0, 0])
    side /= np.linalg.norm(side)
    other = np.cross(normal, side)
    middle = curve[-1] - normal * (normal @ (curve[-1] - point))
    half = 0.25 * np.max(np.ptp(curve, axis=0))
    corners = [middle + half * (a * side + b * other) for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    axes.add_collection3d(Poly3DCollection([corners], facecolor=CONTACT, alpha=0.15, edgecolor=CONTACT))
    return np.array(corners)


def trajectory(t, axes=None):
    """The course of the tip in time, from where it starts [mm]."""
    axes = _figure(axes)
    for i, name in enumerate("xyz"):
        axes.plot(t.time, 1e3 * (t.tip.position[:, i] - t.tip.position[0, i]), label=name, linewidth=1.3)
    axes.set(xlabel="time [s]", ylabel="tip, from its start [mm]", title=t.manipulator.name)
    axes.grid(alpha=0.3)
    axes.legend()
    return axes


def animate(t, axes=None, *, frames=100, interval=40):
    """The moving rod as a matplotlib animation: `.save("motion.gif")`, or `.to_jshtml()` in a notebook."""
    from matplotlib.animation import FuncAnimation
    axes = _figure(axes, three_d=True)
    if axes.figure.canvas is None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        FigureCanvasAgg(axes.figure)
    position = 1e3 * t.shape.position
    _equal(axes, [position.reshape(-1, 3)])
    line, = axes.plot(*position[0].T, color=ROD, linewidth=2.4)
    trace, = axes.plot([], [], [], color=LOAD, linewidth=0.8)
    clock = axes.text2D(0.05, 0.93, "", transform=axes.transAxes)
    chosen = np.linspace(0, len(t.time) - 1, min(frames, len(t.time))).round().astype(int)

    def show(k):
        line.set_data_3d(*position[k].T)
        trace.set_data_3d(*position[:k + 1, -1].T)
        clock.set_text(f"t = {t.time[k]:.3f} s")
        return line, trace, clock

    return FuncAnimation(axes.figure, show, frames=chosen, interval=interval)


def modes(m, axes=None, *, count=4, size=0.15):
    """The slowest modes on the equilibrium, the largest displacement that part of the rod's length."""
    axes = _figure(axes, three_d=True)
    eq = m.equilibrium
    s, p = 1e3 * eq.shape.arclength, 1e3 * eq.shape.position
    axes.plot(*p.T, color="black", linewidth=2.0, label="equilibrium")
    points = [p]
    for k, mode in enumerate(list(m.modes)[:count]):
        moved = np.stack([np.interp(s, 1e3 * m.arclength, mode.displacement.real[:, i]) for i in range(3)], 1)
        q = p + size * s[-1] * moved
        axes.plot(*q.T, linewidth=1.4, label=f"{mode.frequency:.4g} Hz")
        points.append(q)
    _equal(axes, points)
    axes.legend(loc="upper left", fontsize=8)
    return axes


def fit(f, axes=None):
    """How large the errors of the cases are, and the fitted values beside it."""
    axes = _figure(axes)
    bars = f.histogram
    edges = 1e3 * bars.width * np.arange(len(bars.counts))
    axes.bar(edges, bars.counts, width=1e3 * bars.width, align="edge", color=ROD, edgecolor="white")
    rows = [f"{p.path} = {p.value:.6g} ± {p.deviation:.1g} (SI)" for p in f.parameters]
    axes.set_title("\n".join(rows), fontsize=8, loc="left")
    axes.axvline(1e3 * f.training.mean, color=LOAD, linestyle="--", linewidth=1, label=f"mean {1e3 * f.training.mean:.3g} mm")
    axes.set(xlabel="error of a case [mm]", ylabel="cases")
    axes.legend(fontsize=8)
    return axes


def comparison(c, axes=None):
    """Tip error against the time of a solve, one point a model."""
    axes = _figure(axes)
    families = {}
    for model in c.models:
        families.setdefault((model.model, model.layout), []).append(model)
    for (name, layout), group in families.items():
        errors = [m.tip_error if isinstance(m.tip_error, float) else m.tip_error.mean for m in group]
        times = [m.seconds if isinstance(m.seconds, float) else m.time for m in group]
        axes.plot(1e6 * np.array(times), 1e3 * np.array(errors), "o-", label=f"{name} {layout or ''}".strip(), markersize=4)
    axes.set(xscale="log", yscale="log", xlabel="time of a solve [us]", ylabel="tip error [mm]")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(LogFormatter())
        axis.set_minor_formatter(LogFormatter(minor_thresholds=(1.5, 0.6)))
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=8)
    return axes


def estimate(e, axes=None):
    """The damping that each measured point tells, and that of the whole rod."""
    axes = _figure(axes)
    points = list(e.damping.points)
    names = [point.name for point in points]
    axes.bar(names, [point.viscous_rate for point in points], width=0.5, color=ROD, label="at a point; trades with its neighbours")
    axes.axhline(e.damping.viscous_rate, color=LOAD, linestyle="--", linewidth=1.2,
                 label=f"of the rod: {e.damping.viscous_rate:.4g} 1/s")
    axes.set(ylabel="viscous rate [1/s]", title=f"mean error of the filter {1e3 * e.error.mean:.3g} mm")
    axes.legend(fontsize=8)
    return axes


_PICTURES = {_results.Equilibrium: shape, _results.Steering: shape, _results.Trajectory: trajectory, _results.Modes: modes,
             _results.Fit: fit, _results.Estimate: estimate, _results.Comparison: comparison}


def draw(result, axes=None, **options):
    """What suits the result."""
    drawn = _PICTURES.get(type(result))
    if drawn is None:
        raise TypeError(f"there is no picture of a {type(result).__name__}; print it, or plot its members")
    return drawn(result, axes, **options)


def png_of(result):
    """The picture as bytes, for notebooks; None where there is nothing to draw."""
    if type(result) not in _PICTURES or (result.status or "") == "invalid":
        return None
    figure = Figure(figsize=(6.0, 4.5))
    three_d = _PICTURES[type(result)] in (shape, modes)
    draw(result, _subplot(figure, three_d))
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=90)
    return out.getvalue()
