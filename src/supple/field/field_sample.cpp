#include <supple/field/field_sample.hpp>

#include <limits>

namespace supple {

FieldSample& FieldSample::operator+=(const FieldSample& other) noexcept
{
    B += other.B;
    gradient += other.gradient;
    for (std::size_t k = 0; k < 3; ++k)
        second[k] += other.second[k];
    return *this;
}

FieldSample& FieldSample::operator*=(double factor) noexcept
{
    B *= factor;
    gradient *= factor;
    for (Matrix3d& slice : second)
        slice *= factor;
    return *this;
}

FieldSample undefined_field() noexcept
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Matrix3d G = Matrix3d::Constant(nan);
    return {Vector3d::Constant(nan), G, {G, G, G}};
}

bool is_defined(const FieldSample& field) noexcept
{
    return field.B.allFinite() && field.gradient.allFinite() && field.second[0].allFinite() &&
           field.second[1].allFinite() && field.second[2].allFinite();
}

}  // namespace supple
