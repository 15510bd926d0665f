#include "support/element_kinds.hpp"

#include <ostream>

namespace supple::test {

void PrintTo(const ElementKind& kind, std::ostream* out)
{
    *out << kind.name;
}

std::vector<ElementKind> element_kinds()
{
    return {{"universal", UniversalJoint{0.3, 0.5, false}},
            {"universalTwisting", UniversalJoint{0.3, 0.5, true}},
            {"isotropic", IsotropicJoint{0.4, 0.3}},
            {"spherical", SphericalJoint{0.2, 0.6}},
            {"jointWithoutInboardLink", SphericalJoint{0.0, 0.6}},
            {"jointWithoutOutboardLink", UniversalJoint{0.5, 0.0, false}},
            {"arc", ConstantCurvature{0.7, false}},
            {"arcTwisting", ConstantCurvature{0.7, true}},
            {"slideAcross", Slide{true, false, 0.2}},
            {"slideAlong", Slide{false, true, 0.2}},
            {"slideBoth", Slide{true, true, 0.2}}};
}

}  // namespace supple::test
