#include <supple/model/constraint_gradient.hpp>

namespace supple {

MatrixXd constraint_gradient(const System& system)
{
    const Model& model = *system.model;
    MatrixXd C(system.held(), model.size());
    Matrix6Xd J(6, model.size());
    int row = 0;
    for (const auto& constraint : system.constraints) {
        FrameFunction::Values phi;
        FrameFunction::Gradient gradient;
        constraint->evaluate(model.frames()[static_cast<std::size_t>(constraint->point())], phi, gradient);
        model.jacobian(constraint->point(), J);
        C.middleRows(row, constraint->size()) = gradient * J;
        row += constraint->size();
    }
    return C;
}

}  // namespace supple
