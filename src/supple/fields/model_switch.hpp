/// @file
/// Another type of model for the tree of a model file. Law (tests/fields/test_model_switch.cpp): what the new
/// type does not take is dropped and told, all else stays.
#pragma once

#include <supple/fields/tree.hpp>

namespace supple {

/// The types that `model.type` may take, in the order of the reference.
std::vector<std::string> model_types();

struct ModelSwitch {
    std::vector<std::string> dropped{};  ///< paths of the keys that were taken out
    std::string error{};                 ///< "found "x"; expected one of ..."; then the tree is as it was
};

/// Sets `model.type`. Keys of the model that the new type does not have are dropped, and so are `parameters`,
/// which are fitted to one type of joint, and a `fit` block that names one of them. `origin` is what messages
/// name as the place of the new type.
ModelSwitch switch_model(Node& tree, const std::string& type, const std::string& origin);

}  // namespace supple
