#include <supple/actuation/drive.hpp>

#include <algorithm>
#include <cmath>

namespace supple {

Drive::Drive(const DrivenRods& rods, Routing routing, const Layout& layout, double time)
    : name_(rods.name),
      law_(rods.contact),
      friction_(rods.contact == ContactLaw::tendon ? 0.0 : rods.friction),
      cable_(rods.cable),
      pulled_(static_cast<int>(rods.tensions.size())),
      timing_(rods.timing),
      routing_(std::move(routing)),
      // Friction, and rods that are bent as beams, make every passage depend on the others.
      dQ_de_(routing_.passages(),
             law_ != ContactLaw::least_squares && friction_ == 0.0 &&
                 (rods.bending == RodBending::arcs ||
                  std::all_of(rods.bending_stiffness.begin(), rods.bending_stiffness.end(),
                              [](double EI) { return EI == 0.0; })))
{
    for (std::size_t j = 0; j < rods.count(); ++j) {
        const int end = layout.ends[j];
        const double x = rods.radii[j] * std::cos(rods.angles[j]),
                     y = rods.radii[j] * std::sin(rods.angles[j]);
        Rod rod{GuidedRod(x, y, end), Capstan(friction_, end),
                LeastSquares(friction_, end, rods.friction_rounds),
                GuidedBending(rods.bending_stiffness[j], rods.bending, rods.base_support, rods.base_clearance,
                              routing_, end, layout.bends_in_chain)};
        rod.by_length = j >= rods.tensions.size();
        rod.drive = rod.by_length ? rods.retractions[j - rods.tensions.size()] : rods.tensions[j];
        rod.pretension = rods.pretension[j];
        for (int i = 0; i < end; ++i)
            rod.length += routing_.length(i);
        rod.stretches = std::isfinite(rods.axial_stiffness[j]);
        rod.compliance = std::max(layout.least_compliance, rod.length / rods.axial_stiffness[j]);
        const auto& columns = timing_.history.columns;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            if (columns[k].path == parameter_path(static_cast<int>(j))) rod.column = static_cast<int>(k);
        }
        rods_.push_back(std::move(rod));
    }
    set_time(time);
    Q_.assign(at(routing_.passages()), Vector3d::Zero());
}

void Drive::set_time(double time) noexcept
{
    acts_ = acts_at(timing_, time);
    for (Rod& rod : rods_) {
        if (rod.column >= 0)
            rod.drive = value_at(timing_.history, timing_.history.columns[at(rod.column)], time);
    }
}

// The wrenches of rods that are placed and know their tension.
void Drive::add_placed(bool smooth, std::span<FrameForce> forces) const noexcept
{
    for (Vector3d& Q : Q_)
        Q.setZero();
    for (Rod& rod : rods_) {
        rod.bending.add_moments(routing_, rod.guided, Q_);
        if (rod.tension == 0.0 && !held(rod)) continue;
        if (law_ == ContactLaw::least_squares) {
            rod.least_squares.place(routing_, rod.guided, rod.tension, smooth);
            rod.least_squares.add_forces(routing_, forces);
        } else {
            rod.capstan.place(rod.guided, rod.tension);
            rod.capstan.add_moments(rod.guided, rod.tension, Q_);
        }
    }
    routing_.add_couples(Q_, forces);
}

void Drive::add_to(std::span<const SE3> frames, double scale, std::span<FrameForce> forces) const noexcept
{
    routing_.place(frames);
    for (Rod& rod : rods_) {
        rod.guided.place(routing_);
        rod.guided.rest(sharp_, friction_share_);
        if (!held(rod)) rod.tension = acts_ ? scale * (rod.drive + rod.pretension) : 0.0;
    }
    moving_ = false;
    add_placed(!sharp_, forces);
}

void Drive::add_in_motion(std::span<const SE3> frames, std::span<const Vector6d> velocities,
                          std::span<FrameForce> forces) const noexcept
{
    routing_.place(frames);
    const bool rubs = feels_motion();
    if (rubs) routing_.move(velocities);
    for (Rod& rod : rods_) {
        rod.tension = acts_ ? rod.drive + rod.pretension : 0.0;
        if (rod.tension == 0.0 && !held(rod)) continue;  // it only bends
        rod.guided.place(routing_);
        if (rubs) rod.guided.move(routing_);
        if (!held(rod)) continue;
        rod.tension = rod.pretension + (rod.drive - rod.guided.shortening()) / rod.compliance;
        if (cable_) rod.tension = std::max(0.0, rod.tension);
    }
    moving_ = true;
    add_placed(false, forces);
}

