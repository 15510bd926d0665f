/// @file
/// One element of every kind, and of every shape that a kind may take: laws of elements are tried on all.
#pragma once

#include <supple/model/element.hpp>

#include <string>
#include <vector>

namespace supple::test {

struct ElementKind {
    std::string name;
    Element element;
};

/// For names of tests: prints the name.
void PrintTo(const ElementKind& kind, std::ostream* out);

std::vector<ElementKind> element_kinds();

}  // namespace supple::test
