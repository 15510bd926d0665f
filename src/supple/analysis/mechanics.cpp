#include <supple/analysis/mechanics.hpp>

namespace supple {

std::unique_ptr<Mechanics> mechanics_of(const Manipulator& manipulator)
{
    struct Choose {
        const Manipulator& m;
        auto operator()(const SegmentModel&) const { return chain_mechanics(m); }
        auto operator()(const SphericalModel&) const { return chain_mechanics(m); }
        auto operator()(const CurvatureModel&) const { return chain_mechanics(m); }
        auto operator()(const VariationalModel&) const { return nodal_mechanics(m); }
        auto operator()(const CosseratModel&) const { return exact_mechanics(m); }
    };
    return std::visit(Choose{manipulator}, manipulator.model);
}

}  // namespace supple
