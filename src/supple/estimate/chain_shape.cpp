#include <supple/estimate/forward_shape.hpp>

namespace supple::estimation {

MadeShape make_chain_shape(const Manipulator&)
{
    return {nullptr, "forces are estimated with the exact rod: use --model cosserat"};
}

}  // namespace supple::estimation
