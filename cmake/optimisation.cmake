# Most of the time is spent in the core, which is optimised in full. What only calls it is compiled faster:
# link supple_files_code (reading, writing, setting up) or supple_outer_code (programs, tests) privately.
add_library(supple_files_code INTERFACE)
target_compile_options(supple_files_code INTERFACE $<$<CONFIG:Release>:-O2>)
add_library(supple_outer_code INTERFACE)
target_compile_options(supple_outer_code INTERFACE $<$<CONFIG:Release>:-O1>)
