#include <supple/io/error.hpp>
#include <supple/io/hdf5_file.hpp>

#include <fmt/format.h>

#ifdef SUPPLE_HAS_HDF5

#include <hdf5.h>

#include <functional>
#include <mutex>
#include <numeric>
#include <utility>

namespace supple {
namespace {

/// The library keeps global state and is built without locks: one file at a time.
std::recursive_mutex& library()
{
    static std::recursive_mutex mutex;
    return mutex;
}

/// An identifier with the function that closes it.
class Handle {
 public:
    Handle(hid_t id, herr_t (*closer)(hid_t)) : id_(id), close_(closer) {}
    ~Handle()
    {
        if (id_ >= 0) close_(id_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    operator hid_t() const { return id_; }

    /// Closes now, so that a failure to do so is seen.
    herr_t close()
    {
        const hid_t id = std::exchange(id_, -1);
        return id >= 0 ? close_(id) : 0;
    }

 private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Keeps the library from printing; its failures become exceptions here.
class Quiet {
 public:
    Quiet()
    {
        H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

 private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

}  // namespace

struct Hdf5File::State {
    std::unique_lock<std::recursive_mutex> lock{library()};
    Quiet quiet;
    std::string shown;
    Handle file;

    State(const std::filesystem::path& path, std::string name)
        : shown(std::move(name)),
          file(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT), H5Fclose)
    {
    }

    /// What a call returned, if it did not fail.
    template <typename T>
    T checked(T result, std::string_view what) const
    {
        if (result < 0)
            throw InputError(fmt::format("{}: cannot be written as HDF5: {} failed", shown, what));
        return result;
    }

    /// A dataset of that type and size, filled from memory.
    void write(const std::string& path, hid_t file_type, hid_t memory_type,
               const std::vector<std::size_t>& dimensions, const void* data)
    {
        const std::vector<hsize_t> sizes(dimensions.begin(), dimensions.end());
        const Handle space(sizes.empty()
                               ? H5Screate(H5S_SCALAR)
                               : H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                           H5Sclose);
        checked<hid_t>(space, "a dataspace for " + path);
        const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
        checked<hid_t>(links, "a property list for " + path);
        checked(H5Pset_create_intermediate_group(links, 1), "a property list for " + path);
        checked(H5Pset_char_encoding(links, H5T_CSET_UTF8), "a property list for " + path);
        Handle set(H5Dcreate2(file, path.c_str(), file_type, space, links, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
        checked<hid_t>(set, "creating " + path);
        const auto count = std::accumulate(sizes.begin(), sizes.end(), hsize_t{1}, std::multiplies<>{});
        if (count > 0)
            checked(H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "writing " + path);
        checked(set.close(), "closing " + path);
    }

    /// Texts of any length, UTF-8.
    void write_texts(const std::string& path, const std::vector<std::size_t>& dimensions,
                     const std::vector<const char*>& texts)
    {
        const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
        checked<hid_t>(type, "a text type for " + path);
        checked(H5Tset_size(type, H5T_VARIABLE), "a text type for " + path);
        checked(H5Tset_cset(type, H5T_CSET_UTF8), "a text type for " + path);
        write(path, type, type, dimensions, texts.data());
    }
};

Hdf5File::Hdf5File(const std::filesystem::path& path, std::string shown)
    : state_(std::make_unique<State>(path, std::move(shown)))
{
    if (state_->file < 0)
        throw InputError(
            fmt::format("{}: cannot be written; choose a folder you may write to", state_->shown));
}

Hdf5File::~Hdf5File() = default;

void Hdf5File::put(const std::string& path, const std::vector<double>& values,
                   const std::vector<std::size_t>& dimensions)
{
    const auto count =
        std::accumulate(dimensions.begin(), dimensions.end(), std::size_t{1}, std::multiplies<>{});
    if (count != values.size())
        throw InputError(fmt::format("{}: {} has {} numbers where its lists need {}", state_->shown, path,
                                     values.size(), count));
    state_->write(path, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, dimensions, values.data());
}

void Hdf5File::put(const std::string& path, int value)
{
    state_->write(path, H5T_STD_I32LE, H5T_NATIVE_INT, {}, &value);
}

void Hdf5File::put(const std::string& path, std::string_view text)
{
    const std::string copy(text);
    state_->write_texts(path, {}, {copy.c_str()});
}

void Hdf5File::put(const std::string& path, const std::vector<std::string>& texts)
{
    std::vector<const char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(text.c_str());
    state_->write_texts(path, {texts.size()}, pointers);
}

void Hdf5File::close()
{
    state_->checked(state_->file.close(), "closing the file");
}

}  // namespace supple

#else

namespace supple {

struct Hdf5File::State {};

Hdf5File::Hdf5File(const std::filesystem::path&, std::string shown)
{
    throw InputError(
        fmt::format("{}: this build has no HDF5: rebuild with -DSUPPLE_HDF5=ON or write .json", shown));
}
Hdf5File::~Hdf5File() = default;

// No object exists on which these could be called.
void Hdf5File::put(const std::string&, const std::vector<double>&, const std::vector<std::size_t>&) {}
void Hdf5File::put(const std::string&, int) {}
void Hdf5File::put(const std::string&, std::string_view) {}
void Hdf5File::put(const std::string&, const std::vector<std::string>&) {}
void Hdf5File::close() {}

}  // namespace supple

#endif
