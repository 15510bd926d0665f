#include "support/memory_requests.hpp"
#include "support/steering.hpp"

#include <supple/assembly/discretize.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace supple::test {
namespace test_memory {

TEST(Memory, AWarmSteerAsksForNone)
{
    for (const char* tag : {"3R-B", "9R-B"}) {
        const auto system = discretize(mri_catheter(spherical_by_tag(tag), {0.02, 0.03, 0.04}));
        SystemSteerer steerer(*system, all_actuations(*system), tip_of(*system));
        Steering result;
        const SteerOptions options{.warm_start = true};
        steerer.steer(target_mm(8, 38), options, result);
        ASSERT_EQ(result.status, Status::converged);
        const Target next = target_mm(8 * std::cos(0.2), 38 + 8 * std::sin(0.2));
        const std::size_t before = memory_requests();
        steerer.steer(next, options, result);
        const std::size_t after = memory_requests();
        EXPECT_EQ(result.status, Status::converged);
        EXPECT_GT(result.iterations, 0);
        EXPECT_EQ(after - before, 0u) << tag;
    }
}

}  // namespace test_memory
}  // namespace supple::test
