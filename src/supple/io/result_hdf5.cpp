#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/hdf5_file.hpp>
#include <supple/io/result_hdf5.hpp>
#include <supple/result/check.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

#include <limits>

namespace supple {
namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

/// One field of the items of a list, joined.
struct Joined {
    std::string path;
    std::vector<std::size_t> shape;  ///< of one item
    std::vector<double> numbers;
    std::vector<long> wholes;
    std::vector<std::string> texts;
    enum class Kind { numbers, wholes, texts } kind = Kind::numbers;
};

class Hdf5Writer final : public Describer {
 public:
    explicit Hdf5Writer(Hdf5File& file) : file_(file) {}

    void outcome(Status status, std::string_view message) override
    {
        text({.name = "status"}, name(status));
        text({.name = "message"}, message);
    }
    void text(const ResultField& field, std::optional<std::string_view> value) override
    {
        if (!value && !field.null) return;
        put(field, std::vector<std::string>{std::string(value.value_or(""))}, {});
    }
    void texts(const ResultField& field, const std::vector<std::string>& values) override
    {
        put(field, values, {values.size()});
    }
    void flag(const ResultField& field, std::optional<bool> value) override
    {
        if (value || field.null) put(field, std::vector<long>{!value ? -1L : *value ? 1L : 0L}, {});
    }
    void whole(const ResultField& field, std::optional<long> value) override
    {
        if (value) put(field, std::vector<long>{*value}, {});
        if (!value && field.null) put(field, std::vector<double>{not_there}, {});
    }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (!values.present && !field.null) return;
        std::vector<double> all(values.rows() * values.width(), not_there);
        for (std::size_t i = 0; values.present && i < values.rows(); ++i)
            values.read(i, all.data() + i * values.width());
        put(field, all, {values.shape.begin(), values.shape.begin() + values.rank});
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        file_.put_group(prefix_ + field.name);
        for (std::size_t i = 0; i < lists.size(); ++i)
            file_.put(fmt::format("{}{}/{}", prefix_, field.name, i), lists[i], {lists[i].size()});
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (!present) return;
        if (!joined_) file_.put_group(prefix_ + field.name);
        within(field.name, [&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!items.present) return;
        file_.put_group(prefix_ + field.name);
        if (field.uniform) return join(field, items);
        for (std::size_t i = 0; i < items.count; ++i) {
            std::string name = std::to_string(i);
            if (field.keyed) name = checked_name(field, items.name(i));
            const std::string path = fmt::format("{}/{}", field.name, name);
            file_.put_group(prefix_ + path);
            within(path, [&] { items.describe(*this, i); });
        }
    }

 private:
    /// A name becomes part of a path, so it may not look like one.
    static std::string checked_name(const ResultField& field, std::string_view name)
    {
        if (name.empty() || name == "." || name.find_first_of(std::string_view("/\0", 2)) != name.npos)
            throw InputError(fmt::format("{}: an item named {} cannot be written as HDF5; rename it",
                                         field.name, in_quotes(name)));
        return std::string(name);
    }

    /// A dataset a field, with the items along its first axis.
    void join(const ResultField& field, const Items& items)
    {
        std::vector<Joined> all;
        joined_ = &all;
        counting_ = items.count > 0;
        within(field.name, [&] {
            if (items.count == 0) items.describe(*this, prototype);
            for (std::size_t i = 0; i < items.count; ++i)
                items.describe(*this, i);
        });
        joined_ = nullptr;
        for (const Joined& one : all) {
            std::vector<std::size_t> shape{items.count};
            shape.insert(shape.end(), one.shape.begin(), one.shape.end());
            if (one.kind == Joined::Kind::numbers) file_.put(one.path, one.numbers, shape);
            if (one.kind == Joined::Kind::wholes) file_.put(one.path, one.wholes, shape);
            if (one.kind == Joined::Kind::texts) file_.put(one.path, one.texts, shape);
        }
    }
    Joined& joined(const ResultField& field, Joined::Kind kind, const std::vector<std::size_t>& shape)
    {
        const std::string path = prefix_ + field.name;
        for (Joined& one : *joined_)
            if (one.path == path) return one;
        joined_->push_back({path, shape, {}, {}, {}, kind});
        return joined_->back();
    }

    void put(const ResultField& field, const std::vector<double>& values,
             const std::vector<std::size_t>& shape)
    {
        if (!joined_) return file_.put(prefix_ + field.name, values, shape);
        auto& all = joined(field, Joined::Kind::numbers, shape).numbers;
        if (counting_) all.insert(all.end(), values.begin(), values.end());
    }
    void put(const ResultField& field, const std::vector<long>& values, const std::vector<std::size_t>& shape)
    {
        if (!joined_) return file_.put(prefix_ + field.name, values, shape);
        auto& all = joined(field, Joined::Kind::wholes, shape).wholes;
        if (counting_) all.insert(all.end(), values.begin(), values.end());
    }
    void put(const ResultField& field, const std::vector<std::string>& values,
             const std::vector<std::size_t>& shape)
    {
        if (!joined_) return file_.put(prefix_ + field.name, values, shape);
        auto& all = joined(field, Joined::Kind::texts, shape).texts;
        if (counting_) all.insert(all.end(), values.begin(), values.end());
    }

    void within(const std::string& name, FunctionRef<void()> body)
    {
        const std::string outer = prefix_;
        prefix_ += name + "/";
        body();
        prefix_ = outer;
    }

    Hdf5File& file_;
    std::string prefix_;
    std::vector<Joined>* joined_ = nullptr;
    bool counting_ = true;  ///< false: the fields of a prototype are visited, for their shapes only
};

}  // namespace

void write_hdf5(const std::filesystem::path& path, Description result, std::string_view command)
{
    const auto file = new_hdf5_file(path.string());
    Hdf5Writer writer(*file);
    writer.text({.name = "format"}, result_format);
    writer.text({.name = "command"}, command);
    if (const std::string problem = tell_checked(result, writer); !problem.empty()) throw InputError(problem);
    write_file(path, file->take());
}

}  // namespace supple