// What is never pulled does not rub.
bool Drive::feels_motion() const noexcept
{
    return friction_ > 0.0 && std::any_of(rods_.begin(), rods_.end(), [](const Rod& rod) {
               return rod.by_length || rod.column >= 0 || rod.drive + rod.pretension != 0.0;
           });
}

bool Drive::conservative() const noexcept
{
    return law_ != ContactLaw::least_squares && friction_ == 0.0 &&
           std::all_of(rods_.begin(), rods_.end(), [](const Rod& rod) { return rod.bending.conservative(); });
}

double Drive::potential(std::span<const SE3> frames) const noexcept
{
    routing_.place(frames);
    double U = 0.0;
    for (Rod& rod : rods_) {
        rod.guided.place(routing_);
        U += rod.bending.energy(routing_, rod.guided);
        if (!acts_) continue;
        U += rod.by_length ? 0.5 * rod.compliance * rod.tension * rod.tension
                           : -(rod.drive + rod.pretension) * rod.guided.shortening();
    }
    return U;
}

std::string Drive::parameter_path(int k) const
{
    return k < pulled_ ? "tensions." + std::to_string(k) : "retractions." + std::to_string(k - pulled_);
}

void Drive::add_derivative(int k, std::span<const SE3> frames, std::span<FrameForce> forces) const noexcept
{
    if (k >= pulled_ || !acts_) return;
    routing_.place(frames);
    Rod& rod = rods_[at(k)];
    rod.guided.place(routing_);
    rod.guided.rest(sharp_, friction_share_);
    const double tension = rod.drive + rod.pretension;
    if (law_ == ContactLaw::least_squares) {
        rod.least_squares.place(routing_, rod.guided, tension, !sharp_);
        rod.least_squares.add_tension_derivative(routing_, forces);
        return;
    }
    for (Vector3d& Q : Q_)
        Q.setZero();
    rod.capstan.place(rod.guided, tension);
    rod.capstan.add_moments(rod.guided, 1.0, Q_);
    routing_.add_couples(Q_, forces);
}

void Drive::differentiate_moments() noexcept
{
    dQ_de_.set_zero();
    for (Rod& rod : rods_) {
        rod.bending.add_derivative(routing_, rod.guided, dQ_de_);
        if (law_ != ContactLaw::least_squares)
            rod.capstan.add_derivative(routing_, rod.guided, rod.tension, dQ_de_);
    }
}

int Drive::couplings(const Model& model) const noexcept
{
    if (law_ == ContactLaw::least_squares) return CoupledLoad::couplings(model);
    return dQ_de_.diagonal() && routing_.fits(model) ? 0 : 3 * routing_.passages();
}

void Drive::subtract_tangent(const Model& model, ChainMatrix& G, Eigen::Ref<MatrixXd> U,
                             Eigen::Ref<MatrixXd> V) noexcept
{
    if (law_ == ContactLaw::least_squares) return CoupledLoad::subtract_tangent(model, G, U, V);
    differentiate_moments();
    if (U.cols() == 0) return routing_.subtract_tangent(model, Q_, dQ_de_, G);
    routing_.differentiate(model);
    routing_.couple(Q_, dQ_de_, U, V);
}

void Drive::subtract_tangent(const Model& model, MatrixXd& G) noexcept
{
    routing_.differentiate(model);
    differentiate_moments();
    for (Rod& rod : rods_) {
        if (law_ == ContactLaw::least_squares && rod.tension != 0.0)
            rod.least_squares.subtract_tangent(routing_, rod.guided, G);
    }
    routing_.subtract_tangent(Q_, dQ_de_, G);
    if (!moving_) return;

    // In motion the tensions follow the lengths.
    per_tension_.resize(model.size());
    per_length_.resize(model.size());
    for (int u = 0; u < unknowns(); ++u) {
        if (cable_ && retracted(u).tension == 0.0) continue;
        unknown_force(u, per_tension_);
        per_length_.setZero();
        const GuidedRod& rod = retracted(u).guided;
        for (int k = 0; k < rod.end(); ++k) {
            for (int c = routing_.first_column(k); c < routing_.last_column(k); ++c)
                per_length_[c] += routing_.turn_column(k, c).dot(rod.gradient(k));
        }
        for (int c = 0; c < model.size(); ++c)
            G.col(c).head(model.size()) += per_length_[c] / retracted(u).compliance * per_tension_;
    }
}

