# Tests of the project itself rather than of a module: how it installs, how it is packaged, which arrows it has.

# A program of somebody else, built against the installed library by the same compiler.
set(prefix "${CMAKE_CURRENT_BINARY_DIR}/consumer/prefix")
set(consumer "${CMAKE_CURRENT_BINARY_DIR}/consumer/build")
add_test(NAME consumer.TheProjectInstalls
    COMMAND ${CMAKE_COMMAND} --install "${PROJECT_BINARY_DIR}" --prefix "${prefix}")
add_test(NAME consumer.AStrangersProjectFindsAndLinksTheLibrary
    COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test "${CMAKE_CURRENT_SOURCE_DIR}/consumer" "${consumer}"
        --build-generator "${CMAKE_GENERATOR}"
        --build-options "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
        "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}" "-DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}")
add_test(NAME consumer.ItsProgramPrintsWhatTheLibraryComputes COMMAND "${consumer}/consumer")
set_tests_properties(consumer.TheProjectInstalls PROPERTIES FIXTURES_SETUP installed)
set_tests_properties(consumer.AStrangersProjectFindsAndLinksTheLibrary PROPERTIES
    FIXTURES_REQUIRED installed FIXTURES_SETUP consumer)
set_tests_properties(consumer.ItsProgramPrintsWhatTheLibraryComputes PROPERTIES FIXTURES_REQUIRED consumer
    PASS_REGULAR_EXPRESSION "^supple ${PROJECT_VERSION}: p_W = 1\\.000 1\\.000 3\\.000, qw = 0\\.7071\n$")

