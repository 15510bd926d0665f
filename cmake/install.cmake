# Install, export and package: find_package(supple) gives supple::supple.
include(CMakePackageConfigHelpers)

install(TARGETS supple EXPORT supple-targets
        FILE_SET HEADERS FILE_SET generated)