double Drive::stretch_weight(const Rod& rod) const noexcept
{
    if (law_ == ContactLaw::least_squares || friction_ == 0.0 || !rod.stretches) return 1.0;
    double sum = 0.0;
    for (int i = 0; i < rod.guided.end(); ++i)
        sum += rod.capstan.ratio(i) * routing_.length(i);
    return sum / rod.length;
}

CoupledLoad::Gap Drive::gap(int u, double t) const noexcept
{
    const Rod& rod = retracted(u);
    Gap gap;
    gap.by_force = rod.compliance * stretch_weight(rod);
    gap.by_factor = -(rod.drive + rod.compliance * rod.pretension);
    gap.value = rod.guided.shortening() + gap.by_force * rod.tension + t * gap.by_factor;
    return gap;
}

void Drive::gap_gradient(int u, VectorXd& dw_dq) const noexcept
{
    const Rod& rod = retracted(u);
    const bool weighs = stretch_weight(rod) != 1.0;
    dw_dq.setZero();
    for (int k = 0; k < rod.guided.end(); ++k) {
        Vector3d dw_de = rod.guided.gradient(k);
        for (int i = 0; weighs && i < rod.guided.end(); ++i)
            dw_de += rod.compliance * rod.tension * routing_.length(i) / rod.length *
                     rod.capstan.ratio_gradient(routing_, rod.guided, i, k);
        for (int c = routing_.first_column(k); c < routing_.last_column(k); ++c)
            dw_dq[c] += routing_.turn_column(k, c).dot(dw_de);
    }
}

void Drive::unknown_force(int u, VectorXd& dQ_du) const noexcept
{
    Rod& rod = retracted(u);
    if (law_ == ContactLaw::least_squares) return rod.least_squares.tension_force(routing_, dQ_du);
    dQ_du.setZero();
    for (int k = 0; k < rod.guided.end(); ++k) {
        const Vector3d per_tension = rod.capstan.ratio(k) * rod.guided.gradient(k);
        for (int c = routing_.first_column(k); c < routing_.last_column(k); ++c)
            dQ_du[c] += routing_.turn_column(k, c).dot(per_tension);
    }
}

bool Drive::impossible() const noexcept
{
    constexpr double most = 1e-6;  // of its length: a rod that does not stretch would have to
    return std::any_of(rods_.begin(), rods_.end(), [this](const Rod& rod) {
        return held(rod) && !rod.stretches &&
               !(std::abs(rod.compliance * (rod.tension - rod.pretension)) < most * rod.length);
    });
}

Vector3d Drive::section_pull(double arclength, const SE3& X) const noexcept
{
    double pull = 0.0;
    const int passage = routing_.passage_at(arclength);
    for (const Rod& rod : rods_) {
        if (law_ != ContactLaw::least_squares && passage < rod.guided.end())
            pull += rod.tension * rod.capstan.ratio(passage);
    }
    return -pull * X.rotation().col(2);
}

bool Drive::has_sharp_law() const noexcept
{
    return law_ == ContactLaw::least_squares && friction_ > 0.0;
}

void Drive::report(DriveState& state) const
{
    const std::size_t count = rods_.size();
    state.name = name_;
    state.friction = friction_ == 0.0 ? FrictionUsed::none
                     : sharp_         ? FrictionUsed::sharp
                                      : FrictionUsed::smoothed;
    state.tensions.resize(count);
    state.end_tensions.resize(count);
    state.retractions.resize(count);
    state.contacts.resize(count);
    const bool balanced = law_ == ContactLaw::least_squares;
    for (std::size_t j = 0; j < count; ++j) {
        const Rod& rod = rods_[j];
        const double T = rod.tension;
        const bool placed = !balanced || T != 0.0 || held(rod);
        state.tensions[j] = T;
        state.end_tensions[j] = !placed    ? 0.0
                                : balanced ? rod.least_squares.end_tension()
                                           : T * rod.capstan.end_ratio();
        const double stretch =
            rod.stretches ? rod.compliance * (stretch_weight(rod) * T - rod.pretension) : 0.0;
        state.retractions[j] = rod.guided.shortening() + stretch;
        state.contacts[j].resize(at(rod.guided.end() - 1));
        for (int i = 1; i < rod.guided.end(); ++i)
            state.contacts[j][at(i - 1)] = !placed    ? 0.0
                                           : balanced ? rod.least_squares.force(i)
                                                      : T * rod.capstan.contact_ratio(rod.guided, i);
    }
}

}  // namespace supple
