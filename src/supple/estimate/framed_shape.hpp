/// @file
/// Chains and the nodal rod as forward models: whatever turns coordinates into frames.
///
/// A model is exact enough at some places only: where the bending that its joints stand for has the measure
/// and the first moment of the rod behind them (ends of segments, of Gauss panels, of arcs; nodes). Between
/// these the rod is a panel (panel.hpp), pushes act by consistent loads on its two ends, and measured places
/// are read from its curve. Curvature is that of the section moment, which follows from everything that acts
/// beyond the section: it has the kinks of the forces and none of the joints.
///
/// The equations g(q) = 0 are those of the model with its own loads, and with f = R(q, s) b at the pushes,
/// whose turning couples the frames: G += J_pᵀ [f]ₓ J_R.
#pragma once

#include <supple/algebra/dense_lu.hpp>
#include <supple/estimate/followed_shape.hpp>
#include <supple/estimate/panel.hpp>
#include <supple/model/system.hpp>

namespace supple::estimation {

using Matrix3Xd = Eigen::Matrix<double, 3, Eigen::Dynamic>;

class FramedShape final : public FollowedShape {
 public:
    explicit FramedShape(const Manipulator& manipulator);
    ~FramedShape() override;

    /// Arc lengths of the ends of panels, over L.
    const std::vector<double>& ends() const { return ends_; }

 private:
    bool find_balance(const Pushes& pushes, double lambda) override;
    bool read_sections(const Pushes& pushes, std::span<const double> places, bool derivatives,
                       Sections& sections, MatrixXd& dx) override;

    struct Spot {
        int panel;
        double x;
    };
    Spot spot_of(double s) const;
    SE3 frame(int end) const;
    PanelPoint point(const Spot& spot) const;
    /// A force that acts on the rod beyond a section.
    struct Source {
        double s;
        Vector3d r, f;
        Matrix3Xd dr, df;  ///< by θ, also by the source's own place
    };
    void load(const Pushes& pushes, double lambda);
    void linearise(const Pushes& pushes);
    void read_jacobians();
    bool lies_beyond(std::size_t point, double s) const;
    Matrix3Xd of_panel(int panel, const Matrix3x12& by_frames) const;
    Matrix3Xd of_motion(int panel, const Matrix3x12& by_frames) const;
    void add_known_moments(double s, const Vector3d& r, Vector3d& m, Vector3d& beyond, Matrix3Xd* dm,
                           const MatrixXd& dq);
    void add_curvature(const Pushes& pushes, double s, const std::vector<Source>& sources,
                       const PanelPoint& p, const MatrixXd& dq, std::size_t place, Sections& sections);
    Vector3d rest_curvature(double s) const;
    MatrixXd derivative(const Pushes& pushes, bool& regular);

    std::unique_ptr<System> system_;
    double length_ = 1.0;
    SE3 base_;
    std::vector<double> ends_;  ///< from 0 to 1
    std::vector<int> points_;   ///< of the model at each end but the base
    VectorXd q_, g_;
    MatrixXd G_;
    std::vector<FrameForce> forces_, known_;
    std::vector<Matrix6Xd> J_;       ///< of each end; zero at the base
    std::vector<Matrix6Xd> motion_;  ///< of each end by θ
    DenseLu lu_;                     ///< of G_
};

}  // namespace supple::estimation
