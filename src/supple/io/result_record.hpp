/// @file
/// A result as JSON values, for the writers of records that add members of their own.
#pragma once

#include <supple/result/equilibrium.hpp>

#include <nlohmann/json.hpp>

#include <string_view>

namespace supple {

/// The members of "supple-result/1" in their order (result_json.hpp).
nlohmann::ordered_json result_record(const Equilibrium& equilibrium, std::string_view command);

/// On one line; bytes that are not UTF-8 become the replacement character.
std::string compact(const nlohmann::ordered_json& json);

/// One name a line at the top level.
std::string document(const nlohmann::ordered_json& record);

}  // namespace supple
