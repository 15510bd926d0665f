# Text files as part of a program: embed_texts(target header function folder files...) gives the target a function
#
#     std::string_view function(std::string_view name);   // declared in the header, in namespace supple::app
#
# that answers with the text of the file of that name below the folder, and with nothing where there is none.
function(embed_texts target header function folder)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
    set(text "#include \"${header}\"\n\nnamespace supple::app {\n\n")
    string(APPEND text "std::string_view ${function}(std::string_view name)\n{\n")
    foreach(file ${ARGN})
        cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE name)
        file(READ "${file}" contents)
        string(APPEND text "    if (name == \"${name}\")\n        return R\"embedded(${contents})embedded\";\n")
    endforeach()
    string(APPEND text "    return {};\n}\n\n}  // namespace supple::app\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    set(before "")
    if(EXISTS "${source}")
        file(READ "${source}" before)
    endif()
    if(NOT before STREQUAL text)
        file(WRITE "${source}" "${text}")
    endif()
    target_sources(${target} PRIVATE "${source}")
endfunction()
