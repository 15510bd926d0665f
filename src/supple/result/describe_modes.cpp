#include <supple/result/describe.hpp>

namespace supple {
namespace {

/// Members `real` and `imag` of complex numbers that lie one behind the other, `width` in each row.
void describe_complex(Describer& to, std::size_t rows, std::size_t width, const char* shape,
                      const char* components, const std::complex<double>* first)
{
    const auto part = [&](const char* name, const char* help, std::size_t offset) {
        const double* data = reinterpret_cast<const double*>(first) + (rows > 0 ? offset : 0);
        to.numbers({.name = name, .help = help, .shape = shape, .components = components},
                   {width == 1 ? 1 : 2,
                    {rows, width},
                    [&](std::size_t i, double* out) {
                        for (std::size_t j = 0; j < width; ++j)
                            out[j] = data[2 * (i * width + j)];
                    },
                    true,
                    rows > 0 ? data : nullptr,
                    {2 * width, 2}});
    };
    part("real", "real part", 0);
    part("imag", "imaginary part", 1);
}

}  // namespace

void describe(Describer& to, const Mode& mode)
{
    to.number({.name = "frequency", .help = "where it oscillates, else 0", .unit = unit::frequency},
              mode.frequency);
    to.number({.name = "damping_ratio", .help = "below 0 it grows, from 1 on it creeps back"},
              mode.damping_ratio);
    const std::array<double, 2> eigenvalue = {mode.eigenvalue.real(), mode.eigenvalue.imag()};
    to.numbers({.name = "eigenvalue",
                .help = "of a pair the one with positive imaginary part",
                .unit = unit::rate,
                .shape = "[2]",
                .components = "real imag"},
               {1, {2}, [&](std::size_t i, double* out) { *out = eigenvalue[i]; }});
    to.flag({.name = "twist", .help = "the centre line hardly moves: the rod twists"}, mode.along_twist);
    to.group({.name = "coordinates",
              .help = "of the model, scaled as the displacements are",
              .in_table = InTable::nothing},
             true, [&](Describer& d) {
                 describe_complex(d, static_cast<std::size_t>(mode.coordinates.size()), 1, "[coordinates]",
                                  "", mode.coordinates.data());
             });
    to.group({.name = "displacement",
              .help = "at each arc length, in the world; the largest is 1",
              .in_table = InTable::nothing},
             true, [&](Describer& d) {
                 describe_complex(d, mode.displacement.size(), 3, "[points][3]", "x y z",
                                  mode.displacement.empty() ? nullptr : mode.displacement[0].data());
             });
}

void describe(Describer& to, const Modes& modes)
{
    to.text({.name = "model", .help = "type of the model"}, modes.model);
    to.outcome(modes.status, modes.message);
    to.flag({.name = "symmetric", .help = "the stiffness is symmetric: no flutter is possible"},
            modes.symmetric);
    to.flag({.name = "flutter", .help = "an oscillation grows"}, modes.flutter);
    to.flag({.name = "divergence", .help = "a motion grows without oscillating"}, modes.divergence);
    to.flag({.name = "all_judged", .help = "false: motions faster than those given may grow"},
            modes.all_judged);
    to.array({.name = "arclength", .help = "of the displacements", .unit = unit::length, .shape = "[points]"},
             modes.arclength);
    describe_list(to, {.name = "modes", .help = "slowest first", .rows = true, .column = "mode"},
                  modes.modes);
    to.group({.name = "equilibrium",
              .help = "about which the system was linearised",
              .in_table = InTable::nothing},
             true, [&](Describer& d) { describe(d, modes.equilibrium); });
    to.texts({.name = "warnings", .help = "sentences", .shape = "[..]", .in_table = InTable::count},
             modes.warnings);
}

void describe_statistics(Describer& to, const Statistics& s, FieldUnit unit)
{
    to.whole({.name = "count", .help = "numbers that are there"}, static_cast<long>(s.count));
    to.number({.name = "mean", .help = "of them", .unit = unit, .open = true}, s.mean);
    to.number({.name = "median", .help = "of them", .unit = unit, .open = true}, s.median);
    to.number({.name = "p95", .help = "95 % lie at or below", .unit = unit, .open = true}, s.p95);
    to.number({.name = "max", .help = "the largest", .unit = unit, .open = true}, s.max);
}

}  // namespace supple
