#include <supple/io/error.hpp>
#include <supple/io/sweep_folder.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace supple {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* format_name = "supple-sweep/1";
constexpr std::size_t largest_manifest = std::size_t{1} << 20;
constexpr const char* fresh_remedy = "--fresh begins the sweep anew";

[[noreturn]] void refuse_folder(const fs::path& path, std::string_view why)
{
    throw InputError(fmt::format("{}: {}", path.string(), why));
}

/// Opens a file to be locked; the lock goes when what is returned does.
std::shared_ptr<void> open_locked(const fs::path& path, int how, std::string_view otherwise)
{
    errno = 0;
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) refuse_folder(path, fmt::format("cannot be written: {}", std::strerror(errno)));
    std::shared_ptr<void> held(nullptr, [descriptor](void*) { close(descriptor); });
    while (flock(descriptor, how) != 0) {
        const int reason = errno;
        if (reason == EINTR) continue;
        refuse_folder(path.parent_path(), reason == EWOULDBLOCK
                                              ? std::string(otherwise)
                                              : fmt::format("cannot be locked: {}", std::strerror(reason)));
    }
    return held;
}

/// Whether a file of that name is one that a sweep leaves here, so that it may be removed.
bool is_ours(const std::string& name)
{
    const auto digits = static_cast<std::size_t>(
        std::find_if(name.begin(), name.end(), [](char c) { return c < '0' || c > '9'; }) - name.begin());
    const std::string rest = name.substr(digits);
    return (digits == 10 && (rest == ".rows" || rest == ".rows.part")) || name == "manifest.json" ||
           name == "joined" || name == "joined.part" ||
           (name.starts_with(".manifest.json.") && name.ends_with(".tmp"));
}

/// @throws InputError where it cannot be understood
SweepPlan parse_manifest(const fs::path& path)
{
    const Json record = Json::parse(read_file(path, largest_manifest), nullptr, false);
    const auto member = [&record](const char* name) {
        return record.is_object() && record.contains(name) ? record.at(name) : Json();
    };
    const Json rows = member("rows"), in_shard = member("rows_in_shard"), same = member("same");
    const bool formed = member("format") == format_name && rows.is_number_unsigned() &&
                        in_shard.is_number_unsigned() && in_shard.get<std::size_t>() > 0 && same.is_object();
    if (!formed)
        refuse_folder(path, fmt::format("cannot be read as the manifest of a sweep; {}", fresh_remedy));
    SweepPlan plan{{}, rows.get<std::size_t>(), in_shard.get<std::size_t>()};
    for (const auto& [name, value] : same.items()) {
        if (!value.is_string())
            refuse_folder(path, fmt::format("{} is no text; {}", in_quotes(name), fresh_remedy));
        plan.same.emplace_back(name, value.get<std::string>());
    }
    return plan;
}

}  // namespace

fs::path sweep_folder_of(const fs::path& out)
{
    fs::path folder = followed(out);
    folder += ".parts";
    return folder;
}

std::string differences(const SweepPlan& before, const SweepPlan& now)
{
    std::string all;
    const auto add = [&all](std::string_view name, std::string_view was, std::string_view is) {
        all += fmt::format("{}{} (was {}, is {})", all.empty() ? "" : ", ", name, was.empty() ? "none" : was,
                           is.empty() ? "none" : is);
    };
    const auto value_in = [](const SweepPlan& plan, const std::string& name) {
        for (const auto& [each, value] : plan.same)
            if (each == name) return value;
        return std::string();
    };
    for (const auto& [name, value] : now.same)
        if (const std::string was = value_in(before, name); was != value) add(name, was, value);
    for (const auto& [name, value] : before.same)
        if (!value.empty() && value_in(now, name).empty()) add(name, value, "");
    if (before.rows != now.rows) add("cases", fmt::to_string(before.rows), fmt::to_string(now.rows));
    return all;
}

SweepFolder::SweepFolder(const fs::path& out, bool shared, const ShardShare& share)
    : folder_(sweep_folder_of(out))
{
    std::error_code code;
    made_ = fs::create_directory(folder_, code);
    if (code || !fs::is_directory(folder_, code))
        refuse_folder(folder_, fmt::format("cannot be made: {}",
                                           code ? code.message() : "there is a file of that name"));
    constexpr const char* busy = "another sweep works here; wait for its end, or choose another --out";
    locks_.push_back(open_locked(folder_ / "lock", (shared ? LOCK_SH : LOCK_EX) | LOCK_NB, busy));
    if (!shared) return;
    const std::string own = fmt::format("lock.{}.{}", share.index, share.count);
    locks_.push_back(
        open_locked(folder_ / own, LOCK_EX | LOCK_NB,
                    fmt::format("shard {}/{} is being worked on already", share.index, share.count)));
}

SweepFolder::~SweepFolder()
{
    std::error_code code;
    // What was made for nothing goes again.
    if (made_ && !begun_) {
        for (const char* name : {"lock", "lock.manifest"})
            fs::remove(folder_ / name, code);
        fs::remove(folder_, code);
    }
}

SweepPlan SweepFolder::plan(const std::function<SweepPlan()>& make)
{
    // Of several that begin at once the first makes it.
    const auto lock = open_locked(folder_ / "lock.manifest", LOCK_EX, "");
    std::error_code code;
    const fs::path manifest = folder_ / "manifest.json";
    if (fs::exists(manifest, code)) {
        begun_ = true;
        return parse_manifest(manifest);
    }
    clear();
    const SweepPlan plan = make();
    write_manifest(plan);
    begun_ = true;
    return plan;
}

void SweepFolder::write_manifest(const SweepPlan& plan) const
{
    Json record = {{"format", format_name}, {"rows", plan.rows}, {"rows_in_shard", plan.rows_in_shard}};
    record["same"] = Json::object();
    for (const auto& [name, value] : plan.same)
        record["same"][name] = value;
    write_file(folder_ / "manifest.json", record.dump(2) + "\n");
}

fs::path SweepFolder::shard(std::size_t number) const
{
    return folder_ / fmt::format("{:010}.rows", number);
}

void SweepFolder::clear()
{
    std::error_code code;
    // The manifest first: shards without one belong to nobody.
    fs::remove(folder_ / "manifest.json", code);
    std::vector<fs::path> ours;
    for (const auto& entry : fs::directory_iterator(folder_, code))
        if (is_ours(entry.path().filename().string())) ours.push_back(entry.path());
    for (const fs::path& path : ours) {
        fs::remove(path, code);
        if (code) refuse_folder(path, fmt::format("cannot be removed: {}", code.message()));
    }
}

void SweepFolder::remove()
{
    clear();
    std::error_code code;
    std::vector<fs::path> locks;
    for (const auto& entry : fs::directory_iterator(folder_, code))
        if (entry.path().filename().string().starts_with("lock")) locks.push_back(entry.path());
    for (const fs::path& lock : locks)
        fs::remove(lock, code);
    fs::remove(folder_, code);
}

}  // namespace supple
