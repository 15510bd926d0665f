/// @file
/// JSON, written from front to back.
#pragma once

#include <supple/lie/se3.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace supple::page {

class Json {
 public:
    Json& key(std::string_view name);
    Json& text(std::string_view value);
    Json& number(double value);  ///< null where it is not finite
    Json& flag(bool value);
    Json& null();
    Json& open(char bracket);  ///< '{' or '['
    Json& close(char bracket);

    Json& vector(const Vector3d& v);
    Json& numbers(const std::vector<double>& values);
    Json& pose(const SE3& X);  ///< members position and quaternion (w, x, y, z)

    std::string take() { return std::move(out_); }

 private:
    void part();

    std::string out_;
    bool first_ = true;  ///< nothing stands before it in its list or map
};

}  // namespace supple::page
