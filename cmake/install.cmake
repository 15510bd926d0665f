# Install, export and package: find_package(supple) gives supple::supple and its parts.
include(CMakePackageConfigHelpers)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/supple")
install(TARGETS supple_core EXPORT supple-targets FILE_SET HEADERS FILE_SET generated)
install(TARGETS supple_io supple EXPORT supple-targets FILE_SET HEADERS)
if(SUPPLE_FIT)
    install(TARGETS supple_fit EXPORT supple-targets FILE_SET HEADERS)
endif()
install(EXPORT supple-targets NAMESPACE supple:: DESTINATION "${config_dir}")

configure_package_config_file(cmake/supple-config.cmake.in "${PROJECT_BINARY_DIR}/supple-config.cmake"
    INSTALL_DESTINATION "${config_dir}")
# Before 1.0 a minor version may break what uses it.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/supple-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/supple-config.cmake" "${PROJECT_BINARY_DIR}/supple-config-version.cmake"
    DESTINATION "${config_dir}")

install(FILES README.md CHANGELOG.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)

# A Debian package with everything in it: cpack -G DEB, in the build folder.
set(CPACK_PACKAGE_NAME supple)
set(CPACK_PACKAGE_CONTACT "The supple developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Program, C++ library and headers for the shapes and forces of catheters,
 rod- and tendon-driven arms and other continuum manipulators.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# What the program loads is read off it; what the headers and the static library need is said here.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, libeigen3-dev, libfmt-dev, libyaml-cpp-dev, libceres-dev, libnlopt-cxx-dev, libpagmo-dev")
include(CPack)
