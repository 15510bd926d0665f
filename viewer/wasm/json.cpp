#include "json.hpp"

#include <supple/lie/so3.hpp>

#include <charconv>
#include <cmath>

namespace supple::page {

void Json::part()
{
    if (!first_) out_ += ',';
    first_ = false;
}

Json& Json::key(std::string_view name)
{
    text(name);
    out_ += ':';
    first_ = true;
    return *this;
}

Json& Json::text(std::string_view value)
{
    part();
    out_ += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            out_ += '\\';
            out_ += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr const char* hex = "0123456789abcdef";
            out_ += "\\u00";
            out_ += hex[static_cast<unsigned char>(c) / 16];
            out_ += hex[static_cast<unsigned char>(c) % 16];
        } else {
            out_ += c;
        }
    }
    out_ += '"';
    return *this;
}

Json& Json::number(double value)
{
    if (!std::isfinite(value)) return null();
    part();
    char digits[32];
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    return *this;
}

Json& Json::flag(bool value)
{
    part();
    out_ += value ? "true" : "false";
    return *this;
}

Json& Json::null()
{
    part();
    out_ += "null";
    return *this;
}

Json& Json::open(char bracket)
{
    part();
    out_ += bracket;
    first_ = true;
    return *this;
}

Json& Json::close(char bracket)
{
    out_ += bracket;
    first_ = false;
    return *this;
}

Json& Json::vector(const Vector3d& v)
{
    return open('[').number(v.x()).number(v.y()).number(v.z()).close(']');
}

Json& Json::numbers(const std::vector<double>& values)
{
    open('[');
    for (const double value : values)
        number(value);
    return close(']');
}

Json& Json::pose(const SE3& X)
{
    const Eigen::Quaterniond q = so3::quaternion(X.rotation());
    key("position").vector(X.position());
    return key("quaternion").numbers({q.w(), q.x(), q.y(), q.z()});
}

}  // namespace supple::page
