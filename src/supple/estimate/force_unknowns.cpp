#include <supple/estimate/force_unknowns.hpp>

#include <algorithm>

namespace supple::estimation {

const std::array<GaussPoint, 8> gauss_points = {{{-0.9602898564975363, 0.1012285362903763},
                                                 {-0.7966664774136267, 0.2223810344533745},
                                                 {-0.5255324099163290, 0.3137066458778873},
                                                 {-0.1834346424956498, 0.3626837833783620},
                                                 {0.1834346424956498, 0.3626837833783620},
                                                 {0.5255324099163290, 0.3137066458778873},
                                                 {0.7966664774136267, 0.2223810344533745},
                                                 {0.9602898564975363, 0.1012285362903763}}};

namespace {

constexpr double shortest_half = 0.01;  ///< of a patch, over L

}  // namespace

Unknowns::Unknowns(const ForceOptions& options)
    : tip_force(options.tip_force), tip_moment(options.tip_moment), roll(options.roll), axial(options.axial)
{
}

Pushes Unknowns::pushes(const VectorXd& theta) const
{
    Pushes p;
    if (tip_force) p.tip_force = theta.head<3>();
    if (tip_moment) p.tip_moment = theta.segment<3>(of_moment());
    if (weight) p.per_length = theta.segment<3>(of_weight());
    p.vary_per_length = weight;
    if (patch) {
        const auto part = theta.segment<4>(of_patch());
        for (const GaussPoint& g : gauss_points)
            p.points.push_back(
                {part[0] + part[1] * g.x, part[1] * g.weight * Vector3d(part[2], part[3], 0.0)});
    }
    for (int k = 0; k < contacts; ++k) {
        const int i = place_of(k);
        p.points.push_back({theta[i], {theta[i + 1], theta[i + 2], axial ? theta[i + 3] : 0.0}});
    }
    return p;
}

MatrixXd Unknowns::columns(const MatrixXd& d, const VectorXd& theta) const
{
    MatrixXd out = MatrixXd::Zero(d.rows(), size());
    if (tip_force) out.leftCols<3>() = d.leftCols<3>();
    if (tip_moment) out.middleCols<3>(of_moment()) = d.middleCols<3>(3);
    if (weight) out.middleCols<3>(of_weight()) = d.middleCols<3>(6);
    int from = Pushes::common;
    if (patch) {
        const int at = of_patch();
        const double half = theta[at + 1];
        for (const GaussPoint& g : gauss_points) {
            out.col(at) += d.col(from);
            out.col(at + 1) += g.x * d.col(from) +
                               g.weight * (theta[at + 2] * d.col(from + 1) + theta[at + 3] * d.col(from + 2));
            out.col(at + 2) += half * g.weight * d.col(from + 1);
            out.col(at + 3) += half * g.weight * d.col(from + 2);
            from += 4;
        }
    }
    for (int k = 0; k < contacts; ++k, from += 4)
        out.middleCols(place_of(k), each()) = d.middleCols(from, each());
    return out;
}

void Unknowns::clip(VectorXd& theta) const
{
    for (int k = 0; k < contacts; ++k)
        theta[place_of(k)] = std::clamp(theta[place_of(k)], first_place, last_place);
    if (!patch) return;
    double& middle = theta[of_patch()];
    double& half = theta[of_patch() + 1];
    half = std::clamp(half, shortest_half, 0.5);
    middle = std::clamp(middle, half, 1.0 - half);
}

bool Unknowns::is_place(int index) const
{
    if (patch && (index == of_patch() || index == of_patch() + 1)) return true;
    return index >= first_contact() && (index - first_contact()) % each() == 0;
}

VectorXd Unknowns::with_contact(const VectorXd& theta, double s) const
{
    VectorXd more = VectorXd::Zero(size() + each());
    more.head(size()) = theta;
    more[size()] = s;
    return more;
}

std::vector<std::string> Unknowns::names() const
{
    std::vector<std::string> all;
    const auto three = [&](const std::string& what) {
        for (const char* axis : {".x", ".y", ".z"})
            all.push_back(what + axis);
    };
    if (tip_force) three("tip.force");
    if (tip_moment) three("tip.moment");
    if (weight) three("weight");
    if (roll) all.emplace_back("roll");
    if (patch) {
        for (const char* part : {"patch.middle", "patch.half", "patch.pressure.1", "patch.pressure.2"})
            all.emplace_back(part);
    }
    for (int k = 0; k < contacts; ++k) {
        const std::string name = "contacts." + std::to_string(k);
        all.push_back(name + ".at");
        for (int axis = 1; axis < each(); ++axis)
            all.push_back(name + ".d" + std::to_string(axis));
    }
    return all;
}

}  // namespace supple::estimation
