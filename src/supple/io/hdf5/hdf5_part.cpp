#include <supple/io/error.hpp>
#include <supple/io/hdf5_file.hpp>

#include <fmt/format.h>
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
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&&) = delete;
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

/// A file that lives in memory.
class MemoryFile final : public Hdf5File {
 public:
    explicit MemoryFile(std::string name) : shown_(std::move(name)), file_(create(), H5Fclose)
    {
        checked<hid_t>(file_, "creating the file");
    }

    void put(const std::string& path, const std::vector<double>& values,
             const std::vector<std::size_t>& dimensions) override
    {
        require(path, values.size(), dimensions);
        write(path, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, dimensions, values.data());
    }

    void put(const std::string& path, const std::vector<long>& values,
             const std::vector<std::size_t>& dimensions) override
    {
        require(path, values.size(), dimensions);
        write(path, H5T_STD_I64LE, H5T_NATIVE_LONG, dimensions, values.data());
    }

    void put(const std::string& path, const std::vector<std::string>& texts,
             const std::vector<std::size_t>& dimensions) override
    {
        require(path, texts.size(), dimensions);
        std::vector<const char*> pointers;
        for (const std::string& text : texts)
            pointers.push_back(text.c_str());
        write_texts(path, dimensions, pointers);
    }

    void put_group(const std::string& path) override
    {
        const Handle link = links(path);
        const Handle group(H5Gcreate2(file_, path.c_str(), link, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
        checked<hid_t>(group, "creating " + path);
    }

    std::string take() override
    {
        checked(H5Fflush(file_, H5F_SCOPE_LOCAL), "completing the file");
        const auto size = checked(H5Fget_file_image(file_, nullptr, 0), "measuring the file");
        std::string bytes(static_cast<std::size_t>(size), '\0');
        checked(H5Fget_file_image(file_, bytes.data(), bytes.size()), "reading the file");
        checked(file_.close(), "closing the file");
        return bytes;
    }

 private:
    std::unique_lock<std::recursive_mutex> lock_{library()};
    Quiet quiet_;
    std::string shown_;
    Handle file_;

    /// A file of the library's own that lives in memory and is never stored.
    static hid_t create()
    {
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
        constexpr std::size_t growth = std::size_t{1} << 20;
        if (access < 0 || H5Pset_fapl_core(access, growth, 0) < 0) return -1;
        return H5Fcreate("supple.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    }

    /// What a call returned, if it did not fail.
    template <typename T>
    T checked(T result, std::string_view what) const
    {
        if (result < 0)
            throw InputError(fmt::format("{}: cannot be written as HDF5: {} failed", shown_, what));
        return result;
    }

    /// How a path is entered: with the groups on the way to it, in UTF-8.
    Handle links(const std::string& path) const
    {
        Handle list(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
        checked<hid_t>(list, "a property list for " + path);
        checked(H5Pset_create_intermediate_group(list, 1), "a property list for " + path);
        checked(H5Pset_char_encoding(list, H5T_CSET_UTF8), "a property list for " + path);
        return list;
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
        const Handle link = links(path);
        Handle set(H5Dcreate2(file_, path.c_str(), file_type, space, link, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
        checked<hid_t>(set, "creating " + path);
        const auto count = std::accumulate(sizes.begin(), sizes.end(), hsize_t{1}, std::multiplies<>{});
        if (count > 0)
            checked(H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "writing " + path);
        checked(set.close(), "closing " + path);
    }

    void require(const std::string& path, std::size_t found, const std::vector<std::size_t>& dimensions) const
    {
        const auto count =
            std::accumulate(dimensions.begin(), dimensions.end(), std::size_t{1}, std::multiplies<>{});
        if (count != found)
            throw InputError(
                fmt::format("{}: {} has {} entries where its lists need {}", shown_, path, found, count));
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

}  // namespace
}  // namespace supple

/// What the library calls, see hdf5_file.cpp. The caller owns the file.
extern "C" supple::Hdf5File* supple_new_hdf5_file(const char* shown)
{
    return new supple::MemoryFile(shown);
}
