# Several sources compiled as one: reading the headers costs more than compiling a source.
#
# unity_batches(target size files...) makes batches of at most `size` files of one folder. Files of one folder never
# share a batch with those of another, and no two files of a folder define the same name, so that adding a file
# cannot break a batch. Sources with compile options of their own are left out.
option(SUPPLE_UNITY "Compile several sources as one" ON)

function(unity_batches target size)
    if(NOT SUPPLE_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set(folders "")
    foreach(source ${ARGN})
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(GET folder FILENAME name)
        get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
        if(alone)
            continue()
        endif()
        if(NOT name IN_LIST folders)
            list(APPEND folders ${name})
            set(count_${name} 0)
        endif()
        math(EXPR batch "${count_${name}} / ${size}")
        math(EXPR count_${name} "${count_${name}} + 1")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${batch}")
    endforeach()
endfunction()
