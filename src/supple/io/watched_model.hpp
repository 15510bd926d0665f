/// @file
/// A model file and all it names, as they are on disk now.
///
/// Whether they are sound does not matter: what is broken is text too. A file that is written anew, or
/// replaced by another of its name as editors do, is read once it has been at rest for two looks. What is
/// gone is what it was before.
#pragma once

#include <supple/io/run_page.hpp>

#include <array>

namespace supple {

class WatchedModel {
 public:
    /// @throws InputError where it cannot be read
    explicit WatchedModel(std::string file);

    /// Whether it says something else than before.
    bool look();

    const std::string& file() const { return file_; }
    const std::string& yaml() const { return yaml_; }
    const std::vector<NamedText>& files() const { return files_; }
    const std::string& mistake() const { return mistake_; }  ///< what is wrong with it; empty: nothing
    const std::vector<std::string>& left_out() const { return left_out_; }  ///< files too large for a page

 private:
    /// Of a file: when and how large it was, and which one.
    using Mark = std::array<long, 4>;

    std::vector<Mark> marks() const;
    void read_named();

    std::string file_, yaml_, mistake_;
    std::vector<NamedText> files_;
    std::vector<std::string> left_out_;
    std::vector<std::filesystem::path> named_;
    std::vector<Mark> seen_, before_;
};

}  // namespace supple
