/// @file
/// The description of a fit (describer.hpp).
#pragma once

#include <supple/result/describe.hpp>
#include <supple/result/fit.hpp>

namespace supple {

/// A fit with what it was asked for.
struct FitRecord {
    std::string file;    ///< the model's
    std::string data;    ///< in words
    std::string metric;  ///< "rmse", "rmse-centred"
    const FitReport& report;
    const FitReport* validation = nullptr;  ///< the fitted values on data that were kept back
    std::size_t cases = 0;
};

void describe(Describer& to, const FitRecord& record);
void describe(Describer& to, const FittedParameter& parameter);
void describe(Describer& to, const FlatDirection& direction);

constexpr const char* command_of(const FitRecord&)
{
    return "fit";
}

}  // namespace supple
