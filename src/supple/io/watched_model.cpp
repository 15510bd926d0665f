#include <supple/io/error.hpp>
#include <supple/io/watched_model.hpp>

#include <fmt/format.h>

#include <sys/stat.h>

namespace supple {

WatchedModel::WatchedModel(std::string file) : file_(std::move(file))
{
    yaml_ = read_file(file_, longest_model_file);
    read_named();
    seen_ = marks();
}

bool WatchedModel::look()
{
    const std::vector<Mark> now = marks();
    const bool at_rest = now == before_, news = now != seen_;
    before_ = now;
    if (!at_rest || !news) return false;
    seen_ = now;
    const std::string yaml = yaml_, files = files_json("", files_);
    try {
        yaml_ = read_file(file_, longest_model_file);
    } catch (const InputError& error) {
        mistake_ = fmt::format("{}; the page keeps what was read last", error.what());
        return false;
    }
    read_named();
    return yaml != yaml_ || files != files_json("", files_);
}

std::vector<WatchedModel::Mark> WatchedModel::marks() const
{
    std::vector<Mark> all;
    const auto add = [&all](const std::filesystem::path& path) {
        struct stat found = {};
        if (stat(path.c_str(), &found) != 0) found = {};
        all.push_back({static_cast<long>(found.st_mtim.tv_sec), static_cast<long>(found.st_mtim.tv_nsec),
                       static_cast<long>(found.st_size), static_cast<long>(found.st_ino)});
    };
    add(file_);
    for (const auto& path : named_)
        add(path);
    return all;
}

/// A file that cannot be understood names what it named before.
void WatchedModel::read_named()
{
    mistake_.clear();
    try {
        const ModelDocument document{parse_document(yaml_, file_),
                                     std::filesystem::path(file_).parent_path()};
        named_ = side_files_of(document);
        left_out_.clear();
        files_ = named_files(document, left_out_);
        read_model(document);
    } catch (const InputError& error) {
        mistake_ = error.what();
    }
}

}  // namespace supple
