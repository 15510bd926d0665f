#include <supple/lie/series.hpp>
#include <supple/lie/so3.hpp>
#include <supple/lie/spatial.hpp>
#include <supple/model/arc_map.hpp>
#include <supple/model/element.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {
namespace {

const Vector3d e1 = Vector3d::UnitX();
const Vector3d e2 = Vector3d::UnitY();
const Vector3d e3 = Vector3d::UnitZ();

/// What joints share: the links on either side, the joint's rotation R between them.
void join(double inboard, double outboard, const Matrix3d& R, LocalMap& map) noexcept
{
    map.O = {0.0, 0.0, inboard};
    map.X_AB = SE3(R, map.O + outboard * R.col(2));
}

/// Up to the joint nothing moves.
void stay_inboard(double length, LocalMap& map) noexcept
{
    map.O = {0.0, 0.0, length};
    map.X_AB = SE3(Matrix3d::Identity(), map.O);
    for (int a = 0; a < 3; ++a)
        map.omega[a].setZero();
}

struct PlaceMap {
    const double* q;
    double s;
    LocalMap& map;

    // The length of the outboard link that is within the fraction; negative: the fraction ends before the
    // joint.
    template <class Joint>
    double outboard_part(const Joint& joint) const
    {
        if (s == 1.0) return joint.outboard;
        // The fraction tells the side: rounding must not move a point at the joint to the other.
        const double L = joint.inboard + joint.outboard, part = s * L - joint.inboard;
        return s < joint.inboard / L ? std::min(part, -std::numeric_limits<double>::min())
                                     : std::max(part, 0.0);
    }

    void operator()(const UniversalJoint& joint) const
    {
        for (Vector3d& v : map.v)
            v.setZero();
        const double outboard = outboard_part(joint);
        if (outboard < 0.0) return stay_inboard(joint.inboard + outboard, map);
        const double s1 = std::sin(q[0]), c1 = std::cos(q[0]);
        const double s2 = std::sin(q[1]), c2 = std::cos(q[1]);
        Matrix3d R;                 // Rx(q0) Ry(q1)
        R << c2, 0.0, s2,           //
            s1 * s2, c1, -s1 * c2,  //
            -c1 * s2, s1, c1 * c2;
        map.omega[0] = e1;
        map.omega[1] = R.col(1);
        if (joint.twists) {
            map.omega[2] = R.col(2);
            const double s3 = std::sin(q[2]), c3 = std::cos(q[2]);
            const Vector3d x = c3 * R.col(0) + s3 * R.col(1);
            R.col(1) = c3 * R.col(1) - s3 * R.col(0);
            R.col(0) = x;
        }
        join(joint.inboard, outboard, R, map);
    }

    void rotate(double inboard, double outboard, const Vector3d& phi) const
    {
        for (Vector3d& v : map.v)
            v.setZero();
        if (outboard < 0.0) return stay_inboard(inboard + outboard, map);
        const auto [R, J] = so3::exp_and_left_jacobian(phi);
        for (int a = 0; a < 3; ++a)
            map.omega[a] = J.col(a);
        join(inboard, outboard, R, map);
    }

    void operator()(const IsotropicJoint& joint) const
    {
        rotate(joint.inboard, outboard_part(joint), {q[0], q[1], 0.0});
    }

    void operator()(const SphericalJoint& joint) const
    {
        rotate(joint.inboard, outboard_part(joint), {q[0], q[1], q[2]});
    }

    // X = exp(ℓ [e3; κ]) with the left Jacobian of SE(3): V = 𝒥_l(ξ) ℓ [0; δκ], about A's origin.
    void operator()(const ConstantCurvature& arc) const
    {
        const double l = s * arc.length;
        if (!arc.twists) return place_bending_arc(l, q, map);
        Vector6d xi;
        xi << 0.0, 0.0, l, l * q[0], l * q[1], l * q[2];
        map.X_AB = se3::exp(xi);
        map.O = map.X_AB.position();
        const Matrix6d J = se3::left_jacobian(xi);
        for (int a = 0; a < 3; ++a) {
            map.omega[a] = l * J.block<3, 1>(3, 3 + a);
            map.v[a] = l * J.block<3, 1>(0, 3 + a) + map.omega[a].cross(map.O);
        }
    }

    void operator()(const Slide& slide) const
    {
        Vector3d d = Vector3d::Zero();
        int a = 0;
        if (slide.shears) {
            d.head<2>() << q[0], q[1];
            map.v[a++] = e1;
            map.v[a++] = e2;
        }
        if (slide.stretches) {
            d[2] = q[a];
            map.v[a++] = e3;
        }
        for (Vector3d& w : map.omega)
            w.setZero();
        map.O.setZero();
        d[2] += s * slide.outboard;
        map.X_AB = SE3(Matrix3d::Identity(), d);
    }
};

struct CurvatureOfMap {
    const double* q;
    double s;
    const LocalMap& map;
    const Vector3d& m;
    const Vector3d& f;

    // ω_a = R_1 ... R_{a-1} e_a, so ∂ω_a/∂q_b = ω_b × ω_a for b < a and zero otherwise.
    Matrix3d operator()(const UniversalJoint& joint) const
    {
        Matrix3d Q = Matrix3d::Zero();
        Q(1, 0) = map.omega[0].cross(map.omega[1]).dot(m);
        if (joint.twists) {
            Q(2, 0) = map.omega[0].cross(map.omega[2]).dot(m);
            Q(2, 1) = map.omega[1].cross(map.omega[2]).dot(m);
        }
        return Q;
    }

