// The catheter under forces and moments, and against a wall.
#include "s2.hpp"

#include <fmt/format.h>

namespace supple::app::s2 {
namespace {

struct Wall {
    const char* tag;
    Vector3d currents;  // [A]
    Vector3d normal;
    double distance;  // of the wall from the origin [mm]
    double friction;
    double force;  // normal [N]
    Vector3d tip;  // [mm]
};

}  // namespace

std::vector<Figure> wrenches()
{
    // Forces [N] at 30 mm, at the coils and at the tip; a moment [N mm] fixed in space at 50 mm, and one that
    // turns with the tip.
    Manipulator m =
        catheter(CosseratModel{}, {-0.04865645157302904, 0.02475724604629352, -0.025426997709861288});
    const double L = m.rod.length;
    m.loads = {dead_load(30 * mm, {-0.0027551342361265443, 0.005913583417973977, 0.004061067997335192}),
               dead_load(72.9 * mm, {0.0013313073468575532, -0.0004860136419134955, 0.0005793390700574559}),
               dead_load(L, {0.0006358721907542197, -0.001164076060234044, 0.0018628526212413237}),
               dead_load(50 * mm, Vector3d::Zero(),
                         N_mm * Vector3d(-0.046809432140625606, -0.04857506762994972, -0.055296136837342504)),
               dead_load(L, Vector3d::Zero(),
                         N_mm * Vector3d(0.049753594962570334, -0.024806045123236854, -0.0507477429874951))};
    m.loads.back().frame = LoadFrame::body;
    const std::pair<const char*, Vector3d> expected[] = {
        {"3R-B", {-0.6148389679570272, -16.308419800347917, 99.29377788002654}},
        {"6R-B", {-1.8687845060205464, -15.149983520315837, 99.51814006301721}},
        {"9R-B", {-1.3846763597800236, -15.243027919675836, 99.51113854625171}},
        {"the rod", {-1.925079921691548, -14.657251256100285, 99.63996634682043}}};
    std::vector<Figure> figures;
    for (const auto& [tag, tip] : expected) {
        const bool rod = std::string(tag) == "the rod";
        if (!rod) m.model = chain(tag);
        figures.push_back({.name = fmt::format("currents, forces and moments of both kinds, tip of {}", tag),
                           .unit = "mm",
                           .reference = numbers(tip),
                           .ours = numbers(tip_mm(rod ? solve_rod(m) : solved(m))),
                           .tolerance = 1e-7});
    }
    return figures;
}

std::vector<Figure> walls()
{
    const Wall all[] = {
        {"6R-B",
         {0.02, 0.03, 0.08},
         {0.24879771823278693, 0.18355343881898536, 0.951003591212927},
         96.29161823509548,
         0.0,
         0.0037895426174144194,
         {5.301724875794638, 31.806488584644235, 93.72663957361922}},
        {"9R-B",
         {0.02, 0.03, 0.08},
         {0.24933159168950064, 0.1676942903153826, 0.9537884369089406},
         96.13792803539106,
         0.0,
         0.0036659989890275727,
         {5.5330014547861905, 32.687892628118284, 93.60231217417717}},
        {"3R*",
         {0.05, 0.02, 0.1},
         {0.3059044462555943, 0.26015487497151246, 0.9158285378768315},
         92.77853707330381,
         0.3,
         0.004673077338918514,
         {-1.7230833440008197, 35.68207128979666, 91.74508945656055}},
    };
    std::vector<Figure> figures;
    for (const Wall& wall : all) {
        Manipulator m = catheter(chain(wall.tag), wall.currents);
        Plane plane;
        plane.name = "wall";
        plane.at = m.rod.length;
        plane.normal = wall.normal.normalized();
        plane.point = wall.distance * mm * wall.normal;
        plane.friction = wall.friction;
        m.constraints = {plane};
        const Equilibrium eq = solved(m);
        const std::string name = fmt::format("{} against a wall, {}", wall.tag,
                                             wall.friction > 0 ? "friction 0.3" : "no friction");
        figures.push_back({.name = name + ", normal force",
                           .unit = "N",
                           .reference = {wall.force},
                           .ours = {eq.contacts.at(0).normal_force},
                           .tolerance = 1e-8});
        figures.push_back({.name = name + ", tip",
                           .unit = "mm",
                           .reference = numbers(wall.tip),
                           .ours = numbers(tip_mm(eq)),
                           .tolerance = 1e-6});
    }
    return figures;
}

}  // namespace supple::app::s2
