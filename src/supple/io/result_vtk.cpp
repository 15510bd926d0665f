#include <supple/io/error.hpp>
#include <supple/io/file.hpp>
#include <supple/io/result_vtk.hpp>
#include <supple/result/check.hpp>
#include <supple/result/describe.hpp>
#include <supple/text/units.hpp>

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace supple {
namespace {

static_assert(sizeof(double) == 8);

/// The opening line; arrays are preceded by their size in bytes, a UInt64.
std::string file_element(std::string_view type)
{
    const bool little = std::endian::native == std::endian::little;
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\" "
        "header_type=\"UInt64\">\n",
        type, little ? "LittleEndian" : "BigEndian");
}

template <typename T>
std::string data_array(std::string_view type, std::string_view name, int components,
                       const std::vector<T>& values)
{
    // Size and data form one stream of bytes, encoded as one.
    const std::uint64_t size = values.size() * sizeof(T);
    std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(values.data()), size);
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">{}</DataArray>\n",
        type, name, components, base64(bytes));
}

/// An array of vectors, one a point.
template <typename List, typename Vector>
std::string vector_array(std::string_view name, const List& items, Vector vector)
{
    std::vector<double> flat;
    flat.reserve(3 * items.size());
    for (const auto& item : items) {
        const Vector3d v = vector(item);
        flat.insert(flat.end(), {v.x(), v.y(), v.z()});
    }
    return data_array("Float64", name, 3, flat);
}

std::string section_array(std::string_view name, const std::vector<Vector3d>& items)
{
    return items.empty() ? "" : vector_array(name, items, [](const Vector3d& v) { return v; });
}

/// Text inside an attribute.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

/// Throws InputError where lists that belong together differ in length.
void require_whole(Description result)
{
    if (const std::string problem = why_not_told(result); !problem.empty()) throw InputError(problem);
}

}  // namespace

std::string base64(std::string_view bytes)
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        // Three bytes are four letters of six bits.
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k <= bytes.size() ? letters[group >> (18 - 6 * k) & 63U] : '=';
    }
    return out;
}

std::string to_vtp(const Shape& shape, std::optional<double> time)
{
    require_whole([&](Describer& d) { describe(d, shape); });
    const std::size_t points = shape.frames.size();
    const std::size_t lines = points > 0 ? 1 : 0;
    const auto axis = [](int column) {
        return [column](const SE3& X) -> Vector3d { return X.rotation().col(column); };
    };
    std::string out = file_element("PolyData") + "<PolyData>\n";
    if (time)
        out +=
            "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">" +
            format_number(*time) + "</DataArray>\n</FieldData>\n";
    out += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"0\">\n",
        points, lines);

    out += "<PointData Scalars=\"arclength\" Vectors=\"tangent\">\n";
    out += data_array("Float64", "arclength", 1, shape.arclength);
    out += vector_array("tangent", shape.frames, axis(2));
    out += vector_array("d1", shape.frames, axis(0));
    out += vector_array("d2", shape.frames, axis(1));
    out += section_array("force", shape.force);
    out += section_array("moment", shape.moment);
    out += section_array("curvature", shape.curvature);
    out += "</PointData>\n<Points>\n";
    out += vector_array("Points", shape.frames, [](const SE3& X) { return X.position(); });

    // One line through all points in their order.
    std::vector<std::int64_t> connectivity(points);
    for (std::size_t i = 0; i < points; ++i)
        connectivity[i] = static_cast<std::int64_t>(i);
    out += "</Points>\n<Lines>\n";
    out += data_array("Int64", "connectivity", 1, connectivity);
    out += data_array("Int64", "offsets", 1,
                      std::vector<std::int64_t>(lines, static_cast<std::int64_t>(points)));
    return out + "</Lines>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

void write_pvd(const std::filesystem::path& name, const Trajectory& trajectory)
{
    require_whole([&](Describer& d) { describe(d, trajectory); });
    // The shapes lie beside the collection itself, where a link leads to it.
    const std::filesystem::path path = followed(name);
    const std::string stem = path.stem().string();
    const std::filesystem::path folder = path.parent_path() / stem;
    std::error_code code;
    std::filesystem::create_directory(folder, code);
    if (!std::filesystem::is_directory(folder))
        throw InputError(fmt::format("{}: cannot create the folder {} for its shapes: {}", path.string(),
                                     folder.string(), code ? code.message() : "a file has that name"));

    // The old collection is deleted first. An interrupted write then leaves no collection, instead of one
    // that names old and new shapes.
    std::filesystem::remove(path, code);
    std::string out = file_element("Collection") + "<Collection>\n";
    Shape shape{.arclength = trajectory.arclength};
    for (std::size_t i = 0; i < trajectory.time.size(); ++i) {
        if (!std::isfinite(trajectory.time[i]))
            throw InputError(fmt::format("{}: time {} of the trajectory is not finite", path.string(), i));
        const std::string file = fmt::format("{}_{:06}.vtp", stem, i);
        shape.frames = trajectory.frames.at(i);
        write_file(folder / file, to_vtp(shape, trajectory.time[i]));
        out += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}/{}\"/>\n",
                           format_number(trajectory.time[i]), escaped(stem), escaped(file));
    }
    // Shapes that a longer motion left behind.
    for (std::size_t i = trajectory.time.size();
         std::filesystem::remove(folder / fmt::format("{}_{:06}.vtp", stem, i), code); ++i) {
    }
    write_file(path, out + "</Collection>\n</VTKFile>\n");
}

}  // namespace supple
