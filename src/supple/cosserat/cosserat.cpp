#include <supple/cosserat/cosserat.hpp>
#include <supple/cosserat/impl.hpp>

#include <chrono>

namespace supple::cosserat {

Options options_of(const Manipulator& manipulator)
{
    Options options;
    if (const auto* model = std::get_if<CosseratModel>(&manipulator.model)) {
        options.shear = model->shear;
        options.extension = model->extension;
        options.tolerance = model->tolerance;
    }
    return options;
}

Solver::Solver(const Manipulator& manipulator, const Options& options) : impl_(std::make_unique<Impl>())
{
    impl_->options = options;
    update(manipulator);
    reserve(impl_->work, 32 + 4 * impl_->problem.stops.size());
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Options& Solver::options()
{
    return impl_->options;
}

void Solver::update(const Manipulator& manipulator)
{
    impl_->coil_constants.resize(manipulator.attachments.size());
    for (std::size_t i = 0; i < manipulator.attachments.size(); ++i) {
        const auto* coils = std::get_if<CoilSet>(&manipulator.attachments[i]);
        if (coils) {
            const Vector3d constants = coils->turns.cwiseProduct(coils->areas);
            impl_->coil_constants[i] = coils->orientation * constants.asDiagonal();
        }
    }
    // The description puts guides back to where they start; a shape in which they have passed others is lost.
    if (impl_->problem.passed) impl_->solved = impl_->problem.passed = false;
    describe(manipulator, impl_->options, impl_->problem);
}

void Solver::set_load(int load, const Vector3d& force, const Vector3d& moment)
{
    Problem& problem = impl_->problem;
    for (Action& action : problem.actions) {
        if (action.load != load) continue;
        action.value.force = force / problem.force;
        action.value.moment = moment / problem.moment;
    }
    impl_->stale = true;
}

void Solver::set_currents(int attachment, const Vector3d& currents)
{
    for (Action& action : impl_->problem.actions) {
        if (action.coil_set == attachment) action.value.dipole = impl_->coil_constants[attachment] * currents;
    }
    impl_->stale = true;
}

void solve(Solver& solver, Equilibrium& equilibrium) noexcept
{
    const auto start = std::chrono::steady_clock::now();
    Solver::Impl& impl = solver.impl();
    if (impl.stale && impl.problem.status != Status::invalid) measure_loads(impl.problem);
    impl.stale = false;

    PathEnd end;
    impl.work.iterations = 0;
    if (impl.problem.status == Status::invalid) {
        end.status = Status::invalid;
        impl.solved = false;
    } else {
        Options options = impl.options;
        options.warm = options.warm && impl.solved;
        end = impl.problem.boundaries.empty() ? search(impl.problem, options, impl.work)
                                              : find_touches(impl.problem, options, impl.work, impl.touched);
        impl.solved = end.status == Status::converged;
        start_from_here(impl.problem);
    }
    report(impl, end, equilibrium);
    equilibrium.solver.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Equilibrium solve(const Manipulator& manipulator, const Options& options)
{
    Solver solver(manipulator, options);
    Equilibrium equilibrium;
    solve(solver, equilibrium);
    return equilibrium;
}

Equilibrium solve(const Manipulator& manipulator)
{
    return solve(manipulator, options_of(manipulator));
}

}  // namespace supple::cosserat
