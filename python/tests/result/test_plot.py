"""Pictures show what the results hold."""

import numpy as np
import pytest
import supple
from conftest import EXAMPLES

matplotlib = pytest.importorskip("matplotlib")
plot = pytest.importorskip("supple.plot")
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402


def drawn_points(axes):
    return np.concatenate([np.stack(line.get_data_3d(), 1) for line in axes.lines])


def test_the_curve_goes_through_the_points_of_the_model_along_their_tangents():
    eq = supple.load(EXAMPLES / "catheter.yaml").with_model("cosserat").solve()
    rod = plot.Rod(eq.shape.arclength, eq.shape.position, eq.shape.quaternion)
    np.testing.assert_allclose(rod.at(eq.shape.arclength), eq.shape.position, atol=1e-12)
    between = 0.5 * (eq.shape.arclength[1:] + eq.shape.arclength[:-1])
    length = np.linalg.norm(np.diff(rod.curve(2000), axis=0), axis=1).sum()
    assert abs(length / eq.shape.arclength[-1] - 1) < 1e-3 and np.isfinite(rod.at(between)).all()


def test_rotations_are_those_of_the_quaternions():
    eq = supple.load(EXAMPLES / "held_catheter.yaml").solve()
    R = plot.rotation(eq.shape.quaternion)
    np.testing.assert_allclose(R @ np.swapaxes(R, -1, -2), np.broadcast_to(np.eye(3), R.shape), atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(R), 1.0, atol=1e-12)
    base = supple.load(EXAMPLES / "held_catheter.yaml")
    np.testing.assert_allclose(R[0][:, 2], base["base.tangent"], atol=1e-12)


@pytest.mark.parametrize("name, labels", [("held_catheter", {"force", "moment", "reaction"}), ("rod_driven_arm", {"rods, tendons"}),
                                          ("wall_contact", {"reaction", "wall: slip", "field"}), ("tendon_arm", {"rods, tendons"})])
def test_a_shape_shows_what_acts_on_it(name, labels):
    eq = supple.load(EXAMPLES / f"{name}.yaml").solve()
    axes = eq.plot()
    assert set(axes.get_legend_handles_labels()[1]) == labels
    points = drawn_points(axes)
    assert np.min(np.linalg.norm(points - 1e3 * eq.tip.position, axis=1)) < 1e-9
    assert eq._repr_png_().startswith(b"\x89PNG")


def test_a_tube_is_drawn_around_the_rod_and_contacts_where_they_are():
    eq = supple.load(EXAMPLES / "vessel_bend.yaml").solve()
    axes = eq.plot()
    tube = [item for item in axes.collections if type(item).__name__ == "Poly3DCollection"]
    assert len(tube) == 1
    corners = np.asarray(tube[0]._vec)[:3].T
    rod = 1e3 * eq.shape.position
    nearest = np.min(np.linalg.norm(rod[:, None] - corners[None], axis=2), axis=1)
    assert (nearest > 0.5).all() and (nearest < 8.0).all()  # within the tube of 4 mm
    touches = [item for item in axes.collections if item.get_label() == "vessel: slip"]
    assert len(touches) == 1 and len(eq.contacts) > 1
    np.testing.assert_allclose(np.transpose(touches[0]._offsets3d), [1e3 * c.position for c in eq.contacts])


def test_motions_modes_fits_and_comparisons_are_drawn(tmp_path):
    t = supple.load(EXAMPLES / "released_rod.yaml", set={"simulation.duration": "20 ms"}).simulate()
    assert len(t.plot().lines) == 3
    t.animate(frames=3).save(tmp_path / "motion.gif", writer="pillow")
    assert (tmp_path / "motion.gif").stat().st_size > 1000
    modes = supple.load(EXAMPLES / "free_vibration.yaml").modes()
    labels = modes.plot(count=2).get_legend_handles_labels()[1]
    assert labels == ["equilibrium", *(f"{f:.4g} Hz" for f in modes.frequencies[:2])]
    m = supple.load(EXAMPLES / "catheter.yaml")
    assert len(m.compare(models=["curvature"], joints=[4, 8]).plot().lines) >= 1
    f = m.fit(EXAMPLES / "catheter_measured.csv", ["rod.bending_stiffness"])
    assert sum(bar.get_height() for bar in f.plot().patches) == f.training.cases
    e = supple.load(EXAMPLES / "damping_of_a_soft_rod.yaml").estimate(EXAMPLES / "damping_of_a_soft_rod.csv")
    assert [bar.get_height() for bar in e.plot().patches] == [point.viscous_rate for point in e.damping.points]


def test_an_own_load_is_drawn_and_an_invalid_result_shows_its_words():
    class Push:
        def wrench(self, position, rotation):
            return [0, 1e-3, 0, 0, 0, 0]
    m = supple.load(EXAMPLES / "catheter.yaml", set={"loads.0.force": "0 0 0 N", "loads.0.moment": "0 0 0 N m"})
    m.add_load(Push())
    assert m.solve().plot().get_legend_handles_labels()[1] == ["force"]
    refused = m.with_model("cosserat").solve()
    assert refused._repr_png_() is None and "own loads" in refused._repr_html_()


def test_what_is_drawn_lies_in_the_picture():
    """Nothing of the box in space, labels among it, is cut off."""
    for name in ("catheter", "rod_driven_arm", "held_catheter"):
        axes = supple.load(EXAMPLES / f"{name}.yaml").solve().plot()
        canvas = FigureCanvasAgg(axes.figure)
        canvas.draw()
        box, whole = axes.get_tightbbox(canvas.get_renderer()), axes.figure.bbox
        assert box.x0 > -1 and box.y0 > -1 and box.x1 < whole.x1 + 1 and box.y1 < whole.y1 + 1, name
