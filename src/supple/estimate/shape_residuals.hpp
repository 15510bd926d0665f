/// @file
/// How far a predicted shape is from the measured one, in standard deviations.
///
///     point        (r(s) − y)/σ                     curvature    (Rz(roll)ᵀ κ(s) − k)/σ
///     pose         (r(s) − y)/σ,  log(Qᵀ R(s))/σ_R
///     point without s: with the nearest point of the predicted curve r(s*) and two normals e₁, e₂ there,
///                  e·(r(s*) − y)/σ. Its derivative is that at a fixed s*, since r′ is normal to e.
///
/// Law (tests/estimate/test_shape_residuals.cpp): the Jacobian is the derivative, for every kind.
#pragma once

#include <supple/estimate/force_unknowns.hpp>
#include <supple/estimate/shape_data.hpp>

namespace supple::estimation {

class ShapeResiduals {
 public:
    /// @pre every sigma is positive
    ShapeResiduals(const ShapeData& data, const ShapeScales& scales);

    int size() const { return rows_; }

    /// r, and J where it is given. False where the model has no equilibrium.
    bool evaluate(ForwardShape& model, const Unknowns& unknowns, const VectorXd& theta, VectorXd& r,
                  MatrixXd* J);

    /// Arc lengths [1] of what is measured, ascending without repetition; curvature has kinks there.
    const std::vector<double>& gratings() const { return gratings_; }

    /// One entry a measured row: its first residual, their number, place (over L) and kind.
    struct Row {
        int first, count;
        double s;
        const char* kind;
    };
    const std::vector<Row>& rows() const { return list_; }

 private:
    bool find_nearest(ForwardShape& model, const Pushes& pushes);

    const ShapeData& data_;
    ShapeScales scales_;
    int rows_ = 0;
    std::vector<Row> list_;
    std::vector<double> places_, gratings_;
    std::vector<std::size_t> unlabelled_;  ///< rows of list_, in the order of the points
    Sections sections_;
};

}  // namespace supple::estimation
