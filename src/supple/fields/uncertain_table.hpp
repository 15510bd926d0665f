/// @file
/// An item of the list `uncertain:` of a model file.
#pragma once

#include <supple/fields/field.hpp>
#include <supple/rod/uncertain.hpp>

namespace supple {

Table uncertain_table(Uncertain& uncertain);

}  // namespace supple
