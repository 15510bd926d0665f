#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/result_csv.hpp>
#include <supple/io/result_file.hpp>
#include <supple/io/result_hdf5.hpp>
#include <supple/io/result_json.hpp>
#include <supple/io/result_vtk.hpp>
#include <supple/text/words.hpp>

#include <fmt/format.h>

namespace supple {
namespace {

[[noreturn]] void refuse_extension(const std::filesystem::path& path, std::string_view what,
                                   std::string_view list)
{
    const std::string extension = path.extension().string();
    throw InputError(fmt::format("{}: {} for {}; end the name in {}", path.string(),
                                 extension.empty() ? "the name has no extension"
                                                   : fmt::format("no form {} is known", in_quotes(extension)),
                                 what, list));
}

bool write_form(const std::filesystem::path& path, Description result, std::string_view command)
{
    const std::string extension = path.extension().string();
    if (extension == ".json") {
        write_file(path, [&](const Pieces& to) { json_pieces(result, command, to); });
    } else if (extension == ".jsonl") {
        write_file(path, json_line(result, command));
    } else if (extension == ".csv") {
        write_file(path, csv_text(result, command));
    } else if (extension == ".h5") {
        write_hdf5(path, result, command);
    } else {
        return false;
    }
    return true;
}

}  // namespace

void write_described(const std::filesystem::path& path, Description result, std::string_view command,
                     std::string_view what)
{
    if (!write_form(path, result, command)) refuse_extension(path, what, ".json, .jsonl, .csv or .h5");
}

void write_result(const std::filesystem::path& path, const Equilibrium& equilibrium, std::string_view command)
{
    if (path.extension() == ".vtp") return write_file(path, to_vtp(equilibrium.shape));
    if (!write_form(
            path, [&](Describer& d) { describe(d, equilibrium); }, command))
        refuse_extension(path, "an equilibrium", ".json, .jsonl, .csv, .vtp or .h5");
}

void write_result(const std::filesystem::path& path, const Trajectory& trajectory, std::string_view command)
{
    if (path.extension() == ".pvd") return write_pvd(path, trajectory);
    if (path.extension() == ".jsonl" || !write_form(
                                            path, [&](Describer& d) { describe(d, trajectory); }, command))
        refuse_extension(path, "a trajectory", ".json, .csv, .pvd or .h5");
}

void write_result(const std::filesystem::path& path, const Modes& modes, std::string_view command)
{
    write_described(
        path, [&](Describer& d) { describe(d, modes); }, command, "modes");
}

}  // namespace supple
