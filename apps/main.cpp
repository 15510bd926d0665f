#include <supple/version.hpp>

#include <fmt/core.h>

int main()
{
    fmt::print("supple {}\n", supple::version);
}
