# The core as a WebAssembly module without imports, run by node: no exceptions, no files, no clock of a host.
# Clang, its linker and the libraries of wasm32-wasi come from packaging/debian-12-ci.txt.
find_program(SUPPLE_WASM_COMPILER NAMES clang++-14 clang++ REQUIRED)
find_program(SUPPLE_NODE NAMES node nodejs REQUIRED)

set(flags --target=wasm32-wasi -O1 -DNDEBUG -ffunction-sections -fdata-sections)
set(cxx_flags -std=c++20 -fno-exceptions -Wno-unused-command-line-argument -DEIGEN_MAX_ALIGN_BYTES=16
    "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_BINARY_DIR}/generated")
get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
foreach(folder ${eigen})
    list(APPEND cxx_flags -isystem "${folder}")
endforeach()

# One object a folder of the core: all of its sources at once.
set(folder "${CMAKE_CURRENT_BINARY_DIR}/wasm")
set(objects "")
function(wasm_object source depends)
    cmake_path(GET source STEM stem)
    set(object "${folder}/${stem}.o")
    if(source MATCHES "\\.c$")
        set(options ${flags} -x c)
    else()
        set(options ${flags} ${cxx_flags})
    endif()
    add_custom_command(OUTPUT "${object}" COMMAND ${SUPPLE_WASM_COMPILER} ${options} -c "${source}" -o "${object}"
        -MD -MF "${object}.d" -MT "${object}" DEPENDS "${source}" ${depends} DEPFILE "${object}.d" VERBATIM
        COMMENT "Building ${stem} of the core for WebAssembly")
    set(objects ${objects} "${object}" PARENT_SCOPE)
endfunction()

get_target_property(core_sources supple_core SOURCES)
list(FILTER core_sources INCLUDE REGEX "\\.cpp$")
list(FILTER core_sources EXCLUDE REGEX "/lanes/kernel_avx")
set(modules "")
foreach(source ${core_sources})
    cmake_path(GET source PARENT_PATH module)
    cmake_path(GET module FILENAME module)
    list(APPEND modules ${module})
    list(APPEND sources_of_${module} "${source}")
endforeach()
list(REMOVE_DUPLICATES modules)
foreach(module ${modules})
    set(text "")
    foreach(source ${sources_of_${module}})
        string(APPEND text "#include \"${source}\"\n")
    endforeach()
    file(CONFIGURE OUTPUT "${folder}/core_${module}.cpp" CONTENT "${text}")
    wasm_object("${folder}/core_${module}.cpp" "${sources_of_${module}}")
endforeach()
wasm_object("${CMAKE_CURRENT_LIST_DIR}/solve.cpp" "")
wasm_object("${CMAKE_CURRENT_LIST_DIR}/host.c" "")

add_custom_command(OUTPUT "${folder}/supple.wasm"
    COMMAND ${SUPPLE_WASM_COMPILER} --target=wasm32-wasi -nostartfiles -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-debug
        -Wl,--export=_initialize -o "${folder}/supple.wasm" ${objects} -lc++ -lc++abi
    DEPENDS ${objects} VERBATIM COMMENT "Linking supple.wasm")
add_custom_target(supple_wasm ALL DEPENDS "${folder}/supple.wasm")

add_test(NAME wasm.TheCoreSolvesInAModuleWithoutImports
    COMMAND ${SUPPLE_NODE} "${CMAKE_CURRENT_LIST_DIR}/test_module.mjs" "${folder}/supple.wasm")
