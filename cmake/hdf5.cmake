# The HDF5 C library as the target supple::hdf5. CMake's own FindHDF5 links what HDF5 itself is made of (curl, crypto).
if(NOT TARGET supple::hdf5)
    find_path(SUPPLE_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
    find_library(SUPPLE_HDF5_LIBRARY NAMES hdf5_serial hdf5 REQUIRED)
    mark_as_advanced(SUPPLE_HDF5_INCLUDE_DIR SUPPLE_HDF5_LIBRARY)
    add_library(supple::hdf5 UNKNOWN IMPORTED)
    set_target_properties(supple::hdf5 PROPERTIES IMPORTED_LOCATION "${SUPPLE_HDF5_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${SUPPLE_HDF5_INCLUDE_DIR}")
endif()
