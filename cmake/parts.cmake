# loaded_part(target name sources...): a part of supple that is opened when it is needed (io/part.hpp), so that what it
# links costs nothing at the start of the program. In the build folder and once installed it lies in ../lib/supple
# as seen from the programs. Its copy of the library is its own and is seen by nobody.
function(loaded_part target name)
    add_library(${target} MODULE ${ARGN})
    set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME supple-${name} SUFFIX ".so"
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/supple")
    target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL)
    install(TARGETS ${target} LIBRARY DESTINATION lib/supple)
endfunction()
