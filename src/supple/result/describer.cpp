#include <supple/result/describer.hpp>

#include <algorithm>

namespace supple {
namespace {

/// The field with the names of the axes of a vector, where it gives none.
ResultField with_components(ResultField field, const char* components, const char* shape)
{
    if (*field.components == '\0') field.components = components;
    if (*field.shape == '\0') field.shape = shape;
    return field;
}

}  // namespace

void Describer::number(const ResultField& field, std::optional<double> value)
{
    numbers(field, {0, {}, [&](std::size_t, double* out) { *out = value.value_or(0.0); }, value.has_value()});
}

void Describer::vector(const ResultField& field, const Vector3d& value)
{
    numbers(with_components(field, "x y z", "[3]"),
            {1,
             {3},
             [&](std::size_t i, double* out) { *out = value[static_cast<Eigen::Index>(i)]; },
             true,
             value.data(),
             {1}});
}

void Describer::quaternion(const ResultField& field, const Eigen::Quaterniond& value)
{
    const std::array<double, 4> wxyz = {value.w(), value.x(), value.y(), value.z()};
    numbers(with_components(field, "w x y z", "[4]"),
            {1, {4}, [&](std::size_t i, double* out) { *out = wxyz[i]; }});
}

void Describer::array(const ResultField& field, const std::vector<double>& values, bool present)
{
    numbers(field, {1,
                    {values.size()},
                    [&](std::size_t i, double* out) { *out = values[i]; },
                    present,
                    values.data(),
                    {1}});
}

void Describer::array(const ResultField& field, const VectorXd& values, bool present)
{
    numbers(field, {1,
                    {static_cast<std::size_t>(values.size())},
                    [&](std::size_t i, double* out) { *out = values[static_cast<Eigen::Index>(i)]; },
                    present,
                    values.data(),
                    {1}});
}

void Describer::vectors(const ResultField& field, const std::vector<Vector3d>& values, bool present)
{
    static_assert(sizeof(Vector3d) == 3 * sizeof(double));
    numbers(with_components(field, "x y z", "[points][3]"),
            {2,
             {values.size(), 3},
             [&](std::size_t i, double* out) { std::copy_n(values[i].data(), 3, out); },
             present,
             values.empty() ? nullptr : values[0].data(),
             {3, 1}});
}

void Describer::matrix(const ResultField& field, const MatrixXd& values, bool present)
{
    numbers(field, {2,
                    {static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols())},
                    [&](std::size_t i, double* out) {
                        for (Eigen::Index j = 0; j < values.cols(); ++j)
                            out[j] = values(static_cast<Eigen::Index>(i), j);
                    },
                    present,
                    values.data(),
                    {1, static_cast<std::size_t>(values.outerStride())}});
}

void describe(Describer& to, const SE3& X)
{
    to.vector({.name = "position", .help = "in the world", .unit = unit::length}, X.position());
    to.quaternion({.name = "quaternion", .help = "of the frame, w first; its z axis is the tangent"},
                  X.quaternion());
}

}  // namespace supple