    // ω_a·m = e_a·J_lᵀ m, whose derivative by φ is that of J_r m.
    static Matrix3d rotation(const Vector3d& phi, const Vector3d& m)
    {
        return so3::right_jacobian_derivative(phi, m);
    }

    // Up to the joint nothing moves, and its twists are zero whatever q is.
    template <class Joint>
    bool inboard(const Joint& joint) const
    {
        return s < joint.inboard / (joint.inboard + joint.outboard);
    }

    Matrix3d operator()(const IsotropicJoint& joint) const
    {
        Matrix3d Q = Matrix3d::Zero();
        if (inboard(joint)) return Q;
        // The same with φ = (x, y, 0): J_r m = (m_x + y h, m_y − x h, ·), h = b (x m_y − y m_x) − a m_z.
        const double x = q[0], y = q[1];
        const AxialCoefficients c = jacobian_coefficients(std::sqrt(x * x + y * y), Order::first);
        const double k = x * m.y() - y * m.x(), h = c.b * k - c.a * m.z();
        const double dh = 2.0 * (c.db * k - c.da * m.z());
        const double h_x = c.b * m.y() + x * dh, h_y = -c.b * m.x() + y * dh;
        Q(0, 0) = y * h_x;
        Q(0, 1) = h + y * h_y;
        Q(1, 0) = -h - x * h_x;
        Q(1, 1) = -x * h_y;
        return Q;
    }

    Matrix3d operator()(const SphericalJoint& joint) const
    {
        return inboard(joint) ? Matrix3d(Matrix3d::Zero()) : rotation({q[0], q[1], q[2]}, m);
    }

    // V_a·F with V = 𝒥_l(ξ) about A's origin; the moment about O there is m = m_A − O × f, and O moves with
    // q.
    Matrix3d operator()(const ConstantCurvature& arc) const
    {
        const double l = s * arc.length;
        Vector6d xi, F;
        xi << 0.0, 0.0, l, l * q[0], l * q[1], arc.twists ? l * q[2] : 0.0;
        F << f, m + map.O.cross(f);
        Matrix3d Q = l * l * se3::left_jacobian_transpose_derivative(xi, F).block<3, 3>(3, 3);
        // v_a = V_a at O: O itself moves by v_b, and ω_a × v_b · f is what the fixed point above leaves out.
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b)
                Q(a, b) += map.omega[a].cross(map.v[b]).dot(f);
        }
        return Q;
    }

    Matrix3d operator()(const Slide&) const { return Matrix3d::Zero(); }
};

}  // namespace

int dof(const Element& element)
{
    struct Dof {
        int operator()(const UniversalJoint& joint) const { return joint.twists ? 3 : 2; }
        int operator()(const IsotropicJoint&) const { return 2; }
        int operator()(const SphericalJoint&) const { return 3; }
        int operator()(const ConstantCurvature& arc) const { return arc.twists ? 3 : 2; }
        int operator()(const Slide& slide) const
        {
            return (slide.shears ? 2 : 0) + (slide.stretches ? 1 : 0);
        }
    };
    return std::visit(Dof{}, element);
}

double length(const Element& element)
{
    struct Length {
        double operator()(const UniversalJoint& j) const { return j.inboard + j.outboard; }
        double operator()(const IsotropicJoint& j) const { return j.inboard + j.outboard; }
        double operator()(const SphericalJoint& j) const { return j.inboard + j.outboard; }
        double operator()(const ConstantCurvature& arc) const { return arc.length; }
        double operator()(const Slide& slide) const { return slide.outboard; }
    };
    return std::visit(Length{}, element);
}

double joint_fraction(const Element& element)
{
    // A joint without links sits at its base: all its points are beyond it.
    struct Fraction {
        double of_links(double inboard, double outboard) const
        {
            return inboard > 0.0 ? inboard / (inboard + outboard) : 0.0;
        }
        double operator()(const UniversalJoint& j) const { return of_links(j.inboard, j.outboard); }
        double operator()(const IsotropicJoint& j) const { return of_links(j.inboard, j.outboard); }
        double operator()(const SphericalJoint& j) const { return of_links(j.inboard, j.outboard); }
        double operator()(const ConstantCurvature&) const { return 1.0; }
        double operator()(const Slide&) const { return 0.0; }
    };
    return std::visit(Fraction{}, element);
}

void place(const Element& element, const double* q, double s, LocalMap& map) noexcept
{
    std::visit(PlaceMap{q, s, map}, element);
}

Matrix3d curvature_of_map(const Element& element, const double* q, double s, const LocalMap& map,
                          const Vector3d& m, const Vector3d& f) noexcept
{
    return std::visit(CurvatureOfMap{q, s, map, m, f}, element);
}

Matrix3d curvature_of_map(const Element& element, const double* q, double s, const Vector3d& m,
                          const Vector3d& f) noexcept
{
    LocalMap map;
    place(element, q, s, map);
    return curvature_of_map(element, q, s, map, m, f);
}

}  // namespace supple
