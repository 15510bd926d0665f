#include "command.hpp"

#include <supple/io/error.hpp>
#include <supple/io/part.hpp>

namespace supple::app {

int run_fit(const FitCommand& command)
{
    void* function = nullptr;
    try {
        function =
            part_function("fit", "supple_run_fit",
                          "this build cannot fit: rebuild with -DSUPPLE_FIT=ON, which needs Ceres, NLopt "
                          "and pagmo");
    } catch (const InputError& error) {
        print_error(error.what());
        return bad_usage;
    }
    return reinterpret_cast<int (*)(const FitCommand&)>(function)(command);
}

}  // namespace supple::app
