#include <supple/analysis/idle.hpp>
#include <supple/rod/attached.hpp>
#include <supple/text/sentence.hpp>

namespace supple {
namespace {

constexpr double just_before_zero = -1e-9;  ///< [s]

class IdleParts {
 public:
    void look_at(std::string_view list, std::size_t index, const std::string& name, const Timing& timing)
    {
        look_at(filled("{}.{}", list, name.empty() ? std::to_string(index) : name), timing);
    }

    void look_at(const std::string& path, const Timing& timing)
    {
        if (timing.from > just_before_zero)
            tell(path,
                 filled("it begins at {} s; leave out \"from\" to have it act", significant(timing.from, 6)));
        else
            look_at(path, timing.until);
    }

    void look_at(const std::string& path, double until)
    {
        if (!(just_before_zero < until))
            tell(path, filled("it ended at {} s; leave out \"until\" to have it act", significant(until, 6)));
    }

    std::vector<std::string> take() { return std::move(sentences_); }

 private:
    void tell(const std::string& path, const std::string& why)
    {
        sentences_.push_back(
            filled("{} is not acting: an equilibrium is that just before 0 s, and {}", path, why));
    }

    std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> idle_parts(const Manipulator& m)
{
    IdleParts idle;
    for (std::size_t i = 0; i < m.loads.size(); ++i)
        idle.look_at("loads", i, m.loads[i].name, m.loads[i].timing);
    for (std::size_t i = 0; i < m.attachments.size(); ++i)
        if (const Timing* timing = timing_of(m.attachments[i]))
            idle.look_at("attachments", i, name_of(m.attachments[i]), *timing);
    const MagneticField& field = m.environment.magnetic_field;
    const std::string path = "environment.magnetic_field";
    idle.look_at(path, field.timing);
    for (std::size_t i = 0; i < field.coils.size(); ++i)
        idle.look_at(path + ".coils", i, field.coils[i].name, field.coils[i].timing);
    for (std::size_t i = 0; i < field.helmholtz_pairs.size(); ++i)
        idle.look_at(path + ".helmholtz_pairs", i, field.helmholtz_pairs[i].coil.name,
                     field.helmholtz_pairs[i].coil.timing);
    for (std::size_t i = 0; i < field.dipoles.size(); ++i)
        idle.look_at(path + ".dipoles", i, field.dipoles[i].name, field.dipoles[i].timing);
    for (std::size_t i = 0; i < m.constraints.size(); ++i) {
        const std::string& name = name_of(m.constraints[i]);
        idle.look_at("constraints." + (name.empty() ? std::to_string(i) : name), until_of(m.constraints[i]));
    }
    return idle.take();
}

}  // namespace supple
