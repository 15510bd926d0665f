#include <supple/estimate/shape_residuals.hpp>
#include <supple/lie/so3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple::estimation {
namespace {

using Eigen::Matrix2d;

constexpr int curve_points = 101;  ///< of the search for the nearest point

/// Two unit vectors normal to t.
Eigen::Matrix<double, 2, 3> normals_to(const Vector3d& t)
{
    const Vector3d side = std::abs(t.x()) < 0.6 ? Vector3d::UnitX() : Vector3d::UnitY();
    const Vector3d a = t.cross(side).normalized();
    Eigen::Matrix<double, 2, 3> N;
    N << a.transpose(), t.cross(a).transpose();
    return N;
}

}  // namespace

ShapeResiduals::ShapeResiduals(const ShapeData& data, const ShapeScales& scales)
    : data_(data), scales_(scales)
{
    const double L = scales.length;
    const auto add = [&](double s, int count, const char* kind) {
        list_.push_back({rows_, count, s, kind});
        places_.push_back(s);
        rows_ += count;
    };
    for (const PointOfShape& point : data.points) {
        if (!point.at) unlabelled_.push_back(list_.size());
        add(point.at.value_or(0.5 * L) / L, point.at ? 3 : 2, "point");
    }
    for (const CurvatureOfShape& c : data.curvatures) {
        add(c.at / L, 2, "curvature");
        gratings_.push_back(c.at / L);
    }
    for (const PoseOfShape& pose : data.poses)
        add(pose.at / L, 6, "pose");
    sections_.curvature = !data.curvatures.empty() || !unlabelled_.empty();
    std::sort(gratings_.begin(), gratings_.end());
    gratings_.erase(std::unique(gratings_.begin(), gratings_.end()), gratings_.end());
}

bool ShapeResiduals::find_nearest(ForwardShape& model, const Pushes& pushes)
{
    const double L = scales_.length;
    // All of the curve once; afterwards the last place is near.
    std::vector<double> grid;
    for (int i = 0; i < curve_points; ++i)
        grid.push_back(static_cast<double>(i) / (curve_points - 1));
    if (!model.predict(pushes, grid, false, sections_)) return false;
    for (std::size_t k = 0; k < unlabelled_.size(); ++k) {
        const Vector3d y = data_.points[unlabelled_[k]].position / L;
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < grid.size(); ++i) {
            const double distance = (sections_.r[i] - y).squaredNorm();
            if (distance < best) best = distance, places_[unlabelled_[k]] = grid[i];
        }
    }
    std::vector<double> near(unlabelled_.size());
    for (int i = 0; i < 4; ++i) {
        for (std::size_t k = 0; k < near.size(); ++k)
            near[k] = places_[unlabelled_[k]];
        if (!model.predict(pushes, near, false, sections_)) return false;
        double largest = 0.0;
        for (std::size_t k = 0; k < near.size(); ++k) {
            const Vector3d e = data_.points[unlabelled_[k]].position / L - sections_.r[k];
            const Vector3d t = sections_.q[k] * Vector3d::UnitZ();
            const Vector3d bend = sections_.q[k] * sections_.kappa[k];
            // (r − y)·t = 0 by Newton: the slope is 1 − e·t′.
            const double slope = std::max(0.2, 1.0 - e.dot(bend.cross(t)));
            const double s = std::clamp(near[k] + e.dot(t) / slope, 0.0, 1.0);
            largest = std::max(largest, std::abs(s - near[k]));
            places_[unlabelled_[k]] = s;
        }
        if (largest < 1e-12) break;
    }
    return true;
}

bool ShapeResiduals::evaluate(ForwardShape& model, const Unknowns& unknowns, const VectorXd& theta,
                              VectorXd& r, MatrixXd* J)
{
    const double L = scales_.length;
    const Pushes pushes = unknowns.pushes(theta);
    if (!unlabelled_.empty() && !find_nearest(model, pushes)) return false;
    if (!model.predict(pushes, places_, J != nullptr, sections_)) return false;
    r.resize(rows_);
    if (J) J->setZero(rows_, unknowns.size());
    std::size_t k = 0;
    const auto fill = [&](int first, const auto& matrix, std::size_t place) {
        // matrix turns [δr; δθ; δκ] of the place into residuals.
        if (J && J->cols() > 0)
            J->middleRows(first, matrix.rows()) =
                unknowns.columns(matrix.lazyProduct(sections_.d[place]), theta);
    };
    for (const PointOfShape& point : data_.points) {
        const int first = list_[k].first;
        const Vector3d e = L * sections_.r[k] - point.position;
        if (point.at) {
            r.segment<3>(first) = e.cwiseQuotient(point.sigma);
            Eigen::Matrix<double, 3, 9> M = Eigen::Matrix<double, 3, 9>::Zero();
            M.leftCols<3>() = (L * point.sigma.cwiseInverse()).asDiagonal();
            fill(first, M, k);
        } else {
            const Eigen::Matrix<double, 2, 3> N = normals_to(sections_.q[k] * Vector3d::UnitZ());
            const Vector2d sigma = (N.cwiseAbs2() * point.sigma.cwiseAbs2()).cwiseSqrt();
            r.segment<2>(first) = (N * e).cwiseQuotient(sigma);
            Eigen::Matrix<double, 2, 9> M = Eigen::Matrix<double, 2, 9>::Zero();
            M.leftCols<3>() = L * sigma.cwiseInverse().asDiagonal() * N;
            fill(first, M, k);
        }
        ++k;
    }
    const double roll = unknowns.roll_of(theta);
    Matrix2d turn;
    turn << std::cos(roll), std::sin(roll), -std::sin(roll), std::cos(roll);
    Matrix2d turning;
    turning << -std::sin(roll), std::cos(roll), -std::cos(roll), -std::sin(roll);
    for (const CurvatureOfShape& c : data_.curvatures) {
        const int first = list_[k].first;
        const Vector2d kappa = sections_.kappa[k].head<2>() / L;
        const Matrix2d weight = c.sigma.cwiseInverse().asDiagonal();
        r.segment<2>(first) = weight * (turn * kappa - c.curvature);
        Eigen::Matrix<double, 2, 9> M = Eigen::Matrix<double, 2, 9>::Zero();
        M.middleCols<2>(6) = weight * turn / L;
        fill(first, M, k);
        if (J && unknowns.roll) J->col(unknowns.of_roll()).segment<2>(first) = weight * turning * kappa;
        ++k;
    }
    for (const PoseOfShape& pose : data_.poses) {
        const int first = list_[k].first;
        const Matrix3d R = sections_.q[k].toRotationMatrix();
        const Vector3d phi = so3::log(pose.q.toRotationMatrix().transpose() * R);
        r.segment<3>(first) = (L * sections_.r[k] - pose.position).cwiseQuotient(pose.sigma);
        r.segment<3>(first + 3) = phi / pose.sigma_rotation;
        Eigen::Matrix<double, 6, 9> M = Eigen::Matrix<double, 6, 9>::Zero();
        M.topLeftCorner<3, 3>() = (L * pose.sigma.cwiseInverse()).asDiagonal();
        M.block<3, 3>(3, 3) = so3::right_jacobian_inverse(phi) * R.transpose() / pose.sigma_rotation;
        fill(first, M, k);
        ++k;
    }
    for (const std::size_t i : unlabelled_)
        list_[i].s = places_[i];
    return r.allFinite();
}

}  // namespace supple::estimation
