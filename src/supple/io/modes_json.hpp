/// @file
/// Modes as JSON, format "supple-modes/1", and as a table with a row a mode. All values SI.
///
/// `modes[i]` has `frequency` [Hz], `damping_ratio`, `eigenvalue` [re, im], `twist`, `coordinates.real`,
/// `.imag` [m] and `displacement.real`, `.imag` [n][3] at `arclength` [n]; `equilibrium` is the record of the
/// shape about which the system was linearised.
#pragma once

#include <supple/io/case_table.hpp>
#include <supple/result/modes.hpp>

#include <string>

namespace supple {

std::string to_json(const Modes& modes);

/// `mode, frequency [Hz], damping_ratio, eigenvalue.real [1/s], eigenvalue.imag [1/s]`
CaseTable modes_table(const Modes& modes);

}  // namespace supple
