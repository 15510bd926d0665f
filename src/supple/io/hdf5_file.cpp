#include <supple/io/hdf5_file.hpp>
#include <supple/io/part.hpp>

namespace supple {

std::unique_ptr<Hdf5File> new_hdf5_file(const std::string& shown)
{
    void* function =
        part_function("hdf5", "supple_new_hdf5_file",
                      shown + ": this build has no HDF5: rebuild with -DSUPPLE_HDF5=ON or write .json");
    return std::unique_ptr<Hdf5File>(reinterpret_cast<Hdf5File* (*)(const char*)>(function)(shown.c_str()));
}

}  // namespace supple
