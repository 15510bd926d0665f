#include "external.hpp"

#include <supple/io/file.hpp>

#include <fmt/format.h>

namespace supple::app {

namespace external {

std::string text_of(const std::filesystem::path& file)
{
    return read_file(file, std::size_t{64} << 20U);
}

Matrix3d rotation(const Vector3d& angles)
{
    const Matrix3d R =
        (Eigen::AngleAxisd(angles.x(), Vector3d::UnitX()) * Eigen::AngleAxisd(angles.y(), Vector3d::UnitY()) *
         Eigen::AngleAxisd(angles.z(), Vector3d::UnitZ()))
            .toRotationMatrix();
    Matrix3d turned;
    turned << R.col(1), R.col(2), R.col(0);
    return turned;
}

}  // namespace external

std::vector<Experiment> experiments_on(const std::string& external_data)
{
    const std::filesystem::path folder(external_data);
    std::vector<Experiment> list{
        {"the real arm, 21 values", [=] { return external::fitted_arm(folder, 21, 4.3); }},
        {"the real arm, 15 values", [=] { return external::fitted_arm(folder, 15, 5.2); }},
        {"the real arm", [=] { return external::real_arm(folder); }}};
    for (int number = 1; number <= 4; ++number)
        list.push_back({fmt::format("release {} of the TPU rod", number),
                        [=] { return external::release(folder, number); }});
    list.push_back({"500 shapes of a steel rod", [=] { return external::steel_rod(folder); }});
    list.push_back({"500 shapes by chains", [=] { return external::steel_chains(folder); }});
    return list;
}

}  // namespace supple::app