# The Debian package, of a build with all its parts.
if(SUPPLE_APPS AND SUPPLE_STUDIES AND SUPPLE_FIT AND SUPPLE_HDF5)
    add_test(NAME packaging.TheDebianPackageIsComplete
        COMMAND ${SUPPLE_PYTHON_PROGRAM} "${CMAKE_CURRENT_SOURCE_DIR}/packaging/test_deb.py"
            "${CMAKE_CPACK_COMMAND}" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" "${PROJECT_VERSION}")
endif()

# The command line as a user meets it, and README and pages held to what programs print.
foreach(name solve_catheter extending control_loop)
    add_executable(${name} "${PROJECT_SOURCE_DIR}/examples/${name}.cpp")
    target_link_libraries(${name} PRIVATE supple::supple supple_warnings)
endforeach()
string(FIND "${CMAKE_CXX_FLAGS}" "-fsanitize" sanitized)
if(sanitized GREATER -1)
    set(sanitized ON)
else()
    set(sanitized OFF)
endif()
if(SUPPLE_APPS)
    add_test(NAME apps.solve
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_solve.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}/examples" $<IF:$<BOOL:${SUPPLE_HDF5}>,hdf5,none>)
    add_test(NAME apps.compare
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_compare.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}" $<IF:$<BOOL:${sanitized}>,sanitized,fast>)
    add_test(NAME apps.steer
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_steer.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}/examples")
    if(SUPPLE_FIT)
        add_test(NAME apps.fit
            COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_fit.py" $<TARGET_FILE:supple_cli>
                "${PROJECT_SOURCE_DIR}" $<IF:$<BOOL:${sanitized}>,sanitized,fast>)
    endif()
    add_test(NAME apps.estimate
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_estimate.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}/examples")
    add_test(NAME apps.golden_estimates
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_golden_estimates.py" $<TARGET_FILE:supple_cli>
            "${CMAKE_CURRENT_SOURCE_DIR}/data/s5_estimation.json")
    add_test(NAME apps.simulate
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_simulate.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}/examples" $<IF:$<BOOL:${SUPPLE_HDF5}>,hdf5,none>)
    add_test(NAME apps.view
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_view.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}/examples" $<IF:$<BOOL:${sanitized}>,sanitized,fast>)
    add_test(NAME apps.reports
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_reports.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}" $<IF:$<BOOL:${SUPPLE_FIT}>,fit,none> $<IF:$<BOOL:${sanitized}>,sanitized,fast>)
    add_test(NAME apps.sweep
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_sweep.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}/examples")
    add_test(NAME apps.parts
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_parts.py" $<TARGET_FILE:supple_cli>
            "${PROJECT_SOURCE_DIR}" $<IF:$<BOOL:${sanitized}>,sanitized,fast>)
    # The studies: their verdicts and reports alone, and as `supple reproduce` runs them.
    set(studies "${PROJECT_SOURCE_DIR}/studies")
    add_executable(test_reproduce studies/test_reproduce.cpp "${studies}/judge.cpp" "${studies}/run.cpp"
        "${studies}/report_text.cpp" "${studies}/report_record.cpp")
    target_include_directories(test_reproduce PRIVATE "${studies}")
    target_link_libraries(test_reproduce PRIVATE supple::supple supple_terminal supple_warnings nlohmann_json::nlohmann_json
        GTest::gmock_main)
    gtest_discover_tests(test_reproduce TEST_PREFIX "studies." PROPERTIES TIMEOUT 600 LABELS unit)
    if(SUPPLE_STUDIES)
        add_test(NAME studies.reproduce
            COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/test_reproduce.py"
                $<TARGET_FILE:supple_cli> "${PROJECT_SOURCE_DIR}"
                $<IF:$<OR:$<BOOL:${sanitized}>,$<CONFIG:Debug>>,sanitized,fast>)
    endif()
    # What uses every command: paths wherever one is given, the transcripts of pages.
    if(SUPPLE_FIT)
        add_test(NAME apps.paths
            COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_paths.py" $<TARGET_FILE:supple_cli>
                "${PROJECT_SOURCE_DIR}")
        add_test(NAME apps.readme
            COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/apps/test_readme.py" "${PROJECT_SOURCE_DIR}"
                $<TARGET_FILE:supple_cli> $<TARGET_FILE:solve_catheter> $<TARGET_FILE:extending>
                $<TARGET_FILE:control_loop>)
    endif()
    add_test(NAME docs.numbers
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/test_numbers.py" "${PROJECT_SOURCE_DIR}"
            $<TARGET_FILE:supple_cli> $<IF:$<BOOL:${sanitized}>,sanitized,fast>)
endif()

# The Python package as a user meets it, its docstrings among it. One test a file of python/tests, whose folders are those of tests.
if(SUPPLE_PYTHON AND SUPPLE_APPS AND NOT sanitized)
    file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/tests/*/test_*.py")
    if(NOT SUPPLE_FIT)
        list(FILTER files EXCLUDE REGEX "/test_(fit|docstrings)\\.py$")
    endif()
    foreach(file ${files})
        string(REGEX REPLACE "^.*/([^/]*)/test_([^/]*)\\.py$" "python.\\1.\\2" name "${file}")
        add_test(NAME ${name} COMMAND ${SUPPLE_PYTHON_PROGRAM} -B -m pytest -q -p no:cacheprovider "${file}"
            WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
        set_tests_properties(${name} PROPERTIES TIMEOUT 600 ENVIRONMENT
            "PYTHONPATH=${PROJECT_BINARY_DIR}/python;SUPPLE_PROGRAM=$<TARGET_FILE:supple_cli>;MPLBACKEND=Agg")
    endforeach()
endif()

# Tables of README and docs.
add_test(NAME docs.tables
    COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/test_tables.py" "${PROJECT_SOURCE_DIR}")

# The source text: arrows between modules, sizes, what the core must not do. No byte code into the source tree.
foreach(name includes core dispatch equations named_tests surface words)
    add_test(NAME architecture.${name}
        COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/architecture/test_${name}.py" "${PROJECT_SOURCE_DIR}")
endforeach()

# The script that plants mistakes and asks the tests, on a made-up project; the library itself is its stage of .ci/full.
add_test(NAME mutation.script
    COMMAND ${SUPPLE_PYTHON_PROGRAM} -B "${CMAKE_CURRENT_SOURCE_DIR}/mutation/test_mutants.py" "${PROJECT_SOURCE_DIR}")
