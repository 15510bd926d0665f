/// @file
/// What is done so far of a sweep: the folder `R.csv.parts` beside the result to come.
///
///     lock                   held by the sweep that works here
///     manifest.json          what is swept (SweepPlan)
///     0000000012.rows        rows that are done (shard_file.hpp)
///
/// Everything is written beside its name first, so that a crash leaves whole files only.
#pragma once

#include <supple/io/shard_file.hpp>

#include <memory>

namespace supple {

/// What a sweep is, as its manifest says it.
struct SweepPlan {
    /// What must be the same for a sweep to go on: a name and a value each.
    std::vector<std::pair<std::string, std::string>> same{};
    std::size_t rows = 0;
    std::size_t rows_in_shard = 1;

    std::size_t shards() const { return (rows + rows_in_shard - 1) / rows_in_shard; }
    RowRange range(std::size_t shard) const
    {
        return {shard * rows_in_shard, std::min(rows, (shard + 1) * rows_in_shard)};
    }
};

/// Some of the shards: `--shard 2/8` is the third eighth of them. They follow one another.
struct ShardShare {
    std::size_t index = 0;
    std::size_t count = 1;

    std::size_t begin(std::size_t shards) const { return shards * index / count; }
    std::size_t end(std::size_t shards) const { return shards * (index + 1) / count; }
};

class SweepFolder {
 public:
    /// Opens the folder of a result, or makes it. Where `shared`, others may work there too, on other shares.
    /// @throws InputError where another sweep works there, or it cannot be made
    SweepFolder(const std::filesystem::path& out, bool shared, const ShardShare& share);
    ~SweepFolder();
    SweepFolder(const SweepFolder&) = delete;
    SweepFolder& operator=(const SweepFolder&) = delete;

    /// The plan of the sweep whose shards are here: that of the manifest, or what `make` gives where there is
    /// none; then what stands here of others is removed.
    /// @throws InputError where the manifest cannot be read
    SweepPlan plan(const std::function<SweepPlan()>& make);

    std::filesystem::path shard(std::size_t number) const;
    /// Where the result is put together before it gets its name.
    std::filesystem::path joined() const { return folder_ / "joined"; }
    const std::filesystem::path& path() const { return folder_; }

    /// Removes the manifest and all shards.
    void clear();
    /// The same, and the folder.
    void remove();

 private:
    void write_manifest(const SweepPlan& plan) const;

    std::filesystem::path folder_;
    std::vector<std::shared_ptr<void>> locks_;  ///< until they are dropped
    bool made_ = false;
    bool begun_ = false;
};

/// The folder that belongs to a result.
std::filesystem::path sweep_folder_of(const std::filesystem::path& out);

/// Says how two plans differ, for a person; empty where they do not.
std::string differences(const SweepPlan& before, const SweepPlan& now);

}  // namespace supple
