# Warnings are a target: link it privately to hold a target to them.
add_library(supple_warnings INTERFACE)
target_compile_options(supple_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align
    -Wconversion -Wno-sign-conversion -Wdouble-promotion -Wformat=2
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # false alarms on std::string concatenation in GCC 12
    $<$<BOOL:${SUPPLE_WERROR}>:-Werror>)
