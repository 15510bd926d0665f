# The core as a WebAssembly module without imports (viewer/wasm), run by node. It is built in the folder in which
# viewer/build builds it, so that both share the work.
find_program(SUPPLE_NODE NAMES node nodejs REQUIRED)
set(folder "${PROJECT_SOURCE_DIR}/build/wasm")
add_custom_target(supple_wasm ALL
    COMMAND ${CMAKE_COMMAND} -S "${PROJECT_SOURCE_DIR}/viewer/wasm" -B "${folder}" -G Ninja
    COMMAND ${CMAKE_COMMAND} --build "${folder}"
    VERBATIM USES_TERMINAL COMMENT "Building the core for WebAssembly")

add_test(NAME wasm.TheCoreSolvesInAModuleWithoutImports
    COMMAND ${SUPPLE_NODE} "${CMAKE_CURRENT_LIST_DIR}/test_module.mjs" "${folder}/supple.wasm")
