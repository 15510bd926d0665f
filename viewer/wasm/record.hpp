/// @file
/// A result by its description, for the page: JSON whose arrays are in a block of doubles.
///
/// An array stands as {"$": [first, extent, ..]}: where it begins in the block, and its extents. A number is
/// a number. So an array is read in place, and every double is the one that was computed.
#pragma once

#include <supple/result/describer.hpp>

namespace supple::page {

struct Record {
    std::string text;
    std::vector<double> numbers;
};

/// Corrected as every format is (result/check.hpp). A result that no format can hold is {"refused": why}.
void tell(Description result, Record& record);

}  // namespace supple::page
