/// @file
/// Which discretisation a manipulator is to be computed with, and its options.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace supple {

/// Segments of four links and three joints [Venkiteswaran 2019].
///
/// Link lengths are γ_i times the segment's, joint stiffnesses k_j times EI over it. The defaults are the
/// nodes and weights of three-point Gauss quadrature: exact for small loads, and convergent when segments are
/// added. Of a segment that reads the same from both ends only the first γ, and the first two of each k, may
/// be written; the others are not_written then, and completed() fills them in.
struct SegmentParameters {
    std::array<double, 4> gamma = {0.1127016653792583, 0.3872983346207417, 0.3872983346207417,
                                   0.1127016653792583};
    std::array<double, 3> k_eta = {3.6, 2.25,
                                   3.6};  ///< first joint axis (the only one of an isotropic joint)
    std::array<double, 3> k_theta = {3.6, 2.25, 3.6};  ///< second joint axis; not_written: as the first
    std::array<double, 3> k_twist = {3.6, 2.25, 3.6};  ///< of GJ, where the model has twist
    double cubic = 0.0;                                ///< c₃ of the spring law K(q + c₃q³)
};

/// Degrees of freedom beyond bending.
struct Freedoms {
    bool twist = false;
    bool shear = false;
    bool extension = false;
};

/// `universal-prb` and `isotropic-prb`.
struct SegmentModel {
    bool isotropic = true;        ///< rotation-vector joints; else y-then-z universal joints
    int segments = 1;             ///< used when lengths is empty
    std::vector<double> lengths;  ///< of the segments [m]
    SegmentParameters parameters;
    Freedoms freedoms;
};

/// How the joints of a `spherical-prb` chain are laid out.
enum class JointLayout { gauss, split, equal_links, equal_links_exact, half_links, base_joint, given };

/// completed() takes the number of joints from the links where there are some, and the usual values below for
/// 0 joints and for the layout `given` without links: so a file that leaves them out is kept.
struct SphericalModel {
    int joints = 8;
    JointLayout layout = JointLayout::gauss;
    std::vector<double> links;     ///< joints + 1 lengths [m], when given outright
    std::vector<double> bending;   ///< stiffness of each joint [N m/rad], when given outright
    std::vector<double> twisting;  ///< [N m/rad], when given outright
    bool extension = false;        ///< links that also stretch
};

struct CurvatureModel {
    int arcs = 0;  ///< 0: one between neighbouring disks
    bool twist = false;
};

/// Where the variational rod measures its shear strain.
enum class StrainPlace { midpoint, nodal };

struct VariationalModel {
    int elements = 15;
    StrainPlace strain = StrainPlace::midpoint;
    bool frequency_correction = false;  ///< for the nodal strain, which locks in shear
};

struct CosseratModel {
    bool shear = false;
    bool extension = false;
    double tolerance = 1e-9;  ///< error of the tip over the length
};

using ModelChoice =
    std::variant<SegmentModel, SphericalModel, CurvatureModel, VariationalModel, CosseratModel>;

/// The model's type as it stands in files: "universal-prb", ...
const char* type_name(const ModelChoice& choice);

}  // namespace supple
