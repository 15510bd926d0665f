#include <supple/estimate/forward_shape.hpp>
#include <supple/rod/model_traits.hpp>

namespace supple::estimation {

MadeShape make_forward_shape(const Manipulator& manipulator)
{
    return is_exact(manipulator.model) ? make_exact_shape(manipulator) : make_framed_shape(manipulator);
}

}  // namespace supple::estimation
